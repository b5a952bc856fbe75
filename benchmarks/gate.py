"""Compares what calls cost in two checkouts: fails where those of the second take longer.

    python benchmarks/gate.py ../before .
    python benchmarks/gate.py ../before . --rounds 12

Both are measured in turns, each round in processes of their own, on PoCL's driver ``basic``, which works in the calling
thread. A figure is the least of all turns and rounds, in microseconds. It ends with status 1 where a call on device arrays
takes 0.2 us more, or one on NumPy arrays 0.05 us more; other rows are printed for people.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

__all__ = ["Rows", "main", "report"]

LIMITS = {"device": 0.2, "numpy": 0.05}
"""Microseconds that a call may take more, by the arrays that it is made on."""

FIRST = """
import time
start = time.perf_counter()
import numpy as np
import autoblas
square = np.ones((16, 16), np.float32)
autoblas.gemm(square, square)
print((time.perf_counter() - start) * 1e6)
"""
"""From the import to the first result, which a device computes."""

SLOWER_NUMPY = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""Variables that make NumPy's OpenBLAS another one than users have."""

HERE = Path(__file__).resolve().parent

Rows = dict[str, dict[str, float]]
"""Microseconds by kind of row and name."""


def environment(checkout: Path, folder: Path) -> dict[str, str]:
    """The variables of a process that uses a checkout, and keeps results in a folder."""
    kept = {name: value for name, value in os.environ.items() if name not in SLOWER_NUMPY}
    return kept | {
        "PYTHONPATH": os.pathsep.join(str(path) for path in (checkout / "src", checkout / "tests", HERE)),
        "POCL_DEVICES": "basic",
        "AUTOBLAS_DEVICE": "Portable",
        "AUTOBLAS_DATA_DIR": str(folder),
        "OPENBLAS_NUM_THREADS": "1",
    }


def printed(words: list[str], variables: dict[str, str]) -> str:
    """What a process of this Python prints."""
    return subprocess.run(  # noqa: S603  # the two scripts beside this one
        [sys.executable, *words], env=variables, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout


def measured(checkout: Path, folder: Path, turns: int) -> Rows:
    """One round of a checkout.

    Raises:
        click.ClickException: another package was found in its place.
    """
    variables = environment(checkout, folder)
    first = float(printed(["-c", FIRST], variables | {"AUTOBLAS_HOST_BELOW": "0"}))
    found = json.loads(printed([str(HERE / "gate_rows.py"), str(turns)], variables).splitlines()[-1])
    if checkout.resolve() not in Path(found["package"]).resolve().parents:
        raise click.ClickException(f"{checkout}: its package is not what was imported, {found['package']} is")
    rows: Rows = found["rows"]
    return rows | {"import": {"to the first result": first}}


def lesser(rows: Rows | None, other: Rows) -> Rows:
    """The lesser of both, row by row."""
    if rows is None:
        return other
    return {
        kind: {name: min(us, other[kind][name]) for name, us in named.items()} for kind, named in rows.items()
    }


def report(before: Rows, after: Rows) -> tuple[list[str], list[str]]:
    """A line for each row, and the rows that take too much longer."""
    lines = [f"{'':36}{'before':>13}{'after':>13}{'more':>12}  us"]
    slower = []
    for kind, named in before.items():
        for name, us in named.items():
            more = after[kind][name] - us
            late = more > LIMITS.get(kind, float("inf"))
            lines.append(
                f"{kind + ': ' + name:36}{us:13.2f}{us + more:13.2f}{more:+12.2f}{'  slower' * late}"
            )
            if late:
                slower.append(f"{kind}: {name}")
    return lines, slower


@click.command()
@click.argument("before", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", type=click.IntRange(min=1), default=8, show_default=True, help="Processes of each.")
@click.option("--turns", type=click.IntRange(min=1), default=60, show_default=True, help="Turns in each.")
def main(before: Path, after: Path, rounds: int, turns: int) -> None:
    """Compare what calls cost with the packages of two checkouts, BEFORE and AFTER."""
    with tempfile.TemporaryDirectory() as folder:
        sides = (before, after)
        folders = [Path(folder, name) for name in ("before", "after")]
        least: list[Rows | None] = [None, None]
        for side, kept in zip(sides, folders, strict=True):
            kept.mkdir()
            measured(side, kept, 1)  # tests of the device, which are kept, and kernels that PoCL keeps
        for turn in range(rounds):
            for place in ((0, 1), (1, 0))[turn % 2]:
                least[place] = lesser(least[place], measured(sides[place], folders[place], turns))
    one, other = least
    if one is None or other is None:
        raise click.ClickException("nothing was measured")
    lines, slower = report(one, other)
    print("\n".join(lines))
    if slower:
        raise click.ClickException(f"slower: {', '.join(slower)}")


if __name__ == "__main__":
    main()
