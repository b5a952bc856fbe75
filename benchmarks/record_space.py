"""Records a space for ``searches.py``: builds, checks and times all points of some kernels, in an order drawn at random.

    python benchmarks/record_space.py "sgemm NN 2048 accuracy=strict" --fix kernel=gemm_ffma --only stages=2,3 OUT

Several processes build; one at a time launches what is timed, while no other checks. Further rounds time again what was
right, for as long as there is time; the least time of all launches counts. What the time was too short for is left out,
so that the points of a round that was broken off are an even sample. ``--again`` times the points of a file once more, and
keeps the lesser times.
"""

from __future__ import annotations

import datetime as dt
import math
import random
import statistics
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from recorded_space import Origin, RecordedSpace, among, read_space, write_space

from autoblas import tuning
from autoblas.devices.named import called
from autoblas.problems.blas.notation import read
from autoblas.runtime.autotune.points import search_space
from autoblas.runtime.autotune.tune import ONE_HOST_THREAD
from autoblas.runtime.serving_device import chosen_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tuning import Point

TRIALS = 5
LIMIT = 20.0
"""Seconds that compiling, checking or timing one point may take."""


class Turns:
    """Many may check at a time, but one alone may time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._checking = self._waiting = 0
        self._timing = False

    def begin(self, stage: str) -> None:
        """Wait until a stage may begin."""
        with self._changed:
            if stage == "check":
                self._changed.wait_for(lambda: not self._timing and not self._waiting)
                self._checking += 1
            elif stage == "time":
                self._waiting += 1
                self._changed.wait_for(lambda: not self._timing and not self._checking)
                self._waiting -= 1
                self._timing = True

    def end(self, stage: str) -> None:
        """Say that it has ended."""
        with self._changed:
            if stage == "check":
                self._checking -= 1
            elif stage == "time":
                self._timing = False
            self._changed.notify_all()


@dataclass
class Known:
    """What is known of a point.

    Attributes:
        kind: Of its outcome.
        least: The shortest launch of each round.
        cost: Seconds that its first trial took.
    """

    kind: str
    cost: float
    least: list[float] = field(default_factory=list)


class Recording:
    """The points, who tries them, and what came of it."""

    def __init__(self, points: Sequence[Point], ends: float, min_seconds: float, seed: int) -> None:
        self.points, self.ends, self.min_seconds = points, ends, min_seconds
        self.known: dict[int, Known] = {}
        self.turns, self.lock = Turns(), threading.Lock()
        self.random = random.Random(seed)  # noqa: S311 -- no secret
        self.queue: list[int] = []
        self.rounds, self.earlier = 0, ""

    def believe(self, before: RecordedSpace) -> None:
        """Take an earlier recording of the same points for the first round."""
        for index, (kind, cost, least) in enumerate(
            zip(before.kinds, before.costs, before.seconds, strict=True)
        ):
            self.known[index] = Known(kind, cost, [least] if kind == "ok" else [])
        self.rounds, self.earlier = 1, before.origin.how

    def next(self) -> int | None:
        """The point that is tried next; None when the time is over, or nothing works."""
        with self.lock:
            if time.monotonic() >= self.ends:
                return None
            if not self.queue:
                self.queue = [i for i in range(len(self.points)) if self.rounds == 0 or self._right(i)]
                self.random.shuffle(self.queue)
                self.rounds += 1
            return self.queue.pop() if self.queue else None

    def _right(self, index: int) -> bool:
        known = self.known.get(index)
        return known is not None and known.kind == "ok"

    def work(self, child: tuning.Child) -> None:
        """Try one point after another."""
        # The first trial waits for the process and its reference, which is no cost of a point.
        child.evaluate(self.points[0], trials=1, limit=LIMIT)
        while (index := self.next()) is not None:
            self.attempt(index, child)

    def attempt(self, index: int, child: tuning.Child) -> None:
        """Try a point."""
        waited, stage = 0.0, ""

        def permit(name: str, source: str) -> bool:
            nonlocal waited, stage
            del source
            self.turns.end(stage)
            began = time.monotonic()
            self.turns.begin(name)
            waited, stage = waited + time.monotonic() - began, name
            return True

        began = time.monotonic()
        try:
            outcome = child.evaluate(
                self.points[index], trials=TRIALS, min_seconds=self.min_seconds, permit=permit, limit=LIMIT
            )
        finally:
            self.turns.end(stage)
        with self.lock:
            known = self.known.setdefault(index, Known(outcome.kind, time.monotonic() - began - waited))
            if outcome.kind == "ok":
                known.least.append(min(outcome.seconds))

    def noise(self) -> str:
        """How far the least times of the first and of the second half of the rounds are apart, in words."""
        pairs = [known.least for known in self.known.values() if len(known.least) > 1]
        if not pairs:
            return "one round"
        halves = [
            (min(each[: len(each) // 2]), min(each[len(each) // 2 :]))
            if not self.earlier
            else (each[0], min(each[1:]))
            for each in pairs
        ]
        apart = sorted(abs(math.log(one / other)) for one, other in halves)
        median, most = statistics.median(apart), apart[int(0.95 * (len(apart) - 1))]
        return f"the two halves of the rounds are {100 * median:.1f} % apart (median), 95 % of the points within {100 * most:.1f} %"

    def space(self, problem: Problem, text: str, facts: Facts) -> RecordedSpace:
        """What is known by now."""
        done = sorted(self.known)
        rounds = sorted(len(each.least) for each in self.known.values() if each.kind == "ok")
        how = (
            self.earlier
            and f"{self.earlier}; timed again, {rounds[0] - 1} to {rounds[-1] - 1} rounds of {self.min_seconds * 1e3:g} ms"
        ) or (
            f"{len(done)} of {len(self.points)} points, tried in an order drawn at random; least of all launches, "
            f"{rounds[0]} to {rounds[-1]} rounds of {TRIALS} launches and {self.min_seconds * 1e3:g} ms at least"
        )
        origin = Origin(
            problem=text,
            device=facts.name,
            driver=f"{facts.platform}, {facts.driver}",
            date=dt.datetime.now(dt.UTC).date().isoformat(),
            how=how,
            noise=self.noise(),
        )
        del problem
        states = [self.known[i] for i in done]
        return RecordedSpace(
            origin,
            [self.points[i] for i in done],
            [min(each.least, default=math.inf) for each in states],
            [each.cost for each in states],
            [each.kind for each in states],
        )


def held(words: Sequence[str]) -> dict[str, Any]:
    """Parameters with the values that options fix."""
    return {name: _value(value) for name, value in (word.partition("=")[::2] for word in words)}


def _value(word: str) -> str | int | bool:
    return word == "True" if word in ("True", "False") else int(word) if word.isdigit() else word


@click.command()
@click.argument("problem")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--device", help="As autoblas tune takes it.")
@click.option("--fix", multiple=True, metavar="NAME=VALUE", help="Fix a parameter, as autoblas tune does.")
@click.option("--only", multiple=True, metavar="NAME=V,V", help="Values that a parameter may have.")
@click.option("--seconds", default=120.0, show_default=True, help="No trial begins later.")
@click.option("--workers", default=1, show_default=True, help="Processes that build.")
@click.option(
    "--least", default=0.02, show_default=True, help="Seconds of counted launches a trial, at least."
)
@click.option("--most", default=3000, show_default=True, help="Points; of more, a random sample.")
@click.option("--rounds", default=99, show_default=True, help="Times that points are timed, at most.")
@click.option("--seed", default=0, show_default=True)
@click.option("--again", is_flag=True, help="Time the points of OUT once more.")
def main(
    problem: str, out: Path, device: str | None, fix: tuple[str, ...], only: tuple[str, ...], seconds: float, workers: int,
    least: float, most: int, rounds: int, seed: int, again: bool,
) -> None:  # fmt: skip
    """Record a space; see the module's first lines."""
    began = time.monotonic()
    posed, chosen = read(problem), chosen_one(device)
    space = search_space(posed, chosen.facts, [], held(fix))
    points = [space.points[i] for i in among(space.points, only)]
    points = random.Random(seed).sample(points, min(most, len(points)))  # noqa: S311 -- no secret
    before = read_space(out) if again else None
    points = points if before is None else list(before.points)
    print(f"{problem} on {chosen.facts.name}: {len(points)} points", flush=True)
    recording = Recording(points, began + seconds, least, seed)
    if before is not None:
        recording.believe(before)
    arguments = {"words": posed.words(), "device": str(called(chosen.device))}
    changes = ONE_HOST_THREAD
    children = [
        tuning.Child("autoblas.runtime.autotune.tasks:evaluator", arguments, environment=changes)
        for _ in range(workers)
    ]
    threads = [threading.Thread(target=recording.work, args=(child,)) for child in children]
    for thread in threads:
        thread.start()
    shown = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.5)
        with recording.lock:
            done = recording.rounds > rounds
            recording.ends = 0.0 if done else recording.ends
            count = len(recording.known)
        if count >= shown + 200:
            shown = count
            print(f"  {count} points, round {recording.rounds}, {time.monotonic() - began:.0f} s", flush=True)
    for child in children:
        child.close()
    found = recording.space(posed, problem, chosen.facts)
    write_space(out, found)
    kinds = {kind: found.kinds.count(kind) for kind in dict.fromkeys(found.kinds)}
    print(f"{found.origin.how}; {found.origin.noise}; {kinds}; best {found.optimum * 1e6:.1f} us, median cost "
          f"{statistics.median(found.costs):.2f} s, {out.stat().st_size} bytes, {time.monotonic() - began:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
