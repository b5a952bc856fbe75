"""Times that time models are fitted to: of points in journals of searches, and in files of times."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.kernels import kernels
from autoblas.problems.notation import problem_called, words_of
from autoblas.records.search_results import found_in
from autoblas.records.timings import has_timings, read_timings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["Sample", "device_in", "samples_in"]


class Sample(NamedTuple):
    """A point that was timed.

    Attributes:
        kernel: The kernel's name.
        params: The point.
        problem: The problem.
        seconds: Its median time.
    """

    kernel: str
    params: Any
    problem: Problem
    seconds: float

    @property
    def judges(self) -> bool:
        """Its shape is one of those that judge."""
        return hashlib.sha256(str(self.problem).encode()).digest()[0] % 3 == 0


def samples_in(files: Iterable[Path], f: Facts) -> list[Sample]:
    """The timed points of a device, of kernels with a model, in journals of searches and in files of times.

    Raises:
        DatabaseError: a file is neither.
    """
    return [
        sample
        for path in files
        for timed in (_recorded(path, f) if has_timings(path) else _searched(path, f))
        if (sample := _sample(*timed, f)) is not None
    ]


def _searched(path: Path, f: Facts) -> Iterator[tuple[Problem | None, str, Mapping[str, Any], float]]:
    """The problem of a journal with the points that were timed: kernels, parameters and seconds."""
    search = found_in(path)
    problem = problem_called(*search.words)
    if (search.device, search.platform) == (f.name, f.platform):
        for trial in search.trials:
            if trial.outcome.kind == "ok":
                yield problem, trial.kernel, trial.parameters, trial.outcome.median


def _recorded(path: Path, f: Facts) -> Iterator[tuple[Problem | None, str, Mapping[str, Any], float]]:
    """The same of a file of times."""
    for timed in read_timings(path):
        if (timed.facts.name, timed.facts.platform) == (f.name, f.platform):
            problem = problem_called(*words_of(timed.problem))
            for kernel, values, microseconds in timed.points:
                yield problem, kernel, values, microseconds / 1e6


def _sample(
    problem: Problem | None, name: str, values: Mapping[str, Any], seconds: float, f: Facts
) -> Sample | None:
    """A point with its time; None where it is not legal any more, or has no model."""
    kernel = kernels().get(name)
    if problem is None or kernel is None or kernel.predict is None:
        return None
    params = kernel.space.point(dict(values))
    if kernel.refusal(params, problem, f) is not None or kernel.expected(params, problem, f) is None:
        return None
    return Sample(name, params, problem, seconds)


def device_in(files: Iterable[Path]) -> Facts | None:
    """The device of the first file of times among these; None where there is none."""
    timed = (problem.facts for path in files if has_timings(path) for problem in read_timings(path))
    return next(timed, None)
