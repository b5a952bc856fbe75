"""Products with a symmetric or Hermitian matrix, and products that are one: symm, hemm, gemmt, syrk, herk, syr2k, her2k.

Of a symmetric or Hermitian matrix only the named triangle is read or written; the imaginary parts of a Hermitian
diagonal count as zero and become zero. NumPy arrays give NumPy arrays and calls return when they are complete;
``pyopencl.array.Array`` gives one whose ``events`` end with the call's, and nothing is waited for. All arrays of a call
have one type: float16 (summed in float32), float32, float64, complex64 or complex128. Any strides and offsets are
honoured. As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or an empty sum, A and B are not read; an
empty C is returned at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError, ShapeError
from autoblas.precision import default_accumulator
from autoblas.routines.arguments import (
    check_events,
    check_queue,
    check_written,
    factor,
    new_array,
    on_host,
    option,
    triangle_of,
)
from autoblas.routines.structured import Work, check_matrices, check_shape, floating_views, perform, triangle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyopencl as cl

    from autoblas.arrays import MatrixView
    from autoblas.matrix_problems import Form
    from autoblas.precision import Precision
    from autoblas.routines.steps import Operand, Steps

__all__ = ["gemmt", "hemm", "her2k", "herk", "symm", "syr2k", "syrk"]


def symm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    side: str = "L",
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """C = alpha A B + beta C for a symmetric A, or alpha B A + beta C.

    Args:
        a: Symmetric matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one triangle is read.
        b: Matrix of shape ``(m, n)``.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(m, n)``, overwritten and returned; a new row-major array where it is None.
        side: ``"L"`` for A B, ``"R"`` for B A.
        uplo: The triangle of A that is read, ``"U"`` (upper) or ``"L"`` (lower).
        queue: Where to run; by default the queue of ``a``, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError
            are its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _mirrored("symmetric", a, b, alpha, beta, c, side, uplo, queue, wait_for)


def hemm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    side: str = "L",
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """C = alpha A B + beta C for a Hermitian A, or alpha B A + beta C; everything is as for ``symm``.

    Args:
        a: Hermitian matrix, of which one triangle is read, and of its diagonal the real parts.
        b: Matrix of shape ``(m, n)``.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(m, n)``, or None.
        side: ``"L"`` for A B, ``"R"`` for B A.
        uplo: The triangle of A that is read.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _mirrored("hermitian", a, b, alpha, beta, c, side, uplo, queue, wait_for)


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
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """One triangle of C = alpha op(A) op(B) + beta C, for a product that is known to be symmetric or not.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` where it is transposed.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` where it is transposed.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(n, n)``, of which one triangle is overwritten, and returned; a new row-major array with
            zeros in the other triangle where it is None.
        uplo: The triangle of C that is computed, ``"U"`` (upper) or ``"L"`` (lower).
        trans_a: ``"N"`` for A as it is, ``"T"`` for its transpose, ``"C"`` for its conjugate transpose.
        trans_b: The same for B.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    letters = [option(name, letter, "NTC") for name, letter in (("trans_a", trans_a), ("trans_b", trans_b))]
    return _ranked(
        ({"a": a, "b": b}, c), (alpha, beta), uplo, (letters[0], letters[1]), "gemmt", queue, wait_for
    )


def syrk(
    a: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^T + beta C, or alpha A^T A + beta C.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(n, n)``, of which one triangle is overwritten, and returned; a new row-major array with
            zeros in the other triangle where it is None.
        uplo: The triangle of C that is computed, ``"U"`` (upper) or ``"L"`` (lower).
        trans: ``"N"`` for A A^T, ``"T"`` for A^T A; for real matrices ``"C"`` means ``"T"``.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a}, c), (alpha, beta), uplo, (trans,), "syrk", queue, wait_for)


def herk(
    a: Any,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^H + beta C, or alpha A^H A + beta C, which is Hermitian.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``.
        alpha: Real factor of the product.
        beta: Real factor of the old C.
        c: Output of shape ``(n, n)``, or None, as for ``syrk``.
        uplo: The triangle of C that is computed.
        trans: ``"N"`` for A A^H, ``"C"`` for A^H A; for real matrices ``"T"`` means ``"C"``.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a}, c), (alpha, beta), uplo, (trans,), "herk", queue, wait_for)


def syr2k(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """One triangle of C = alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``.
        b: Matrix of the shape of ``a``.
        alpha: Factor of the products.
        beta: Factor of the old C.
        c: Output of shape ``(n, n)``, or None, as for ``syrk``.
        uplo: The triangle of C that is computed.
        trans: ``"N"`` or ``"T"``; for real matrices ``"C"`` means ``"T"``.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "syr2k", queue, wait_for)


def her2k(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: float = 0.0,
    c: Any = None,
    uplo: str = "U",
    trans: str = "N",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H A + beta C.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``.
        b: Matrix of the shape of ``a``.
        alpha: Factor of the first product; its conjugate is that of the second.
        beta: Real factor of the old C.
        c: Output of shape ``(n, n)``, or None, as for ``syrk``.
        uplo: The triangle of C that is computed.
        trans: ``"N"`` or ``"C"``; for real matrices ``"T"`` means ``"C"``.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _ranked(({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "her2k", queue, wait_for)


def _mirrored(
    form: Form, a: Any, b: Any, alpha: Any, beta: Any, c: Any, side: str, uplo: str, queue: Any, wait_for: Any
) -> Any:
    """The product with a symmetric or Hermitian matrix."""
    arrays = {"a": a, "b": b} | ({} if c is None else {"c": c})
    on_host(arrays)
    check_matrices(arrays)
    views = floating_views(arrays)
    left, stored = option("side", side, "LR") == "L", triangle_of(uplo)
    check_events(wait_for)
    shape, kind = views["b"].shape, views["b"].precision
    order = shape[0 if left else 1]
    check_shape("a", views["a"], (order, order))
    alpha, beta = _factors(kind, alpha, beta)
    arrays["c"] = _output(arrays, views, shape, beta, queue, zeros=False)
    if 0 in shape or (alpha == 0 and beta == 1):
        return arrays["c"]
    form = form if kind.is_complex else "symmetric"

    def enqueue(steps: Steps, operands: Mapping[str, Operand]) -> None:
        if alpha == 0:
            steps.scale(operands["c"], beta)
            return
        full = steps.scratch("expanded", kind, order, order)
        steps.copy(operands["a"], full, form=form, triangle=stored)
        pair = (full, operands["b"]) if left else (operands["b"], full)
        steps.multiply(*pair, operands["c"], alpha=alpha, beta=beta)

    def compute(host: Mapping[str, Any]) -> None:
        kept = triangle(host["a"], stored)
        strict = kept - np.diag(np.diag(kept))
        full = kept + (strict.conj() if form == "hermitian" else strict).T
        if form == "hermitian":
            np.fill_diagonal(full, np.diag(full).real)
        product = (full @ host["b"] if left else host["b"] @ full) if alpha != 0 else 0
        _store(host["c"], alpha * product if alpha != 0 else 0, beta)

    operations = (8 if kind.is_complex else 2) * shape[0] * shape[1] * order
    work = Work("c", beta != 0, operations, enqueue, compute, idle=alpha == 0)
    return perform(arrays, work, queue, wait_for)


def _factors(kind: Precision, alpha: Any, beta: Any, real: str = "") -> tuple[Any, Any]:
    """Both factors, rounded to what they are multiplied in; those named in ``real`` are real."""
    summed = default_accumulator(kind, kind, kind)
    kinds = [summed.real if name in real.split() else summed for name in ("alpha", "beta")]
    return factor("alpha", alpha, kinds[0]), factor("beta", beta, kinds[1])


def _output(
    arrays: dict[str, Any],
    views: Mapping[str, MatrixView],
    shape: tuple[int, int],
    beta: Any,
    queue: Any,
    *,
    zeros: bool,
) -> Any:
    """C, checked, or a new one."""
    check_queue(queue, arrays)
    if "c" in arrays:
        check_shape("c", views["c"], shape)
        check_written("c", arrays, views["c"])
        return arrays["c"]
    if beta != 0:
        raise ArgumentError("c", f"a matrix of shape {shape} for beta to multiply", "None")
    return new_array(arrays, shape, views["a"].precision.dtype, queue, zeros=zeros)


def _store(c: Any, product: Any, beta: Any) -> None:
    c[...] = product if beta == 0 else product + beta * c


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
    on_host(arrays)
    check_matrices(arrays)
    views = floating_views(arrays)
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
    alpha, beta = _factors(kind, *factors, real)
    arrays["c"] = _output(arrays, views, (n, n), beta, queue, zeros=True)
    idle = (alpha == 0 or k == 0) and beta == 1
    if n == 0 or idle:
        return arrays["c"]
    terms = _terms(name, pairs, alpha)

    def enqueue(steps: Steps, operands: Mapping[str, Operand]) -> None:
        if alpha == 0 or k == 0:
            steps.scale(operands["c"], beta, part=part, hermitian=hermitian)
            return
        for i, (x, y, scale) in enumerate(terms):
            left, right = (
                operands[name].transposed if flip else operands[name] for name, (flip, _) in (x, y)
            )
            conjugate = ("a" if x[1][1] else "") + ("b" if y[1][1] else "")
            kept = beta if i == 0 else 1.0
            kinds: dict[str, Any] = {"conjugate": conjugate, "part": part, "hermitian": hermitian}
            steps.multiply(left, right, operands["c"], alpha=scale, beta=kept, **kinds)

    def compute(host: Mapping[str, Any]) -> None:
        product: Any = 0
        for x, y, scale in terms if alpha != 0 and k else ():
            left, right = (_entering(host[name], *how) for name, how in (x, y))
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
    work = Work("c", True, operations, enqueue, compute, idle=alpha == 0 or k == 0)
    return perform(arrays, work, queue, wait_for)


Entry = tuple[str, tuple[bool, bool]]
"""An operand's name, and whether it is transposed and conjugated on its way in."""


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


def _terms(
    name: str, pairs: tuple[dict[str, tuple[bool, bool]], ...], alpha: Any
) -> list[tuple[Entry, Entry, Any]]:
    """The products that are summed: left operand, right operand, factor."""
    left, right = pairs
    if name == "gemmt":
        return [(("a", left["a"]), ("b", right["b"]), alpha)]
    if name in {"syrk", "herk"}:
        return [(("a", left["a"]), ("a", right["a"]), alpha)]
    other = np.conj(alpha).item() if name == "her2k" else alpha
    return [(("a", left["a"]), ("b", right["b"]), alpha), (("b", left["b"]), ("a", right["a"]), other)]


def _entering(x: Any, flipped: bool, conjugated: bool) -> Any:
    x = x.T if flipped else x
    return x.conj() if conjugated else x
