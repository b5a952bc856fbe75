"""One search of ``autoblas tune``: its options, its ranking, and what was gained over what was served before."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from rich.console import Console

from autoblas import tuning
from autoblas.cli.options import Seconds, Whole, device_option, fixed_option, json_option, with_options
from autoblas.cli.output.documents import print_document, problem_words
from autoblas.cli.output.text import (
    Columns,
    assignments,
    columns,
    count_text,
    gflops_text,
    print_sentence,
    span_text,
    speed_text,
    time_text,
    wrapped,
)
from autoblas.cli.tuning.progress import Interrupted, ProgressDisplay, continuation, print_interruption
from autoblas.cli.verbose import is_verbose
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import written
from autoblas.tune.results import launches_note
from autoblas.tune.state import FinishedSearches
from autoblas.tune.tune import STARTS_ONLY, Budget, TuningReport, tune

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.problems import Problem

__all__ = [
    "MODEL_SECONDS",
    "budget_of",
    "gain",
    "report_document",
    "search_options",
    "search_problems",
    "speedup",
    "speedup_text",
    "tune_and_print",
]

MODEL_SECONDS = 75.0
"""Default duration of the search with a model."""

LEAST_SHARE = 1.0
"""Seconds for the problems of a call whose time is up, so that each has one trial."""


def search_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``tune_and_print`` takes beside the problem: the device, and how the search is run."""
    options = (
        device_option,
        click.option(
            "--strategy",
            type=click.Choice([*tuning.STRATEGIES, STARTS_ONLY]),
            default="model",
            show_default=True,
            help="How to search; the guide on tuning describes the strategies.",
        ),
        click.option(
            "--seconds",
            type=Seconds(min=0, min_open=True),
            help="Seconds that all of it takes, also of several problems.  [default: 75 of trials a problem for model, "
            "else no limit]",
        ),
        click.option("--evaluations", type=Whole(min=1), help="Maximum number of trials of a problem."),
        click.option(
            "--trials", type=Whole(min=1), default=5, show_default=True, help="Timed launches per trial."
        ),
        click.option(
            "--top",
            type=Whole(min=1),
            default=5,
            show_default=True,
            help="Lines of the ranking to print; with --strategy probe, points that survive a round.",
        ),
        click.option(
            "--seed", type=Whole(min=0), default=0, show_default=True, help="Seed of the random choices."
        ),
        click.option(
            "--limit",
            type=Seconds(min=0.1),
            default=60.0,
            show_default=True,
            help="Seconds that a candidate may take to compile, and again to run.",
        ),
        fixed_option,
        click.option(
            "--fresh", is_flag=True, help="Try points again that earlier runs tried, also those that failed."
        ),
        json_option,
    )
    return with_options(function, options)


def search_problems(
    problems: Sequence[Problem], device: str | None, seconds: float | None, *, as_json: bool, **how: Any
) -> None:
    """Tune problems one after the other, each for its share of the time, and print what was found.

    Args:
        problems: The problems.
        device: The device, as ``--device`` takes it.
        seconds: For all of them; None for as long as the searches go on.
        as_json: Print one object at the end, and nothing else.
        how: The further arguments of ``tune_and_print``.

    Raises:
        Interrupted: the user broke it off, and was told what is kept.
    """
    promised = seconds is not None
    if seconds is None and how["strategy"] == "model":
        seconds = MODEL_SECONDS
    ending = None if seconds is None else time.perf_counter() + seconds
    reports: list[TuningReport] = []
    interrupted = False
    try:
        for index, problem in enumerate(problems):
            remaining = None if ending is None else ending - time.perf_counter()
            share = None if remaining is None else max(remaining, LEAST_SHARE) / (len(problems) - index)
            within = share if promised else None
            reports.append(
                tune_and_print(problem, device, seconds=share, as_json=as_json, within=within, **how)
            )
            if reports[-1].interrupted:
                interrupted = True
                break
    except KeyboardInterrupt:  # before the first trial, or between two searches
        interrupted = True
        print_interruption()
    if as_json:
        _print_reports(reports, interrupted=interrupted)
    if interrupted:
        raise Interrupted


def budget_of(strategy: str, seconds: float | None, how: Mapping[str, Any]) -> Budget:
    """Budget of a search, from its options."""
    if seconds is None and strategy == "model":
        seconds = MODEL_SECONDS
    options = {"top": how["top"]} if strategy == "probe" else {}
    return Budget(strategy, seconds, how["evaluations"], how["trials"], how["seed"], how["limit"], options)


def tune_and_print(
    problem: Any,
    device: str | None,
    strategy: str,
    seconds: float | None,
    fixed: Mapping[str, Any],
    *,
    fresh: bool,
    as_json: bool = False,
    within: float | None = None,
    **how: Any,
) -> TuningReport:
    """Tune a problem and print what was found, unless all of it is printed as JSON later.

    Args:
        problem: The problem.
        device: The device, as ``--device`` takes it.
        strategy: How it is searched.
        seconds: Seconds of trials.
        fixed: Parameters held at a value.
        fresh: Take no notice of what is known.
        as_json: Print nothing.
        within: Seconds that all of it may take; None for as long as it takes.
        how: Further options of searches.
    """
    console = Console(highlight=False, quiet=as_json)
    budget, started = budget_of(strategy, seconds, how), time.perf_counter()
    if within is not None:
        budget = replace(budget, within=within)
    with ProgressDisplay(console) as live:
        report = tune(
            problem, device, budget, fixed=fixed, resume=not fresh, on_start=live.start, on_result=live.show
        )
    if report.result.complete and not fixed:
        FinishedSearches(report.facts, strategy).add(problem)
    elapsed = time.perf_counter() - started
    print_ranking(console, report, how["top"], elapsed)
    for helper in report.helpers:
        if is_verbose():
            print_ranking(console, helper, 1)
        print_sentence(
            console, f"{HELPING.get(helper.problem.family, written(helper.problem))}: {_helper_text(helper)}"
        )
    console.print()
    for line in _closing_lines(report, elapsed, fresh=fresh):
        console.print(line, soft_wrap=True)
    return report


HELPING = {
    "pack": "packing of an operand",
    "split": "splitting of an operand",
    "texture": "copy of an operand to an image",
    "combine": "sum of partial products",
    "vector_sum": "sum of partial vectors",
    "finish": "sum of partial results",
    "copy_matrix": "copy of an operand",
}
"""Purposes of launches beside a product's own, by their family."""


def _helper_text(report: TuningReport) -> str:
    """Result of the search of a helper kernel, in few words."""
    if not report.finalists:
        return "nothing was measured"
    faster = speedup(report)
    change = (
        "unchanged" if report.unchanged else "" if math.isnan(faster) else f"{speedup_text(faster)} before"
    )
    return ", ".join(filter(None, (time_text(report.finalists[0].outcome.median), change)))


def _closing_lines(report: TuningReport, elapsed: float, *, fresh: bool) -> list[str]:
    """Lines on the gain, and on where results are kept."""
    path = user_results().path
    if report.interrupted:
        fate = (
            f"the best so far is kept in {path}"
            if report.finalists and report.recorded
            else "nothing is kept"
        )
        return [gain(report), f"Interrupted after {elapsed:.0f} s; {fate}; {continuation(fresh=fresh)}"]
    lines = wrapped(gain(report), columns())
    if report.finalists and report.recorded:
        use = "go on as before" if report.unchanged else "use it from now on"
        lines.append(f"calls of this size {use}; results are in {path}")
    return lines


SMALL_GAIN = 0.05
"""Speedups below one and this are given in percent, where a ratio of three digits would read as no gain."""

BUSY = 0.2
"""Spread of times, as a part of their median, from which on other programs had a part of the machine."""


def print_ranking(console: Console, report: TuningReport, top: int, took: float | None = None) -> None:
    """The ranking of the best points, and how the others failed.

    Args:
        console: The terminal.
        report: The search.
        top: Most lines of the ranking.
        took: Seconds of the search.
    """
    result, flops = report.result, report.problem.flops()
    lines = [(finalist.point, finalist.outcome) for finalist in report.finalists]
    finalists = [point for point, _ in lines]
    ranked = sorted(result.outcomes.items(), key=lambda entry: entry[1].median)
    lines += [
        (result.points[index], outcome)
        for index, outcome in ranked
        if outcome.kind == "ok" and result.points[index] not in finalists
    ]
    rates = [("GFLOP/s", 8), ("20 to 80 %", 16)] if flops else [("20 to 80 %", 16)]
    table = Columns([("point", 20), ("time", 9), *rates])
    if lines:
        console.print(f"\n{table.heading}", markup=False)
    for rank, (point, outcome) in enumerate(lines[:top], 1):
        low, median, high = (float(q) for q in np.quantile(outcome.seconds, (0.2, 0.5, 0.8)))
        spread = span_text(low, high)
        if flops:
            spread = f"{gflops_text(flops / high)} to {gflops_text(flops / low)}"
        cells = [time_text(median), *([gflops_text(flops / median)] if flops else []), spread]
        before = "  served before" if point == report.served else ""
        line = table.row(f"{rank:2d}. {point['kernel']}", *cells)
        console.print(f"{line}{before}", soft_wrap=True, markup=False)
        if is_verbose():
            parameters = assignments({name: value for name, value in point.items() if name != "kernel"})
            print_sentence(console, f"{count_text(len(outcome.seconds), 'launch')}; {parameters}", 4, 0)
    if len(report.finalists) > 1 and math.isfinite(report.finalists[0].ratio):
        print_sentence(
            console, "in the order of turns beside each other, which need not be that of these times"
        )
    if report.finalists and _unsteady(report.finalists[0].outcome.seconds):
        print_sentence(
            console, "This machine is busy: times of the best point differ by over 20 %; try again"
        )
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(result.counts().items()) if kind != "ok")
    replayed = f", {result.replayed} known before" if result.replayed else ""
    after = "" if took is None else f" in {took:.0f} s"
    print_sentence(
        console,
        f"{count_text(result.evaluated, 'trial')}{replayed}{'; ' + failures if failures else ''}{after}",
    )


def _unsteady(seconds: Sequence[float]) -> bool:
    """True if the 20 and 80 % quantiles differ by more than ``BUSY`` of the median."""
    low, median, high = (float(q) for q in np.quantile(seconds, (0.2, 0.5, 0.8)))
    return high - low > BUSY * median


def gain(report: TuningReport) -> str:
    """Gain over the point that was served before, in words."""
    problem = report.problem
    if not report.finalists:
        return "nothing was measured"
    best = report.finalists[0]
    speed = f"{speed_text(problem, best.outcome.median)}{_launches(report)}"
    if report.served is None:
        return f"{speed}; nothing was served before"
    if math.isnan(best.ratio):
        return f"{speed}; it did not take turns with what was served before"
    if report.unchanged:
        return f"kept what was served before: no point was faster by more than the noise; {speed}"
    before = next((finalist for finalist in report.finalists if finalist.point == report.served), None)
    if before is None or not math.isfinite(best.ratio) or best.ratio <= 0:
        return f"{speed}; what was served before failed"
    return f"{speedup_text(1 / best.ratio)} before: {speed}; before {time_text(before.outcome.median)}"


def _launches(report: TuningReport) -> str:
    """Note on the number of launches behind the best time; empty where they are enough."""
    note = launches_note(report.finalists[0].outcome)
    if not note:
        return ""
    return f" ({note}: {'more take too long' if report.recorded else 'too few to be kept'})"


def speedup_text(ratio: float) -> str:
    """A speedup in words that a speed follows: a percentage below 1.05, where a ratio would be rounded to 1.

    Args:
        ratio: The time before over the time now.
    """
    if abs(ratio - 1) < SMALL_GAIN:
        return f"{100 * abs(ratio - 1):.1f} % {'faster' if ratio >= 1 else 'slower'} than"
    return f"{ratio:.3g} times as fast as"


def speedup(report: TuningReport) -> float:
    """Speedup over the point that was served before: 1 where that stays, NaN where they were not compared."""
    if not report.finalists or report.served is None:
        return math.nan
    ratio = report.finalists[0].ratio
    return 1.0 if report.unchanged else 1 / ratio if 0 < ratio < math.inf else math.nan


def report_document(report: TuningReport) -> dict[str, Any]:
    """A search as JSON can hold it."""
    before = next((finalist for finalist in report.finalists if finalist.point == report.served), None)
    return {
        **problem_words(report.problem),
        "before": None if report.served is None else _point_document(report.served, before),
        "best": _point_document(report.finalists[0].point, report.finalists[0]) if report.finalists else None,
        "times_as_fast": speedup(report),
        "kept": report.unchanged,
        "trials": report.result.evaluated,
        "known_before": report.result.replayed,
        "outcomes": dict(sorted(report.result.counts().items())),
        "complete": report.result.complete,
        "interrupted": report.interrupted,
        "gain": gain(report),
        "helpers": [report_document(helper) for helper in report.helpers],
    }


def _point_document(point: Mapping[str, Any], timed: Any) -> dict[str, Any]:
    values = {name: value for name, value in point.items() if name != "kernel"}
    seconds = None if timed is None else timed.outcome.median
    return {"kernel": point["kernel"], "parameters": values, "seconds": seconds}


def _print_reports(reports: Sequence[TuningReport], *, interrupted: bool) -> None:
    """Print searches as one object."""
    facts = reports[0].facts if reports else None
    documents = [report_document(report) for report in reports]
    print_document(facts, interrupted=interrupted, results=str(user_results().path), problems=documents)
