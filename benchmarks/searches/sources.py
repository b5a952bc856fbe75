"""Sources of recorded spaces: files of their own, journals of exhaustive searches, and caches of Kernel Tuner."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import click

from autoblas.records.kernel_tuner import cache_in
from autoblas.tuning import read_journal
from benchmarks.searches.space import Origin, RecordedSpace, among, read_space, write_space

__all__ = ["import_command", "space_at"]

SPENT = ("compile_time", "verification_time", "benchmark_time")
"""Times of an entry of Kernel Tuner's cache, in milliseconds."""

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def space_at(path: Path) -> RecordedSpace:
    """A recorded space, or the points of a journal."""
    if path.name.endswith(".json.gz"):
        return read_space(path)
    key, memory = read_journal(path)
    tried = [(point, memory.lookup(point)) for point in memory.points.values()]
    outcomes = [(point, outcome) for point, outcome in tried if outcome and outcome.kind != "abandoned"]
    problem, device, driver = (key.get(name, "") for name in ("problem", "device", "driver"))
    return RecordedSpace(
        Origin(problem, device, driver, "", "a journal, medians"),
        [point for point, _ in outcomes],
        [outcome.median for _, outcome in outcomes],
        [outcome.build_seconds + math.fsum(outcome.seconds) for _, outcome in outcomes],
        [outcome.kind for _, outcome in outcomes],
    )


def cached(path: Path, problem: str, source: str, date: str, only: tuple[str, ...]) -> RecordedSpace:
    """The points of a cache file of Kernel Tuner."""
    document = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
    trials, entries = cache_in(path, document), list(document["cache"].values())
    indices = among([trial.parameters for trial in trials.trials], only)
    how = f"{len(indices)} of the file's {len(entries)} points{', those with ' + ' '.join(only) if only else ''}; its times"
    day = date or str(entries[indices[0]].get("timestamp", ""))[:10]
    kinds = {i: trials.trials[i].outcome.kind for i in indices}
    return RecordedSpace(
        Origin(problem, trials.device, "not said", day, how, source=source),
        [dict(trials.trials[i].parameters) for i in indices],
        [entries[i]["time"] / 1e3 if kinds[i] == "ok" else math.inf for i in indices],
        [math.fsum(entries[i].get(name, 0.0) for name in SPENT) / 1e3 for i in indices],
        list(kinds.values()),
    )


@click.command("import")
@click.argument("file", type=FILE)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--problem", help="What a cache's kernels computed; a journal says it.")
@click.option("--source", default="", help="Where a cache comes from, and its licence.")
@click.option("--date", default="", help="Day of the recording, where a cache does not say it.")
@click.option(
    "--only", multiple=True, metavar="NAME=V,V", help="Values that a parameter of a cache may have."
)
def import_command(
    file: Path, out: Path, problem: str | None, source: str, date: str, only: tuple[str, ...]
) -> None:
    """Make the recorded space OUT of FILE: a journal of an exhaustive search, or, with --problem, a cache of Kernel Tuner."""
    space = space_at(file) if problem is None else cached(file, problem, source, date, only)
    write_space(out, space)
    click.echo(
        f"{out}: {len(space.points)} points, best {space.optimum * 1e3:.3f} ms, {out.stat().st_size} bytes"
    )
