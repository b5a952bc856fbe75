"""Tunes a problem on a device: searches its points in a child process and keeps what was found in the database."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autoblas import tuning
from autoblas.database import Provenance, data_path
from autoblas.errors import NoLegalPointError
from autoblas.problems.blas.notation import written
from autoblas.tune.finals import run_finals
from autoblas.tune.points import groups
from autoblas.tune.results import has_record, store_results
from autoblas.tune.state import device_lock, journal_key
from autoblas.tune.task import Task, task_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.devices.device import Facts
    from autoblas.plan.candidates import Candidate
    from autoblas.problems import Problem
    from autoblas.tuning import Finalist, Point, Progress, Result

__all__ = ["STARTS_ONLY", "Budget", "TuningReport", "tune"]

STARTS_ONLY = "suggested"
"""The strategy that tries what kernels suggest and what is known near by, and lists no other points."""


LONGEST = 30.0
"""Seconds that the finals may take where the search has no limit; otherwise a part of the search's, ``FINALS``."""

FINALS = 0.25
"""Time of the finals, as a part of the trials' seconds."""

LEAST_FINALS = 1.5
"""Seconds that are left for the finals, and for the trial before them, where the search has to end by a time; of little time
a third."""

LEAST_HELPER = 1.5
"""Seconds that the search of a helping kernel takes at least: a process starts, test data are made, a few points are tried."""

MIN_SECONDS = 0.03
"""Counted launches of a trial add up to this, at least, so that one interruption does not decide."""

SINGLE_THREADED = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1")
"""The child's references are computed by NumPy, whose BLAS threads go on spinning for a tenth of a second after a
product and would take the cores from a CPU device that is being timed."""


@dataclass(frozen=True)
class Budget:
    """Limits and strategy of a search.

    Attributes:
        strategy: One of ``tuning.STRATEGIES``, or ``STARTS_ONLY``.
        seconds: No trial begins later; None for as long as the strategy goes on.
        evaluations: No more trials than this.
        trials: Counted launches a point.
        seed: Of whatever is drawn at random.
        limit: Seconds that compiling, checking or timing one point may take.
        options: Further options of the strategy.
        within: Seconds that all of it may take, from the listing of points to the helpers: a trial that is under way then is
            broken off, and finals and helpers that there is no time for are left out. None for as long as it takes.
    """

    strategy: str = "model"
    seconds: float | None = None
    evaluations: int | None = None
    trials: int = 5
    seed: int = 0
    limit: float = 60.0
    options: Mapping[str, Any] = field(default_factory=dict)
    within: float | None = None

    @property
    def allowed(self) -> float:
        """Seconds that the launches of one point may take: half of its limit, as trials do, and no more than the search."""
        limits = (self.limit / 2, self.seconds, self.within)
        return min(limit for limit in limits if limit is not None)


@dataclass(frozen=True)
class TuningReport:
    """Result of tuning one problem.

    Attributes:
        problem: The problem.
        facts: The device.
        result: The search's own account.
        finalists: The best points with all their timings in turns, the winner first.
        served: The point that would serve without this search; None where none would.
        helpers: The reports on the launches that the winner needs beside its own.
        cut: There was no time for all of these.
        recorded: The best points are among the user's results, now or since earlier.
    """

    problem: Problem
    facts: Facts
    result: Result
    finalists: tuple[Finalist, ...]
    served: Point | None = None
    helpers: tuple[TuningReport, ...] = ()
    cut: bool = False
    recorded: bool = True

    @property
    def unchanged(self) -> bool:
        """The point that served before stays, since none was faster by more than the noise."""
        return bool(self.finalists) and self.finalists[0].point == self.served

    @property
    def complete(self) -> bool:
        """The search came to its own end, and what helps the winner was searched too."""
        return self.result.complete and not self.cut

    @property
    def interrupted(self) -> bool:
        """The user broke it off."""
        return self.result.interrupted or any(helper.interrupted for helper in self.helpers)


def tune(
    problem: Problem,
    device: str | None,
    budget: Budget,
    *,
    fixed: Mapping[str, Any] | None = None,
    resume: bool = True,
    on_start: Callable[[Problem, Facts, list[Point], list[Candidate]], None] | None = None,
    on_result: Callable[[Progress], None] | None = None,
) -> TuningReport:
    """Search the points of a problem, keep the best in the user's results, then tune the helpers they need.

    Args:
        problem: The problem that is tuned.
        device: The device, as ``--device`` takes it.
        budget: Limits and strategy of the search.
        fixed: Parameters held at a value.
        resume: Use what the journal of earlier runs knows; otherwise everything is tried anew, failures too.
        on_start: Called with the problem, the device, the legal points and the candidates that are tried first.
        on_result: Called with every outcome.

    Raises:
        NoDeviceError: no device fits.
        NoLegalPointError: no point is legal, or every point that was tried failed.
        ArgumentError: an option does not fit, or the problem does not fit the memory there is.
        TuningError: another process tunes on this device.
        DatabaseError: what is found could not be kept.
    """
    ending = math.inf if budget.within is None else time.monotonic() + budget.within
    task = task_of(problem, device, fixed, only=budget.strategy == STARTS_ONLY)
    facts = task.facts
    if on_start is not None:
        on_start(problem, facts, task.space.points, task.begin)
    result, finalists = _search(task, budget, ending, resume=resume, on_result=on_result)
    recorded = bool(finalists)
    if result.evaluated or not has_record(problem, facts):
        recorded = store_results(task, result, finalists, _provenance(budget, result), budget.allowed)
    helpers: list[TuningReport] = []
    cut = False
    if finalists and not result.interrupted:
        try:
            for helper in task.helpers(finalists):
                remaining = ending - time.monotonic()
                if remaining < LEAST_HELPER:
                    cut = True
                    break
                helper_budget = _for_helper(budget, remaining)
                report = tune(
                    helper, device, helper_budget, resume=resume, on_start=on_start, on_result=on_result
                )
                helpers.append(report)
        except KeyboardInterrupt:  # before their trials; what was found of the problem itself is kept
            result.interrupted = True
    return TuningReport(problem, facts, result, finalists, task.before, tuple(helpers), cut, recorded)


def _search(
    task: Task, budget: Budget, ending: float, *, resume: bool, on_result: Callable[[Progress], None] | None
) -> tuple[Result, tuple[Finalist, ...]]:
    """Go through the points in a child process, and let the best of them take turns.

    Args:
        task: The task of the search.
        budget: Limits and strategy.
        ending: When all of it is to be done, by ``time.monotonic``.
        resume: Use what the journal knows.
        on_result: Called with every outcome.

    Raises:
        NoLegalPointError: every point that was tried failed.
        ArgumentError: an option of the strategy does not fit.
        TuningError: another process tunes on this device.
    """
    problem, facts, space = task.problem, task.facts, task.space
    search = tuning.make_search(
        "exhaustive" if task.only else budget.strategy,
        space.points,
        trials=budget.trials,
        seed=budget.seed,
        start=space.start,
        groups=groups(problem),
        **budget.options,
    )
    key = journal_key(problem, facts)
    folder = data_path().parent / "journals"
    with (
        device_lock(facts, folder),
        tuning.Journal(folder / tuning.journal_name(key), key) as journal,
        tuning.Child(
            "autoblas.tune.evaluator:evaluator",
            task.evaluator_arguments,
            environment=SINGLE_THREADED if facts.host_shared else {},
        ) as child,
    ):
        if not resume:
            journal.purge(good=True, bad=True)
        child.until = ending
        remaining = max(ending - time.monotonic(), 0.0)
        result = tuning.run(
            space.points,
            search,
            child.evaluate,
            journal,
            seconds=_shorter(budget.seconds, remaining - _for_finals(remaining)),
            evaluations=budget.evaluations,
            limit=budget.limit,
            min_seconds=MIN_SECONDS,
            on_result=on_result,
            source=lambda point: space.source(problem, point, facts),
        )
        if result.best is None and result.outcomes and not result.interrupted:
            raise NoLegalPointError(
                f"every point failed for {written(problem)} on {facts.name}: {_failures(result)}"
            )
        child.until = math.inf
        seconds = LONGEST if budget.seconds is None else FINALS * budget.seconds
        remaining = ending - time.monotonic()
        return result, run_finals(
            result,
            child,
            task.before,
            seconds=seconds,
            remaining=remaining,
            allowed=budget.allowed,
            limit=budget.limit,
            seed=budget.seed,
        )


def _for_finals(remaining: float) -> float:
    """Seconds of the remaining time that are not for trials."""
    return (
        0.0
        if remaining == math.inf
        else max(remaining * FINALS / (1 + FINALS), min(LEAST_FINALS, remaining / 3))
    )


def _shorter(seconds: float | None, most: float) -> float | None:
    """The lesser of two durations; None where neither is limited."""
    least = min(math.inf if seconds is None else seconds, most)
    return least if least < math.inf else None


def _for_helper(budget: Budget, remaining: float) -> Budget:
    """A search that suits the small space of a helping kernel, in a fraction of the time and of what is left of it."""
    seconds = None if budget.seconds is None else budget.seconds / 4
    strategy = budget.strategy if budget.strategy == STARTS_ONLY else "model"
    within = _shorter(None, remaining)
    trials = max(budget.trials, 9)
    return Budget(strategy, seconds, budget.evaluations, trials, budget.seed, budget.limit, within=within)


def _provenance(budget: Budget, result: Result) -> Provenance:
    """Provenance of a search's records."""
    measured = result.counts()["ok"]
    return Provenance.now(budget.strategy, measured, len(result.outcomes))


def _failures(result: Result) -> str:
    """Counts of outcomes, and one failed point with its parameters."""
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(result.counts().items()))
    example = next((entry for entry in result.outcomes.items() if entry[1].message), None)
    if example is None:
        return f"{counts}; no message"
    point = result.points[example[0]]
    values = " ".join(f"{name}={value}" for name, value in point.items() if name != "kernel")
    return f"{counts}; for example {point['kernel']}, {values or 'without parameters'}: {example[1].message}"
