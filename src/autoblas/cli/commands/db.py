"""``autoblas db``: look at the results of tuning, and move them between machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoblas.cli.numbers import Whole
from autoblas.cli.record_checks import checked_on_devices, told
from autoblas.cli.rows import print_rows
from autoblas.database import Store, read_json, to_json, write_json, write_shipped

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
def path_() -> None:
    """Print the file that your results are kept in."""
    click.echo(str(Store().path))


@command.command()
@_device
@_family
@click.option("--json", "as_json", is_flag=True, help="Print what export would write.")
def show(device: str | None, family: str | None, as_json: bool) -> None:
    """Print your results."""
    store = Store()
    records, unreadable = store.reading(device=device, family=family)
    if unreadable:
        more = f"{unreadable} more {'is' if unreadable == 1 else 'are'} left out, which this version"
        click.echo(f"autoblas: {more} of autoblas cannot read", err=True)
    if as_json:
        click.echo(to_json(records), nl=False)
    elif records:
        _print(records)
    else:
        some = " that fits" if device or family else ""
        click.echo(f"There is no result{some} in {store.path}.")


@command.command()
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
@_device
@_family
def export(file: Path | None, folder: Path | None, top: int, device: str | None, family: str | None) -> None:
    """Write your results to FILE as JSON, or to the standard output where FILE is "-".

    With --shipped, write the fastest results of each problem to one file per device, in the form that autoblas ships.
    """
    if (file is None) == (folder is None):
        raise click.UsageError("Give either FILE or --shipped DIR.")
    records = Store().records(device=device, family=family)
    if folder is not None:
        for written in write_shipped(records, folder, top):
            click.echo(str(written))
    elif file is not None and str(file) != "-":
        write_json(file, records)
        click.echo(f"Wrote {_counted(len(records))} to {file}.")
    else:
        click.echo(to_json(records), nl=False)


@command.command("import")
@click.argument("files", type=_FILE, nargs=-1, required=True)
def import_(files: Sequence[Path]) -> None:
    """Add the results in FILES to yours; of two measurements of a point the newer one is kept.

    Kernels of results of this machine's devices are run once in a process of their own, and do not serve where they are
    wrong. Those of other devices are checked when they are first to serve.
    """
    records = [record for file in files for record in read_json(file)]  # all are read before any is added
    new, replaced, unchanged = Store().add(records)
    click.echo(f"{_counted(len(records))}: {new} new, {replaced} replaced, {unchanged} unchanged.")
    for facts, found in checked_on_devices(records):
        for line in told(facts, found):
            click.echo(line)


@command.command()
@_device
@_family
@click.option("--all", "everything", is_flag=True, help="All results.")
def purge(device: str | None, family: str | None, everything: bool) -> None:
    """Remove results."""
    if everything == bool(device or family):
        raise click.UsageError("Give --device, --family or both, or --all.")
    store = Store()
    removed = store.clear(device=device or None, family=family or None)
    click.echo(f"Removed {_counted(removed)}; {len(store.records())} left.")


def _counted(records: int) -> str:
    return f"{records} result{'s' * (records != 1)}"


def _print(records: Sequence[Record]) -> None:
    print_rows(
        [_cells(record) for record in records],
        lambda cells: f"{cells.pop('problem')} {cells.pop('sizes')}, {cells.pop('time')}",
    )


def _cells(record: Record) -> dict[str, str]:
    place = record.place
    return {
        "device": f"{place.device} ({place.platform})",
        "problem": f"{record.family} {record.signature}",
        "sizes": "x".join(map(str, record.sizes)),
        "time": _time(record.seconds),
        "kernel": record.kernel,
        "parameters": " ".join(f"{name}={value}" for name, value in sorted(record.parameters.items())),
    }


def _time(seconds: float) -> str:
    unit, scale = next(((u, s) for u, s in (("s", 1.0), ("ms", 1e-3)) if seconds >= s), ("us", 1e-6))
    return f"{seconds / scale:.4g} {unit}"
