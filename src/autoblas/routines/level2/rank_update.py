"""Updates of low rank: ger, geru and gerc, and those of symmetric and Hermitian matrices, stored whole or packed.

Arrays and events are as for ``autoblas.routines.level2.products``. Of symmetric and Hermitian matrices only the named triangle
is read and written; imaginary parts of Hermitian diagonals count as zero and become zero. With ``alpha`` = 0 nothing
is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.routines.host.level12 import ger_on_host, syr_on_host
from autoblas.routines.level2.operands import packed_triangle, whole_triangle
from autoblas.routines.level2.updates import update_general, update_triangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["ger", "gerc", "geru", "her", "her2", "hpr", "hpr2", "spr", "spr2", "syr", "syr2"]


def ger(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
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
    if queue is None and wait_for is None and (done := ger_on_host("geru", x, y, a, alpha)) is not None:
        return done
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def geru(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^T + A, nothing conjugated: ``ger`` by BLAS's name for complex types.

    Args:
        x: Vector of shape ``(m,)``; of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory.
        a: Matrix of shape ``(m, n)``, overwritten and returned; one that was zero where it is None.
        alpha: The factor.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and (done := ger_on_host("geru", x, y, a, alpha)) is not None:
        return done
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def gerc(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + A, with the conjugates of y; of real ones ``ger``.

    Args:
        x: Vector of shape ``(m,)``; of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory.
        a: Matrix of shape ``(m, n)``, overwritten and returned; one that was zero where it is None.
        alpha: The factor.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and (done := ger_on_host("gerc", x, y, a, alpha)) is not None:
        return done
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=True)


def syr(
    x: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and syr_on_host("syr", (x,), a, alpha, uplo) is not None:
        return a
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "symmetric", alpha, queue, wait_for)


def her(
    x: Any,
    a: Any,
    *,
    alpha: float = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, complex, of which one triangle is overwritten; returned.
        alpha: The factor, a real one.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and syr_on_host("her", (x,), a, alpha, uplo) is not None:
        return a
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "hermitian", alpha, queue, wait_for)


def spr(
    x: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other, with order ``"C"`` its
            rows; overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def hpr(
    x: Any,
    ap: Any,
    *,
    alpha: float = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other, with order ``"C"`` its
            rows; overwritten and returned.
        alpha: The factor, a real one.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)


def syr2(
    x: Any,
    y: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and syr_on_host("syr2", (x, y), a, alpha, uplo) is not None:
        return a
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "symmetric", alpha, queue, wait_for)


def her2(
    x: Any,
    y: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is touched.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        a: Matrix of shape ``(n, n)``, complex, of which one triangle is overwritten; returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if queue is None and wait_for is None and syr_on_host("her2", (x, y), a, alpha, uplo) is not None:
        return a
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "hermitian", alpha, queue, wait_for)


def spr2(
    x: Any,
    y: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other, with order ``"C"`` its
            rows; overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def hpr2(
    x: Any,
    y: Any,
    ap: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)``.
        y: Vector of shape ``(n,)``.
        ap: Vector of n (n + 1) / 2 elements, the columns of the triangle one behind the other, with order ``"C"`` its
            rows; overwritten and returned.
        alpha: The factor.
        uplo: The triangle, ``"U"`` (upper) or ``"L"`` (lower).
        order: ``"F"`` for columns one behind the other, ``"C"`` for rows.
        queue: Where to run; by default the queue of the first array, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)
