"""Tunes a problem on a device: searches its points in a child process and keeps what was found in the database."""

from __future__ import annotations

import datetime as dt
import math
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as replaced

from autoblas import tuning
from autoblas.database import Provenance, Record, data_path, measured_at
from autoblas.devices.named import called
from autoblas.errors import ArgumentError, DatabaseError, NoKernelError, NoLegalPointError, TuningError
from autoblas.guard import Guard, HeldError
from autoblas.kernels import kernels
from autoblas.problems.blas.notation import written
from autoblas.runtime.autotune.points import (
    groups,
    holds,
    point_of,
    refusals,
    search_space,
    starts,
    starts_only,
)
from autoblas.runtime.candidates import candidates
from autoblas.runtime.choose import choices
from autoblas.runtime.fit import TRIAL, refuse_what_does_not_fit
from autoblas.runtime.results import place_of, user_results
from autoblas.runtime.serve import forget_plans
from autoblas.runtime.serving_device import chosen_one
from autoblas.runtime.texts import verdicts
from autoblas.runtime.texts.verdicts import Verdict
from autoblas.space import parameters
from autoblas.tuning import Finalist, point_key
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.runtime.candidates import Candidate, Excluded
    from autoblas.runtime.choose import Choice
    from autoblas.tuning import Outcome, Point, Progress, Result

__all__ = ["STARTS_ONLY", "Budget", "Report", "journal_key", "tune", "tuned_alone"]

STARTS_ONLY = "suggested"
"""The strategy that tries what kernels suggest and what is known near by, and lists no other points."""


FINALISTS = 5
"""Points that are timed again, in turns with what serves already: the fastest of many noisy times is often luck."""

LONGEST = 30.0
"""Seconds that the finals may take where the search has no limit; otherwise a quarter of the search's."""

TURN_SECONDS = 0.01
"""Counted launches of a turn of the finals add up to this, at least: what disturbs a machine lasts longer than a turn, so
that many short ones tell more than a few long ones."""

MIN_SECONDS = 0.03
"""Counted launches of a trial add up to this, at least, so that one interruption does not decide."""

ONE_HOST_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1")
"""The child's references are computed by NumPy, whose BLAS threads go on spinning for a tenth of a second after a
product and would take the cores from a CPU device that is being timed."""
RECORDS_KEPT = 5


@dataclass(frozen=True)
class Budget:
    """How a search is run.

    Attributes:
        strategy: One of ``tuning.STRATEGIES``, or ``STARTS_ONLY``.
        seconds: No trial begins later; None for as long as the strategy goes on.
        evaluations: No more trials than this.
        trials: Counted launches a point.
        seed: Of whatever is drawn at random.
        limit: Seconds that compiling, checking or timing one point may take.
        options: Further options of the strategy.
    """

    strategy: str = "model"
    seconds: float | None = None
    evaluations: int | None = None
    trials: int = 5
    seed: int = 0
    limit: float = 60.0
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """What tuning one problem found.

    Attributes:
        problem: The problem.
        facts: The device.
        result: The search's own account.
        finalists: The best points with all their timings in turns, the winner first.
        served: What would be served without this search; None where nothing would.
        helpers: The reports on the launches that the winner needs beside its own.
    """

    problem: Problem
    facts: Facts
    result: Result
    finalists: tuple[Finalist, ...]
    served: Point | None = None
    helpers: tuple[Report, ...] = ()

    @property
    def kept(self) -> bool:
        """What was served before stays, since no point was faster by more than the noise."""
        return bool(self.finalists) and self.finalists[0].point == self.served

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
) -> Report:
    """Search the points of a problem, keep the best in the user's results, then tune the helpers they need.

    Args:
        problem: What is tuned.
        device: The device, as ``--device`` takes it.
        budget: How the search is run.
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
    if min(problem.sizes) < 1:
        raise ArgumentError("sizes", "sizes of at least 1, so that there is work to time", str(problem.sizes))
    user_results().must_be_writable()
    chosen = chosen_one(device)
    facts = chosen.facts
    refuse_what_does_not_fit(problem, facts, TRIAL)
    stated = list(candidates(problem, facts))
    served = _served(problem, facts, stated)
    begin = starts(problem, facts, fixed, None if fixed else stated)
    only = budget.strategy == STARTS_ONLY
    space = starts_only(begin) if only else search_space(problem, facts, begin, fixed)
    if not space.points:
        raise NoLegalPointError(
            f"no point is legal for {written(problem)} on {facts.name}: {refusals(problem, facts, fixed)}"
        )
    if on_start is not None:
        on_start(problem, facts, space.points, begin)
    search = tuning.make_search(
        "exhaustive" if only else budget.strategy,
        space.points,
        trials=budget.trials,
        seed=budget.seed,
        start=space.start,
        groups=groups(problem),
        **budget.options,
    )
    key = journal_key(problem, facts)
    folder = data_path().parent / "journals"
    arguments = {"words": problem.words(), "device": str(called(chosen.device))}
    with (
        _alone_on(facts, folder),
        tuning.Journal(folder / tuning.journal_name(key), key) as journal,
        tuning.Child(
            "autoblas.runtime.autotune.tasks:evaluator",
            arguments,
            environment=ONE_HOST_THREAD if facts.host_shared else {},
        ) as child,
    ):
        if not resume:
            journal.purge(good=True, bad=True)
        result = tuning.run(
            space.points,
            search,
            child.evaluate,
            journal,
            seconds=budget.seconds,
            evaluations=budget.evaluations,
            limit=budget.limit,
            min_seconds=MIN_SECONDS,
            on_result=on_result,
            source=lambda point: space.source(problem, point, facts),
        )
        if result.best is None and not result.interrupted:
            raise NoLegalPointError(
                f"every point failed for {written(problem)} on {facts.name}: {_failures(result)}"
            )
        before = None if served is None else point_of(served.kernel, served.params)
        finalists = _finals(result, child, budget, before)
    if result.evaluated or not _known_here(problem, facts):
        records = _records(problem, facts, budget, result, finalists)
        if served is None or result.interrupted:
            user_results().add(records)
        else:
            user_results().replace(records)
        _keep_verdicts(problem, facts, begin, result, records)
        forget_plans()
    helpers: tuple[Report, ...] = ()
    if finalists and not result.interrupted:
        held = (each.point for each in finalists if holds(each.point, fixed or {}))
        best = next(held, finalists[0].point)
        winner = served
        if winner is None or best != before:
            winner = space.choice(problem, best, facts)
        wanted = (helper for _, helper in winner.helpers)
        if only:  # of one start there is nothing to learn
            wanted = (helper for helper in wanted if len(starts(helper.problem, facts)) > 1)
        helpers = tuple(
            tune(
                helper.problem,
                device,
                _for_helper(budget),
                resume=resume,
                on_start=on_start,
                on_result=on_result,
            )
            for helper in wanted
        )
    return Report(problem, facts, result, finalists, before, helpers)


@contextmanager
def _alone_on(facts: Facts, folder: Path) -> Iterator[None]:
    """Be the only process of this user that tunes on a device: two would disturb each other's times.

    All runtimes of the host's processor are one device.

    Raises:
        TuningError: another process is.
        DatabaseError: the lock cannot be had for another reason.
    """
    device = tuned_alone(facts)
    name = re.sub(r"\W+", "-", device)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(folder, f"it cannot be made: {error.strerror}") from error
    with ExitStack() as held:
        try:
            held.enter_context(Guard(folder / f"{name}.lock", timeout=0).exclusive())
        except HeldError:
            raise TuningError(
                f"another process is tuning on this device ({device}), and two at once would disturb each other's times; "
                "wait for it or stop it"
            ) from None
        yield


def tuned_alone(facts: Facts) -> str:
    """What one process at a time tunes on: all runtimes of the host's processor are one device."""
    return "processor" if facts.kind == "cpu" else f"{facts.name} {facts.platform}"


def journal_key(problem: Problem | str, facts: Facts) -> dict[str, str]:
    """What a journal is of: processors of one name with other vectors share no times, and no crashes."""
    key = {"device": facts.name, "platform": facts.platform, "driver": facts.driver, "problem": str(problem)}
    if facts.kind == "cpu":
        key["vectors"] = f"{facts.vector_registers} of {facts.vector_bytes} bytes"
    return key


def _for_helper(budget: Budget) -> Budget:
    """A search that suits the small space of a helping kernel, in a fraction of the time."""
    seconds = None if budget.seconds is None else budget.seconds / 4
    strategy = budget.strategy if budget.strategy == STARTS_ONLY else "model"
    return Budget(strategy, seconds, budget.evaluations, max(budget.trials, 9), budget.seed, budget.limit)


def _served(problem: Problem, facts: Facts, stated: Sequence[Candidate | Excluded]) -> Choice | None:
    """What is served as long as nothing else is known; None where nothing can be."""
    try:
        return next(choices(problem, facts, stated))
    except NoKernelError:
        return None


def _known_here(problem: Problem, facts: Facts) -> bool:
    """Whether the user's results hold this problem at this size, so that there is something to serve it by."""
    group = user_results().group(problem.family, problem.signature)
    return problem.sizes in measured_at(group, problem.signature, place_of(facts), len(problem.sizes))


def _finals(
    result: Result, child: tuning.Child, budget: Budget, served: Point | None
) -> tuple[Finalist, ...]:
    """Let the best points, and what is served, take turns; where nothing was measured, the order is what was known."""
    best = [line.point for line in result.ranking(FINALISTS)]
    if result.interrupted or result.evaluated == 0:
        outcomes = (result.outcomes[result.points.index(point)] for point in best)
        return tuple(
            Finalist(point, outcome, math.nan) for point, outcome in zip(best, outcomes, strict=True)
        )

    def turn(point: Point) -> Outcome:
        return child.evaluate(point, trials=1, min_seconds=TURN_SECONDS, limit=budget.limit)

    entrants = best if served is None else [served, *(point for point in best if point != served)]
    seconds = LONGEST if budget.seconds is None else budget.seconds / 4
    return tuning.hold(entrants, turn, seconds=seconds, seed=budget.seed).finalists


def _records(
    problem: Problem, facts: Facts, budget: Budget, result: Result, finalists: Sequence[Finalist]
) -> list[Record]:
    """The winner and the others behind it; one whose luck it was to look faster would be served first."""
    today = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    return [
        Record(
            place=place_of(facts),
            family=problem.family,
            signature=problem.signature,
            sizes=problem.sizes,
            kernel=str(each.point["kernel"]),
            parameters={name: value for name, value in each.point.items() if name != "kernel"},
            seconds=each.outcome.median,
            spread=each.outcome.stdev,
            samples=len(each.outcome.seconds),
            source=each.outcome.source,
            provenance=Provenance(
                version=__version__,
                date=today,
                strategy=budget.strategy,
                evaluations=result.evaluated + result.replayed,
                trials=budget.trials,
                note="",
            ),
        )
        for each in finalists[:RECORDS_KEPT]
        if each.outcome.median >= finalists[0].outcome.median
    ]


def _keep_verdicts(
    problem: Problem, facts: Facts, begin: Sequence[Candidate], result: Result, records: Sequence[Record]
) -> None:
    """Keep what the child found out about texts that records stand behind: no call has to check them."""
    came = {point_key(result.points[index]): outcome for index, outcome in result.outcomes.items()}
    judged = [(kernels()[each.kernel], each.parameters, Verdict("right")) for each in records]
    for each in begin:
        outcome = came.get(point_key(each.point))
        if each.recorded and outcome is not None and outcome.kind == "wrong":
            judged.append((each.kernel, parameters(each.params), Verdict("wrong", outcome.message)))
    for kernel, values, verdict in judged:
        key = verdicts.key_of(kernel, kernel.space.point(values), problem, facts)
        verdicts.keep(key, replaced(verdict, kernel=kernel.name, problem=str(problem)))


def _failures(result: Result) -> str:
    """How often each thing happened, and one of the points that it happened to, with its parameters."""
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(result.counts().items()))
    example = next((each for each in result.outcomes.items() if each[1].message), None)
    if example is None:
        return f"{counts}; no message"
    point = result.points[example[0]]
    values = " ".join(f"{name}={value}" for name, value in point.items() if name != "kernel")
    return f"{counts}; for example {point['kernel']}, {values or 'without parameters'}: {example[1].message}"
