"""Matrix products: gemm, and many of them at once."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import MatrixView, element_type, matrix_view, stack_view
from autoblas.errors import ArgumentError, ShapeError
from autoblas.routines.call.arguments import on_host, option
from autoblas.routines.call.product import prepare
from autoblas.routines.level3.products import from_device, from_host

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.problems import Accuracy

__all__ = ["accuracy_of", "gemm", "gemm_batched", "gemm_offsets"]


def gemm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    beta: complex = 0.0,
    c: Any = None,
    trans_a: str = "N",
    trans_b: str = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C = alpha op(A) op(B) + beta C.

    NumPy arrays give a NumPy array and the call returns when it is complete; a device that works in the host's
    memory reads and writes the arrays in place. ``pyopencl.array.Array`` gives one whose ``events`` end with the
    product's; nothing is waited for. Any strides and offsets are honoured, in either direction.

    As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or an empty sum, A and B are not read and C
    becomes ``beta`` C; an empty C is returned at once.

    Args:
        a: Matrix of shape ``(m, k)``, or ``(k, m)`` with ``trans_a="T"``; of float16, float32, float64, complex64,
            complex128, int32 or uint32, or of the package ml_dtypes's bfloat16. Integers wrap.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` with ``trans_b="T"``; same kind of memory as ``a``, and the same
            type, unless both are real floating-point types.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(m, n)``, overwritten and returned; a new row-major array where it is None.
        trans_a: ``"N"`` for A as it is, ``"T"`` for its transpose, ``"C"`` for its conjugate transpose.
        trans_b: The same for B.
        dtype: Element type of a new C; by default the wider of those of A and B.
        accumulator: The type that products are summed in; by default the widest of the three, float32 for halves.
        accuracy: ``"standard"``: errors no larger than those of plain arithmetic in the accumulator's type, by
            whatever means; ``"strict"``: only IEEE multiplications and additions of that type; ``"fast"``: operands
            of float32 may be cut to 11 digits, and halves summed in halves, where the device gains by it.
        queue: Where to run; by default the queue of ``a``, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError
            are its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"a": a, "b": b, "c": c}, "c")
    views = matrix_view("a", a), matrix_view("b", b)
    layout = None if c is None else matrix_view("c", c)
    call = prepare(views, c, layout, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for)
    call = call._replace(accuracy=accuracy_of(accuracy))
    return (from_host if host else from_device)(a, b, c, call, queue, wait_for)


def gemm_batched(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: str = "N",
    trans_b: str = "N",
    dtype: Any = None,
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C[i] = alpha op(A[i]) op(B[i]) + beta C[i] for every item of a stack, in one launch.

    Arrays, types, layouts and events mean what they mean to ``gemm``; stacks may have any strides too.

    Args:
        a: Stack of shape ``(items, m, k)``, or one matrix of shape ``(m, k)`` that all items share.
        b: Stack of shape ``(items, k, n)``, or one matrix of shape ``(k, n)`` that all items share.
        alpha: Factor of the products, or a vector of ``items`` factors; where one is 0, A and B of that item are
            not read.
        beta: Factor of the old C, or a vector of ``items`` factors; where one is 0, C of that item is not read.
        c: Output of shape ``(items, m, n)``; a new one where it is None.
        trans_a: What enters of each item of A.
        trans_b: What enters of each item of B.
        dtype: Element type of a new C.
        accumulator: The type that products are summed in.
        accuracy: What arithmetic may take its place.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"a": a, "b": b, "c": c}, "c")
    views = stack_view("a", a), stack_view("b", b)
    layout = None if c is None else stack_view("c", c)
    items = _items(a, b, c)
    factors = _vectors(items, alpha, beta) if _several(alpha) or _several(beta) else None
    if factors is not None:
        alpha, beta = 1.0, _any(factors[1])
    call = prepare(views, c, layout, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for, items)
    if factors is not None:
        call = call.listed(*factors)
    call = call._replace(accuracy=accuracy_of(accuracy))
    return (from_host if host else from_device)(a, b, c, call, queue, wait_for)


def gemm_offsets(
    a: Any,
    a_offsets: Any,
    b: Any,
    b_offsets: Any,
    c: Any,
    c_offsets: Any,
    *,
    m: int,
    n: int,
    k: int,
    lda: int | None = None,
    ldb: int | None = None,
    ldc: int | None = None,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    trans_a: str = "N",
    trans_b: str = "N",
    accumulator: Any = None,
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """C_i = alpha_i op(A_i) op(B_i) + beta_i C_i for row-major matrices that begin anywhere, in one launch.

    Args:
        a: Vector that holds every A_i; NumPy or pyopencl.
        a_offsets: Where each A_i begins, in elements; one number where all items share it.
        b: Vector that holds every B_i.
        b_offsets: Where each B_i begins; one number where all items share it.
        c: Vector that holds every C_i, which is overwritten and returned.
        c_offsets: Where each C_i begins; they must not overlap.
        m: Rows of each C_i.
        n: Columns of each C_i.
        k: Terms of each sum.
        lda: From one row of an A_i as it is stored to the next; by default its width.
        ldb: The same for B.
        ldc: The same for C.
        alpha: Factor of the products, or one for each item; where it is 0, A_i and B_i are not read.
        beta: Factor of the old C, or one for each item; where it is 0, C_i is not read.
        trans_a: ``"N"``, ``"T"`` or ``"C"``: what enters of each A_i.
        trans_b: What enters of each B_i.
        accumulator: The type that products are summed in.
        accuracy: What arithmetic may take its place.
        queue: Where to run.
        wait_for: Events that must have happened before the device starts.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its vector. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"a": a, "b": b, "c": c})
    flips = option("trans_a", trans_a, "NTC") != "N", option("trans_b", trans_b, "NTC") != "N"
    sizes: tuple[tuple[str, Any], ...] = (("m", m), ("n", n), ("k", k))
    for argument, size in sizes:
        if not isinstance(size, (int, np.integer)) or not 0 <= size < 2**31:
            raise ArgumentError(argument, "a size of 0 or more", repr(size))
    shapes = ((k, m) if flips[0] else (m, k), (n, k) if flips[1] else (k, n), (m, n))
    items = int(np.size(c_offsets))
    lists, views = [], []
    for argument, array, offsets, shape, pitch in (
        ("a", a, a_offsets, shapes[0], lda),
        ("b", b, b_offsets, shapes[1], ldb),
        ("c", c, c_offsets, shapes[2], ldc),
    ):
        view, places = _item_views(argument, array, offsets, shape, pitch, items)
        views.append(view)
        lists.append(places)
    if _overlap(lists[2], views[2]):
        raise ArgumentError("c_offsets", "items that lie apart", "items that overlap")
    factors = _vectors(items, alpha, beta)
    inputs, letters = (views[0], views[1]), (trans_a, trans_b)
    beta = _any(factors[1])
    call = prepare(inputs, c, views[2], 1.0, beta, letters, None, accumulator, wait_for, items)
    call = call.listed(*factors, offsets=tuple(lists))
    call = call._replace(accuracy=accuracy_of(accuracy))
    return (from_host if host else from_device)(a, b, c, call, queue, wait_for)


def accuracy_of(value: Any) -> Accuracy:
    """One of the accuracies that a product may have.

    Raises:
        ArgumentError: it is none of them.
    """
    known: dict[Any, Accuracy] = {"standard": "standard", "strict": "strict", "fast": "fast"}
    if isinstance(value, str) and value in known:
        return known[value]
    raise ArgumentError("accuracy", "'standard', 'strict' or 'fast'", repr(value))


def _items(a: Any, b: Any, c: Any) -> int:
    """The number of items of a batch."""
    counts = {x: y.shape[0] for x, y in (("a", a), ("b", b), ("c", c)) if y is not None and len(y.shape) == 3}
    if not counts:
        raise ShapeError("a", "a stack of matrices (three axes), of a or of b", f"shape {tuple(a.shape)}")
    if c is not None and "c" not in counts:
        raise ShapeError("c", "a stack of matrices (three axes)", f"shape {tuple(c.shape)}")
    first = next(iter(counts))
    for name, count in counts.items():
        if count != counts[first]:
            raise ShapeError(name, f"{counts[first]} items like {first}", f"{count} items")
    return int(counts[first])


def _several(value: Any) -> bool:
    """A factor was given for each item, rather than one for all; ``factor`` judges what is neither."""
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _any(factors: list[Any]) -> float:
    """1.0 where one of the factors is not 0; what is no number is found later."""
    return float(any(not isinstance(x, numbers.Complex) or x != 0 for x in factors))


def _vectors(items: int, alpha: Any, beta: Any) -> tuple[list[Any], list[Any]]:
    """Both factors as lists of one for each item."""
    vectors = []
    for argument, value in (("alpha", alpha), ("beta", beta)):
        if isinstance(value, np.ndarray) and value.ndim > 1:
            raise ShapeError(argument, f"a number or {items} of them", f"shape {value.shape}")
        listed = [value] * items
        if _several(value):
            listed = value.tolist() if isinstance(value, np.ndarray) else list(value)
        if len(listed) != items:
            raise ShapeError(argument, f"a number or {items} of them", f"{len(listed)}")
        vectors.append(listed)
    return vectors[0], vectors[1]


def _item_views(
    argument: str, array: Any, offsets: Any, shape: tuple[int, int], pitch: Any, items: int
) -> tuple[MatrixView, Any]:
    """The layout of the items in a vector, and where each begins, in elements."""
    if len(array.shape) != 1 or (array.size > 1 and array.strides[0] != array.dtype.itemsize):
        raise ShapeError(argument, "a dense vector", f"shape {tuple(array.shape)}")
    precision = element_type(argument, array)
    rows, cols = shape
    pitch = max(cols, 1) if pitch is None else pitch
    if not isinstance(pitch, (int, np.integer)) or not max(cols, 1) <= pitch < 2**31:
        raise ArgumentError(f"ld{argument}", f"at least {max(cols, 1)}, the width of a row", repr(pitch))
    places = np.asarray(offsets)
    if places.size == 0:
        places = places.astype(np.int64)  # an empty list has no type of its own
    if places.dtype.kind not in "iu" or (places.shape != (items,) and (places.ndim or argument == "c")):
        raise ArgumentError(f"{argument}_offsets", f"{items} whole numbers", f"{offsets!r}"[:60])
    extent = (rows - 1) * pitch + cols if rows and cols else 0
    if places.size and (places.min() < 0 or int(places.max()) + extent > array.size):
        raise ArgumentError(
            f"{argument}_offsets",
            f"items of {extent} elements that lie within {argument}, which has {array.size}",
            f"items from {places.min()} to {places.max()}",
        )
    shared = places.ndim == 0
    view = MatrixView(precision, rows, cols, int(pitch), 1, 1 if shared else items, 0 if shared else 1)
    return view, places.astype(np.uint64)


def _overlap(places: Any, view: MatrixView) -> bool:
    """Whether two matrices of one layout that begin at these places have an element in common."""
    if view.rows == 0 or view.cols == 0 or places.size < 2:
        return False
    ordered = np.sort(places).astype(np.int64)
    extent = (view.rows - 1) * view.row_stride + view.cols
    if np.all(np.diff(ordered) >= extent):
        return False
    rows = ordered[:, None] + view.row_stride * np.arange(view.rows)
    starts = np.sort(rows.ravel())
    return bool(np.any(np.diff(starts) < view.cols))
