"""``autoblas tune``: searches for the fastest kernel on a device, and keeps it."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, Self

import click
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from autoblas import tuning
from autoblas.cli.block_width import width_command
from autoblas.cli.crossover import crossover_command
from autoblas.cli.numbers import Seconds, Whole
from autoblas.cli.options import device_option, fixed_option, product_options, shapes_of
from autoblas.cli.routines.table import add_subcommands
from autoblas.cli.routines.usual import usual_problems
from autoblas.errors import NoKernelError, NoLegalPointError
from autoblas.precision import PRECISIONS
from autoblas.runtime.autotune.tune import STARTS_ONLY, Budget, Report, tune
from autoblas.runtime.results import user_results
from autoblas.runtime.serving_device import chosen_one

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.cli.options import Product
    from autoblas.cli.routines.routine import RoutineCall
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem
    from autoblas.runtime.candidates import Candidate
    from autoblas.tuning import Point

__all__ = ["command"]

MODEL_SECONDS = 75.0
"""Default duration of the search with a model."""

LEAST_SHARE = 1.0
"""Seconds for the problems of a call whose time is up, so that each has one trial."""


@click.group()
def command() -> None:
    """Search for the fastest kernel on a device."""


def search_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Pass what ``search`` takes beside the problem: the device, and how the search is run."""
    options = (
        device_option,
        click.option(
            "--strategy",
            type=click.Choice([*tuning.STRATEGIES, STARTS_ONLY]),
            default="model",
            show_default=True,
            help="How to search; docs/tuning.md describes the strategies.",
        ),
        click.option(
            "--seconds",
            type=Seconds(min=0, min_open=True),
            help="Seconds after which no new trial begins.  [default: 75 for model, else none]",
        ),
        click.option("--evaluations", type=Whole(min=1), help="Maximum number of trials."),
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
    )
    for option in reversed(options):
        function = option(function)
    return function


_SIZE = Whole(min=0)


@command.command("gemm")
@click.option("-m", type=_SIZE, multiple=True, help="Rows of A and C.  [default: as -n]")
@click.option(
    "-n",
    type=_SIZE,
    multiple=True,
    required=True,
    help="Columns of B and C. May be repeated, and so may -m and -k.",
)
@click.option("-k", type=_SIZE, multiple=True, help="Columns of A and rows of B.  [default: as -n]")
@product_options
@search_options
def gemm(m: tuple[int, ...], n: tuple[int, ...], k: tuple[int, ...], product: Product, **how: Any) -> None:
    """Tune C = alpha op(A) op(B) + beta C at one size or several, one after the other, and keep the best kernels.

    -n alone means square matrices. Candidates run in a separate process, so that one that crashes or hangs does not
    end the search, and each is checked before it is timed. Ctrl-C ends the run and keeps what was measured; the same
    command continues a run that was interrupted.
    """
    shapes = shapes_of(m, n, k)
    failures: list[NoLegalPointError] = []
    for shape in shapes:
        try:
            interrupted = tuned(product.problem(*shape), **how)
        except NoLegalPointError as error:  # the other sizes may fare better
            failures.append(error)
            if len(shapes) > 1:
                click.echo(f"autoblas: {error}", err=True)
        else:
            if interrupted:
                break
    if failures:
        raise failures[-1]


def search(
    call: RoutineCall, device: str | None, seconds: float | None, fixed: Mapping[str, Any], **how: Any
) -> None:
    """Tune the problems that a call consists of, each for its share of the time, and print what was found.

    Parameters that are held at a value are those of a kernel for the problem that takes the most work; the others are
    left alone then.
    """
    problems = call.problems(chosen_one(device).facts)[: 1 if fixed else None]
    if seconds is None and how["strategy"] == "model":
        seconds = MODEL_SECONDS
    ending = None if seconds is None else time.perf_counter() + seconds
    for place, problem in enumerate(problems):
        left = None if ending is None else ending - time.perf_counter()
        share = None if left is None else max(left, LEAST_SHARE) / (len(problems) - place)
        if tuned(problem, device=device, seconds=share, fixed=fixed, **how):
            break


def tuned(
    problem: Problem, device: str | None, strategy: str, seconds: float | None, evaluations: int | None,
    trials: int, top: int, seed: int, limit: float, fixed: Mapping[str, Any], *, fresh: bool,
) -> bool:  # fmt: skip
    """Tune a problem and print what was found; whether the user broke it off."""
    console = Console(highlight=False)
    options = {"top": top} if strategy == "probe" else {}
    if seconds is None and strategy == "model":
        seconds = MODEL_SECONDS
    budget = Budget(strategy, seconds, evaluations, trials, seed, limit, options)
    started = time.perf_counter()
    with Live(console) as live:
        report = tune(
            problem, device, budget, fixed=fixed, resume=not fresh, on_start=live.start, on_result=live.show
        )
    show(console, report, top)
    for helper in report.helpers:
        show(console, helper, 1)
    word = "Interrupted after" if report.interrupted else "Done in"
    console.print(f"{word} {time.perf_counter() - started:.0f} s; results are in {user_results().path}")
    return report.interrupted


@command.command("all")
@click.option(
    "--dtype",
    "dtypes",
    type=click.Choice([name for name, each in PRECISIONS.items() if each.kind != "integer"]),
    multiple=True,
    default=["float32", "float64"],
    show_default=True,
    help="Type of the elements. May be repeated.",
)
@device_option
@click.option(
    "--seconds",
    type=Seconds(min=0, min_open=True),
    default=600.0,
    show_default=True,
    help="Seconds in total, divided among the problems.",
)
@click.option("--evaluations", type=Whole(min=1), help="Maximum number of trials per problem.")
def everything(dtypes: tuple[str, ...], device: str | None, seconds: float, evaluations: int | None) -> None:
    """Tune every family of routines at usual sizes, each for its share of the time.

    Known measurements are used again. Time that a search does not need goes to the later ones. Ctrl-C ends the run
    and keeps what was measured.
    """
    facts = chosen_one(device).facts
    wanted = [problem for dtype in dtypes for problem in usual_problems(dtype, facts)]
    ending = time.perf_counter() + seconds
    for place, problem in enumerate(wanted):
        share = (ending - time.perf_counter()) / (len(wanted) - place)
        if share <= 0:
            click.echo(f"the time is up; {len(wanted) - place} of {len(wanted)} problems were not tuned")
            break
        try:
            interrupted = tuned(problem, device, "model", share, evaluations, 5, 1, 0, 60.0, {}, fresh=False)
        except (NoKernelError, NoLegalPointError) as error:  # the others may fare better
            click.echo(f"autoblas: {error}", err=True)
        else:
            if interrupted:
                break


class Live:
    """The line of progress, and what is said before it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[state]}"),
        )
        self._bar = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
        self._task: Any = None
        self._problem: Problem | None = None

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._bar.stop()

    def start(self, problem: Problem, facts: Facts, points: list[Point], begin: list[Candidate]) -> None:
        """State what is searched, how many points are legal, and which come first."""
        counts: dict[str, int] = {}
        for point in points:
            counts[str(point["kernel"])] = counts.get(str(point["kernel"]), 0) + 1
        kernels = ", ".join(f"{name} {count}" for name, count in counts.items())
        if self._task is None:
            self._console.print(f"{facts.name} ({facts.platform}, {facts.driver})")
        self._console.print(f"{problem}: {len(points)} legal points ({kernels})")
        recorded = sum(each.recorded for each in begin)
        self._console.print(f"first come {recorded} recorded points and {len(begin) - recorded} suggestions")
        self._problem = problem
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(problem.family, total=len(points), state="starting")

    def show(self, progress: tuning.Progress) -> None:
        """Bring the line up to date."""
        total = self._bar.tasks[0].total or 1
        left = "" if progress.remaining is None else f", {max(progress.remaining, 0):.0f} s left"
        if progress.remaining is None and progress.done:
            left = f", up to {progress.elapsed / progress.done * (total - progress.done):.0f} s left"
        failed = f", {progress.failures} failed" if progress.failures else ""
        best = (
            "no result yet" if progress.best_seconds is None else f"best {progress.best_seconds * 1e6:.0f} us"
        )
        if progress.best_seconds and self._problem is not None and self._problem.flops():
            best += f" = {self._problem.flops() / progress.best_seconds / 1e9:.1f} GFLOP/s"
        self._bar.update(
            self._task, completed=progress.done, state=f"{progress.done} done, {best}{failed}{left}"
        )


def show(console: Console, report: Report, top: int) -> None:
    """The ranking of the best points, whether the first of them is new, and how the others failed."""
    problem, flops = report.problem, report.problem.flops()
    lines = [line for each in report.finalists for line in tuning.rank([(each.point, each.outcome)], flops)]
    named = [line.point for line in lines]
    lines += [line for line in report.result.ranking(top, flops) if line.point not in named]
    console.print(f"[bold]{problem}[/bold]")
    for place, line in enumerate(lines[:top], 1):
        figures = f"median {line.seconds * 1e6:.1f} us, {line.trials} launches in {line.total_seconds:.3f} s"
        if flops:
            figures += f", mean {line.rate / 1e9:.1f} GFLOP/s, standard deviation {line.rate_stdev / 1e9:.1f}"
        parameters = " ".join(f"{name}={value}" for name, value in line.point.items() if name != "kernel")
        console.print(f"{place:2d}. {line.point['kernel']}: {figures}")
        console.print(Padding(parameters, (0, 0, 0, 4)))
    told = verdict(report)
    if told:
        console.print(told)
    result = report.result
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(result.counts().items()) if kind != "ok")
    known = f", {result.replayed} known before" if result.replayed else ""
    console.print(f"{result.evaluated} trials{known}{'; ' + failures if failures else ''}\n")


def verdict(report: Report) -> str:
    """Whether what is served changes; empty where nothing took turns with it."""
    if report.served is None or not report.finalists or math.isnan(report.finalists[0].ratio):
        return ""
    if report.kept:
        return "kept what was served before: no point was faster by more than the noise"
    ratio = report.finalists[0].ratio
    return f"takes {ratio:.2f} of the time of what was served before" if math.isfinite(ratio) else ""


command.add_command(width_command)
command.add_command(crossover_command)
add_subcommands(command, "Tune", search_options, search)
