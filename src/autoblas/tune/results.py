"""Storing of a search's results: records of the winner and those behind it, and verdicts on their texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace as replaced

from autoblas.database import Record, measured_at
from autoblas.kernels import kernels
from autoblas.kernels.space import parameters
from autoblas.plan import texts
from autoblas.plan.results import forget_plans, place_of, user_results
from autoblas.plan.texts import TextVerdict
from autoblas.tuning import point_key
from autoblas.tuning.outcome import FEWEST_LAUNCHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.database import Provenance
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.task import Task
    from autoblas.tuning import Finalist, Outcome, Result

__all__ = ["has_record", "launches_note", "store_results"]

MOST_RECORDS = 5


def has_record(problem: Problem, facts: Facts) -> bool:
    """True if the user's results have a record of this problem at this size."""
    group = user_results().group(problem.family, problem.signature)
    return problem.sizes in measured_at(group, problem.signature, place_of(facts), len(problem.sizes))


def store_results(
    task: Task, result: Result, finalists: Sequence[Finalist], provenance: Provenance, allowed: float
) -> bool:
    """Write the results of a search into the user's results, where calls find them from now on.

    Times of fewer than ``FEWEST_LAUNCHES`` launches are kept, with a note, only where more take longer than is allowed.

    Args:
        task: The search.
        result: Its outcomes.
        finalists: The best points, the winner first.
        provenance: Provenance of the records.
        allowed: Seconds that the launches of a trial may take.

    Returns:
        True if there was something to store.

    Raises:
        DatabaseError: it could not be stored.
    """
    firm = [finalist for finalist in finalists[:MOST_RECORDS] if finalist.outcome.firm(allowed)]
    records = _records(task.problem, task.facts, firm, provenance)
    if task.served is None or not in_turns(finalists):
        user_results().add(records)
    else:
        user_results().replace(records)
    _store_verdicts(task, result, records)
    forget_plans()
    return bool(records)


def in_turns(finalists: Sequence[Finalist]) -> bool:
    """True if they were timed in turns, so that their times replace older ones."""
    return bool(finalists) and not math.isnan(finalists[0].ratio)


def launches_note(outcome: Outcome) -> str:
    """Note on a time that rests on few launches; empty for others."""
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
            kernel=str(finalist.point["kernel"]),
            parameters={name: value for name, value in finalist.point.items() if name != "kernel"},
            seconds=finalist.outcome.median,
            spread=finalist.outcome.stdev,
            samples=len(finalist.outcome.seconds),
            source=finalist.outcome.source,
            provenance=replaced(provenance, note=launches_note(finalist.outcome)),
        )
        for finalist in finalists
        if finalist.outcome.median >= finalists[0].outcome.median
    ]


def _store_verdicts(task: Task, result: Result, records: Sequence[Record]) -> None:
    """Store the child's verdicts on texts of records, so that no call has to check them."""
    outcomes = {point_key(result.points[index]): outcome for index, outcome in result.outcomes.items()}
    judged = [(kernels()[record.kernel], record.parameters, TextVerdict("right")) for record in records]
    for candidate in task.begin:
        outcome = outcomes.get(point_key(candidate.point))
        if candidate.recorded and outcome is not None and outcome.kind == "wrong":
            judged.append(
                (candidate.kernel, parameters(candidate.params), TextVerdict("wrong", outcome.message))
            )
    for kernel, values, verdict in judged:
        key = texts.key_of(kernel, kernel.space.point(values), task.problem, task.facts)
        texts.store_verdict(key, replaced(verdict, kernel=kernel.name, problem=str(task.problem)))
