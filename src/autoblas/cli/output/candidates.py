"""Prints candidates as people read them: by where they come from, what they are of in BLAS's words, in lines that fit."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from autoblas.cli.output.text import record_title, wrapped
from autoblas.errors import violated
from autoblas.plan.candidates import Candidate, Excluded, reason
from autoblas.plan.choose import tried
from autoblas.plan.record_rules import measured_problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.plan.choose import Choice
    from autoblas.problems import Problem

__all__ = ["candidate_lines", "excluded_text", "expectations", "origin_text", "refusal_text"]

SUGGESTED = "what kernels suggest"
"""Heading of candidates that come neither from a record nor from published results."""


def origin_text(choice: Choice) -> str:
    """Origin of parameters: ``measured here for sgemm NT 310x300x300``."""
    match = choice.match
    if match is None:
        return choice.origin
    record, problem = match.record, choice.problem
    if (record.signature, record.sizes) == (problem.signature, problem.sizes):
        return f"{match.where} at this size"
    return f"{match.where} for {record_title(match.record)}"


def candidate_lines(
    tried_candidates: Iterable[Candidate | Excluded], problem: Problem, facts: Facts, width: int
) -> Iterator[str]:
    """Every candidate in the order in which they are tried; alike ones that follow each other take one line.

    Args:
        tried_candidates: The candidates.
        problem: What they are for.
        facts: The device.
        width: Columns of a line.
    """
    for where, group in itertools.groupby(tried_candidates, _where):
        yield from wrapped(f"{where}:", width, 2)
        for line, alike in itertools.groupby(_line(candidate, problem, facts) for candidate in group):
            count = len(list(alike))
            yield from wrapped(line + (f" ({count} records)" if count > 1 else ""), width, 4)


def _where(candidate: Candidate | Excluded) -> str:
    """Heading above a candidate: its origin."""
    if candidate.match is not None:
        return candidate.match.where
    return (
        candidate.words if isinstance(candidate, Candidate) and candidate.origin == "published" else SUGGESTED
    )


def excluded_text(excluded: Excluded) -> str:
    """Text of an excluded candidate: its kernel, and of a record its problem and origin."""
    if excluded.match is None:
        return excluded.kernel
    return f"{excluded.kernel}, {record_title(excluded.match.record)} ({excluded.match.where})"


def refusal_text(excluded: Excluded, problem: Problem) -> str:
    """Reason of an exclusion, with the values of the parameters and sizes that its rule names."""
    names = {word.strip(",()") for word in excluded.refusal.split()}
    values = dict(excluded.match.record.parameters) if excluded.match else {}
    values |= {name: getattr(problem, name) for name in problem.extents}
    stated = ", ".join(f"{name} is {value}" for name, value in values.items() if name in names)
    return violated(excluded.refusal) + (f" ({stated})" if excluded.match and stated else "")


def _line(candidate: Candidate | Excluded, problem: Problem, facts: Facts) -> str:
    """Line of a candidate with the reason for its rank."""
    (outcome,) = tried(problem, facts, [candidate])
    of = "" if candidate.match is None else f", {record_title(candidate.match.record)}"
    if isinstance(outcome, Excluded):
        return f"excluded: {outcome.kernel}{of}: {refusal_text(outcome, problem)}"
    if isinstance(candidate, Candidate) and candidate.match is not None:
        return f"{outcome.kernel.name}{of}: {_times(candidate, problem, facts)}"
    return f"{outcome.kernel.name}: {reason(outcome.kernel, outcome.params, problem, facts)}"


def _times(candidate: Candidate, problem: Problem, facts: Facts) -> str:
    """Time of a record's point, and the model's predictions for its problem and for this one."""
    expected_there, expected_here = expectations(candidate, problem, facts)
    words = f"took {candidate.seconds * 1e6:.1f} us"
    if expected_there is None or expected_here is None:
        return words
    if candidate.match is not None and measured_problem(candidate.match.record, problem) == problem:
        return f"{words} where {expected_here * 1e6:.1f} were expected"
    return f"{words} there where {expected_there * 1e6:.1f} were expected, expected to take {expected_here * 1e6:.1f} here"


def expectations(candidate: Candidate, problem: Problem, facts: Facts) -> tuple[float | None, float | None]:
    """Seconds that the kernel's model predicts of a candidate: for the problem of its record, and for this one."""
    measured = problem if candidate.match is None else measured_problem(candidate.match.record, problem)
    kernel, params = candidate.kernel, candidate.params
    return kernel.expected(params, measured, facts), kernel.expected(params, problem, facts)
