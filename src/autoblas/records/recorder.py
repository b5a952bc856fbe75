"""Counts and times of a program's calls, added up in memory and appended to a file now and then.

They are handed over a second after the last time, later after a hundredth of the program's time, whenever many kinds of
calls have come together, and when the process ends. So a process that is killed loses that much, the file grows with the
logarithm of the program's time, and memory is bounded.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError
from autoblas.records.log import CallKind, entry_of
from autoblas.store.folder import must_be_writable, warn_once
from autoblas.store.lines import JsonLines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Recorder", "recorder"]

MOST_KINDS = 1024
"""Kinds of calls in memory; with more, all are handed over."""

LEAST_SECONDS, SHARE = 1.0, 0.01
"""The time from one handing over to the next: at least, and of the program's own."""


class Recorder:
    """Adds calls up, from any thread.

    Args:
        path: The file.
        clock: Seconds from any origin.
    """

    def __init__(self, path: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._clock = os.path.abspath(path), clock  # noqa: PTH100  # the program may change its folder
        self._lock = threading.Lock()
        self._kinds: dict[tuple[str, str, tuple[tuple[str, int], ...]], CallKind] = {}
        self._began = self._last = clock()
        self._failed = False
        try:
            must_be_writable(Path(self.path), appended=True)
        except DatabaseError as error:
            self._fail(error)

    def add(
        self,
        routine: str,
        problems: Mapping[str, int],
        device: str,
        seconds: float,
        *,
        host: bool = False,
        first: bool = False,
    ) -> None:
        """Count a call.

        Args:
            routine: Its name.
            problems: Problem of each launch, as people write it, with how often.
            device: Device that it ran on, or would have.
            seconds: Its time.
            host: The host's BLAS computed it.
            first: It is the first of its kind, which finds and compiles kernels.
        """
        key = (routine, device, tuple(problems.items()))
        with self._lock:
            kind = self._kinds.get(key)
            if kind is None:
                kind = self._kinds[key] = CallKind(routine, problems, device=device)
            kind.calls += 1
            kind.seconds += seconds
            kind.host += host
            kind.first += first
            kind.first_seconds += seconds * first
            now = self._clock()
            due = now - self._last >= max(LEAST_SECONDS, SHARE * (now - self._began))
            if due or len(self._kinds) >= MOST_KINDS:
                self._hand_over()

    def flush(self) -> None:
        """Append the calls counted so far to the file."""
        with self._lock:
            self._hand_over()

    def forget(self) -> None:
        """Drop the calls counted so far, which the parent of this forked process hands over."""
        self._lock = threading.Lock()  # another thread may have held it
        self._kinds = {}

    def _hand_over(self) -> None:
        """Append it to the file; where that fails, a warning says so, and nothing is counted any more."""
        kinds, self._kinds, self._last = self._kinds, {}, self._clock()
        if not kinds or self._failed:
            return
        try:
            JsonLines(self.path).append(map(entry_of, kinds.values()))
        except DatabaseError as error:
            self._fail(error)

    def _fail(self, fault: DatabaseError) -> None:
        """Warn that calls are not written down from now on."""
        self._failed = True
        warn_once(fault, f"{fault}; calls are not written down (AUTOBLAS_RECORD)")


_recorders: dict[str, Recorder] = {}


def recorder(path: str) -> Recorder:
    """The recorder of this process for a file."""
    shared = _recorders.get(path)
    if shared is None:
        shared = _recorders.setdefault(path, Recorder(path))
        atexit.register(shared.flush)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=shared.forget)
    return shared
