"""Decisions which library computes products of one layout: the one that takes less time on the device."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.torch.records import Times

__all__ = ["WATCHED", "Decision", "Span", "timed"]

MARGIN = 0.97
"""Share of PyTorch's time that autoblas may take at most: measurements differ by less than the remainder."""

DOUBT = 0.1
"""Reduction of that share for each power of two between the sizes and those that were timed."""

TURNS = 3
"""Measurements of both libraries in turns, of which the least time counts."""

WATCHED = 512
"""Interval, in calls of a served layout, at which a call is timed again."""

TOLERATED = 1.3
"""Ratio of a call's time, less ``HOST``, to the expected time above which it counts as slow."""

HOST = 2e-5
"""Upper limit of the host's seconds for a call, during which an idle card waits."""

STRIKES = 3
"""Slow calls in a row after which a layout returns to PyTorch."""


class Span:
    """The time between two points of a card's current stream, or of the host's clock.

    Args:
        tensor: A tensor on the card, or on the host.
    """

    def __init__(self, tensor: Any) -> None:
        self._device = tensor.device if tensor.is_cuda else None
        self._begin = self._mark()
        self._end: Any = None

    def _mark(self) -> Any:
        if self._device is None:
            return time.perf_counter()
        torch: Any = sys.modules["torch"]
        event = torch.cuda.Event(enable_timing=True)
        event.record(torch.cuda.current_stream(self._device))
        return event

    def end(self) -> None:
        """Mark the end of the span."""
        self._end = self._mark()

    def seconds(self, *, wait: bool) -> float | None:
        """Seconds of the span; None where it has not ended on the device, and the host must not wait."""
        if self._end is None:  # the call failed
            return None
        if self._device is None:
            return float(self._end - self._begin)
        if wait:
            self._end.synchronize()
        elif not self._end.query():
            return None
        return float(self._begin.elapsed_time(self._end)) * 1e-3


@dataclass
class Decision:
    """The library that computes the calls of one layout, with counts and times.

    Attributes:
        serves: True if autoblas computes them.
        reason: Why PyTorch computes them, in words.
        times: Times of both libraries; None where nothing was timed.
        expected: Seconds with which calls are compared from time to time; None where they are not.
        calls: Calls that autoblas computed.
        pytorch_calls: Calls that PyTorch computed since the decision.
        returned: True if autoblas computed them before.
    """

    serves: bool
    reason: str = ""
    times: Times | None = None
    expected: float | None = None
    calls: int = 0
    pytorch_calls: int = 0
    returned: bool = False
    _span: Span | None = None
    _slow: int = 0

    @classmethod
    def by(cls, times: Times, distance: float = 0.0) -> Decision:
        """The decision for the faster library.

        Args:
            times: Times of both libraries.
            distance: Powers of two between the sizes and those that were timed.
        """
        serves = times.ours < (MARGIN - DOUBT * distance) * times.theirs
        reason = "" if serves else f"{times.theirs / times.ours:.2f} of PyTorch's speed"
        return cls(serves, reason, times, None if distance else times.ours)

    def return_to_pytorch(self, reason: str) -> None:
        """Let PyTorch compute the layout from now on."""
        self.serves, self.reason, self.returned = False, reason, True

    def watched(self, tensor: Any) -> Span:
        """A span for this call, after the span before is compared with the expected time.

        Args:
            tensor: An operand.
        """
        seconds = None if self._span is None else self._span.seconds(wait=False)
        if seconds is not None and self.expected is not None:
            share = (seconds - HOST) / self.expected
            self._slow = self._slow + 1 if share > TOLERATED else 0
            if self._slow >= STRIKES:
                self.return_to_pytorch(f"{STRIKES} calls in a row took {share:.1f} of the expected time")
        self._span = Span(tensor)
        return self._span


def timed(tensor: Any, ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """The least seconds of two functions, which are measured in turns."""
    ours()  # builds kernels
    theirs()
    pairs = [(_seconds(tensor, ours), _seconds(tensor, theirs)) for _ in range(TURNS)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def _seconds(tensor: Any, call: Callable[[], object], repetitions: int = 3) -> float:
    """Mean seconds of a call."""
    span = Span(tensor)
    for _ in range(repetitions):
        call()
    span.end()
    return (span.seconds(wait=True) or 0.0) / repetitions
