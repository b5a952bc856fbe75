"""Dot products of two vectors: dot, dotu and dotc, and those of float32 that are summed in float64, dsdot and sdsdot.

For NumPy arrays the result is a NumPy scalar. For arrays in device memory it is an array of one element, ``out`` or a
new one, with the event of the work; nothing is waited for. Vectors have one axis and any strides, also negative ones.

float16 is summed in float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.host.expressions import dot_at_once
from autoblas.blas.keyed import keyed, keyed_after, plan_of
from autoblas.blas.level1.calls import apply_reduction, reduction_types
from autoblas.errors import PrecisionError
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["dot", "dotc", "dotu", "dsdot", "sdsdot"]


@keyed_after(dot_at_once)
def dot(
    x: Any,
    y: Any,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of x[i] y[i], without conjugation; 0 for empty vectors.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
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
        >>> float(autoblas.dot(np.array([1.0, 2.0]), np.array([3.0, 4.0])))
        11.0
    """
    arrays = {"x": x, "y": y}
    return apply_reduction(
        "dot", arrays, reduction_types(arrays, accumulator, dtype), queue, wait_for, out=out
    )


@keyed_after(dot_at_once)
def dotu(
    x: Any,
    y: Any,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of x[i] y[i], without conjugation: BLAS's name of ``dot`` for complex vectors.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
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
        >>> complex(autoblas.dotu(np.array([1j, 2.0]), np.array([1j, 2.0])))
        (3+0j)
    """
    return plan_of(dot)(x, y, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@keyed
def dotc(
    x: Any,
    y: Any,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of conj(x[i]) y[i]; for real vectors the same as ``dot``. 0 for empty vectors.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
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
        >>> complex(autoblas.dotc(np.array([1j, 2.0]), np.array([1j, 2.0])))
        (5+0j)
    """
    arrays = {"x": x, "y": y}
    types = reduction_types(arrays, accumulator, dtype)
    operation = "dotc" if types[0].is_complex else "dot"
    return apply_reduction(operation, arrays, types, queue, wait_for, out=out)


@keyed
def dsdot(
    x: Any, y: Any, *, out: Any = None, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """The sum of x[i] y[i] of float32 vectors, in float64; 0 for empty vectors.

    Args:
        x: Vector of shape ``(n,)``, an array of float32.
        y: Vector of shape ``(n,)``, of float32, in the same kind of memory as ``x``.
        out: Device array of one float64 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem, as where it lacks float64.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x = np.array([1.0, 2.0], np.float32)
        >>> autoblas.dsdot(x, x).dtype
        dtype('float64')
    """
    arrays = {"x": x, "y": y}
    _singles(arrays)
    return apply_reduction("dot", arrays, (FLOAT64, FLOAT64), queue, wait_for, out=out)


@keyed
def sdsdot(
    x: Any,
    y: Any,
    *,
    alpha: float = 0.0,
    out: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute alpha + the sum of x[i] y[i] of float32 vectors, summed in float64 and rounded to float32.

    Args:
        x: Vector of shape ``(n,)``, an array of float32.
        y: Vector of shape ``(n,)``, of float32, in the same kind of memory as ``x``.
        alpha: The number that is added to the sum.
        out: Device array of one float32 element for the result, by default a new one; None with NumPy arrays.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``, enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem, as where it lacks float64.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x = np.array([1.0, 2.0], np.float32)
        >>> float(autoblas.sdsdot(x, x, alpha=0.5))
        5.5
    """
    arrays = {"x": x, "y": y}
    _singles(arrays)
    return apply_reduction("sdsdot", arrays, (FLOAT64, FLOAT32), queue, wait_for, alpha=alpha, out=out)


def _singles(arrays: dict[str, Any]) -> None:
    """See that vectors are of float32."""
    on_host(arrays)
    for name, array in arrays.items():
        precision = vector_view(name, array).precision
        if precision is not FLOAT32:
            raise PrecisionError(name, "float32", precision.name)
