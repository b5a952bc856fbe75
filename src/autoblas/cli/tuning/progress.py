"""Progress lines of searches and sweeps, and how ``tune`` ends where a signal breaks it off."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Self

import click
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from autoblas.cli.options import json_context
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import count_text, device_text, print_sentence, rate_text, time_text
from autoblas.cli.verbose import is_verbose
from autoblas.isolate.interruption import as_interrupts
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, RenderableType
    from rich.progress import Task

    from autoblas.devices.device import Facts
    from autoblas.plan.candidates import Candidate
    from autoblas.problems import Problem
    from autoblas.tuning import Point
    from autoblas.tuning import Progress as Trials

__all__ = [
    "Interrupted",
    "ProgressDisplay",
    "clock_text",
    "continuation",
    "print_interruption",
    "with_signal_status",
]


class _State(ProgressColumn):
    """State of a line's task, and its remaining time, which counts down between updates."""

    def render(self, task: Task) -> Text:
        """The state and the remaining time."""
        ends = task.fields.get("ends")
        when = "" if ends is None else f", {task.fields['about']}{clock_text(ends - time.monotonic())} left"
        return Text(f"{task.fields['state']}{when}")


class ProgressDisplay:
    """The lines of progress, where there is a terminal, and what is said before them.

    Args:
        console: Where they are shown.
        problems: Of a sweep, how many problems it has; None of a single search, which says first what is searched.
    """

    def __init__(self, console: Console, problems: int | None = None) -> None:
        self._console = console
        columns = (TextColumn("{task.description}"), BarColumn(bar_width=12), _State(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True)
        self._sweep = (
            None if problems is None else self._bar.add_task("sweep", total=problems, state="starting")
        )
        self._task: Any = None
        self._problem: Problem | None = None

    def __enter__(self) -> Self:
        if self._console.is_interactive:
            self._bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._console.is_interactive:
            self._bar.stop()

    @property
    def lines(self) -> RenderableType:
        """The lines as the terminal shows them now."""
        return self._bar.get_renderable()

    def sweep(self, done: int, total: int, remaining: float | None, about: str = "") -> None:
        """Bring the line of the sweep up to date.

        Args:
            done: Problems that need no further search.
            total: All problems.
            remaining: Seconds that are left of its time, or that it is expected to take where it has no limit.
            about: A word before these seconds, where they are no limit.
        """
        if self._sweep is not None:
            state = f"{done} of {total} problems"
            self._bar.update(self._sweep, completed=done, state=state, ends=_end(remaining), about=about)

    def start(self, problem: Problem, facts: Facts, points: list[Point], begin: list[Candidate]) -> None:
        """State what is searched, how many points are legal, and which come first."""
        if self._sweep is None:
            self._state(problem, facts, points, begin)
        self._problem = problem
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(problem.family, total=len(points), state="starting")

    def _state(self, problem: Problem, facts: Facts, points: list[Point], begin: list[Candidate]) -> None:
        counts: dict[str, int] = {}
        for point in points:
            counts[str(point["kernel"])] = counts.get(str(point["kernel"]), 0) + 1
        kernels = ", ".join(f"{name} {count}" for name, count in counts.items())
        if self._task is None:
            print_sentence(self._console, f"{written(problem)} on {device_text(facts)}")
        if is_verbose():
            print_sentence(
                self._console, f"{written(problem)}: {count_text(len(points), 'legal point')} ({kernels})"
            )
            recorded = sum(candidate.recorded for candidate in begin)
            suggested = count_text(len(begin) - recorded, "suggestion")
            print_sentence(
                self._console, f"first come {count_text(recorded, 'recorded point')} and {suggested}"
            )

    def show(self, progress: Trials) -> None:
        """Bring the line of the search up to date."""
        task = next(line for line in self._bar.tasks if line.id == self._task)
        total = task.total or 1
        remaining, about = progress.remaining, ""
        if remaining is None and progress.done:
            remaining, about = progress.elapsed / progress.done * (total - progress.done), "up to "
        failed = f", {progress.failures} failed" if progress.failures else ""
        best = "no result yet"
        if progress.best_seconds is not None and self._problem is not None:
            best = f"{time_text(progress.best_seconds)} = {rate_text(self._problem, progress.best_seconds)}"
        state = f"{progress.done} done, {best}{failed}"
        self._bar.update(self._task, completed=progress.done, state=state, ends=_end(remaining), about=about)


def _end(remaining: float | None) -> float | None:
    """When the time is over of which seconds are left."""
    return None if remaining is None else time.monotonic() + remaining


def clock_text(seconds: float) -> str:
    """A duration: ``45 s``, ``12:30``, ``1:02:30``."""
    whole = max(round(seconds), 0)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Interrupted(KeyboardInterrupt):
    """Ends a command that kept and printed its results before; only its exit status is set."""


def continuation(*, fresh: bool = False) -> str:
    """Advice on how to continue, as the end of a sentence.

    Args:
        fresh: The command is to measure again what is known.
    """
    return f"the same command {'without --fresh ' if fresh else ''}goes on"


def print_interruption() -> None:
    """Print that trials are kept, where no search was running that prints this itself."""
    click.echo(f"autoblas: interrupted; trials that were done are known: {continuation()}", err=True)


def with_signal_status(ctx: click.Context, invoke: Callable[[], Any]) -> Any:
    """Call a command, and end it with the status of the signal that broke it off: 130 for Ctrl-C, 143 for SIGTERM.

    Args:
        ctx: Where the command stands.
        invoke: Calls it.
    """
    with as_interrupts() as heard:
        try:
            return invoke()
        except Interrupted:  # which printed its summary
            ctx.exit(heard.status)
        except KeyboardInterrupt:  # before or after all that a search can keep by itself
            print_interruption()
            for_json = json_context(ctx)
            if for_json is not None:
                with for_json.scope(cleanup=False):
                    print_document(interrupted=True, problems=[])
            ctx.exit(heard.status)
