"""Problems and points for the tests of kernels."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from autoblas.problems import Matmul, Pack
from autoblas.runtime.choose import Choice, with_helpers

if TYPE_CHECKING:
    import numpy as np

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.precision import Precision
    from autoblas.problems import Problem

__all__ = ["ORDERS", "choice_of", "draw", "draw_legal", "problem_for"]

ORDERS = tuple(itertools.product(("row", "col", "any"), ("row", "col", "any"), ("row", "any")))
"""Every combination of the storage orders of A, B and C."""

WIDTHS = (4, 6, 8, 16, 48)
"""Panel widths that the register tiles of the product kernels ask for."""


def problem_for(kernel: Kernel, precision: Precision, index: int) -> Problem:
    """A small problem that no tile divides along every axis; ``index`` walks through the storage orders."""
    a, b, c = ORDERS[index % len(ORDERS)]
    if kernel.family is Matmul:
        return Matmul(70, 64, 150, precision, a, b, c)  # type: ignore[arg-type]  # a product loses Literal
    return Pack(41, 75, WIDTHS[index % len(WIDTHS)], precision, a)  # type: ignore[arg-type]  # likewise


def draw(kernel: Kernel, rng: np.random.Generator) -> Any:
    """A point of a kernel's space, legal or not."""
    values = {name: choices[rng.integers(len(choices))] for name, choices in kernel.space.choices().items()}
    return kernel.space.point(values)


def draw_legal(kernel: Kernel, problem: Problem, facts: Facts, rng: np.random.Generator) -> Any:
    """A legal point of a kernel's space."""
    return next(
        p for p in (draw(kernel, rng) for _ in range(100_000)) if not kernel.refusal(p, problem, facts)
    )


def choice_of(kernel: Kernel, params: Any, problem: Problem, facts: Facts) -> Choice:
    """A choice that a test makes, its operands packed by default."""
    return with_helpers(Choice(problem, kernel, params, "a test"), facts)
