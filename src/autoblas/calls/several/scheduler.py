"""Schedules the parts of a call on devices of different speeds, one part after the other, and lost ones again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Scheduler", "WorkItem"]


class WorkItem(NamedTuple):
    """Size and operands of a part.

    Attributes:
        operations: Its operations.
        row: Which rows of A it reads; parts with equal ones read the same.
        col: Which columns of B it reads.
    """

    operations: float
    row: int = 0
    col: int = 0


@dataclass
class _WorkerState:
    """Progress of one device: speed, unfinished parts, operands in its memory.

    Attributes:
        speed: Operations a second, expected or measured.
        home: The part it begins with, so that devices begin apart.
        room: Rows, and columns, that it holds at a time.
        out: Its parts that are not done.
        rows: Rows that it holds, the one used last at the end.
        cols: Columns that it holds, the one used last at the end.
        since: When it began to work on ``out``, or finished the last part.
        busy: Seconds that it worked.
        finished: Operations that it finished.
        gone: It takes no more parts.
        changes_noted: Number of changes when it asked last.
    """

    speed: float
    home: int
    room: tuple[int, int]
    out: list[int] = field(default_factory=list)
    rows: OrderedDict[int, None] = field(default_factory=OrderedDict)
    cols: OrderedDict[int, None] = field(default_factory=OrderedDict)
    since: float = 0.0
    busy: float = 0.0
    finished: float = 0.0
    gone: bool = False
    changes_noted: int = 0


class Scheduler:
    """Assigns parts; used by one thread a device.

    A device asks for a part when it has room for one, so that fast ones get more. It prefers those whose operands it holds.
    It is refused one that the others are expected to finish earlier without it, so that a slow device does not hold up
    the end.

    Args:
        work_items: The parts.
        speeds: Operations a second that each device is expected to do; 0 of one that is to get nothing.
        rooms: Rows and columns of the operands that each holds; none of a device that works where they are.
        clock: Seconds.
    """

    def __init__(
        self,
        work_items: Sequence[WorkItem],
        speeds: Sequence[float],
        rooms: Sequence[tuple[int, int] | None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._work_items, self._clock = work_items, clock
        self._waiting = dict.fromkeys(range(len(work_items)))
        self._changed = threading.Condition()
        self._stopped = False
        self._changes = 0
        total, before = sum(speeds) or 1.0, 0.0
        self._workers = []
        for speed, room in zip(speeds, rooms or [None] * len(speeds), strict=True):
            home = int(before / total * len(work_items))
            self._workers.append(_WorkerState(speed, home, room or (0, 0), gone=speed <= 0))
            before += speed

    def take(self, who: int) -> int | None:
        """The next part for a device; None where it should not have one now.

        Args:
            who: The device's position.
        """
        with self._changed:
            worker = self._workers[who]
            worker.changes_noted = self._changes
            if self._stopped or worker.gone or not self._waiting:
                return None
            part = min(self._waiting, key=lambda part: self._cost(worker, part))
            if not self._worth_while(worker, self._work_items[part].operations):
                return None
            del self._waiting[part]
            if not worker.out:
                worker.since = self._clock()
            worker.out.append(part)
            for resident, key, room in (
                (worker.rows, self._work_items[part].row, worker.room[0]),
                (worker.cols, self._work_items[part].col, worker.room[1]),
            ):
                resident[key] = None
                resident.move_to_end(key)
                while len(resident) > max(room, 1):
                    resident.popitem(last=False)
            return part

    def done(self, who: int, part: int) -> None:
        """A device has finished a part: its result is where it belongs."""
        with self._changed:
            worker, now = self._workers[who], self._clock()
            worker.out.remove(part)
            worker.busy += max(now - worker.since, 1e-9)
            worker.since = now
            worker.finished += self._work_items[part].operations
            worker.speed = worker.finished / worker.busy
            self._tell()

    def lost(self, who: int, restore: Callable[[Sequence[int]], object] = lambda parts: None) -> None:
        """A device gives up: it gets nothing more, and what it had is dealt again.

        Args:
            who: The device's position.
            restore: Puts back what the parts overwrite that it had not finished, before they are dealt again.
        """
        with self._changed:
            worker = self._workers[who]
            restore(worker.out)
            worker.gone, unfinished, worker.out = True, worker.out, []
            self._waiting.update(dict.fromkeys(unfinished))
            self._tell()

    def stop(self) -> None:
        """Deal no more parts."""
        with self._changed:
            self._stopped = True
            self._tell()

    def wait(self, who: int) -> bool:
        """Wait until a device that was refused a part may ask again; whether there is any sense in asking."""
        with self._changed:
            while not self._over(who):
                if self._changes != self._workers[who].changes_noted:
                    return True
                self._changed.wait()
            return False

    @property
    def complete(self) -> bool:
        """Every part is done."""
        with self._changed:
            return not self._waiting and not any(worker.out for worker in self._workers)

    @property
    def finished(self) -> list[float]:
        """Operations that each device finished."""
        with self._changed:
            return [worker.finished for worker in self._workers]

    @property
    def speeds(self) -> list[float]:
        """Operations a second of each device: measured where it finished a part, else as expected."""
        with self._changed:
            return [worker.speed for worker in self._workers]

    def stock(self, who: int) -> tuple[frozenset[int], frozenset[int]]:
        """The rows and the columns that a device holds."""
        with self._changed:
            return frozenset(self._workers[who].rows), frozenset(self._workers[who].cols)

    def _tell(self) -> None:
        self._changes += 1
        self._changed.notify_all()

    def _over(self, who: int) -> bool:
        if self._stopped or self._workers[who].gone:
            return True
        return not self._waiting and not any(worker.out for worker in self._workers)

    def _cost(self, worker: _WorkerState, part: int) -> tuple[int, bool, int]:
        """Cost of a part for a device: operands that would have to come, a lopsided stock, the distance from its home."""
        work_item, away = self._work_items[part], (part - worker.home) % len(self._work_items)
        if worker.room == (0, 0):
            return 0, False, away
        row, col = work_item.row not in worker.rows, work_item.col not in worker.cols
        lopsided = row != col and (row if len(worker.rows) > len(worker.cols) else col)
        return row + col, lopsided, away

    def _worth_while(self, worker: _WorkerState, operations: float) -> bool:
        """True if a device finishes a part before another one would, or before the others could finish all that there is.

        The device that would finish it first is never refused, so that there is always one that takes it.
        """
        rivals = [rival for rival in self._workers if rival is not worker and not rival.gone]
        if not rivals:
            return True
        pending = [sum(self._work_items[part].operations for part in rival.out) for rival in rivals]
        finish = (sum(self._work_items[part].operations for part in worker.out) + operations) / worker.speed
        first = min((out + operations) / rival.speed for out, rival in zip(pending, rivals, strict=True))
        remaining = sum(self._work_items[part].operations for part in self._waiting)
        return finish <= max(first, (remaining + sum(pending)) / sum(rival.speed for rival in rivals))
