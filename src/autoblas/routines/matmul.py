"""Matrix products: gemm, and many of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.arrays import MatrixView, device_arrays_overlap, matrix_view, share_memory, stack_view
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from autoblas.precision import default_accumulator, precision_of
from autoblas.routines.arguments import (
    check_events,
    factor,
    memory_of,
    note_reader,
    on_host,
    option,
    queue_of,
)
from autoblas.runtime.context import default_queue
from autoblas.runtime.host import lend
from autoblas.runtime.mapped import MappedArray
from autoblas.runtime.serve import Layout, bind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.precision import Precision
    from autoblas.problems import Accuracy

__all__ = ["gemm", "gemm_batched", "gemm_offsets"]


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
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """C = alpha op(A) op(B) + beta C.

    NumPy arrays give a NumPy array and the call returns when it is complete; a device that works in the host's
    memory reads and writes the arrays in place. ``pyopencl.array.Array`` gives one whose ``events`` end with the
    product's; nothing is waited for. Any strides and offsets are honoured, in either direction.

    As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0 or an empty sum, A and B are not read and C
    becomes ``beta`` C; an empty C is returned at once.

    Args:
        a: Matrix of shape ``(m, k)``, or ``(k, m)`` with ``trans_a="T"``; of float16, float32, float64, complex64,
            complex128, int32 or uint32. Integers wrap.
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
    host = on_host({"a": a, "b": b, "c": c})
    views = matrix_view("a", a), matrix_view("b", b)
    call = _prepare(views, c, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for)
    call = call._replace(accuracy=_accuracy(accuracy))
    return (_from_host if host else _from_device)(a, b, c, call, queue, wait_for)


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
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
) -> Any:
    """C[i] = alpha op(A[i]) op(B[i]) + beta C[i] for every item of a stack, in one launch.

    Everything that is not said here is as for ``gemm``.

    Args:
        a: Stack of shape ``(items, m, k)``, or one matrix of shape ``(m, k)`` that all items share.
        b: Stack of shape ``(items, k, n)``, or one matrix of shape ``(k, n)`` that all items share.
        alpha: Factor of the products, or a vector of ``items`` factors.
        beta: Factor of the old C, or a vector of ``items`` factors.
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
    host = on_host({"a": a, "b": b, "c": c})
    views = stack_view("a", a), stack_view("b", b)
    items = _items(a, b, c)
    factors = _factors_of_items(items, alpha, beta)
    if factors is not None:
        alpha, beta = 1.0, float(bool(np.any(factors[1])))
    call = _prepare(views, c, alpha, beta, (trans_a, trans_b), dtype, accumulator, wait_for, items)
    if factors is not None:
        call = call.listed(*factors)
    call = call._replace(accuracy=_accuracy(accuracy))
    return (_from_host if host else _from_device)(a, b, c, call, queue, wait_for)


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
    queue: cl.CommandQueue | None = None,
    wait_for: Sequence[cl.Event] | None = None,
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
        alpha: Factor of the products, or one for each item.
        beta: Factor of the old C, or one for each item.
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
    kept = float(bool(np.any(factors[1])))
    call = _prepare(
        (views[0], views[1]),
        None,
        1.0,
        kept,
        (trans_a, trans_b),
        c.dtype,
        accumulator,
        wait_for,
        items,
        views[2],
    )
    call = call.listed(*factors, offsets=tuple(lists))
    call = call._replace(accuracy=_accuracy(accuracy))
    return (_from_host if host else _from_device)(a, b, c, call, queue, wait_for)


class _Lists(NamedTuple):
    """What differs from item to item; offsets are None where items follow each other at a fixed step."""

    alphas: Any
    betas: Any
    offsets: tuple[Any, Any, Any] | None


class _Call(NamedTuple):
    """A product whose arguments were checked, before its operands are where the device sees them.

    Attributes:
        a: The layout of A as it enters the product.
        b: That of B.
        c: That of C.
        accumulator: What products are summed in.
        alpha: Factor of the product.
        beta: Factor of the old C.
        flips: Which of A and B are transposed on the way in.
        conjugate: The operands whose conjugates enter.
        items: Items of a batch.
        lists: What differs from item to item, if anything does.
        accuracy: What arithmetic may take the place of the accumulator's own.
    """

    a: MatrixView
    b: MatrixView
    c: MatrixView
    accumulator: Precision
    alpha: Any
    beta: Any
    flips: tuple[bool, bool]
    conjugate: str
    items: int
    lists: _Lists | None = None
    accuracy: Accuracy = "standard"

    def listed(self, alphas: Any, betas: Any, offsets: tuple[Any, Any, Any] | None = None) -> _Call:
        """The same call with factors, and offsets, for each item."""
        rounded = {
            name: np.array([self.accumulator.scalar(factor(name, x, self.accumulator)) for x in values])
            for name, values in (("alpha", alphas.tolist()), ("beta", betas.tolist()))
        }
        return self._replace(lists=_Lists(rounded["alpha"], rounded["beta"], offsets))

    @property
    def needs_no_operands(self) -> bool:
        """C becomes beta C whatever A and B hold."""
        if self.a.cols == 0:
            return True
        return not np.any(self.lists.alphas) if self.lists else self.alpha == 0


def _prepare(
    views: tuple[MatrixView, MatrixView],
    c: Any,
    alpha: Any,
    beta: Any,
    transposes: tuple[str, str],
    dtype: Any,
    accumulator: Any,
    wait_for: Any,
    items: int = 1,
    layout: MatrixView | None = None,
) -> _Call:
    """Check the arguments of a product; ``layout`` is that of C where it is known."""
    letters = [option(f"trans_{x}", letter, "NTC") for x, letter in zip("ab", transposes, strict=True)]
    check_events(wait_for)
    op_a, op_b = (
        view.transposed if letter != "N" else view for view, letter in zip(views, letters, strict=True)
    )
    shape = (op_a.rows, op_b.cols)
    kind = layout.precision if layout else _type_of_c(op_a.precision, op_b.precision, c, dtype)
    default = default_accumulator(op_a.precision, op_b.precision, kind)
    summed = default if accumulator is None else precision_of(accumulator, "accumulator")
    if summed is not default and not (summed.kind == default.kind == "real"):
        raise PrecisionError("accumulator", f"{default.name} for these operands", summed.name)
    alpha, beta = factor("alpha", alpha, summed), factor("beta", beta, summed)
    if op_b.rows != op_a.cols:
        axis = "rows" if letters[1] == "N" else "columns"
        expected = f"{op_a.cols} {axis}, because op(a) has shape {op_a.shape}"
        raise ShapeError("b", expected, f"shape {views[1].shape}")
    if c is None and layout is None and beta != 0:
        raise ArgumentError("c", f"a matrix of shape {shape} for beta to multiply", "None")
    if c is not None:
        layout = stack_view("c", c)
        _check_output(c, layout, shape)
        if layout.memory == "image" and beta != 0:
            raise ArgumentError("beta", "0, because an image cannot be read while it is written", repr(beta))
    if layout is None:
        layout = MatrixView(kind, *shape, shape[1], 1, items, shape[0] * shape[1] if items > 1 else 0)
    conjugate = "".join(
        x for x, letter in zip("ab", letters, strict=True) if letter == "C" and op_a.precision.is_complex
    )
    flips = letters[0] != "N", letters[1] != "N"
    return _Call(op_a, op_b, layout, summed, alpha, beta, flips, conjugate, items)


def _accuracy(value: Any) -> Accuracy:
    """One of the accuracies that a product may have."""
    known: dict[Any, Accuracy] = {"standard": "standard", "strict": "strict", "fast": "fast"}
    if isinstance(value, str) and value in known:
        return known[value]
    raise ArgumentError("accuracy", "'standard', 'strict' or 'fast'", repr(value))


def _type_of_c(a: Precision, b: Precision, c: Any, dtype: Any) -> Precision:
    wider = max(a, b, key=lambda precision: precision.size)
    if c is not None:
        return precision_of(c.dtype, "c")
    return wider if dtype is None else precision_of(dtype)


def _check_output(c: Any, view: MatrixView, shape: tuple[int, int]) -> None:
    if view.shape != shape:
        raise ShapeError("c", f"shape {shape}", f"shape {view.shape}")
    if view.overlaps_itself:
        raise StrideError("c", "an output whose elements lie apart", f"strides of {tuple(c.strides)} bytes")
    if isinstance(c, np.ndarray) and not c.flags.writeable:
        raise ArgumentError("c", "an array that can be written", "a read-only one")


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


def _factors_of_items(items: int, alpha: Any, beta: Any) -> tuple[Any, Any] | None:
    """Factors of each item, where at least one of them was given for each item."""
    return None if np.ndim(alpha) == np.ndim(beta) == 0 else _vectors(items, alpha, beta)


def _vectors(items: int, alpha: Any, beta: Any) -> tuple[Any, Any]:
    """Both factors as vectors of one element for each item."""
    vectors = []
    for argument, value in (("alpha", alpha), ("beta", beta)):
        if np.ndim(value) and np.shape(value) != (items,):
            raise ShapeError(argument, f"a number or {items} of them", f"shape {np.shape(value)}")
        vectors.append(np.broadcast_to(np.asarray(value), (items,)))
    return vectors[0], vectors[1]


def _item_views(
    argument: str, array: Any, offsets: Any, shape: tuple[int, int], pitch: Any, items: int
) -> tuple[MatrixView, Any]:
    """The layout of the items in a vector, and where each begins, in elements."""
    if len(array.shape) != 1 or (array.size > 1 and array.strides[0] != array.dtype.itemsize):
        raise ShapeError(argument, "a dense vector", f"shape {tuple(array.shape)}")
    rows, cols = shape
    pitch = max(cols, 1) if pitch is None else pitch
    if not isinstance(pitch, (int, np.integer)) or not max(cols, 1) <= pitch < 2**31:
        raise ArgumentError(f"ld{argument}", f"at least {max(cols, 1)}, the width of a row", repr(pitch))
    places = np.asarray(offsets)
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
    view = MatrixView(
        precision_of(array.dtype, argument),
        rows,
        cols,
        int(pitch),
        1,
        1 if shared else items,
        0 if shared else 1,
    )
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


class _Operand(NamedTuple):
    """A matrix, or a stack of them, where the device sees it."""

    view: MatrixView
    memory: Any
    offset: int

    @property
    def transposed(self) -> _Operand:
        """The same memory with its axes exchanged."""
        return _Operand(self.view.transposed, self.memory, self.offset)


def _enqueue(
    queue: cl.CommandQueue,
    call: _Call,
    a: _Operand,
    b: _Operand,
    c: _Operand,
    wait_for: Sequence[cl.Event] | None,
) -> cl.Event:
    """Enqueue the product; a C stored by columns is computed as its transpose, from those of B and A."""
    conjugate, names = call.conjugate, "abc"
    if call.lists is not None and call.lists.offsets is not None:
        a, b = (
            x._replace(offset=x.offset + int(places)) if places.ndim == 0 else x
            for x, places in zip((a, b), call.lists.offsets[:2], strict=True)
        )
    if c.view.order == "col":
        a, b, c = b.transposed, a.transposed, c.transposed
        conjugate, names = "".join(sorted({"a": "b", "b": "a"}[x] for x in conjugate)), "bac"
    layout = Layout(
        a.view, b.view, c.view, call.accumulator, conjugate, call.lists is not None, call.accuracy
    )
    values = {"alpha": call.alpha, "beta": call.beta, "a": a.memory, "b": b.memory, "c": c.memory}
    values |= {"a_offset": a.offset, "b_offset": b.offset, "c_offset": c.offset}
    if call.lists is not None:
        values |= _listed_values(queue, call.lists, dict(zip(names, (a, b, c), strict=True)))
        if names == "bac":
            values["a_offsets"], values["b_offsets"] = values["b_offsets"], values["a_offsets"]
    return bind(queue, layout)(values, wait_for)


def _listed_values(queue: cl.CommandQueue, lists: _Lists, operands: dict[str, _Operand]) -> dict[str, Any]:
    """The lists in device memory; the offsets of a stack are multiples of its step."""
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    values = {
        name: cl.Buffer(queue.context, flags, hostbuf=np.ascontiguousarray(factors))
        for name, factors in (("alphas", lists.alphas), ("betas", lists.betas))
    }
    for position, (name, operand) in enumerate(sorted(operands.items())):
        if lists.offsets is None:
            steps = np.arange(operand.view.items, dtype=np.int64) * operand.view.step
            places = steps.astype(np.uint64)
        else:
            places = np.atleast_1d(lists.offsets[position])
        values[f"{name}_offsets"] = cl.Buffer(queue.context, flags, hostbuf=places)
    return values


def _without_operands(queue: cl.CommandQueue, call: _Call, c: _Operand) -> tuple[_Operand, _Operand]:
    """Stand-ins for A and B with no terms to sum, so that C becomes beta C whatever A and B hold."""
    view = c.view
    memory = c.memory if view.memory == "buffer" else cl.Buffer(queue.context, cl.mem_flags.READ_ONLY, 16)
    kinds = call.a.precision, call.b.precision
    return (
        _Operand(MatrixView(kinds[0], view.rows, 0, 1, 1), memory, 0),
        _Operand(MatrixView(kinds[1], 0, view.cols, view.cols, 1), memory, 0),
    )


def _from_host(
    a: Any, b: Any, c: Any, call: _Call, queue: cl.CommandQueue | None, wait_for: Sequence[cl.Event] | None
) -> Any:
    """The product of NumPy arrays; complete on return."""
    if c is None:
        shape = (call.c.rows, call.c.cols)
        c = np.empty(
            shape if len(a.shape) == len(b.shape) == 2 else (call.items, *shape), call.c.precision.dtype
        )
    elif share_memory(a, c) or share_memory(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    if 0 in (call.c.rows, call.c.cols, call.items):
        return c
    queue = default_queue() if queue is None else queue_of(queue, {})
    if wait_for:
        cl.wait_for_events(list(wait_for))
    keeps = call.beta != 0 or call.items > 1 or call.lists is not None
    loan = lend(queue, c, read=keeps, write=True)
    out = _lent("c", loan, call.c)
    if call.needs_no_operands:
        left, right = _without_operands(queue, call, out)
    else:
        left, right = (
            _lent(name, lend(queue, x.swapaxes(-1, -2) if flip and x.ndim > 1 else x), view)
            for name, x, flip, view in (("a", a, call.flips[0], call.a), ("b", b, call.flips[1], call.b))
        )
    loan.return_after(_enqueue(queue, call, left, right, out, None))
    return c


def _lent(argument: str, loan: Any, view: MatrixView) -> _Operand:
    """A loan as an operand; a vector that holds many matrices keeps their layout."""
    layout = view if loan.layout.ndim == 1 else stack_view(argument, loan.layout)
    return _Operand(layout, loan.memory, loan.offset)


def _from_device(
    a: Any, b: Any, c: Any, call: _Call, queue: cl.CommandQueue | None, wait_for: Sequence[cl.Event] | None
) -> Any:
    """The product of arrays in device memory, enqueued."""
    queue = queue_of(queue, {"a": a, "b": b, "c": c})
    if c is None:
        one = (call.c.rows, call.c.cols)
        shape = one if len(a.shape) == len(b.shape) == 2 else (call.items, *one)
        allocator = None if isinstance(a, MappedArray) else a.allocator
        c = cl_array.empty(queue, shape, call.c.precision.dtype, allocator=allocator)
    elif _overlapping(a, c) or _overlapping(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    if 0 in (call.c.rows, call.c.cols, call.items):
        return c
    layout = call.c if len(c.shape) == 1 else stack_view("c", c)
    out = _Operand(layout, *memory_of(c))
    if call.needs_no_operands:
        left, right = _without_operands(queue, call, out)
    else:
        left, right = _Operand(call.a, *memory_of(a)), _Operand(call.b, *memory_of(b))
    event = _enqueue(queue, call, left, right, out, [*(wait_for or ()), *a.events, *b.events, *c.events])
    c.events[:] = [event]  # it waited for all that stood there
    for array in (a,) if a is b else (a, b):
        note_reader(array, queue, event)
    return c


def _overlapping(a: Any, b: Any) -> bool:
    if isinstance(a, MappedArray) or isinstance(b, MappedArray):
        return a is b
    return device_arrays_overlap(a, b)
