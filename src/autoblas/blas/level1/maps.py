"""Vectors to vectors: swap, scal, copy, axpy, axpby, rot, rotm and had.

All of them take NumPy arrays, for which they return when the work is complete, or arrays in device memory, for which
they enqueue it and leave its event with the arrays. Vectors have one axis and any strides, also negative ones. A vector
that is written must not share memory with the others. An empty vector is returned unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import is_real, number_of, plain_number, rounded_factor
from autoblas.blas.arguments import new_array, on_host
from autoblas.blas.host.expressions import axpy_at_once
from autoblas.blas.keyed import keyed, keyed_after
from autoblas.blas.level1.calls import apply_map, check_vectors, rounded
from autoblas.calls.call_plan import Done
from autoblas.errors import ArgumentError, PrecisionError, shown
from autoblas.precision import FLOAT64
from autoblas.problems.vector_operations import MAPS
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import NewArray
    from autoblas.devices.device import Event, Queue

__all__ = ["axpby", "axpy", "copy", "had", "rot", "rotm", "scal", "swap"]


@keyed
def swap(
    x: Any, y: Any, *, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> tuple[Any, Any]:
    """Exchange the elements of x and y.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128,
            overwritten.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x`` and ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
        >>> x, y = autoblas.swap(x, y)
        >>> x, y
        (array([3., 4.]), array([1., 2.]))
    """
    plan: tuple[Any, Any] = _plan("swap", {"x": x, "y": y}, {}, queue, wait_for)
    return plan


@keyed
def scal(
    x: Any, *, alpha: complex = 1.0, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """Compute x = alpha x.

    As in Netlib's BLAS every element is multiplied, by zero too, so that NaN stays NaN. A real ``alpha`` multiplies
    real and imaginary parts (csscal, zdscal); a complex one is multiplied as complex numbers are (cscal, zscal).

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128,
            overwritten.
        alpha: The factor, a number; a real one where x is real.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x = np.arange(6.0)
        >>> autoblas.scal(x[::2], alpha=10.0)
        array([ 0., 20., 40.])
        >>> x
        array([ 0.,  1., 20.,  3., 40.,  5.])
    """
    return _plan("scal", {"x": x}, {"alpha": alpha}, queue, wait_for, or_real="alpha")


@keyed
def copy(
    x: Any, y: Any = None, *, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """Compute y = x.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten; by default a new vector.
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
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.zeros(3)
        >>> autoblas.copy(x[::-1], y)
        array([3., 2., 1.])
    """
    return _plan("copy", {"x": x, "y": y}, {}, queue, wait_for, optional="y")


@keyed_after(axpy_at_once)
def axpy(
    x: Any,
    y: Any,
    *,
    alpha: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha x + y.

    With ``alpha`` = 0 nothing is done, whatever x holds.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor of x, a number; a real one where x is real.
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
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.ones(3)
        >>> autoblas.axpy(x, y, alpha=2.0)
        array([3., 5., 7.])
    """
    return _plan("axpy", {"x": x, "y": y}, {"alpha": alpha}, queue, wait_for)


@keyed
def axpby(
    x: Any,
    y: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute y = alpha x + beta y.

    With ``alpha`` = 0, infinities and NaN in x have no effect; with ``beta`` = 0, those in y have none.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor of x, a number; a real one where x is real.
        beta: The factor of the old y, a number; a real one where x is real.
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
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.ones(3)
        >>> autoblas.axpby(x, y, alpha=2.0, beta=-1.0)
        array([1., 3., 5.])
    """
    return _plan("axpby", {"x": x, "y": y}, {"alpha": alpha, "beta": beta}, queue, wait_for)


@keyed
def had(
    x: Any,
    y: Any,
    z: Any = None,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute z = alpha x y + beta z, element by element: the Hadamard product.

    With ``alpha`` = 0, infinities and NaN in x and y have no effect; with ``beta`` = 0, those in z have none.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        z: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten; by default a new vector.
        alpha: The factor of the products, a number; a real one where x is real.
        beta: The factor of the old z, a number; a real one where x is real; 0 where z is None.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``z``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
        >>> autoblas.had(x, y)
        array([ 4., 10., 18.])
    """
    if z is None and plain_number("beta", beta) != 0:
        raise ArgumentError("z", "a vector for beta to multiply", "None")
    factors = {"alpha": alpha, "beta": beta}
    return _plan("had", {"x": x, "y": y, "z": z}, factors, queue, wait_for, optional="z")


@keyed
def rot(
    x: Any,
    y: Any,
    c: float,
    s: complex,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> tuple[Any, Any]:
    """Rotate in the plane: x = c x + s y and y = c y - conj(s) x.

    Both right sides use the elements from before the call.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128,
            overwritten.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        c: The cosine, a real number.
        s: The sine; of complex vectors a real number (csrot, zdrot) or a complex one (crot, zrot).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x`` and ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.array([1.0, 0.0]), np.array([0.0, 1.0])
        >>> autoblas.rot(x, y, c=0.0, s=1.0)
        (array([0., 1.]), array([-1.,  0.]))
    """
    plan: tuple[Any, Any] = _plan(
        "rot", {"x": x, "y": y}, {"c": c, "s": s}, queue, wait_for, real="c", or_real="s"
    )
    return plan


@keyed
def rotm(
    x: Any, y: Any, param: Any, *, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> tuple[Any, Any]:
    """Rotate by a modified Givens rotation: x = h11 x + h12 y and y = h21 x + h22 y.

    Both right sides use the elements from before the call.

    Args:
        x: Vector of shape ``(n,)``, an array of float16, float32 or float64, overwritten.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        param: Five real numbers, as ``rotmg`` makes them: a flag, h11, h21, h12, h22. Flag -1: all four are used; 0:
            h11 and h22 are 1; 1: h12 is 1 and h21 is -1; -2: nothing is done.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``x`` and ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])
        >>> autoblas.rotm(x, y, [0.0, 0.0, -1.0, 2.0, 0.0])
        (array([ 7., 10.]), array([2., 2.]))
    """
    several = isinstance(param, Sequence) or (isinstance(param, np.ndarray) and param.ndim == 1)
    values = list(param) if several else []
    if len(values) != 5 or None in map(number_of, values):
        raise ArgumentError("param", "five real numbers: a flag and a matrix", shown(param))
    flag, h11, h21, h12, h22 = (rounded_factor("param", value, FLOAT64) for value in values)
    if flag not in {-2, -1, 0, 1}:
        raise ArgumentError("param", "a flag of -2, -1, 0 or 1", shown(flag))
    matrix = {
        -2: (1.0, 0.0, 0.0, 1.0),
        -1: (h11, h12, h21, h22),
        0: (1.0, h12, h21, 1.0),
        1: (h11, 1.0, -1.0, h22),
    }[int(flag)]
    arrays = {"x": x, "y": y}
    on_host(arrays)
    views = check_vectors(arrays, ("x", "y"))
    if views["x"].precision.is_complex:
        raise PrecisionError("x", "a real type", views["x"].precision.name)
    names = ("h11", "h12", "h21", "h22")
    scalars = rounded("rotm", dict(zip(names, matrix, strict=True)), views["x"].precision)
    plan: Any = Done((x, y))
    if flag != -2:
        plan = apply_map("rotm", arrays, views, scalars, queue, wait_for, result=(x, y))
    result: tuple[Any, Any] = plan
    return result


def _plan(
    operation: str,
    arrays: dict[str, Any],
    scalars: dict[str, Any],
    queue: Any,
    wait_for: Any,
    real: str = "",
    or_real: str = "",
    optional: str = "",
) -> Any:
    """The plan of a map on single vectors, whose arguments it checks; the optional output may be None: then it is new."""
    created: tuple[NewArray, ...] = ()
    if optional and arrays[optional] is None:
        arrays, created = _with_output(arrays, optional, queue)
    on_host(arrays)
    views = check_vectors(arrays, tuple(MAPS[operation].outputs))
    if or_real and is_real(plain_number(or_real, scalars[or_real])):
        real = f"{real} {or_real}".strip()
    values = rounded(operation, scalars, views["x"].precision, real)
    results = tuple(array for name, array in arrays.items() if name in MAPS[operation].outputs)
    result = results[0] if len(results) == 1 else results
    return apply_map(
        operation, arrays, views, values, queue, wait_for, result=result, created=created, real=real
    )


def _with_output(
    arrays: dict[str, Any], output: str, queue: Any
) -> tuple[dict[str, Any], tuple[NewArray, ...]]:
    """Operands with a new vector for a result, of the type and length of ``x``, and that vector's description."""
    inputs = {name: array for name, array in arrays.items() if name != output}
    on_host(inputs)
    view = vector_view("x", inputs["x"])
    new = new_array(inputs, (view.length,), view.precision.dtype, queue)
    return {**inputs, output: new.array}, (new,)
