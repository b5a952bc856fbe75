"""Cache files of Kernel Tuner (B. van Werkhoven, Future Gener. Comput. Syst. 90, 2019): all trials of one kernel.

A cache is an object of JSON whose last member, ``cache``, has an entry for each point, named by the values of its
parameters with commas between them. Times are in milliseconds; a point that failed has the name of an error in their
place. Kernel Tuner 1.5 closes the text of a file that does not end in ``}}}`` or in two braces on lines of their own, so
that nothing may follow ``cache``. What its form has no words for stands in a member ``autoblas``, which it passes over.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.database import Place  # noqa: TC001 -- msgspec asks for the annotation
from autoblas.records.files import LeftOut, converted, printable, sound
from autoblas.records.search_results import Found, Trial, Value
from autoblas.tuning.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

__all__ = ["LONGEST", "About", "about", "cache_in", "cache_text", "outcome_of", "seconds_in"]

ERRORS = {
    "illegal": "InvalidConfig",
    "build failed": "CompilationFailedConfig",
    "wrong": "RuntimeFailedConfig",
    "timed out": "RuntimeFailedConfig",
    "crashed": "RuntimeFailedConfig",
}
"""Kernel Tuner's names for the ways to fail. Points that were abandoned are left out."""

KINDS = {
    "InvalidConfig": ("illegal", "source"),
    "CompilationFailedConfig": ("build failed", "build"),
    "RuntimeFailedConfig": ("crashed", "time"),
    "ErrorConfig": ("crashed", "time"),
}
"""Outcome and stage for each name of Kernel Tuner's; of several outcomes with one name, one stands for all."""

LONGEST = 1e12
"""Milliseconds; no launch takes thirty years."""


class About(msgspec.Struct):
    """Data of a search that other projects' forms have no members for.

    Attributes:
        version: Version of autoblas.
        date: When it was searched, in ISO 8601.
        problem: The problem that was tuned, as ``str`` writes it.
        platform: The device's platform.
        driver: Its driver.
        place: Device with platform and driver, as records have it.
    """

    version: str = ""
    date: str = ""
    problem: str = ""
    platform: str = ""
    driver: str = ""
    place: Place | None = None

    def results(self, device: str, trials: Iterable[Trial], left_out: LeftOut) -> Found:
        """Results of the search on a device.

        Args:
            device: Name of the device.
            trials: Points with their outcomes.
            left_out: The entries that could not be read.
        """
        return Found(
            self.place, device, self.platform, self.driver, self.problem, self.date, self.version, tuple(trials), left_out
        )  # fmt: skip


class _Cache(msgspec.Struct):
    device_name: str
    kernel_name: str
    tune_params_keys: list[str]
    cache: dict[str, Any]
    autoblas: About | None = None


def about(search: Found, version: str) -> About:
    """Additional data of a search."""
    return About(version, search.date, search.problem, search.platform, search.driver, search.place)


def cache_text(found: Found, kernel: str, version: str) -> str:
    """A cache of the points of a kernel.

    Args:
        found: Results of a search.
        kernel: The kernel, of which there is a point.
        version: Of autoblas.
    """
    trials = [trial for trial in found.of_kernel(kernel) if trial.outcome.kind != "abandoned"]
    names = list(dict.fromkeys(name for trial in trials for name in trial.parameters))
    values: dict[str, dict[tuple[str, Value], Value]] = {name: {} for name in names}  # True is no 1
    entries = {}
    for trial in trials:
        point = {name: trial.parameters.get(name, "") for name in names}
        for name, value in point.items():
            values[name][type(value).__name__, value] = value
        entries[",".join(map(str, point.values()))] = _entry(trial.outcome, point, found.date)
    head = {
        "device_name": found.device,
        "kernel_name": kernel,
        "problem_size": list(found.words[2]),
        "tune_params_keys": names,
        "tune_params": {name: sorted(distinct.values(), key=_order) for name, distinct in values.items()},
        "objective": "time",
        "autoblas": msgspec.to_builtins(about(found, version)),
        "cache": entries,
    }
    return json.dumps(head, indent="", allow_nan=False)


def _order(value: Value) -> tuple[bool, float, str]:
    """Numbers by their size, then words."""
    return (isinstance(value, str), 0.0 if isinstance(value, str) else value, str(value))


def _entry(outcome: Outcome, point: Mapping[str, Any], date: str) -> dict[str, Any]:
    """The entry of a point and its outcome."""
    times = [seconds * 1e3 for seconds in outcome.seconds]
    entry = dict(point)
    entry["time"] = outcome.median * 1e3 if times else ERRORS[outcome.kind]
    if times:
        entry["times"] = times
    entry |= {"compile_time": outcome.build_seconds * 1e3, "verification_time": 0.0, "benchmark_time": math.fsum(times),
              "strategy_time": 0.0, "framework_time": 0.0, "timestamp": date}  # fmt: skip
    details = {
        "outcome": outcome.kind,
        "stage": outcome.stage,
        "message": outcome.message,
        "source": outcome.source,
    }
    return entry | {name: word for name, word in details.items() if word and word != "ok"}


def cache_in(path: Path, held: dict[str, Any]) -> Found:
    """Results in a cache, whoever wrote it.

    Args:
        path: The file.
        held: Its decoded content.

    Raises:
        DatabaseError: it is no such cache.
    """
    file = converted(path, held, _Cache, "a cache of Kernel Tuner")

    def trial(entry: Any) -> Trial:
        if not isinstance(entry, dict):
            raise ValueError("it is no object")  # noqa: TRY004 -- of a file, not of a caller
        point: dict[str, Value] = {
            key: entry[key] for key in file.tune_params_keys if isinstance(entry.get(key), str | int | float)
        }
        if len(point) < len(set(file.tune_params_keys)):
            raise ValueError("it lacks a parameter, or has one that is no number or word")
        return Trial(file.kernel_name, point, outcome_of(entry))

    trials, left_out = sound(path, file.cache.items(), trial)
    return (file.autoblas or About()).results(file.device_name, trials, left_out)


def outcome_of(entry: Mapping[str, Any]) -> Outcome:
    """Outcome of an entry: its times, in milliseconds, or an error.

    Raises:
        ValueError: it has neither.
    """
    time, times = entry.get("time"), entry.get("times")
    error = next(
        (word for word in (time, entry.get("__error__")) if isinstance(word, str) and word in KINDS), None
    )
    if error is not None:
        kind, stage = KINDS[error]
        kind, stage = _text(entry, "outcome") or kind, _text(entry, "stage") or stage
        return Outcome(kind, (), stage, _text(entry, "message") or error, _text(entry, "source"))  # type: ignore[arg-type]
    seconds = seconds_in(times if isinstance(times, list) and times else [time])
    build = entry.get("compile_time", 0.0)
    spent = build / 1e3 if isinstance(build, int | float) and 0 <= build < LONGEST else 0.0
    return Outcome("ok", seconds, source=_text(entry, "source"), build_seconds=spent)


def seconds_in(times: Sequence[Any]) -> tuple[float, ...]:
    """Milliseconds of others in seconds.

    Raises:
        ValueError: one of them is no time that a launch can take.
    """
    for time in times:
        if not (isinstance(time, int | float) and not isinstance(time, bool) and 0 < time < LONGEST):
            raise ValueError(f"it has a time that is none, {printable(repr(time))}")
    return tuple(time / 1e3 for time in times)


def _text(entry: Mapping[str, Any], name: str) -> str:
    """A word of an entry; empty where it is none."""
    word = entry.get(name)
    return word if isinstance(word, str) else ""
