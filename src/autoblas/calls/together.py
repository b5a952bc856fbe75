"""Performs a call on NumPy arrays on several devices: as parts, or where that is not faster on the fastest of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.calls.dispatch import come_to_rest, enqueue_all, perform, warn_of
from autoblas.calls.several.dealer import Portion
from autoblas.calls.several.device_set import device_set
from autoblas.calls.several.division import Division, Part
from autoblas.calls.several.schedule import outlook_of_parts, shares_of
from autoblas.calls.several.work import compute
from autoblas.calls.streamed.product import stream
from autoblas.errors import ArgumentError, DeviceMismatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autoblas.calls.dispatch import CheckedCall
    from autoblas.calls.several.device_set import DeviceSet
    from autoblas.calls.several.members import Member
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.calls.streamed.schedule import Schedule, Step
    from autoblas.devices.device import Event
    from autoblas.precision import Precision

__all__ = ["Divisible", "perform_together", "several_devices"]


class Divisible(NamedTuple):
    """A call that several devices may compute.

    Attributes:
        name: The routine.
        precision: The type of the elements.
        operations: What it takes.
        divide: The call in parts for some devices; None where one computes it alone.
    """

    name: str
    precision: Precision
    operations: float
    divide: Callable[[Sequence[Member], str], Division | None]


def several_devices(devices: Any, queue: Any, arrays: Mapping[str, Any]) -> DeviceSet | None:
    """The devices that a caller named; None where none were.

    Args:
        devices: What the caller gave as ``devices``.
        queue: And as ``queue``.
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


def perform_together(
    call: CheckedCall, divisible: Divisible, devices: DeviceSet, wait_for: Sequence[Event] | None
) -> None:
    """Compute with NumPy arrays, complete on return. After an exception nothing runs any more.

    Args:
        call: What is to be done, by one device.
        divisible: The same, by several.
        devices: The devices.
        wait_for: Events to wait for.

    Raises:
        NoKernelError: no kernel of any of them computes this.
        DeviceError: all of them failed.
    """
    for event in wait_for or ():
        event.wait()
    members, kind = devices.members, f"{divisible.name} {divisible.precision.name}"
    double = divisible.precision.double
    division = divisible.divide(members, kind) if len(members) > 1 else None
    single, shares = [each.speed(kind, double=double) for each in members], shares_of(members)
    speeds = [speed * share for speed, share in zip(single, shares, strict=True)]
    if division is not None and division.pattern is not None:
        outlook = outlook_of_parts(division.pattern, divisible.operations, members, kind, double=double)
        division = division if outlook.together else None
    if division is None:
        division, speeds = _whole(call, divisible), single
    done = compute(division, members, speeds, _stream)
    if len(division.parts) > 1:
        for member, speed, finished, share in zip(members, done.speeds, done.finished, shares, strict=True):
            if finished:
                member.measured(kind, speed / share)
    for place, error in done.faults.items():
        warn_of(f"{members[place].name} failed, and other devices computed its parts: {error}")


def _whole(call: CheckedCall, divisible: Divisible) -> Division:
    """The call as one part, which the fastest gets, and after it the next."""
    return Division(
        [Part(Portion(divisible.operations), lambda queue: perform(call, queue, None), _old(call))]
    )


def _old(call: CheckedCall) -> Any:
    """What the call overwrites, where the old elements count."""
    (written,) = call.written
    return call.arrays[written] if written in call.read else None


def _stream(
    member: Member,
    product: StreamedProduct,
    schedule: Schedule,
    tiles: Iterator[Step],
    left: Callable[[Step], None],
) -> None:
    """Compute tiles of a product on a device with memory of its own."""
    queue = member.queue
    try:
        stream(product, schedule, member.device, queue, enqueue_all, tiles, left)
    except BaseException:
        come_to_rest(queue)
        raise
