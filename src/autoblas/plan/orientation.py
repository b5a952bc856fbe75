"""Orientation of a matrix product: as it is or as its transpose, whichever is faster by record or by model."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from autoblas.errors import NoKernelError
from autoblas.plan.candidates import MODELLED, rank
from autoblas.plan.choose import choose
from autoblas.plan.results import GENERATION
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.plan.choose import Choice
    from autoblas.plan.layouts.product import ProductLayout
    from autoblas.problems import Problem

__all__ = ["orientations", "transposed_is_faster"]

NARROW = 64
"""Rows or columns up to which a product is narrow: of wider ones tiles are as full in both orientations."""

SAME_KERNEL = 0.9
"""The transpose serves with the same kernel if it is expected to take less than this part of the time."""

RIVAL_KERNEL = ((32, 0.58), (NARROW, 0.93))
"""The same with another kernel, by rows or columns on the narrow side, at most.

Of 16 drawn products of float16 with 48 to 64 rows on an H200 those that were expected to gain gained, 1.1 to 2.4 times. Of
16 with 16 and 32 rows six of eight did not: ``gemm_hmma`` takes 0.5 to 0.8 of the time that its model expects there.
"""


def orientations(problem: Problem, facts: Facts) -> tuple[Problem, ...]:
    """A problem, and its transpose where that may serve it: of a single narrow product in buffers, on a GPU.

    Args:
        problem: The problem.
        facts: The device.
    """
    if not isinstance(problem, Matmul) or facts.kind != "gpu" or problem.c == "col" or problem.k == 0:
        return (problem,)
    if problem.invariant or problem.listed or problem.items > 1 or not problem.in_buffers:
        return (problem,)
    narrow = min(problem.m, problem.n) <= NARROW < max(problem.m, problem.n)
    return (problem, problem.transposed) if narrow else (problem,)


def transposed_is_faster(layout: ProductLayout, facts: Facts) -> bool:
    """True if the transpose of a product serves it, on the strength of records or of models for the device.

    Args:
        layout: The layout, not with C by columns.
        facts: The device.
    """
    if facts.kind != "gpu" or min(layout.c.rows, layout.c.cols) > NARROW:  # what most calls need not ask
        return False
    return _is_faster(layout.problem, facts, GENERATION.number)


@functools.lru_cache(maxsize=1024)
def _is_faster(problem: Matmul, facts: Facts, _generation: int) -> bool:
    """The comparison of the choices for both orientations, which new results make anew.

    Records decide where there are any, of both orientations at the same size: a model is not compared with a measurement.
    """
    problems = orientations(problem, facts)
    if len(problems) == 1:
        return False
    try:
        choice, transposed = (choose(x, facts) for x in problems)
    except NoKernelError:
        return False
    if choice.recorded or transposed.recorded:
        return _comparable(choice, transposed) and transposed.seconds < choice.seconds
    (_, standing, seconds, _), (_, transposed_standing, transposed_seconds, _) = (
        rank(x.kernel, x.params, x.problem, facts) for x in (choice, transposed)
    )
    if not standing == transposed_standing == MODELLED:
        return False
    rival = next(part for most, part in RIVAL_KERNEL if min(problem.m, problem.n) <= most)
    part = SAME_KERNEL if choice.kernel is transposed.kernel else rival
    return transposed_seconds < part * seconds


def _comparable(choice: Choice, transposed: Choice) -> bool:
    """Both choices are records of their own class of problem, and of one product in two orientations."""
    if choice.match is None or transposed.match is None:
        return False
    record, exchanged = choice.match.record, transposed.match.record
    if (record.signature, exchanged.signature) != (choice.problem.signature, transposed.problem.signature):
        return False
    return bool(choice.problem.resized(record.sizes).transposed.sizes == exchanged.sizes)
