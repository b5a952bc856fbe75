"""Symmetric and Hermitian matrices whose triangle is packed: products with a vector and updates of low rank.

Products are spmv and hpmv, updates spr, hpr, spr2 and hpr2. Imaginary parts of Hermitian diagonals are taken as zero,
and become zero where the matrix is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.keyed import keyed
from autoblas.blas.level2.multiplication import multiply
from autoblas.blas.level2.operands import packed_triangle
from autoblas.blas.level2.updates import update_triangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["hpmv", "hpr", "hpr2", "spmv", "spr", "spr2"]


@keyed
def spmv(
    ap: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha A x + beta y for a symmetric matrix A, of which one triangle is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten; by default a new
            vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> packed = np.array([1.0, 2.0, 3.0])  # the matrix [[1, 2], [2, 3]]
        >>> autoblas.spmv(packed, np.ones(2))
        array([3., 5.])
    """
    fold = packed_triangle(uplo, order)
    return multiply({"ap": ap, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


@keyed
def hpmv(
    ap: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    uplo: str = "U",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha A x + beta y for a Hermitian matrix A, of which one triangle is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of complex64 or complex128: the columns of the triangle one
            after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten; by default a new
            vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> packed = np.array([1.0, 1j, 3.0])  # the matrix [[1, i], [-i, 3]]
        >>> autoblas.hpmv(packed, np.array([1.0, 0j]))
        array([1.+0.j, 0.-1.j])
    """
    fold = packed_triangle(uplo, order)
    return multiply({"ap": ap, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)


@keyed
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
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``ap``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.spr(np.array([1.0, 2.0]), np.zeros(3))
        array([1., 2., 4.])
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


@keyed
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
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken
            as zero and become zero.
        alpha: The factor, a real number; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``ap``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.hpr(np.array([1.0, 1j]), np.zeros(3, np.complex128))
        array([1.+0.j, 0.-1.j, 1.+0.j])
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)


@keyed
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
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``ap``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.spr2(np.array([1.0, 2.0]), np.array([1.0, 0.0]), np.zeros(3))
        array([2., 2., 0.])
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


@keyed
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
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken
            as zero and become zero.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``ap``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.hpr2(np.array([1.0, 1j]), np.array([1.0, 0j]), np.zeros(3, np.complex128))
        array([2.+0.j, 0.-1.j, 0.+0.j])
    """
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)
