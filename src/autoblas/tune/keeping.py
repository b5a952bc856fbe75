"""What a search found is kept: records of the winner and those behind it, and what is known about their texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace as replaced

from autoblas.database import Record, measured_at
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan.results import forget_plans, place_of, user_results
from autoblas.plan.texts import verdicts
from autoblas.plan.texts.verdicts import Verdict
from autoblas.tuning import point_key
from autoblas.tuning.outcome import FEWEST_LAUNCHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.database import Provenance
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.task import Task
    from autoblas.tuning import Finalist, Outcome, Result

__all__ = ["keep", "known_here", "launches_note"]

RECORDS_KEPT = 5


def known_here(problem: Problem, facts: Facts) -> bool:
    """Whether the user's results hold this problem at this size, so that there is something to serve it by."""
    group = user_results().group(problem.family, problem.signature)
    return problem.sizes in measured_at(group, problem.signature, place_of(facts), len(problem.sizes))


def keep(
    task: Task, result: Result, finalists: Sequence[Finalist], provenance: Provenance, allowed: float
) -> bool:
    """Write what a search found into the user's results, where calls find it from now on.

    Times of fewer than ``FEWEST_LAUNCHES`` launches are kept, with a note, only where more take longer than is allowed.

    Args:
        task: What was searched.
        result: What came of it.
        finalists: The best points, the winner first.
        provenance: How they were found.
        allowed: Seconds that the launches of a trial may take.

    Returns:
        Whether there was something to keep.

    Raises:
        DatabaseError: it could not be kept.
    """
    firm = [each for each in finalists[:RECORDS_KEPT] if each.outcome.firm(allowed)]
    records = _records(task.problem, task.facts, firm, provenance)
    if task.served is None or not in_turns(finalists):
        user_results().add(records)
    else:
        user_results().replace(records)
    _keep_verdicts(task, result, records)
    forget_plans()
    return bool(records)


def in_turns(finalists: Sequence[Finalist]) -> bool:
    """Whether they were timed in turns, so that their times replace older ones."""
    return bool(finalists) and not math.isnan(finalists[0].ratio)


def launches_note(outcome: Outcome) -> str:
    """What is to be said of a time that rests on few launches; nothing of others."""
    launches = len(outcome.seconds)
    if launches >= FEWEST_LAUNCHES:
        return ""
    return f"the time of {'one launch' if launches == 1 else f'{launches} launches'}"


def _records(
    problem: Problem, facts: Facts, finalists: Sequence[Finalist], provenance: Provenance
) -> list[Record]:
    """The winner and the others behind it; one whose luck it was to look faster would be served first."""
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
            provenance=replaced(provenance, note=launches_note(each.outcome)),
        )
        for each in finalists
        if each.outcome.median >= finalists[0].outcome.median
    ]


def _keep_verdicts(task: Task, result: Result, records: Sequence[Record]) -> None:
    """Keep what the child found out about texts that records stand behind: no call has to check them."""
    came = {point_key(result.points[index]): outcome for index, outcome in result.outcomes.items()}
    judged = [(kernels()[each.kernel], each.parameters, Verdict("right")) for each in records]
    for each in task.begin:
        outcome = came.get(point_key(each.point))
        if each.recorded and outcome is not None and outcome.kind == "wrong":
            judged.append((each.kernel, parameters(each.params), Verdict("wrong", outcome.message)))
    for kernel, values, verdict in judged:
        key = verdicts.key_of(kernel, kernel.space.point(values), task.problem, task.facts)
        verdicts.keep(key, replaced(verdict, kernel=kernel.name, problem=str(task.problem)))
