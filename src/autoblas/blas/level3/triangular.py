"""The arguments that trmm and trsm share: a triangular matrix on either side of B, which is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.blas.arguments import check_call, check_written, on_host, option, triangle_of
from autoblas.blas.level3.structured import check_shape, entering, factor_of, floating_views, triangle
from autoblas.errors import ShapeError
from autoblas.problems.matmul import OPPOSITE

if TYPE_CHECKING:
    from autoblas.blas.plan_builder import MatrixOperand
    from autoblas.plan.symbols import Scalar
    from autoblas.problems import Triangle
    from autoblas.problems.views import MatrixView

__all__ = ["TriangularArguments", "check", "middle_of", "triangular"]


class TriangularArguments(NamedTuple):
    """Checked arguments.

    Attributes:
        a: The layout of A.
        b: That of B.
        alpha: Factor of B.
        left: op(A) stands left of B.
        stored: The triangle of A that is read.
        flipped: A is transposed on its way in.
        conjugated: And conjugated.
        unit: The diagonal of A consists of ones that are not read.
    """

    a: MatrixView
    b: MatrixView
    alpha: Any
    left: bool
    stored: Triangle
    flipped: bool
    conjugated: bool
    unit: bool

    @property
    def triangle(self) -> Triangle:
        """The triangle of op(A)."""
        return OPPOSITE[self.stored] if self.flipped else self.stored

    @property
    def operations(self) -> int:
        """Operations of the definition, on real numbers."""
        operations = 4 if self.b.precision.is_complex else 1
        return operations * self.b.rows * self.b.cols * self.a.rows * self.b.items

    @property
    def letters(self) -> dict[str, Any]:
        """The caller's options ``side``, ``uplo``, ``trans`` and ``diag``."""
        return {
            "side": "L" if self.left else "R",
            "uplo": "L" if self.stored == "lower" else "U",
            "trans": "C" if self.conjugated else "T" if self.flipped else "N",
            "diag": "U" if self.unit else "N",
        }

    def entering(self, a: MatrixOperand) -> MatrixOperand:
        """A as op(A) sees it, but for the conjugation."""
        return a.transposed if self.flipped else a

    def on_host(self, a: Any) -> Any:
        """op(A) with zeros outside of its triangle."""
        return entering(triangle(a, self.stored, unit=self.unit), self.flipped, self.conjugated)


def check(
    arrays: dict[str, Any],
    alpha: Any,
    letters: tuple[Any, Any, Any, Any],
    queue: Any,
    wait_for: Any,
    *,
    stacked: bool = False,
) -> TriangularArguments:
    """Check the arguments of a call.

    Args:
        arrays: A and B.
        alpha: Factor of B.
        letters: side, uplo, trans and diag.
        queue: Where to run.
        wait_for: Events.
        stacked: B is a stack of matrices, and A a stack or one matrix for all.

    Raises:
        ArgumentError: one of them does not fit.
    """
    on_host(arrays)
    views = floating_views(arrays)
    axes = {"a": (2, 3) if stacked else (2,), "b": (3,) if stacked else (2,)}
    for name, array in arrays.items():
        if len(array.shape) not in axes[name]:
            noun = "a stack of matrices (three axes)" if stacked else "a matrix (two axes)"
            raise ShapeError(name, noun, f"shape {tuple(array.shape)}")
    side, uplo, trans, diag = letters
    left, stored = option("side", side, "LR") == "L", triangle_of(uplo)
    letter, unit = option("trans", trans, "NTC"), option("diag", diag, "NU") == "U"
    check_call(queue, wait_for, arrays)
    a, b = views["a"], views["b"]
    order = b.rows if left else b.cols
    check_shape("a", a, (order, order))
    if len(arrays["a"].shape) > 2 and a.items != b.items:
        raise ShapeError("a", f"{b.items} items like b", f"{a.items} items")
    check_written("b", arrays, b)
    kind = b.precision
    alpha = factor_of(kind, "alpha", alpha)
    return triangular(a, b, stored, left=left, trans=letter, unit=unit, alpha=alpha)


def triangular(
    a: MatrixView,
    b: MatrixView,
    stored: Triangle,
    *,
    left: bool = True,
    trans: str = "N",
    unit: bool = False,
    alpha: Scalar = 1.0,
) -> TriangularArguments:
    """The arguments of a product or a solution whose operands fit.

    Args:
        a: The layout of A.
        b: That of B.
        stored: The triangle of A that is read.
        left: op(A) stands left of B.
        trans: The letter of op.
        unit: The diagonal of A consists of ones that are not read.
        alpha: Factor of B.
    """
    conjugated = trans == "C" and b.precision.is_complex
    return TriangularArguments(a, b, alpha, left, stored, trans != "N", conjugated, unit)


def middle_of(first: int, stop: int, width: int) -> int:
    """The row that divides a triangle in two: after a block, or twice as many, ... so that parts have equal layouts.

    Args:
        first: Its first row.
        stop: The row behind its last one, more than a block away.
        width: Rows of a block.
    """
    middle = first + width
    while 2 * (middle - first) < stop - first:
        middle = first + 2 * (middle - first)
    return middle
