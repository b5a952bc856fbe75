"""Systems with a Hermitian positive definite matrix, from Cholesky's factor or from the matrix: potrs and posv."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import triangle_of
from autoblas.blas.lapack import host
from autoblas.blas.lapack.calls import (
    LapackCall,
    LapackDivision,
    Solution,
    check_square,
    lapack_plan,
    many_small,
    solution_plan,
)
from autoblas.blas.lapack.cholesky import add_cholesky
from autoblas.blas.level3.triangular import TriangularArguments, triangular
from autoblas.calls.call_plan import Done
from autoblas.errors import NotPositiveDefiniteError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import IntegerOperand, MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems import Triangle

__all__ = ["plan_posv", "plan_potrs"]


@dataclass(frozen=True)
class _Systems(Solution):
    """Systems A X = B with Cholesky's factor of A, or one of each item.

    Attributes:
        part: The triangle that the factor is.
    """

    part: Triangle

    @property
    def steps(self) -> tuple[TriangularArguments, TriangularArguments]:
        """Both substitutions: with L and L^H, or with U^H and U."""
        letters = "NC" if self.part == "lower" else "CN"
        first, last = (triangular(self.a, self.b, self.part, trans=letter) for letter in letters)
        return first, last

    def add(self, builder: PlanBuilder, a: MatrixOperand, b: MatrixOperand, *_: Any) -> None:
        """Add the launches that solve for X in place of B."""
        if many_small(self.a, self.b):
            builder.factor(a, None, "cholesky", "solve", b=b, lower=self.part == "lower")
        else:
            super().add(builder, a, b)


def plan_potrs(
    a: Any, b: Any, *, uplo: Any, queue: Any, wait_for: Any, devices: Any = None, stacked: bool = False
) -> CallPlan | Done:
    """The plan of ``potrs``, or ``potrs_batched``.

    Args:
        a: The factor.
        b: The right-hand sides.
        uplo: Its triangle, as the caller named it.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: They are stacks, of as many systems.
    """
    arrays = {"a": a, "b": b}
    views = check_square(arrays, stacked=stacked)
    systems = _Systems(views["a"], views["b"], triangle_of(uplo))

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_potrs(x["a"], x["b"], uplo=uplo, queue=queue, wait_for=None, stacked=stacked)

    return solution_plan(systems, arrays, LapackDivision("potrs", part), queue, wait_for, devices)


def plan_posv(
    a: Any,
    b: Any,
    *,
    uplo: Any,
    info: Any,
    queue: Any,
    wait_for: Any,
    devices: Any = None,
    stacked: bool = False,
) -> CallPlan | Done:
    """The plan of ``posv``, or ``posv_batched``.

    Args:
        a: The matrix.
        b: The right-hand sides.
        uplo: The triangle, as the caller named it.
        info: The caller's array for the numbers of rows, or None.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: They are stacks, of as many systems.
    """
    arrays = {"a": a, "b": b}
    views = check_square(arrays, stacked=stacked)
    systems = _Systems(views["a"], views["b"], triangle_of(uplo))
    rows, items = systems.a.rows, systems.a.items
    if 0 in (rows, items):
        return Done(b)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        if "b" in operands and many_small(systems.a, systems.b):
            kinds: Any = {"b": operands["b"], "lower": systems.part == "lower"}
            builder.factor(operands["a"], integers["info"], "cholesky", "both", **kinds)
            return
        add_cholesky(builder, operands["a"], integers["info"], systems.part)
        if "b" in operands:
            systems.add(builder, operands["a"], operands["b"])

    def compute(arrays: Mapping[str, Any]) -> None:
        matrices, sides = (x if stacked else x[None] for x in (arrays["a"], b))
        for item in range(items):
            arrays["info"][item] = host.cholesky(matrices[item], systems.part)
            if not arrays["info"][item]:
                systems.compute(matrices[item], sides[item])

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_posv(x["a"], x["b"], uplo=uplo, info=x["info"], queue=queue, wait_for=None, stacked=True)

    operations = (4 if systems.a.precision.is_complex else 1) * items * rows**3 // 3 + systems.operations
    if systems.b.cols == 0:
        del arrays["b"]
    division = LapackDivision("posv", part) if stacked and "b" in arrays else None
    call = LapackCall(
        arrays, tuple(arrays), items, operations, add, compute, b, NotPositiveDefiniteError, division=division
    )
    return lapack_plan(call, queue, wait_for, info, devices)
