"""Results in the T4 form, which autotuners agreed on: all trials of a search, of all kernels.

The form is version 1.0.0 of github.com/odgaard/TuningSchema, branch T4, which Kernel Tuner's package has as a schema of
JSON. A result has a configuration, times, an objective, and whether it was correct or how it failed. Times are in
milliseconds here, as Kernel Tuner writes them; the form names no unit for ``runtimes``. The kernel is one of the
parameters. What the form has no words for stands in a member ``autoblas``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.records.files import converted, sound
from autoblas.records.kernel_tuner import About, about, seconds_in
from autoblas.records.search_results import Found, Trial
from autoblas.tuning.outcome import Outcome

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["VERSION", "t4_in", "t4_text"]

VERSION = "1.0.0"
"""Version of the form."""

INVALIDITY = {
    "ok": "correct",
    "illegal": "constraints",
    "build failed": "compile",
    "wrong": "correctness",
    "timed out": "timeout",
    "crashed": "runtime",
}
"""The form's names for outcomes. Points that were abandoned are left out."""

KINDS = {invalidity: kind for kind, invalidity in INVALIDITY.items()}


class _Times(msgspec.Struct):
    runtimes: list[float] = []
    compilation_time: float = 0.0
    compilation: float = 0.0


class _Measurement(msgspec.Struct):
    name: str = ""
    value: Any = None
    unit: str = ""


class _T4Result(msgspec.Struct):
    configuration: dict[str, Any]
    times: _Times
    invalidity: str
    measurements: list[_Measurement] = []
    message: str = ""
    stage: str = ""
    source: str = ""


class _T4File(msgspec.Struct):
    schema_version: Any
    results: list[Any]
    device: Any = ""
    autoblas: About | None = None


def t4_text(found: Found, version: str) -> str:
    """All trials of a search.

    Args:
        found: Results of the search.
        version: Of autoblas.
    """
    results = [_result(trial, found.date) for trial in found.trials if trial.outcome.kind != "abandoned"]
    file = {
        "schema_version": VERSION,
        "device": found.device,
        "autoblas": msgspec.to_builtins(about(found, version)),
        "results": results,
    }
    return json.dumps(file, indent=1, allow_nan=False) + "\n"


def _result(trial: Trial, date: str) -> dict[str, Any]:
    """A trial as the form has it."""
    outcome = trial.outcome
    times = [seconds * 1e3 for seconds in outcome.seconds]
    result: dict[str, Any] = {
        "timestamp": date,
        "configuration": {"kernel": trial.kernel, **trial.parameters},
        "objectives": ["time"],
        "times": {"compilation_time": outcome.build_seconds * 1e3, "runtimes": times, "framework": 0.0,
                  "search_algorithm": 0.0, "validation": 0.0},
        "invalidity": INVALIDITY[outcome.kind],
        "correctness": 1 if outcome.kind == "ok" else 0,
        "measurements": [{"name": "time", "value": outcome.median * 1e3, "unit": "ms"}] if times else [],
    }  # fmt: skip
    details = {"stage": outcome.stage, "message": outcome.message, "source": outcome.source}
    return result | {name: word for name, word in details.items() if word}


def t4_in(path: Path, held: dict[str, Any]) -> Found:
    """Results in a file of the T4 form, whoever wrote it.

    Args:
        path: The file.
        held: Its decoded content.

    Raises:
        DatabaseError: it is no such file.
    """
    file = converted(path, held, _T4File, "a file of results in the T4 form")
    trials, left_out = sound(path, enumerate(file.results), _trial)
    device = file.device if isinstance(file.device, str) else ""
    return (file.autoblas or About()).results(device, trials, left_out)


def _trial(entry: Any) -> Trial:
    """A result as a trial.

    Raises:
        ValueError: it is none.
    """
    result = msgspec.convert(entry, _T4Result)
    point = dict(result.configuration)
    kernel = point.pop("kernel", "")
    if not (
        isinstance(kernel, str)
        and all(isinstance(parameter, str | int | float) for parameter in point.values())
    ):
        raise ValueError("it has a parameter that is no number or word")
    return Trial(kernel, point, _outcome(result))


def _outcome(result: _T4Result) -> Outcome:
    """Outcome of a result.

    Raises:
        ValueError: it has no time though it is correct, or an unknown way to fail.
    """
    if result.invalidity not in KINDS:
        raise ValueError("it has an invalidity that the form does not know")
    kind = KINDS[result.invalidity]
    build = max(result.times.compilation_time, result.times.compilation, 0.0) / 1e3
    times: list[Any] = list(result.times.runtimes) or [
        measurement.value for measurement in result.measurements if measurement.name == "time"
    ]
    if kind != "ok":
        return Outcome(kind, (), result.stage, result.message or result.invalidity, result.source)  # type: ignore[arg-type]
    return Outcome("ok", seconds_in(times), source=result.source, build_seconds=build)
