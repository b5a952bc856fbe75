"""Factors A = Q R with orthonormal columns of Q, and least squares from them: qr and gels.

R is the product of Cholesky's factors of three Gram matrices, of A and of what dividing by the factor leaves: shifted
CholeskyQR3 (T. Fukaya, R. Kannan, Y. Nakatsukasa, Y. Yamamoto, Y. Yanagisawa, "Shifted Cholesky QR for computing the QR
factorization of ill-conditioned matrices", SIAM J. Sci. Comput. 42 (2020)). With e = 4 u n sqrt(m + n), the likely error
of a Gram matrix relative to its largest eigenvalue (N. J. Higham, T. Mary, "A new approach to probabilistic rounding error
analysis", SIAM J. Sci. Comput. 41 (2019)), the first matrix is shifted by e / n times its trace, and no pivot of the second
one vanishes where A's condition number is below 1 / (1.5 e).

The factors are judged by their result: Q is orthonormal to rounding errors if the last Gram matrix has no eigenvalue below
1/2, that is, if it has Cholesky's factor still when 1/2 is taken from its diagonal. ``info`` is that of this factor. Of
NumPy arrays, the host knows it and computes other factors by Householder's reflectors.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.lapack.calls import LapackCall, add_output, check_matrices, lapack_plan
from autoblas.blas.lapack.cholesky import add_cholesky
from autoblas.blas.lapack.householder import plan_geqrf, plan_orgqr
from autoblas.blas.level3.triangular import triangular
from autoblas.blas.level3.trmm import add_triangular_product
from autoblas.blas.level3.trsm import add_solution, substitute_on_host
from autoblas.blas.plan_builder import IntegerOperand
from autoblas.calls.call_plan import Done
from autoblas.calls.complete import complete
from autoblas.errors import ShapeError, SingularError
from autoblas.plan.layouts.vector import MapLayout, ReduceLayout
from autoblas.plan.symbols import Temporary
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems.views import MatrixView

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["plan_gels", "plan_qr"]

PASSES = 3

LIKELY = 4
"""Errors of sums exceed so many times the square root of their length, in units of rounding, with probability 2 exp(-8)."""


def plan_qr(a: Any, q: Any, r: Any, *, info: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``qr``."""
    arrays = {"a": a}
    view = _tall(arrays, {"q": q, "r": r})["a"]
    m, n = view.shape
    created = [add_output(arrays, *new, queue) for new in (("q", q, (m, n)), ("r", r, (n, n)))]
    result = arrays["q"], arrays["r"]
    if n == 0:
        return Done(result)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        _add_factors(builder, operands["a"], operands["q"], operands["r"], integers["info"])

    def store(arrays: Mapping[str, Any], factors: tuple[Array, Array]) -> None:
        arrays["q"][...], arrays["r"][...] = _with_positive_diagonal(*factors)
        arrays["info"][0] = 0

    call = LapackCall(
        arrays,
        ("q", "r"),
        1,
        _operations(view),
        add,
        lambda arrays: store(arrays, np.linalg.qr(arrays["a"])),
        result,
        SingularError,
        sum(created, ()),
        lambda arrays, queue: store(arrays, _by_reflectors(arrays["a"], queue)),
    )
    return lapack_plan(call, queue, wait_for, info)


def plan_gels(a: Any, b: Any, x: Any, *, info: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``gels``."""
    arrays = {"a": a, "b": b}
    views = _tall(arrays, {"x": x})
    view, kind = views["a"], views["a"].precision
    m, n = view.shape
    if views["b"].rows != m:
        raise ShapeError("b", f"{m} rows like a", f"shape {tuple(b.shape)}")
    created = add_output(arrays, "x", x, (n, *b.shape[1:]), queue)
    if 0 in (n, views["b"].cols):
        return Done(arrays["x"])

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        q, r, x = builder.temporary("q", kind, m, n), builder.temporary("r", kind, n, n), operands["x"]
        _add_factors(builder, operands["a"], q, r, integers["info"])
        builder.multiply(q.transposed, operands["b"], x, conjugate="a")
        add_solution(builder, triangular(r.view, x.view, "upper"), r, x)

    def solve(arrays: Mapping[str, Any], factors: tuple[Array, Array]) -> None:
        q, r = factors
        zeros = np.flatnonzero(np.diagonal(r) == 0) + 1
        arrays["info"][0] = zeros[0] if zeros.size else 0
        solution = np.conj(q.T) @ arrays["b"].reshape(m, -1)
        substitute_on_host(triangular(view, views["b"], "upper"), r, solution)
        arrays["x"][...] = solution.reshape(arrays["x"].shape)

    call = LapackCall(
        arrays,
        ("x",),
        1,
        _operations(view) + 4 * m * n * views["b"].cols,
        add,
        lambda arrays: solve(arrays, np.linalg.qr(arrays["a"])),
        arrays["x"],
        SingularError,
        created,
        lambda arrays, queue: solve(arrays, _by_reflectors(arrays["a"], queue)),
    )
    return lapack_plan(call, queue, wait_for, info)


def _tall(arrays: dict[str, Any], outputs: dict[str, Any]) -> dict[str, MatrixView]:
    """The layouts of a matrix with no more columns than rows, of others, and of outputs that the caller gave.

    Raises:
        ArgumentError: one of them does not fit.
    """
    views = check_matrices(arrays | {name: array for name, array in outputs.items() if array is not None})
    if views["a"].rows < views["a"].cols:
        raise ShapeError("a", "at least as many rows as columns", f"shape {views['a'].shape}")
    return views


def _operations(view: MatrixView) -> int:
    """Operations of Householder's factors, on real numbers."""
    operations = 4 * view.rows * view.cols**2 - 4 * view.cols**3 // 3
    return operations * (4 if view.precision.is_complex else 1)


def _by_reflectors(a: Array, queue: Any) -> tuple[Array, Array]:
    """Q and R by Householder's reflectors, whatever the columns are."""
    q = a.copy()
    _, tau = complete(plan_geqrf(q, None, queue=queue, wait_for=None))
    r = np.triu(q[: q.shape[1]])
    complete(plan_orgqr(q, tau, queue=queue, wait_for=None))
    return q, r


def _with_positive_diagonal(q: Array, r: Array) -> tuple[Array, Array]:
    """The factors with no negative number on R's diagonal, as Cholesky's factors have none."""
    diagonal = np.diagonal(r)
    with np.errstate(all="ignore"):
        phases = np.where(diagonal == 0, 1, diagonal / np.abs(diagonal)).astype(q.dtype)
        return q * phases, np.conj(phases)[:, None] * r


def _add_factors(
    builder: PlanBuilder, a: MatrixOperand, q: MatrixOperand, r: MatrixOperand, info: IntegerOperand
) -> None:
    """Add the launches of A = Q R; ``info`` is 0 where Q has orthonormal columns."""
    kind, (m, n) = a.view.precision, a.view.shape
    gram = builder.temporary("gram", kind, n, n)
    unread = IntegerOperand(Temporary("unread info", Scratch(4, None, INT32)), 0, 1)
    builder.copy(a, q)
    for number in range(PASSES):
        builder.multiply(q.transposed, q, gram, conjugate="a", part="upper", hermitian=True)
        if number == 0:
            shift = LIKELY * math.sqrt(kind.parts * (m + n)) * kind.roundoff
            _add_to_diagonal(builder, gram, _trace(builder, gram), shift)
        if number == PASSES - 1:
            reduced, unit = builder.temporary("reduced", kind, n, n), builder.temporary("unit", kind, 1, 1)
            builder.copy(gram, reduced, form="triangular", triangle="upper")
            builder.copy(builder.zeros(unit.view), unit, form="triangular", unit=True)
            _add_to_diagonal(builder, reduced, unit, -0.5)
            add_cholesky(builder, reduced, info, "upper")
        add_cholesky(builder, gram, unread, "upper")
        add_solution(builder, triangular(gram.view, q.view, "upper", left=False), gram, q)
        if number == 0:
            builder.copy(gram, r, form="triangular", triangle="upper")
        else:
            add_triangular_product(builder, triangular(gram.view, r.view, "upper"), gram, r)


def _diagonal(a: MatrixOperand) -> VectorView:
    """The layout of a matrix's diagonal."""
    view = a.view
    return VectorView(view.precision, view.rows, view.row_stride + view.col_stride if view.rows > 1 else 1)


def _trace(builder: PlanBuilder, a: MatrixOperand) -> MatrixOperand:
    """The sum of a matrix's diagonal, as a matrix of one element."""
    kind = a.view.precision
    trace = builder.temporary("trace", kind, 1, 1)
    values = {"x": a.memory, "x_offset": a.offset, "result": trace.memory, "result_offset": 0}
    builder.add(ReduceLayout("sum", (_diagonal(a),), kind, kind), values)
    return trace


def _add_to_diagonal(builder: PlanBuilder, a: MatrixOperand, x: MatrixOperand, alpha: float) -> None:
    """Add alpha times a number in device memory to each element of a matrix's diagonal."""
    diagonal = _diagonal(a)
    values = {"alpha": alpha, "x": x.memory, "x_offset": x.offset, "y": a.memory, "y_offset": a.offset}
    builder.add(MapLayout("axpy", (diagonal._replace(step=0), diagonal)), values)
