"""Calls, tuners and readers of texts for a long time: what grows, what a kill loses, and which texts are misread.

    python -m benchmarks.endurance soak --minutes 60     # queues, contexts, threads and processes that come and go
    python -m benchmarks.endurance kill --times 500      # tuners that are killed at random moments, about an hour
    python -m benchmarks.endurance fuzz --seconds 60     # texts from outside, drawn by coverage, for each property

The exit status is 1 where something is wrong. ``soak`` needs psutil and SciPy, ``kill`` Linux, ``fuzz`` atheris.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import psutil
import pyopencl as cl
import pyopencl.array as cl_array
from scipy.stats import theilslopes

import autoblas
from autoblas.database import Store
from autoblas.plan.queues import default_queue
from autoblas.tuning import read_journal

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[1]

SIZES = (1, 7, 33, 64, 130, 257)

LOOKS = 600
"""The number of times that ``soak`` measures its process's resources."""

WARM_UP, LEAST = 300, 20
"""Rounds that fill caches of plans, programs and shared memory, and the least number of later measurements for a slope."""

MOST = {"megabytes": 60.0, "descriptors": 5.0, "threads": 5.0}
"""Upper limits of what the slope adds over the time of its measurements."""

PER_CONTEXT = 0.02
"""Megabytes that a new context may leave: drivers keep some of the programs in it."""


class Resources(NamedTuple):
    """Resident memory, open files (on Windows handles) and threads, after so many seconds, rounds and new contexts."""

    seconds: float
    rounds: int
    contexts: int
    megabytes: float
    descriptors: int
    threads: int


def resources(seconds: float, rounds: int, contexts: int) -> Resources:
    """The resources of this process after a garbage collection."""
    gc.collect()
    this = psutil.Process()
    descriptors = this.num_handles() if psutil.WINDOWS else this.num_fds()
    return Resources(seconds, rounds, contexts, this.memory_info().rss / 1e6, descriptors, this.num_threads())


def calls(queue: cl.CommandQueue, rng: random.Random) -> int:
    """Call a routine of each level, and one with a mistake; how many results are wrong."""
    numbers = np.random.default_rng(rng.getrandbits(32))
    m, n, k = (rng.choice(SIZES) for _ in range(3))
    shapes = ((m, k), (k, n), (k,), (m,), (k + 1, n))
    a, b, x, y, misfit = (numbers.integers(-3, 4, shape).astype(np.float32) for shape in shapes)
    copied = (lambda z: cl_array.to_device(queue, z)) if rng.random() < 0.5 else np.copy
    results: list[tuple[Any, Any]] = [
        (autoblas.gemm(copied(a), copied(b), queue=queue), a @ b),
        (autoblas.gemv(copied(a), copied(x), queue=queue), a @ x),
        (autoblas.axpy(copied(y), copied(y), alpha=2, queue=queue), 3 * y),
        (autoblas.dot(copied(x), copied(x), queue=queue), x @ x),
    ]
    with contextlib.suppress(autoblas.ShapeError):
        results.append((autoblas.gemm(copied(a), copied(misfit), queue=queue), None))
    values = [(x.get() if isinstance(x, cl_array.Array) else x, y) for x, y in results]
    return sum(not np.array_equal(np.ravel(x), np.ravel(y)) for x, y in values)


def run_round(kind: str, rng: random.Random, queue: cl.CommandQueue) -> int:
    """Make calls on the first queue, a new queue, or in a new context, thread or process; the number of wrong results."""
    if kind == "process":
        words = ["soak", "--rounds", "1", "--seed", str(rng.getrandbits(30))]
        command = [sys.executable, "-m", "benchmarks.endurance", *words]
        run = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)  # noqa: S603  # this module
        return int(run.returncode != 0)
    if kind == "thread":
        wrong: list[int] = []
        thread = threading.Thread(target=lambda: wrong.append(calls(default_queue(), rng)))
        thread.start()
        thread.join()
        return wrong[0] if wrong else 1
    if kind == "queue":
        queue = cl.CommandQueue(queue.context)
    elif kind == "context":
        context = cl.Context([queue.device])  # a reference until the end: Intel's queues have none
        queue = cl.CommandQueue(context)
    return calls(queue, rng)


def grown(looks: Sequence[Resources]) -> bool:
    """Print the slopes by Theil and Sen's method; whether anything grew by more than it may."""
    seconds, contexts = looks[-1].seconds - looks[0].seconds, looks[-1].contexts - looks[0].contexts
    times, beyond = [look.seconds for look in looks], False
    for name, most in MOST.items():
        values = [getattr(look, name) for look in looks]
        slope, _, low, high = theilslopes(values, times)
        hourly = " ".join(f"{3600 * bound:+.2f}" for bound in (slope, low, high))
        print(f"{name}: from {values[0]:.1f} to {values[-1]:.1f}; an hour, with 95 % bounds: {hourly}")
        allowed = most + (PER_CONTEXT * contexts if name == "megabytes" else 0)
        beyond |= bool(slope * seconds > allowed)
    return beyond


@click.group()
def main() -> None:
    """Find what grows, what a kill loses, and which texts are misread."""


@main.command()
@click.option("--minutes", default=60.0, show_default=True, help="How long.")
@click.option("--rounds", "most", type=int, help="At most so many rounds, on one queue.")
@click.option("--contexts", default=0.25, show_default=True, help="Share of the rounds that make a context.")
@click.option("--processes", default=0.005, show_default=True, help="Share that a process of its own makes.")
@click.option("--seed", default=1, show_default=True, help="Seed of shapes, queues and arrays.")
def soak(minutes: float, most: int | None, contexts: float, processes: float, seed: int) -> None:
    """Call routines of a few shapes on queues that come and go; neither memory nor descriptors may grow."""
    rng, queue, looks = random.Random(seed), default_queue(), list[Resources]()  # noqa: S311  # no secrets
    share = (1 - contexts - processes) / 3
    shares = {"context": contexts, "process": processes, "kept": share, "queue": share, "thread": share}
    drawn = dict.fromkeys(shares, 0)
    began, wrong = time.monotonic(), 0
    while (now := time.monotonic() - began) < 60 * minutes and (most is None or sum(drawn.values()) < most):
        if most is None and now >= len(looks) * 60 * minutes / LOOKS:
            looks.append(resources(now, sum(drawn.values()), drawn["context"]))
        kind = rng.choices(list(shares), list(shares.values()))[0] if most is None else "kept"
        wrong += run_round(kind, rng, queue)
        drawn[kind] += 1
    print(f"{sum(drawn.values())} rounds, {wrong} wrong results: {drawn}")
    late = [look for look in looks[len(looks) // 3 :] if look.rounds >= WARM_UP]
    if len(late) >= LEAST:
        wrong += grown(late)
    elif most is None:
        print(f"growth is not judged: that takes more than {WARM_UP} rounds")
    click.get_current_context().exit(1 if wrong else 0)


MARK = "AUTOBLAS_KILLED_TUNERS"
"""The variable by which the processes of a tuner are found."""

EARLY, SEARCHED = 0.25, 25
"""The part of the tuners that are killed while they start, and the tuners of a search, before all its points are tried."""

SIGNALS = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGSTOP")


class Tuner:
    """A tuner that is killed.

    Args:
        folder: The folder of results.
        command: The arguments of ``autoblas tune``.
    """

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self.folder, self.mark = folder, secrets.token_hex(8)
        environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(folder), MARK: self.mark}
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the tuner
        self.process = subprocess.Popen(  # noqa: S603  # our own command
            [sys.executable, "-m", "autoblas", "tune", *command],
            env=environment, stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def kill(self, rng: random.Random, span: float) -> tuple[str, list[str]]:
        """Send it a signal within so many seconds; how it ended, and what is wrong with that."""
        if rng.random() > EARLY:
            self._wait_for_a_trial()
        time.sleep(rng.uniform(0, span))
        name = rng.choice(SIGNALS)
        if name == "SIGSTOP" and self.process.poll() is None:
            self.process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0, span / 4))
            self.process.send_signal(signal.SIGCONT)
            time.sleep(rng.uniform(0, span / 2))
        over, wrong = self.process.poll() is not None, list[str]()
        if not over:  # to the tuner alone, not to its children
            self.process.send_signal(getattr(signal, rng.choice(SIGNALS[:3]) if name == "SIGSTOP" else name))
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            wrong.append(f"it did not end on {name}")
            self.process.kill()
            self.process.wait()
        wrong += [f"process {pid} was left" for pid in self._remaining(10.0)]
        self.output.seek(0)
        output = self.output.read().decode(errors="replace")
        if "Traceback" in output or (over and self.process.returncode):
            wrong.append(f"it printed {output[-2000:]}")
        return f"ended before {name}" if over else f"{name}, then status {self.process.returncode}", wrong

    def _wait_for_a_trial(self) -> None:
        """Wait until a journal has grown, or it has ended."""
        size, ends = journal_bytes(self.folder), time.monotonic() + 120
        while journal_bytes(self.folder) <= size and self.process.poll() is None and time.monotonic() < ends:
            time.sleep(0.02)

    def _remaining(self, seconds: float) -> list[int]:
        """Its processes that still run after so many seconds, and are killed then."""
        ends = time.monotonic() + seconds
        while (remaining := self._running()) and time.monotonic() < ends:
            time.sleep(0.05)
        for pid in remaining:
            os.kill(pid, signal.SIGKILL)
        return remaining

    def _running(self) -> list[int]:
        mark, running = f"{MARK}={self.mark}".encode(), []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    running.append(int(entry.name))
            except OSError:  # it has ended, or is another user's
                continue
        return running


def journal_bytes(folder: Path) -> int:
    """Bytes of all journals."""
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))


class StoredResults:
    """The outcomes and records in a folder of results.

    Args:
        folder: The folder.

    Attributes:
        outcomes: The kind of each point's outcome, by journal and point.
        records: The identities of records: origin, problem, kernel and parameters.
        damaged: Sentences about what cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.outcomes: dict[tuple[str, str], str] = {}
        self.damaged: list[str] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for path in folder.rglob("*.jsonl"):
                if path.stat().st_size:
                    _, memory = read_journal(path)
                    self.outcomes |= {
                        (path.name, name): outcome.kind for name, outcome in memory.known.items()
                    }
                    lines = path.read_bytes().split(b"\n")[:-1]
                    self.damaged += [f"{path.name}: {x!r}" for x in lines if (x[:1], x[-1:]) != (b"{", b"}")]
            store = Store(folder / "results-2.sqlite3")
            reading = store.reading() if store.path.exists() else None
        self.records = {record.identity for record in reading.records} if reading else set()
        self.damaged += [str(warning.message) for warning in caught]
        if reading and reading.unreadable:
            self.damaged.append(f"{reading.unreadable} rows of the results cannot be read")
        self.damaged += [f"{path.name} was set aside" for path in folder.glob("*.damaged-*")]

    def faults(self, before: StoredResults) -> list[str]:
        """Outcomes and records that were lost since, damage, and crashes: points of a killed tuner must not count as crashed."""
        lost = [f"lost the outcome of {point}" for point in before.outcomes.keys() - self.outcomes.keys()]
        lost += [f"lost the record {identity}" for identity in before.records - self.records]
        new = self.outcomes.items() - before.outcomes.items()
        crashed = [f"called {point} {kind}" for point, kind in new if kind not in ("ok", "illegal")]
        return lost + crashed + [x for x in self.damaged if x not in before.damaged]


@main.command()
@click.option("--times", default=500, show_default=True, help="How many tuners are killed.")
@click.option("--span", default=4.0, show_default=True, help="Seconds within which that happens.")
@click.option("--seed", default=1, show_default=True, help="Seed of the moments and signals.")
@click.argument("problem", nargs=-1)
def kill(times: int, span: float, seed: int, problem: tuple[str, ...]) -> None:
    """Kill tuners, each of which goes on with a search that others began; PROBLEM is what ``autoblas tune`` takes.

    Every outcome and record from before must be there, nothing damaged and no process left.
    """
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # under nohup; tuners would inherit that
        signal.signal(signal.SIGHUP, lambda *_: None)
    rng, counts = random.Random(seed), Counter[str]()  # noqa: S311  # no secrets
    with tempfile.TemporaryDirectory(prefix="killed-tuners-") as name:
        folder = Path(name)
        environment = {**os.environ, "AUTOBLAS_DATA_DIR": name}
        command = [sys.executable, "-m", "autoblas", "devices"]  # which pass their self-tests once
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # ours
        before = StoredResults(folder)
        for number in range(1, times + 1):
            searched = problem or ("axpy", "-n", str(10_000 + number // SEARCHED))
            end, wrong = Tuner(folder, [*searched, "--strategy", "random", "--trials", "1"]).kill(rng, span)
            after = StoredResults(folder)
            wrong += after.faults(before)
            counts.update([end, *["wrong"] * bool(wrong)])
            for fault in wrong:
                print(f"{number} ({end}): {fault}", flush=True)
            if number % SEARCHED == 0:
                print(f"{number}: {len(after.outcomes)} outcomes, {len(after.records)} records", flush=True)
            before = after
    for end, count in sorted(counts.items()):
        print(f"{count:5d} {end}")
    print(f"outcomes: {dict(Counter(before.outcomes.values()))}; {len(before.records)} records")
    click.get_current_context().exit(1 if counts["wrong"] else 0)


FILES = {
    "database": "database/test_any_text.py",
    "journal": "tuning/test_any_journal.py",
    "verdicts": "devices/opencl/test_any_verdicts.py",
    "notation": "problems/test_notation.py",
    "presets": "contrib/presets/test_presets.py",
    "commands": "cli/test_any_words.py",
}
"""Files of tests with properties of texts from outside, which Hypothesis gives examples."""

WATCHED = ("cli", "contrib", "database", "precision", "problems", "space", "store", "tuning")
"""The packages and modules whose branches count as coverage."""


@main.command()
@click.argument("names", type=click.Choice(list(FILES)), nargs=-1)
@click.option(
    "--seconds", type=click.IntRange(min=1), default=60, show_default=True, help="For each property."
)
def fuzz(names: tuple[str, ...], seconds: int) -> None:
    """Try the properties of NAMES, or all, on inputs that atheris makes by coverage, one after the other.

    ``pytest`` on the file of one that failed tries its input first.
    """
    failed = 0
    for name in names or FILES:
        text = (ROOT / "tests" / FILES[name]).read_text(encoding="utf-8")
        for test in re.findall(r"@given\(.*\)\n(?:@.*\n)*def (test_\w+)", text):
            with tempfile.TemporaryDirectory() as folder:
                command = [
                    sys.executable,
                    "-m",
                    "benchmarks.endurance",
                    "fuzz-property",
                    FILES[name],
                    test,
                    str(seconds),
                ]
                environment = {**os.environ, "AUTOBLAS_DATA_DIR": folder}
                run = subprocess.run(  # noqa: S603  # this module
                    command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
                )
            inputs, failed = re.findall(r"#(\d+)", run.stderr), failed + (run.returncode != 0)
            outcome = "failed" if run.returncode else "none failed"
            print(f"{name}, {test}: {inputs[-1] if inputs else 0} inputs, {outcome}", flush=True)
            if run.returncode:
                print(run.stdout[-3000:] + run.stderr[-3000:])
    click.get_current_context().exit(1 if failed else 0)


@main.command(hidden=True)
@click.argument("file")
@click.argument("test")
@click.argument("seconds", type=int)
def fuzz_property(file: str, test: str, seconds: int) -> None:
    """Try one property in this process, which ends with it."""
    import atheris  # noqa: PLC0415  # only here

    path = ROOT / "tests" / file
    sys.path[:0] = [str(path.parent), str(ROOT / "tests")]
    with atheris.instrument_imports(include=[f"autoblas.{name}" for name in WATCHED]):
        module = importlib.import_module(path.stem)
    folder = os.environ["AUTOBLAS_DATA_DIR"]  # which goes with the run, and slow inputs with it
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-rss_limit_mb=8192", "-timeout=60"]
    words = [sys.argv[0], f"-artifact_prefix={folder}/", *limits]
    atheris.Setup(words, getattr(module, test).hypothesis.fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
