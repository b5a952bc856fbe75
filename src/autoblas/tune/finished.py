"""Which searches came to their own end, in a file beside the journals, so that a sweep that was broken off goes on there.

A line is ``{"finished": "gemm m=64 ...", "strategy": "model"}``, written at once when a search ends; a line that was cut
short says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.database import data_path
from autoblas.store.lines import JsonLines
from autoblas.store.sources import sources_hash
from autoblas.tune.tune import journal_key
from autoblas.tuning import journal_name

if TYPE_CHECKING:
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["FinishedSearches"]

SEARCHED = ("kernels", "tuning")
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
        if not self.path.exists():
            return frozenset()
        return frozenset(filter(None, map(self._problem, JsonLines(self.path).read().entries)))

    def _problem(self, entry: Any) -> str:
        """What a line names; empty where it is damaged or of another strategy."""
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
