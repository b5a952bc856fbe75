"""What a worker does for tuning over a cluster: says what its device is, and searches one problem there."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.database import data_path
from autoblas.devices.selftest.serving_device import chosen_one
from autoblas.errors import ArgumentError, AutoblasError, NoKernelError, NoLegalPointError
from autoblas.plan.results import place_of, user_results
from autoblas.problems import problem_from
from autoblas.tune.state import exclusive_device
from autoblas.tune.tune import tune
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.tune.tune import Budget, TuningReport
    from autoblas.tuning import Progress

__all__ = ["Found", "Station", "look", "search"]


class Station(NamedTuple):
    """A worker and its device.

    Attributes:
        kind: What equal devices have in common: problems are spread over those.
        seat: What one search at a time uses: the machine, its folder of results, and the device.
        name: What the device is called in sentences.
        facts: What it is; None where it cannot serve.
        version: Of autoblas there.
        refusal: Why it cannot serve; empty where it can.
    """

    kind: str
    seat: str
    name: str
    facts: Facts | None
    version: str
    refusal: str = ""


class Found(NamedTuple):
    """What became of a search.

    Attributes:
        records: What its worker knows now of the problem and of its helpers.
        evaluated: Trials that were run.
        replayed: Trials that the worker's journal knew.
        interrupted: It was told to stop.
        error: Why there are no records; empty where there are.
        final: No other device of this kind would fare better.
    """

    records: tuple[Record, ...]
    evaluated: int = 0
    replayed: int = 0
    interrupted: bool = False
    error: str = ""
    final: bool = True


def look(device: str | None) -> Station:
    """What the device of this process is, once it has proved itself.

    Args:
        device: The device, as ``--device`` takes it; without it the process's default.
    """
    host = platform.node()
    try:
        facts = chosen_one(device).facts
    except AutoblasError as error:
        return Station("", host, host, None, __version__, str(error))
    place = place_of(facts)
    kind = f"{place.device} ({place.platform}, {place.driver}), {place.vectors}, {facts.compute_units} units"
    seat = f"{host} {data_path().parent} {exclusive_device(facts)}"
    return Station(kind, seat, f"{facts.name} on {host}", facts, __version__)


def search(
    words: Mapping[str, Any],
    device: str | None,
    budget: Budget,
    stop: str,
    *,
    fixed: Mapping[str, Any],
    resume: bool,
) -> Found:
    """Search a problem on this process's device; what is measured goes to this machine's journal and results.

    Args:
        words: The problem, from its ``words()``.
        device: The device, as ``--device`` takes it; without it the process's default.
        budget: How, and how long.
        stop: The name of an event of the cluster; once it is set the search ends after its trial, and keeps what it has.
        fixed: Parameters held at a value.
        resume: What this machine's journal knows is not measured again.
    """
    from distributed import Event  # noqa: PLC0415  # a client of the worker is made at its first use

    problem, ended = problem_from(words), Event(stop)

    def heed(_: Progress) -> None:
        if ended.is_set():
            raise KeyboardInterrupt

    try:
        report = tune(problem, device, budget, fixed=fixed, resume=resume, on_result=heed)
    except (ArgumentError, NoKernelError, NoLegalPointError) as error:
        return Found((), error=str(error))
    except AutoblasError as error:
        return Found((), error=f"{type(error).__name__}: {error}", final=False)
    everything = list(_reports(report))
    asked = {(each.problem.family, each.problem.signature, each.problem.sizes) for each in everything}
    place = place_of(report.facts)
    records = [
        record
        for record in user_results().records()
        if record.place == place and (record.family, record.signature, record.sizes) in asked
    ]
    evaluated = sum(each.result.evaluated for each in everything)
    replayed = sum(each.result.replayed for each in everything)
    return Found(tuple(records), evaluated, replayed, report.interrupted)


def _reports(report: TuningReport) -> Iterator[TuningReport]:
    yield report
    for helper in report.helpers:
        yield from _reports(helper)
