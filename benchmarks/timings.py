"""Times of points of drawn products on a device, which ``autoblas fit`` fits time models to.

    python -m benchmarks.timings OUT --device cuda --seconds 480 --seed 1

OUT grows with every run; another seed draws other shapes. Processes compile for a card while one point at a time is timed.
"""

from __future__ import annotations

import itertools
import os
import random
import statistics
import time
from collections import deque
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from autoblas.devices.backends import device_on
from autoblas.devices.cuda.backend import NO_WARNINGS
from autoblas.devices.cuda.compiler import compiled
from autoblas.devices.named import hardware_called, is_card
from autoblas.emit.cuda_c import program
from autoblas.errors import BuildError, LaunchError
from autoblas.kernels import serving
from autoblas.kernels.space import parameters
from autoblas.plan.bound import steps_of
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.orientation import orientations
from autoblas.precision import TYPES
from autoblas.problems import Matmul
from autoblas.records.timings import write_device, write_problem
from autoblas.tune.evaluator import KernelEvaluator
from autoblas.tuning import measure
from benchmarks.cases.group import Choice as Draw
from benchmarks.cases.products import drawn
from benchmarks.operands import work_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.devices.device import Device, Facts
    from autoblas.problems import Accuracy, Order

KINDS: tuple[tuple[str, Accuracy], ...] = (
    ("float16", "standard"),
    ("bfloat16", "standard"),
    ("float32", "standard"),
    ("float32", "strict"),
    ("float32", "fast"),
    ("float64", "standard"),
    ("complex64", "standard"),
    ("complex128", "standard"),
)
"""Types and accuracies, drawn like shapes."""

ORDERS: dict[str, Order] = {"N": "row", "T": "col"}

SUGGESTED, DRAWN = 5, 4
"""Points of a kernel for a shape: the fastest by its model, and others."""

HOPELESS = 6
"""A drawn point is left out if the model expects that many times the time of the best one."""

MOST_FLOPS, MOST_BYTES = 2e11, 128e6
"""Work of a drawn product at most, so that operands and launches do not take most of the time."""

LAUNCHES = 9
"""Timed launches of a point."""

AHEAD = 3
"""Shapes whose points are compiled before their turn."""


class Job(NamedTuple):
    """A problem with its points, and the compilations under way."""

    problem: Matmul
    choices: list[Choice]
    compilations: list[Future[None]]


def problems(seed: int, facts: Facts) -> Iterator[Matmul]:
    """Drawn products in both orientations, without end."""
    rng = random.Random(seed)  # noqa: S311  # nothing is secret
    for number in itertools.count():
        for case in drawn(Draw(card=True, dtypes=("float32",), count=60, seed=1000 * seed + number)):
            flops, nbytes = work_of(case)
            if flops > MOST_FLOPS or nbytes > MOST_BYTES:
                continue
            dtype, accuracy = rng.choice(KINDS)
            a, b = (ORDERS[trans] for trans in case.trans)
            m, n, k = case.sizes
            q = Matmul(m, n, k, TYPES[dtype], a, b, accuracy=accuracy, pure=True)
            yield from orientations(q, facts)  # type: ignore[misc]


def choices_of(q: Matmul, facts: Facts, seed: int) -> Iterator[Choice]:
    """Points of every kernel with a model that serves a problem."""
    for kernel in serving(Matmul):
        if facts.kind not in kernel.made_for or kernel.predict is None or kernel.space.unmet(q, facts):
            continue
        suggested = list(itertools.islice(dict.fromkeys(kernel.legal_suggestions(q, facts)), SUGGESTED))
        others = kernel.space.sample(q, facts, len(suggested) + 2 * DRAWN, seed=seed, start=suggested)
        times = {p: kernel.expected(p, q, facts) for p in (*suggested, *others)}
        best = min((seconds for seconds in times.values() if seconds is not None), default=0.0)
        useful = [p for p, seconds in times.items() if seconds is not None and seconds <= HOPELESS * best]
        for params in useful[: SUGGESTED + DRAWN]:
            yield with_helpers(Choice(q, kernel, params, "being timed"), facts)


def compile_text(text: str, flags: tuple[str, ...], capability: tuple[int, int]) -> None:
    """Compile a program for a card, in a process of its own, into the cache on disk; one that fails is built again."""
    with suppress(BuildError):
        compiled(text, flags, capability)


def jobs(device: Device, seed: int, pool: Executor | None) -> Iterator[Job]:
    """Problems whose compilations have begun."""
    for number, q in enumerate(problems(seed, device.facts)):
        choices = list(choices_of(q, device.facts, number))
        futures = []
        if pool is not None:
            steps = [step.choice for choice in choices for step in steps_of(choice)]
            texts = {x.kernel.written(x.params, x.problem, device.dialect) for x in steps}
            futures = [
                pool.submit(
                    compile_text, program(text), (NO_WARNINGS, *flags), device.facts.compute_capability
                )
                for text, flags in texts
            ]
        yield Job(q, choices, futures)


def ahead(items: Iterable[Job], count: int) -> Iterator[Job]:
    """The same, each taken when ``count`` behind it were begun."""
    waiting: deque[Job] = deque()
    for item in items:
        waiting.append(item)
        if len(waiting) > count:
            yield waiting.popleft()


def timed(job: Job, device: str, until: float) -> Iterator[tuple[str, Any, float]]:
    """Kernels, parameters and median seconds of the points of a problem, until a time on the clock."""
    evaluator = KernelEvaluator(job.problem, device)
    for choice in job.choices:
        point = {"kernel": choice.kernel.name, **parameters(choice.params)}
        try:
            candidate = evaluator.prepare(point)
            candidate.build()
            seconds = measure(candidate.run, trials=LAUNCHES, at_most=until)
        except (BuildError, LaunchError) as error:
            click.echo(f"{job.problem}: {choice.kernel.name} {choice.params}: {error}", err=True)
            continue
        yield choice.kernel.name, choice.params, statistics.median(seconds)
        if time.perf_counter() > until:
            return


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--device", default="cuda", help="As AUTOBLAS_DEVICE takes it.")
@click.option("--seconds", type=float, default=480.0, help="Of the whole run.")
@click.option("--seed", type=int, default=1, help="Of shapes and points.")
@click.option(
    "--processes", type=int, default=max((os.cpu_count() or 1) - 3, 1), help="That compile for a card."
)
def main(out: Path, device: str, seconds: float, seed: int, processes: int) -> None:
    """Append times of points of drawn products to OUT."""
    until, shapes, points = time.perf_counter() + seconds, 0, 0
    hardware = hardware_called(device)
    opened = device_on(hardware)
    compilers = ProcessPoolExecutor(processes, get_context("spawn")) if is_card(hardware) else None
    with compilers or nullcontext(), out.open("a", encoding="utf-8") as file:
        write_device(file, opened.facts, f"benchmarks.timings, seed {seed}")
        for job in ahead(jobs(opened, seed, compilers), AHEAD):
            for future in job.compilations:
                future.result()
            times = list(timed(job, device, until))
            write_problem(file, job.problem, times)
            shapes, points = shapes + 1, points + len(times)
            if job.choices and not times:
                raise click.ClickException(f"nothing was timed of {job.problem}")
            if time.perf_counter() > until:
                break
        if compilers is not None:
            compilers.shutdown(wait=False, cancel_futures=True)
    click.echo(f"{out}: {shapes} shapes and {points} points more")


if __name__ == "__main__":
    main()
