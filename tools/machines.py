"""Tests machines and OpenCL runtimes, and writes the table of docs/support.md.

    python tools/machines.py measure pocl intel                       # rows, each in processes of its own
    python tools/machines.py measure pocl-debian --library /usr/lib/x86_64-linux-gnu/libpocl.so.2
    python tools/machines.py measure Haswell                          # emulated by qemu-user
    python tools/machines.py page                                     # the page alone

A row is a self-test of the device and a check of one routine of each family. Rows of tools/machines.json whose state was
entered by hand are of machines that were tested in other ways, or not at all.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from autoblas.cli import perform
from autoblas.devices.opencl.facts import claims_of
from autoblas.devices.opencl.selection import listing
from autoblas.devices.selftest import results
from autoblas.isolate.processes import ending

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tools" / "machines.json"
PAGE = ROOT / "docs" / "support.md"

CHECKS = {
    "gemm": "gemm -n 96",
    "sum": "sum -n 5000",
    "gemv": "gemv -n 300 -m 200",
    "trsm": "trsm -n 64",
    "convgemm": "convgemm --channels 4 --size 14 --kernels 8",
}
"""The checks, of a routine of each family."""

EMULATED_CHECKS = {"gemm": "gemm -n 24 --rounds 1"}
"""The checks under an emulator, where compiling takes minutes."""

TOO_OLD = ("qemu64", "core2duo", "Penryn")
PROCESSORS = (
    "Nehalem",
    "SandyBridge",
    "IvyBridge",
    "Haswell",
    "Skylake-Client",
    "EPYC",
    "EPYC-Rome",
    "EPYC-Milan",
)
"""Processors by qemu's names, on which NumPy does not run, and those on which it does."""


class Row(NamedTuple):
    """A runtime and a processor.

    Attributes:
        words: Parts of the names of the platform and the driver.
        processor: The processor by qemu's name; None for the machine's own.
        variables: Environment variables that the runtime needs.
    """

    words: tuple[str, ...]
    processor: str | None = None
    variables: Mapping[str, str] = {}


POCL = "Portable Computing Language"
ROWS = {
    "pocl": Row((POCL, "3.0")),
    "intel": Row(("Intel(R) OpenCL",)),
    "pocl-debian": Row((POCL, "debian")),
    "rusticl": Row(("rusticl",), variables={"RUSTICL_ENABLE": "llvmpipe"}),
    "oclgrind": Row(("Oclgrind",)),
} | {name: Row((POCL, "3.0"), name) for name in (*PROCESSORS, *TOO_OLD)}


class Measuring:
    """The measurement of a row.

    Args:
        row: The row.
        folder: The folder of its processes' files.
        qemu: The emulator.
        library: The library of a runtime that the loader does not list.
        seconds: The limit of each process.
    """

    def __init__(self, row: Row, folder: Path, qemu: str, library: str | None, seconds: float) -> None:
        self.row, self.seconds, self.interpreter = row, seconds, sys.executable
        folders = {"AUTOBLAS_DATA_DIR": str(folder / "data"), "POCL_CACHE_DIR": str(folder / "pocl")}
        path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {**os.environ, **row.variables, **folders, "PYTHONPATH": path}
        if row.processor is not None:
            emulated = folder / "python"
            command = shlex.join([qemu, "-cpu", row.processor, sys.executable])
            emulated.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
            emulated.chmod(0o755)
            self.interpreter = str(emulated)
        if library is not None:
            (folder / "vendors").mkdir()
            (folder / "vendors" / "one.icd").write_text(f"{library}\n", "utf-8")
            self.environment["OCL_ICD_VENDORS"] = str(folder / "vendors")

    def measure(self) -> dict[str, Any]:
        """The device, its driver and the state of the row, which begins with ``right`` where all checks passed."""
        emulated = "emulated: " if self.row.processor else ""
        device: dict[str, Any] = {"device": self.row.processor or "CPU", "driver": ""}
        failure, _ = self._run("-c", "import numpy")
        if failure is not None:
            return device | {"state": f"{emulated}NumPy does not run: {failure}"}
        failure, output = self._run(__file__, "prove", self.interpreter, str(self.seconds), *self.row.words)
        if "{" not in output:
            return device | {"state": f"{emulated}{failure}"}
        proof: dict[str, Any] = json.loads(output[output.index("{") :])
        index, failures = str(proof.pop("index")), proof.pop("failures")
        proof["device"] = self.row.processor or proof["device"]
        checks = EMULATED_CHECKS if self.row.processor else CHECKS
        wrong = [f"self-test of {case}, it {how.partition(':')[0]}" for case, how in failures.items()]
        for name, words in () if wrong else checks.items():
            command = (self.interpreter, str(self.seconds), *words.split(), "--device", index)
            failure, _ = self._run(__file__, "check", *command)
            wrong += [] if failure is None else [f"{name}: {failure}"]
        right = f"right: self-test and {', '.join(f'`{name}`' for name in checks)}"
        return device | proof | {"state": emulated + (f"wrong: {'; '.join(wrong)}" if wrong else right)}

    def _run(self, *arguments: str) -> tuple[str | None, str]:
        """Run the row's interpreter; the reason of a failure, or None, and its output."""
        try:
            run = subprocess.run(  # noqa: S603  # this interpreter and this file
                [self.interpreter, *arguments], env=self.environment, capture_output=True, text=True, errors="replace",
                timeout=self.seconds, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"it did not end in {self.seconds:g} s", ""
        if run.returncode == 0:
            return None, run.stdout
        lines = [
            x for x in (run.stdout + run.stderr).splitlines() if x.strip() and "TCG doesn't support" not in x
        ]
        first = next((i for i in range(len(lines) - 1, -1, -1) if "rror:" in lines[i]), len(lines) - 1)
        return " ".join(line.strip() for line in lines[max(first, 0) :]) or ending(run.returncode), run.stdout


HEAD = """# Supported machines

This table lists what autoblas ran on, and the result. Python 3.11 to 3.14 are supported. The list is generated by `tools/machines.py`.

- **Self-test**: the device computed the operations of kernels, and the results were right. `autoblas doctor --again` runs it on your device.
- **Checks**: `autoblas check` compared a routine of each family with references in higher precision.
- **Emulated**: qemu ran the programs. Speed was not looked at.
"""

TAIL = """
Devices that are "not tried" may work: their drivers are looked for by their usual names, and no device serves before its self-test. Please report the output of `autoblas doctor --json`.
"""


def page(rows: Mapping[str, Mapping[str, str]]) -> str:
    """The page; rows that differ in the device alone share a line."""
    merged: dict[tuple[str, ...], list[str]] = {}
    for row in rows.values():
        rest = tuple(row.get(key, "") for key in ("system", "driver", "state", "date"))
        emulated = row["state"].startswith("emulated")
        merged.setdefault((*rest, "" if emulated else row["device"]), []).append(row["device"])
    lines: list[tuple[str, ...]] = [("device", "system", "driver", "state", "date"), ("---",) * 5]
    lines += [(", ".join(devices), *key[:4]) for key, devices in merged.items()]
    table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
    return f"{HEAD}\n{table}\n{TAIL}"


def read_rows() -> dict[str, Any]:
    """The rows, by name."""
    return dict(json.loads(RESULTS.read_text("utf-8")))


def write_rows(rows: Mapping[str, Any]) -> None:
    """Write the rows, a line each, and the page."""
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()]
    RESULTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    PAGE.write_text(page(rows), "utf-8")


@click.group(context_settings={"max_content_width": 120})
def main() -> None:
    """Test machines, and write docs/support.md."""


@main.command("page")
def page_command() -> None:
    """Write the page anew."""
    write_rows(read_rows())


@main.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(list(ROWS)))
@click.option("--qemu", default="qemu-x86_64", show_default=True, help="The emulator of programs.")
@click.option("--library", help="The library of a runtime that the loader does not list.")
@click.option("--seconds", default=300.0, show_default=True, help="Limit of each process.")
def measure(names: tuple[str, ...], qemu: str, library: str | None, seconds: float) -> None:
    """Measure rows, keep them, and write the page."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            row = Measuring(ROWS[name], Path(folder), qemu, library, seconds).measure()
        row |= {
            "system": f"{platform.system()} {platform.machine()}",
            "date": dt.datetime.now(dt.UTC).date().isoformat(),
        }
        write_rows(read_rows() | {name: row})
        click.echo(f"{name}: {json.dumps(row)}")


@main.command(hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("interpreter")
@click.argument("seconds", type=float)
@click.argument("words", nargs=-1)
def prove(interpreter: str, seconds: float, words: Sequence[str]) -> None:
    """Let the device with these words in its platform and driver run its self-test, and print a line of JSON.

    INTERPRETER is what this process starts others with, so that they are emulated too.
    """
    sys.executable = interpreter
    results.PATIENCE = seconds  # an emulated processor is a hundred times slower than the limit is meant for
    for index, device in enumerate(listing()):
        claims = claims_of(device)
        if all(word in f"{claims.platform} {claims.driver}" for word in words):
            name = f"{claims.name.removeprefix('pthread-')} ({claims.vector_bytes * 8} bits)"
            driver = claims.driver.removeprefix(f"{claims.platform} ")
            driver = f"{claims.platform.replace(POCL, 'PoCL')} {driver}"
            row = {"index": index, "driver": driver, "failures": results.selftest_result(device).failures}
            click.echo(json.dumps({**row, "device": name}))
            return
    raise click.ClickException(f"no device of {' '.join(words)} is listed")


@main.command(hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("interpreter")
@click.argument("seconds", type=float)
@click.argument("words", nargs=-1)
def check(interpreter: str, seconds: float, words: Sequence[str]) -> None:
    """Run ``autoblas check`` in this process."""
    del seconds
    sys.executable = interpreter
    sys.exit(perform(["check", *words]))


if __name__ == "__main__":
    main()
