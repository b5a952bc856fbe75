"""Products of which one triangle is computed, the updates of rank k among them: gemmt, syrk, herk, syr2k, her2k.

Only the named triangle of C is read and written; the imaginary parts of a Hermitian diagonal are taken as zero and
become zero. Arrays may be NumPy's or in device memory, of any strides, and all of one type; with ``beta`` = 0, C is not
read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ShapeError
from autoblas.routines.call.arguments import check_events, option, triangle_of
from autoblas.routines.call.keyed import keyed
from autoblas.routines.level3.structured import (
    Work,
    check_shape,
    entering,
    factors_of,
    matrix_views,
    output_of,
    perform_steps,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.problems import Triangle
    from autoblas.routines.call.steps import Operand, Steps

__all__ = ["add_ranked", "gemmt", "her2k", "herk", "syr2k", "syrk", "terms_of"]


@keyed
def gemmt(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans_a: str = "N",
    trans_b: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha op(A) op(B) + beta C.

    The product may be symmetric or not: only the elements of one triangle are computed and written.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` where ``trans_a`` is not ``"N"``; a NumPy or pyopencl array of
            float16, float32, float64, complex64 or complex128.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` where ``trans_b`` is not ``"N"``, of the same type and kind of
            memory as ``a``.
        alpha: The factor of the product, a number; a real one where A is real.
        beta: The factor of the old C, a number; a real one where A is real.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans_a: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B) is B (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    letters = [option(name, letter, "NTC") for name, letter in (("trans_a", trans_a), ("trans_b", trans_b))]
    return _ranked(
        ({"a": a, "b": b}, c), (alpha, beta), uplo, (letters[0], letters[1]), "gemmt", queue, wait_for
    )


@keyed
def syrk(
    a: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^T + beta C, or alpha A^T A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; a NumPy or pyopencl array of float16, float32,
            float64, complex64 or complex128.
        alpha: The factor of the product, a number; a real one where A is real.
        beta: The factor of the old C, a number; a real one where A is real.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^T, ``"T"`` for A^T A; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a}, c), (alpha, beta), uplo, (trans,), "syrk", queue, wait_for)


@keyed
def herk(
    a: Any,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^H + beta C, or alpha A^H A + beta C, which is Hermitian.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; a NumPy or pyopencl array of float16, float32,
            float64, complex64 or complex128.
        alpha: The factor of the product, a real number.
        beta: The factor of the old C, a real number.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^H, ``"C"`` for A^H A; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a}, c), (alpha, beta), uplo, (trans,), "herk", queue, wait_for)


@keyed
def syr2k(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; a NumPy or pyopencl array of float16, float32,
            float64, complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the product, a number; a real one where A is real.
        beta: The factor of the old C, a number; a real one where A is real.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^T, ``"T"`` for A^T B; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "syr2k", queue, wait_for)


@keyed
def her2k(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: float = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; a NumPy or pyopencl array of float16, float32,
            float64, complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the first product, a number; its conjugate is the factor of the second.
        beta: The factor of the old C, a real number.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^H, ``"C"`` for A^H B; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "her2k", queue, wait_for)


def _ranked(
    matrices: tuple[dict[str, Any], Any],
    factors: tuple[Any, Any],
    uplo: str,
    transposes: tuple[str, ...],
    name: str,
    queue: Any,
    wait_for: Any,
) -> Any:
    """One triangle of a product."""
    inputs, c = matrices
    arrays = inputs | ({} if c is None else {"c": c})
    views = matrix_views(arrays)
    kind, hermitian, part = views["a"].precision, name.startswith("her"), triangle_of(uplo)
    pairs = _pairs(name, transposes, kind)
    shapes = {x: (v.cols, v.rows) if pairs[0][x][0] else v.shape for x, v in views.items() if x != "c"}
    n, k = shapes["a"]
    if name == "gemmt":
        if shapes["b"] != (k, n):
            raise ShapeError("b", f"op(b) of shape {(k, n)}, like that of op(a) transposed", f"{shapes['b']}")
    elif "b" in views:
        check_shape("b", views["b"], views["a"].shape)
    check_events(wait_for)
    real = {"herk": "alpha beta", "her2k": "beta"}.get(name, "")
    alpha, beta = factors_of(kind, *factors, real)
    arrays["c"] = output_of(arrays, views, (n, n), beta, queue, zeros=True)
    idle = (alpha == 0 or k == 0) and beta == 1
    if n == 0 or idle:
        return arrays["c"]
    terms = _terms(name, pairs, alpha)
    kinds: dict[str, Any] = {"part": part, "hermitian": hermitian}

    def add(steps: Steps, operands: Mapping[str, Operand]) -> None:
        if alpha == 0 or k == 0:
            steps.scale(operands["c"], beta, **kinds)
        else:
            add_ranked(steps, operands, terms, beta=beta, **kinds)

    def compute(host: Mapping[str, Any]) -> None:
        product: Any = 0
        for x, y, scale in terms if alpha != 0 and k else ():
            left, right = (entering(host[name], *how) for name, how in (x, y))
            product = product + scale * (left @ right)
        c = host["c"]
        rows, cols = np.tril_indices(n) if part == "lower" else np.triu_indices(n)
        found = np.broadcast_to(product, (n, n))[rows, cols]
        if hermitian and kind.is_complex:
            found = np.where(rows == cols, found.real, found)
        old = c[rows, cols]
        if hermitian and kind.is_complex:
            old = np.where(rows == cols, old.real, old)
        c[rows, cols] = found if beta == 0 else found + beta * old

    operations = (4 if kind.is_complex else 1) * n * (n + 1) * k * len(terms)
    work = Work("c", True, operations, add, compute, idle=alpha == 0 or k == 0)
    return perform_steps(arrays, work, queue, wait_for)


Entry = tuple[str, tuple[bool, bool]]
"""An operand's name, and whether it is transposed and conjugated on its way in."""


Terms = Sequence[tuple[Entry, Entry, Any]]
"""The products that are summed: left operand, right operand, factor."""


def add_ranked(
    steps: Steps, operands: Mapping[str, Operand], terms: Terms, *, beta: Any, part: Triangle, hermitian: bool
) -> None:
    """Add the launches of one triangle of C = the sum of the terms + beta C.

    Args:
        steps: The launches before them.
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
        steps.multiply(left, right, operands["c"], alpha=scale, beta=beta if i == 0 else 1.0, **kinds)


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
    other = np.conj(alpha).item() if name == "her2k" else alpha
    return [(("a", left["a"]), ("b", right["b"]), alpha), (("b", left["b"]), ("a", right["a"]), other)]
