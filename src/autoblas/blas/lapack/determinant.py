"""The logarithm of the determinant of a positive definite matrix, from its Cholesky factor: logdet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.lapack.calls import check_square
from autoblas.blas.level1.calls import apply_reduction
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_logdet"]


def plan_logdet(a: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``logdet``."""
    view = check_square({"a": a})["a"]
    kind = view.precision
    types = kind, kind.real
    if isinstance(a, np.ndarray):
        return apply_reduction("sumlog", {"x": np.diagonal(a)}, types, queue, wait_for, out=out)
    step = view.row_stride + view.col_stride if view.rows > 1 else 1
    diagonal = VectorView(kind, view.rows, step)
    return apply_reduction("sumlog", {"x": a}, types, queue, wait_for, out=out, within=diagonal)
