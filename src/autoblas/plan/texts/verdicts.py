"""What is known of texts on devices: whether they computed right results there; in this process, and in a file.

A verdict holds for one text with its flags, on one device with one driver and processor, and for one checker, which
decides what a text is given and what is right.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import threading
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from autoblas.devices.languages import dialect_for
from autoblas.errors import DatabaseError
from autoblas.plan.texts.written import written
from autoblas.store.folder import data_folder, warn_once
from autoblas.store.table import JsonTable, sources_hash

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel

__all__ = [
    "CRASHED",
    "HUNG",
    "Verdict",
    "forget_verdicts",
    "keep",
    "key_of",
    "known",
    "read_again",
    "refusal",
    "wrong_on",
]


CRASHED = "it crashed: "
"""How what was wrong begins where a text took the process that ran it."""

HUNG = "it hung: "
"""The same where that process never came back."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a text on a device.

    Attributes:
        state: It computed right or wrong results; it was begun and has not come back; or it could not be run.
        wrong: What was wrong, in words that follow a colon.
        kernel: The kernel that it is of.
        problem: What it computed.
        pid: The process that has begun to run it.
        seen_twice: It crashed or hung twice. Earlier versions kept what they saw once, which anything may have ended.
    """

    state: Literal["right", "wrong", "begun", "unknown"] = "right"
    wrong: str = ""
    kernel: str = ""
    problem: str = ""
    pid: int = 0
    seen_twice: bool = False

    @property
    def known(self) -> bool:
        """It was run to the end, or took its process twice."""
        return self.state in {"right", "wrong"} and not self._once

    @property
    def lost(self) -> bool:
        """It was begun by a process that did not come back, as far as the system says, or took one once."""
        if self._once:
            return True
        if self.state != "begun" or os.name == "nt":  # where signal 0 is Ctrl-C
            return self.state == "begun"
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):  # the latter of a number that no process has
            return True
        except OSError:  # another user's
            return False
        return self.pid == os.getpid()

    @property
    def _once(self) -> bool:
        return self.state == "wrong" and self.wrong.startswith((CRASHED, HUNG)) and not self.seen_twice


CHECKER = ("kernels", "checks", "plan/layouts", "plan/bound.py")
"""What decides a verdict beside the text: how it is launched, with what data, and what its results are compared with."""

_FILE = JsonTable("texts.json", msgspec.json.Decoder(dict[str, Verdict]))
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_known: dict[str, dict[str, Verdict]] = {}
"""By the folder that the environment names: what is in its file, and what this process found out."""


def key_of(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str:
    """What a verdict is kept by: the device with all that a program for it depends on, and the text."""
    text = written(kernel, params, problem, dialect_for(facts.extensions))
    return f"{_device(facts)} {text.digest}"


@functools.lru_cache(maxsize=64)
def _device(facts: Facts) -> str:
    """A device with its driver and processor, and the checker, as a short hash."""
    named = (facts.name, facts.platform, facts.driver, facts.build, sources_hash(*CHECKER))
    return hashlib.sha256("\0".join(named).encode()).hexdigest()[:16]


def known(key: str) -> Verdict | None:
    """What is known; None where a text was never tried.

    Args:
        key: Its ``key_of``.
    """
    return _verdicts().get(key)


def read_again(key: str) -> Verdict | None:
    """The same, of what other processes found out since, too."""
    everything, found = _verdicts(), _FILE.read()
    with _lock:
        for name, each in found.items():
            if name not in everything or not everything[name].known:
                everything[name] = each
    return everything.get(key)


def keep(key: str, verdict: Verdict, *, lasting: bool = True) -> None:
    """Keep what was found out; where the file cannot be written, for this process alone.

    Args:
        key: The ``key_of`` what was tried.
        verdict: What came of it.
        lasting: Other processes are to know it too.
    """
    everything = _verdicts()
    with _lock:
        everything[key] = verdict
    if not lasting:
        return
    try:
        _FILE.put(key, verdict)
    except DatabaseError as error:
        _log.info("a verdict on a kernel is known to this process only: %s", error)


def wrong_on(facts: Facts) -> list[Verdict]:
    """The texts that are known to be wrong on a device."""
    prefix, everything = f"{_device(facts)} ", _verdicts()
    with _lock:  # other threads may add to them
        found = list(everything.items())
    return [each for key, each in found if each.state == "wrong" and each.known and key.startswith(prefix)]


def refusal(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str | None:
    """The sentence that excludes a text that is known to be wrong on a device; None where it is not."""
    if not wrong_on(facts):  # no text has to be written
        return None
    verdict = known(key_of(kernel, params, problem, facts))
    if verdict is None or verdict.state != "wrong" or not verdict.known:
        return None
    return f"its results were right when it was checked on this device ({verdict.wrong})"


def forget_verdicts() -> None:
    """Forget what this process knows; what is kept is read again."""
    with _lock:
        _known.clear()


def _verdicts() -> dict[str, Verdict]:
    """What this process knows, with what the file held when it was first asked for."""
    try:
        folder = str(data_folder())
    except DatabaseError as error:
        warn_once(error, f"nothing that was found out about this machine can be read: {error}")
        folder = ""
    found = _known.get(folder)
    if found is None:
        kept = _FILE.read() if folder else {}
        with _lock:
            found = _known.setdefault(folder, kept)
    return found
