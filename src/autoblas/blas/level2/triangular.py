"""Triangular matrices and one vector: products (trmv, tbmv, tpmv) and solutions (trsv, tbsv, tpsv), in place of x.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted. Of the matrix only the named triangle is read, and its diagonal only where it does
not consist of ones. Singular matrices are not detected: rows before a zero on the diagonal are right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.blas.arguments import check_call, on_host, option
from autoblas.blas.level2.blocks import solution_steps
from autoblas.blas.level2.calls import LaunchSpec, apply, check_output, check_vector
from autoblas.blas.level2.operands import stored_triangle
from autoblas.calls.call_plan import Done
from autoblas.plan.layouts.matvec import MatvecLayout, SolveLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level2.operands import Folded, Reader, Storage
    from autoblas.calls.call_plan import CallPlan

__all__ = ["plan_tbmv", "plan_tbsv", "plan_tpmv", "plan_tpsv", "plan_trmv", "plan_trsv"]

FLOAT16_ROWS = 2048
"""Halves that are added to in local memory, as float32, which every device has so much of."""


def plan_trmv(a: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``trmv``."""
    return _product({"a": a, "x": x}, "full", **options)


def plan_tbmv(a: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``tbmv``."""
    return _product({"a": a, "x": x}, "band", **options)


def plan_tpmv(ap: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``tpmv``."""
    return _product({"ap": ap, "x": x}, "packed", **options)


def plan_trsv(a: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``trsv``."""
    return _solution({"a": a, "x": x}, "full", **options)


def plan_tbsv(a: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``tbsv``."""
    return _solution({"a": a, "x": x}, "band", **options)


def plan_tpsv(ap: Any, x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``tpsv``."""
    return _solution({"ap": ap, "x": x}, "packed", **options)


class _Triangle(NamedTuple):
    """The matrix of a call whose arguments were checked.

    Attributes:
        name: Its argument.
        fold: Reads it.
        letter: op.
        unit: Its diagonal is not stored: it consists of ones.
        n: Rows and columns.
        queue: Where to run, as ``check_call`` returned it.
    """

    name: str
    fold: Reader
    letter: str
    unit: bool
    n: int
    queue: Any

    def stored_rows(self, arrays: Mapping[str, Any]) -> tuple[Folded, bool, bool, int]:
        """Its rows where the device sees them, whether they enter transposed, and conjugated; and the step of x."""
        stored = self.fold(arrays[self.name])
        conjugate = self.letter == "C" and stored.view.precision.is_complex
        return (
            stored,
            (self.letter != "N") != stored.transposed,
            conjugate,
            vector_view("x", arrays["x"]).step,
        )


def _check(
    arrays: dict[str, Any],
    storage: Storage,
    *,
    uplo: Any,
    trans: Any,
    diag: Any,
    order: Any = "F",
    queue: Any,
    wait_for: Any,
) -> _Triangle:
    """See that a triangle and a vector fit."""
    fold = stored_triangle(storage, uplo, order)
    letter, unit = option("trans", trans, "NTC"), option("diag", diag, "NU") == "U"
    on_host(arrays)
    name = next(iter(arrays))
    folded = fold(arrays[name])
    check_vector("x", arrays["x"], folded.shape[0], folded.view.precision, name)
    check_output(arrays, "x")
    queue = check_call(queue, wait_for, arrays)
    return _Triangle(name, fold, letter, unit, folded.shape[0], queue)


def _product(arrays: dict[str, Any], storage: Storage, **options: Any) -> CallPlan | Done:
    """The plan of a product, through memory that is not x's."""
    matrix, wait_for = _check(arrays, storage, **options), options["wait_for"]

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        stored, across, conjugate, step = matrix.stored_rows(device_arrays)
        layout = MatvecLayout(
            stored.view, "triangular", across, matrix.unit, conjugate, step, step, in_place=True
        )
        return LaunchSpec(layout, {"a": stored.shift}, {"a": matrix.name, "y": "x"})

    if not matrix.n:
        return Done(arrays["x"])
    factors = {"alpha": 1.0, "beta": 0.0}
    return apply(arrays, "x", describe, factors, matrix.queue, wait_for, read=set(arrays))


def _solution(arrays: dict[str, Any], storage: Storage, **options: Any) -> CallPlan | Done:
    """The plan of a solution."""
    matrix, wait_for = _check(arrays, storage, **options), options["wait_for"]

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        stored, across, conjugate, step = matrix.stored_rows(device_arrays)
        view = stored.view
        if across and view.precision.part == "half" and view.rows > FLOAT16_ROWS and view.storage != "packed":
            view, across = view.transposed, False  # a row's sum is rounded once, however its elements lie
        layout = SolveLayout(view, across, matrix.unit, conjugate, step)
        return LaunchSpec(layout, {"a": stored.shift}, {"a": matrix.name})

    if not matrix.n:
        return Done(arrays["x"])
    return apply(arrays, "x", describe, {}, matrix.queue, wait_for, read=set(arrays), divide=solution_steps)
