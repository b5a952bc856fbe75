"""Norms and sums of one vector: nrm2, asum and sum.

For NumPy arrays the result is a NumPy scalar. For arrays in device memory it is an array of one element, ``out`` or a
new one, with the event of the work; nothing is waited for. Vectors have one axis and any strides, also negative ones.

float16 is summed in float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.keyed import keyed
from autoblas.blas.level1.calls import apply_reduction, reduction_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["asum", "nrm2", "sum"]


@keyed
def nrm2(
    x: Any,
    *,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The Euclidean norm of x, without overflow or underflow on the way; real, for complex vectors too.

    Squares of float32 are summed in float64 where the device has it. Other squares that might leave their type's range
    are summed separately, scaled (E. Anderson, "Algorithm 978", ACM TOMS 44, 2017). The norm is NaN where an element
    is.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        dtype: The type of the result; by default the type of the elements, or of their real parts.
        out: Device array of one real element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> float(autoblas.nrm2(np.array([3.0, -4.0])))
        5.0
    """
    arrays = {"x": x}
    types = reduction_types(arrays, None, dtype, real=True)
    return apply_reduction("nrm2", arrays, types, queue, wait_for, out=out)


@keyed
def asum(
    x: Any,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of |x[i]|, where a complex element has the magnitude |re| + |im|; real.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        accumulator: The type to sum in; by default the type of the elements, float32 for float16.
        dtype: The type of the result; by default the type of the elements, or of their real parts.
        out: Device array of one real element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem, such as sums in float64 on a device that lacks it.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> float(autoblas.asum(np.array([3.0, -4.0])))
        7.0
    """
    arrays = {"x": x}
    return apply_reduction(
        "asum", arrays, reduction_types(arrays, accumulator, dtype, real=True), queue, wait_for, out=out
    )


@keyed
def sum(  # noqa: A001  # BLAS extensions call it so, and it is used as autoblas.sum
    x: Any,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of x[i]; 0 for an empty vector.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        accumulator: The type to sum in; by default the type of the elements, float32 for float16.
        dtype: The type of the result; by default the type of the elements.
        out: Device array of one element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem, such as sums in float64 on a device that lacks it.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> float(autoblas.sum(np.array([3.0, -4.0])))
        -1.0
    """
    arrays = {"x": x}
    return apply_reduction(
        "sum", arrays, reduction_types(arrays, accumulator, dtype), queue, wait_for, out=out
    )
