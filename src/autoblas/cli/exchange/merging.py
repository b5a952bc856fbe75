"""``autoblas db merge``: review of sent records beside those that ship, problem by problem, and their merge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from autoblas.cli.options import json_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import assignments, record_title, tell
from autoblas.database import Shipped, to_json, write_shipped
from autoblas.database.shipped import MACHINE_FAMILIES, slug
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.kernels import kernels
from autoblas.problems.notation import problem_called
from autoblas.records.bundle import records_in_bundle
from autoblas.records.files import form_of, load
from autoblas.records.merge import merged, review

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.database import Record
    from autoblas.records.merge import Change, Review

__all__ = ["command"]


@click.command("merge", short_help="Review results that others sent, and merge what you take.")
@click.argument("files", type=click.Path(path_type=Path, dir_okay=False), nargs=-1, required=True)
@click.option(
    "--into",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder of results with one file per device, as export --shipped writes it.",
)
@click.option(
    "--take",
    type=click.Choice(["none", "ask", "faster", "newer", "all"]),
    default="none",
    show_default=True,
    help="What becomes of a problem whose record differs: it stays, you are asked, it is replaced where what was sent is "
    "faster by more than both deviations, or newer, or always.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
@json_option
def command(files: Sequence[Path], folder: Path, take: str, *, dry_run: bool, as_json: bool) -> None:
    """Review the results in FILES, which others exported, and merge them into a folder of results that ship.

    Problems without a record get theirs. The same point measured another time, and another point for the same problem,
    are conflicts, which are listed with both sides. Records that this version cannot read are left out.
    """
    if as_json and take == "ask":
        raise click.UsageError("--take ask asks you, and --json is for programs")
    ours = list(Shipped(folder).records()) if folder.is_dir() else []
    theirs: list[Record] = []
    unread = 0
    for file in files:
        content = load(file)
        if form_of(file, content) != "results":
            raise DatabaseError(file, 'it holds no records; "autoblas db import" reads other forms')
        records, odd_entries = records_in_bundle(file, content)
        theirs += records
        unread += odd_entries.count
        if odd_entries.count:
            click.echo(f"{file}: {odd_entries}", err=True)
    readable = [
        record for record in theirs if (fault := _fault(record)) is None or _report_fault(record, fault)
    ]
    result = review(ours, readable)
    unreadable = len(theirs) - len(readable) + unread
    if not as_json:
        _print(result, unreadable)
    written = [] if dry_run else _write(folder, ours, merged(ours, result, _decision(take)))
    if as_json:
        changes = [_change_document(change) for change in result.changes]
        print_document(
            changes=changes, left_out=result.left_out + unreadable, files=[str(path) for path in written]
        )
    elif not dry_run:
        click.echo("".join(f"wrote {path}\n" for path in written) or "nothing changed\n", nl=False)


def _fault(record: Record) -> str | None:
    """Reason why this version cannot use a record; None where it can."""
    kernel = kernels().get(record.kernel)
    if record.family in MACHINE_FAMILIES:
        return None  # left out by the review
    if problem_called(record.family, record.signature, record.sizes) is None:
        return "no such problem is known"
    if kernel is None or kernel.family.family != record.family:
        return "no such kernel is known"
    try:
        kernel.space.point(record.parameters)
    except ArgumentError as error:
        return str(error)
    return None


def _report_fault(record: Record, fault: str) -> bool:
    """Print why a record is left out, and return False."""
    click.echo(f"left out   {_problem(record)}: {record.kernel}: {fault}", err=True)
    return False


def _confirmed(change: Change) -> bool:
    """Print a conflict, and ask whether to take the sent record."""
    tell(_line(change))
    return click.confirm("  take what was sent?", default=False)


def _decision(take: str) -> Callable[[Change], bool]:
    """Predicate on a conflict: true if the sent record replaces the present one."""
    if take == "ask":
        return _confirmed
    choices: dict[str, Callable[[Change], bool]] = {
        "none": lambda change: False,
        "faster": lambda change: change.ratio < 1 and change.told_apart,
        "newer": lambda change: change.newer,
        "all": lambda change: True,
    }
    return choices[take]


def _write(folder: Path, ours: Sequence[Record], merged_records: Sequence[Record]) -> list[Path]:
    """Write the files of those devices whose records changed."""
    before: dict[str, list[Record]] = {slug(record.place.device): [] for record in merged_records}
    after: dict[str, list[Record]] = {name: [] for name in before}
    for files, records in ((before, ours), (after, merged_records)):
        for record in records:
            files[slug(record.place.device)].append(record)
    changed = [
        record
        for name, records in after.items()
        if to_json(records) != to_json(before[name])
        for record in records
    ]
    return write_shipped(changed, folder, top=max(len(changed), 1))


def _print(result: Review, unreadable: int) -> None:
    """Print each problem in a line or two, then the counts."""
    labels = {"new": "new", "again": "again", "conflict": "conflict"}
    for change in result.changes:
        if change.what != "same":
            tell(f"{labels[change.what]:10s} {_line(change)}")
    counts = [
        f"{len(result.of(what))} {labels.get(what, 'the same')}"
        for what in ("new", "again", "conflict", "same")
    ]
    omitted = f", {result.left_out + unreadable} left out" if result.left_out + unreadable else ""
    click.echo(f"{', '.join(counts)}{omitted}")


def _change_document(change: Change) -> dict[str, Any]:
    """JSON of a problem with both records."""
    sides = {"there": change.ours, "sent": change.theirs}
    records = {name: record and msgspec.to_builtins(record) for name, record in sides.items()}
    return {"what": change.what, "problem": record_title(change.theirs), **records}


def _line(change: Change) -> str:
    """Text of a problem with both records."""
    theirs, ours = change.theirs, change.ours
    if ours is None:
        return f"{_problem(theirs)}: {_side(theirs)}"
    apart = "" if change.told_apart else ", within their deviations"
    return (
        f"{_problem(theirs)}: {1 / change.ratio:.2f} times as fast{apart}\n"
        f"{'':10s}   there  {_side(ours)}\n{'':10s}   sent   {_side(theirs)}"
    )


def _problem(record: Record) -> str:
    return f"{record.place.device} ({record.place.platform}) {record_title(record)}"


def _side(record: Record) -> str:
    """A record in a line."""
    words = assignments(dict(sorted(record.parameters.items())))
    came = record.provenance
    times = f"{record.seconds * 1e6:.1f} +- {record.spread * 1e6:.1f} us"
    return f"{record.kernel} {words}: {times}, driver {record.place.driver}, autoblas {came.version}, {came.date[:10]}"
