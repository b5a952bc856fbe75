"""The parent's side of the child process: starts it, gives it points, and buries it when it crashes or hangs."""

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
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from autoblas.errors import TuningError
from autoblas.isolate import processes
from autoblas.tuning.outcome import Outcome
from autoblas.tuning.stages import permit_all
from autoblas.tuning.worker import GREETING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.tuning.evaluator import Permit
    from autoblas.tuning.outcome import Point

__all__ = ["Child"]

# Not ``-m``: a factory may import the worker's module, which must not then exist twice.
_SERVE = "from autoblas.tuning.worker import main; main()"
_TAIL_BYTES = 2000

SLICE = 0.5
"""Seconds of one wait. Several of them make a limit, so that time in which all processes were stopped does not count, and
Ctrl-C is noticed where a wait cannot be interrupted."""


class _Running:
    """One started process, its pipes and what it printed."""

    def __init__(self, changes: Mapping[str, str]) -> None:
        # Opened for appending, so that emptying it between points works while the child holds it.
        self.log: IO[bytes] = tempfile.TemporaryFile(mode="a+b")  # noqa: SIM115 - closed in end()
        self.process = processes.start(
            "-c", _SERVE, environment=changes, stdout=subprocess.PIPE, stderr=self.log
        )
        assert self.process.stdin is not None  # noqa: S101 - both are pipes
        assert self.process.stdout is not None  # noqa: S101
        self._requests, self._replies = self.process.stdin, self.process.stdout
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._pump = threading.Thread(target=self._listen, daemon=True)
        self._pump.start()

    def _listen(self) -> None:
        lines = iter(self._replies)
        if any(
            line.strip() == GREETING for line in lines
        ):  # what an interpreter's start-up prints comes before
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

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

    def forget_words(self) -> None:
        """Empty the log, so that last words are those of the current point."""
        self.log.truncate(0)

    def last_words(self) -> str:
        """The last lines that it, or a driver in it, printed."""
        size = self.log.seek(0, os.SEEK_END)
        self.log.seek(max(0, size - _TAIL_BYTES))
        lines = [line.strip() for line in self.log.read().decode(errors="replace").splitlines()]
        return " | ".join([line for line in lines if line][-4:])

    def end(self) -> int | None:
        """Kill it if it still runs.

        Returns:
            Its exit status; None where it could not be ended.
        """
        status = processes.end(self.process)
        self._pump.join(processes.GRACE)
        if (
            not self._pump.is_alive()
        ):  # else a process that it started has the pipe, and the thread waits for that
            self._replies.close()
        self.log.close()
        return status


class Child:
    """A process that evaluates points, replaced by a fresh one whenever it is lost.

    Use it as a context manager; ``evaluate`` is the tuner's ``Evaluate``.

    Args:
        factory: ``package.module:function``; called in the child, it returns an ``Evaluator``.
        arguments: What it is called with, by name; JSON values.
        path: Where the child looks for modules besides its own path; ``sys.path`` of this process by default, but for the
            current folder, where anything may lie.
        startup_seconds: How long importing the factory and calling it may take.
        environment: Environment variables that the child sees besides those of this process, or instead.

    Attributes:
        starts: Processes started so far.
        ended_from_outside: The process that was lost last was killed from outside, which blames no point.
        until: When the time is up, by ``time.monotonic``: no stage begins later, and one that is under way then is ended. The
            outcome is ``abandoned``, which blames no point.
    """

    def __init__(
        self,
        factory: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        path: Sequence[str] | None = None,
        startup_seconds: float = 120.0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._factory, self._arguments = factory, dict(arguments or {})
        usual = processes.without_current_folder(sys.path) if path is None else path
        self._path = [str(Path(entry).resolve()) for entry in usual]
        self._startup_seconds = startup_seconds
        self._environment = dict(environment or {})
        self._running: _Running | None = None
        self.starts = 0
        self.ended_from_outside = False
        self.until = math.inf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Of the process that would serve the next point; None where one must be started first."""
        return None if self._running is None else self._running.process.pid

    def close(self) -> None:
        """End the process. A later call of ``evaluate`` starts another."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def evaluate(
        self,
        point: Point,
        *,
        trials: int = 1,
        min_seconds: float = 0.0,
        give_up_above: float | None = None,
        permit: Permit = permit_all,
        limit: float = 60.0,
    ) -> Outcome:
        """What came of ``point``; see ``Evaluate``.

        Raises:
            TuningError: the factory failed, so that no point could be tried.
        """
        left = max(self.until - time.monotonic(), 0.0)
        request = {
            "point": dict(point),
            "trials": trials,
            "min_seconds": min_seconds,
            "give_up_above": give_up_above,
            "limit": limit,
            "at_most": min(limit, left) / 2,
        }
        try:
            used = self._running is not None
            outcome = self._attempt(request, permit, limit)
            # A process that dies before it announces anything died of what came before this point.
            lost = self._running is None and outcome.kind == "crashed"
            died_early = used and lost and outcome.stage == "source"
            again = died_early or (lost and self.ended_from_outside)  # which may not come again
            return self._attempt(request, permit, limit) if again else outcome
        except BaseException:
            # Whatever interrupted the exchange, the child is in the middle of it.
            self.close()
            raise

    def _attempt(self, request: Mapping[str, Any], permit: Permit, limit: float) -> Outcome:
        running = self._started()
        running.forget_words()
        running.send(request)
        return self._follow(running, permit, limit)

    def _follow(self, running: _Running, permit: Permit, limit: float) -> Outcome:
        """Grant or refuse the stages that the child announces, until there is an outcome."""
        stage, source = "source", ""
        while True:
            left = max(self.until - time.monotonic(), SLICE)
            try:
                message = running.receive(min(limit, left))
            except queue.Empty:
                self.close()
                if left < limit:
                    return Outcome("abandoned", (), stage, "the time was up", source)
                return Outcome(
                    "timed out", (), stage, f"the {stage} stage took more than {limit:g} s", source
                )
            if message is None:
                return Outcome("crashed", (), stage, self._ending(), source)
            if "stage" in message:
                stage, source = message["stage"], message["source"]
                running.send({"go": time.monotonic() < self.until and permit(stage, source)})
                continue
            if message["poisoned"]:
                self.close()
            return Outcome.from_dict(message["outcome"])

    def _started(self) -> _Running:
        if self._running is None:
            self._running = _Running(self._environment)
            self.starts += 1
            first = {"factory": self._factory, "arguments": self._arguments, "path": self._path}
            self._running.send(first)
            self._await_ready(self._running)
        return self._running

    def _await_ready(self, running: _Running) -> None:
        who = f"the tuner's child process ({self._factory})"
        try:
            message = running.receive(self._startup_seconds)
        except queue.Empty:
            raise TuningError(f"{who} was not ready after {self._startup_seconds:g} s") from None
        if message is None:
            raise TuningError(f"{who} ended while it started: {self._ending()}")
        if "failed" in message:
            raise TuningError(f"{who} could not start: {message['failed']}")

    def _ending(self) -> str:
        """How the process ended, and the end of what it printed; there is no process afterwards."""
        running = self._running
        assert running is not None  # noqa: S101 - called for a process whose pipe has just ended
        with contextlib.suppress(
            subprocess.TimeoutExpired
        ):  # then it closed its pipe and hangs, and is killed below
            running.process.wait(timeout=5)  # the pipe closes a moment before the status is known
        words = running.last_words()
        status = running.end()
        self.ended_from_outside = status is not None and processes.ended_from_outside(status)
        self._running = None
        how = f"the process {processes.ending(status)}"
        return f"{how}; it said: {words}" if words else how
