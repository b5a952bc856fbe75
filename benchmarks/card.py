"""Runs on a card what CI cannot: its tests, compute-sanitizer, and the measurements of the docs, within some minutes.

    python benchmarks/card.py --minutes 9 --into FOLDER     # everything, what matters most first
    python benchmarks/card.py right memcheck products       # some steps
    python benchmarks/card.py --list                        # their commands

Checks run side by side, as nothing is timed there; then the measurements one after the other. The whole output of a step
goes to FOLDER/STEP.txt, and its last lines are printed. A step ends when its time is up, and none begins when the minutes
are. The exit status is 1 where a step failed or had no time. Needs a card, PyTorch, the tests' requirements, and for
``memcheck`` and ``racecheck`` compute-sanitizer.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

HERE = Path(__file__).resolve().parent

SANITIZER = ("compute-sanitizer", "--error-exitcode", "1", "--tool")

LINES = 25
"""Last lines of a step's output that are printed."""


class Step(NamedTuple):
    """A command.

    Attributes:
        seconds: What it gets at most.
        command: Its words.
    """

    seconds: float
    command: tuple[str, ...]


def script(name: str, *options: str) -> tuple[str, ...]:
    """The words that run a script of this folder."""
    return sys.executable, str(HERE / f"{name}.py"), *options


CHECKS = {
    "tests": Step(240, (sys.executable, "-m", "pytest", "-q", "-n", "0", str(HERE.parent / "tests/devices/cuda/test_card.py"))),
    "right": Step(240, script("cuda_arrays", "right", "graph", "errors", "products", "--calls", "500", "--limit", "200")),
    "memcheck": Step(240, (*SANITIZER, "memcheck", *script("cuda_kernels", "--count", "1"))),
    "racecheck": Step(240, (*SANITIZER, "racecheck", *script("cuda_kernels", "--count", "1"))),
}  # fmt: skip
"""What is right or wrong, whatever runs beside it. What ``racecheck`` has against ``gemm_wgmma`` docs/log/cuda.md explains."""

MEASURES = {
    "products": Step(100, script("cuda_arrays", "kernel_times", "times", "host", "opencl", "--limit", "60")),
    "float32": Step(120, script("shapes", "--arrays", "pytorch", "--turns", "3", "--count", "70", "--seed", "31", "--seed", "32", "--seed", "33", "--floor", "4.2", "190", "1.2", "--minutes", "1.8")),
    "calls": Step(40, script("calls", "--side", "256")),
    "squares": Step(40, script("calls", "--squares")),
    "float16": Step(120, script("shapes", "--dtype", "float16", "--arrays", "pytorch", "--turns", "3", "--count", "70", "--seed", "31", "--seed", "32", "--seed", "33", "--minutes", "1.8")),
    "transfers": Step(90, script("transfers")),
    "wide": Step(60, script("wide_ranges", "--sizes", "4096")),
    "strict": Step(120, script("shapes", "--accuracy", "strict", "--arrays", "pytorch", "--turns", "3", "--count", "70", "--seed", "31", "--seed", "32", "--seed", "33", "--minutes", "1.8")),
}  # fmt: skip
"""What is timed, and wants the machine for itself."""


class Running:
    """A step that has begun.

    Args:
        name: Its name.
        step: What it is.
        into: The folder for its output.
        left: Seconds until the end of everything.
    """

    def __init__(self, name: str, step: Step, into: Path, left: float) -> None:
        self.name, self._begun = name, time.monotonic()
        self._file, self._seconds = into / f"{name}.txt", min(step.seconds, left)
        self._process: subprocess.Popen[bytes] | None = None
        with self._file.open("wb") as output:
            try:
                self._process = subprocess.Popen(  # noqa: S603  # a command of those above
                    step.command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
                )
            except FileNotFoundError as error:
                output.write(f"{error}\n".encode())

    def succeeded(self) -> bool:
        """Wait for its end, print what it printed last, and say whether all went well."""
        code, words = -1, "could not begin"
        if self._process is not None:
            try:
                code = self._process.wait(max(self._begun + self._seconds - time.monotonic(), 0))
                words = f"exit status {code}"
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)  # and the processes that it began
                self._process.wait()
                words = "time was up"
        click.echo(f"== {self.name}: {words} after {time.monotonic() - self._begun:.0f} s")
        click.echo("\n".join(self._file.read_text(errors="replace").splitlines()[-LINES:]))
        return code == 0


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*CHECKS, *MEASURES]))
@click.option("--minutes", type=click.FloatRange(min=0), default=15, show_default=True, help="For all of it.")
@click.option(
    "--into", type=click.Path(path_type=Path), default=Path("card"), show_default=True, help="A folder."
)
@click.option("--list", "listed", is_flag=True, help="Print the steps' commands, and run none.")
def main(names: tuple[str, ...], minutes: float, into: Path, listed: bool) -> None:
    """Run the steps of these names, or all of them."""
    chosen = names or (*CHECKS, *MEASURES)
    if listed:
        for name, step in (CHECKS | MEASURES).items():
            click.echo(f"{name}: {' '.join(step.command)}")
        return
    into.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * minutes
    beside = [Running(name, step, into, 60 * minutes) for name, step in CHECKS.items() if name in chosen]
    failed = [running.name for running in beside if not running.succeeded()]
    for name, step in MEASURES.items():
        if name not in chosen:
            continue
        left = end - time.monotonic()
        if left <= 0:
            click.echo(f"== {name}: no time was left")
        if left <= 0 or not Running(name, step, into, left).succeeded():
            failed.append(name)
    click.echo(f"failed: {', '.join(failed)}" if failed else "all steps succeeded")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
