"""Refuses at once what neither a device nor the host has the memory for, with the bytes that it would take."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from autoblas.errors import ArgumentError
from autoblas.problems import Matmul
from autoblas.problems.blas.title import title
from autoblas.problems.matvec import StoredMatrix
from autoblas.problems.vector import Map, Reduce

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["CALL", "TRIAL", "Copies", "host_memory", "refuse_what_does_not_fit"]

MOST_ARRAYS = 3
"""Problems other than those that are told apart below have so many arrays at most, or count the largest so often."""


class Copies(NamedTuple):
    """How often the arrays of a problem are held at the same time, at least.

    Attributes:
        device: In the device's memory.
        host: In the host's, without what a device keeps there.
    """

    device: int
    host: int


CALL = Copies(1, 1)
"""By a call on arrays of the device, whose operands come from the host."""

TRIAL = Copies(1, 2)
"""By a kernel that is checked and timed: the host has the test data, and the same as it lies on the device."""

MATMUL_TRIAL = Copies(2, 4)
"""By a kernel for products, which has two sets of test data, of integers and of real numbers."""


def refuse_what_does_not_fit(problem: Problem, facts: Facts, copies: Copies) -> None:
    """Compare what a problem needs with what there is.

    Args:
        problem: What is to be computed.
        facts: The device.
        copies: How often it is held.

    Raises:
        ArgumentError: it does not fit.
    """
    if copies == TRIAL and isinstance(problem, Matmul):
        copies = MATMUL_TRIAL
    largest, total = sizes(problem)
    on_device, on_host = copies.device * total, copies.host * total
    if facts.host_shared:
        on_host += on_device
    where, there = f"{facts.name} ({facts.platform})", host_memory()
    for needed, limit, words in (
        (largest, facts.max_alloc_bytes, f"arrays of at most {{}}, the largest allocation of {where}"),
        (on_device, facts.memory_bytes, f"at most {{}} in total, the memory of {where}"),
        (on_host, there, "at most {} in total, the memory of this machine"),
    ):
        if needed > limit:
            raise ArgumentError(
                "sizes",
                words.format(_bytes(limit)),
                f"{title(problem)}, which needs at least {_bytes(needed)}",
            )


def sizes(problem: Problem) -> tuple[int, int]:
    """Bytes of the largest array of a problem, and of all, neither of them more than it takes."""
    if isinstance(problem, Matmul):
        a, b, c, _ = (precision.size for precision in problem.types)
        count_a, count_b = (1 if x in problem.shared else problem.items for x in "ab")
        m, n, k = problem.m, problem.n, problem.k
        nbytes = (a * m * k * count_a, b * k * n * count_b, c * m * n * problem.items)
        return max(nbytes), sum(nbytes)
    if isinstance(problem, Map | Reduce):
        vector = problem.n * problem.items * problem.precision.size
        read = (
            (*problem.kind.read, *problem.kind.outputs) if isinstance(problem, Map) else problem.kind.vectors
        )
        return vector, vector * len({*read})
    if isinstance(problem, StoredMatrix):
        return problem.stored * problem.precision.size, problem.stored * problem.precision.size
    return problem.min_bytes() // MOST_ARRAYS, problem.min_bytes() * (MOST_ARRAYS - 1) // MOST_ARRAYS


def host_memory() -> float:
    """Bytes of memory that this machine has; infinite where the system does not tell."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):  # Windows has no such function, others no such name
        return float("inf")


def _bytes(count: float) -> str:
    return f"{count:.0f} bytes ({count / 2**30:.4g} GiB)"
