"""Inverses in the place of triangular matrices, and of positive definite ones from Cholesky's factor: trtri and potri.

Both are recursions on a lower triangle, the transpose of an upper one. The inverse of (L11, 0; L21, L22) has the block
-inv(L22) L21 inv(L11): the inverse of L22 is multiplied, and a system with L11 is solved. As inverses of blocks on the
diagonal are solutions of X L = 1 too, |X L - 1| <= gamma(n) |X| |L| (method 2C of N. J. Higham, "Accuracy and Stability
of Numerical Algorithms", 2nd edition, section 14.2). Those blocks are inverted together, before the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.blas.arguments import option, triangle_of
from autoblas.blas.lapack.calls import LapackCall, check_square, lapack_plan
from autoblas.blas.level3.structured import triangle
from autoblas.blas.level3.triangular import middle_of, triangular
from autoblas.blas.level3.trmm import add_triangular_product
from autoblas.blas.level3.trsm import add_solution, substitute_on_host
from autoblas.blas.plan_builder import MatrixOperand
from autoblas.calls.call_plan import Done
from autoblas.errors import SingularError
from autoblas.plan.block_width import block_width
from autoblas.plan.layouts.vector import ReduceLayout
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import IntegerOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems import Triangle
    from autoblas.problems.views import MatrixView

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["add_unit", "plan_potri", "plan_trtri"]


def plan_trtri(a: Any, *, uplo: Any, diag: Any, info: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``trtri``."""
    view, part, unit = check_square({"a": a})["a"], triangle_of(uplo), option("diag", diag, "NU") == "U"
    if view.rows == 0:
        return Done(a)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        _add_first_zero(builder, operands["a"], integers["info"], unit=unit)
        _add_inverse(builder, _lower(operands["a"], part), unit=unit)

    def compute(arrays: Mapping[str, Any]) -> None:
        matrix = arrays["a"]
        zeros = np.flatnonzero(np.diagonal(matrix) == 0) + 1
        arrays["info"][0] = zeros[0] if zeros.size and not unit else 0
        if not arrays["info"][0]:
            _write(matrix, _inverse(matrix, view, part, unit=unit), part, unit=unit)

    call = LapackCall({"a": a}, ("a",), 1, _operations(view), add, compute, a, SingularError)
    return lapack_plan(call, queue, wait_for, info)


def plan_potri(a: Any, *, uplo: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``potri``."""
    view, part = check_square({"a": a})["a"], triangle_of(uplo)
    if view.rows == 0:
        return Done(a)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], _integers: Mapping[str, IntegerOperand]
    ) -> None:
        matrix = _lower(operands["a"], part)
        _add_inverse(builder, matrix, unit=False)
        _add_square(builder, matrix)

    def compute(arrays: Mapping[str, Any]) -> None:
        factor = _inverse(arrays["a"], view, part, unit=False)
        adjoint = np.conj(factor.T)
        with np.errstate(all="ignore"):
            square = adjoint @ factor if part == "lower" else factor @ adjoint
        np.fill_diagonal(square, np.diagonal(square).real)
        _write(arrays["a"], square, part)

    call = LapackCall({"a": a}, ("a",), 1, 2 * _operations(view), add, compute, a)
    return lapack_plan(call, queue, wait_for)


def _operations(view: MatrixView) -> int:
    """Operations of the inverse of a triangle, on real numbers."""
    return (4 if view.precision.is_complex else 1) * view.rows**3 // 3


def _inverse(a: Array, view: MatrixView, part: Triangle, *, unit: bool) -> Array:
    """The inverse of a triangle with zeros beside it, by NumPy."""
    inverse = np.eye(len(a), dtype=a.dtype)
    substitute_on_host(triangular(view, view, part, unit=unit), a, inverse)
    return triangle(inverse, part)


def _write(a: Array, matrix: Array, part: Triangle, *, unit: bool = False) -> None:
    """Put one triangle of a matrix in the place of another matrix's, without its diagonal where that has ones."""
    rows, cols = np.tril_indices(len(a), -1 if unit else 0)
    where = (rows, cols) if part == "lower" else (cols, rows)
    a[where] = matrix[where]


def _lower(a: MatrixOperand, part: Triangle) -> MatrixOperand:
    """A triangle as a lower one."""
    return a if part == "lower" else a.transposed


def _add_first_zero(builder: PlanBuilder, a: MatrixOperand, info: IntegerOperand, *, unit: bool) -> None:
    """Put the number of the first zero on the diagonal in ``info``; a diagonal of ones is not looked at."""
    kind, step = a.view.precision, a.view.row_stride + a.view.col_stride
    diagonal = VectorView(kind, 0 if unit else a.view.rows, step if a.view.rows > 1 and not unit else 1)
    layout = ReduceLayout("izero", (diagonal,), kind, kind, index_type="int32")
    values = {"x": a.memory, "x_offset": a.offset, "result": info.memory, "result_offset": info.offset}
    builder.add(layout, values)


class _Diagonal(NamedTuple):
    """The blocks on the diagonal of a lower triangle, and matrices that are to take their places.

    Attributes:
        width: Rows of a block, but for the last one.
        blocks: The blocks of that width as a stack, and the last one where it has fewer rows.
        results: The matrices, alike.
    """

    width: int
    blocks: tuple[MatrixOperand, ...]
    results: tuple[MatrixOperand, ...]

    def result(self, first: int) -> MatrixOperand:
        """The matrix for the block that begins at a row."""
        number = first // self.width
        whole, last = self.results[0], self.results[-1]
        if number >= self.blocks[0].view.items:
            return last
        view = whole.view._replace(items=1, step=0)
        return MatrixOperand(view, whole.memory, whole.offset + number * whole.view.step)


def _diagonal(builder: PlanBuilder, matrix: MatrixOperand, name: str) -> _Diagonal:
    """The blocks on the diagonal, and memory for the matrices that are to take their places, under a name."""
    view = matrix.view
    rows, target = view.rows, builder.target
    width = target.block_width or block_width(target.facts, view.precision, rows, rows)
    width = min(width, rows)
    items, rest = divmod(rows, width)
    step = width * (view.row_stride + view.col_stride)
    stack = view._replace(rows=width, cols=width, items=items, step=step)
    blocks = [MatrixOperand(stack, matrix.memory, matrix.offset)]
    results = [builder.temporary(name, view.precision, width, width, items)]
    if rest:
        blocks.append(matrix.block(rows - rest, rest, rows - rest, rest))
        results.append(builder.temporary(f"last of {name}", view.precision, rest, rest))
    return _Diagonal(width, tuple(blocks), tuple(results))


def add_unit(builder: PlanBuilder, result: MatrixOperand) -> None:
    """Add the launch that writes the unit matrix, or a stack of it."""
    builder.copy(builder.zeros(result.view), result, form="triangular", unit=True)


def _add_inverse(builder: PlanBuilder, matrix: MatrixOperand, *, unit: bool) -> None:
    """Add the launches that put its inverse in the place of a lower triangle, with a diagonal of ones or not."""
    diagonal = _diagonal(builder, matrix, "inverses")
    for block, result in zip(diagonal.blocks, diagonal.results, strict=True):
        add_unit(builder, result)
        kinds = {"lower": False, "unit": unit, "conjugate": False}
        builder.substitute(block.transposed, result.transposed, alpha=1.0, **kinds)

    def invert(first: int, stop: int) -> None:
        if stop - first <= diagonal.width:
            block = matrix.block(first, stop - first, first, stop - first)
            builder.copy(diagonal.result(first), block, form="triangular", unit=unit, partial=True)
            return
        top, below, bottom, middle = _parts(matrix, first, stop, diagonal.width)
        invert(middle, stop)
        factor = triangular(bottom.view, below.view, "lower", unit=unit, alpha=-1.0)
        add_triangular_product(builder, factor, bottom, below)
        add_solution(builder, triangular(top.view, below.view, "lower", left=False, unit=unit), top, below)
        invert(first, middle)

    invert(0, matrix.view.rows)


def _add_square(builder: PlanBuilder, matrix: MatrixOperand) -> None:
    """Add the launches that put L^H L in the place of a lower triangle L, of which one triangle is that."""
    diagonal = _diagonal(builder, matrix, "squares")
    for block, result in zip(diagonal.blocks, diagonal.results, strict=True):
        view = result.view
        full = builder.temporary("expanded", view.precision, view.rows, view.cols, view.items)
        builder.copy(block, full, form="triangular")
        builder.multiply(full.transposed, full, result, conjugate="a", zeros="a_lower")

    def square(first: int, stop: int) -> None:
        if stop - first <= diagonal.width:
            block = matrix.block(first, stop - first, first, stop - first)
            builder.copy(diagonal.result(first), block, form="hermitian", partial=True)
            return
        top, below, bottom, middle = _parts(matrix, first, stop, diagonal.width)
        square(first, middle)
        kinds: dict[str, Any] = {"conjugate": "a", "part": "lower", "hermitian": True}
        builder.multiply(below.transposed, below, top, beta=1.0, **kinds)
        add_triangular_product(
            builder, triangular(bottom.view, below.view, "lower", trans="C"), bottom, below
        )
        square(middle, stop)

    square(0, matrix.view.rows)


def _parts(
    matrix: MatrixOperand, first: int, stop: int, width: int
) -> tuple[MatrixOperand, MatrixOperand, MatrixOperand, int]:
    """Both triangles of some rows of a triangle, the block between them, and the row that divides them."""
    middle = middle_of(first, stop, width)
    top = matrix.block(first, middle - first, first, middle - first)
    below = matrix.block(middle, stop - middle, first, middle - first)
    bottom = matrix.block(middle, stop - middle, middle, stop - middle)
    return top, below, bottom, middle
