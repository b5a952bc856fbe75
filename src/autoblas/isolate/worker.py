"""The parent's side of a child process that may crash or hang: it is started, asked, and replaced when it is lost.

``isolate.channel`` is the other side, and says what travels between them.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, Self

from autoblas.isolate import processes
from autoblas.isolate.channel import GREETING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Lost", "Worker"]

# Not ``-m``: what is run may import that module, which must not then exist twice.
_SERVE = "from autoblas.isolate.channel import main; main()"

TAIL, LINES = 2000, 4
"""Bytes, and lines, of a process's last output that are read."""

SLICE = 0.5
"""Seconds of one wait. Several of them make a limit, so that time in which all processes were stopped does not count, and
Ctrl-C is noticed where a wait cannot be interrupted."""

CLOSING = 5.0
"""Seconds from the end of a pipe, which closes a moment before the status is known, to that of its process."""


class Lost(NamedTuple):
    """Report on a process that did not answer.

    Attributes:
        how: It ended, raised an exception, sent nothing until the limit, or was under way when the time was up.
        sentence: The reason in words, or the exception.
        doing: The step that it had reported last; empty where it had reported none.
        words: The end of its output, with that of drivers in it.
        status: Its exit status where it ended.
        from_outside: It was ended or stopped from outside, which proves nothing about the code that it ran.
        began: Its interpreter did.
        ready: It had replied before.
    """

    how: Literal["ended", "failed", "silent", "late"]
    sentence: str
    doing: tuple[str, ...]
    words: str
    status: int | None = None
    from_outside: bool = False
    began: bool = True
    ready: bool = True

    def __str__(self) -> str:
        """The sentence, with the last lines; those of an exception are its traceback."""
        lines = [line.strip() for line in self.words.splitlines() if line.strip() and self.how != "failed"]
        return f"{self.sentence}; it said: {' | '.join(lines[-LINES:])}" if lines else self.sentence


Permit = Callable[..., bool]


def permit_all(*_: str) -> bool:
    """Let everything begin."""
    return True


class _Process:
    """One started process, its pipes and its output."""

    def __init__(self, first: Mapping[str, Any], environment: Mapping[str, str] | None) -> None:
        # Opened for appending, so that emptying it between requests works while the child holds it.
        self.log: IO[bytes] = tempfile.TemporaryFile(mode="a+b")  # noqa: SIM115 - closed in end()
        try:
            self.process = processes.start(
                "-c", _SERVE, environment=environment, stdout=subprocess.PIPE, stderr=self.log
            )
        except BaseException:
            self.log.close()
            raise
        assert self.process.stdin is not None  # noqa: S101 - both are pipes
        assert self.process.stdout is not None  # noqa: S101
        self._requests, self._replies = self.process.stdin, self.process.stdout
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.greeted = self.ready = False
        self._pump = threading.Thread(target=self._listen, daemon=True)
        self._pump.start()
        self.ask(first)

    def _listen(self) -> None:
        with self._replies:
            for line in self._replies:
                if self.greeted and line.endswith(b"\n"):  # else the process ended within the message
                    self._lines.put(line)
                self.greeted = self.greeted or line.strip() == GREETING  # start-up may print before it
        self._lines.put(None)

    def ask(self, request: Mapping[str, Any]) -> None:
        """Send a request; earlier output belongs to earlier requests."""
        self.log.truncate(0)
        self.doing: tuple[str, ...] = ()
        self.send(request)

    def send(self, message: Mapping[str, Any]) -> None:
        # A dead child is noticed, with its last words, when its answer is awaited.
        with contextlib.suppress(OSError):
            self._requests.write(json.dumps(message).encode() + b"\n")
            self._requests.flush()

    def receive(self, limit: float) -> dict[str, Any] | None:
        """The next message, or None where the process ended.

        Raises:
            queue.Empty: nothing came within ``limit`` seconds.
        """
        waited = 0.0
        while True:
            turn = min(SLICE, limit - waited)
            try:
                line = self._lines.get(timeout=turn)
                break
            except queue.Empty:
                waited += turn
                if waited >= limit:
                    raise
        if line is None:
            return None
        message: dict[str, Any] = json.loads(line)
        return message

    def last_words(self) -> str:
        """End of its output, with that of drivers in it."""
        self.log.seek(max(0, self.log.seek(0, os.SEEK_END) - TAIL))
        return self.log.read().decode(errors="replace")

    def end(self) -> int | None:
        """Kill it if it still runs.

        Returns:
            Its exit status; None where it could not be ended.
        """
        status = processes.end(self.process)
        self._pump.join(processes.GRACE)  # another process that holds the pipe would keep it waiting
        self.log.close()
        return status


class Worker:
    """A process that answers requests, replaced by a fresh one whenever it is lost. Use it as a context manager.

    Args:
        entry: ``package.module:function``, or ``file.py:function``; called in the child with a ``Channel`` and the arguments.
        arguments: Values for JSON.
        path: Folders of modules for the child, besides its own path; ``sys.path`` of this process by default, but for the
            current folder, where anything may lie.
        environment: Environment variables that the child sees besides those of this process, or instead.
        start_seconds: Limit until its first message, and then until its first reply.
        heard: Called with every message.

    Attributes:
        starts: Processes started so far.
    """

    def __init__(
        self,
        entry: str,
        *arguments: Any,
        path: Sequence[str] | None = None,
        environment: Mapping[str, str] | None = None,
        start_seconds: float = 120.0,
        heard: Callable[[Mapping[str, Any]], object] = lambda _: None,
    ) -> None:
        folders = processes.without_current_folder(sys.path) if path is None else path
        resolved_path = [str(Path(folder).resolve()) for folder in folders]
        self._first = {"entry": entry, "arguments": arguments, "path": resolved_path}
        self.environment, self.start_seconds, self._heard = environment, start_seconds, heard
        self._process: _Process | None = None
        self.starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Of the process that would serve the next request; None where one must be started first."""
        return None if self._process is None else self._process.process.pid

    def close(self) -> None:
        """End the process. A later request starts another."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def start(self, until: float = math.inf) -> Any:
        """Start a process where there is none: its first reply, or how it was ``Lost`` before.

        Args:
            until: The deadline, by ``time.monotonic``.
        """
        if self._process is not None:
            return None
        self._process = _Process(self._first, self.environment)
        self.starts += 1
        return self.reply(self.start_seconds, until=until)

    def ask(
        self,
        request: Mapping[str, Any],
        limit: float,
        *,
        permit: Permit = permit_all,
        until: float = math.inf,
    ) -> Any:
        """The child's reply, or how it was ``Lost``.

        A request is repeated once in two cases. Either its process was ended from outside, which may not happen again. Or
        a process that had served before was lost before it reported a step: an earlier request killed it.

        Args:
            request: Values for JSON.
            limit: Seconds from one message of the child to the next.
            permit: True if the step that the child asks for may begin.
            until: Deadline by ``time.monotonic``: no step begins later, and the one in progress is ended.
        """
        try:
            had_served = self._process is not None
            answer = self._attempt(request, limit, permit, until)
            lost = isinstance(answer, Lost) and answer.how == "ended"
            repeat = lost and (answer.from_outside or (had_served and not answer.doing))
            return self._attempt(request, limit, permit, until) if repeat else answer
        except BaseException:
            # The child is in the middle of the exchange, whatever interrupted it here.
            self.close()
            raise

    def _attempt(self, request: Mapping[str, Any], limit: float, permit: Permit, until: float) -> Any:
        first_reply = self.start()
        if isinstance(first_reply, Lost) or self._process is None:
            return first_reply
        self._process.ask(request)
        return self.reply(limit, permit=permit, until=until)

    def reply(self, limit: float, *, permit: Permit = permit_all, until: float = math.inf) -> Any:
        """The next reply, or how the child was ``Lost``; see ``ask``."""
        process = self._process
        assert process is not None  # noqa: S101 - it was started
        while True:
            remaining = max(until - time.monotonic(), SLICE)
            try:
                message = process.receive(min(limit, remaining))
            except queue.Empty:
                if remaining < limit:
                    return self._lost("late", "the time was up")
                return self._lost("silent", f"made no progress for {limit:g} s")
            if message is None:
                return self._lost("ended", "")
            if "failed" in message:
                return self._lost("failed", message["failed"])
            self._heard(message)
            if "reply" in message:
                process.ready = True
                return message["reply"]
            limit = message.get("limit", limit)
            process.doing = tuple(message.get("doing", process.doing))
            if message.get("asks"):
                process.send({"permitted": time.monotonic() < until and permit(*process.doing)})

    def _lost(self, how: Literal["ended", "failed", "silent", "late"], sentence: str) -> Lost:
        """Report on the lost process, which is dropped."""
        process, self._process = self._process, None
        assert process is not None  # noqa: S101 - it was just listened to
        if how in {"silent", "late"} and process.process.poll() is not None:
            how = "ended"  # and left the pipe to a process that it started
        outside = how != "ended" and processes.is_stopped(process.process.pid)
        if how == "ended":
            try:
                process.process.wait(CLOSING)
            except subprocess.TimeoutExpired:
                how, sentence = "silent", "closed its pipe and did not end"
        output, status = process.last_words(), process.end()
        if how == "ended":
            sentence = f"the process {processes.ending(status)}"
            outside = status is not None and processes.ended_from_outside(status)
        return Lost(how, sentence, process.doing, output, status, outside, process.greeted, process.ready)
