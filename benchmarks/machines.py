"""Which processors and OpenCL runtimes compute right: measures the rows of docs/machines.md, and writes that page.

    python benchmarks/machines.py                          # every row that can be had, then the page
    python benchmarks/machines.py --row Haswell --row intel
    python benchmarks/machines.py --speed                  # also SGEMM and DGEMM beside OpenBLAS; on a quiet machine
    python benchmarks/machines.py --page                   # the page alone, from what is kept

A row is measured in processes of its own with a folder of its own for what they keep, and is then kept in a file of
JSON. Processors other than this machine's are those of qemu-user (``--qemu``). A runtime that the loader does not list
is named by its library: ``--pocl``, ``--rusticl`` and ``--oclgrind`` take the path of one that need not be installed,
such as one of a package that was unpacked (rusticl alone wants /usr/lib/clc of libclc in its place).
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from machines_page import page
from machines_part import MARK

from autoblas.isolate.processes import ending
from autoblas.store.lock import FileLock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
PART = ROOT / "benchmarks" / "machines_part.py"
RESULTS = ROOT / "benchmarks" / "machines.json"
PAGE = ROOT / "docs" / "machines.md"

POCL = ("Portable Computing Language",)

CHECKS = {
    "gemm": "gemm -n 96",
    "sum": "sum -n 5000",
    "gemv": "gemv -n 300 -m 200",
    "trsm": "trsm -n 64",
    "convgemm": "convgemm --channels 4 --size 14 --kernels 8",
}
"""What is checked on runtimes, by routine; one of each family."""

EMULATED_CHECKS = {"gemm": "gemm -n 24 --rounds 1"}
"""What is checked under an emulator, where compiling takes minutes."""

WORKS = (
    "Nehalem",
    "SandyBridge",
    "IvyBridge",
    "Haswell",
    "Skylake-Client",
    "EPYC",
    "EPYC-Rome",
    "EPYC-Milan",
)
TOO_OLD = ("qemu64", "core2duo", "Penryn")
"""Processors by qemu's names, on which NumPy runs, and those on which it does not."""


@dataclass(frozen=True)
class Row:
    """A processor and a runtime.

    Attributes:
        words: What the names of the platform and the driver contain.
        processor: By qemu's name; None for this machine's.
        library: The option with the runtime's library, where the loader does not list it.
        variables: That the runtime needs.
    """

    words: tuple[str, ...]
    processor: str | None = None
    library: str | None = None
    variables: tuple[tuple[str, str], ...] = ()


ROWS = {
    "pocl-pypi": Row((*POCL, "3.0")),
    "intel": Row(("Intel(R) OpenCL",)),
    "pocl-debian": Row((*POCL, "debian"), library="pocl"),
    "rusticl": Row(("rusticl",), library="rusticl", variables=(("RUSTICL_ENABLE", "llvmpipe"),)),
    "oclgrind": Row(("Oclgrind",), library="oclgrind"),
} | {name: Row((*POCL, "3.0"), name) for name in (*WORKS, *TOO_OLD)}


@dataclass(frozen=True)
class Machine:
    """What this machine measures rows with.

    Attributes:
        qemu: The emulator.
        libraries: Of runtimes that the loader does not list.
        seconds: For each part of a row.
        speed: Time products too, where that means something.
    """

    qemu: str
    libraries: dict[str, str]
    seconds: float
    speed: bool


class Measuring:
    """A row that is being measured, with a folder of its own."""

    def __init__(self, row: Row, machine: Machine, folder: Path) -> None:
        self.row, self.machine = row, machine
        self.interpreter = sys.executable
        self.environment = {
            **os.environ,
            **dict(row.variables),
            "AUTOBLAS_DATA_DIR": str(folder / "data"),
            "POCL_CACHE_DIR": str(folder / "pocl"),
            "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", ""))).rstrip(
                os.pathsep
            ),
        }
        if row.processor is not None:
            emulated = folder / "python"
            command = shlex.join([machine.qemu, "-cpu", row.processor, sys.executable])
            emulated.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
            emulated.chmod(0o755)
            self.interpreter = str(emulated)
        if row.library is not None:
            (folder / "vendors").mkdir()
            (folder / "vendors" / "one.icd").write_text(machine.libraries[row.library] + "\n", "utf-8")
            self.environment["OCL_ICD_VENDORS"] = str(folder / "vendors")

    def measure(self) -> dict[str, Any]:
        """What is to be kept of the row."""
        failure, _ = self._run("-c", "import numpy")
        if failure is not None:
            return {"failure": f"`import numpy` fails: {failure}"}
        failure, output = self._part("prove", *self.row.words)
        said = [line.removeprefix(MARK) for line in output.splitlines() if line.startswith(MARK)]
        if not said:
            return {"failure": failure or "said nothing"}
        found: dict[str, Any] = json.loads(said[-1])
        device = ("--device", str(found["index"]))
        checks = CHECKS if self.row.processor is None else EMULATED_CHECKS
        found["checks"] = {
            name: self._part("check", *words.split(), *device)[0] for name, words in checks.items()
        }
        if self.machine.speed and self.row.processor is None:
            found["speed"] = {dtype: self._speed(dtype, device) for dtype in ("float32", "float64")}
        return found

    def _speed(self, dtype: str, device: tuple[str, str]) -> dict[str, Any]:
        """What ``autoblas bench`` says of a product of 1024 x 1024, or why it says nothing."""
        words = ("gemm", "-n", "1024", "--compare", "openblas", "--dtype", dtype, "--json")
        failure, output = self._part("bench", *words, *device)
        said = None if failure is not None else json.loads(output[output.index("{") :])
        return {"failure": failure, "figures": said and {"results": said["problems"]}}

    def _part(self, *arguments: str) -> tuple[str | None, str]:
        return self._run(str(PART), self.interpreter, str(self.machine.seconds), *arguments)

    def _run(self, *arguments: str) -> tuple[str | None, str]:
        """Run the row's interpreter; why it failed, if it did, and what it printed."""
        try:
            done = subprocess.run(  # noqa: S603 -- this interpreter, and files of this folder
                [self.interpreter, *arguments],
                env=self.environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=self.machine.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"did not finish in {self.machine.seconds:g} s", ""
        failure = None if done.returncode == 0 else _sentence(done.returncode, done.stdout + done.stderr)
        return failure, done.stdout


def _sentence(status: int, said: str) -> str:
    """Why a process failed: what it said last, from the line that names an error on."""
    lines = [line.strip() for line in said.splitlines() if line.strip() and "TCG doesn't support" not in line]
    first = next((i for i in range(len(lines) - 1, -1, -1) if "rror:" in lines[i]), len(lines) - 1)
    return " ".join(lines[max(first, 0) :]) or ending(status)


def kept(path: Path) -> dict[str, Any]:
    """The rows that were measured, by name."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other processes, which measure other rows, from the file."""
    lock = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    with FileLock(Path(tempfile.gettempdir(), f"autoblas-machines-{lock}.lock")).exclusive():
        yield


def keep(path: Path, name: str, found: dict[str, Any]) -> None:
    """Add a row to the file, or replace it; figures of speed stay until they are measured again."""
    with _alone(path):
        rows = kept(path)
        if "speed" in rows.get(name, {}) and "checks" in found:
            found = {"speed": rows[name]["speed"], **found}
        path.write_text(json.dumps(rows | {name: found}, indent=1, sort_keys=True) + "\n", "utf-8")


def possible(machine: Machine, names: Sequence[str]) -> list[str]:
    """The rows that can be measured here."""
    return [
        name
        for name in names
        if (row := ROWS[name]).library is None or machine.libraries.get(row.library) is not None
    ]


@click.command()
@click.option(
    "--row", "names", multiple=True, type=click.Choice(list(ROWS)), help="This row alone; may be repeated."
)
@click.option("--speed", is_flag=True, help="Time products beside OpenBLAS.")
@click.option("--page", "only_page", is_flag=True, help="Measure nothing.")
@click.option("--qemu", default="qemu-x86_64", show_default=True, help="qemu's emulator of programs.")
@click.option("--pocl", help="Library of another PoCL, Debian's for example.")
@click.option("--rusticl", help="Library of Mesa's rusticl.")
@click.option("--oclgrind", help="Library of Oclgrind.")
@click.option(
    "--seconds",
    default=300.0,
    show_default=True,
    help="Limit for the self-test of a row, and for each check.",
)
@click.option(
    "--results", type=click.Path(path_type=Path, dir_okay=False), default=RESULTS, show_default="beside this"
)
def main(
    names: tuple[str, ...],
    speed: bool,
    only_page: bool,
    qemu: str,
    pocl: str | None,
    rusticl: str | None,
    oclgrind: str | None,
    seconds: float,
    results: Path,
) -> None:
    """Measure rows and write the page; see the module's first lines."""
    given = {"pocl": pocl, "rusticl": rusticl, "oclgrind": oclgrind}
    machine = Machine(qemu, {name: path for name, path in given.items() if path}, seconds, speed)
    for name in () if only_page else possible(machine, names or list(ROWS)):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            found = Measuring(ROWS[name], machine, Path(folder)).measure()
        found["date"] = dt.datetime.now(dt.UTC).date().isoformat()
        keep(results, name, found)
        click.echo(f"{name:14s} {time.monotonic() - began:.0f} s  {json.dumps(found)}")
    with _alone(results):
        PAGE.write_text(
            page(kept(results), {name: row.processor for name, row in ROWS.items()}, CHECKS), "utf-8"
        )


if __name__ == "__main__":
    main()
