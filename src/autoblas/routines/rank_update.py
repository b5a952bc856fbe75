"""Updates of low rank: ger, geru and gerc, and those of symmetric and Hermitian matrices, stored whole or packed.

Arrays and events are as for ``autoblas.routines.matvec``. Of symmetric and Hermitian matrices only the named triangle
is read and written; imaginary parts of Hermitian diagonals count as zero and become zero. With ``alpha`` = 0 nothing
is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyopencl.array as cl_array

from autoblas.arrays import vector_view
from autoblas.errors import PrecisionError, ShapeError
from autoblas.routines.arguments import factor, on_host, option, queue_of
from autoblas.routines.matrix_operands import full, packed, triangle_of
from autoblas.routines.matvec_calls import Described, apply, check_call, check_output, check_vector
from autoblas.runtime.mapped import MappedArray
from autoblas.runtime.matvec_layouts import RankLayout, RowsView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pyopencl as cl

    from autoblas.matvec_problems import Form
    from autoblas.precision import Precision
    from autoblas.routines.matrix_operands import Folded

__all__ = ["ger", "gerc", "geru", "her", "her2", "hpr", "hpr2", "spr", "spr2", "syr", "syr2"]


def ger(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x y^T + A.

    Args:
        x: Vector of shape ``(m,)``; of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory.
        a: Matrix of shape ``(m, n)``, overwritten and returned; one that was zero where it is None.
        alpha: The factor.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError are
            its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def geru(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x y^T + A, nothing conjugated: ``ger`` by BLAS's name for complex types.

    Args:
        x: As for ``ger``.
        y: As for ``ger``.
        a: As for ``ger``.
        alpha: The factor.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def gerc(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + A, with the conjugates of y; of real ones ``ger``.

    Args:
        x: As for ``ger``.
        y: As for ``ger``.
        a: As for ``ger``.
        alpha: The factor.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    return _general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=True)


def syr(
    x: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle = triangle_of(uplo)

    def fold(array: Any) -> Folded:
        return full("a", array, triangle)

    return _update({"x": x, "a": a}, fold, "symmetric", alpha, queue, wait_for)


def her(
    x: Any,
    a: Any,
    *,
    alpha: float = 1.0,
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, complex, of which one triangle is overwritten; returned.
        alpha: The factor, a real one.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle = triangle_of(uplo)

    def fold(array: Any) -> Folded:
        return full("a", array, triangle)

    return _update({"x": x, "a": a}, fold, "hermitian", alpha, queue, wait_for)


def spr(
    x: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, as for ``spmv``, overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: As for ``spmv``.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle, order = triangle_of(uplo), option("order", order, "FC")

    def fold(array: Any) -> Folded:
        return packed("ap", array, triangle, order)

    return _update({"x": x, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def hpr(
    x: Any,
    ap: Any,
    *,
    alpha: float = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, as for ``spmv``, overwritten and returned.
        alpha: The factor, a real one.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: As for ``spmv``.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle, order = triangle_of(uplo), option("order", order, "FC")

    def fold(array: Any) -> Folded:
        return packed("ap", array, triangle, order)

    return _update({"x": x, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)


def syr2(
    x: Any,
    y: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle = triangle_of(uplo)

    def fold(array: Any) -> Folded:
        return full("a", array, triangle)

    return _update({"x": x, "y": y, "a": a}, fold, "symmetric", alpha, queue, wait_for)


def her2(
    x: Any,
    y: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, complex, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle = triangle_of(uplo)

    def fold(array: Any) -> Folded:
        return full("a", array, triangle)

    return _update({"x": x, "y": y, "a": a}, fold, "hermitian", alpha, queue, wait_for)


def spr2(
    x: Any,
    y: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, as for ``spmv``, overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: As for ``spmv``.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle, order = triangle_of(uplo), option("order", order, "FC")

    def fold(array: Any) -> Folded:
        return packed("ap", array, triangle, order)

    return _update({"x": x, "y": y, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def hpr2(
    x: Any,
    y: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, as for ``spmv``, overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: As for ``spmv``.
        queue: As for ``ger``.
        wait_for: As for ``ger``.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    triangle, order = triangle_of(uplo), option("order", order, "FC")

    def fold(array: Any) -> Folded:
        return packed("ap", array, triangle, order)

    return _update({"x": x, "y": y, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)


def _general(arrays: dict[str, Any], alpha: Any, queue: Any, wait_for: Any, *, conjugate: bool) -> Any:
    """An update of rank 1 of a general matrix."""
    on_host(arrays, optional="a")
    views = {name: vector_view(name, arrays[name]) for name in "xy"}
    kind = views["x"].precision
    check_vector("y", arrays["y"], views["y"].length, kind, "x")
    shape = (views["x"].length, views["y"].length)
    alpha = factor("alpha", alpha, RankLayout(_rows_of(kind)).problem.worked)
    given = dict(arrays)
    if arrays["a"] is None:
        del given["a"]
    else:
        _check_matrix(arrays["a"], shape, kind)
        check_output(arrays, "a")
    check_call(queue, wait_for, given)
    if arrays["a"] is None:
        given["a"] = _zeros(arrays["x"], shape, queue)
    if alpha == 0 or 0 in shape:
        return given["a"]

    def describe(seen: Mapping[str, Any]) -> Described:
        there = full("a", seen["a"])
        return _described(there, seen, "general", conjugate=conjugate and kind.is_complex)

    apply(given, "a", describe, {"alpha": alpha}, queue, wait_for, read=set(given))
    return given["a"]


def _update(
    arrays: dict[str, Any], fold: Callable[[Any], Folded], form: Form, alpha: Any, queue: Any, wait_for: Any
) -> Any:
    """An update of a symmetric or Hermitian matrix."""
    on_host(arrays)
    name = list(arrays)[-1]
    folded = fold(arrays[name])
    kind, hermitian = folded.view.precision, form == "hermitian"
    if hermitian and not kind.is_complex:
        raise PrecisionError(name, "a complex type", kind.name)
    for vector in "xy":
        if vector in arrays:
            check_vector(vector, arrays[vector], folded.shape[0], kind, name)
    worked = RankLayout(folded.view).problem.worked
    alpha = factor("alpha", alpha, worked.real if hermitian and "y" not in arrays else worked)
    check_output(arrays, name)
    check_call(queue, wait_for, arrays)
    if alpha == 0 or folded.shape[0] == 0:
        return arrays[name]

    def describe(seen: Mapping[str, Any]) -> Described:
        there = fold(seen[name])
        described = _described(there, seen, form, conjugate=hermitian)
        return described._replace(names={**described.names, "a": name})

    apply(arrays, name, describe, {"alpha": alpha}, queue, wait_for, read=set(arrays))
    return arrays[name]


def _described(there: Folded, seen: Mapping[str, Any], form: Form, *, conjugate: bool) -> Described:
    """The layout of an update; of stored rows of the transpose, the vectors change places."""
    steps = {name: vector_view(name, seen[name]).step for name in "xy" if name in seen}
    side: Literal["", "rows", "cols"] = ("rows" if there.transposed else "cols") if conjugate else ""
    exchanged = there.transposed and "y" in steps
    x, y = (steps["x"], steps.get("y", 1))[:: -1 if exchanged else 1]
    rank = 2 if form != "general" and "y" in steps else 1
    names = {"x": "y", "y": "x"} if exchanged else {}
    return Described(RankLayout(there.view, form, rank, side, x, y), {"a": there.shift}, names)


def _rows_of(kind: Precision) -> RowsView:
    return RowsView(kind, 1, 1, 1, 1)


def _check_matrix(a: Any, shape: tuple[int, int], kind: Precision) -> None:
    """See that a matrix fits the vectors."""
    folded = full("a", a)
    if folded.view.precision is not kind:
        raise PrecisionError("a", f"{kind.name} like x", folded.view.precision.name)
    if folded.shape != shape:
        raise ShapeError("a", f"shape {shape}, as x and y have it", f"shape {folded.shape}")


def _zeros(like: Any, shape: tuple[int, int], queue: Any) -> Any:
    """A matrix of zeros in the kind of memory that a vector has."""
    if isinstance(like, np.ndarray):
        return np.zeros(shape, like.dtype)
    allocator = None if isinstance(like, MappedArray) else like.allocator
    return cl_array.zeros(queue_of(queue, {"x": like}), shape, like.dtype, allocator=allocator)
