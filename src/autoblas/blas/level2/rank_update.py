"""Updates of low rank: ger, geru and gerc, and those of symmetric and Hermitian matrices, stored whole.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted. Of symmetric and Hermitian matrices only the named triangle is read and written;
imaginary parts of Hermitian diagonals are taken as zero and become zero. With ``alpha`` = 0 nothing is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.keyed import keyed
from autoblas.blas.level2.operands import whole_triangle
from autoblas.blas.level2.updates import update_general, update_triangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["ger", "gerc", "geru", "her", "her2", "syr", "syr2"]


@keyed
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
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The matrix, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.ger(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
        array([[3., 4.],
               [6., 8.]])
    """
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


@keyed
def geru(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^T + A, without conjugation: BLAS's name of ``ger`` for complex vectors.

    Args:
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The matrix, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.geru(np.array([1.0, 1j]), np.array([1.0, 1j]))
        array([[ 1.+0.j,  0.+1.j],
               [ 0.+1.j, -1.+0.j]])
    """
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


@keyed
def gerc(
    x: Any,
    y: Any,
    a: Any = None,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x y^H + A, with the conjugates of y; for real vectors the same as ``ger``.

    Args:
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The matrix, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.gerc(np.array([1.0, 1j]), np.array([1.0, 1j]))
        array([[1.+0.j, 0.-1.j],
               [0.+1.j, 1.+0.j]])
    """
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=True)


@keyed
def syr(
    x: Any,
    a: Any,
    *,
    alpha: complex = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and written.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.syr(np.array([1.0, 2.0]), np.zeros((2, 2)))
        array([[1., 2.],
               [0., 4.]])
    """
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "symmetric", alpha, queue, wait_for)


@keyed
def her(
    x: Any,
    a: Any,
    *,
    alpha: float = 1.0,
    uplo: str = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten. Imaginary parts of the diagonal are taken as zero and become zero.
        alpha: The factor, a real number; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and written.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.her(np.array([1.0, 1j]), np.zeros((2, 2), np.complex128))
        array([[1.+0.j, 0.-1.j],
               [0.+0.j, 1.+0.j]])
    """
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "hermitian", alpha, queue, wait_for)


@keyed
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
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and written.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.syr2(np.array([1.0, 2.0]), np.array([1.0, 0.0]), np.zeros((2, 2)))
        array([[2., 2.],
               [0., 0.]])
    """
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "symmetric", alpha, queue, wait_for)


@keyed
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
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten. Imaginary parts of the diagonal are taken as zero and become zero.
        alpha: The factor; with 0, A stays as it is.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and written.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.her2(np.array([1.0, 1j]), np.array([1.0, 0j]), np.zeros((2, 2), np.complex128))
        array([[2.+0.j, 0.-1.j],
               [0.+0.j, 0.+0.j]])
    """
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "hermitian", alpha, queue, wait_for)
