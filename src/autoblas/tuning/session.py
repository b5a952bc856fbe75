"""One tuning run: a search asks, a child process or the journal answers, and nothing that was measured is lost."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoblas.isolate.interruption import as_interrupts
from autoblas.tuning.outcome import Memory, Outcome, Point, Ranked, rank

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.tuning.evaluator import Evaluate
    from autoblas.tuning.searches.strategy import Request, Search

__all__ = ["Progress", "Result", "run"]


@dataclass(frozen=True)
class Progress:
    """Progress of a run after a point.

    Attributes:
        done: Points with an outcome.
        failures: Those of them that are not ok.
        best_seconds: Shortest median so far; None while there is none.
        best_point: The point that has it.
        elapsed: Seconds since the run began.
        remaining: Seconds left of the budget; None without one.
        point: The point that was just done.
        outcome: Its outcome.
        replayed: It was known before, so nothing ran.
    """

    done: int
    failures: int
    best_seconds: float | None
    best_point: Point | None
    elapsed: float
    remaining: float | None
    point: Point
    outcome: Outcome
    replayed: bool


@dataclass
class Result:
    """Outcomes of a run.

    Attributes:
        points: The points it was about.
        outcomes: Outcome of each point that was requested, by its index among ``points``.
        evaluated: Trials that ran.
        replayed: Trials answered from memory, by the point itself or by an equal source.
        interrupted: The user broke it off.
        complete: The search had nothing more to ask.
        elapsed: Seconds it took.
    """

    points: Sequence[Point]
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    evaluated: int = 0
    replayed: int = 0
    interrupted: bool = False
    complete: bool = False
    elapsed: float = 0.0

    def ranking(self, n: int | None = None, flops: float = 0.0) -> tuple[Ranked, ...]:
        """The ``n`` fastest points (all by default), given the work of one call."""
        in_order = sorted(self.outcomes.items())
        return rank(((self.points[i], outcome) for i, outcome in in_order), flops)[:n]

    @property
    def best(self) -> Ranked | None:
        """The fastest point; None where none is ok."""
        return next(iter(self.ranking(1)), None)

    @property
    def best_outcome(self) -> Outcome | None:
        """Outcome of the fastest point; None where none is ok."""
        index = self.best_index
        return None if index is None else self.outcomes[index]

    @property
    def best_index(self) -> int | None:
        """The fastest point's index; None where none is ok."""
        fastest = min(self.outcomes, key=lambda i: (self.outcomes[i].median, i), default=None)
        return fastest if fastest is not None and self.outcomes[fastest].kind == "ok" else None

    def counts(self) -> Counter[str]:
        """Number of points by kind of outcome."""
        return Counter(outcome.kind for outcome in self.outcomes.values())


def run(
    points: Sequence[Point],
    search: Search,
    evaluate: Evaluate | None,
    journal: Memory | None = None,
    *,
    seconds: float | None = None,
    evaluations: int | None = None,
    limit: float = 60.0,
    min_seconds: float = 0.0,
    on_result: Callable[[Progress], None] | None = None,
    source: Callable[[Point], str] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Result:
    """Drive a search until it is done or the budget is spent.

    Points that failed before are not tried again, times that are known are not taken again, and equal sources are
    timed once; what is known of a point's earlier source, which another version wrote, is not believed. Ctrl-C ends the run
    and keeps what was measured; so do the signals of ``interruption.as_interrupts``, and a trial that is abandoned since the
    evaluator's time is up.

    Args:
        points: The points that the search was made over.
        search: Chooses the next point.
        evaluate: Tries a point. None replays: points that the journal does not know count as abandoned.
        journal: Memory of earlier outcomes, which this run adds to; by default one that ends with the run.
        seconds: No trial begins later than this.
        evaluations: No more trials than this are run; replays do not count.
        limit: Seconds that each stage of a trial may take.
        min_seconds: Counted launches of a trial add up to this, at least.
        on_result: Called with every outcome.
        source: Gives the hash of what would run at a point today, as its ``PreparedPoint.source``. None believes all that the
            journal knows.
        clock: Seconds from any origin.
    """
    memory = Memory() if journal is None else journal
    with as_interrupts():
        return _Run(points, search, evaluate, memory, limit, min_seconds, source).drive(
            seconds, evaluations, on_result, clock
        )


class _Run:
    """The state of one run."""

    def __init__(
        self,
        points: Sequence[Point],
        search: Search,
        evaluate: Evaluate | None,
        memory: Memory,
        limit: float,
        min_seconds: float,
        source: Callable[[Point], str] | None,
    ) -> None:
        self.search, self.evaluate, self.memory = search, evaluate, memory
        self.limit, self.min_seconds, self.source = limit, min_seconds, source
        self.result = Result(points)
        self.best: int | None = None
        self.failures = 0

    def drive(
        self,
        seconds: float | None,
        evaluations: int | None,
        on_result: Callable[[Progress], None] | None,
        clock: Callable[[], float],
    ) -> Result:
        """Request, answer and report outcomes, until the search or the budget ends."""
        result, began, request = self.result, clock(), None
        try:
            while seconds is None or clock() - began < seconds:
                request = self.search.ask()
                if request is None:
                    result.complete = True
                    break
                outcome = self._recalled(request)
                replayed = outcome is not None
                if outcome is None:
                    if evaluations is not None and result.evaluated >= evaluations:
                        break
                    outcome, replayed = self._try(request)
                if outcome.kind == "abandoned" and self.evaluate is not None:  # its time was up
                    break
                result.replayed += replayed
                result.evaluated += not replayed
                self._report(request.index, outcome)
                if on_result is not None:
                    elapsed = clock() - began
                    on_result(self._progress(request.index, replayed, elapsed, seconds))
        except KeyboardInterrupt:
            result.interrupted = True
        finally:
            if request is not None:
                self.memory.abandon(result.points[request.index])
            result.elapsed = clock() - began
        return result

    def _recalled(self, request: Request) -> Outcome | None:
        """The outcome where no trial is needed, else None."""
        remembered = self._current(self.result.points[request.index])
        if self.evaluate is None:
            return remembered or Outcome("abandoned", message="the journal does not know this point")
        return remembered if remembered is not None and _settled(remembered, request.trials) else None

    def _current(self, point: Point) -> Outcome | None:
        """Remembered outcome of a point, if it is of the text that would run there today."""
        remembered = self.memory.lookup(point)
        if remembered is None or self.source is None:
            return remembered
        return remembered if remembered.source == self.source(point) else None

    def _try(self, request: Request) -> tuple[Outcome, bool]:
        """Run a trial for the launches that are still missing.

        Returns:
            The outcome of the point, and whether it is that of an equal source.
        """
        assert self.evaluate is not None  # noqa: S101 - without it every answer is known
        point, memory = self.result.points[request.index], self.memory
        twin: Outcome | None = None

        def permit(stage: str, source: str) -> bool:
            nonlocal twin
            same = memory.by_source.get(source)
            if same is not None and _settled(same, request.trials):
                twin = same
                return False
            memory.intend(stage, point, source)
            return True

        before = self._current(point)
        had = before.seconds if before is not None else ()
        outcome = self.evaluate(
            point,
            trials=max(1, request.trials - len(had)),
            min_seconds=self.min_seconds,
            give_up_above=None if self.best is None else self.result.outcomes[self.best].median,
            permit=permit,
            limit=self.limit,
        )
        if twin is not None:
            outcome = twin
        elif outcome.kind == "abandoned":
            return outcome, False
        elif before is not None:
            outcome = before.extended(outcome)
        memory.record(point, outcome)
        return outcome, twin is not None

    def _report(self, index: int, outcome: Outcome) -> None:
        """Report an outcome to the search, and update the best point, whose time may have become longer."""
        outcomes = self.result.outcomes
        before = outcomes.get(index)
        self.failures += (outcome.kind != "ok") - (before is not None and before.kind != "ok")
        outcomes[index] = outcome
        self.search.tell(index, outcome)
        if outcome.kind == "ok" and (self.best is None or outcome.median < outcomes[self.best].median):
            self.best = index
        elif index == self.best:
            self.best = self.result.best_index

    def _progress(self, index: int, replayed: bool, elapsed: float, seconds: float | None) -> Progress:
        outcomes, points, best = self.result.outcomes, self.result.points, self.best
        return Progress(
            done=len(outcomes),
            failures=self.failures,
            best_seconds=None if best is None else outcomes[best].median,
            best_point=None if best is None else points[best],
            elapsed=elapsed,
            remaining=None if seconds is None else max(0.0, seconds - elapsed),
            point=points[index],
            outcome=outcomes[index],
            replayed=replayed,
        )


def _settled(outcome: Outcome, trials: int) -> bool:
    """True if another trial would add nothing that is requested."""
    return outcome.bad or outcome.enough(trials)
