"""Texts of kernels: a text with the hash that identifies it, and verdicts on its results on a device.

A verdict holds for one text with its flags, on one device with one driver and processor, and for one checker, which
decides what a text is given and what is right. Verdicts are kept in this process and in a file.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import threading
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from autoblas.devices.languages import dialect_for
from autoblas.errors import DatabaseError
from autoblas.kernels.kernel import source_hash
from autoblas.store.folder import data_folder, warn_once
from autoblas.store.table import JsonTable, sources_hash

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import CompilerOptions, Dialect
    from autoblas.kernels.kernel import Kernel

__all__ = [
    "CRASHED",
    "HUNG",
    "KernelText",
    "TextVerdict",
    "forget_verdicts",
    "kernel_text",
    "key_of",
    "launch_hash",
    "refusal",
    "reread_verdict",
    "store_verdict",
    "verdict_of",
    "wrong_on",
]

CRASHED = "it crashed: "
"""Beginning of the fault of a text that took the process that ran it."""

HUNG = "it hung: "
"""Beginning of the fault of a text whose process never came back."""


class KernelText(NamedTuple):
    """Input of a compiler.

    Attributes:
        source: The program.
        flags: Options of the compiler.
        digest: A SHA-256 of both in hexadecimal.
    """

    source: str
    flags: tuple[str, ...]
    digest: str


def kernel_text(kernel: Kernel, params: Any, problem: Any, d: Dialect) -> KernelText:
    """The text of a kernel.

    Args:
        kernel: The kernel.
        params: Its parameters.
        problem: What it computes.
        d: The language.
    """
    return _cached_text(kernel.source, kernel.options, params, problem, d)


@functools.lru_cache(maxsize=16)  # a first call looks up the text's verdict, and then builds it
def _cached_text(
    source: Callable[[Any, Any, Dialect], str],
    options: Callable[[Any], CompilerOptions],
    params: Any,
    problem: Any,
    d: Dialect,
) -> KernelText:
    text, flags = source(params, problem, d), d.flags(options(params))
    return KernelText(text, flags, source_hash(text, flags))


def launch_hash(kernel: Kernel, params: Any, problem: Any, d: Dialect) -> str:
    """Hash of a launch, by which journals identify it: of the kernel's text, its flags and the extent."""
    text, flags = kernel.written(params, problem, d)
    return source_hash(text, (*flags, repr(kernel.geometry(params, problem))))


class TextVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of checking a text on a device.

    Attributes:
        state: It computed right or wrong results; it was begun and has not come back; or it could not be run.
        wrong: What was wrong, in words that follow a colon.
        kernel: The kernel that it is of.
        problem: What it computed.
        pid: The process that has begun to run it.
        seen_twice: It crashed or hung twice. Earlier versions stored a verdict after one crash, which anything may cause.
    """

    state: Literal["right", "wrong", "begun", "unknown"] = "right"
    wrong: str = ""
    kernel: str = ""
    problem: str = ""
    pid: int = 0
    seen_twice: bool = False

    @property
    def final(self) -> bool:
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
"""Sources that decide a verdict beside the text: launches, test data and the comparison of results."""

_FILE = JsonTable("texts.json", msgspec.json.Decoder(dict[str, TextVerdict]))
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_by_folder: dict[str, dict[str, TextVerdict]] = {}
"""Verdicts by the folder that the environment names: those in its file, and those of this process."""


def key_of(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str:
    """Key of a verdict: the device with all that a program for it depends on, and the text."""
    text = kernel_text(kernel, params, problem, dialect_for(facts.extensions))
    return f"{_device(facts)} {text.digest}"


@functools.lru_cache(maxsize=64)
def _device(facts: Facts) -> str:
    """A device with its driver and processor, and the checker, as a short hash."""
    named = (facts.name, facts.platform, facts.driver, facts.build, sources_hash(*CHECKER))
    return hashlib.sha256("\0".join(named).encode()).hexdigest()[:16]


def verdict_of(key: str) -> TextVerdict | None:
    """The verdict on a text; None where it was never tried.

    Args:
        key: Its ``key_of``.
    """
    return _verdicts().get(key)


def reread_verdict(key: str) -> TextVerdict | None:
    """``verdict_of``, with the verdicts that other processes have stored since."""
    verdicts, stored = _verdicts(), _FILE.read()
    with _lock:
        for name, verdict in stored.items():
            if name not in verdicts or not verdicts[name].final:
                verdicts[name] = verdict
    return verdicts.get(key)


def store_verdict(key: str, verdict: TextVerdict, *, lasting: bool = True) -> None:
    """Store a verdict; where the file cannot be written, for this process alone.

    Args:
        key: The ``key_of`` the text.
        verdict: The verdict.
        lasting: Other processes may use it too.
    """
    verdicts = _verdicts()
    with _lock:
        verdicts[key] = verdict
    if not lasting:
        return
    try:
        _FILE.put(key, verdict)
    except DatabaseError as error:
        _log.info("a verdict on a kernel is known to this process only: %s", error)


def wrong_on(facts: Facts) -> list[TextVerdict]:
    """The texts that are known to be wrong on a device."""
    prefix, verdicts = f"{_device(facts)} ", _verdicts()
    with _lock:  # other threads may add to them
        snapshot = list(verdicts.items())
    return [
        verdict
        for key, verdict in snapshot
        if verdict.state == "wrong" and verdict.final and key.startswith(prefix)
    ]


def refusal(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str | None:
    """The sentence that excludes a text that is known to be wrong on a device; None where it is not."""
    if not wrong_on(facts):  # no text has to be written
        return None
    verdict = verdict_of(key_of(kernel, params, problem, facts))
    if verdict is None or verdict.state != "wrong" or not verdict.final:
        return None
    return f"its results were right when it was checked on this device ({verdict.wrong})"


def forget_verdicts() -> None:
    """Forget the verdicts of this process; the file is read again."""
    with _lock:
        _by_folder.clear()


def _verdicts() -> dict[str, TextVerdict]:
    """The verdicts of this process, with those in the file when it was first read."""
    try:
        folder = str(data_folder())
    except DatabaseError as error:
        warn_once(error, f"nothing that was found out about this machine can be read: {error}")
        folder = ""
    verdicts = _by_folder.get(folder)
    if verdicts is None:
        stored = _FILE.read() if folder else {}
        with _lock:
            verdicts = _by_folder.setdefault(folder, stored)
    return verdicts
