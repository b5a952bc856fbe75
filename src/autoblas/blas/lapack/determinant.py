"""The logarithm of the determinant of a positive definite matrix, from its Cholesky factor: logdet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.arguments import renamed_errors
from autoblas.blas.lapack.calls import check_square
from autoblas.blas.level1.calls import apply_reduction
from autoblas.calls.call_plan import Done
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan

__all__ = ["plan_logdet"]

NAMES = {"x": "a"}
"""The name of the argument, by that of the reduction's."""


def plan_logdet(a: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``logdet``."""
    view = check_square({"a": a})["a"]
    kind = view.precision
    types = kind, kind.real
    x, within = a, None
    if isinstance(a, np.ndarray):
        x = np.diagonal(a)
    else:
        step = view.row_stride + view.col_stride if view.rows > 1 else 1
        within = VectorView(kind, view.rows, step)
    with renamed_errors(NAMES):
        plan = apply_reduction("sumlog", {"x": x}, types, queue, wait_for, out=out, within=within)
    return plan if isinstance(plan, Done) else plan._replace(renamed=NAMES)
