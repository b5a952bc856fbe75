"""Prints candidates as people read them: by where they come from, what they are of in BLAS's words, in lines that fit."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from autoblas.cli.output.text import wrapped
from autoblas.errors import violated
from autoblas.plan.candidates import Candidate, Excluded, reason
from autoblas.plan.choose import tried
from autoblas.plan.record_rules import measured_problem
from autoblas.problems.blas.notation import record_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.database import Match
    from autoblas.devices.device import Facts
    from autoblas.plan.choose import Choice
    from autoblas.problems import Problem

__all__ = ["candidate_lines", "excluded_text", "expectations", "origin_text", "refusal_text"]

SUGGESTED = "what kernels suggest"
"""What stands above the candidates that neither a record nor what others published stands behind."""


def origin_text(choice: Choice) -> str:
    """Where parameters came from: ``measured here for sgemm NT 310x300x300``."""
    match = choice.match
    if match is None:
        return choice.origin
    record, problem = match.record, choice.problem
    if (record.signature, record.sizes) == (problem.signature, problem.sizes):
        return f"{match.where} at this size"
    return f"{match.where} for {_problem_of(match)}"


def candidate_lines(
    found: Iterable[Candidate | Excluded], problem: Problem, facts: Facts, width: int
) -> Iterator[str]:
    """Every candidate in the order in which they are tried; alike ones that follow each other take one line.

    Args:
        found: The candidates.
        problem: What they are for.
        facts: The device.
        width: Columns of a line.
    """
    for where, group in itertools.groupby(found, _where):
        yield from wrapped(f"{where}:", width, 2)
        for line, alike in itertools.groupby(_line(each, problem, facts) for each in group):
            count = len(list(alike))
            yield from wrapped(line + (f" ({count} records)" if count > 1 else ""), width, 4)


def _where(each: Candidate | Excluded) -> str:
    """What stands above a candidate: where it comes from."""
    if each.match is not None:
        return each.match.where
    return each.words if isinstance(each, Candidate) and each.origin == "published" else SUGGESTED


def excluded_text(each: Excluded) -> str:
    """What was passed over: a kernel, and of a record its problem and where it is from."""
    if each.match is None:
        return each.kernel
    return f"{each.kernel}, {_problem_of(each.match)} ({each.match.where})"


def refusal_text(each: Excluded, problem: Problem) -> str:
    """Why something was passed over, with the values of the parameters and sizes that its rule names."""
    names = {word.strip(",()") for word in each.refusal.split()}
    values = dict(each.match.record.parameters) if each.match else {}
    values |= {name: getattr(problem, name) for name in problem.extents}
    stated = ", ".join(f"{name} is {value}" for name, value in values.items() if name in names)
    return violated(each.refusal) + (f" ({stated})" if each.match and stated else "")


def _problem_of(match: Match) -> str:
    record = match.record
    return record_text(record.family, record.signature, record.sizes)


def _line(each: Candidate | Excluded, problem: Problem, facts: Facts) -> str:
    """A candidate and why it stands where it stands."""
    (found,) = tried(problem, facts, [each])
    of = "" if each.match is None else f", {_problem_of(each.match)}"
    if isinstance(found, Excluded):
        return f"excluded: {found.kernel}{of}: {refusal_text(found, problem)}"
    if isinstance(each, Candidate) and each.match is not None:
        return f"{found.kernel.name}{of}: {_times(each, problem, facts)}"
    return f"{found.kernel.name}: {reason(found.kernel, found.params, problem, facts)}"


def _times(each: Candidate, problem: Problem, facts: Facts) -> str:
    """What a record's point took, and what the kernel's model says of it, there and here."""
    there, here = expectations(each, problem, facts)
    words = f"took {each.seconds * 1e6:.1f} us"
    if there is None or here is None:
        return words
    if each.match is not None and measured_problem(each.match.record, problem) == problem:
        return f"{words} where {here * 1e6:.1f} were expected"
    return f"{words} there where {there * 1e6:.1f} were expected, expected to take {here * 1e6:.1f} here"


def expectations(each: Candidate, problem: Problem, facts: Facts) -> tuple[float | None, float | None]:
    """Seconds that the kernel's model predicts of a candidate: for the problem of its record, and for this one."""
    there = problem if each.match is None else measured_problem(each.match.record, problem)
    return each.kernel.expected(each.params, there, facts), each.kernel.expected(each.params, problem, facts)
