"""Products of which one triangle is computed, the updates of rank k among them: gemmt, syrk, herk, syr2k, her2k.

Only the named triangle of C is read and written; the imaginary parts of a Hermitian diagonal are taken as zero and
become zero. Arrays may be NumPy's or in device memory, of any strides, and all of one type; with ``beta`` = 0, C is not
read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import option
from autoblas.blas.keyed import keyed
from autoblas.blas.level3.updates import update_triangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["gemmt", "her2k", "herk", "syr2k", "syrk"]


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
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha op(A) op(B) + beta C.

    The product may be symmetric or not: only the elements of one triangle are computed and written.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` where ``trans_a`` is not ``"N"``; an array of float16, float32,
            float64, complex64 or complex128.
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
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
        >>> autoblas.gemmt(a, a, c=np.zeros((2, 2)), uplo="L")
        array([[ 7.,  0.],
               [15., 22.]])
    """
    letters = [option(name, letter, "NTC") for name, letter in (("trans_a", trans_a), ("trans_b", trans_b))]
    return update_triangle(
        ({"a": a, "b": b}, c),
        (alpha, beta),
        uplo,
        (letters[0], letters[1]),
        "gemmt",
        queue,
        wait_for,
        devices,
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
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^T + beta C, or alpha A^T A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; an array of float16, float32, float64,
            complex64 or complex128.
        alpha: The factor of the product, a number; a real one where A is real.
        beta: The factor of the old C, a number; a real one where A is real.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^T, ``"T"`` for A^T A; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.syrk(np.array([[1.0, 2.0], [3.0, 4.0]]), c=np.zeros((2, 2)))
        array([[ 5., 11.],
               [ 0., 25.]])
    """
    return update_triangle(({"a": a}, c), (alpha, beta), uplo, (trans,), "syrk", queue, wait_for, devices)


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
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A A^H + beta C, or alpha A^H A + beta C, which is Hermitian.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; an array of float16, float32, float64,
            complex64 or complex128.
        alpha: The factor of the product, a real number.
        beta: The factor of the old C, a real number.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^H, ``"C"`` for A^H A; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.herk(np.array([[1.0, 1j], [1.0, 0.0]]), c=np.zeros((2, 2), complex))
        array([[2.+0.j, 1.+0.j],
               [0.+0.j, 1.+0.j]])
    """
    return update_triangle(({"a": a}, c), (alpha, beta), uplo, (trans,), "herk", queue, wait_for, devices)


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
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; an array of float16, float32, float64,
            complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the product, a number; a real one where A is real.
        beta: The factor of the old C, a number; a real one where A is real.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^T, ``"T"`` for A^T B; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b = np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2)
        >>> autoblas.syr2k(a, b, c=np.zeros((2, 2)))
        array([[2., 5.],
               [0., 8.]])
    """
    return update_triangle(
        ({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "syr2k", queue, wait_for, devices
    )


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
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; an array of float16, float32, float64,
            complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the first product, a number; its conjugate is the factor of the second.
        beta: The factor of the old C, a real number.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^H, ``"C"`` for A^H B; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        C, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b = np.array([[1.0, 1j], [1.0, 0.0]]), np.eye(2, dtype=complex)
        >>> autoblas.her2k(a, b, c=np.zeros((2, 2), complex))
        array([[2.+0.j, 1.+1.j],
               [0.+0.j, 0.+0.j]])
    """
    return update_triangle(
        ({"a": a, "b": b}, c), (alpha, beta), uplo, (trans,), "her2k", queue, wait_for, devices
    )
