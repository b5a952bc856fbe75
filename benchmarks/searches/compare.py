"""Searches side by side on recorded spaces, over many seeds and several processes."""

from __future__ import annotations

import functools
import json
import math
import multiprocessing
import os
import statistics
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoblas import tuning
from benchmarks.searches.peers import KERNEL_TUNER, OPTUNA, KernelTunerSpace, OptunaSpace
from benchmarks.searches.replay import Goal, replay
from benchmarks.searches.sources import space_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.searches.space import RecordedSpace

__all__ = ["compare"]

SPACES = Path(__file__).parent / "spaces"
SHARE, BUDGETS = 0.98, (10, 25, 50, 100)
"""The share of the optimum's speed that searches are to reach; and evaluations after which the table has shares."""
HEAD = (
    "| search | evaluations to 98 % | reached | after 10 | 25 | 50 | 100 | s to 98 % | own ms | ends after |"
)
PATIENT = "model"
STOPPING = "model as it ends"
USUAL = (
    PATIENT,
    STOPPING,
    *(name for name in tuning.STRATEGIES if name != PATIENT),
    *(f"Kernel Tuner {name}" for name in KERNEL_TUNER if find_spec("kernel_tuner")),
    *(f"Optuna {name}" for name in OPTUNA if find_spec("optuna")),
)
"""The searches of the table: autoblas's, and those of installed packages."""


_opened = functools.cache(space_at)
_for_kernel_tuner = functools.cache(lambda path: KernelTunerSpace(_opened(path)))
_for_optuna = functools.cache(lambda path: OptunaSpace(_opened(path)))


def measured(job: tuple[Path, str, int, int]) -> dict[str, Any]:
    """The result of a search on a space with a seed."""
    path, name, seed, most = job
    space = _opened(path)
    goal = Goal(space, SHARE, max(BUDGETS), most)
    if name.startswith("Kernel Tuner "):
        course = _for_kernel_tuner(path).replay(name.removeprefix("Kernel Tuner "), seed, goal)
    elif name.startswith("Optuna "):
        course = _for_optuna(path).replay(name.removeprefix("Optuna "), seed, goal)
    elif name == STOPPING:
        course = replay(PATIENT, space, seed, Goal(space, 1.0, most, most))
    else:
        patience = {"patience": len(space.points)} if name == PATIENT else {}
        course = replay(name, space, seed, goal, **patience)
    shares, reached = course.shares(space), course.reached(space, SHARE)
    return {
        "reached": reached,
        "wall": None if reached is None else course.wall(space, reached),
        "shares": [shares[min(n, len(shares)) - 1] for n in BUDGETS],
        "end": shares[-1],
        "evaluations": len(shares),
        "own": course.overhead[-1] / len(shares),
    }


def quartiles(values: Iterable[float | None], most: float = math.inf) -> tuple[float, float, float]:
    """Quartiles; what is None is beyond all numbers."""
    ordered = sorted(most if value is None else value for value in values)
    return tuple(ordered[round(part * (len(ordered) - 1))] for part in (0.25, 0.5, 0.75))  # type: ignore[return-value]


def row(name: str, courses: Sequence[Mapping[str, Any]], most: int) -> str:
    """A row of the table: quartiles of evaluations, shares, seconds with the evaluations', own milliseconds."""
    low, middle, high = (
        f"{count:.0f}" if count <= most else f"> {most}"
        for count in quartiles(course["reached"] for course in courses)
    )
    hit = sum(course["reached"] is not None for course in courses)
    shares = " | ".join(
        f"{100 * statistics.median(course['shares'][n] for course in courses):.1f}"
        for n in range(len(BUDGETS))
    )
    wall = quartiles(course["wall"] for course in courses)[1]
    seconds = f"{wall:.0f}" if math.isfinite(wall) else ""
    overhead = 1e3 * statistics.median(course["own"] for course in courses)
    ended = quartiles(course["evaluations"] for course in courses)
    end = f" | {ended[0]:.0f} to {ended[2]:.0f}" if name == STOPPING else " | "
    return f"| {name} | {middle} ({low} to {high}) | {hit} of {len(courses)} | {shares} | {seconds} | {overhead:.1f}{end} |"


def heading(space: RecordedSpace) -> str:
    """A line that describes the space."""
    good = sum(seconds <= space.optimum / SHARE for seconds in space.seconds)
    failed = sum(kind != "ok" for kind in space.kinds)
    origin = space.origin
    return (
        f"{origin.problem} on {origin.device}, {origin.date}: {len(space.points)} points, {failed} fail, {good} within "
        f"{100 * (1 - SHARE):.0f} % of the best, {space.optimum * 1e6:.1f} us"
    )


@click.command()
@click.argument("spaces", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seeds", default=20, show_default=True, help="Courses of each search.")
@click.option("--most", default=200, show_default=True, help="Evaluations of a course.")
@click.option("--search", "wanted", multiple=True, help="Instead of the usual searches.")
@click.option("--processes", default=1, show_default=True)
@click.option(
    "--json", "results", type=click.Path(dir_okay=False, path_type=Path), help="Keep the figures here."
)
def compare(
    spaces: tuple[Path, ...],
    seeds: int,
    most: int,
    wanted: tuple[str, ...],
    processes: int,
    results: Path | None,
) -> None:
    """Print a table for each of SPACES, recorded ones or journals of exhaustive searches; without them, for those that are kept.

    A search sees the parameters of the legal points: no starting points, no times. It asks for a point, and gets seconds or a
    failure. The same command with --json goes on where it was broken off.
    """
    paths = spaces or tuple(sorted(SPACES.glob("*.json.gz")))
    names = wanted or USUAL
    done = json.loads(results.read_text(encoding="utf-8")) if results is not None and results.exists() else {}
    jobs = [
        (path, name, seed, most)
        for path in paths
        for name in names
        for seed in range(1 if name == "exhaustive" else seeds)
        if f"{path.name} {name} {seed} {most}" not in done
    ]
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a search is a program of one thread here
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for (path, name, seed, _), course in zip(jobs, pool.imap(measured, jobs), strict=True):
            done[f"{path.name} {name} {seed} {most}"] = course
            if results is not None and seed % 5 == 4:
                results.write_text(json.dumps(done), encoding="utf-8")
    if results is not None:
        results.write_text(json.dumps(done), encoding="utf-8")
    for path in paths:
        print(f"\n{path.name}: {heading(_opened(path))}\n")
        print(f"{HEAD}\n{'|---' * HEAD.count(' |')}|")
        for name in names:
            courses = [
                done[key] for seed in range(seeds) if (key := f"{path.name} {name} {seed} {most}") in done
            ]
            if courses:
                print(row(name, courses, most))
