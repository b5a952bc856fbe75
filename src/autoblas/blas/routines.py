"""The routines on arrays, as users call them.

Written by ``tools/routines.py`` from ``autoblas.blas.table``; changes belong there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast, overload

from autoblas.blas.cached_calls import cached_call, cached_call_after
from autoblas.blas.host.expressions import axpy_fast_path, dot_fast_path, gemm_fast_path, gemv_fast_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.blas.level1.rotation import ModifiedRotation, Rotation
    from autoblas.blas.types import (
        Array,
        ArrayT,
        CopyOp,
        Diagonal,
        DType,
        Factor,
        Factors,
        Int32Array,
        Integer,
        Mode,
        NarrowIntegers,
        NumPyArray,
        Offsets,
        Op,
        Order,
        Pair,
        RealFactor,
        Side,
        Triangle,
        TwoArrays,
    )
    from autoblas.devices.device import Event, Queue
    from autoblas.problems import Accuracy, Activation

__all__ = [
    "asum",
    "axpby",
    "axpy",
    "axpy_batched",
    "axpy_offsets",
    "col2im",
    "convgemm",
    "copy",
    "dot",
    "dotc",
    "dotu",
    "dsdot",
    "gbmv",
    "gels",
    "gemm",
    "gemm_batched",
    "gemm_offsets",
    "gemmt",
    "gemv",
    "gemv_batched",
    "gemv_offsets",
    "geqrf",
    "ger",
    "gerc",
    "geru",
    "gesv",
    "gesv_batched",
    "getrf",
    "getrf_batched",
    "getrs",
    "getrs_batched",
    "had",
    "hbmv",
    "hemm",
    "hemv",
    "her",
    "her2",
    "her2k",
    "herk",
    "hpmv",
    "hpr",
    "hpr2",
    "iamax",
    "iamin",
    "im2col",
    "imatcopy",
    "imax",
    "imin",
    "inv_batched",
    "logdet",
    "nrm2",
    "omatcopy",
    "orgqr",
    "ormqr",
    "posv",
    "posv_batched",
    "potrf",
    "potrf_batched",
    "potri",
    "potrs",
    "potrs_batched",
    "qr",
    "rot",
    "rotg",
    "rotm",
    "rotmg",
    "sbmv",
    "scal",
    "sdsdot",
    "spmv",
    "spr",
    "spr2",
    "sum",
    "swap",
    "symm",
    "symv",
    "syr",
    "syr2",
    "syr2k",
    "syrk",
    "tbmv",
    "tbsv",
    "tpmv",
    "tpsv",
    "trmm",
    "trmv",
    "trsm",
    "trsm_batched",
    "trsv",
    "trtri",
]


@cached_call
def swap(
    x: ArrayT,
    y: ArrayT,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> TwoArrays[ArrayT]:
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
    from autoblas.blas.level1.maps import plan_swap

    return cast("TwoArrays[ArrayT]", plan_swap(x, y, queue=queue, wait_for=wait_for))


@cached_call
def scal(
    x: ArrayT,
    *,
    alpha: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute x = alpha x.

    As in Netlib's BLAS every element is multiplied, by zero too, so that NaN stays NaN. A real ``alpha`` multiplies
    real and imaginary parts (csscal, zdscal); a complex one is multiplied as complex numbers are (cscal, zscal).

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128,
            overwritten.
        alpha: The factor, a number; a real one where x is real. It may be a device array of one element.
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
    from autoblas.blas.level1.maps import plan_scal

    return cast("ArrayT", plan_scal(x, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def copy(
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
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
    from autoblas.blas.level1.maps import plan_copy

    return cast("ArrayT", plan_copy(x, y, queue=queue, wait_for=wait_for))


@cached_call_after(axpy_fast_path)
def axpy(
    x: Array,
    y: ArrayT,
    *,
    alpha: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha x + y.

    With ``alpha`` = 0 nothing is done, whatever x holds.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor of x, a number; a real one where x is real. It may be a device array of one element.
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
    from autoblas.blas.level1.maps import plan_axpy

    return cast("ArrayT", plan_axpy(x, y, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def axpby(
    x: Array,
    y: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha x + beta y.

    With ``alpha`` = 0, infinities and NaN in x have no effect; with ``beta`` = 0, those in y have none.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor of x, a number; a real one where x is real. It may be a device array of one element.
        beta: The factor of the old y, a number; a real one where x is real. It may be a device array of one element.
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
    from autoblas.blas.level1.maps import plan_axpby

    return cast("ArrayT", plan_axpby(x, y, alpha=alpha, beta=beta, queue=queue, wait_for=wait_for))


@cached_call
def had(
    x: ArrayT,
    y: ArrayT,
    z: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute z = alpha x y + beta z, element by element: the Hadamard product.

    With ``alpha`` = 0, infinities and NaN in x and y have no effect; with ``beta`` = 0, those in z have none.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        z: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten; by default a new vector.
        alpha: The factor of the products, a number; a real one where x is real. It may be a device array of one
            element.
        beta: The factor of the old z, a number; a real one where x is real; 0 where z is None. It may be a device array
            of one element.
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
    from autoblas.blas.level1.maps import plan_had

    return cast("ArrayT", plan_had(x, y, z, alpha=alpha, beta=beta, queue=queue, wait_for=wait_for))


@cached_call
def rot(
    x: ArrayT,
    y: ArrayT,
    c: RealFactor,
    s: Factor,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> TwoArrays[ArrayT]:
    """Rotate in the plane: x = c x + s y and y = c y - conj(s) x.

    Both right sides use the elements from before the call.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128,
            overwritten.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``, overwritten.
        c: The cosine, a real number. It may be a device array of one element.
        s: The sine; of complex vectors a real number (csrot, zdrot) or a complex one (crot, zrot). It may be a device
            array of one element.
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
    from autoblas.blas.level1.maps import plan_rot

    return cast("TwoArrays[ArrayT]", plan_rot(x, y, c, s, queue=queue, wait_for=wait_for))


@cached_call
def rotm(
    x: ArrayT,
    y: ArrayT,
    param: Any,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> TwoArrays[ArrayT]:
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
    from autoblas.blas.level1.maps import plan_rotm

    return cast("TwoArrays[ArrayT]", plan_rotm(x, y, param, queue=queue, wait_for=wait_for))


def rotg(a: Any, b: Any, *, dtype: Any = None) -> Rotation:
    """The plane rotation with c a + s b = r and c b - conj(s) a = 0, computed on the host.

    Neither squares nor their sum overflow or underflow on the way. As in Netlib's BLAS, r of real numbers has the sign
    of the larger one in magnitude, and r of complex numbers the direction of a.

    Args:
        a: First coordinate, a real or complex number.
        b: Second coordinate, a real or complex number.
        dtype: The type of the results; by default the type that NumPy gives to a and b, float64 for Python's numbers.

    Returns:
        c, s, r and z as a named tuple of NumPy scalars; c and s can be computed from z again, which is 0 for complex
        numbers.

    Raises:
        ArgumentError: an argument is not a number.
        PrecisionError: the type is not a floating-point type, or a number is complex and the type is not.

    Example:
        >>> [float(v) for v in autoblas.rotg(3.0, 4.0)]
        [0.6, 0.8, 5.0, 1.6666666666666667]
    """
    from autoblas.blas.level1.rotation import rotg as compute

    return compute(a, b, dtype=dtype)


def rotmg(d1: Any, d2: Any, x1: Any, y1: Any, *, dtype: Any = None) -> ModifiedRotation:
    """The modified rotation H for which the second component of H (sqrt(d1) x1, sqrt(d2) y1) is zero.

    It is computed on the host. The algorithm is that of C. L. Lawson, R. J. Hanson, D. R. Kincaid and F. T. Krogh,
    "Basic Linear Algebra Subprograms for Fortran Usage", ACM TOMS 5, 1979, as Netlib's BLAS has it.

    Args:
        d1: Factor of the first coordinate, a real number.
        d2: Factor of the second coordinate, a real number.
        x1: First coordinate, a real number.
        y1: Second coordinate, a real number.
        dtype: The real type of the results; by default the type that NumPy gives to the arguments.

    Returns:
        A named tuple of ``param``, the five numbers that ``rotm`` takes, and the updated d1, d2 and x1.

    Raises:
        ArgumentError: an argument is not a real number.
        PrecisionError: the type is not a real floating-point type.

    Example:
        >>> param = autoblas.rotmg(1.0, 1.0, 3.0, 4.0).param
        >>> _, y = autoblas.rotm(np.array([3.0]), np.array([4.0]), param)
        >>> round(float(y[0]), 12)
        0.0
    """
    from autoblas.blas.level1.rotation import rotmg as compute

    return compute(d1, d2, x1, y1, dtype=dtype)


@overload
def dot(
    x: NumPyArray,
    y: NumPyArray,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def dot(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call_after(dot_fast_path)
def dot(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
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
    from autoblas.blas.level1.dots import plan_dot

    return plan_dot(x, y, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def dotu(
    x: NumPyArray,
    y: NumPyArray,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def dotu(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call_after(dot_fast_path)
def dotu(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
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
    from autoblas.blas.level1.dots import plan_dotu

    return plan_dotu(x, y, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def dotc(
    x: NumPyArray,
    y: NumPyArray,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def dotc(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def dotc(
    x: ArrayT,
    y: ArrayT,
    *,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
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
    from autoblas.blas.level1.dots import plan_dotc

    return plan_dotc(x, y, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def sdsdot(
    x: NumPyArray,
    y: NumPyArray,
    *,
    alpha: RealFactor = 0.0,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def sdsdot(
    x: ArrayT,
    y: ArrayT,
    *,
    alpha: RealFactor = 0.0,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def sdsdot(
    x: ArrayT,
    y: ArrayT,
    *,
    alpha: RealFactor = 0.0,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute alpha + the sum of x[i] y[i] of float32 vectors, summed in float64 and rounded to float32.

    Args:
        x: Vector of shape ``(n,)``, an array of float32.
        y: Vector of shape ``(n,)``, of float32, in the same kind of memory as ``x``.
        alpha: The number that is added to the sum. It may be a device array of one element.
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
    from autoblas.blas.level1.dots import plan_sdsdot

    return plan_sdsdot(x, y, alpha=alpha, out=out, queue=queue, wait_for=wait_for)


@overload
def dsdot(
    x: NumPyArray,
    y: NumPyArray,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def dsdot(
    x: ArrayT,
    y: ArrayT,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def dsdot(
    x: ArrayT,
    y: ArrayT,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
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
    from autoblas.blas.level1.dots import plan_dsdot

    return plan_dsdot(x, y, out=out, queue=queue, wait_for=wait_for)


@overload
def nrm2(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def nrm2(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def nrm2(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The Euclidean norm of x, without overflow or underflow on the way; real, for complex vectors too.

    Squares of float32 are summed in float64 where the device has it. Other squares that might leave their type's range
    are summed separately, scaled (E. Anderson, "Algorithm 978", ACM TOMS 44, 2017). The norm is NaN where an element
    is.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        dtype: The type of the result; by default the type of the elements, or of their real parts.
        out: Device array of one real element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector, ``out`` or a
        new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_nrm2

    return plan_nrm2(x, axis=axis, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def asum(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def asum(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def asum(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of |x[i]|, where a complex element has the magnitude |re| + |im|; real.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        accumulator: The type to sum in; by default the type of the elements, float32 for float16.
        dtype: The type of the result; by default the type of the elements, or of their real parts.
        out: Device array of one real element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector, ``out`` or a
        new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_asum

    return plan_asum(x, axis=axis, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def sum(  # noqa: A001  # BLAS extensions call it so
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def sum(  # noqa: A001  # BLAS extensions call it so
    x: ArrayT,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def sum(  # noqa: A001  # BLAS extensions call it so
    x: ArrayT,
    *,
    axis: Integer | None = None,
    accumulator: Any = None,
    dtype: Any = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The sum of x[i]; 0 for an empty vector.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        accumulator: The type to sum in; by default the type of the elements, float32 for float16.
        dtype: The type of the result; by default the type of the elements.
        out: Device array of one element for the result, by default a new one; None with NumPy arrays. With ``axis``, a
            dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector, ``out`` or a
        new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_sum

    return plan_sum(x, axis=axis, accumulator=accumulator, dtype=dtype, out=out, queue=queue, wait_for=wait_for)


@overload
def iamax(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def iamax(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def iamax(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The index, counted from 0, of the largest |x[i]|; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector,
        ``out`` or a new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_iamax

    return plan_iamax(x, axis=axis, out=out, queue=queue, wait_for=wait_for)


@overload
def iamin(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def iamin(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def iamin(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The index, counted from 0, of the smallest |x[i]|; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector,
        ``out`` or a new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_iamin

    return plan_iamin(x, axis=axis, out=out, queue=queue, wait_for=wait_for)


@overload
def imax(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def imax(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def imax(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The index, counted from 0, of the largest x[i]; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector,
        ``out`` or a new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_imax

    return plan_imax(x, axis=axis, out=out, queue=queue, wait_for=wait_for)


@overload
def imin(
    x: NumPyArray,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def imin(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def imin(
    x: ArrayT,
    *,
    axis: Integer | None = None,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """The index, counted from 0, of the smallest x[i]; -1 for an empty vector.

    A complex element counts as |re| + |im|. Of equal elements the first is meant. As in Netlib's BLAS, NaN is ignored,
    except that the result is 0 where x[0] is NaN.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128; with
            ``axis`` a matrix of any strides.
        axis: The axis of a matrix that disappears: 0 for a result of each column, 1 for one of each row. None of a
            vector.
        out: Device array of one int64 element for the result, by default a new one; None with NumPy arrays. With
            ``axis``, a dense vector in the memory of ``x``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        A NumPy scalar of int64; for device arrays ``out`` or a new array of shape ``(1,)``; with ``axis`` a vector,
        ``out`` or a new one, enqueued, with its event in ``events``.

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
    from autoblas.blas.level1.reductions import plan_imin

    return plan_imin(x, axis=axis, out=out, queue=queue, wait_for=wait_for)


@cached_call
def axpy_batched(
    x: Array,
    y: ArrayT,
    *,
    alpha: Factors = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """y[i] = alpha x[i] + y[i] for every vector of a stack, in one launch.

    Args:
        x: Stack of shape ``(items, n)``, or one vector of shape ``(n,)`` that is added to every y[i]; an array of
            float16, float32, float64, complex64 or complex128.
        y: Stack of shape ``(items, n)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor, or a vector of ``items`` factors.
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
        >>> x, y = np.ones((2, 3)), np.zeros((2, 3))
        >>> autoblas.axpy_batched(x, y, alpha=[1.0, -2.0])
        array([[ 1.,  1.,  1.],
               [-2., -2., -2.]])
    """
    from autoblas.blas.level1.batched import plan_axpy_batched

    return cast("ArrayT", plan_axpy_batched(x, y, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def axpy_offsets(
    x: Array,
    x_offsets: Offsets,
    y: ArrayT,
    y_offsets: Offsets,
    *,
    n: Integer,
    x_step: Integer = 1,
    y_step: Integer = 1,
    alpha: Factors = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """y_i = alpha_i x_i + y_i for vectors at any offsets in one array each, in one launch.

    Args:
        x: Dense vector that contains every x_i, an array of float16, float32, float64, complex64 or complex128.
        x_offsets: Where each x_i begins, in elements: a vector of whole numbers, or one number that all share.
        y: Dense vector that contains every y_i, of the same type and kind of memory as ``x``, overwritten.
        y_offsets: Where each y_i begins, in elements; its length is the number of items. The y_i must not overlap.
        n: Number of elements of each x_i and y_i.
        x_step: Elements from one element of an x_i to the next; 0 and negative numbers are allowed.
        y_step: Elements from one element of a y_i to the next; not 0.
        alpha: The factor, or a vector of one factor for each item.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.arange(6.0), np.zeros(6)
        >>> autoblas.axpy_offsets(x, [0, 3], y, [3, 0], n=3)
        array([3., 4., 5., 0., 1., 2.])
    """
    from autoblas.blas.level1.batched import plan_axpy_offsets

    return cast("ArrayT", plan_axpy_offsets(
        x, x_offsets, y, y_offsets, n=n, x_step=x_step, y_step=y_step, alpha=alpha, queue=queue, wait_for=wait_for,
    ))


@cached_call_after(gemv_fast_path)
def gemv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    trans: Op = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha op(A) x + beta y.

    Args:
        a: Matrix of shape ``(m, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128.
            float16 is summed in float32. Without rows or columns it leaves y unchanged.
        x: Vector of as many elements as op(A) has columns, of the same type and kind of memory as ``a``.
        y: Vector of as many elements as op(A) has rows, of the same type and kind of memory as ``a``, overwritten; by
            default a new vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_gemv

    return cast("ArrayT", plan_gemv(a, x, y, alpha=alpha, beta=beta, trans=trans, queue=queue, wait_for=wait_for))


@cached_call
def gbmv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    kl: Integer,
    ku: Integer,
    shape: Sequence[Integer] | None = None,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    trans: Op = "N",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
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
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_gbmv

    return cast("ArrayT", plan_gbmv(
        a, x, y, kl=kl, ku=ku, shape=shape, alpha=alpha, beta=beta, trans=trans, order=order, queue=queue,
        wait_for=wait_for,
    ))


@cached_call
def symv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a symmetric matrix A, of which one triangle is read.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_symv

    return cast("ArrayT", plan_symv(a, x, y, alpha=alpha, beta=beta, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def hemv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a Hermitian matrix A, of which one triangle is read.

    Args:
        a: Matrix of shape ``(n, n)``, an array of complex64 or complex128; the other triangle is not read. Imaginary
            parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_hemv

    return cast("ArrayT", plan_hemv(a, x, y, alpha=alpha, beta=beta, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def sbmv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a symmetric band matrix A, of which one triangle is stored.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i -
            j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]``
            or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_sbmv

    return cast("ArrayT", plan_sbmv(
        a, x, y, alpha=alpha, beta=beta, uplo=uplo, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def hbmv(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a Hermitian band matrix A, of which one triangle is stored.

    Args:
        a: The k + 1 diagonals of the triangle, an array of complex64 or complex128. Its shape is ``(k + 1, n)``, with
            element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i - j, j]`` for a lower one; with
            order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]`` or ``[i, k + j - i]``.
            Imaginary parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten; by default a new vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_hbmv

    return cast("ArrayT", plan_hbmv(
        a, x, y, alpha=alpha, beta=beta, uplo=uplo, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def spmv(
    ap: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a symmetric matrix A, of which one triangle is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten; by default a new
            vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_spmv

    return cast("ArrayT", plan_spmv(
        ap, x, y, alpha=alpha, beta=beta, uplo=uplo, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def hpmv(
    ap: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute y = alpha A x + beta y for a Hermitian matrix A, of which one triangle is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of complex64 or complex128: the columns of the triangle one after
            the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken as zero.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten; by default a new
            vector.
        alpha: The factor of the product; with 0, A and x are not read. It may be a device array of one element.
        beta: The factor of the old y; with 0, y is not read. It may be a device array of one element.
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
    from autoblas.blas.level2.products import plan_hpmv

    return cast("ArrayT", plan_hpmv(
        ap, x, y, alpha=alpha, beta=beta, uplo=uplo, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def trmv(
    a: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute x = op(A) x for a triangular matrix A.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
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
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmv(a, np.ones(2))
        array([3., 3.])
    """
    from autoblas.blas.level2.triangular import plan_trmv

    return cast("ArrayT", plan_trmv(a, x, uplo=uplo, trans=trans, diag=diag, queue=queue, wait_for=wait_for))


@cached_call
def tbmv(
    a: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute x = op(A) x for a triangular band matrix A.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i -
            j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]``
            or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
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
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbmv(diagonals, np.ones(3))
        array([3., 3., 2.])
    """
    from autoblas.blas.level2.triangular import plan_tbmv

    return cast("ArrayT", plan_tbmv(
        a, x, uplo=uplo, trans=trans, diag=diag, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def tpmv(
    ap: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute x = op(A) x for a triangular matrix A that is packed.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
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
        >>> packed = np.array([1.0, 2.0, 3.0])  # the matrix [[1, 2], [0, 3]]
        >>> autoblas.tpmv(packed, np.ones(2))
        array([3., 3.])
    """
    from autoblas.blas.level2.triangular import plan_tpmv

    return cast("ArrayT", plan_tpmv(
        ap, x, uplo=uplo, trans=trans, diag=diag, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def trsv(
    a: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve op(A) x = b for a triangular matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float16, float32, float64, complex64 or complex128;
            the other triangle is not read.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
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
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsv(a, np.array([5.0, 8.0]))
        array([1., 2.])
    """
    from autoblas.blas.level2.triangular import plan_trsv

    return cast("ArrayT", plan_trsv(a, x, uplo=uplo, trans=trans, diag=diag, queue=queue, wait_for=wait_for))


@cached_call
def tbsv(
    a: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve op(A) x = b for a triangular band matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: The k + 1 diagonals of the triangle, an array of float16, float32, float64, complex64 or complex128. Its
            shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i -
            j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]``
            or ``[i, k + j - i]``.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``a``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` for Netlib's band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal
            in each column.
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
        >>> diagonals = np.array([[0.0, 1.0, 1.0], [2.0, 2.0, 2.0]])
        >>> autoblas.tbsv(diagonals, np.array([3.0, 3.0, 2.0]))
        array([1., 1., 1.])
    """
    from autoblas.blas.level2.triangular import plan_tbsv

    return cast("ArrayT", plan_tbsv(
        a, x, uplo=uplo, trans=trans, diag=diag, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def tpsv(
    ap: Array,
    x: ArrayT,
    *,
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve op(A) x = b for a packed triangular matrix A; x holds b before and the solution after.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        ap: Vector of n (n + 1) / 2 elements, an array of float16, float32, float64, complex64 or complex128: the
            columns of the triangle one after the other, or with order ``"C"`` its rows.
        x: Vector of shape ``(n,)``, of the same type and kind of memory as ``ap``, that holds b, overwritten by the
            solution.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        order: ``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.
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
        >>> packed = np.array([1.0, 2.0, 4.0])  # the matrix [[1, 2], [0, 4]]
        >>> autoblas.tpsv(packed, np.array([5.0, 8.0]))
        array([1., 2.])
    """
    from autoblas.blas.level2.triangular import plan_tpsv

    return cast("ArrayT", plan_tpsv(
        ap, x, uplo=uplo, trans=trans, diag=diag, order=order, queue=queue, wait_for=wait_for,
    ))


@cached_call
def ger(
    x: ArrayT,
    y: ArrayT,
    a: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x y^T + A.

    Args:
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_ger

    return cast("ArrayT", plan_ger(x, y, a, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def geru(
    x: ArrayT,
    y: ArrayT,
    a: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x y^T + A, without conjugation: BLAS's name of ``ger`` for complex vectors.

    Args:
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_geru

    return cast("ArrayT", plan_geru(x, y, a, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def gerc(
    x: ArrayT,
    y: ArrayT,
    a: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x y^H + A, with the conjugates of y; for real vectors the same as ``ger``.

    Args:
        x: Vector of shape ``(m,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``x``, overwritten; by default a new
            matrix, zero before the update.
        alpha: The factor of the product; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_gerc

    return cast("ArrayT", plan_gerc(x, y, a, alpha=alpha, queue=queue, wait_for=wait_for))


@cached_call
def syr(
    x: Array,
    a: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_syr

    return cast("ArrayT", plan_syr(x, a, alpha=alpha, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def her(
    x: Array,
    a: ArrayT,
    *,
    alpha: RealFactor = 1.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten. Imaginary parts of the diagonal are taken as zero and become zero.
        alpha: The factor, a real number; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_her

    return cast("ArrayT", plan_her(x, a, alpha=alpha, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def spr(
    x: Array,
    ap: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x x^T + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_spr

    return cast("ArrayT", plan_spr(x, ap, alpha=alpha, uplo=uplo, order=order, queue=queue, wait_for=wait_for))


@cached_call
def hpr(
    x: Array,
    ap: ArrayT,
    *,
    alpha: RealFactor = 1.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken
            as zero and become zero.
        alpha: The factor, a real number; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_hpr

    return cast("ArrayT", plan_hpr(x, ap, alpha=alpha, uplo=uplo, order=order, queue=queue, wait_for=wait_for))


@cached_call
def syr2(
    x: Array,
    y: Array,
    a: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_syr2

    return cast("ArrayT", plan_syr2(x, y, a, alpha=alpha, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def her2(
    x: Array,
    y: Array,
    a: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is updated.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        a: Matrix of shape ``(n, n)``, of the same type and kind of memory as ``x``, of which one triangle is read and
            overwritten. Imaginary parts of the diagonal are taken as zero and become zero.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_her2

    return cast("ArrayT", plan_her2(x, y, a, alpha=alpha, uplo=uplo, queue=queue, wait_for=wait_for))


@cached_call
def spr2(
    x: Array,
    y: Array,
    ap: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha (x y^T + y x^T) + A for a symmetric matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of float16, float32, float64, complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_spr2

    return cast("ArrayT", plan_spr2(x, y, ap, alpha=alpha, uplo=uplo, order=order, queue=queue, wait_for=wait_for))


@cached_call
def hpr2(
    x: Array,
    y: Array,
    ap: ArrayT,
    *,
    alpha: Factor = 1.0,
    uplo: Triangle = "U",
    order: Order = "F",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix A, of which one triangle is packed.

    Args:
        x: Vector of shape ``(n,)`` and any stride, an array of complex64 or complex128.
        y: Vector of shape ``(n,)``, of the same type and kind of memory as ``x``.
        ap: Vector of n (n + 1) / 2 elements, of the same type and kind of memory as ``x``, overwritten: the columns of
            the triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken
            as zero and become zero.
        alpha: The factor; with 0, A stays as it is. It may be a device array of one element.
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
    from autoblas.blas.level2.rank_update import plan_hpr2

    return cast("ArrayT", plan_hpr2(x, y, ap, alpha=alpha, uplo=uplo, order=order, queue=queue, wait_for=wait_for))


@cached_call
def gemv_batched(
    a: ArrayT,
    x: ArrayT,
    y: ArrayT | None = None,
    *,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    trans: Op = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """y[i] = alpha op(A[i]) x[i] + beta y[i] for every item of a stack, in one launch.

    Args:
        a: Stack of shape ``(items, m, n)``, or one matrix of shape ``(m, n)`` that all items share; an array of
            float16, float32, float64, complex64 or complex128.
        x: Stack of shape ``(items, n)``, with a transposed A ``(items, m)``; or one vector that all items share.
        y: Stack of shape ``(items, m)``, with a transposed A ``(items, n)``, overwritten; by default a new stack.
        alpha: The factor of the products, or a vector of ``items`` factors; where one is 0, A and x of that item are
            not read.
        beta: The factor of the old y, or a vector of ``items`` factors; where one is 0, y of that item is not read.
        trans: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
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
        >>> a, x = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemv_batched(a, x)
        array([[1., 1.],
               [2., 2.]])
    """
    from autoblas.blas.level2.batched import plan_gemv_batched

    return cast("ArrayT", plan_gemv_batched(
        a, x, y, alpha=alpha, beta=beta, trans=trans, queue=queue, wait_for=wait_for,
    ))


@cached_call
def gemv_offsets(
    a: Array,
    a_offsets: Offsets,
    x: Array,
    x_offsets: Offsets,
    y: ArrayT,
    y_offsets: Offsets,
    *,
    m: Integer,
    n: Integer,
    lda: Integer | None = None,
    x_step: Integer = 1,
    y_step: Integer = 1,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    trans: Op = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """y_i = alpha_i op(A_i) x_i + beta_i y_i for items at any offsets in one array each, in one launch.

    The matrices are stored by rows.

    Args:
        a: Dense vector that contains every A_i, an array of float16, float32, float64, complex64 or complex128.
        a_offsets: Where each A_i begins, in elements: a vector of whole numbers, or one number that all items share.
        x: Dense vector that contains every x_i.
        x_offsets: Where each x_i begins, in elements: a vector of whole numbers, or one number that all items share.
        y: Dense vector that contains every y_i, overwritten.
        y_offsets: Where each y_i begins, in elements; its length is the number of items. The y_i must not overlap.
        m: Rows of each A_i as it is stored.
        n: Columns of each A_i as it is stored.
        lda: Elements from one row of an A_i to the next, at least ``n``, which is the default.
        x_step: Elements from one element of an x_i to the next, at least 1.
        y_step: Elements from one element of a y_i to the next, at least 1.
        alpha: The factor of the products, or a vector of one factor for each item; where one is 0, A_i and x_i are not
            read.
        beta: The factor of the old y, or a vector of one factor for each item; where one is 0, y_i is not read.
        trans: op(A_i) is A_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, x, y = np.arange(8.0), np.ones(2), np.zeros(4)
        >>> autoblas.gemv_offsets(a, [0, 4], x, [0, 0], y, [0, 2], m=2, n=2)
        array([ 1.,  5.,  9., 13.])
    """
    from autoblas.blas.level2.batched import plan_gemv_offsets

    return cast("ArrayT", plan_gemv_offsets(
        a, a_offsets, x, x_offsets, y, y_offsets, m=m, n=n, lda=lda, x_step=x_step, y_step=y_step, alpha=alpha,
        beta=beta, trans=trans, queue=queue, wait_for=wait_for,
    ))


@overload
def gemm(
    a: NarrowIntegers,
    b: NarrowIntegers,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: None = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    bias: ArrayT | None = None,
    activation: Activation | None = None,
    invariant: bool = False,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Int32Array: ...


@overload
def gemm(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: None = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    bias: ArrayT | None = None,
    activation: Activation | None = None,
    invariant: bool = False,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@overload
def gemm(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: DType,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    bias: ArrayT | None = None,
    activation: Activation | None = None,
    invariant: bool = False,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@cached_call_after(gemm_fast_path)
def gemm(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    bias: ArrayT | None = None,
    activation: Activation | None = None,
    invariant: bool = False,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C = alpha op(A) op(B) + beta C, with a bias and an activation if they are given.

    NumPy arrays give a NumPy array, complete on return; a device that works in the host's memory reads and writes them
    in place. A ``pyopencl.array.Array`` gives one whose ``events`` end with the event of this call, and nothing is
    waited for. Any strides and offsets are accepted, negative strides too. Small products of NumPy arrays are computed
    by NumPy's BLAS where that is faster, unless ``queue`` is given.

    As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or k = 0, A and B are not read and C becomes
    ``beta`` C; an empty C is returned at once.

    With ``bias`` and ``activation``, C = f(alpha op(A) op(B) + beta C + bias). Both are applied before C is rounded to
    its type, also where the product vanishes.

    Args:
        a: Matrix of shape ``(m, k)``, or ``(k, m)`` where ``trans_a`` is not ``"N"``; an array of float16, float32,
            float64, complex64, complex128, int8, uint8, int16, int32, uint32 or int64, or of bfloat16 from the package
            ml_dtypes. Integers wrap.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` where ``trans_b`` is not ``"N"``; in the same kind of memory as
            ``a``, and of the same type unless both are real floating-point types or both integers.
        alpha: The factor of the product. It may be a device array of one element.
        beta: The factor of the old C. It may be a device array of one element.
        c: Output of shape ``(m, n)``, overwritten and returned; by default a new row-major array.
        trans_a: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B) is B (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        dtype: Element type of a new C; by default the wider of the types of A and B, float32 for float16 with bfloat16,
            and of integers the first of int32, uint32 and int64 that holds both.
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16, and of integers that of C.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        bias: Vector of the type of C and of any strides, broadcast as by NumPy: of shape ``(n,)`` or ``(1, n)`` a
            number for each column of C, of shape ``(m, 1)`` one for each row.
        activation: A function f of real floating-point numbers: ``"relu"``, max(x, 0); ``"gelu"``, x times the normal
            distribution function of x; ``"gelu_tanh"``, its usual approximation with tanh; ``"silu"``, x / (1 +
            exp(-x)).
        invariant: A row of C has the same bits however many rows there are: it depends on that row of A, on B, the
            other options and the device. With ``alpha`` 1, ``beta`` 0, and without bias, activation and ``devices``.
            NumPy arrays are multiplied on the device.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
        >>> autoblas.gemm(a, b, trans_a="T", alpha=2.0)
        array([[2., 6.],
               [4., 8.]])
        >>> autoblas.gemm(a, b, bias=np.array([-2.0, 1.0]), activation="relu")
        array([[0., 3.],
               [1., 5.]])
    """
    from autoblas.blas.level3.gemm import plan_gemm

    return plan_gemm(
        a, b, alpha=alpha, beta=beta, c=c, trans_a=trans_a, trans_b=trans_b, dtype=dtype, accumulator=accumulator,
        accuracy=accuracy, bias=bias, activation=activation, invariant=invariant, queue=queue, devices=devices,
        wait_for=wait_for,
    )


@overload
def gemm_batched(
    a: NarrowIntegers,
    b: NarrowIntegers,
    *,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    c: None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: None = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Int32Array: ...


@overload
def gemm_batched(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: None = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@overload
def gemm_batched(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: DType,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@cached_call
def gemm_batched(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    c: ArrayT | None = None,
    trans_a: Op = "N",
    trans_b: Op = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C[i] = alpha op(A[i]) op(B[i]) + beta C[i] for every item of a stack, in one launch.

    At least one of A, B and C is a stack. Stacks may have any strides. NumPy arrays give a NumPy array, complete on
    return; a device that works in the host's memory reads and writes them in place. A ``pyopencl.array.Array`` gives
    one whose ``events`` end with the event of this call, and nothing is waited for. Any strides and offsets are
    accepted, negative strides too. Small products of NumPy arrays are computed by NumPy's BLAS where that is faster,
    unless ``queue`` is given.

    Args:
        a: Stack of shape ``(items, m, k)``, or one matrix of shape ``(m, k)`` that all items share; rows and columns
            exchanged where ``trans_a`` is not ``"N"``. An array of float16, float32, float64, complex64, complex128,
            int8, uint8, int16, int32, uint32 or int64, or of bfloat16 from the package ml_dtypes. Integers wrap.
        b: Stack of shape ``(items, k, n)``, or one matrix of shape ``(k, n)`` that all items share; rows and columns
            exchanged where ``trans_b`` is not ``"N"``. In the same kind of memory as ``a``, and of the same type unless
            both are real floating-point types or both integers.
        alpha: The factor of the products, or a vector of ``items`` factors; where one is 0, A and B of that item are
            not read.
        beta: The factor of the old C, or a vector of ``items`` factors; where one is 0, C of that item is not read.
        c: Output of shape ``(items, m, n)``, overwritten and returned; by default a new stack.
        trans_a: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B[i]) is B[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        dtype: Element type of a new C; by default the wider of the types of A and B, float32 for float16 with bfloat16,
            and of integers the first of int32, uint32 and int64 that holds both.
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16, and of integers that of C.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
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
        >>> a, b = np.stack([np.eye(2), 2 * np.eye(2)]), np.ones((2, 2))
        >>> autoblas.gemm_batched(a, b)[1]
        array([[2., 2.],
               [2., 2.]])
    """
    from autoblas.blas.level3.gemm import plan_gemm_batched

    return plan_gemm_batched(
        a, b, alpha=alpha, beta=beta, c=c, trans_a=trans_a, trans_b=trans_b, dtype=dtype, accumulator=accumulator,
        accuracy=accuracy, queue=queue, wait_for=wait_for,
    )


@cached_call
def gemm_offsets(
    a: Array,
    a_offsets: Offsets,
    b: Array,
    b_offsets: Offsets,
    c: ArrayT,
    c_offsets: Offsets,
    *,
    m: Integer,
    n: Integer,
    k: Integer,
    lda: Integer | None = None,
    ldb: Integer | None = None,
    ldc: Integer | None = None,
    alpha: Factors = 1.0,
    beta: Factors = 0.0,
    trans_a: Op = "N",
    trans_b: Op = "N",
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """C_i = alpha_i op(A_i) op(B_i) + beta_i C_i for matrices at any offsets in one array each, in one launch.

    The matrices are stored by rows.

    Args:
        a: Dense vector that contains every A_i; an array of float16, float32, float64, complex64, complex128, int8,
            uint8, int16, int32, uint32 or int64, or of bfloat16 from the package ml_dtypes. Integers wrap.
        a_offsets: Where each A_i begins, in elements: a vector of whole numbers, or one number that all items share.
        b: Dense vector that contains every B_i; in the same kind of memory as ``a``, and of the same type unless both
            are real floating-point types or both integers.
        b_offsets: Where each B_i begins, in elements: a vector of whole numbers, or one number that all items share.
        c: Dense vector that contains every C_i, overwritten.
        c_offsets: Where each C_i begins, in elements; its length is the number of items. The C_i must not overlap.
        m: Rows of each C_i.
        n: Columns of each C_i.
        k: Columns of each op(A_i), and rows of each op(B_i).
        lda: Elements from one row of an A_i as it is stored to the next; by default the length of a row.
        ldb: Elements from one row of a B_i as it is stored to the next; by default the length of a row.
        ldc: Elements from one row of a C_i to the next; by default ``n``.
        alpha: The factor of the products, or a vector of one factor for each item; where one is 0, A_i and B_i are not
            read.
        beta: The factor of the old C, or a vector of one factor for each item; where one is 0, C_i is not read.
        trans_a: op(A_i) is A_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B_i) is B_i (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        accumulator: The type that products are summed in; by default the widest type of A, B and C, but float32 for
            float16 and bfloat16, and of integers that of C.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by any
            method; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: float32 operands may
            be reduced to the 11 significant bits of tf32, and sums of float16 kept in float16, where that is faster on
            the device.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``c``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b, c = np.arange(8.0), np.eye(2).ravel(), np.zeros(8)
        >>> autoblas.gemm_offsets(a, [0, 4], b, 0, c, [4, 0], m=2, n=2, k=2)
        array([4., 5., 6., 7., 0., 1., 2., 3.])
    """
    from autoblas.blas.level3.gemm import plan_gemm_offsets

    return cast("ArrayT", plan_gemm_offsets(
        a, a_offsets, b, b_offsets, c, c_offsets, m=m, n=n, k=k, lda=lda, ldb=ldb, ldc=ldc, alpha=alpha, beta=beta,
        trans_a=trans_a, trans_b=trans_b, accumulator=accumulator, accuracy=accuracy, queue=queue, wait_for=wait_for,
    ))


@cached_call
def gemmt(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    uplo: Triangle = "U",
    trans_a: Op = "N",
    trans_b: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
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
        alpha: The factor of the product, a number; a real one where A is real. It may be a device array of one element.
        beta: The factor of the old C, a number; a real one where A is real. It may be a device array of one element.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans_a: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B) is B (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
    from autoblas.blas.level3.rank_k import plan_gemmt

    return cast("ArrayT", plan_gemmt(
        a, b, alpha=alpha, beta=beta, c=c, uplo=uplo, trans_a=trans_a, trans_b=trans_b, queue=queue, devices=devices,
        wait_for=wait_for,
    ))


@cached_call
def symm(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    side: Side = "L",
    uplo: Triangle = "U",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """C = alpha A B + beta C for a symmetric A, or alpha B A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Symmetric matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one triangle is read; an
            array of float16, float32, float64, complex64 or complex128.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``.
        alpha: The factor of the product, a number; a real one where A is real. It may be a device array of one element.
        beta: The factor of the old C, a number; a real one where A is real. It may be a device array of one element.
        c: Output of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten; by default a new
            row-major array.
        side: ``"L"`` for A B, ``"R"`` for B A.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.symm(a, np.eye(2))
        array([[1., 2.],
               [2., 3.]])
    """
    from autoblas.blas.level3.symmetric import plan_symm

    return cast("ArrayT", plan_symm(
        a, b, alpha=alpha, beta=beta, c=c, side=side, uplo=uplo, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def hemm(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    side: Side = "L",
    uplo: Triangle = "U",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """C = alpha A B + beta C for a Hermitian A, or alpha B A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Hermitian matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one triangle is read; an
            array of float16, float32, float64, complex64 or complex128. Imaginary parts of the diagonal are taken as
            zero. A real A is symmetric.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``.
        alpha: The factor of the product, a number; a real one where A is real. It may be a device array of one element.
        beta: The factor of the old C, a number; a real one where A is real. It may be a device array of one element.
        c: Output of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten; by default a new
            row-major array.
        side: ``"L"`` for A B, ``"R"`` for B A.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
        >>> a = np.array([[1.0, 1j], [np.nan, 2.0]])  # the lower triangle is not read
        >>> autoblas.hemm(a, np.eye(2, dtype=complex))
        array([[1.+0.j, 0.+1.j],
               [0.-1.j, 2.+0.j]])
    """
    from autoblas.blas.level3.symmetric import plan_hemm

    return cast("ArrayT", plan_hemm(
        a, b, alpha=alpha, beta=beta, c=c, side=side, uplo=uplo, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def syrk(
    a: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    uplo: Triangle = "U",
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """One triangle of C = alpha A A^T + beta C, or alpha A^T A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; an array of float16, float32, float64,
            complex64 or complex128.
        alpha: The factor of the product, a number; a real one where A is real. It may be a device array of one element.
        beta: The factor of the old C, a number; a real one where A is real. It may be a device array of one element.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^T, ``"T"`` for A^T A; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
    from autoblas.blas.level3.rank_k import plan_syrk

    return cast("ArrayT", plan_syrk(
        a, alpha=alpha, beta=beta, c=c, uplo=uplo, trans=trans, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def herk(
    a: ArrayT,
    *,
    alpha: RealFactor = 1.0,
    beta: RealFactor = 0.0,
    c: ArrayT | None = None,
    uplo: Triangle = "U",
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """One triangle of C = alpha A A^H + beta C, or alpha A^H A + beta C, which is Hermitian.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A is not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; an array of float16, float32, float64,
            complex64 or complex128.
        alpha: The factor of the product, a real number. It may be a device array of one element.
        beta: The factor of the old C, a real number. It may be a device array of one element.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A A^H, ``"C"`` for A^H A; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
    from autoblas.blas.level3.rank_k import plan_herk

    return cast("ArrayT", plan_herk(
        a, alpha=alpha, beta=beta, c=c, uplo=uplo, trans=trans, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def syr2k(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: Factor = 0.0,
    c: ArrayT | None = None,
    uplo: Triangle = "U",
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """One triangle of C = alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``; an array of float16, float32, float64,
            complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the product, a number; a real one where A is real. It may be a device array of one element.
        beta: The factor of the old C, a number; a real one where A is real. It may be a device array of one element.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^T, ``"T"`` for A^T B; for real matrices ``"C"`` means the same as ``"T"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
    from autoblas.blas.level3.rank_k import plan_syr2k

    return cast("ArrayT", plan_syr2k(
        a, b, alpha=alpha, beta=beta, c=c, uplo=uplo, trans=trans, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def her2k(
    a: ArrayT,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    beta: RealFactor = 0.0,
    c: ArrayT | None = None,
    uplo: Triangle = "U",
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H A + beta C.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    With ``beta`` = 0, C is not read; with ``alpha`` = 0, A and B are not read.

    Args:
        a: Matrix of shape ``(n, k)``, or ``(k, n)`` with ``trans="C"``; an array of float16, float32, float64,
            complex64 or complex128.
        b: Matrix of the shape, type and kind of memory of ``a``.
        alpha: The factor of the first product, a number; its conjugate is the factor of the second. It may be a device
            array of one element.
        beta: The factor of the old C, a real number. It may be a device array of one element.
        c: Output of shape ``(n, n)``, of the same type and kind of memory as ``a``, of which one triangle is
            overwritten and the other is neither read nor written; by default a new row-major array with zeros in the
            other triangle. Imaginary parts of its diagonal are taken as zero and become zero.
        uplo: ``"U"`` for the upper triangle of C, ``"L"`` for the lower one: the one that is computed.
        trans: ``"N"`` for A B^H, ``"C"`` for A^H B; for real matrices ``"T"`` means the same as ``"C"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
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
    from autoblas.blas.level3.rank_k import plan_her2k

    return cast("ArrayT", plan_her2k(
        a, b, alpha=alpha, beta=beta, c=c, uplo=uplo, trans=trans, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def trmm(
    a: Array,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    side: Side = "L",
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """B = alpha op(A) B for a triangular A, or alpha B op(A).

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    Products with A's zero triangle are left out, except in tiles that meet the diagonal: as in other libraries, an
    infinity in B may be multiplied by a zero beside A's diagonal and give NaN.

    Args:
        a: Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``; an array of float16, float32,
            float64, complex64 or complex128. float16 is summed in float32.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten.
        alpha: The factor of the product; with 0, neither A nor B is read. It may be a device array of one element.
        side: ``"L"`` for op(A) B, ``"R"`` for B op(A).
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 3.0]])  # the lower triangle is not read
        >>> autoblas.trmm(a, np.eye(2))
        array([[1., 2.],
               [0., 3.]])
    """
    from autoblas.blas.level3.trmm import plan_trmm

    return cast("ArrayT", plan_trmm(
        a, b, alpha=alpha, side=side, uplo=uplo, trans=trans, diag=diag, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def trsm(
    a: Array,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    side: Side = "L",
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve op(A) X = alpha B for X, or X op(A) = alpha B, with a triangular A; X is stored in B.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``; an array of float16, float32,
            float64, complex64 or complex128. float16 is summed in float32.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten by X.
        alpha: The factor of B; with 0, neither A nor B is read. It may be a device array of one element.
        side: ``"L"`` for op(A) X, ``"R"`` for X op(A).
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsm(a, np.array([[5.0], [8.0]]))
        array([[1.],
               [2.]])
    """
    from autoblas.blas.level3.trsm import plan_trsm

    return cast("ArrayT", plan_trsm(
        a, b, alpha=alpha, side=side, uplo=uplo, trans=trans, diag=diag, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def trsm_batched(
    a: Array,
    b: ArrayT,
    *,
    alpha: Factor = 1.0,
    side: Side = "L",
    uplo: Triangle = "U",
    trans: Op = "N",
    diag: Diagonal = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve op(A[i]) X[i] = alpha B[i] for every item of a stack, all items in the same launches.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Stack of shape ``(items, m, m)``, or one matrix of shape ``(m, m)`` that all items share; n in place of m
            with ``side="R"``. An array of float16, float32, float64, complex64 or complex128. float16 is summed in
            float32.
        b: Stack of shape ``(items, m, n)``, of the same type and kind of memory as ``a``, overwritten by X.
        alpha: The factor of every B[i]; with 0, neither A nor B is read. It may be a device array of one element.
        side: ``"L"`` for op(A[i]) X[i], ``"R"`` for X[i] op(A[i]).
        uplo: ``"U"`` for the upper triangle of each A[i], ``"L"`` for the lower one: the one that is read.
        trans: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonals of A consist of ones and are not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[[1.0, 2.0], [0.0, 4.0]], [[2.0, 0.0], [0.0, 2.0]]])
        >>> autoblas.trsm_batched(a, np.array([[[5.0], [8.0]], [[2.0], [4.0]]]))[:, :, 0]
        array([[1., 2.],
               [1., 2.]])
    """
    from autoblas.blas.level3.trsm import plan_trsm_batched

    return cast("ArrayT", plan_trsm_batched(
        a, b, alpha=alpha, side=side, uplo=uplo, trans=trans, diag=diag, queue=queue, wait_for=wait_for,
    ))


@cached_call
def potrf(
    a: ArrayT,
    *,
    uplo: Triangle = "U",
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute Cholesky's factor of a positive definite matrix, in its place.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, symmetric
            or Hermitian, of which one triangle is read and overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and overwritten: by L
            for lower, U for upper.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
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
        NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` says where.

    Example:
        >>> a = np.array([[4.0, 2.0], [np.nan, 10.0]])  # the lower triangle is not read
        >>> autoblas.potrf(a)
        array([[ 2.,  1.],
               [nan,  3.]])
    """
    from autoblas.blas.lapack.cholesky import plan_potrf

    return cast("ArrayT", plan_potrf(a, uplo=uplo, info=info, queue=queue, wait_for=wait_for))


@cached_call
def getrf(
    a: ArrayT,
    pivots: Any = None,
    *,
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> tuple[ArrayT, Array]:
    """Compute the factors L and U of a matrix with partial pivoting, in its place.

    The pivot of a column is the first of its elements with the largest sum of the magnitudes of both parts, as
    ``iamax`` finds it. A zero pivot does not end the factorization.

    Args:
        a: Matrix of shape ``(m, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by L, whose diagonal of ones is not stored, and U.
        pivots: A vector of int32 with adjacent elements, of shape ``(min(m, n),)``: row k was exchanged with row
            ``pivots[k]``, both counted from 0; by default a new one.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a`` and ``pivots``, complete on return for NumPy arrays; for device arrays enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` says where.

    Example:
        >>> a = np.array([[1.0, 4.0], [2.0, 2.0]])
        >>> factors, pivots = autoblas.getrf(a)
        >>> factors, pivots
        (array([[2. , 2. ],
               [0.5, 3. ]]), array([1, 1], dtype=int32))
    """
    from autoblas.blas.lapack.lu import plan_getrf

    return cast("tuple[ArrayT, Array]", plan_getrf(a, pivots, info=info, queue=queue, wait_for=wait_for))


@cached_call
def getrs(
    a: Array,
    pivots: Any,
    b: ArrayT,
    *,
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve systems with a matrix, from its factors, in place of B.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128: the
            factors, as ``getrf`` leaves them.
        pivots: The vector of int32 with adjacent elements, of shape ``(min(m, n),)``: row k was exchanged with row
            ``pivots[k]``, both counted from 0.
        b: Right-hand sides of shape ``(n, m)``, or ``(n,)`` for one, of the type of ``a``, overwritten by the
            solutions.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, b = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([5.0, 4.0])
        >>> factors, pivots = autoblas.getrf(a)
        >>> autoblas.getrs(factors, pivots, b)
        array([1., 1.])
    """
    from autoblas.blas.lapack.lu import plan_getrs

    return cast("ArrayT", plan_getrs(a, pivots, b, trans=trans, queue=queue, devices=devices, wait_for=wait_for))


@cached_call
def gesv(
    a: Array,
    b: ArrayT,
    *,
    pivots: Array | None = None,
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve systems with a matrix, in place of B.

    Where a pivot is zero, ``b`` is undefined, while LAPACK leaves it as it was.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by its factors as of ``getrf``.
        b: Right-hand sides of shape ``(n, m)``, or ``(n,)`` for one, of the type of ``a``, overwritten by the
            solutions.
        pivots: A vector of int32 with adjacent elements, of shape ``(min(m, n),)``: row k was exchanged with row
            ``pivots[k]``, both counted from 0; by default a new one.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` says where.

    Example:
        >>> a, b = np.array([[1.0, 4.0], [2.0, 2.0]]), np.array([5.0, 4.0])
        >>> autoblas.gesv(a, b)
        array([1., 1.])
    """
    from autoblas.blas.lapack.lu import plan_gesv

    return cast("ArrayT", plan_gesv(a, b, pivots=pivots, info=info, queue=queue, wait_for=wait_for))


@cached_call
def potrs(
    a: Array,
    b: ArrayT,
    *,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve systems with a positive definite matrix, from its Cholesky factor, in place of B.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, of which
            one triangle is read: Cholesky's factor, as ``potrf`` leaves it.
        b: Right-hand sides of shape ``(n, m)``, or ``(n,)`` for one, of the type of ``a``, overwritten by the
            solutions.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read: L for lower, U for
            upper.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> u, b = np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([2.0, 10.0])
        >>> autoblas.potrs(u, b)  # of the matrix with rows (4, 2) and (2, 10)
        array([0., 1.])
    """
    from autoblas.blas.lapack.solve import plan_potrs

    return cast("ArrayT", plan_potrs(a, b, uplo=uplo, queue=queue, devices=devices, wait_for=wait_for))


@cached_call
def posv(
    a: Array,
    b: ArrayT,
    *,
    uplo: Triangle = "U",
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve systems with a symmetric or Hermitian positive definite matrix, in place of B.

    A then has Cholesky's factor in the named triangle, as of ``potrf``. Where A is not positive definite, ``b`` is
    undefined, while LAPACK leaves it as it was.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, symmetric
            or Hermitian, of which one triangle is read and overwritten.
        b: Right-hand sides of shape ``(n, m)``, or ``(n,)`` for one, of the type of ``a``, overwritten by the
            solutions.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and overwritten: by L
            for lower, U for upper.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` says where.

    Example:
        >>> a, b = np.array([[4.0, 2.0], [2.0, 10.0]]), np.array([2.0, 10.0])
        >>> autoblas.posv(a, b)
        array([0., 1.])
    """
    from autoblas.blas.lapack.solve import plan_posv

    return cast("ArrayT", plan_posv(a, b, uplo=uplo, info=info, queue=queue, wait_for=wait_for))


@cached_call
def qr(
    a: ArrayT,
    q: Any = None,
    r: Any = None,
    *,
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> tuple[Any, Any]:
    """Compute the factors of a matrix with orthonormal columns Q and an upper triangle R.

    By Cholesky's factors of three products (shifted CholeskyQR3): Q is orthonormal, and Q R is A, to a few units of
    rounding.

    This holds for condition numbers below 1 / (6 u n sqrt(m + n)), u the unit roundoff, and often for larger ones, if
    squares of A's elements stay in range. The test is made of the result, and ``info`` says what it showed. Of any
    other matrix in device memory, ``geqrf`` and ``orgqr`` compute factors.

    Args:
        a: Matrix of shape ``(m, n)`` with m >= n and any strides, an array of float32, float64, complex64 or
            complex128.
        q: Array of shape ``(m, n)`` for Q, by default a new one.
        r: Array of shape ``(n, n)`` for R, whose diagonal is positive, by default a new one.
        info: An array of int32 with one element: 0, or another number where the columns are too near to dependent ones
            for this method, so that the result is none. Of NumPy arrays, ``geqrf`` and ``orgqr`` then compute it,
            unless ``info`` is given.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        Q and R, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> q, r = autoblas.qr(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> r.round(6)
        array([[5., 3.],
               [0., 1.]])
    """
    from autoblas.blas.lapack.orthogonal import plan_qr

    return cast("tuple[Any, Any]", plan_qr(a, q, r, info=info, queue=queue, wait_for=wait_for))


@cached_call
def gels(
    a: ArrayT,
    b: ArrayT,
    x: ArrayT | None = None,
    *,
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve least-squares problems with a matrix of full rank that has at least as many rows as columns.

    The factors are those of ``qr``, whose conditions hold. Other than LAPACK's, ``a`` and ``b`` stay as they are.

    Args:
        a: Matrix of shape ``(m, n)`` with m >= n and any strides, an array of float32, float64, complex64 or
            complex128.
        b: Right-hand sides of shape ``(m, k)``, or ``(m,)`` for one, of the type of ``a``.
        x: Array of shape ``(n, k)`` or ``(n,)`` for X, by default a new one.
        info: An array of int32 with one element: 0, or another number where the columns are too near to dependent ones
            for this method, so that the result is none. Of NumPy arrays, ``geqrf`` and ``orgqr`` then compute it,
            unless ``info`` is given.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        X, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a NumPy array has dependent columns, and no ``info`` was given; its ``row`` says which.

    Example:
        >>> t = np.array([0.0, 1.0, 2.0, 3.0])
        >>> autoblas.gels(np.stack([np.ones(4), t], axis=1), 1 + 2 * t).round(6)
        array([1., 2.])
    """
    from autoblas.blas.lapack.orthogonal import plan_gels

    return cast("ArrayT", plan_gels(a, b, x, info=info, queue=queue, wait_for=wait_for))


@cached_call
def geqrf(
    a: ArrayT,
    tau: Any = None,
    *,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> tuple[ArrayT, Any]:
    """Compute the factors Q and R of a matrix by Householder's reflectors, in its place.

    Q is a product of reflectors 1 - tau[k] v v^H; element k of v is 1, those before it are 0, and those behind it are
    in column k of ``a``.

    ``orgqr`` makes Q itself, and ``ormqr`` multiplies by it. All columns are served, dependent ones too. Numbers below
    the least normal one count as zeros, and sums of a column's magnitudes must not overflow.

    Args:
        a: Matrix of shape ``(m, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by R, and by reflectors below its diagonal.
        tau: A vector with adjacent elements, of the type of ``a``: the factors of the reflectors, min(m, n) of them. By
            default a new one.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a`` and ``tau``, complete on return for NumPy arrays; for device arrays enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> factors, tau = autoblas.geqrf(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> np.triu(factors).round(6)
        array([[-5., -3.],
               [ 0.,  1.]])
    """
    from autoblas.blas.lapack.householder import plan_geqrf

    return cast("tuple[ArrayT, Any]", plan_geqrf(a, tau, queue=queue, wait_for=wait_for))


@cached_call
def ormqr(
    a: Array,
    tau: Any,
    c: ArrayT,
    *,
    side: Side = "L",
    trans: Op = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Multiply a matrix by Q of Householder's factors, in its place.

    Q is a product of reflectors 1 - tau[k] v v^H; element k of v is 1, those before it are 0, and those behind it are
    in column k of ``a``.

    Args:
        a: Matrix whose first columns are those of reflectors, as ``geqrf`` leaves them, an array of float32, float64,
            complex64 or complex128.
        tau: A vector with adjacent elements, of the type of ``a``: the factors of the reflectors, no more than ``a``
            has columns.
        c: Matrix with as many rows as ``a``, or columns where Q stands right of it, or a vector for one column; of the
            type of ``a``, overwritten.
        side: ``"L"`` for op(Q) C, ``"R"`` for C op(Q).
        trans: op(Q) is Q (``"N"``), or its conjugate transpose (``"C"``; of real matrices ``"T"`` too).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``c``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a, c = np.array([[3.0, 1.0], [4.0, 3.0]]), np.array([3.0, 4.0])
        >>> factors, tau = autoblas.geqrf(a)
        >>> autoblas.ormqr(factors, tau, c, trans="C").round(6) + 0
        array([-5.,  0.])
    """
    from autoblas.blas.lapack.householder import plan_ormqr

    return cast("ArrayT", plan_ormqr(a, tau, c, side=side, trans=trans, queue=queue, wait_for=wait_for))


@cached_call
def orgqr(a: ArrayT, tau: Any, *, queue: Queue | None = None, wait_for: Sequence[Event] | None = None) -> ArrayT:
    """Compute Q of Householder's factors, in their place.

    Q is a product of reflectors 1 - tau[k] v v^H; element k of v is 1, those before it are 0, and those behind it are
    in column k of ``a``.

    Args:
        a: Matrix of shape ``(m, n)`` with m >= n and any strides, an array of float32, float64, complex64 or
            complex128, whose first columns are those of reflectors, as ``geqrf`` leaves them; overwritten by the first
            ``n`` columns of Q.
        tau: A vector with adjacent elements, of the type of ``a``: the factors of the reflectors, no more than ``a``
            has columns.
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
        >>> factors, tau = autoblas.geqrf(np.array([[3.0, 1.0], [4.0, 3.0]]))
        >>> autoblas.orgqr(factors, tau).round(6)
        array([[-0.6, -0.8],
               [-0.8,  0.6]])
    """
    from autoblas.blas.lapack.householder import plan_orgqr

    return cast("ArrayT", plan_orgqr(a, tau, queue=queue, wait_for=wait_for))


@cached_call
def trtri(
    a: ArrayT,
    *,
    uplo: Triangle = "U",
    diag: Diagonal = "N",
    info: Array | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute the inverse of a triangular matrix, in its place.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, of which
            one triangle is read and overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is inverted.
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
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
        SingularError: a NumPy array has a zero on its diagonal, and no ``info`` was given; its ``row`` says where.

    Example:
        >>> a = np.array([[2.0, 1.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trtri(a)
        array([[ 0.5  , -0.125],
               [   nan,  0.25 ]])
    """
    from autoblas.blas.lapack.inverse import plan_trtri

    return cast("ArrayT", plan_trtri(a, uplo=uplo, diag=diag, info=info, queue=queue, wait_for=wait_for))


@cached_call
def potri(
    a: ArrayT,
    *,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute the inverse of a positive definite matrix from its Cholesky factor, in the factor's place.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, of which
            one triangle is read, Cholesky's factor, and overwritten by that of the inverse.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and overwritten: L
            for lower, U for upper.
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
        >>> u = np.array([[2.0, 1.0], [np.nan, 0.5]])
        >>> autoblas.potri(u)  # of the matrix with rows (4, 2) and (2, 1.25)
        array([[ 1.25, -2.  ],
               [  nan,  4.  ]])
    """
    from autoblas.blas.lapack.inverse import plan_potri

    return cast("ArrayT", plan_potri(a, uplo=uplo, queue=queue, wait_for=wait_for))


@overload
def logdet(
    a: NumPyArray,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@overload
def logdet(
    a: ArrayT,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@cached_call
def logdet(
    a: ArrayT,
    *,
    out: ArrayT | None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Compute the logarithm of the determinant of a positive definite matrix, from its Cholesky factor.

    Logarithms of float32 are summed in float64 where the device has that. The result is NaN or minus infinity where an
    element of the diagonal is not positive.

    Args:
        a: Matrix of shape ``(n, n)`` and any strides, an array of float32, float64, complex64 or complex128, whose
            diagonal is that of Cholesky's factor; nothing else is read.
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
        >>> u = np.array([[2.0, 1.0], [np.nan, 0.5]])
        >>> autoblas.logdet(u)
        np.float64(0.0)
    """
    from autoblas.blas.lapack.determinant import plan_logdet

    return plan_logdet(a, out=out, queue=queue, wait_for=wait_for)


@cached_call
def potrf_batched(
    a: ArrayT,
    *,
    uplo: Triangle = "U",
    info: Array | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute Cholesky's factors of many positive definite matrices, in their place.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128, of
            symmetric or Hermitian matrices, of which one triangle is read and overwritten.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and overwritten: by L
            for lower, U for upper.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` and ``item``
            say where.

    Example:
        >>> a = np.array([[[4.0, 2.0], [0.0, 10.0]], [[9.0, 3.0], [0.0, 2.0]]])
        >>> autoblas.potrf_batched(a)
        array([[[2., 1.],
                [0., 3.]],
        <BLANKLINE>
               [[3., 1.],
                [0., 1.]]])
    """
    from autoblas.blas.lapack.batched import plan_potrf_batched

    return cast("ArrayT", plan_potrf_batched(a, uplo=uplo, info=info, queue=queue, devices=devices, wait_for=wait_for))


@cached_call
def potrs_batched(
    a: Array,
    b: ArrayT,
    *,
    uplo: Triangle = "U",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve many systems with positive definite matrices, from their Cholesky factors, in place of B.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128: the
            factors.
        b: Right-hand sides of shape ``(items, n, m)``, or ``(items, n)`` for one of each, of the type of ``a``,
            overwritten by the solutions.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read: L for lower, U for
            upper.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> u = np.array([[[2.0, 1.0], [0.0, 3.0]], [[3.0, 1.0], [0.0, 1.0]]])
        >>> autoblas.potrs_batched(u, np.array([[2.0, 10.0], [9.0, 3.0]]))
        array([[0., 1.],
               [1., 0.]])
    """
    from autoblas.blas.lapack.batched import plan_potrs_batched

    return cast("ArrayT", plan_potrs_batched(a, b, uplo=uplo, queue=queue, devices=devices, wait_for=wait_for))


@cached_call
def posv_batched(
    a: Array,
    b: ArrayT,
    *,
    uplo: Triangle = "U",
    info: Array | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve many systems with symmetric or Hermitian positive definite matrices, in place of B.

    Where a matrix is not positive definite, its solutions are undefined.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128, of
            symmetric or Hermitian matrices, of which one triangle is read and overwritten.
        b: Right-hand sides of shape ``(items, n, m)``, or ``(items, n)`` for one of each, of the type of ``a``,
            overwritten by the solutions.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read and overwritten: by L
            for lower, U for upper.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        NotPositiveDefiniteError: a NumPy array has no such factor, and no ``info`` was given; its ``row`` and ``item``
            say where.

    Example:
        >>> a = np.array([[[4.0, 2.0], [2.0, 10.0]], [[9.0, 3.0], [3.0, 2.0]]])
        >>> autoblas.posv_batched(a, np.array([[2.0, 10.0], [9.0, 3.0]]))
        array([[0., 1.],
               [1., 0.]])
    """
    from autoblas.blas.lapack.batched import plan_posv_batched

    return cast("ArrayT", plan_posv_batched(
        a, b, uplo=uplo, info=info, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def getrf_batched(
    a: ArrayT,
    pivots: Any = None,
    *,
    info: Array | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> tuple[ArrayT, Array]:
    """Compute the factors L and U of many matrices with partial pivoting, in their place.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by the factors.
        pivots: An array of int32 of shape ``(items, n)`` with adjacent rows, as of ``getrf`` for each item; by default
            a new one.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a`` and ``pivots``, complete on return for NumPy arrays; for device arrays enqueued, with its event in
        ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` and ``item`` say where.

    Example:
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> factors, pivots = autoblas.getrf_batched(a)
        >>> pivots
        array([[1, 1],
               [0, 1]], dtype=int32)
    """
    from autoblas.blas.lapack.batched import plan_getrf_batched

    return cast("tuple[ArrayT, Array]", plan_getrf_batched(
        a, pivots, info=info, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def getrs_batched(
    a: Array,
    pivots: Any,
    b: ArrayT,
    *,
    trans: Op = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve many systems, from the factors of their matrices, in place of B.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128: the
            factors.
        pivots: An array of int32 of shape ``(items, n)`` with adjacent rows, as of ``getrf`` for each item.
        b: Right-hand sides of shape ``(items, n, m)``, or ``(items, n)`` for one of each, of the type of ``a``,
            overwritten by the solutions.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> factors, pivots = autoblas.getrf_batched(a)
        >>> autoblas.getrs_batched(factors, pivots, np.array([[5.0, 4.0], [2.0, 3.0]]))
        array([[1., 1.],
               [1., 3.]])
    """
    from autoblas.blas.lapack.batched import plan_getrs_batched

    return cast("ArrayT", plan_getrs_batched(
        a, pivots, b, trans=trans, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def gesv_batched(
    a: Array,
    b: ArrayT,
    *,
    pivots: Array | None = None,
    info: Array | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Solve many systems, in place of B.

    Where a pivot is zero, the solutions of its item are undefined.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by the factors.
        b: Right-hand sides of shape ``(items, n, m)``, or ``(items, n)`` for one of each, of the type of ``a``,
            overwritten by the solutions.
        pivots: An array of int32 of shape ``(items, n)`` with adjacent rows, as of ``getrf`` for each item.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` and ``item`` say where.

    Example:
        >>> a = np.array([[[1.0, 4.0], [2.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])
        >>> autoblas.gesv_batched(a, np.array([[5.0, 4.0], [2.0, 3.0]]))
        array([[1., 1.],
               [1., 3.]])
    """
    from autoblas.blas.lapack.batched import plan_gesv_batched

    return cast("ArrayT", plan_gesv_batched(
        a, b, pivots=pivots, info=info, queue=queue, devices=devices, wait_for=wait_for,
    ))


@cached_call
def inv_batched(
    a: ArrayT,
    *,
    info: Array | None = None,
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Compute the inverses of many matrices, in their place.

    Rows are exchanged as by ``getrf``. Where a pivot is zero, the inverse is undefined.

    Args:
        a: Stack of shape ``(items, n, n)`` and any strides, an array of float32, float64, complex64 or complex128,
            overwritten by the inverses.
        info: An array of int32 for LAPACK's number of the first row without a pivot, from 1, or 0: of one element, or
            of one an item. Without it, such a row of a NumPy array is an error, and of an array in device memory leaves
            NaN.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays
            only, and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
        SingularError: a pivot of a NumPy array is zero, and no ``info`` was given; its ``row`` and ``item`` say where.

    Example:
        >>> autoblas.inv_batched(np.array([[[0.0, 4.0], [2.0, 0.0]], [[2.0, 0.0], [0.0, 1.0]]]))
        array([[[0.  , 0.5 ],
                [0.25, 0.  ]],
        <BLANKLINE>
               [[0.5 , 0.  ],
                [0.  , 1.  ]]])
    """
    from autoblas.blas.lapack.batched import plan_inv_batched

    return cast("ArrayT", plan_inv_batched(a, info=info, queue=queue, devices=devices, wait_for=wait_for))


@overload
def omatcopy(
    a: ArrayT,
    b: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    trans: CopyOp = "N",
    uplo: Triangle | None = None,
    dtype: None = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT: ...


@overload
def omatcopy(
    a: ArrayT,
    b: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    trans: CopyOp = "N",
    uplo: Triangle | None = None,
    dtype: DType,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any: ...


@cached_call
def omatcopy(
    a: ArrayT,
    b: ArrayT | None = None,
    *,
    alpha: Factor = 1.0,
    trans: CopyOp = "N",
    uplo: Triangle | None = None,
    dtype: Any = None,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """B = alpha op(A).

    Any strides and offsets are accepted. B may be stored in another order than A. Elements are rounded to the type of
    B, float64 to float16 by way of float32.

    With ``uplo`` a new B has zeros in the rest, as NumPy's ``triu`` and ``tril`` make them; the rest of a B that is
    given stays as it is. Neither matrix need be square.

    Args:
        a: Matrix of shape ``(m, n)``, an array of float16, float32, float64, complex64 or complex128.
        b: Output of the shape of op(A) in the kind of memory of ``a``, overwritten; real or complex like ``a``, of any
            floating-point type. By default a new row-major array.
        alpha: The factor, a number; with 0, A is not read. It may be a device array of one element.
        trans: op(A) is A (``"N"``), its transpose (``"T"``), its conjugate transpose (``"C"``) or its conjugate
            (``"R"``).
        uplo: The triangle of op(A) that is copied with its diagonal: ``"U"``, ``"L"``, or None for all of op(A).
        dtype: The type of a new B; by default that of A.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        B, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> autoblas.omatcopy(np.array([[1.0, 2.0, 3.0]]), trans="T", alpha=10.0)
        array([[10.],
               [20.],
               [30.]])
    """
    from autoblas.blas.extra.copies import plan_omatcopy

    return plan_omatcopy(a, b, alpha=alpha, trans=trans, uplo=uplo, dtype=dtype, queue=queue, wait_for=wait_for)


@cached_call
def imatcopy(
    a: ArrayT,
    *,
    alpha: Factor = 1.0,
    trans: CopyOp = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """A = alpha op(A), in A's own memory.

    A square matrix may have any layout, and keeps it. A matrix that is not square and is transposed must fill its
    memory without gaps; its transpose then fills the same memory in the same order, by rows or by columns.

    Args:
        a: Matrix of shape ``(m, n)``, an array of float16, float32, float64, complex64 or complex128, overwritten.
        alpha: The factor, a number; with 0, A is not read. It may be a device array of one element.
        trans: op(A) is A (``"N"``), its transpose (``"T"``), its conjugate transpose (``"C"``) or its conjugate
            (``"R"``).
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``a`` itself, or an array of shape ``(n, m)`` that shares its memory, complete on return for NumPy arrays; for
        device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [3.0, 4.0]])
        >>> autoblas.imatcopy(a, trans="T")
        array([[1., 3.],
               [2., 4.]])
    """
    from autoblas.blas.extra.copies import plan_imatcopy

    return cast("ArrayT", plan_imatcopy(a, alpha=alpha, trans=trans, queue=queue, wait_for=wait_for))


@cached_call
def im2col(
    image: ArrayT,
    out: ArrayT | None = None,
    *,
    kernel: Pair,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: Mode = "cross-correlation",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Copy what a window sees of an image, at each of its positions, to a column of a matrix.

    Row ``(c * kh + i) * kw + j`` of the matrix holds what tap (i, j) sees of channel ``c``, zeros outside the image;
    column ``y * out_w + x`` belongs to position (y, x). A window has ``out_h = (height + 2 pad - dilation (kh - 1) - 1)
    // stride + 1`` positions along the rows, and ``out_w`` likewise.

    Args:
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; an
            array of float16, float32, float64, complex64 or complex128, of any strides.
        out: Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, without ``items`` for one image,
            overwritten; by default a new array.
        kernel: Rows and columns of the window; one number, or a pair.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, or ``"convolution"``, which counts the taps from the last.
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
        >>> image = np.arange(9.0).reshape(1, 3, 3)
        >>> autoblas.im2col(image, kernel=2)
        array([[0., 1., 3., 4.],
               [1., 2., 4., 5.],
               [3., 4., 6., 7.],
               [4., 5., 7., 8.]])
    """
    from autoblas.blas.extra.convolution import plan_im2col

    return cast("ArrayT", plan_im2col(
        image, out, kernel=kernel, pad=pad, stride=stride, dilation=dilation, mode=mode, queue=queue, wait_for=wait_for,
    ))


@cached_call
def col2im(
    patches: Array,
    image: ArrayT,
    *,
    kernel: Pair,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: Mode = "cross-correlation",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Add the columns of a matrix to an image, at the positions that ``im2col`` reads them from.

    Args:
        patches: Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, without ``items`` for one image:
            the layout of the result of ``im2col``.
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; an
            array of float16, float32, float64, complex64 or complex128, of any strides, added to.
        kernel: Rows and columns of the window; one number, or a pair.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, or ``"convolution"``, which counts the taps from the last.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``image``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> patches = np.ones((4, 4))  # of a plane of 3 x 3 under a window of 2 x 2
        >>> autoblas.col2im(patches, np.zeros((1, 3, 3)), kernel=2)
        array([[[1., 2., 1.],
                [2., 4., 2.],
                [1., 2., 1.]]])
    """
    from autoblas.blas.extra.convolution import plan_col2im

    return cast("ArrayT", plan_col2im(
        patches, image, kernel=kernel, pad=pad, stride=stride, dilation=dilation, mode=mode, queue=queue,
        wait_for=wait_for,
    ))


@cached_call
def convgemm(
    image: ArrayT,
    kernels: ArrayT,
    out: ArrayT | None = None,
    *,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: Mode = "cross-correlation",
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> ArrayT:
    """Convolve images with kernels: out[i, k, y, x] sums kernels[k] times what its window sees of image i.

    The matrix of ``im2col`` is multiplied without being written to memory. A 1 x 1 window with stride 1 is a plain
    matrix product, which devices other than CPUs compute as such.

    Args:
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; an
            array of float16, float32, float64, complex64 or complex128, of any strides.
        kernels: Array of shape ``(count, channels, kh, kw)``, of the same type and kind of memory as ``image``; dense
            where it is in device memory.
        out: Dense array of shape ``(items, count, out_h, out_w)``, without ``items`` for one image, overwritten; by
            default a new array.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, as neural networks use it, or ``"convolution"``, which flips the kernels.
        accuracy: ``"standard"``: the error of every element is at most that of a plain sum of its products;
            ``"strict"``: the same here; ``"fast"``: real 3 x 3 windows with stride 1 and no dilation may be computed
            with 2.25 or 4 times fewer multiplications where that is faster. The error of an element is then
            proportional to the largest tap times the largest element that its tile of up to 4 x 4 results sees, summed
            over channels; ``autoblas.problems.filtering`` has the bound.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The result, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> image, kernels = np.arange(9.0).reshape(1, 3, 3), np.ones((1, 1, 2, 2))
        >>> autoblas.convgemm(image, kernels)
        array([[[ 8., 12.],
                [20., 24.]]])
    """
    from autoblas.blas.extra.convolution import plan_convgemm

    return cast("ArrayT", plan_convgemm(
        image, kernels, out, pad=pad, stride=stride, dilation=dilation, mode=mode, accuracy=accuracy, queue=queue,
        wait_for=wait_for,
    ))
