"""Searches by their journals: every trial in the order in which it was begun, and the best so far."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from autoblas.errors import DatabaseError
from autoblas.report.work import ProblemWork, work_from_key
from autoblas.tuning.journal import read_journal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from autoblas.tuning.outcome import Memory

__all__ = ["RecordedSearch", "RecordedTrial", "read_searches", "search_in"]


@dataclass(frozen=True)
class RecordedTrial:
    """A point that was tried, with its outcome.

    Attributes:
        kernel: The kernel.
        parameters: Its parameters.
        kind: Kind of outcome; ``ok`` where it was timed.
        seconds: Median time of a launch; infinite unless it is ok.
        stage: Stage that failed; empty where it is ok.
        message: Reason of a failure, in a sentence.
        after: Seconds of searching after which the point was first done; None where the journal does not say.
    """

    kernel: str
    parameters: Mapping[str, Any]
    kind: str
    seconds: float
    stage: str = ""
    message: str = ""
    after: float | None = None

    @property
    def ok(self) -> bool:
        """It was timed."""
        return self.kind == "ok"

    @property
    def parameter_text(self) -> str:
        """The parameters in words."""
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())

    @property
    def point(self) -> tuple[object, ...]:
        """Key of the point: equal for two trials of one point."""
        return (self.kernel, *sorted((name, repr(value)) for name, value in self.parameters.items()))


@dataclass(frozen=True)
class RecordedSearch:
    """All trials of one problem on one device with one driver, whatever the runs were that made them.

    Attributes:
        name: Name of the journal's file, without its ending.
        device: The device.
        platform: Its platform.
        driver: Its driver.
        work: The problem that was tuned.
        trials: Points with their outcomes, in the order in which they were first done.
    """

    name: str
    device: str
    platform: str
    driver: str
    work: ProblemWork
    trials: tuple[RecordedTrial, ...]

    @property
    def timed(self) -> list[RecordedTrial]:
        """The trials that are ok."""
        return [trial for trial in self.trials if trial.ok]

    @property
    def failed(self) -> list[RecordedTrial]:
        """The others."""
        return [trial for trial in self.trials if not trial.ok]

    @property
    def best(self) -> RecordedTrial | None:
        """The fastest point; None where none is ok."""
        return min(self.timed, key=lambda trial: trial.seconds, default=None)

    @property
    def best_so_far(self) -> list[float]:
        """The shortest time after each trial, in seconds; infinite before the first that is ok."""
        return list(accumulate((trial.seconds for trial in self.trials), min))

    @property
    def searched(self) -> float | None:
        """Seconds of searching until the last point was first done; None where the journal does not say."""
        return max((trial.after for trial in self.trials if trial.after is not None), default=None)

    def of_kernel(self, kernel: str) -> list[RecordedTrial]:
        """The trials of a kernel that are ok."""
        return [trial for trial in self.timed if trial.kernel == kernel]

    @property
    def kernels(self) -> list[str]:
        """The kernels that were timed, the one with the most points first."""
        counts: dict[str, int] = {}
        for trial in self.timed:
            counts[trial.kernel] = counts.get(trial.kernel, 0) + 1
        return sorted(counts, key=lambda name: (-counts[name], name))


def search_in(path: Path) -> RecordedSearch:
    """The search that a journal is of.

    Raises:
        DatabaseError: it is no journal.
    """
    key, memory = read_journal(path)
    return RecordedSearch(
        path.stem,
        key.get("device", ""),
        key.get("platform", ""),
        key.get("driver", ""),
        work_from_key(key.get("problem", "")),
        tuple(_trials(memory)),
    )


def read_searches(folder: Path) -> tuple[list[RecordedSearch], list[str]]:
    """The searches in a folder of journals, and a sentence for each file that cannot be read.

    Searches without a trial are left out. A folder that is missing has none.
    """
    searches, complaints = [], []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            search = search_in(path)
        except DatabaseError as error:
            complaints.append(str(error))
            continue
        if search.trials:
            searches.append(search)
    searches.sort(key=_order)
    return searches, complaints


def _order(search: RecordedSearch) -> tuple[object, ...]:
    """Class by class, the smallest size first; helpers last."""
    return (*search.work.order, search.driver, search.name)


def _trials(memory: Memory) -> Iterable[RecordedTrial]:
    for name, point in memory.points.items():
        outcome = memory.known[name]
        parameters = {key: value for key, value in point.items() if key != "kernel"}
        yield RecordedTrial(
            str(point.get("kernel", "")),
            parameters,
            outcome.kind,
            outcome.median if outcome.kind == "ok" else math.inf,
            outcome.stage,
            outcome.message,
            memory.after.get(name),
        )
