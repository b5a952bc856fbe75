"""``autoblas db``: look at the results of tuning, and move them between machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoblas.cli.exchange import exporting, importing, merging
from autoblas.cli.numbers import Whole
from autoblas.cli.record_checks import checked_on_devices, told
from autoblas.cli.rows import print_rows
from autoblas.database import Starts, Store, write_shipped
from autoblas.exchange import bundle_text
from autoblas.folders import replace_file
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
        click.echo(bundle_text(records, version=__version__), nl=False)
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
def export(
    file: Path | None, folder: Path | None, top: int, caches: Path | None, t4: Path | None, device: str | None,
    family: str | None,
) -> None:  # fmt: skip
    """Write your results to FILE as JSON with their devices and a checksum, or to the standard output where FILE is "-".

    With --shipped, write the fastest results of each problem to one file per device, in the form that autoblas ships.
    """
    if sum(each is not None for each in (file, folder, caches, t4)) != 1:
        raise click.UsageError("Give one of FILE, --shipped DIR, --kernel-tuner DIR and --t4 DIR.")
    if caches is not None or t4 is not None:
        write = exporting.write_t4 if caches is None else exporting.write_caches
        for written in write(t4 or caches or Path(), device, family):
            click.echo(str(written))
        return
    records = Store().records(device=device, family=family)
    if folder is not None:
        for written in write_shipped(records, folder, top):
            click.echo(str(written))
    elif file is not None and str(file) != "-":
        replace_file(file, bundle_text(records, version=__version__))
        click.echo(f"Wrote {_counted(len(records))} to {file}.")
    else:
        click.echo(bundle_text(records, version=__version__), nl=False)


@command.command("import")
@click.argument("files", type=_FILE, nargs=-1, required=True)
def import_(files: Sequence[Path]) -> None:
    """Add the results in FILES to yours; of two measurements of a point the newer one is kept.

    FILES may be what export writes, caches of Kernel Tuner, results in the T4 form, or files of CLBlast's tuners
    (clblast_xgemm_1_32.json). Those that do not say where and of what they are, and those of other kernels, give points
    that searches begin with instead of results.

    Kernels of results of this machine's devices are run once in a process of their own, and do not serve where they are
    wrong. Those of other devices are checked when they are first to serve.
    """
    held = importing.Imported()
    for file in files:
        importing.read(file, held)  # all are read before any is added
    if held.records or not held.starts:
        new, replaced, unchanged = Store().add(held.records)
        click.echo(f"{_counted(len(held.records))}: {new} new, {replaced} replaced, {unchanged} unchanged.")
    if held.starts:
        new = Starts().add(held.starts)
        click.echo(f"{len(held.starts)} points that searches begin with: {new} new.")
    for facts, found in checked_on_devices(held.records):
        for line in told(facts, found):
            click.echo(line)


@command.command()
@_device
@_family
@click.option("--all", "everything", is_flag=True, help="All results.")
@click.option("--starts", is_flag=True, help="The imported points that searches begin with.")
def purge(device: str | None, family: str | None, everything: bool, starts: bool) -> None:
    """Remove results."""
    if starts:
        click.echo(f"Removed {Starts().clear()} points that searches began with.")
        if not (everything or device or family):
            return
    if everything == bool(device or family):
        raise click.UsageError("Give --device, --family or both, or --all.")
    store = Store()
    removed = store.clear(device=device or None, family=family or None)
    click.echo(f"Removed {_counted(removed)}; {len(store.records())} left.")


command.add_command(merging.command)


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
