"""Vectors to one index: those of the largest and the smallest elements.

Results are those of ``autoblas.blas.level1.reductions``, of int64. Indices count from 0; of equal elements the first
is meant, and -1 is returned for an empty vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.keyed import keyed
from autoblas.blas.level1.calls import apply_reduction
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["iamax", "iamin", "imax", "imin"]


@keyed
def iamax(
    x: Any, *, out: Any = None, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """The index, counted from 0, of the largest |x[i]|; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> int(autoblas.iamax(np.array([3.0, -4.0, 2.0])))
        1
    """
    return _index("iamax", x, out, queue, wait_for)


@keyed
def iamin(
    x: Any, *, out: Any = None, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """The index, counted from 0, of the smallest |x[i]|; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> int(autoblas.iamin(np.array([3.0, -4.0, 2.0])))
        2
    """
    return _index("iamin", x, out, queue, wait_for)


@keyed
def imax(
    x: Any, *, out: Any = None, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """The index, counted from 0, of the largest x[i]; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> int(autoblas.imax(np.array([3.0, -4.0, 2.0])))
        0
    """
    return _index("imax", x, out, queue, wait_for)


@keyed
def imin(
    x: Any, *, out: Any = None, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """The index, counted from 0, of the smallest x[i]; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> int(autoblas.imin(np.array([3.0, -4.0, 2.0])))
        1
    """
    return _index("imin", x, out, queue, wait_for)


def _index(operation: str, x: Any, out: Any, queue: Any, wait_for: Any) -> Any:
    """The index of an extreme element."""
    arrays = {"x": x}
    on_host(arrays)
    stored = vector_view("x", x).precision
    return apply_reduction(operation, arrays, (stored.worked, stored), queue, wait_for, out=out)
