"""Keeps Ctrl-C from workers that a command of this terminal started."""

from __future__ import annotations

import logging
import signal
from typing import Any

from distributed import WorkerPlugin

__all__ = ["Uninterrupted"]

_log = logging.getLogger(__name__)


class Uninterrupted(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """A plugin for ``Client.register_plugin``: Ctrl-C reaches all processes of a terminal, and is for the command alone.

    The command tells its workers what to end, and what to keep.
    """

    name = "autoblas-uninterrupted"

    def setup(self, worker: Any) -> None:
        """Ignore the signal; Dask sets plugins up in the process's first thread, as it must be."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _log.debug("worker %s leaves Ctrl-C to the command that started it", worker.name)
