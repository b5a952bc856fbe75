"""Computes the parts of a call on several devices at once, a thread each, and lets others do what one fails at."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from autoblas.calls.several.operand_cache import OperandCache
from autoblas.calls.several.scheduler import Scheduler
from autoblas.calls.streamed.schedule import memory_for_streams, schedule_of_tiles
from autoblas.errors import AutoblasError, DeviceError, NoKernelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    import numpy as np

    from autoblas.calls.several.division import Division
    from autoblas.calls.several.members import Member
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.calls.streamed.schedule import Extents, Schedule, Step
    from autoblas.devices.device import Facts

    Array = np.ndarray[Any, np.dtype[Any]]
    Streaming = Callable[[Member, StreamedProduct, Schedule, Iterator[Step], Callable[[Step], None]], None]

__all__ = ["Outcome", "compute", "tiles_on"]

FAULTS = (DeviceError, NoKernelError)
"""Errors of a device whose parts others can compute: it has no memory, no kernel, or its driver failed."""

_log = logging.getLogger(__name__)


class Outcome:
    """The outcome of a call in parts.

    Attributes:
        speeds: Operations a second of each device.
        finished: Operations that each finished.
        faults: Errors of the devices that failed, by their position.
    """

    def __init__(self, speeds: list[float], finished: list[float], faults: dict[int, AutoblasError]) -> None:
        self.speeds, self.finished, self.faults = speeds, finished, faults


def compute(
    division: Division, members: Sequence[Member], speeds: Sequence[float], streaming: Streaming
) -> Outcome:
    """Compute a call in parts; complete on return. After an exception nothing runs any more.

    Args:
        division: The parts.
        members: The devices.
        speeds: Operations a second that each is expected to do; 0 of one that is to do nothing.
        streaming: Computes tiles of a product on a device with memory of its own.

    Raises:
        DeviceError: no device could compute some of the parts; or NoKernelError, whichever the last one raised.
    """
    call = _Execution(division, members, speeds, streaming)
    used = [index for index, speed in enumerate(speeds) if speed > 0]
    futures: list[Future[None]] = [members[index].thread.submit(call.work, index) for index in used]
    try:
        for future in futures:
            future.result()
    except BaseException:
        call.scheduler.stop()
        for future in futures:
            if not future.cancel():
                future.exception()  # returns when it has ended
        raise
    if not call.scheduler.complete:
        raise _failure(members, call.faults)
    division.finish()
    return Outcome(call.scheduler.speeds, call.scheduler.finished, call.faults)


class _Execution:
    """One call while it is computed."""

    def __init__(
        self, division: Division, members: Sequence[Member], speeds: Sequence[float], streaming: Streaming
    ) -> None:
        self.division, self.members, self.streaming = division, members, streaming
        self.faults: dict[int, AutoblasError] = {}
        self._old: dict[int, list[Array]] = {}
        self._schedules = {
            index: tiles_on(division, member.device.facts)
            for index, (member, speed) in enumerate(zip(members, speeds, strict=True))
            if speed > 0 and division.tiled is not None and member.apart
        }
        rooms: list[tuple[int, int] | None] = [None] * len(members)
        for index, schedule in self._schedules.items():
            if schedule is not None:
                rooms[index] = (
                    schedule.slots[0] // schedule.counts[2],
                    schedule.slots[1] // schedule.counts[2],
                )
        if division.shared:  # devices that hold what parts have in common rather take those parts
            rooms = [(len(division.parts),) * 2 if member.apart else None for member in members]
        self.scheduler = Scheduler([part.work_item for part in division.parts], speeds, rooms)

    def work(self, who: int) -> None:
        """Compute parts on one device until there are none."""
        member = self.members[who]
        shared = self.division.shared if member.apart else ()
        cache = OperandCache(shared, memory_for_streams(member.device.facts) // 2)
        try:
            self._run_parts(who, member, cache)
        except FAULTS as error:
            self.faults[who] = error
            self.scheduler.lost(who, self._restore)
            _log.warning("%s gives up its parts of a call: %s", member.name, error)
        except BaseException:
            self.scheduler.stop()
            raise
        finally:
            cache.drop()

    def _run_parts(self, who: int, member: Member, cache: OperandCache) -> None:
        while True:
            if self._schedules.get(who) is not None:
                self._stream(who, member)
            else:
                self._run_in_turn(who, member, cache)
            if not self.scheduler.wait(who):
                return

    def _run_in_turn(self, who: int, member: Member, cache: OperandCache) -> None:
        while (part := self._next_part(who)) is not None:
            self.division.parts[part].run(member.queue, cache)
            self._finish(who, part)

    def _stream(self, who: int, member: Member) -> None:
        schedule, product = self._schedules[who], self.division.tiled
        if schedule is None or product is None:
            return
        schedule_tiles, parts = list(schedule.tiles()), {}

        def tiles() -> Iterator[Step]:
            while (part := self._next_part(who)) is not None:
                tile = schedule_tiles[part]
                parts[tile.rows.start, tile.cols.start] = part
                yield tile

        def completed(step: Step) -> None:
            self._finish(who, parts.pop((step.rows.start, step.cols.start)))

        self.streaming(member, product, schedule, tiles(), completed)

    def _next_part(self, who: int) -> int | None:
        part = self.scheduler.take(who)
        if part is not None:
            self._old[part] = [old.copy() for old in self.division.parts[part].old]
        return part

    def _finish(self, who: int, part: int) -> None:
        self._old.pop(part, None)
        self.scheduler.done(who, part)

    def _restore(self, parts: Sequence[int]) -> None:
        """Put back what parts overwrite that a device has not finished; it has come to rest."""
        for index in parts:
            for array, old in zip(self.division.parts[index].old, self._old.pop(index, ()), strict=False):
                array[...] = old


def tiles_on(division: Division, facts: Facts) -> Schedule | None:
    """How a device with memory of its own computes tiles of a product; None where it computes them one by one."""
    if division.tiled is None:
        return None
    extents: Extents = division.tiled.extents
    return schedule_of_tiles(extents, *division.tile, facts)


def _failure(members: Sequence[Member], faults: dict[int, AutoblasError]) -> AutoblasError:
    """The error of the device that failed last, with what became of the others."""
    *earlier, last = faults
    error = faults[last]
    for index in earlier:
        error.add_note(f"{members[index].name}: {faults[index]}")
    return error
