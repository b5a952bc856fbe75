"""Plants faults into a copy of the package, one after the other, and demands that tests fail.

    PYTHONPATH=tests python -m planted                        # all of them
    PYTHONPATH=tests python -m planted "stale key" "NaN is right"
    PYTHONPATH=tests python -m planted --today                # ten, which the date chooses

The copy lies in a temporary folder with links to the rest of the repository; the work tree is never changed. A fault is
noticed where a test of its files fails, and passes again without it. One that no test notices, that cannot be planted, or that stops the tests from
running makes this end with status 1.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from planted.faults import FAULTS
from planted.plant import PACKAGE, Fault, GoneError, changed

ROOT = Path(__file__).resolve().parents[2]

LIMIT = 120.0
"""Seconds that the tests of a fault may take; those that are named here take less than half of it on two cores."""

TODAY = 10
"""Faults a day."""

FAILED = 1
"""The exit status with which pytest says that tests failed, and not that they could not be run."""


class Copy:
    """A copy of the package, beside links to all that stands beside the package.

    Args:
        folder: Where it is made.

    Attributes:
        package: The folder of the copied package.
    """

    def __init__(self, folder: Path) -> None:
        self.package = folder / "src" / "autoblas"
        self._folder = folder
        for path in ROOT.iterdir():
            if path.name not in {"src", ".git"}:
                (folder / path.name).symlink_to(path)
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def plant(self, path: Path, text: str) -> None:
        """Give a module another text."""
        (self.package / path).write_text(text, encoding="utf-8")

    def restore(self, path: Path) -> None:
        """Give a module its text again, with its date, so that no compiled one of the same second is taken for it."""
        shutil.copy2(PACKAGE / path, self.package / path)

    def tests(self, words: Sequence[str], limit: float = LIMIT) -> tuple[int | None, str]:
        """Run tests with this package until one fails.

        Args:
            words: Files of tests, and options of pytest.
            limit: Seconds.

        Returns:
            pytest's exit status, or None where it took too long, and what it printed.
        """
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *words]
        paths = [str(self.package.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        variables = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
        try:
            done = subprocess.run(
                command,
                cwd=self._folder,
                env=variables,
                capture_output=True,
                text=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, done.stdout + done.stderr


def verdict(fault: Fault, copy: Copy) -> tuple[bool, str]:
    """Whether tests notice a fault, and a line that says which one or why none."""
    try:
        copy.plant(fault.path, changed(fault, (PACKAGE / fault.path).read_text(encoding="utf-8")))
    except (GoneError, OSError) as error:
        return False, str(error)
    try:
        status, printed = copy.tests([*fault.tests, *fault.options])
    finally:
        copy.restore(fault.path)
    failed = [line for line in printed.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if status == FAILED and failed:
        name = failed[0].partition(" - ")[0].partition(" ")[2]
        status, _ = copy.tests([name, *fault.options])
        return (True, name) if status == 0 else (False, f"{name} fails without the fault too")
    if status == 0:
        return False, f"no test of {' '.join(fault.tests)} notices it: {fault.sentence}"
    last = printed.strip().splitlines()[-1:]
    return False, f"the tests did not end: {'out of time' if status is None else ''.join(last)}"


def chosen(names: Sequence[str], today: dt.date | None) -> list[Fault]:
    """The faults of these names, or ten of a day, or all.

    Raises:
        SystemExit: there is none of a name.
    """
    known = {fault.name: fault for fault in FAULTS}
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"no fault is called {', '.join(unknown)}")
    if names:
        return [known[name] for name in names]
    if today is not None:
        return random.Random(today.isoformat()).sample(FAULTS, TODAY)
    return list(FAULTS)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Plant the faults that the command line names; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m planted", description="Plant faults, and see tests fail."
    )
    parser.add_argument("names", nargs="*", help="faults; all where none is named")
    parser.add_argument("--today", action="store_true", help=f"{TODAY} of them, which the date chooses")
    words = parser.parse_args()
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve())
        faults = chosen(words.names, dt.datetime.now(dt.UTC).date() if words.today else None)
        for fault in faults:
            began = time.monotonic()
            noticed, line = verdict(fault, copy)
            taken = time.monotonic() - began
            say(f"{'  ' if noticed else '! '}{fault.name}: {line} ({taken:.0f} s)")
            missed += [] if noticed else [fault.name]
    say(f"{len(faults) - len(missed)} of {len(faults)} faults are noticed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
