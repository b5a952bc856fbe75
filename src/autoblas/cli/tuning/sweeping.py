"""A sweep of ``autoblas tune``: searches of many problems in the order of what they are expected to gain."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import count_text, device_text, print_sentence, time_text
from autoblas.cli.tuning.progress import Interrupted, ProgressDisplay, clock_text, continuation
from autoblas.cli.tuning.search import MODEL_SECONDS, budget_of, gain, report_document, speedup, speedup_text
from autoblas.devices.selftest.serving_device import select_device
from autoblas.errors import ArgumentError, NoKernelError, NoLegalPointError
from autoblas.plan.candidates import kernels_for
from autoblas.plan.fit import TRIAL, refuse_what_does_not_fit
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import written
from autoblas.tune.expectation import expected_gain
from autoblas.tune.state import FinishedSearches
from autoblas.tune.sweep import Sweep
from autoblas.tune.task import must_have_work
from autoblas.tune.tune import TuningReport, tune

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.tune.sweep import Turn, Wanted
    from autoblas.tuning import Progress

__all__ = ["expected_remaining", "run_sweep"]


@dataclass
class _SweepOutcomes:
    """Outcomes of a sweep's problems.

    Attributes:
        reports: The searches of each, in order.
        failures: What went wrong, by problem.
        unsearched: Problems that were not searched at all, with the reason.
        not_begun: Problems that there was no time for.
        interrupted: The user broke the sweep off.
    """

    reports: dict[Problem, list[TuningReport]] = field(default_factory=dict)
    failures: dict[Problem, NoKernelError | NoLegalPointError] = field(default_factory=dict)
    unsearched: dict[Problem, str] = field(default_factory=dict)
    not_begun: int = 0
    interrupted: bool = False

    def speedup(self, problem: Problem) -> float:
        """Speedup of a problem over the time before the sweep; 1 where it is unknown."""
        ratios = [speedup(report) for report in self.reports.get(problem, ())]
        return math.prod(ratio for ratio in ratios if math.isfinite(ratio))


def run_sweep(
    wanted: Sequence[Wanted],
    device: str | None,
    *,
    strategy: str,
    seconds: float | None,
    fixed: Mapping[str, Any],
    fresh: bool,
    as_json: bool,
    strict: bool = True,
    took: float | None = None,
    further: Mapping[str, Any] | None = None,
    **how: Any,
) -> None:
    """Tune problems for as long as there is time, print a line for each search, and what all of them gained.

    Args:
        wanted: The problems.
        device: The device, as ``--device`` takes it.
        strategy: How each is searched.
        seconds: Seconds in total; None for as long as the searches go on.
        fixed: Parameters held at a value.
        fresh: Take no notice of what is known.
        as_json: Print one object at the end, and nothing else.
        strict: What does not fit the device, or has no kernel, is an error.
        took: Seconds that the calls took, whose shares the weights are; None where weights are no times.
        further: Further keys of the object.
        how: Further options of searches.

    Raises:
        ArgumentError: a problem does not fit, or no kernel has what is fixed.
        NoLegalPointError: a problem could not be tuned, after all others were.
        Interrupted: the user broke it off, and was told what is kept.
    """
    facts, outcomes, started = select_device(device).facts, _SweepOutcomes(), time.perf_counter()
    fitting = _fitting(wanted, facts, fixed, outcomes, strict=strict)
    finished = FinishedSearches(facts, strategy)
    finished_before = frozenset[str]() if fresh or fixed else finished.problems()
    before = [entry.problem for entry in fitting if str(entry.problem) in finished_before]
    limit = MODEL_SECONDS if strategy == "model" else None
    sweep = Sweep(fitting, lambda problem: expected_gain(problem, facts), before, limit)
    console = Console(highlight=False, quiet=as_json)
    _begin(console, facts, len(fitting), sweep.done)
    searches = _SweepSearches(device, strategy, fixed, fresh, how, sweep, outcomes, finished, console)
    searches.run(started, seconds)
    figures = _summary(sweep, outcomes, time.perf_counter() - started, took)
    if as_json:
        documents = [_entry_document(entry, outcomes, facts) for entry in wanted]
        content = {
            "interrupted": outcomes.interrupted,
            "results": str(user_results().path),
            "problems": documents,
        }
        print_document(facts, **content, **figures, **(further or {}))
    else:
        _conclude(console, sweep, outcomes, figures, fresh=fresh)
    if outcomes.interrupted:
        raise Interrupted
    if strict and outcomes.failures:
        raise list(outcomes.failures.values())[-1]


@dataclass(frozen=True)
class _SweepSearches:
    """The searches of a sweep, one after the other.

    Attributes:
        device: The device, as ``--device`` takes it.
        strategy: How each is searched.
        fixed: Parameters held at a value.
        fresh: Take no notice of what was known before the sweep.
        how: Further options of searches.
        sweep: Which search comes next.
        course: Outcomes of the problems.
        finished: Where searches are noted that came to their end.
        console: Where a line is printed for each.
    """

    device: str | None
    strategy: str
    fixed: Mapping[str, Any]
    fresh: bool
    how: Mapping[str, Any]
    sweep: Sweep
    outcomes: _SweepOutcomes
    finished: FinishedSearches
    console: Console

    def run(self, started: float, seconds: float | None) -> None:
        """Hold searches until nothing is worth one, the time is over, or the user breaks them off.

        Args:
            started: When the sweep began, by ``time.perf_counter``.
            seconds: How long it may take; None without a limit.
        """
        sweep, outcomes, count = self.sweep, self.outcomes, len(self.sweep.wanted)
        with ProgressDisplay(self.console, count) as live:
            try:
                while not outcomes.interrupted:
                    spent = time.perf_counter() - started
                    remaining = None if seconds is None else seconds - spent
                    live.sweep(sweep.done, count, *expected_remaining(remaining, spent, sweep))
                    turn = sweep.next_turn(remaining)
                    if turn is None:
                        break
                    self._search(turn, live, None if seconds is None else started + seconds)
            except KeyboardInterrupt:  # between two searches
                outcomes.interrupted = True
        if sweep.time_is_up:
            outcomes.not_begun = sum(problem not in outcomes.reports for problem in sweep.open)

    def _search(self, turn: Turn, live: ProgressDisplay, ending: float | None) -> None:
        """Hold one search, and note what came of it.

        Args:
            turn: What is searched, and for how long.
            live: Shows it.
            ending: When the sweep ends, by ``time.perf_counter``.
        """
        outcomes, problem, begun = self.outcomes, turn.wanted.problem, time.perf_counter()
        within = None if ending is None else max(ending - begun, 0.0)
        budget = replace(budget_of(self.strategy, turn.seconds, self.how), within=within)
        first: list[float] = []

        def on_result(progress: Progress) -> None:
            if not (first or progress.replayed):
                first.append(time.perf_counter() - begun)
            live.show(progress)

        shown: dict[str, Any] = {"on_start": live.start, "on_result": on_result}
        resume = not self.fresh or problem in outcomes.reports
        try:
            report = tune(problem, self.device, budget, fixed=self.fixed, resume=resume, **shown)
        except (NoKernelError, NoLegalPointError) as error:  # the others may fare better
            outcomes.failures[problem] = error
            self.sweep.ended(problem, complete=True)
            click.echo(f"autoblas: {error}", err=True)
            return
        outcomes.interrupted = report.interrupted
        if report.finalists:
            outcomes.reports.setdefault(problem, []).append(report)
            print_sentence(self.console, f"{written(problem)}: {gain(report)}")
        complete = report.complete
        exhausted = budget.evaluations is not None and report.result.evaluated >= budget.evaluations
        spent, ended = time.perf_counter() - begun, complete or exhausted
        self.sweep.ended(
            problem, complete=ended, elapsed=spent, granted=turn.seconds, first=next(iter(first), None)
        )
        if complete and not self.fixed:
            self.finished.add(problem)


def _fitting(
    wanted: Sequence[Wanted],
    facts: Facts,
    fixed: Mapping[str, Any],
    outcomes: _SweepOutcomes,
    *,
    strict: bool,
) -> list[Wanted]:
    """The problems that the device has the memory and the kernels for; what others lack is said.

    Raises:
        ArgumentError: one does not fit, and that is an error.
    """
    fitting = []
    for entry in wanted:
        problem = entry.problem
        try:
            _check(problem, facts, fixed)
        except ArgumentError as error:
            if strict:
                raise
            outcomes.unsearched[problem] = str(error)
            click.echo(f"autoblas: {written(problem)} is left out; {error}", err=True)
        else:
            fitting.append(entry)
    return fitting


def _check(problem: Problem, facts: Facts, fixed: Mapping[str, Any]) -> None:
    """See that a problem can be searched.

    Raises:
        ArgumentError: it is empty, does not fit the memory there is, or no kernel has what is fixed.
    """
    must_have_work(problem)
    refuse_what_does_not_fit(problem, facts, TRIAL)
    kernels_for(problem, fixed)


def _summary(sweep: Sweep, outcomes: _SweepOutcomes, spent: float, took: float | None) -> dict[str, Any]:
    """The figures of a sweep."""
    ratios = [outcomes.speedup(problem) for problem in outcomes.reports]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
    weights = [(entry.weight, outcomes.speedup(entry.problem)) for entry in sweep.wanted]
    total = sum(weight for weight, _ in weights)
    share = sum(weight / ratio for weight, ratio in weights) / total if total > 0 else math.nan
    return {
        "seconds": spent,
        "searched": len(outcomes.reports),
        "finished": sweep.done - len(outcomes.failures),
        "failed": len(outcomes.failures),
        "not_begun": outcomes.not_begun,
        "times_as_fast": mean,
        "time_before": took,
        "time_share_left": share if took is not None else None,
    }


def expected_remaining(remaining: float | None, spent: float, sweep: Sweep) -> tuple[float | None, str]:
    """Seconds that a sweep will go on, as far as they are known, with a word before them.

    Args:
        remaining: Seconds that remain of its time, where that is limited.
        spent: What its searches took so far.
        sweep: State of the searches.
    """
    if remaining is not None:
        return remaining, ""
    seconds_per_turn = spent / sweep.turns if sweep.turns else sweep.limit
    if seconds_per_turn is None:
        return None, ""
    return seconds_per_turn * (len(sweep.wanted) - sweep.done), "about "


def _begin(console: Console, facts: Facts, problems: int, before: int) -> None:
    """Say which device is tuned for how many problems, and how many were searched to the end before."""
    also = f", {before} of them searched to the end before" if before else ""
    print_sentence(console, device_text(facts))
    print_sentence(console, f"{count_text(problems, 'problem')}{also}")


def _conclude(
    console: Console, sweep: Sweep, outcomes: _SweepOutcomes, figures: Mapping[str, Any], *, fresh: bool
) -> None:
    """Print the summary of a sweep."""
    word = "Interrupted after" if outcomes.interrupted else "Done in"
    console.print(
        f"{word} {clock_text(figures['seconds'])}; results are in {user_results().path}", soft_wrap=True
    )
    unfinished = len(sweep.wanted) - sweep.done
    open_words = f"; {unfinished} may gain more: {continuation(fresh=fresh)}" if unfinished else ""
    verb = "is" if len(sweep.wanted) == 1 else "are"
    problems = count_text(len(sweep.wanted), "problem")
    print_sentence(console, f"{figures['finished']} of {problems} {verb} searched to the end{open_words}")
    if outcomes.not_begun:
        hint = "" if outcomes.reports else "; a first trial takes more --seconds"
        print_sentence(console, f"the time is up; {outcomes.not_begun} of {problems} were not begun{hint}")
    faster = [problem for problem in outcomes.reports if outcomes.speedup(problem) > 1]
    if outcomes.reports:
        mean = f", {speedup_text(figures['times_as_fast'])} before (geometric mean of those searched)"
        print_sentence(
            console, f"{len(faster)} of {len(outcomes.reports)} searched are faster{mean if faster else ''}"
        )
    if figures["time_before"] and faster:
        before, share = figures["time_before"], figures["time_share_left"]
        print_sentence(
            console, f"calls that took {time_text(before)} are expected to take {time_text(before * share)}"
        )


def _entry_document(entry: Wanted, outcomes: _SweepOutcomes, facts: Facts) -> dict[str, Any]:
    """A problem of a sweep as JSON can hold it: its last search, and what it gained in all."""
    reports = outcomes.reports.get(entry.problem, [])
    document = report_document(reports[-1]) if reports else {"problem": written(entry.problem)}
    error = outcomes.failures.get(entry.problem)
    expected = expected_gain(entry.problem, facts)
    return {
        **document,
        "weight": entry.weight,
        "searches": len(reports),
        "times_as_fast": outcomes.speedup(entry.problem) if reports else None,
        "expected": {"seconds": expected.now, "ratio": expected.ratio, "reason": expected.reason},
        "error": outcomes.unsearched.get(entry.problem) if error is None else str(error),
    }
