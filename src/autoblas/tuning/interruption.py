"""Lets the signals that ask a process to end break off a search as Ctrl-C does, so that it is left in good order."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["as_interrupts"]

_NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Sent by ``kill`` and service managers, by a terminal that is closed, and by Ctrl-Break on Windows."""


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Raise ``KeyboardInterrupt`` for such a signal, where it would otherwise end the process at once.

    Signals that the program ignores, as under ``nohup``, or handles itself stay as they are, and so does everything
    outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    changed = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    try:
        for number in changed:
            signal.signal(number, interrupt)
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)
