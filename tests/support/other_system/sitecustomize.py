"""Takes from an interpreter, as it starts, what Windows does not have; for tests that run on other systems."""

import importlib.abc
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

MODULES = {"fcntl", "grp", "posix_ipc", "pty", "pwd", "resource", "syslog", "termios", "tty"}

FUNCTIONS = "fork forkpty getpgid getpgrp getsid killpg nice sched_getaffinity setpgid setsid sysconf"

SIGNALS = ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGUSR2")


class _Missing(importlib.abc.MetaPathFinder):
    """Finds no module of other systems."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class _Popen(subprocess.Popen):  # type: ignore[type-arg]
    """Has the arguments that it has on Windows."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        given = {name for name, value in options.items() if value}
        strange = given & {"pass_fds", "preexec_fn", "start_new_session", "process_group", "umask", "user"}
        if strange:
            raise ValueError(f"{strange} are not supported on Windows platforms")
        super().__init__(*arguments, **options)

    def kill(self) -> None:
        self.send_signal(9)


subprocess.Popen = _Popen  # type: ignore[misc]
for _name in MODULES:
    sys.modules.pop(_name, None)
for _name in FUNCTIONS.split():
    if hasattr(os, _name):
        delattr(os, _name)
for _name in SIGNALS:
    if hasattr(signal, _name):
        delattr(signal, _name)
sys.meta_path.insert(0, _Missing())
