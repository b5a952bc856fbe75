"""Performs the plan of a call: on the host or on a device, after the events that it waits for, and with its own event."""

from __future__ import annotations

import inspect
import logging
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.calls.bound_call import BoundCall, bound, with_factors, with_memory
from autoblas.calls.call_plan import Done
from autoblas.calls.serve import target_of
from autoblas.calls.streamed.product import stream
from autoblas.calls.streamed.schedule import memory_for_streams
from autoblas.devices.access import PROCESS, check_access
from autoblas.errors import AllocationError, BuildError, FallbackWarning, LaunchError, NoKernelError
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.symbols import ArrayMemory
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.devices.device import Event, Facts, Queue
    from autoblas.plan.bound import BoundLaunch
    from autoblas.plan.symbols import Target

__all__ = ["bound_call", "enqueue", "enqueue_all", "finish_queue", "perform", "perform_part", "warn_user"]

_log = logging.getLogger(__name__)


def perform(
    call: CallPlan, queue: Queue | None, wait_for: Sequence[Event] | None, cache: OperandCache | None = None
) -> bool:
    """Compute with NumPy arrays, complete on return, or enqueue the work on arrays in device memory.

    Of NumPy arrays and without a queue that the caller named, the host computes what it is faster at, and, with a
    warning, what no kernel of the device computes. After an exception nothing runs any more that was enqueued.

    Args:
        call: The plan of the call.
        queue: Where to run, as ``check_queue`` returns it: None of NumPy arrays for which the caller named none.
        wait_for: Events to wait for, besides those that the arrays hold.
        cache: Copies on the device of NumPy arrays that several calls read.

    Returns:
        True where NumPy computed it.

    Raises:
        NoKernelError: no kernel of the device computes this.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    if call.deviceless and queue is None and wait_for is None:
        return _compute(call)
    chosen = default_queue() if queue is None else queue
    if not call.on_host:
        enqueue(bound_call(call), wait_for)
        return False
    for event in wait_for or ():
        event.wait()
    facts = queue_device(chosen).facts
    if queue is None and call.host_is_faster is not None and call.host_is_faster(facts):
        return _compute(call)
    try:
        _run_staged(call, chosen, cache)
    except (NoKernelError, BuildError, AllocationError) as error:  # before anything was enqueued
        if queue is not None:
            raise
        warn_user(f"the host computed what the device could not: {error}")
        return _compute(call)
    return False


def perform_part(call: CallPlan | Done, cache: OperandCache | None) -> None:
    """Perform the plan of a part of a larger call on the queue that it names.

    Args:
        call: The plan.
        cache: Copies on the device of NumPy arrays that several parts read.

    Raises:
        NoKernelError: no kernel of the device computes this.
        DeviceError: the device refused to compile or run a kernel.
    """
    if not isinstance(call, Done):
        perform(call, call.queue, None, cache)


def bound_call(call: CallPlan, target: Target | None = None) -> BoundCall:
    """The launches of a plan on device arrays, bound to its queue.

    Args:
        call: The plan.
        target: The target of the launches, where it is not just the device of the queue.

    Raises:
        ArgumentError: an array does not lie within its memory.
        NoKernelError: no kernel of the device computes this.
        BuildError: the device's compiler refused a kernel.
    """
    queue: Any = call.queue
    adapter = adapter_for(next(iter(call.arrays.values())))
    for name, array in call.arrays.items():
        adapter.check_extent(call.renamed.get(name, name), array)
    operands = {
        name: (array, ArrayMemory(name), adapter.memory_of(array)[1]) for name, array in call.arrays.items()
    }
    launches = call.launches(target or target_of(queue), operands)
    whole = with_factors(call, launches, adapter)
    offsets = {
        name: adapter.memory_of(array)[1] for name, array in whole.arrays.items() if name not in operands
    }
    return BoundCall(whole, adapter, queue, bound(queue, launches, offsets))


def enqueue(call: BoundCall, wait_for: Sequence[Event] | None) -> None:
    """Enqueue a call on device arrays after all that its arrays wait for, and leave its event with them.

    After an exception nothing runs any more that was enqueued.

    Args:
        call: The call.
        wait_for: Events to wait for, besides those that the arrays hold.

    Raises:
        DeviceError: the device has no memory for temporaries, or refused a kernel.
    """
    arrays, queue, adapter = call.plan.arrays, call.queue, call.adapter
    written = [arrays[name] for name in call.plan.written]
    launches = call.with_memory()
    try:
        events = [*(wait_for or ()), *adapter.awaited(arrays.values(), written, queue)]
        if len(launches) == 1:  # as most are
            launch, values = launches[0]
            event = launch.launch(values, events)[-1]
        else:
            event = enqueue_all(launches, events)
        adapter.leave_event(event, queue, arrays.values(), written, in_order=launches[-1][0].in_order)
    except BaseException:
        finish_queue(queue)
        raise


def _run_staged(call: CallPlan, queue: Queue, cache: OperandCache | None) -> None:
    """Stage NumPy arrays on a device, whole or tile by tile, and wait for the results."""
    if PROCESS.barred:
        check_access()
    device, staged_operands = queue_device(queue), {}
    if call.bisected is not None and not _fits(call.arrays.values(), device.facts, cache):
        try:
            call.bisected(queue, cache)
        except (NoKernelError, BuildError, AllocationError) as error:  # other parts may be computed already
            raise LaunchError(str(error)) from error
        return
    schedule = call.streamed.schedule(device.facts) if call.streamed is not None else None
    try:
        if call.streamed is not None and schedule is not None:
            stream(call.streamed, schedule, device, queue, enqueue_all)
            return
        for name, array in call.arrays.items():
            staged = (
                cache.stage(device, queue, array) if cache is not None and name not in call.written else None
            )
            if staged is None:
                staged = device.lend(queue, array, read=name in call.read, write=name in call.written)
            staged_operands[name] = staged
        operands = {
            name: (staged.layout, ArrayMemory(name), staged.offset)
            for name, staged in staged_operands.items()
        }
        launches = bound(queue, call.launches(target_of(queue), operands))
        memory = {name: staged.memory for name, staged in staged_operands.items()}
        events = [event for staged in staged_operands.values() for event in staged.arrived()]
        event = enqueue_all(with_memory(launches, queue, memory), events)
        for name in call.written:
            staged_operands[name].return_after(event)
    except BaseException:
        for staged in staged_operands.values():
            staged.settle()
        finish_queue(queue)  # before the arrays' memory is given back
        raise


def _fits(arrays: Collection[Any], facts: Facts, cache: OperandCache | None = None) -> bool:
    """A device holds copies of NumPy arrays, and as much again for what kernels copy of them; kept ones give way."""
    if facts.host_shared or facts.system_svm:
        return True
    largest, total = max(x.nbytes for x in arrays), sum(x.nbytes for x in arrays)
    room = memory_for_streams(facts) - 2 * total
    if cache is not None and cache.beside(arrays) > room:
        cache.drop()
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


def finish_queue(queue: Queue) -> None:
    """Wait for the work that a call enqueued before it failed, and forget the memory that it shared."""
    try:
        queue.finish()
    except KeyboardInterrupt:  # once more, maybe before the driver was asked
        queue.finish()
        raise
    except queue_device(queue).errors as lost:
        _log.warning("a queue could not be finished after a call had failed: %s", lost)
    finally:
        WORKSPACE.release()


def _compute(call: CallPlan) -> bool:
    """Compute with NumPy, which says nothing about overflows and NaN, as a device does; True."""
    with np.errstate(all="ignore"):
        call.compute()
    return True


def warn_user(what: str) -> None:
    """Warn at the line of the user's own code."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "autoblas":
        level, frame = level + 1, frame.f_back
    warnings.warn(what, FallbackWarning, stacklevel=level)
