"""The inside of a process that runs a command for another one, which watches it: see ``cli.apart``."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoblas.cli.apart import LOG, SAID
from autoblas.isolate.processes import crash_quietly, on_orphaned, taken
from autoblas.runtime import announce

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["main"]


def main(folder: str, program: str, *arguments: str) -> None:
    """Run a command, and write its exit status as the last thing that is said.

    The standard streams of Python stay the user's; what anything else writes to their descriptors goes to a file.

    Args:
        folder: Where the files are made.
        program: ``package.module:function``; called with the arguments, it returns the exit status.
        arguments: The command's.
    """
    appending = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    said, log = (os.open(Path(folder, name), appending) for name in (SAID, LOG))
    nothing = os.open(os.devnull, os.O_RDONLY)
    requests = taken(0, nothing)
    if os.name != "nt":  # which removes no open file
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.flush()
    sys.stderr.flush()
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        old = getattr(sys, name)
        own = open(  # noqa: SIM115 -- open as long as the process
            taken(descriptor, log), "w", encoding=old.encoding, errors=old.errors, buffering=1, closefd=False
        )
        setattr(sys, name, own)
        setattr(sys, f"__{name}__", own)
    crash_quietly()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    on_orphaned(requests, lambda: shutil.rmtree(folder, ignore_errors=True))

    def send(message: Mapping[str, Any]) -> None:
        os.write(said, json.dumps(message).encode() + b"\n")

    announce.watch(send)
    module, _, function = program.partition(":")
    status = getattr(importlib.import_module(module), function)(arguments)
    sys.stdout.flush()
    send({"done": status})
