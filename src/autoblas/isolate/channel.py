"""The child's side of a worker (``isolate.worker``): the pipes to its parent, and the messages that they carry.

Each message is a JSON object in a line of its own::

    parent  {"entry": "package.module:function", "arguments": [...], "path": [...]}
    child   {"reply": null}                                 before the first request, where it serves any
    parent  {...}                                           a request
    child   {"doing": ["build", "3fa9..."]}                 and perhaps "limit": seconds until the next message
    child   {"found": {"gflops": 9.5}}                      a result, reported before the process may be lost
    child   {"doing": ["check", "3fa9..."], "asks": true}
    parent  {"permitted": true}
    child   {"reply": ...}                                  and so on; last, the value that the entry returned
    child   {"failed": "ValueError: no such device"}        or the exception that it raised

The lines travel through the standard input and output that this process starts with. Before it imports anything else, it
moves both to other descriptors; drivers find an empty input and the parent's log in their place, so that what they print
cannot end up between the lines. A greeting comes first, since an interpreter may print while it starts.
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

from autoblas.isolate.processes import disable_core_dumps, kill_process_group, move_descriptor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["GREETING", "Channel", "main", "resolved"]

GREETING = b"autoblas: a worker began"
"""The line after which only messages follow."""


class Channel:
    """Messages from and to the parent; this process ends with it, even while foreign code runs.

    Args:
        requests: Descriptor of the pipe from the parent.
        replies: Descriptor of the pipe to the parent.
    """

    def __init__(self, requests: int, replies: int) -> None:
        self._requests, self._replies = requests, replies
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._sending = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        partial = b""
        while data := os.read(self._requests, 1 << 16):
            *lines, partial = (partial + data).split(b"\n")
            for line in lines:
                self._lines.put(line)
        # The parent is gone. Without this, a kernel that hangs here would hang for ever.
        kill_process_group()

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
        """Report that this process is ready, and yield its requests as they come."""
        self.reply(None)
        while True:
            yield self.receive()

    def reply(self, value: object) -> None:
        """Answer a request."""
        self.send({"reply": value})

    def progress(self, *doing: str) -> None:
        """Report the step that is about to begin."""
        self.send({"doing": doing})

    def report(self, **results: Any) -> None:
        """Report results, which the parent has even if this process is lost later."""
        self.send({"found": results})

    def permits(self, *doing: str) -> bool:
        """Report the step that is about to begin, and ask for permission."""
        self.send({"doing": doing, "asks": True})
        return bool(self.receive()["permitted"])


def main() -> None:
    """Serve the process that started this one."""
    null = os.open(os.devnull, os.O_RDONLY)
    requests, replies = move_descriptor(0, null), move_descriptor(1, 2)
    os.close(null)
    disable_core_dumps()
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
    namespace = runpy.run_path(module) if module.endswith(".py") else vars(importlib.import_module(module))
    target: Callable[..., Any] = namespace[function]
    return target
