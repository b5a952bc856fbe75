"""Progress messages to a parent process, which can then name the kernel that crashed this one or hangs.

Without a parent that listens no message is sent, and no call of a routine takes longer.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Send = Callable[[Mapping[str, Any]], object]

__all__ = ["LIMIT", "about_to", "going_on", "last_begun", "set_limit", "watch", "watched"]

LIMIT = 120.0
"""Seconds that compiling a kernel, or running it once, may take before it counts as hanging."""

SLOWEST_FLOPS, SLOWEST_BYTES = 1e9, 1e8
"""Operations and bytes a second that a device does at least: large problems have so much more time."""

INTERVAL = 0.5
"""Seconds between messages that say that work goes on."""

_send: Send | None = None
_limit: float | None = None
_sent_at = 0.0
_latest: tuple[str, Callable[[], str]] | None = None


def watch(send: Send) -> None:
    """Send another process a message of everything that begins from now on.

    Args:
        send: Called with messages, values for JSON, in the order of time. ``doing`` is what is about to happen, in
            words, after which nothing may be heard for ``limit`` seconds; an empty one says that work goes on.
    """
    global _send  # noqa: PLW0603 -- there is one watcher a process
    _send = send


def watched() -> bool:
    """True if another process receives the messages."""
    return _send is not None


def set_limit(seconds: float) -> None:
    """Take this for the limit of everything that begins from now on, whatever its size."""
    global _limit  # noqa: PLW0603 -- one a process, as the watcher is
    _limit = seconds


def about_to(
    action: Literal["compile", "run"], what: Callable[[], str], flops: float = 0, nbytes: float = 0
) -> None:
    """Say what begins now.

    Args:
        action: What is done.
        what: Gives in words to what.
        flops: Operations that it takes.
        nbytes: Bytes that it moves.
    """
    global _latest, _sent_at  # noqa: PLW0603 -- what began is known of the process, whatever thread began it
    _latest = (action, what)
    if _send is not None:
        allowed = LIMIT + flops / SLOWEST_FLOPS + nbytes / SLOWEST_BYTES
        _send({"doing": [last_begun()], "limit": allowed if _limit is None else _limit})
        _sent_at = time.monotonic()


def last_begun() -> str | None:
    """The operation that began last, as the rest of a sentence: "compile ..." or "run ..."; None before the first."""
    return None if _latest is None else f"{_latest[0]} {_latest[1]()}"


def going_on() -> None:
    """Say, at times, that work goes on; called between the parts of what repeats itself, where nothing is timed."""
    global _sent_at  # noqa: PLW0603 -- see about_to
    if _send is not None and time.monotonic() - _sent_at > INTERVAL:
        _send({})
        _sent_at = time.monotonic()
