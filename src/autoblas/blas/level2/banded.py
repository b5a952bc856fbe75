"""Matrix times vector for matrices that are stored as a band: gbmv, sbmv and hbmv.

Only the diagonals of the band are stored. As in Netlib"s BLAS, with ``beta`` = 0 y is not read, with ``alpha`` = 0
neither matrix nor x is, and where the matrix has no rows or no columns y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host, option, whole_number
from autoblas.blas.level2.operands import band, full, triangle_in_band
from autoblas.blas.level2.products import multiply
from autoblas.errors import ArgumentError, shown

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_gbmv", "plan_hbmv", "plan_sbmv"]


def plan_gbmv(
    a: Any,
    x: Any,
    y: Any,
    *,
    kl: Any,
    ku: Any,
    shape: Any,
    alpha: Any,
    beta: Any,
    trans: Any,
    order: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``gbmv``."""
    letter, order = option("trans", trans, "NTC"), option("order", order, "FC")
    kl, ku = whole_number("kl", kl), whole_number("ku", ku)
    on_host({"a": a, "x": x, "y": y}, optional="y")
    if shape is None:
        side = full("a", a).shape[order == "F"]
        m, n = side, side
    elif len(shape) != 2:
        raise ArgumentError("shape", "rows and columns of the matrix", shown(shape))
    else:
        m, n = (whole_number("shape", size) for size in shape)
    fold = partial(band, "a", shape=(m, n), kl=kl, ku=ku, order=order)
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


def plan_sbmv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``sbmv``."""
    fold = triangle_in_band(uplo, order)
    return multiply({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


def plan_hbmv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``hbmv``."""
    fold = triangle_in_band(uplo, order)
    return multiply({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)
