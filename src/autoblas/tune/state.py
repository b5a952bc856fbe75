"""State of searches on disk: the lock of a device, the key of a journal, and which searches came to their own end.

One process at a time tunes on a device: two would disturb each other's times. A sweep that was broken off goes on where it
stopped: a file beside the journals has a line ``{"finished": "gemm m=64 ...", "strategy": "model"}`` for each search that
ended by itself, written at once. A line that was cut short says nothing.
"""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from autoblas.database import data_path
from autoblas.errors import TuningError
from autoblas.store.lines import JsonLines
from autoblas.store.lock import FileLock, LockedError
from autoblas.store.table import sources_hash
from autoblas.tuning import journal_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["SEARCHED", "FinishedSearches", "device_lock", "exclusive_device", "journal_key"]

SEARCHED = ("kernels", "tuning")
"""Packages that decide where a search ends: the points that there are, and the order in which strategies try them."""


@contextmanager
def device_lock(facts: Facts, folder: Path) -> Iterator[None]:
    """Be the only process of this user that tunes on a device.

    Args:
        facts: The device.
        folder: Folder of the lock; made if need be.

    Raises:
        TuningError: another process is.
        DatabaseError: the lock cannot be had for another reason.
    """
    device = exclusive_device(facts)
    name = re.sub(r"\W+", "-", device)
    with ExitStack() as lock:
        try:
            lock.enter_context(FileLock(folder / f"{name}.lock", timeout=0).exclusive())
        except LockedError:
            raise TuningError(
                f"another process is tuning on this device ({device}), and two at once would disturb each other's times; "
                "wait for it or stop it"
            ) from None
        yield


def exclusive_device(facts: Facts) -> str:
    """Name of the device that one process at a time tunes on: all runtimes of the host's processor are one device."""
    return "processor" if facts.kind == "cpu" else f"{facts.name} {facts.platform}"


def journal_key(problem: Problem | str, facts: Facts) -> dict[str, str]:
    """Key of a journal: processors of one name with other vectors share no times, and no crashes."""
    key = {"device": facts.name, "platform": facts.platform, "driver": facts.driver, "problem": str(problem)}
    if facts.kind == "cpu":
        key["vectors"] = f"{facts.vector_registers} of {facts.vector_bytes} bytes"
    return key


class FinishedSearches:
    """The searches of one strategy on one device, with one driver, among the kernels that there are.

    Args:
        facts: The device.
        strategy: The strategy.
    """

    def __init__(self, facts: Facts, strategy: str) -> None:
        key = {**journal_key("finished searches", facts), "searched": sources_hash(*SEARCHED)}
        name = journal_name(key).removesuffix(".jsonl")  # which journals have, and this is none
        self.path: Path = data_path().parent / "journals" / f"{name}.searched"
        self._strategy = strategy

    def problems(self) -> frozenset[str]:
        """The problems, as records' words name them.

        Raises:
            DatabaseError: the file cannot be read.
        """
        if not self.path.exists():
            return frozenset()
        return frozenset(filter(None, map(self._problem, JsonLines(self.path).read().entries)))

    def _problem(self, entry: Any) -> str:
        """Problem of a line; empty where the line is damaged or of another strategy."""
        try:
            return str(entry["finished"]) if entry["strategy"] == self._strategy else ""
        except (KeyError, TypeError):
            return ""

    def add(self, problem: Problem) -> None:
        """Note a problem whose search ended by itself.

        Raises:
            DatabaseError: the file cannot be written.
        """
        JsonLines(self.path).append([{"finished": str(problem), "strategy": self._strategy}])
