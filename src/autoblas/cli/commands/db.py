"""``autoblas db``: look at the results of tuning, and move them between machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from autoblas.cli.exchange import exporting, importing, merging
from autoblas.cli.options import Whole, json_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.output.text import (
    Columns,
    assignments,
    columns,
    count_text,
    record_title,
    tell,
    time_text,
    wrapped,
)
from autoblas.cli.record_checks import check_document, check_lines, check_on_devices
from autoblas.database import Starts, Store, write_shipped
from autoblas.records.bundle import bundle_text
from autoblas.store.folder import replace_file
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.database import Record

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_device = click.option("--device", metavar="TEXT", help="Only devices whose name contains TEXT.")
_family = click.option("--family", metavar="NAME", help="Only problems of this family, such as gemm.")


@click.group("db")
def command() -> None:
    """Show, export, import and remove the results of tuning."""


@command.command("path")
@json_option
def path_(*, as_json: bool) -> None:
    """Print the file that your results are kept in."""
    path = str(Store().path)
    if as_json:
        print_document(path=path)
    else:
        click.echo(path)


@command.command()
@_device
@_family
@click.option("--parameters", "detailed", is_flag=True, help="Print the parameters of each kernel too.")
@json_option
def show(device: str | None, family: str | None, *, detailed: bool, as_json: bool) -> None:
    """Print your results, the fastest of a problem first."""
    store = Store()
    records, unreadable = store.reading(device=device, family=family)
    if unreadable:
        count = f"{unreadable} more {'is' if unreadable == 1 else 'are'} left out, which this version"
        click.echo(f"autoblas: {count} of autoblas cannot read", err=True)
    if as_json:
        print_document(
            path=str(store.path),
            unreadable=unreadable,
            records=[_record_document(record) for record in records],
        )
    elif records:
        _print(records, detailed=detailed)
    else:
        some = " that fits" if device or family else ""
        click.echo(f"There is no result{some} in {store.path}.")


@command.command(short_help="Write your results to a file, for others.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--shipped",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write one file per device to this folder.",
)
@click.option(
    "--top",
    type=Whole(min=1),
    default=1,
    show_default=True,
    help="With --shipped: number of best points kept per problem.",
)
@click.option(
    "--kernel-tuner",
    "caches",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the trials of your searches to this folder as caches of Kernel Tuner, one per search and kernel.",
)
@click.option(
    "--t4",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write them to this folder as results in the T4 form, one file per search.",
)
@_device
@_family
@json_option
def export(
    file: Path | None, folder: Path | None, top: int, caches: Path | None, t4: Path | None, device: str | None,
    family: str | None, *, as_json: bool,
) -> None:  # fmt: skip
    """Write your results to FILE as JSON with their devices and a checksum, or to the standard output where FILE is "-".

    With --shipped, write the fastest results of each problem to one file per device, in the form that autoblas ships.
    """
    if sum(target is not None for target in (file, folder, caches, t4)) != 1:
        raise click.UsageError("Give one of FILE, --shipped DIR, --kernel-tuner DIR and --t4 DIR.")
    if as_json and str(file) == "-":
        raise click.UsageError('What is written to "-" is JSON already: give a file, or leave out --json.')
    if caches is not None or t4 is not None:
        write = exporting.write_t4 if caches is None else exporting.write_caches
        _print_paths([str(path) for path in write(t4 or caches or Path(), device, family)], as_json=as_json)
        return
    records = Store().records(device=device, family=family)
    if folder is not None:
        _print_paths([str(path) for path in write_shipped(records, folder, top)], as_json=as_json)
    elif file is not None and str(file) != "-":
        replace_file(file, bundle_text(records, version=__version__))
        if as_json:
            print_document(records=len(records), files=[str(file)])
        else:
            click.echo(f"Wrote {count_text(len(records), 'result')} to {file}.")
    else:
        click.echo(bundle_text(records, version=__version__), nl=False)


@command.command("import", short_help="Add results that others exported to yours.")
@click.argument("files", type=_FILE, nargs=-1, required=True)
@json_option
def import_(files: Sequence[Path], *, as_json: bool) -> None:
    """Add the results in FILES to yours; of two measurements of a point the newer one is kept.

    FILES may be what export writes, caches of Kernel Tuner, results in the T4 form, or files of CLBlast's tuners
    (clblast_xgemm_1_32.json). Those that do not say where and of what they are, and those of other kernels, give points
    that searches begin with instead of results.

    Kernels of results of this machine's devices are run once in a process of their own, and do not serve where they are
    wrong. Those of other devices are checked when they are first to serve.
    """
    imported = importing.Imported()
    for file in files:
        importing.read(file, imported)  # all are read before any is added
    for file, entries in imported.skipped.items():
        click.echo(f"{file}: {entries}", err=True)
    has_records = bool(imported.records) or not imported.starts
    new, replaced, unchanged = Store().add(imported.records) if has_records else (0, 0, 0)
    new_starts = Starts().add(imported.starts) if imported.starts else 0
    counts = {"new": new, "replaced": replaced, "unchanged": unchanged}
    checks = check_on_devices(imported.records)
    if as_json:
        begun = {"points": len(imported.starts), "new_points": new_starts}
        skipped = sum(entries.count for entries in imported.skipped.values())
        documents = [check_document(facts, checked) for facts, checked in checks]
        print_document(**counts, **begun, left_out=skipped, checks=documents)
        return
    if has_records:
        summary = ", ".join(f"{count} {word}" for word, count in counts.items())
        click.echo(f"{count_text(len(imported.records), 'result')}: {summary}.")
    if imported.starts:
        click.echo(f"{count_text(len(imported.starts), 'point')} that searches begin with: {new_starts} new.")
    for facts, checked in checks:
        for line in check_lines(facts, checked):
            click.echo(line)


@command.command()
@_device
@_family
@click.option("--all", "all_records", is_flag=True, help="All results.")
@click.option("--starts", is_flag=True, help="The imported points that searches begin with.")
@json_option
def purge(device: str | None, family: str | None, *, all_records: bool, starts: bool, as_json: bool) -> None:
    """Remove results."""
    selected = all_records or device or family
    if (not selected and not starts) or (all_records and (device or family)):
        raise click.UsageError("Give --device, --family or both, or --all.")
    removed_points = Starts().clear() if starts else 0
    if starts and not as_json:
        click.echo(f"Removed {count_text(removed_points, 'point')} that searches began with.")
    store = Store()
    removed = store.clear(device=device or None, family=family or None) if selected else 0
    remaining = len(store.records())
    if as_json:
        print_document(removed=removed, left=remaining, removed_points=removed_points)
    elif selected:
        click.echo(f"Removed {count_text(removed, 'result')}; {remaining} left.")


command.add_command(merging.command)


def _print_paths(files: Sequence[str], *, as_json: bool) -> None:
    """Name files that were written."""
    if as_json:
        print_document(files=list(files))
    for path in () if as_json else files:
        click.echo(path)


def _print(records: Sequence[Record], *, detailed: bool) -> None:
    """A table for each device."""
    table = Columns([("time", 9), ("date", 10)])
    devices: dict[str, list[Record]] = {}
    for record in records:
        devices.setdefault(f"{record.place.device} ({record.place.platform})", []).append(record)
    for number, (device, device_records) in enumerate(devices.items()):
        if number:
            click.echo()
        tell(device)
        click.echo(f"{table.heading}  problem, kernel")
        for record in sorted(
            device_records, key=lambda record: (record.family, record.signature, record.sizes, record.seconds)
        ):
            figures = table.row(time_text(record.seconds), record.provenance.date[:10])
            tell(f"{figures}  {record_title(record)}, {record.kernel}")
            if detailed:
                words = assignments(dict(sorted(record.parameters.items())))
                for line in wrapped(words, columns(), 4, 0):
                    click.echo(line)


def _record_document(record: Record) -> dict[str, Any]:
    """JSON of a record, with its problem in BLAS notation."""
    return {"problem": record_title(record), **msgspec.to_builtins(record)}
