"""The child process: tries points that may crash or hang it, and says before each stage what it is about to do.

The parent speaks first, in lines of JSON::

    parent  {"factory": "package.module:function", "arguments": {...}, "path": [...]}
    child   {"ready": 4711}                      or {"failed": "why"}
    parent  {"point": {...}, "trials": 5, "min_seconds": 0.1, "give_up_above": null, "limit": 60.0,
             "at_most": 30.0}
    child   {"stage": "build", "source": "3fa9..."}
    parent  {"go": true}
    child   {"stage": "check", ...}              and so on
    child   {"outcome": {...}, "poisoned": false}

The lines travel through what are the standard input and output of this process at its start. Before anything else is
imported it takes both for itself, and drivers find an empty input and the parent's log in their place, so that nothing
which they print can end up between the lines. A greeting comes first, since an interpreter may print while it starts.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

from autoblas.isolate.processes import crash_quietly, taken, vanish
from autoblas.tuning.evaluator import IllegalPointError
from autoblas.tuning.stages import Stages

if TYPE_CHECKING:
    from typing import BinaryIO

    from autoblas.tuning.evaluator import Evaluator

__all__ = ["GREETING", "IllegalPointError", "main"]

GREETING = b"autoblas: the tuner's child process"
"""The line after which only messages follow."""


class _Parent:
    """The other end of the pipes; this process ends with it, even while a candidate runs."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self._requests, self._replies = requests, replies
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._requests:
            self._lines.put(line)
        # No process is left to read an answer, and a candidate that hangs would otherwise hang for ever.
        vanish()

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._lines.get())
        return message

    def send(self, message: dict[str, Any]) -> None:
        self._replies.write(json.dumps(message).encode() + b"\n")
        self._replies.flush()

    def permits(self, stage: str, source: str) -> bool:
        self.send({"stage": stage, "source": source})
        return bool(self.receive()["go"])


def main() -> None:
    """Serve the process that started this one until it closes the pipe."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    requests, replies = taken(0, nothing), taken(1, 2)
    os.close(nothing)
    crash_quietly()
    os.write(replies, GREETING + b"\n")
    parent = _Parent(os.fdopen(requests, "rb"), os.fdopen(replies, "wb"))
    # Ctrl-C is for the parent, which decides what becomes of this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        evaluator = _evaluator(parent.receive())
    except Exception as error:  # noqa: BLE001 - whatever a factory raises is sent to the parent, which raises it
        parent.send({"failed": f"{type(error).__name__}: {error}"})
        return
    parent.send({"ready": os.getpid()})
    stages = Stages(evaluator)
    while True:
        request = parent.receive()
        outcome = stages(permit=parent.permits, **request)
        parent.send({"outcome": outcome.to_dict(), "poisoned": stages.poisoned})


def _evaluator(first: dict[str, Any]) -> Evaluator:
    """Import the factory that the parent named, with the parent's path, and call it."""
    sys.path += [entry for entry in first["path"] if entry not in sys.path]
    module, _, function = first["factory"].partition(":")
    evaluator: Evaluator = getattr(importlib.import_module(module), function)(**first["arguments"])
    return evaluator
