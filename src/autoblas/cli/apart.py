"""Runs a command in a process of its own, since a kernel or a driver may take the process or never come back.

The child's text goes through this process to the terminal. The child says what it is about to compile or run, so that
this process can say in one sentence what took it.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
from typing import TYPE_CHECKING, Any

from autoblas.errors import DeviceError
from autoblas.isolate import processes
from autoblas.isolate.channel import resolved
from autoblas.isolate.worker import Lost, Worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.isolate.channel import Channel

__all__ = ["needs_subprocess", "run"]

COMMANDS = ("bench", "check", "tune crossover", "tune trsm", "tune potrf-width", "tune getrf-width")
"""Commands that run kernels themselves; the others of ``tune`` leave that to the tuner's child."""

START_SECONDS = 600.0
"""Seconds without progress that are allowed before the first kernel: devices are listed and tested, and data made."""


def needs_subprocess(arguments: Sequence[str]) -> bool:
    """True if a command line is to run in a child process."""
    return any(tuple(arguments[: len(words)]) == tuple(words) for words in map(str.split, COMMANDS))


def run(arguments: Sequence[str], program: str = "autoblas.cli:perform") -> int:
    """Run a command line in a process of its own.

    Args:
        arguments: Words after the program's name.
        program: ``package.module:function`` that runs it there and returns the exit status.

    Returns:
        The exit status.

    Raises:
        DeviceError: the process was lost; the message names what it was doing.
        KeyboardInterrupt: the user broke it off; nothing of it is left.
        OSError: what it prints cannot be written.
    """
    width = {"COLUMNS": str(shutil.get_terminal_size().columns)}
    entry = f"{__name__}:serve", program, list(arguments)
    with Worker(*entry, environment=width, start_seconds=START_SECONDS, heard=_print) as worker:
        answer = worker.start()
        if not isinstance(answer, Lost):
            worker.reply(processes.GRACE)  # what a driver does while its process ends is of no concern
            return int(answer)
    output = str(answer).removeprefix(answer.sentence)
    if answer.how == "silent":
        action = "".join(answer.doing) or "start"
        raise DeviceError(
            f"the process began to {action} and {answer.sentence}, so it was ended; --limit SECONDS waits longer{output}"
        )
    when = f"after it began to {''.join(answer.doing)}" if answer.doing else "before it ran a kernel"
    raise DeviceError(f"{answer.sentence} {when}{output}")


def _print(message: Mapping[str, Any]) -> None:
    """Print what the child prints; where nobody reads errors, they are of no use."""
    if "printed" in message:
        with contextlib.suppress(*[OSError] if message["stream"] == "stderr" else []):
            stream = getattr(sys, message["stream"])
            stream.write(message["printed"])
            stream.flush()


class _Stream(io.TextIOBase):
    """A standard stream of the child that is the parent's.

    Args:
        channel: To the parent.
        name: Its name in ``sys``.
    """

    encoding = "utf-8"

    def __init__(self, channel: Channel, name: str) -> None:
        self._channel, self._name = channel, name

    def write(self, text: str) -> int:
        """Let the parent print a text."""
        self._channel.send({"printed": text, "stream": self._name})
        return len(text)


def serve(channel: Channel, program: str, arguments: Sequence[str]) -> int:
    """Run a command line for the parent, and say what it is about to do; its exit status."""
    from autoblas.isolate import progress  # noqa: PLC0415 - the parent needs none of it, and it takes long

    for name in ("stdout", "stderr"):
        setattr(sys, name, _Stream(channel, name))
    progress.set_watcher(channel.send)
    status: int = resolved(program)(arguments)
    return status
