"""Costs of calls in two checkouts, measured in turns: fails where calls of the second take longer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from autoblas.blas.host.identity import FORCING
from benchmarks.machine import ROOT

__all__ = ["Costs", "compare", "lesser", "report"]

LIMITS = {"device": 0.2, "numpy": 0.05}
"""Microseconds by which a call may become slower, by the arrays of the call."""

FIRST = """
import time
start = time.perf_counter()
import numpy as np
import autoblas
square = np.ones((16, 16), np.float32)
autoblas.gemm(square, square)
print((time.perf_counter() - start) * 1e6)
"""
"""A program that times the import and the first result, which a device computes."""

Costs = dict[str, dict[str, float]]
"""Microseconds by kind of row and name."""


def _environment(checkout: Path, folder: Path) -> dict[str, str]:
    """The variables of a process that uses a checkout, and keeps results in a folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in FORCING}
    return inherited | {
        "PYTHONPATH": os.pathsep.join(str(path) for path in (checkout / "src", ROOT, checkout / "tests")),
        "POCL_DEVICES": "basic",
        "AUTOBLAS_DEVICE": "Portable",
        "AUTOBLAS_DATA_DIR": str(folder),
        "OPENBLAS_NUM_THREADS": "1",
    }


def _printed(words: list[str], variables: dict[str, str]) -> str:
    """The output of a process of this Python."""
    process = subprocess.run(  # noqa: S603  # words of this module
        [sys.executable, *words],
        env=variables,
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    return process.stdout


def _measured(checkout: Path, folder: Path, turns: int) -> Costs:
    """One round of a checkout.

    Raises:
        click.ClickException: another package was imported in its place.
    """
    variables = _environment(checkout, folder)
    first = float(_printed(["-c", FIRST], variables | {"AUTOBLAS_HOST_BELOW": "0"}))
    answer = json.loads(_printed(["-m", "benchmarks.call_costs", str(turns)], variables).splitlines()[-1])
    if checkout.resolve() not in Path(answer["package"]).resolve().parents:
        raise click.ClickException(
            f"{checkout}: its package is not what was imported, {answer['package']} is"
        )
    costs: Costs = answer["costs"]
    return costs | {"import": {"to the first result": first}}


def lesser(costs: Costs | None, measured: Costs) -> Costs:
    """The lesser costs, row by row."""
    if costs is None:
        return measured
    return {
        kind: {name: min(us, measured[kind][name]) for name, us in named.items()}
        for kind, named in costs.items()
    }


def report(before: Costs, after: Costs) -> tuple[list[str], list[str]]:
    """A line for each row, and the rows that take too much longer."""
    lines = [f"{'':36}{'before':>13}{'after':>13}{'more':>12}  us"]
    slower = []
    for kind, named in before.items():
        for name, us in named.items():
            change = after[kind][name] - us
            late = change > LIMITS.get(kind, float("inf"))
            lines.append(
                f"{kind + ': ' + name:36}{us:13.2f}{us + change:13.2f}{change:+12.2f}{'  slower' * late}"
            )
            if late:
                slower.append(f"{kind}: {name}")
    return lines, slower


@click.command()
@click.argument("before", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", type=click.IntRange(min=1), default=8, show_default=True, help="Processes of each.")
@click.option("--turns", type=click.IntRange(min=1), default=60, show_default=True, help="Turns in each.")
def compare(before: Path, after: Path, rounds: int, turns: int) -> None:
    """Compare what calls cost with the packages of two checkouts, BEFORE and AFTER.

    Each round has processes of its own, on PoCL's driver basic, which works in the calling thread. A figure is the least
    of all turns and rounds, in microseconds. The status is 1 where a call on device arrays takes 0.2 us more, or one on
    NumPy arrays 0.05 us more; other rows are printed for people.
    """
    with tempfile.TemporaryDirectory() as folder:
        checkouts = (before.resolve(), after.resolve())
        folders = [Path(folder, name) for name in ("before", "after")]
        least: list[Costs | None] = [None, None]
        for checkout, results in zip(checkouts, folders, strict=True):
            results.mkdir()
            _measured(checkout, results, 1)  # fills the stores of self-tests, and PoCL's cache of kernels
        for turn in range(rounds):
            for side in ((0, 1), (1, 0))[turn % 2]:
                least[side] = lesser(least[side], _measured(checkouts[side], folders[side], turns))
    lines, slower = report(*(costs or {} for costs in least))
    click.echo("\n".join(lines))
    if slower:
        raise click.ClickException(f"slower: {', '.join(slower)}")
