"""Deals the parts of a call to devices that work at different speeds, one part after the other, and deals lost ones again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Dealer", "Portion"]


class Portion(NamedTuple):
    """What the dealer knows of a part.

    Attributes:
        operations: What it takes.
        row: Which rows of A it reads; parts with equal ones read the same.
        col: Which columns of B it reads.
    """

    operations: float
    row: int = 0
    col: int = 0


@dataclass
class _Hand:
    """What one device has and did.

    Attributes:
        speed: Operations a second, expected or measured.
        home: The part it begins with, so that devices begin apart.
        room: Rows, and columns, that it holds at a time.
        out: Its parts that are not done.
        rows: Rows that it holds, the one used last at the end.
        cols: Columns, likewise.
        since: When it began to work on ``out``, or finished the last part.
        busy: Seconds that it worked.
        finished: Operations that it finished.
        gone: It takes no more parts.
        seen: How often anything had changed when it asked last.
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
    seen: int = 0


class Dealer:
    """Deals parts; used by one thread a device.

    A device asks for a part when it has room for one, so that fast ones get more. It prefers those whose operands it holds.
    It is refused one that the others are expected to finish earlier without it, so that a slow device does not hold up
    the end.

    Args:
        portions: The parts.
        speeds: Operations a second that each device is expected to do; 0 of one that is to get nothing.
        rooms: Rows and columns of the operands that each holds; none of a device that works where they are.
        clock: Seconds.
    """

    def __init__(
        self,
        portions: Sequence[Portion],
        speeds: Sequence[float],
        rooms: Sequence[tuple[int, int] | None] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._portions, self._clock = portions, clock
        self._left = dict.fromkeys(range(len(portions)))
        self._changed = threading.Condition()
        self._stopped = False
        self._changes = 0
        total, before = sum(speeds) or 1.0, 0.0
        self._hands = []
        for speed, room in zip(speeds, rooms or [None] * len(speeds), strict=True):
            home = int(before / total * len(portions))
            self._hands.append(_Hand(speed, home, room or (0, 0), gone=speed <= 0))
            before += speed

    def take(self, who: int) -> int | None:
        """The next part for a device; None where it should not have one now.

        Args:
            who: The device's position.
        """
        with self._changed:
            hand = self._hands[who]
            hand.seen = self._changes
            if self._stopped or hand.gone or not self._left:
                return None
            part = min(self._left, key=lambda each: self._cost(hand, each))
            if not self._worth_while(hand, self._portions[part].operations):
                return None
            del self._left[part]
            if not hand.out:
                hand.since = self._clock()
            hand.out.append(part)
            for held, key, room in (
                (hand.rows, self._portions[part].row, hand.room[0]),
                (hand.cols, self._portions[part].col, hand.room[1]),
            ):
                held[key] = None
                held.move_to_end(key)
                while len(held) > max(room, 1):
                    held.popitem(last=False)
            return part

    def done(self, who: int, part: int) -> None:
        """A device has finished a part: its result is where it belongs."""
        with self._changed:
            hand, now = self._hands[who], self._clock()
            hand.out.remove(part)
            hand.busy += max(now - hand.since, 1e-9)
            hand.since = now
            hand.finished += self._portions[part].operations
            hand.speed = hand.finished / hand.busy
            self._tell()

    def lost(self, who: int, restore: Callable[[Sequence[int]], object] = lambda parts: None) -> None:
        """A device gives up: it gets nothing more, and what it had is dealt again.

        Args:
            who: The device's position.
            restore: Puts back what the parts overwrite that it had not finished, before they are dealt again.
        """
        with self._changed:
            hand = self._hands[who]
            restore(hand.out)
            hand.gone, unfinished, hand.out = True, hand.out, []
            self._left.update(dict.fromkeys(unfinished))
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
                if self._changes != self._hands[who].seen:
                    return True
                self._changed.wait()
            return False

    @property
    def complete(self) -> bool:
        """Every part is done."""
        with self._changed:
            return not self._left and not any(hand.out for hand in self._hands)

    @property
    def finished(self) -> list[float]:
        """Operations that each device finished."""
        with self._changed:
            return [hand.finished for hand in self._hands]

    @property
    def speeds(self) -> list[float]:
        """Operations a second of each device: measured where it finished a part, else as expected."""
        with self._changed:
            return [hand.speed for hand in self._hands]

    def stock(self, who: int) -> tuple[frozenset[int], frozenset[int]]:
        """The rows and the columns that a device holds."""
        with self._changed:
            return frozenset(self._hands[who].rows), frozenset(self._hands[who].cols)

    def _tell(self) -> None:
        self._changes += 1
        self._changed.notify_all()

    def _over(self, who: int) -> bool:
        if self._stopped or self._hands[who].gone:
            return True
        return not self._left and not any(hand.out for hand in self._hands)

    def _cost(self, hand: _Hand, part: int) -> tuple[int, bool, int]:
        """What speaks against a part: operands that would have to come, a lopsided stock of them, and the way from home."""
        portion, away = self._portions[part], (part - hand.home) % len(self._portions)
        if hand.room == (0, 0):
            return 0, False, away
        row, col = portion.row not in hand.rows, portion.col not in hand.cols
        lopsided = row != col and (row if len(hand.rows) > len(hand.cols) else col)
        return row + col, lopsided, away

    def _worth_while(self, hand: _Hand, operations: float) -> bool:
        """Whether a device finishes a part before another one would, or before the others could finish all that there is.

        The device that would finish it first is never refused, so that there is always one that takes it.
        """
        others = [each for each in self._hands if each is not hand and not each.gone]
        if not others:
            return True
        pending = [sum(self._portions[part].operations for part in each.out) for each in others]
        own = (sum(self._portions[part].operations for part in hand.out) + operations) / hand.speed
        first = min((out + operations) / each.speed for out, each in zip(pending, others, strict=True))
        left = sum(self._portions[part].operations for part in self._left)
        return own <= max(first, (left + sum(pending)) / sum(each.speed for each in others))
