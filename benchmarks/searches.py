"""Compares the searches on recorded journals, with no device: share of the optimum after so many evaluations.

    autoblas tune gemm -n 1024 --strategy exhaustive --fix kernel=gemm_panel ...
    python benchmarks/searches.py JOURNAL

The optimum is the best point that the journal knows, so record one with the exhaustive search.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from typing import TYPE_CHECKING, Any

import click

from autoblas import tuning
from autoblas.kernels import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.tuning import Memory, Point

BUDGETS = (10, 25, 50, 100, 200)


def course(
    name: str, points: Sequence[Point], memory: Memory, seed: int, trials: int, most: int
) -> list[float]:
    """The shortest recorded time among the points seen, after each evaluation of a search."""
    groups = {name: group for kernel in kernels().values() for name, group in kernel.space.groups().items()}
    search = tuning.make_search(name, points, trials=trials, seed=seed, groups=groups)
    best = math.inf
    seen: list[float] = []
    while len(seen) < most and (request := search.ask()) is not None:
        outcome = memory.lookup(points[request.index]) or tuning.Outcome("abandoned")
        search.tell(request.index, outcome)
        best = min(best, outcome.median if outcome.kind == "ok" else math.inf)
        seen.append(best)
    return seen


@click.command()
@click.argument("journal", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--seeds", type=click.IntRange(min=1), default=5, show_default=True, help="Courses of each search."
)
@click.option("--trials", type=click.IntRange(min=1), default=5, show_default=True, help="Launches a point.")
@click.option("--json", "path", type=click.Path(dir_okay=False), help="Write the figures to a file.")
def main(journal: str, seeds: int, trials: int, path: str | None) -> None:
    """Print the table; see the module's first lines."""
    key, memory = tuning.read_journal(journal)
    points = list(memory.points.values())
    times = {
        i: outcome.median
        for i, p in enumerate(points)
        if (outcome := memory.lookup(p)) and outcome.kind == "ok"
    }
    optimum = min(times.values())
    print(
        f"{key['problem']} on {key['device']}: {len(points)} points, {len(times)} of them ok, best {optimum * 1e6:.1f} us"
    )
    headings = " ".join(f"{heading:>14s}" for heading in [*(f"at {n}" for n in BUDGETS), "at the end"])
    print(f"{'search':12s} {'ended after':>18s} {headings}")
    table: dict[str, Any] = {"key": key, "points": len(points), "optimum_us": optimum * 1e6}
    for name in tuning.STRATEGIES:
        started = time.perf_counter()
        courses = [course(name, points, memory, seed, trials, len(points) * trials) for seed in range(seeds)]
        cells = []
        for budget in (*BUDGETS, None):
            reached = [optimum / seen[min(budget or len(seen), len(seen)) - 1] for seen in courses]
            cells.append({"median": statistics.median(reached), "worst": min(reached)})
        lengths = [len(seen) for seen in courses]
        shares = [f"{100 * cell['median']:.1f} ({100 * cell['worst']:.1f})" for cell in cells]
        text = " ".join(f"{share:>14s}" for share in shares)
        ended = f"{min(lengths)} to {max(lengths)}"
        seconds = time.perf_counter() - started
        print(f"{name:12s} {ended:>18s} {text}   {seconds:.1f} s", flush=True)
        table[name] = {
            "evaluations": lengths,
            "share": dict(zip([*map(str, BUDGETS), "end"], cells, strict=True)),
        }
    print("percent of the optimum, median over the seeds (worst); an evaluation is one trial of one point")
    if path:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # click checked the path
            json.dump(table, file, indent=1)


if __name__ == "__main__":
    main()
