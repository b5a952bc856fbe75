"""How fast the kernel that serves a product is expected to be, by its record or its model: transfers are not in it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from autoblas.calls.several.division import LINES
from autoblas.plan.candidates import Candidate, candidates
from autoblas.precision import PRECISIONS
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["kernel_speed"]


@functools.lru_cache(maxsize=256)
def kernel_speed(facts: Facts, m: int, n: int, k: int, name: str) -> float | None:
    """Multiply-adds a second of the largest tile of a product; None where nothing is known of the kernel's time.

    Operands are taken to lie by rows, and the accuracy to be ``standard``.

    Args:
        facts: The device.
        m: Rows of C.
        n: Columns of C.
        k: The depth.
        name: The type of elements.
    """
    precision = PRECISIONS.get(name)
    if precision is None or min(m, n, k) == 0:
        return None
    problem = Matmul(min(m, LINES[0]), min(n, LINES[0]), k, precision)
    serving = (
        each for each in candidates(problem, facts) if isinstance(each, Candidate) and not each.refusal
    )
    first = next(serving, None)
    seconds = first and first.kernel.expected(first.params, problem, facts)
    return problem.m * problem.n * k / seconds if seconds else None
