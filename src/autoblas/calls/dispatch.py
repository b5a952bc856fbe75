"""Performs a call whose arguments were checked: on the host or on a device, after what it waits for, and with its event.

All routines on arrays come here. What is computed, a ``CheckedCall`` says: how it is bound to the memory of a device, and
how NumPy computes it.
"""

from __future__ import annotations

import inspect
import logging
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.calls.capture import CapturedWork, OperandMemory, current_capture
from autoblas.calls.hooks import computing, performing
from autoblas.calls.several.kept import kept_loans
from autoblas.calls.streamed.product import stream
from autoblas.calls.streamed.schedule import memory_for_streams
from autoblas.devices.access import PROCESS, check_access
from autoblas.errors import AllocationError, BuildError, FallbackWarning, LaunchError, NoKernelError
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from autoblas.arrays.adapter import Adapter
    from autoblas.calls.several.kept import KeptLoans
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.devices.device import Event, Facts, Queue
    from autoblas.plan.bound import BoundLaunch

__all__ = [
    "CheckedCall",
    "DeviceOperand",
    "come_to_rest",
    "enqueue_all",
    "enqueue_together",
    "perform",
    "warn_of",
]

_log = logging.getLogger(__name__)


DeviceOperand = tuple[Any, Any, int]
"""An array where a device sees it: an array with the shape and strides of what lies there, which is the one of the call or
a dense copy; what a kernel is given; and where the first element lies in that, in elements."""


class CheckedCall(NamedTuple):
    """A call whose arguments were checked, and that has something to do.

    Attributes:
        arrays: The operands that are needed, by name: all NumPy's, or all in device memory.
        written: The names of those that are written.
        read: The names of those whose old elements count, or not all of whose elements are overwritten.
        bind: Makes the launches, in order, from a queue and the operands on its device. All plans are bound when it
            returns, so that nothing was enqueued where one has no kernel.
        compute: Computes the same with NumPy, of NumPy arrays.
        host_is_faster: Whether ``compute`` takes less time than a device; where it is None, it does not.
        streamed: The same as a product that may be computed in tiles, where it is one.
        in_halves: Computes the same, on a queue, as calls on parts of NumPy arrays, where it can be divided.
    """

    arrays: Mapping[str, Any]
    written: Collection[str]
    read: Collection[str]
    bind: Callable[[Queue, Mapping[str, DeviceOperand]], Sequence[BoundLaunch]]
    compute: Callable[[], object]
    host_is_faster: Callable[[Facts], bool] | None = None
    streamed: StreamedProduct | None = None
    in_halves: Callable[[Queue], None] | None = None


def _describe(call: CheckedCall, queue: Queue | None, _wait_for: Sequence[Event] | None) -> None:
    """Bind a call that is to be described, with no memory."""
    call.bind(
        default_queue() if queue is None else queue, {name: (x, None, 0) for name, x in call.arrays.items()}
    )


@performing(_describe)
def perform(call: CheckedCall, queue: Queue | None, wait_for: Sequence[Event] | None) -> None:
    """Compute with NumPy arrays, complete on return, or enqueue the work on arrays in device memory.

    Of NumPy arrays and without a queue that the caller named, the host computes what it is faster at, and, with a
    warning, what no kernel of the device computes. After an exception nothing runs any more that was enqueued.

    Args:
        call: What is to be done.
        queue: Where to run, as ``check_queue`` returns it: None of NumPy arrays for which the caller named none.
        wait_for: Events to wait for, besides those that the arrays hold.

    Raises:
        NoKernelError: no kernel of the device computes this.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    chosen = default_queue() if queue is None else queue
    if not isinstance(next(iter(call.arrays.values())), np.ndarray):
        _enqueue_on_device_arrays(call, chosen, wait_for)
        return
    for event in wait_for or ():
        event.wait()
    facts = queue_device(chosen).facts
    if queue is None and call.host_is_faster is not None and call.host_is_faster(facts):
        _compute(call)
        return
    try:
        _run_on_loans(call, chosen)
    except (NoKernelError, BuildError, AllocationError) as error:  # before anything was enqueued
        if queue is not None:
            raise
        warn_of(f"the host computed what the device could not: {error}")
        _compute(call)


def _enqueue_on_device_arrays(call: CheckedCall, queue: Queue, wait_for: Sequence[Event] | None) -> None:
    """Bind the work and enqueue it, or let the capture of this thread have what would be."""
    arrays, capture = call.arrays, current_capture()
    adapter = adapter_for(next(iter(arrays.values())))
    for name, array in arrays.items():
        adapter.check_extent(name, array)
    if capture is None:
        operands = {name: (array, *adapter.memory_of(array)) for name, array in arrays.items()}
        launches = call.bind(queue, operands)
    else:
        operands = {
            name: (array, OperandMemory(name), adapter.memory_of(array)[1]) for name, array in arrays.items()
        }
        work = CapturedWork(adapter, queue, dict(arrays), call.written, call.bind(queue, operands))
        capture.works.append(work)
        if not capture.enqueues:
            return
        launches = work.with_memory()
    enqueue_together(
        launches, queue, adapter, arrays.values(), [arrays[name] for name in call.written], wait_for
    )


def enqueue_together(
    launches: Sequence[BoundLaunch],
    queue: Queue,
    adapter: Adapter,
    arrays: Collection[Any],
    written: Sequence[Any],
    wait_for: Sequence[Event] | None,
) -> None:
    """Enqueue the work of a call after all that its arrays wait for, and leave its event with them.

    After an exception nothing runs any more that was enqueued.

    Args:
        launches: The work, in order.
        queue: Where to run.
        adapter: That of the arrays.
        arrays: The operands, in device memory.
        written: Those that are written.
        wait_for: Events to wait for, besides those that the arrays hold.

    Raises:
        LaunchError: the device refused a kernel.
    """
    try:
        events = [*(wait_for or ()), *adapter.awaited(arrays, written, queue)]
        if len(launches) == 1:  # as most are
            launch, values = launches[0]
            event = launch.launch(values, events)[-1]
        else:
            event = enqueue_all(launches, events)
        adapter.leave_event(event, queue, arrays, written, in_order=launches[-1][0].in_order)
    except BaseException:
        come_to_rest(queue)
        raise


def _run_on_loans(call: CheckedCall, queue: Queue) -> None:
    """Lend NumPy arrays to a device, whole or tile by tile, and wait for the results."""
    if PROCESS.barred:
        check_access()
    device, loans, kept = queue_device(queue), {}, kept_loans()
    if call.in_halves is not None and not _fits(call.arrays.values(), device.facts, kept):
        try:
            call.in_halves(queue)
        except (NoKernelError, BuildError, AllocationError) as error:  # other parts may be computed already
            raise LaunchError(str(error)) from error
        return
    schedule = call.streamed.schedule(device.facts) if call.streamed is not None else None
    try:
        if call.streamed is not None and schedule is not None:
            stream(call.streamed, schedule, device, queue, enqueue_all)
            return
        for name, array in call.arrays.items():
            loan = kept.lend(device, queue, array) if kept is not None and name not in call.written else None
            if loan is None:
                loan = device.lend(queue, array, read=name in call.read, write=name in call.written)
            loans[name] = loan
        operands = {name: (loan.layout, loan.memory, loan.offset) for name, loan in loans.items()}
        launches = call.bind(queue, operands)
        event = enqueue_all(launches, [event for loan in loans.values() for event in loan.arrived()])
        for name in call.written:
            loans[name].return_after(event)
    except BaseException:
        for loan in loans.values():
            loan.settle()
        come_to_rest(queue)  # before the loans end
        raise


def _fits(arrays: Collection[Any], facts: Facts, kept: KeptLoans | None = None) -> bool:
    """A device holds copies of NumPy arrays, and as much again for what kernels copy of them; kept ones give way."""
    if facts.host_shared or facts.system_svm:
        return True
    largest, total = max(x.nbytes for x in arrays), sum(x.nbytes for x in arrays)
    room = memory_for_streams(facts) - 2 * total
    if kept is not None and kept.beside(arrays) > room:
        kept.drop()
    return bool(largest <= facts.max_alloc_bytes and room >= 0)


def enqueue_all(launches: Sequence[BoundLaunch], wait_for: Sequence[Event]) -> Event:
    """Enqueue every launch, each after the one before it, and return the event of the last."""
    try:
        for plan, values in launches:
            event = plan.launch(values, wait_for)[-1]
            wait_for = () if plan.in_order else (event,)
    except AllocationError as error:  # an error of its own: launches before it may have written an output
        raise LaunchError(str(error)) from error
    return event


def come_to_rest(queue: Queue) -> None:
    """Return when nothing runs any more that a call enqueued before it failed, and forget the memory that it shared."""
    try:
        queue.finish()
    except KeyboardInterrupt:  # once more, maybe before the driver was asked
        queue.finish()
        raise
    except queue_device(queue).errors as lost:
        _log.warning("a queue could not be finished after a call had failed: %s", lost)
    finally:
        WORKSPACE.release()


@computing
def _compute(call: CheckedCall) -> None:
    """Compute with NumPy, which says nothing about overflows and NaN, as a device does."""
    with np.errstate(all="ignore"):
        call.compute()


def warn_of(what: str) -> None:
    """Say something at the line of the user's own."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "autoblas":
        level, frame = level + 1, frame.f_back
    warnings.warn(what, FallbackWarning, stacklevel=level)
