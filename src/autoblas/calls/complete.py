"""Performs the plan of a call on its queue or devices: several devices compute parts, or where that is not faster, one all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import enqueue_all, finish_queue, perform, warn_user
from autoblas.calls.several.device_set import device_set
from autoblas.calls.several.division import CallPart, Division
from autoblas.calls.several.execution import compute
from autoblas.calls.several.prediction import predict_parts, shares_of
from autoblas.calls.several.scheduler import WorkItem
from autoblas.calls.streamed.product import stream
from autoblas.errors import ArgumentError, DeviceMismatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autoblas.calls.call_plan import CallPlan, Divisible
    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.several.members import Member
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.calls.streamed.schedule import Schedule, Step

__all__ = ["complete", "several_devices"]


def several_devices(devices: Any, queue: Any, arrays: Mapping[str, Any]) -> DeviceSet | None:
    """The devices that a caller named; None where none were.

    Args:
        devices: The caller's argument ``devices``.
        queue: The caller's argument ``queue``.
        arrays: The operands by the names of their arguments; all are NumPy's, or all in device memory.

    Raises:
        ArgumentError: both were given.
        DeviceMismatchError: the operands are in the memory of a device.
    """
    if devices is None:
        return None
    if queue is not None:
        raise ArgumentError("devices", "None where a queue is given", "both")
    for name, array in arrays.items():
        if array is not None and not isinstance(array, np.ndarray):
            raise DeviceMismatchError(name, "a NumPy array where devices are named", type(array).__name__)
    return device_set(devices)


def complete(call: CallPlan | Done) -> Any:
    """Perform a call, if it has something to do, and return the value of the routine.

    Args:
        call: The plan of the call.

    Raises:
        NoKernelError: no kernel of the device, or of any of the devices, computes this.
        DeviceError: there is no device, it refused to compile or run a kernel, or all devices failed.
    """
    if isinstance(call, Done):
        return call.result
    if call.devices is None or call.divisible is None:
        perform(call, call.queue, call.wait_for)
    else:
        _perform_together(call, call.divisible, call.devices)
    return call.value()


def _perform_together(call: CallPlan, divisible: Divisible, devices: DeviceSet) -> None:
    """Compute with NumPy arrays on several devices, complete on return. After an exception nothing runs any more."""
    for event in call.wait_for or ():
        event.wait()
    members, kind = devices.members, f"{divisible.name} {divisible.precision.name}"
    double = divisible.precision.double
    division = divisible.divide(members, kind) if len(members) > 1 else None
    single, shares = [member.speed(kind, double=double) for member in members], shares_of(members)
    speeds = [speed * share for speed, share in zip(single, shares, strict=True)]
    if division is not None and division.pattern is not None:
        prediction = predict_parts(division.pattern, divisible.operations, members, kind, double=double)
        division = division if prediction.together else None
    if division is None:
        division, speeds = _undivided(call, divisible), single
    done = compute(division, members, speeds, _stream)
    if len(division.parts) > 1:
        for member, speed, finished, share in zip(members, done.speeds, done.finished, shares, strict=True):
            if finished:
                member.measured(kind, speed / share)
    for index, error in done.faults.items():
        warn_user(f"{members[index].name} failed, and other devices computed its parts: {error}")


def _undivided(call: CallPlan, divisible: Divisible) -> Division:
    """The call as one part, which the fastest gets, and after it the next."""
    work_item = WorkItem(divisible.operations)
    return Division([CallPart(work_item, lambda queue, cache: perform(call, queue, None, cache), _old(call))])


def _old(call: CallPlan) -> tuple[Any, ...]:
    """The arrays that the call overwrites, where the old elements count."""
    return tuple(call.arrays[name] for name in call.written if name in call.read)


def _stream(
    member: Member,
    product: StreamedProduct,
    schedule: Schedule,
    tiles: Iterator[Step],
    completed: Callable[[Step], None],
) -> None:
    """Compute tiles of a product on a device with memory of its own."""
    queue = member.queue
    try:
        stream(product, schedule, member.device, queue, enqueue_all, tiles, completed)
    except BaseException:
        finish_queue(queue)
        raise
