"""Tasks of a worker that tunes for a cluster: the description of its device, and the search for one problem."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any, NamedTuple

from distributed import Event

from autoblas.database import data_path
from autoblas.devices.selftest.serving_device import select_device
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

__all__ = ["SearchResult", "WorkerDevice", "describe_device", "search"]


class WorkerDevice(NamedTuple):
    """The device of a worker.

    Attributes:
        kind: Description that equal devices share; their problems are divided among them.
        slot: Machine, folder of results, and device: one search at a time runs on them.
        name: Its name in sentences.
        facts: Its properties; None where it cannot serve.
        version: The worker's version of autoblas.
        refusal: Why it cannot serve; empty where it can.
    """

    kind: str
    slot: str
    name: str
    facts: Facts | None
    version: str
    refusal: str = ""


class SearchResult(NamedTuple):
    """The result of a search.

    Attributes:
        records: The worker's records of the problem and of its helpers.
        evaluated: Trials that were run.
        replayed: Trials that came from the worker's journal.
        interrupted: True if it was told to stop.
        error: Why there are no records; empty where there are.
        final: True if no equal device would fare better.
    """

    records: tuple[Record, ...]
    evaluated: int = 0
    replayed: int = 0
    interrupted: bool = False
    error: str = ""
    final: bool = True


def describe_device(device: str | None) -> WorkerDevice:
    """The device of this process, once it has passed its self-test.

    Args:
        device: The device, as ``--device`` takes it; without it the process's default.
    """
    host = platform.node()
    try:
        facts = select_device(device).facts
    except AutoblasError as error:
        return WorkerDevice("", host, host, None, __version__, str(error))
    origin = place_of(facts)
    kind = (
        f"{origin.device} ({origin.platform}, {origin.driver}), {origin.vectors}, {facts.compute_units} units"
    )
    slot = f"{host} {data_path().parent} {exclusive_device(facts)}"
    return WorkerDevice(kind, slot, f"{facts.name} on {host}", facts, __version__)


def search(
    words: Mapping[str, Any],
    device: str | None,
    budget: Budget,
    stop: str,
    *,
    fixed: Mapping[str, Any],
    resume: bool,
) -> SearchResult:
    """Search for a problem's best kernels on this process's device; this machine's journal and results store the trials.

    Args:
        words: The problem, from its ``words()``.
        device: The device, as ``--device`` takes it; without it the process's default.
        budget: The limits of the search.
        stop: The name of an event of the cluster; once it is set, the search ends after its trial and stores its records.
        fixed: Parameters with fixed values.
        resume: True to take outcomes from this machine's journal.
    """
    problem, stopped = problem_from(words), Event(stop)

    def stop_if_set(_: Progress) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt

    try:
        report = tune(problem, device, budget, fixed=fixed, resume=resume, on_result=stop_if_set)
    except (ArgumentError, NoKernelError, NoLegalPointError) as error:
        return SearchResult((), error=str(error))
    except AutoblasError as error:
        return SearchResult((), error=f"{type(error).__name__}: {error}", final=False)
    reports = list(_with_helpers(report))
    problems = {(part.problem.family, part.problem.signature, part.problem.sizes) for part in reports}
    origin = place_of(report.facts)
    records = [
        record
        for record in user_results().records()
        if record.place == origin and (record.family, record.signature, record.sizes) in problems
    ]
    evaluated = sum(part.result.evaluated for part in reports)
    replayed = sum(part.result.replayed for part in reports)
    return SearchResult(tuple(records), evaluated, replayed, report.interrupted)


def _with_helpers(report: TuningReport) -> Iterator[TuningReport]:
    """A report and those of its helpers."""
    yield report
    for helper in report.helpers:
        yield from _with_helpers(helper)
