"""The child's side of a worker (``isolate.worker``): the pipes to its parent, and what may be said through them.

Each message is a JSON object in a line of its own::

    parent  {"entry": "package.module:function", "arguments": [...], "path": [...]}
    child   {"reply": null}                                 before the first request, where it serves any
    parent  {...}                                           a request
    child   {"doing": ["build", "3fa9..."]}                 and perhaps "limit": seconds until the next message
    child   {"found": {"gflops": 9.5}}                      what is known already, should it be lost later
    child   {"doing": ["check", "3fa9..."], "asks": true}
    parent  {"permitted": true}
    child   {"reply": ...}                                  and so on; of an entry that returns, last, what it returned
    child   {"failed": "ValueError: no such device"}        or what it raised

The lines travel through what are the standard input and output of this process at its start. Before anything else is
imported it takes both for itself, and drivers find an empty input and the parent's log in their place, so that nothing
which they print can end up between the lines. A greeting comes first, since an interpreter may print while it starts.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import runpy
import signal
import sys
import threading
import traceback
from typing import TYPE_CHECKING, Any

from autoblas.isolate.processes import crash_quietly, taken, vanish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["GREETING", "Channel", "main", "resolved"]

GREETING = b"autoblas: a worker began"
"""The line after which only messages follow."""


class Channel:
    """The way to the parent; this process ends with it, even while foreign code runs.

    Args:
        requests: Descriptor of the pipe from there.
        replies: Descriptor of the pipe to there.
    """

    def __init__(self, requests: int, replies: int) -> None:
        self._requests, self._replies = requests, replies
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._sending = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        rest = b""
        while data := os.read(self._requests, 1 << 16):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._lines.put(line)
        # No process is left to read an answer, and what hangs here would otherwise hang for ever.
        vanish()

    def receive(self) -> dict[str, Any]:
        """The next message of the parent."""
        message: dict[str, Any] = json.loads(self._lines.get())
        return message

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        line = json.dumps(message).encode() + b"\n"
        with self._sending:
            while line:
                line = line[os.write(self._replies, line) :]

    def requests(self) -> Iterator[dict[str, Any]]:
        """Say that this process is ready, and give its requests as they come."""
        self.reply(None)
        while True:
            yield self.receive()

    def reply(self, value: object) -> None:
        """Answer a request."""
        self.send({"reply": value})

    def progress(self, *doing: str) -> None:
        """Say what is about to begin."""
        self.send({"doing": doing})

    def found(self, **values: Any) -> None:
        """Say what is known so far."""
        self.send({"found": values})

    def permits(self, *doing: str) -> bool:
        """Say what is about to begin, and ask whether it may."""
        self.send({"doing": doing, "asks": True})
        return bool(self.receive()["permitted"])


def main() -> None:
    """Serve the process that started this one."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    requests, replies = taken(0, nothing), taken(1, 2)
    os.close(nothing)
    crash_quietly()
    os.write(replies, GREETING + b"\n")
    channel = Channel(requests, replies)
    # Ctrl-C is for the parent, which decides what becomes of this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = channel.receive()
    sys.path += [entry for entry in first["path"] if entry not in sys.path]
    try:
        value = resolved(first["entry"])(channel, *first["arguments"])
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent decides what it means
        traceback.print_exc()
        channel.send({"failed": f"{type(error).__name__}: {' '.join(str(error).splitlines())}"})
        sys.exit(1)
    channel.reply(value)


def resolved(entry: str) -> Callable[..., Any]:
    """The function that ``package.module:function`` names, or ``file.py:function``."""
    module, _, function = entry.rpartition(":")
    whole = runpy.run_path(module) if module.endswith(".py") else vars(importlib.import_module(module))
    named: Callable[..., Any] = whole[function]
    return named
