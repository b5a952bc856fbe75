"""Matrix times vector for matrices that are stored as a band: gbmv, sbmv and hbmv.

Only the diagonals of the band are stored. As in Netlib"s BLAS, with ``beta`` = 0 y is not read, with ``alpha`` = 0
neither matrix nor x is, and where the matrix has no rows or no columns y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host, option, whole_number
from autoblas.blas.keyed import keyed
from autoblas.blas.level2.multiplication import multiply
from autoblas.blas.level2.operands import band, full, triangle_in_band
from autoblas.errors import ArgumentError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["gbmv", "hbmv", "sbmv"]


@keyed
def gbmv(
    a: Any,
    x: Any,
    y: Any = None,
    *,
    kl: int,
    ku: int,
    shape: Sequence[int] | None = None,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    trans: str = "N",
    order: str = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha op(A) x + beta y for a band matrix A, whose other diagonals are zero.

    Args:
        a: The diagonals, an array of float16, float32, float64, complex64 or complex128. The shape is ``(kl + ku + 1,
            n)``, with element (i, j) of A at ``[ku + i - j, j]``; with order ``"C"`` it is ``(m, kl + ku + 1)``, and
            the element is at ``[i, kl + j - i]``. Elements of the array that lie outside A are not read.
        x: Vector of as many elements as op(A) has columns, of the same type and kind of memory as ``a``.
        y: Vector of as many elements as op(A) has rows, of the same type and kind of memory as ``a``, overwritten; by
            default a new vector.
        kl: Number of diagonals below the main one.
        ku: Number of diagonals above the main one.
        shape: ``(m, n)``, the shape of A; where it is None, A is square.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
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
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0], [1.0, 1.0, 0.0]])
        >>> autoblas.gbmv(diagonals, np.ones(3), kl=1, ku=1)
        array([3., 4., 3.])
    """
    letter, order = option("trans", trans, "NTC"), option("order", order, "FC")
    kl, ku = whole_number("kl", kl), whole_number("ku", ku)
    on_host({"a": a, "x": x, "y": y}, optional="y")
    if shape is None:
        side = full("a", a).shape[order == "F"]
        m, n = side, side
    elif len(shape) != 2:
        raise ArgumentError("shape", "rows and columns of the matrix", shown(shape))
    else:
        m, n = (whole_number("shape", size) for size in shape)
    fold = partial(band, "a", shape=(m, n), kl=kl, ku=ku, order=order)
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


@keyed
def sbmv(
    a: Any,
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
    """Compute y = alpha A x + beta y for a symmetric band matrix A, of which one triangle is stored.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i
            - j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j -
            i]`` or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
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
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.sbmv(diagonals, np.ones(3))
        array([3., 4., 3.])
    """
    fold = triangle_in_band(uplo, order)
    return multiply({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


@keyed
def hbmv(
    a: Any,
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
    """Compute y = alpha A x + beta y for a Hermitian band matrix A, of which one triangle is stored.

    Args:
        a: The k + 1 diagonals of the triangle, an array of complex64 or complex128. Its shape is ``(k + 1, n)``, with
            element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i - j, j]`` for a lower one;
            with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]`` or ``[i, k + j - i]``.
            Imaginary parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read.
        beta: The factor of the old y; with 0, y is not read.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is stored and read.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
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
        >>> diagonals = np.array([[0.0, 1j, 1j], [2.0, 2.0, 2.0]])
        >>> autoblas.hbmv(diagonals, np.array([1.0, 0.0, 0j]))
        array([2.+0.j, 0.-1.j, 0.+0.j])
    """
    fold = triangle_in_band(uplo, order)
    return multiply({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)
