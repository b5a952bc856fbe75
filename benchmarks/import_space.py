"""Makes a recorded space of a cache file of Kernel Tuner, for ``searches.py``.

python benchmarks/import_space.py CACHE OUT --problem "sgemm 4096" --source "where from, licence"
"""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import click
from recorded_space import Origin, RecordedSpace, among, write_space

from autoblas.exchange.kernel_tuner import cache_in

SPENT = ("compile_time", "verification_time", "benchmark_time")


@click.command()
@click.argument("cache", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--problem", required=True, help="What was computed.")
@click.option("--source", required=True, help="Where the file comes from, and its licence.")
@click.option("--date", default="", help="Day of the recording, where the file does not say it.")
@click.option("--only", multiple=True, metavar="NAME=V,V", help="Values that a parameter may have.")
def main(cache: Path, out: Path, problem: str, source: str, date: str, only: tuple[str, ...]) -> None:
    """Make the space; see the module's first lines."""
    text = gzip.decompress(cache.read_bytes()) if cache.suffix == ".gz" else cache.read_bytes()
    held = json.loads(text)
    found = cache_in(cache, held)
    kept = among([trial.parameters for trial in found.trials], only)
    trials = [found.trials[i] for i in kept]
    every = list(held["cache"].values())
    entries = [every[i] for i in kept]
    how = f"{len(kept)} of the file's {len(every)} points{', those with ' + ' '.join(only) if only else ''}; its times"
    origin = Origin(
        problem=problem,
        device=found.device,
        driver="not said",
        date=date or str(entries[0].get("timestamp", ""))[:10],
        how=how,
        source=source,
    )
    timed = [trial.outcome.kind == "ok" for trial in trials]
    seconds = [each["time"] / 1e3 if ok else math.inf for each, ok in zip(entries, timed, strict=True)]
    costs = [math.fsum(each.get(name, 0.0) for name in SPENT) / 1e3 for each in entries]
    kinds = [trial.outcome.kind for trial in trials]
    space = RecordedSpace(origin, [dict(trial.parameters) for trial in trials], seconds, costs, kinds)
    write_space(out, space)
    print(f"{out}: {len(entries)} points, best {space.optimum * 1e3:.3f} ms, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
