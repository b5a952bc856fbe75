"""A matrix product between its checked arguments and its launches, for every routine that multiplies matrices."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import MatrixView, stack_view
from autoblas.errors import ArgumentError, BuildError, FallbackWarning, NoKernelError
from autoblas.routines.call.arguments import memory_of, new_array, overlap, queue_of
from autoblas.routines.call.events import awaited, leave_event, wait
from autoblas.routines.call.steps import Operand
from autoblas.routines.host.products import host_is_faster, multiply_on_host
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.layouts.product import Layout
from autoblas.runtime.serve import bind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.routines.call.product import Call
    from autoblas.runtime.plan import BoundPlan

__all__ = ["from_device", "from_host"]


def _places(operand: Operand) -> Any:
    """Where each matrix begins, relative to the first: multiples of the step, which wrap where it is negative."""
    return (np.arange(operand.view.items, dtype=np.int64) * operand.view.step).astype(np.uint64)


def _enqueue(
    queue: Queue, call: Call, a: Operand, b: Operand, c: Operand, wait_for: Sequence[Event] | None
) -> Event:
    """Enqueue the product, in two launches where A and B of some items of a list must not be read."""
    lists = call.lists
    if lists is None:
        return _launch(queue, call, a, b, c, wait_for)
    lists = lists._replace(offsets=lists.offsets or tuple(map(_places, (a, b, c))))
    a, b = (
        x._replace(offset=x.offset + int(places)) if places.ndim == 0 else x
        for x, places in zip((a, b), lists.offsets[:2], strict=True)
    )
    call, needed = call._replace(lists=lists), lists.alphas != 0
    if call.needs_no_operands or np.all(needed):
        return _launch(queue, call, a, b, c, wait_for)
    launches = []
    for chosen, (left, right) in ((needed, (a, b)), (~needed, _without_operands(queue, call, c))):
        some = c._replace(view=c.view._replace(items=int(np.count_nonzero(chosen))))
        launches.append(_bound(queue, call._replace(lists=lists.only(chosen)), left, right, some))
    for plan, values in launches:  # all of them were bound, so that none is enqueued where one has no kernel
        event = plan(values, wait_for)
        wait_for = [event]
    return event


def _launch(
    queue: Queue, call: Call, a: Operand, b: Operand, c: Operand, wait_for: Sequence[Event] | None
) -> Event:
    """Enqueue the product."""
    plan, values = _bound(queue, call, a, b, c)
    return plan(values, wait_for)


def _bound(queue: Queue, call: Call, a: Operand, b: Operand, c: Operand) -> tuple[BoundPlan, dict[str, Any]]:
    """The plan of the product and what varies; a C stored by columns is computed as its transpose, from those of B and A."""
    conjugate, lists = call.conjugate, call.lists
    if c.view.order == "col":
        a, b, c = b.transposed, a.transposed, c.transposed
        conjugate = "".join(sorted({"a": "b", "b": "a"}[x] for x in conjugate))
        lists = lists and lists.exchanged
    layout = Layout(a.view, b.view, c.view, call.accumulator, conjugate, lists is not None, call.accuracy)
    values = {"alpha": call.alpha, "beta": call.beta, "a": a.memory, "b": b.memory, "c": c.memory}
    values |= {"a_offset": a.offset, "b_offset": b.offset, "c_offset": c.offset}
    values |= lists.in_memory(queue_device(queue)) if lists else {}
    return bind(queue, layout), values


def _without_operands(queue: Queue, call: Call, c: Operand) -> tuple[Operand, Operand]:
    """Stand-ins for A and B with no terms to sum, so that C becomes beta C whatever A and B hold."""
    view = c.view
    memory = c.memory if view.memory == "buffer" else queue_device(queue).allocate(16)
    kinds = call.a.precision, call.b.precision
    return (
        Operand(MatrixView(kinds[0], view.rows, 0, 1, 1), memory, 0),
        Operand(MatrixView(kinds[1], 0, view.cols, view.cols, 1), memory, 0),
    )


def _output(a: Any, b: Any, c: Any, call: Call, queue: Queue | None) -> Any:
    """C, known to share no memory with A and B, or a new one."""
    if c is None:
        one = (call.c.rows, call.c.cols)
        shape = one if len(a.shape) == len(b.shape) == 2 else (call.items, *one)
        return new_array({"a": a, "b": b}, shape, call.c.precision.dtype, queue)
    if overlap(a, c) or overlap(b, c):
        raise ArgumentError("c", "memory that neither a nor b uses", "an array that overlaps one of them")
    return c


def from_host(
    a: Any, b: Any, c: Any, call: Call, queue: Queue | None, wait_for: Sequence[Event] | None
) -> Any:
    """The product of NumPy arrays; complete on return.

    Without a queue that the caller asked for, the host's BLAS computes what is too small for a device, and, with a
    warning, what no kernel of the device computes.
    """
    chosen = None if queue is None else queue_of(queue, {})
    c = _output(a, b, c, call, queue)
    if 0 in (call.c.rows, call.c.cols, call.items):
        return c
    queue = chosen or default_queue()
    wait(wait_for)
    if chosen is None and host_is_faster(call, queue_device(queue).facts):
        multiply_on_host(a, b, c, call)
        return c
    try:
        _on_device(a, b, c, call, queue)
    except (NoKernelError, BuildError) as error:
        if chosen is not None:
            raise
        message = f"the host computed a product that no kernel of the device did: {error.summary}"
        warnings.warn(message, FallbackWarning, stacklevel=3)
        multiply_on_host(a, b, c, call)
    return c


def _on_device(a: Any, b: Any, c: Any, call: Call, queue: Queue) -> None:
    """Lend NumPy arrays to a device and wait for their product."""
    keeps = call.beta != 0 or call.items > 1 or call.lists is not None
    device = queue_device(queue)
    loan = device.lend(queue, c, read=keeps, write=True)
    out = _lent("c", loan, call.c)
    if call.needs_no_operands:
        left, right = _without_operands(queue, call, out)
    else:
        left, right = (
            _lent(name, device.lend(queue, _turned(x, flip), read=True, write=False), view)
            for name, x, flip, view in (("a", a, call.flips[0], call.a), ("b", b, call.flips[1], call.b))
        )
    loan.return_after(_enqueue(queue, call, left, right, out, None))


def _turned(x: Any, flip: bool) -> Any:
    """An operand with its last two axes as the product takes them."""
    return x.swapaxes(-1, -2) if flip and x.ndim > 1 else x


def _lent(argument: str, loan: Any, view: MatrixView) -> Operand:
    """A loan as an operand; a vector that holds many matrices keeps their layout."""
    layout = view if loan.layout.ndim == 1 else stack_view(argument, loan.layout)
    return Operand(layout, loan.memory, loan.offset)


def from_device(
    a: Any, b: Any, c: Any, call: Call, queue: Queue | None, wait_for: Sequence[Event] | None
) -> Any:
    """The product of arrays in device memory, enqueued."""
    queue = queue_of(queue, {"a": a, "b": b, "c": c})
    c = _output(a, b, c, call, queue)
    if 0 in (call.c.rows, call.c.cols, call.items):
        return c
    layout = call.c if len(c.shape) == 1 else stack_view("c", c)
    out = Operand(layout, *memory_of(c))
    if call.needs_no_operands:
        left, right = _without_operands(queue, call, out)
    else:
        left, right = Operand(call.a, *memory_of(a)), Operand(call.b, *memory_of(b))
    arrays = {"a": a, "b": b, "c": c}
    event = _enqueue(queue, call, left, right, out, awaited(arrays, wait_for))
    leave_event(event, queue, arrays, ("c",))
    return c
