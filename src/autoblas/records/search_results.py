"""Results of a search, as files in every form hold them: device, problem, and the outcome of each point."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from autoblas.database import Place, Provenance, Record
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.problems.notation import words_of
from autoblas.records.files import NOTHING, LeftOut
from autoblas.tuning.journal import read_journal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from autoblas.tuning.outcome import Outcome

__all__ = ["MOST_RECORDS", "Found", "Trial", "Value", "found_in"]

MOST_RECORDS = 5
"""The fastest points of a file become records; the tuner keeps as many."""

Value: TypeAlias = str | int | bool | float
"""Values of parameters."""


@dataclass(frozen=True)
class Trial:
    """A point that was tried, with its outcome.

    Attributes:
        kernel: The kernel.
        parameters: Its parameters.
        outcome: Its outcome.
    """

    kernel: str
    parameters: Mapping[str, Value]
    outcome: Outcome


@dataclass(frozen=True)
class Found:
    """Results of a search.

    Attributes:
        place: Device with platform and driver; None where a file does not say it, since other forms name the device alone.
        device: Name of the device.
        platform: Its platform; empty where it is not said.
        driver: Its driver; empty where it is not said.
        problem: The problem that was tuned, as ``str`` writes it; empty where a file does not tell.
        date: When, in ISO 8601.
        version: Of autoblas; empty where another program searched.
        trials: Points with their outcomes.
        left_out: The entries that could not be read.
    """

    place: Place | None
    device: str
    platform: str
    driver: str
    problem: str
    date: str
    version: str
    trials: tuple[Trial, ...]
    left_out: LeftOut = NOTHING

    @property
    def words(self) -> tuple[str, str, tuple[int, ...]]:
        """Family, class and sizes of the problem."""
        return words_of(self.problem)

    @property
    def kernels(self) -> list[str]:
        """The kernels that were tried."""
        return list(dict.fromkeys(trial.kernel for trial in self.trials))

    def of_kernel(self, kernel: str) -> list[Trial]:
        """The trials of a kernel."""
        return [trial for trial in self.trials if trial.kernel == kernel]

    def best(self, count: int = MOST_RECORDS) -> list[Trial]:
        """The fastest points, by their median times."""
        timed = [trial for trial in self.trials if trial.outcome.kind == "ok"]
        return sorted(timed, key=lambda trial: trial.outcome.median)[:count]

    def records(self, path: Path, program: str) -> list[Record]:
        """The fastest points as records.

        Args:
            path: The file that they come from.
            program: Program that wrote it, for the records' note.

        Raises:
            DatabaseError: it does not say where, or of what problem; or a field has a value that it cannot have.
        """
        family, signature, sizes = self.words
        if self.place is None or not sizes:
            raise DatabaseError(
                path, "it does not say on which device, or for which problem, so that it gives no records"
            )
        timed = sum(trial.outcome.kind == "ok" for trial in self.trials)
        note = f"from {path.name}, which {program} wrote"
        try:
            provenance = Provenance(
                self.version or "unknown", self.date, "imported", timed, len(self.trials), note
            )
            return [
                Record(
                    place=self.place,
                    family=family,
                    signature=signature,
                    sizes=sizes,
                    kernel=trial.kernel,
                    parameters=dict(trial.parameters),
                    seconds=trial.outcome.median,
                    spread=trial.outcome.stdev,
                    samples=len(trial.outcome.seconds),
                    source=trial.outcome.source,
                    provenance=provenance,
                )
                for trial in self.best()
            ]
        except ArgumentError as error:
            raise DatabaseError(path, f"a field has a value that it cannot have: {error}") from error


def found_in(path: Path, places: Iterable[Place] = ()) -> Found:
    """Results in a journal.

    Args:
        path: The journal.
        places: Candidates for the journal's place, of which a journal records only some fields.

    Raises:
        DatabaseError: it is no journal.
    """
    key, memory = read_journal(path)
    device, platform, driver = (key.get(name, "") for name in ("device", "platform", "driver"))
    vectors = key.get("vectors", "")
    machine = next(
        (
            candidate
            for candidate in places
            if (candidate.device, candidate.platform, candidate.driver) == (device, platform, driver)
            and _vectors(candidate, vectors)
        ),
        None,
    )
    trials = []
    for name, point in memory.points.items():
        parameters = {word: value for word, value in point.items() if word != "kernel"}
        trials.append(Trial(str(point.get("kernel", "")), parameters, memory.known[name]))
    written = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC).isoformat(timespec="seconds")
    return Found(machine, device, platform, driver, key.get("problem", ""), written, "", tuple(trials))


def _vectors(machine: Place, description: str) -> bool:
    """True if a processor has the vectors that a journal names."""
    return (
        not description
        or not machine.vector_bytes
        or description == f"{machine.vector_registers} of {machine.vector_bytes} bytes"
    )
