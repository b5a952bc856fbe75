"""Computes the parts of a call on several devices at once, a thread each, and lets others do what one fails at."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from autoblas.calls.several.dealer import Dealer
from autoblas.calls.several.kept import KeptLoans
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

__all__ = ["Done", "compute", "tiles_on"]

FAULTS = (DeviceError, NoKernelError)
"""What a device may raise whose parts others can compute: it has no memory, no kernel, or its driver failed."""

_log = logging.getLogger(__name__)


class Done:
    """What became of a call.

    Attributes:
        speeds: Operations a second of each device.
        finished: Operations that each finished.
        faults: What devices failed with, by their position.
    """

    def __init__(self, speeds: list[float], finished: list[float], faults: dict[int, AutoblasError]) -> None:
        self.speeds, self.finished, self.faults = speeds, finished, faults


def compute(
    division: Division, members: Sequence[Member], speeds: Sequence[float], streaming: Streaming
) -> Done:
    """Compute a call in parts; complete on return. After an exception nothing runs any more.

    Args:
        division: The parts.
        members: The devices.
        speeds: Operations a second that each is expected to do; 0 of one that is to do nothing.
        streaming: Computes tiles of a product on a device with memory of its own.

    Raises:
        DeviceError: no device could compute some of the parts; or NoKernelError, whichever the last one raised.
    """
    call = _Call(division, members, speeds, streaming)
    used = [place for place, speed in enumerate(speeds) if speed > 0]
    futures: list[Future[None]] = [members[place].thread.submit(call.work, place) for place in used]
    try:
        for future in futures:
            future.result()
    except BaseException:
        call.dealer.stop()
        for future in futures:
            if not future.cancel():
                future.exception()  # returns when it has ended
        raise
    if not call.dealer.complete:
        raise _failure(members, call.faults)
    division.finish()
    return Done(call.dealer.speeds, call.dealer.finished, call.faults)


class _Call:
    """One call while it is computed."""

    def __init__(
        self, division: Division, members: Sequence[Member], speeds: Sequence[float], streaming: Streaming
    ) -> None:
        self.division, self.members, self.streaming = division, members, streaming
        self.faults: dict[int, AutoblasError] = {}
        self._old: dict[int, Array] = {}
        self._schedules = {
            place: tiles_on(division, member.device.facts)
            for place, (member, speed) in enumerate(zip(members, speeds, strict=True))
            if speed > 0 and division.tiled is not None and member.apart
        }
        rooms: list[tuple[int, int] | None] = [None] * len(members)
        for place, schedule in self._schedules.items():
            if schedule is not None:
                rooms[place] = (
                    schedule.slots[0] // schedule.counts[2],
                    schedule.slots[1] // schedule.counts[2],
                )
        if division.shared:  # devices that hold what parts have in common rather take those parts
            rooms = [(len(division.parts),) * 2 if member.apart else None for member in members]
        self.dealer = Dealer([part.portion for part in division.parts], speeds, rooms)

    def work(self, who: int) -> None:
        """Compute parts on one device until there are none."""
        member = self.members[who]
        shared = self.division.shared if member.apart else ()
        kept = KeptLoans(shared, memory_for_streams(member.device.facts) // 2)
        try:
            self._parts(who, member, kept)
        except FAULTS as error:
            self.faults[who] = error
            self.dealer.lost(who, self._restore)
            _log.warning("%s gives up its parts of a call: %s", member.name, error)
        except BaseException:
            self.dealer.stop()
            raise
        finally:
            kept.drop()

    def _parts(self, who: int, member: Member, kept: KeptLoans) -> None:
        while True:
            if self._schedules.get(who) is not None:
                self._stream(who, member)
            else:
                self._one_by_one(who, member, kept)
            if not self.dealer.wait(who):
                return

    def _one_by_one(self, who: int, member: Member, kept: KeptLoans) -> None:
        while (place := self._taken(who)) is not None:
            self.division.parts[place].run(member.queue, kept)
            self._done(who, place)

    def _stream(self, who: int, member: Member) -> None:
        schedule, product = self._schedules[who], self.division.tiled
        if schedule is None or product is None:
            return
        every, places = list(schedule.tiles()), {}

        def tiles() -> Iterator[Step]:
            while (place := self._taken(who)) is not None:
                tile = every[place]
                places[tile.rows.start, tile.cols.start] = place
                yield tile

        def left(step: Step) -> None:
            self._done(who, places.pop((step.rows.start, step.cols.start)))

        self.streaming(member, product, schedule, tiles(), left)

    def _taken(self, who: int) -> int | None:
        place = self.dealer.take(who)
        if place is not None:
            old = self.division.parts[place].old
            if old is not None:
                self._old[place] = old.copy()
        return place

    def _done(self, who: int, place: int) -> None:
        self._old.pop(place, None)
        self.dealer.done(who, place)

    def _restore(self, places: Sequence[int]) -> None:
        """Put back what parts overwrite that a device has not finished; it has come to rest."""
        for place in places:
            old = self._old.pop(place, None)
            part = self.division.parts[place]
            if old is not None and part.old is not None:
                part.old[...] = old


def tiles_on(division: Division, facts: Facts) -> Schedule | None:
    """How a device with memory of its own computes tiles of a product; None where it computes them one by one."""
    if division.tiled is None:
        return None
    extents: Extents = division.tiled.extents
    return schedule_of_tiles(extents, *division.tile, facts)


def _failure(members: Sequence[Member], faults: dict[int, AutoblasError]) -> AutoblasError:
    """The error of the device that failed last, with what became of the others."""
    *others, last = faults
    error = faults[last]
    for place in others:
        error.add_note(f"{members[place].name}: {faults[place]}")
    return error
