"""Turns the signals that ask a process to end into ``KeyboardInterrupt``, so that a search stops in good order."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Heard", "as_interrupts"]

_NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Sent by ``kill`` and service managers, by a terminal that is closed, and by Ctrl-Break on Windows."""


@dataclass
class Heard:
    """The signal that asked the process to end.

    Attributes:
        number: The last one that was handled here, else that of Ctrl-C, which Python handles.
    """

    number: int = signal.SIGINT

    @property
    def status(self) -> int:
        """The exit status of a program that such a signal ended, as shells count it."""
        return 128 + self.number


@contextmanager
def as_interrupts() -> Iterator[Heard]:
    """Raise ``KeyboardInterrupt`` for such a signal, where it would otherwise end the process at once.

    Signals that the program ignores, as under ``nohup``, or handles itself stay as they are, and so does everything
    outside the main thread.

    Yields:
        The signal, once one has come.
    """
    heard = Heard()
    if threading.current_thread() is not threading.main_thread():
        yield heard
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    changed = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]

    def interrupt(number: int, _: object) -> None:
        heard.number = number
        raise KeyboardInterrupt

    try:
        for number in changed:
            signal.signal(number, interrupt)
        yield heard
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)
