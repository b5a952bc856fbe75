"""Matrix products: gemm."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.arrays import MatrixView, device_arrays_overlap, matrix_view, share_memory
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from autoblas.runtime.context import default_queue
from autoblas.runtime.host import lend
from autoblas.runtime.serve import bind

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.runtime.host import Loan

__all__ = ["gemm"]


def gemm(
    a: Any,
    b: Any,
    *,
    alpha: float = 1.0,
    beta: float = 0.0,
    c: Any = None,
    trans_a: str = "N",
    trans_b: str = "N",
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
        a: Matrix of shape ``(m, k)``, or ``(k, m)`` with ``trans_a="T"``; float32 or float64.
        b: Matrix of shape ``(k, n)``, or ``(n, k)`` with ``trans_b="T"``; same kind of memory and type as ``a``.
        alpha: Factor of the product.
        beta: Factor of the old C.
        c: Output of shape ``(m, n)``, overwritten and returned; a new row-major array where it is None.
        trans_a: ``"N"`` for A as it is, ``"T"`` or ``"C"`` for its transpose.
        trans_b: The same for B.
        queue: Where to run; by default the queue of ``a``, or this thread's queue on the default device.
        wait_for: Events that must have happened before the device starts, besides those of the arrays.

    Raises:
        ArgumentError: an argument does not fit; ShapeError, StrideError, PrecisionError and DeviceMismatchError
            are its kinds. Nothing was enqueued.
        NoKernelError: no kernel serves this problem on the device.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    on_host = _same_memory(a, b, c)
    view_a, view_b = matrix_view("a", a), matrix_view("b", b)
    alpha, beta = _factor("alpha", alpha, view_a.precision), _factor("beta", beta, view_a.precision)
    _check_events(wait_for)
    flip_a, flip_b = _transposed("trans_a", trans_a), _transposed("trans_b", trans_b)
    op_a = view_a.transposed if flip_a else view_a
    op_b = view_b.transposed if flip_b else view_b
    if view_b.precision is not view_a.precision:
        raise PrecisionError("b", f"{view_a.precision.name} like a", view_b.precision.name)
    if op_b.rows != op_a.cols:
        axis = "columns" if flip_b else "rows"
        raise ShapeError(
            "b", f"{op_a.cols} {axis}, because op(a) has shape {op_a.shape}", f"shape {view_b.shape}"
        )
    if c is None and beta != 0:
        raise ArgumentError("c", f"a matrix of shape {(op_a.rows, op_b.cols)} for beta to multiply", "None")
    if c is not None:
        _check_output(c, view_a.precision, (op_a.rows, op_b.cols))
    if on_host:
        return _on_host(a.T if flip_a else a, b.T if flip_b else b, c, alpha, beta, queue, wait_for)
    return _on_device(a, b, c, alpha, beta, op_a, op_b, queue, wait_for)


def _same_memory(a: Any, b: Any, c: Any) -> bool:
    """Whether the operands are NumPy arrays; all of them are, or all are pyopencl's."""
    on_host = isinstance(a, np.ndarray)
    if not on_host and not isinstance(a, cl_array.Array):
        raise ArgumentError("a", "a NumPy array or a pyopencl array", type(a).__name__)
    wanted: type[Any] = np.ndarray if on_host else cl_array.Array
    for argument, array in (("b", b), ("c", c)):
        if not isinstance(array, wanted) and (argument == "b" or array is not None):
            name = "a NumPy array" if on_host else "a pyopencl array"
            raise DeviceMismatchError(argument, f"{name} like a", type(array).__name__)
    return on_host


def _factor(argument: str, value: Any, precision: Precision) -> float:
    """A real number rounded to the precision that the kernel sees it in, so that 0 means 0 there too."""
    if type(value) is float and value in {0.0, 1.0}:
        return value
    if isinstance(value, numbers.Real) or (
        isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "fiu"
    ):
        try:
            with np.errstate(over="ignore"):
                rounded = float(precision.dtype.type(value))
        except OverflowError:
            rounded = math.inf
        if not math.isinf(rounded) or value == rounded:
            return rounded
        raise ArgumentError(argument, f"a number that {precision.name} can hold", f"{value!r}"[:80])
    raise ArgumentError(argument, "a real number", f"{type(value).__name__} {value!r}"[:80])


def _check_events(wait_for: Any) -> None:
    if wait_for is not None and not (
        isinstance(wait_for, Sequence) and all(isinstance(event, cl.Event) for event in wait_for)
    ):
        raise ArgumentError("wait_for", "a sequence of pyopencl events", f"{wait_for!r}"[:80])


def _transposed(argument: str, value: Any) -> bool:
    if isinstance(value, str) and value.upper() in {"N", "T", "C"}:
        return value.upper() != "N"
    raise ArgumentError(argument, "'N', 'T' or 'C'", repr(value))


def _check_output(c: Any, precision: Precision, shape: tuple[int, int]) -> None:
    view = matrix_view("c", c)
    if view.precision is not precision:
        raise PrecisionError("c", f"{precision.name} like a", view.precision.name)
    if view.shape != shape:
        raise ShapeError("c", f"shape {shape}", f"shape {view.shape}")
    if view.overlaps_itself:
        raise StrideError("c", "an output whose elements lie apart", f"strides of {tuple(c.strides)} bytes")
    if isinstance(c, np.ndarray) and not c.flags.writeable:
        raise ArgumentError("c", "an array that can be written", "a read-only one")


class _Operand(NamedTuple):
    """A matrix where the device sees it."""

    view: MatrixView
    memory: Any
    offset: int

    @property
    def transposed(self) -> _Operand:
        """The same memory with its axes exchanged."""
        return _Operand(self.view.transposed, self.memory, self.offset)


def _enqueue(
    queue: cl.CommandQueue,
    alpha: float,
    beta: float,
    a: _Operand,
    b: _Operand,
    c: _Operand,
    wait_for: Sequence[cl.Event] | None,
) -> cl.Event:
    """Enqueue C = alpha A B + beta C; a C stored by columns is computed as its transpose, from those of B and A."""
    if c.view.order == "col":
        a, b, c = b.transposed, a.transposed, c.transposed
    values = {"alpha": alpha, "beta": beta, "a": a.memory, "b": b.memory, "c": c.memory}
    offsets = {"a_offset": a.offset, "b_offset": b.offset, "c_offset": c.offset}
    return bind(queue, a.view, b.view, c.view)(values | offsets, wait_for)


def _empty_sum(c: _Operand) -> tuple[_Operand, _Operand]:
    """Stand-ins for A and B with no terms to sum, so that C becomes beta C whatever A and B hold."""
    precision, rows, cols, *_ = c.view
    return (
        _Operand(MatrixView(precision, rows, 0, 1, 1), c.memory, 0),
        _Operand(MatrixView(precision, 0, cols, cols, 1), c.memory, 0),
    )


def _on_host(
    a: Any,
    b: Any,
    c: Any,
    alpha: float,
    beta: float,
    queue: cl.CommandQueue | None,
    wait_for: Sequence[cl.Event] | None,
) -> Any:
    """The product of NumPy arrays, their transposes taken already; complete on return."""
    if c is None:
        c = np.empty((a.shape[0], b.shape[1]), a.dtype)
    elif share_memory(a, c) or share_memory(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    if c.size == 0:
        return c
    queue = default_queue() if queue is None else _queue(queue)
    if wait_for:
        cl.wait_for_events(list(wait_for))
    loan = lend(queue, c, read=beta != 0, write=True)
    out = _lent("c", loan)
    if alpha == 0 or a.size == 0:
        left, right = _empty_sum(out)
    else:
        left, right = _lent("a", lend(queue, a)), _lent("b", lend(queue, b))
    loan.return_after(_enqueue(queue, alpha, beta, left, right, out, None))
    return c


def _lent(argument: str, loan: Loan) -> _Operand:
    return _Operand(matrix_view(argument, loan.layout), loan.memory, loan.offset)


def _on_device(
    a: cl_array.Array,
    b: cl_array.Array,
    c: cl_array.Array | None,
    alpha: float,
    beta: float,
    op_a: MatrixView,
    op_b: MatrixView,
    queue: cl.CommandQueue | None,
    wait_for: Sequence[cl.Event] | None,
) -> cl_array.Array:
    """The product of pyopencl arrays, enqueued."""
    queue = _queue(queue or a.queue or b.queue or (None if c is None else c.queue))
    for argument, array in (("a", a), ("b", b), ("c", c)):
        if array is not None and array.context != queue.context:
            raise DeviceMismatchError(
                argument, "an array in the context of the queue", "one in another context"
            )
    if c is None:
        c = cl_array.empty(queue, (op_a.rows, op_b.cols), a.dtype, allocator=a.allocator)
    elif device_arrays_overlap(a, c) or device_arrays_overlap(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    if c.size == 0:
        return c
    size = op_a.precision.size
    out = _Operand(matrix_view("c", c), c.base_data, c.offset // size)
    left, right = _Operand(op_a, a.base_data, a.offset // size), _Operand(op_b, b.base_data, b.offset // size)
    if alpha == 0 or op_a.cols == 0:
        left, right = _empty_sum(out)
    event = _enqueue(
        queue, alpha, beta, left, right, out, [*(wait_for or ()), *a.events, *b.events, *c.events]
    )
    c.events[:] = [event]  # it waited for all that stood there
    for array in (a,) if a is b else (a, b):
        _note_reader(array, queue, event)
    return c


def _note_reader(array: cl_array.Array, queue: cl.CommandQueue, event: cl.Event) -> None:
    """Make what will overwrite an operand wait for the product; on an in-order queue of its own it does so anyway."""
    if array.queue != queue or queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        complete = cl.command_execution_status.COMPLETE
        unfinished = [e for e in array.events if e.command_execution_status != complete]
        array.events[:] = [*unfinished, event]


def _queue(queue: Any) -> cl.CommandQueue:
    if isinstance(queue, cl.CommandQueue):
        return queue
    raise ArgumentError("queue", "a pyopencl command queue, given or held by an array", type(queue).__name__)
