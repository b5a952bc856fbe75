"""The command: ``python -m benchmarks run``, ``compare`` and ``page``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from benchmarks.cases import GROUPS, Choice
from benchmarks.cases.products import INTEGERS
from benchmarks.compare import compare
from benchmarks.libraries import SIDES
from benchmarks.machine import ROOT, commit_of
from benchmarks.page import RESULTS, generate, stale
from benchmarks.record import Record, RecordError, merged, pooled, read, write
from benchmarks.runner import ForcedPeerError, Plan, must_be_free
from benchmarks.runner import run as run_plan

__all__ = ["main"]

POSITIVE = click.IntRange(min=1)
DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", *INTEGERS)


@click.group()
def main() -> None:
    """Time autoblas beside other libraries; see benchmarks/README.md."""


@main.command(context_settings={"show_default": True})
@click.argument("groups", nargs=-1, required=True, type=click.Choice(tuple(GROUPS)))
@click.option("--libraries", default="", help="Names with commas between them, instead of each group's own.")
@click.option("--card", is_flag=True, help="Arrays on an NVIDIA card, through CUDA.")
@click.option("--device", help="Device of OpenCL, as AUTOBLAS_DEVICE takes it.")
@click.option("--dtype", "dtypes", multiple=True, type=click.Choice(DTYPES))
@click.option(
    "-n", "--size", "sizes", multiple=True, type=POSITIVE, help="Sizes of squares, matrices, vectors."
)
@click.option("--routine", "routines", multiple=True)
@click.option("--kind", "kinds", multiple=True, help="Classes of drawn shapes.")
@click.option("--count", type=int, default=0, help="Shapes to draw, or steps with losses; 0 for the usual.")
@click.option("--seed", type=int, default=1, help="Of the shapes.")
@click.option("--rounds", type=POSITIVE, default=5, help="Turns in each process.")
@click.option("--turn", type=float, default=0.05, help="Seconds of a turn.")
@click.option("--seconds", type=float, default=600.0, help="Of the whole run.")
@click.option("--processes", type=POSITIVE, default=1, help="One after the other.")
@click.option("--commit", help="The checkout's commit, where Git is not there to ask.")
@click.option("--forced-peer", is_flag=True, help="Time a BLAS whose kernels the environment chooses.")
@click.option("--into", type=click.Path(dir_okay=False, path_type=Path), help="A file for the record.")
@click.option("--samples", is_flag=True, hidden=True, help="Keep single samples in the file.")
@click.option("--order", type=int, default=0, hidden=True, help="Seed of the order of turns.")
@click.option("--dry", is_flag=True, help="List the cases, and time nothing.")
def run(groups: tuple[str, ...], **options: Any) -> None:
    """Time the cases of GROUPS, and print or keep a record of them."""
    if options["device"]:
        os.environ["AUTOBLAS_DEVICE"] = options["device"]
    choice = Choice(**{name: options[name] for name in Choice.__dataclass_fields__})
    names = [name for name in options["libraries"].split(",") if name]
    unknown = ", ".join(sorted(set(names) - set(SIDES)))
    if unknown:
        raise click.UsageError(f"no library is called {unknown}; there are {', '.join(SIDES)}")
    libraries = {
        name: names or list(GROUPS[name].card if choice.card else GROUPS[name].host) for name in groups
    }
    cases = {group: GROUPS[group].rows(choice) for group in groups}
    if options["dry"]:
        for group, rows in cases.items():
            click.echo(f"{group}: {len(rows)} cases; {', '.join(libraries[group])}")
            for case in rows:
                click.echo(f"  {case.title}")
        return
    plan = Plan(
        cases, libraries, options["rounds"], options["turn"], options["seconds"], options["order"],
        options["commit"] or commit_of(ROOT), options["forced_peer"],
    )  # fmt: skip
    into: Path | None = options["into"]

    def save(record: Record) -> None:
        if into is not None:
            write(record if options["samples"] else pooled(record), into)

    try:
        if options["processes"] > 1:
            record = _in_processes(plan, options["processes"])
            save(record)
        else:
            record = run_plan(plan, click.echo, save)
    except ForcedPeerError as error:
        raise click.ClickException(str(error)) from None
    quiet = sum(row.quiet for row in record.rows)
    click.echo(f"{len(record.rows)} rows, {quiet} of them quiet, {len(record.failures)} failures")


def _in_processes(plan: Plan, count: int) -> Record:
    """The record of this command in several processes, with the samples of all of them."""
    if not plan.forced_peer:
        must_be_free(name for names in plan.libraries.values() for name in names)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.json") for number in range(count)]
        for number, path in enumerate(paths):
            words = [sys.executable, "-m", "benchmarks", *sys.argv[1:], "--processes", "1", "--samples"]
            words += ["--into", str(path), "--order", str(number), "--seconds", str(plan.seconds / count)]
            click.echo(f"process {number + 1} of {count}")
            subprocess.run([*words, "--commit", plan.commit], check=True, cwd=ROOT)  # noqa: S603  # this command again
        return merged([read(path) for path in paths])


@main.command()
@click.option("--check", is_flag=True, help="Fail where a page differs from the records, and write nothing.")
def page(check: bool) -> None:
    """Write docs/results.md, README's figure and its table from the records in benchmarks/results."""
    try:
        if check:
            differing = stale()
            if differing:
                raise click.ClickException(f"python -m benchmarks page would change {', '.join(differing)}")
            return
        for path in generate():
            click.echo(str(path.relative_to(ROOT)))
    except RecordError as error:
        raise click.ClickException(f"{RESULTS.relative_to(ROOT)}: {error}") from None


main.add_command(compare)

if __name__ == "__main__":
    main()
