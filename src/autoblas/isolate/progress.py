"""Progress messages to a parent process, which can then name the kernel that crashed this one or hangs.

Without a parent that listens no message is sent, and no call of a routine takes longer.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Send = Callable[[Mapping[str, Any]], object]

__all__ = ["LIMIT", "has_watcher", "heartbeat", "last_started", "report_start", "set_limit", "set_watcher"]

LIMIT = 120.0
"""Seconds that compiling a kernel, or running it once, may take before it counts as hanging."""

SLOWEST_FLOPS, SLOWEST_BYTES = 1e9, 1e8
"""Operations and bytes a second of the slowest device, by which large problems have more time."""

INTERVAL = 0.5
"""Seconds between heartbeats."""

_send: Send | None = None
_limit: float | None = None
_sent_at = 0.0
_latest: tuple[str, Callable[[], str]] | None = None


def set_watcher(send: Send) -> None:
    """Send another process a message of every operation that begins from now on.

    Args:
        send: Called with messages, values for JSON, in the order of time. ``doing`` is the next operation in words, which
            may take ``limit`` seconds without a message; an empty message is a heartbeat.
    """
    global _send  # noqa: PLW0603 -- there is one watcher a process
    _send = send


def has_watcher() -> bool:
    """True if another process receives the messages."""
    return _send is not None


def set_limit(seconds: float) -> None:
    """Set the limit of all operations that begin from now on, whatever their size."""
    global _limit  # noqa: PLW0603 -- one a process, as the watcher is
    _limit = seconds


def report_start(
    action: Literal["compile", "run"], subject: Callable[[], str], flops: float = 0, nbytes: float = 0
) -> None:
    """Report that an operation begins.

    Args:
        action: The action.
        subject: Returns its object in words.
        flops: Arithmetic operations that it takes.
        nbytes: Bytes that it moves.
    """
    global _latest, _sent_at  # noqa: PLW0603 -- what began is known of the process, whatever thread began it
    _latest = (action, subject)
    if _send is not None:
        allowed = LIMIT + flops / SLOWEST_FLOPS + nbytes / SLOWEST_BYTES
        _send({"doing": [last_started()], "limit": allowed if _limit is None else _limit})
        _sent_at = time.monotonic()


def last_started() -> str | None:
    """The operation that began last, as the rest of a sentence: "compile ..." or "run ..."; None before the first."""
    return None if _latest is None else f"{_latest[0]} {_latest[1]()}"


def heartbeat() -> None:
    """Report, now and then, that work goes on; called between repetitions, where nothing is timed."""
    global _sent_at  # noqa: PLW0603 -- see report_start
    if _send is not None and time.monotonic() - _sent_at > INTERVAL:
        _send({})
        _sent_at = time.monotonic()
