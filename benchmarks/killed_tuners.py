"""Kills ``autoblas tune`` at random moments, and looks at what is lost, condemned without a reason, or left running.

    python benchmarks/killed_tuners.py                   # 500 times, about an hour
    python benchmarks/killed_tuners.py --times 50 --seed 3 -- gemm -n 64

Each time a tuner goes on with a search that others began, in a folder of results of its own, and gets KILL, TERM or
HUP, or is stopped for a while, goes on, and gets one of these: one time in four while it starts, else after it has tried
a point. Every 25 times a search of another size begins. Afterwards

- every outcome that the journal had before must be in it, and every record that the results had for a point must have
  one, the same or a newer;
- no line of the journal but the last may be damaged, and no point may be called crashed: none of the tuner's own is;
- every process that the tuner started must end within ten seconds;
- a tuner that was asked to end must do so within thirty, without a traceback.

Linux only, as it looks for processes by their environment.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import click

from autoblas.database import Store
from autoblas.tuning import read_journal

MARK = "AUTOBLAS_KILLED_TUNERS"
"""The variable by which the processes of a tuner are found."""

EARLY = 0.25
"""The part of the tuners that are killed while they start."""

SEARCHED = 25
"""After so many tuners the next search begins, before all points of one have been tried and tuners end at once."""

SIGNALS = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGSTOP")


class Trial:
    """One tuner that is killed.

    Args:
        folder: Where results go.
        command: What follows ``autoblas tune``.
    """

    def __init__(self, folder: Path, command: list[str]) -> None:
        self.mark = secrets.token_hex(8)
        environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(folder), MARK: self.mark}
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 -- lives as long as the trial
        self.process = subprocess.Popen(  # noqa: S603 -- our own command
            [sys.executable, "-m", "autoblas", "tune", *command],
            env=environment, stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def send(self, name: str) -> None:
        """Send a signal to the tuner alone, not to its children."""
        self.process.send_signal(getattr(signal, name))

    def ended(self, seconds: float) -> bool:
        """Whether it ends within so many seconds; else it is killed."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False
        return True

    def left(self, seconds: float = 10.0) -> list[int]:
        """Its processes that still run after so many seconds; they are killed."""
        deadline = time.monotonic() + seconds
        while (found := self._running()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        return found

    def _running(self) -> list[int]:
        wanted, found = f"{MARK}={self.mark}".encode(), []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and wanted in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:  # it has ended, or is another user's
                continue
        return found

    def begun(self, folder: Path, seconds: float = 120.0) -> None:
        """Wait until a journal has grown, or it has ended."""
        size, deadline = _journals(folder), time.monotonic() + seconds
        while _journals(folder) <= size and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)

    def said(self) -> str:
        """All that it printed."""
        self.output.seek(0)
        return self.output.read().decode(errors="replace")


def _journals(folder: Path) -> int:
    """Bytes of all journals."""
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))


class Kept:
    """What a folder of results holds.

    Args:
        folder: The folder.

    Attributes:
        outcomes: The kind of each point's outcome, by journal and point.
        records: What was measured, by place, problem, kernel and parameters.
        damaged: Sentences about what cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.outcomes: dict[tuple[str, str], str] = {}
        self.damaged: list[str] = []
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            for path in folder.rglob("*.jsonl"):
                if path.stat().st_size:
                    _, memory = read_journal(path)
                    found = {(path.name, name): each.kind for name, each in memory.known.items()}
                    self.outcomes |= found
                    self._look_at(path)
            store = Store(folder / "results-2.sqlite3")
            reading = store.reading() if store.path.exists() else None
        self.records = {each.identity for each in reading.records} if reading else set()
        self.damaged += [str(warning.message) for warning in said]
        if reading and reading.unreadable:
            self.damaged.append(f"{reading.unreadable} rows of the results cannot be read")
        self.damaged += [f"{path.name} was set aside" for path in folder.glob("*.damaged-*")]

    def _look_at(self, path: Path) -> None:
        lines = path.read_bytes().split(b"\n")[:-1]
        self.damaged += [
            f"{path.name}: {line!r}" for line in lines if not (line[:1] == b"{" and line[-1:] == b"}")
        ]


@click.command(help=__doc__)
@click.option("--times", default=500, show_default=True, help="How many tuners are killed.")
@click.option("--span", default=4.0, show_default=True, help="Seconds within which that happens.")
@click.option("--seed", default=1, show_default=True, help="Seed of the moments and signals.")
@click.argument("problem", nargs=-1)
def main(times: int, span: float, seed: int, problem: tuple[str, ...]) -> None:
    """Kill tuners, and print what was found."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # under nohup; tuners would inherit that
        signal.signal(signal.SIGHUP, lambda *_: None)
    rng, counts = random.Random(seed), Counter[str]()  # noqa: S311 -- no secrets
    folder = Path(tempfile.mkdtemp(prefix="killed-tuners-"))
    subprocess.run(
        [sys.executable, "-m", "autoblas", "devices"],
        env={**os.environ, "AUTOBLAS_DATA_DIR": str(folder)}, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip  # devices prove themselves once
    before = Kept(folder)
    for number in range(1, times + 1):
        searched = problem or ("axpy", "-n", str(10_000 + number // SEARCHED))
        command = [*searched, "--strategy", "random", "--trials", "1"]
        trial, name, wrong = Trial(folder, command), rng.choice(SIGNALS), list[str]()
        if rng.random() > EARLY:
            trial.begun(folder)
        time.sleep(rng.uniform(0, span))
        if name == "SIGSTOP" and trial.process.poll() is None:
            trial.send("SIGSTOP")
            time.sleep(rng.uniform(0, span / 4))
            trial.send("SIGCONT")
            time.sleep(rng.uniform(0, span / 2))
        over = trial.process.poll() is not None
        last = rng.choice(SIGNALS[:3]) if name == "SIGSTOP" else name
        if not over:
            trial.send(last)
        if not trial.ended(30):
            wrong.append(f"it did not end on {last}")
        if left := trial.left():
            wrong.append(f"{len(left)} processes were left")
        after, said = Kept(folder), trial.said()
        if "Traceback" in said or (over and trial.process.returncode):
            wrong.append(f"it said {said[-2000:]}")
        wrong += [f"lost the outcome of {each}" for each in before.outcomes.keys() - after.outcomes.keys()]
        wrong += [f"lost the record {each}" for each in before.records - after.records]
        wrong += [each for each in after.damaged if each not in before.damaged]
        new = {each: kind for each, kind in after.outcomes.items() if before.outcomes.get(each) != kind}
        wrong += [f"called {each} {kind}" for each, kind in new.items() if kind not in ("ok", "illegal")]
        counts[f"{name}, then status {trial.process.returncode}" if not over else "ended before"] += 1
        counts["wrong"] += bool(wrong)
        for each in wrong:
            print(f"{number} ({name}): {each}", flush=True)
        if number % 25 == 0:
            print(f"{number}: {len(after.outcomes)} outcomes, {len(after.records)} records", flush=True)
        before = after
    shutil.rmtree(folder)
    for what, count in sorted(counts.items()):
        print(f"{count:5d} {what}")
    print(
        f"{len(before.outcomes)} outcomes ({Counter(before.outcomes.values())}), {len(before.records)} records"
    )


if __name__ == "__main__":
    main()
