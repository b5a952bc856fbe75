"""Matrix times vector: gemv, gbmv, and symmetric and Hermitian matrices that are stored whole, as a band or packed.

All of them take NumPy arrays, for which they return when the work is complete, or arrays in device memory, for which
they enqueue it and leave its event with the arrays. Any strides are accepted; views with
negative strides are negative increments. As in Netlib's BLAS, with ``beta`` = 0 y is not read, with ``alpha`` = 0
neither matrix nor x is, and where the matrix has no rows or no columns y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.arrays import vector_view
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.routines.call.arguments import check_call, factor, new_array, on_host, option
from autoblas.routines.call.keyed import keyed
from autoblas.routines.host.level12 import product_on_host
from autoblas.routines.level2.calls import Described, apply, check_output, check_vector, scale
from autoblas.routines.level2.operands import (
    band,
    full,
    packed_triangle,
    size_option,
    triangle_in_band,
    whole_triangle,
)
from autoblas.runtime.layouts.matvec import MatvecLayout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.problems.matvec import Form
    from autoblas.routines.level2.operands import Reader

__all__ = ["gbmv", "gemv", "hbmv", "hemv", "hpmv", "sbmv", "spmv", "symv"]


@keyed
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
        a: Matrix of shape ``(m, n)`` and any strides, a NumPy or pyopencl array of float16, float32, float64, complex64
            or complex128. float16 is summed in float32. Without rows or columns it leaves y unchanged.
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
    """
    if queue is None and wait_for is None:
        done = product_on_host("gemv", a, x, y, alpha, beta, trans=trans)
        if done is not None:
            return done
    letter = option("trans", trans, "NTC")
    fold = partial(full, "a")
    return _product({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


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
        a: The diagonals, a NumPy or pyopencl array of float16, float32, float64, complex64 or complex128. The shape is
            ``(kl + ku + 1, n)``, with element (i, j) of A at ``[ku + i - j, j]``; with order ``"C"`` it is ``(m, kl +
            ku + 1)``, and the element is at ``[i, kl + j - i]``. Elements of the array that lie outside A are not read.
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
    """
    letter, order = option("trans", trans, "NTC"), option("order", order, "FC")
    kl, ku = size_option("kl", kl), size_option("ku", ku)
    on_host({"a": a, "x": x, "y": y}, optional="y")
    if shape is None:
        side = full("a", a).shape[order == "F"]
        m, n = side, side
    elif len(shape) != 2:
        raise ArgumentError("shape", "rows and columns of the matrix", f"{shape!r}"[:80])
    else:
        m, n = (size_option("shape", size) for size in shape)
    fold = partial(band, "a", shape=(m, n), kl=kl, ku=ku, order=order)
    return _product({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


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
        a: Matrix of shape ``(n, n)`` and any strides, a NumPy or pyopencl array of float16, float32, float64, complex64
            or complex128; the other triangle is not read.
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
    """
    if queue is None and wait_for is None:
        done = product_on_host("symv", a, x, y, alpha, beta, uplo=uplo)
        if done is not None:
            return done
    fold = whole_triangle(uplo)
    return _product({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


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
        a: Matrix of shape ``(n, n)``, a NumPy or pyopencl array of complex64 or complex128; the other triangle is not
            read. Imaginary parts of the diagonal are taken as zero.
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
    """
    if queue is None and wait_for is None:
        done = product_on_host("hemv", a, x, y, alpha, beta, uplo=uplo)
        if done is not None:
            return done
    fold = whole_triangle(uplo)
    return _product({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)


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
        a: The k + 1 diagonals of the triangle, a NumPy or pyopencl array of float16, float32, float64, complex64 or
            complex128. Its shape is ``(k + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper
            triangle and at ``[i - j, j]`` for a lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the
            element at ``[i, j - i]`` or ``[i, k + j - i]``.
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
    """
    fold = triangle_in_band(uplo, order)
    return _product({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


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
        a: The k + 1 diagonals of the triangle, a NumPy or pyopencl array of complex64 or complex128. Its shape is ``(k
            + 1, n)``, with element (i, j) of A at ``[k + i - j, j]`` for an upper triangle and at ``[i - j, j]`` for a
            lower one; with order ``"C"``, the shape is ``(n, k + 1)`` and the element at ``[i, j - i]`` or ``[i, k + j
            - i]``. Imaginary parts of the diagonal are taken as zero.
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
    """
    fold = triangle_in_band(uplo, order)
    return _product({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)


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
        ap: Vector of n (n + 1) / 2 elements, a NumPy or pyopencl array of float16, float32, float64, complex64 or
            complex128: the columns of the triangle one after the other, or with order ``"C"`` its rows.
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
    """
    fold = packed_triangle(uplo, order)
    return _product({"ap": ap, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


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
        ap: Vector of n (n + 1) / 2 elements, a NumPy or pyopencl array of complex64 or complex128: the columns of the
            triangle one after the other, or with order ``"C"`` its rows. Imaginary parts of the diagonal are taken as
            zero.
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
    """
    fold = packed_triangle(uplo, order)
    return _product({"ap": ap, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)


def _product(
    arrays: dict[str, Any],
    fold: Reader,
    form: Form,
    letter: str,
    alpha: Any,
    beta: Any,
    queue: Any,
    wait_for: Any,
) -> Any:
    """Check the operands of a product, and run it."""
    on_host(arrays, optional="y")
    name, y = next(iter(arrays)), arrays["y"]
    folded = fold(arrays[name])
    kind = folded.view.precision
    if form == "hermitian" and not kind.is_complex:
        raise PrecisionError(name, "a complex type", kind.name)
    rows, cols = folded.shape if letter == "N" else folded.shape[::-1]
    check_vector("x", arrays["x"], cols, kind, name)
    alpha, beta = factor("alpha", alpha, kind.worked), factor("beta", beta, kind.worked)
    if y is None:
        if beta != 0:
            raise ArgumentError("y", f"a vector of {rows} elements for beta to multiply", "None")
        given = {other: array for other, array in arrays.items() if other != "y"}
    else:
        check_vector("y", y, rows, kind, name)
        check_output(arrays, "y")
        given = arrays
    queue = check_call(queue, wait_for, given)
    empty = 0 in (rows, cols)
    if y is None:
        y = given["y"] = new_array({"x": arrays["x"]}, (rows,), kind.dtype, queue, zeros=empty)
    if empty:
        return y
    if alpha == 0:
        scale(y, beta, queue, wait_for)
        return y

    def describe(seen: Mapping[str, Any]) -> Described:
        there = fold(seen[name])
        conjugate = kind.is_complex and (letter == "C" or (form == "hermitian" and there.transposed))
        across = form == "general" and (letter != "N") != there.transposed
        x, z = (vector_view(v, seen[v]).step for v in "xy")
        layout = MatvecLayout(there.view, form, across, False, conjugate, x, z)
        return Described(layout, {"a": there.shift}, {"a": name})

    reads = {name, "x"} | ({"y"} if beta != 0 else set())
    apply(given, "y", describe, {"alpha": alpha, "beta": beta}, queue, wait_for, read=reads)
    return y
