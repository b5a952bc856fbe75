"""Plans of routines that compute one triangle of a product: the terms of their sums, their checks and their launches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from autoblas.blas.arguments import check_events, option, triangle_of
from autoblas.blas.level3.bisection import update_bisected
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.parts import triangle_parts
from autoblas.blas.level3.structured import (
    StructuredCall,
    check_shape,
    entering,
    factors_of,
    matrix_plan,
    matrix_views,
    output_of,
)
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part
from autoblas.errors import ShapeError
from autoblas.plan.symbols import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.precision import Precision
    from autoblas.problems import Triangle
    from autoblas.problems.views import MatrixView

__all__ = ["add_ranked", "terms_of", "update_triangle"]

Entry = tuple[str, tuple[bool, bool]]
"""An operand's name, and whether it is transposed and conjugated on its way in."""


Terms = Sequence[tuple[Entry, Entry, Any]]
"""The products that are summed: left operand, right operand, factor."""


def update_triangle(
    matrices: tuple[dict[str, Any], Any],
    factors: tuple[Any, Any],
    uplo: str,
    transposes: tuple[str, ...],
    name: str,
    queue: Any,
    wait_for: Any,
    devices: Any = None,
) -> CallPlan | Done:
    """The plan of one triangle of a product, whose operands it checks.

    Args:
        matrices: A, and B where there is one, by the name of their argument; and C or None.
        factors: alpha and beta.
        uplo: The triangle, as the caller named it.
        transposes: ``trans``, or ``trans_a`` and ``trans_b`` of gemmt.
        name: The routine.
        queue: Where to run, or None.
        wait_for: Events to wait for, or None.
        devices: Which devices compute it together, if several are to.

    Raises:
        ArgumentError: an operand does not fit.
    """
    inputs, c = matrices
    arrays = inputs | ({} if c is None else {"c": c})
    views = matrix_views(arrays)
    kind, hermitian, part = views["a"].precision, name.startswith("her"), triangle_of(uplo)
    pairs = _pairs(name, transposes, kind)
    n, k = _sizes(name, views, pairs[0])
    check_events(wait_for)
    real = {"herk": "alpha beta", "her2k": "beta"}.get(name, "")
    alpha, beta = factors_of(kind, *factors, real)
    arrays["c"], created = output_of(arrays, views, (n, n), beta, queue, zeros=True)
    idle = alpha == 0 or k == 0
    if n == 0 or (idle and beta == 1):
        return Done(arrays["c"])
    terms = _terms(name, pairs, alpha)
    operations = (4 if kind.is_complex else 1) * n * (n + 1) * k * len(terms)
    kinds: dict[str, Any] = {"beta": beta, "part": part, "hermitian": hermitian}

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if idle:
            builder.scale(operands["c"], **kinds)
        else:
            add_ranked(builder, operands, terms, **kinds)

    def compute(host: Mapping[str, Any]) -> None:
        _compute(host, () if idle else terms, **kinds)

    def plan(inputs: dict[str, Any], c: Any, beta: Any, queue: Any) -> CallPlan | Done:
        factors = alpha.value, number(beta)
        return update_triangle((inputs, c), factors, uplo, transposes, name, queue, None)

    def bisected(queue: Any, cache: OperandCache | None) -> None:
        def update(parts: dict[str, Any], beta: Any) -> None:
            inputs = {name: x for name, x in parts.items() if name != "c"}
            perform_part(plan(inputs, parts["c"], beta, queue), cache)

        update_bisected(arrays, terms, part, beta, update, partial(product_part, queue, cache))

    def parts(count: int) -> Any:
        def update(queue: Any, inputs: dict[str, Any], tile: Any) -> CallPlan | Done:
            return plan(inputs, tile, beta, queue)

        return triangle_parts(arrays, terms, part, beta, update, count)

    work = StructuredCall("c", True, operations, add, compute, idle, bisected, name, parts)
    return matrix_plan(arrays, work, queue, wait_for, devices, created=created)


def _sizes(
    name: str, views: Mapping[str, MatrixView], how: Mapping[str, tuple[bool, bool]]
) -> tuple[int, int]:
    """The rows of C and the length of the sums.

    Args:
        name: The routine.
        views: The matrices.
        how: How each operand enters on the left of a product.

    Raises:
        ShapeError: B does not fit A.
    """
    shapes = {x: (v.cols, v.rows) if how[x][0] else v.shape for x, v in views.items() if x != "c"}
    n, k = shapes["a"]
    if name == "gemmt":
        if shapes["b"] != (k, n):
            raise ShapeError("b", f"op(b) of shape {(k, n)}, like that of op(a) transposed", f"{shapes['b']}")
    elif "b" in views:
        check_shape("b", views["b"], views["a"].shape)
    return n, k


def add_ranked(
    builder: PlanBuilder,
    operands: Mapping[str, MatrixOperand],
    terms: Terms,
    *,
    beta: Any,
    part: Triangle,
    hermitian: bool,
) -> None:
    """Add the launches of one triangle of C = the sum of the terms + beta C.

    Args:
        builder: The launches before them.
        operands: A, B where there is one, and C, by name.
        terms: The products, of ``terms_of``.
        beta: Factor of the old C.
        part: The triangle.
        hermitian: The imaginary parts of C's diagonal count as zero and become zero.
    """
    for i, (x, y, scale) in enumerate(terms):
        left, right = (operands[name].transposed if flip else operands[name] for name, (flip, _) in (x, y))
        conjugate = ("a" if x[1][1] else "") + ("b" if y[1][1] else "")
        kinds: dict[str, Any] = {"conjugate": conjugate, "part": part, "hermitian": hermitian}
        builder.multiply(left, right, operands["c"], alpha=scale, beta=beta if i == 0 else 1.0, **kinds)


def _compute(arrays: Mapping[str, Any], terms: Terms, *, beta: Any, part: Triangle, hermitian: bool) -> None:
    """Compute one triangle with NumPy, of as many terms as there are."""
    c, product = arrays["c"], cast("Any", 0)
    for x, y, scale in terms:
        left, right = (entering(arrays[name], *how) for name, how in (x, y))
        product = product + scale.value * (left @ right)
    rows, cols = np.tril_indices(len(c)) if part == "lower" else np.triu_indices(len(c))
    sums, old = np.broadcast_to(product, c.shape)[rows, cols], c[rows, cols]
    if hermitian:
        sums, old = (np.where(rows == cols, values.real, values) for values in (sums, old))
    c[rows, cols] = sums if beta == 0 else sums + beta.value * old


def terms_of(name: str, transposes: tuple[str, ...], kind: Precision, alpha: Any = 1.0) -> Terms:
    """The products that a routine sums.

    Args:
        name: The routine.
        transposes: ``trans``, or ``trans_a`` and ``trans_b`` of gemmt.
        kind: Element type.
        alpha: Factor.

    Raises:
        ArgumentError: a letter means nothing to the routine.
    """
    return _terms(name, _pairs(name, transposes, kind), alpha)


def _pairs(
    name: str, transposes: tuple[str, ...], kind: Precision
) -> tuple[dict[str, tuple[bool, bool]], ...]:
    """How each operand enters on the left of a product, and how on the right."""
    if name == "gemmt":
        how = {x: (letter != "N", letter == "C") for x, letter in zip("ab", transposes, strict=True)}
        return how, how
    hermitian = name.startswith("her")
    offered = "NC" if hermitian else "NT"
    if not kind.is_complex:
        offered += "T" if hermitian else "C"
    flipped = option("trans", transposes[0], offered) != "N"
    left = (flipped, hermitian and flipped)
    right = (not flipped, hermitian and not flipped)
    return {"a": left, "b": left}, {"a": right, "b": right}


def _terms(name: str, pairs: tuple[dict[str, tuple[bool, bool]], ...], alpha: Any) -> Terms:
    """The products that are summed."""
    left, right = pairs
    if name == "gemmt":
        return [(("a", left["a"]), ("b", right["b"]), alpha)]
    if name in {"syrk", "herk"}:
        return [(("a", left["a"]), ("a", right["a"]), alpha)]
    mirrored_factor = alpha.conjugate() if name == "her2k" else alpha
    return [
        (("a", left["a"]), ("b", right["b"]), alpha),
        (("b", left["b"]), ("a", right["a"]), mirrored_factor),
    ]
