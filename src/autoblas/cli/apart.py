"""Runs a command in a process of its own, since a kernel or a driver may take the process or never come back.

The child writes to the terminal itself. It says in a file what it is about to compile or run, so that this process can
say in one sentence what took it. It ends with this process: its standard input is a pipe that then closes.
"""

from __future__ import annotations

import json
import os
import queue
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoblas.errors import DeviceError
from autoblas.isolate import processes

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run", "wanted"]

COMMANDS = ("bench", "check", "tune crossover", "tune trsm")
"""Commands that run kernels themselves; the others of ``tune`` leave that to the tuner's child."""

SERVE = "import sys; from autoblas.cli.watched import main; main(*sys.argv[1:])"

START_SECONDS = 600.0
"""Seconds without progress that are allowed before the first kernel: devices are listed and tested, and data made."""

SAID, LOG = "said", "log"
"""The files of what the child is about to do, and of what drivers and compilers print. Once the child has them open it removes
their names, where the system lets it, so that nothing is left of them however both processes end."""

TICK = 0.5
"""Seconds between two looks at what the child says. The looks are counted, so that time in which both processes were
stopped is not taken for silence."""

WORDS, LINES = 2000, 4
"""Bytes and lines of what drivers printed last that are looked at."""


def wanted(arguments: Sequence[str]) -> bool:
    """Whether a command line is better run in a process of its own."""
    return any(tuple(arguments[: len(words)]) == tuple(words) for words in map(str.split, COMMANDS))


def run(arguments: Sequence[str], program: str = "autoblas.cli:perform") -> int:
    """Run a command line in a process of its own.

    Args:
        arguments: What follows the program's name.
        program: ``package.module:function`` that runs it there and returns the exit status.

    Returns:
        The exit status.

    Raises:
        DeviceError: the process was lost; the message names what it was doing.
        KeyboardInterrupt: the user broke it off; nothing of it is left.
    """
    with tempfile.TemporaryDirectory(prefix="autoblas-", ignore_cleanup_errors=True) as folder:
        return _Running(Path(folder), program, arguments).wait()


class _Running:
    """A command in its process."""

    def __init__(self, folder: Path, program: str, arguments: Sequence[str]) -> None:
        self._said, self._log = ((folder / name).open("w+b", buffering=0) for name in (SAID, LOG))
        self._size, self._silent = 0, 0.0
        self._process = processes.start("-c", SERVE, str(folder), program, *arguments)
        self._status: queue.SimpleQueue[int] = queue.SimpleQueue()
        threading.Thread(target=lambda: self._status.put(self._process.wait()), daemon=True).start()

    def wait(self) -> int:
        """The exit status of the command.

        Raises:
            DeviceError: the process was lost, or hung and was ended.
        """
        try:
            return self._awaited()
        finally:
            processes.end(self._process)
            self._said.close()
            self._log.close()

    def _awaited(self) -> int:
        while True:
            try:
                status = self._status.get(timeout=TICK)
                break
            except queue.Empty:
                self._look()
        done = self._last("done", None)
        if done is not None:  # what a driver does while its process ends is of no concern
            return int(done)
        begun = self._last("begun", None)
        when = "before it ran a kernel" if begun is None else f"after it began to {begun}"
        raise DeviceError(f"the process {processes.ending(status)} {when}{self._words()}")

    def _look(self) -> None:
        """See whether something was said since the last look.

        Raises:
            DeviceError: the child was silent for too long.
        """
        size = self._said.seek(0, os.SEEK_END)
        self._silent = self._silent + TICK if size == self._size else 0.0
        self._size = size
        limit, begun = self._last("limit", START_SECONDS), self._last("begun", "start")
        if self._silent >= limit:
            raise DeviceError(
                f"the process began to {begun} and made no progress for {limit:g} s, so it was ended; "
                f"--limit SECONDS waits longer{self._words()}"
            )

    def _last(self, name: str, otherwise: Any) -> Any:
        """What a value was the last time it was said."""
        self._said.seek(0)
        lines = self._said.read().split(b"\n")[:-1]
        messages = (json.loads(line) for line in reversed(lines))
        return next((message[name] for message in messages if name in message), otherwise)

    def _words(self) -> str:
        """What drivers and compilers printed last, as the end of a sentence."""
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - WORDS))
        text = self._log.read().decode(errors="replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()][-LINES:]
        return f"; it said: {' | '.join(lines)}" if lines else ""
