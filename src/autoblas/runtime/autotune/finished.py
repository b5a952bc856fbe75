"""Which searches came to their own end, in a file beside the journals, so that a sweep that was broken off goes on there.

A line is ``{"finished": "gemm m=64 ...", "strategy": "model"}``, written at once when a search ends; a line that was cut
short says nothing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from autoblas.database import data_path
from autoblas.errors import DatabaseError
from autoblas.runtime.autotune.tune import journal_key
from autoblas.runtime.recording.log import append_lines
from autoblas.store.sources import sources_hash
from autoblas.tuning import journal_name

if TYPE_CHECKING:
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["FinishedSearches"]

SEARCHED = ("kernels", "space.py", "tuning")
"""What decides where a search ends: the points that there are, and the order in which strategies try them."""


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

    def known(self) -> frozenset[str]:
        """The problems, as records' words name them.

        Raises:
            DatabaseError: the file cannot be read.
        """
        try:
            lines = self.path.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            raise DatabaseError(self.path, f"it cannot be read: {error.strerror}") from error
        return frozenset(filter(None, map(self._problem, lines)))

    def _problem(self, line: bytes) -> str:
        """What a line names; empty where it is damaged or of another strategy."""
        try:
            entry = json.loads(line)
            named = str(entry["finished"]) if entry["strategy"] == self._strategy else ""
        except (ValueError, KeyError, TypeError, RecursionError):
            return ""
        return named

    def add(self, problem: Problem) -> None:
        """Note a problem whose search ended by itself.

        Raises:
            DatabaseError: the file cannot be written.
        """
        line = json.dumps({"finished": str(problem), "strategy": self._strategy}).encode() + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            append_lines(self.path, [line])
        except OSError as error:
            raise DatabaseError(self.path, f"it cannot be written: {error.strerror}") from error
