"""Code for a worker, in place of what drivers may do to it."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from typing import Any

from autoblas.isolate.channel import Channel

CODE, PROOF, SERVER = (f"{__name__}:{name}" for name in ("execute", "find", "serve"))

MODULES = {"ctypes": ctypes, "os": os, "signal": signal, "subprocess": subprocess, "sys": sys, "time": time}


def execute(channel: Channel, code: str, *arguments: Any) -> Any:
    """Run code, which has the channel and the arguments; the value of its variable ``value``."""
    names: dict[str, Any] = {**MODULES, "channel": channel, "arguments": arguments}
    exec(code, names)
    return names.get("value")


def find(channel: Channel, code: str, _: str, *names: str) -> None:
    """Stand in for the self-test: code that has the names of the cases, and ``say`` for what it finds."""
    channel.progress("ask drivers")
    exec(code, {**MODULES, "names": list(names), "say": channel.report})


def serve(channel: Channel, code: str = "") -> None:
    """Run the code of each request, and reply what it gives."""
    execute(channel, code)
    for request in channel.requests():
        channel.reply(execute(channel, request["code"]))
