"""Matrix times vector: gemv, and symv and hemv for symmetric and Hermitian matrices, all of them stored whole.

All of them take NumPy arrays, for which they return when the work is complete, or arrays in device memory, for which
they enqueue it and leave its event with the arrays. Any strides are accepted; views with
negative strides are negative increments. As in Netlib"s BLAS, with ``beta`` = 0 y is not read, with ``alpha`` = 0
neither matrix nor x is, and where the matrix has no rows or no columns y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import option
from autoblas.blas.host.expressions import gemv_at_once
from autoblas.blas.keyed import keyed, keyed_after
from autoblas.blas.level2.multiplication import multiply
from autoblas.blas.level2.operands import full, whole_triangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["gemv", "hemv", "symv"]


@keyed_after(gemv_at_once)
def gemv(
    a: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    trans: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha op(A) x + beta y.

    Args:
        a: Matrix of shape ``(m, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128.
            float16 is summed in float32. Without rows or columns it leaves y unchanged.
        x: Vector of as many elements as op(A) has columns, of the same type and kind of memory as ``a``.
        y: Vector of as many elements as op(A) has rows, of the same type and kind of memory as ``a``, overwritten; by
            default a new vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
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
        >>> a, x = np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones(2)
        >>> autoblas.gemv(a, x)
        array([3., 7.])
        >>> autoblas.gemv(a, x, trans="T")
        array([4., 6.])
    """
    letter = option("trans", trans, "NTC")
    fold = partial(full, "a")
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


@keyed
def symv(
    a: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha A x + beta y for a symmetric matrix A, of which one triangle is read.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
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
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.symv(a, np.array([1.0, 1.0]))
        array([3., 5.])
    """
    fold = whole_triangle(uplo)
    return multiply({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


@keyed
def hemv(
    a: Any,
    x: Any,
    y: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha A x + beta y for a Hermitian matrix A, of which one triangle is read.

    Args:
        a: Matrix of shape ``(n, n)``, an array of complex64 or complex128; the other triangle is not read. Imaginary
            parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
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
        >>> a = np.array([[1.0, 1j], [0.0, 2.0]])  # the lower triangle is not read
        >>> autoblas.hemv(a, np.array([1.0, 0j]))
        array([1.+0.j, 0.-1.j])
    """
    fold = whole_triangle(uplo)
    return multiply({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)
