"""``autoblas report``: writes a page about a device or a search, with charts, and their numbers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from autoblas.cli.options import json_option
from autoblas.cli.output.documents import print_document
from autoblas.cli.reports.gather import content_of
from autoblas.cli.routines.table import quiet
from autoblas.store.folder import must_be_writable, replace_file

__all__ = ["command"]

NEEDED = ("matplotlib", "jinja2")
"""Packages of the extra ``report``."""


@click.command("report")
@click.argument("wanted", metavar="[SEARCH or DEVICE]", required=False)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write one self-contained page to this file.",
)
@click.option(
    "--tsv",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the numbers of all charts to this folder.",
)
@click.option(
    "--bench",
    "benches",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help='Figures of calls and of peers, a file of "autoblas bench gemm --compare PEER --json > FILE". May be repeated.',
)
@json_option
def command(
    wanted: str | None, html: Path | None, tsv: Path | None, benches: tuple[Path, ...], *, as_json: bool
) -> None:
    """Write a page with charts about a device or a search.

    It shows speed over size, the roofline, how searches went, which parameters matter, what failed, what is served and
    why, and every record. DEVICE is text in a device's or platform's name, SEARCH words of a problem that was tuned
    ("gemm 1024") or the file of a journal; without either it is the default device. Nothing is measured.
    """
    if html is None and tsv is None:
        raise click.UsageError(
            'give --html FILE, --tsv FOLDER or both, for example "autoblas report --html page.html"'
        )
    if html is not None:
        must_be_writable(html)
    if tsv is not None:
        must_be_writable(tsv / "speeds.tsv")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise click.ClickException(
            f'{" and ".join(missing)} {"are" if len(missing) > 1 else "is"} not installed: python -m pip install "autoblas[report]"'
        )
    from autoblas.report.gatlas import gatlas_chart  # noqa: PLC0415 -- what it stands beside is heavy
    from autoblas.report.page import page_of  # noqa: PLC0415 -- it imports matplotlib

    content = content_of(wanted, benches)
    created = [
        str(folder) for folder in (html and html.parent, tsv) if folder is not None and not folder.exists()
    ]
    page, echo = page_of(content), quiet if as_json else click.echo
    written: list[str] = []
    if html is not None:
        replace_file(html, page.html)
        written.append(str(html))
        echo(f"{content.device} ({content.platform}): {html}")
    if tsv is not None:
        files = {f"{table.name}.tsv": table.tsv() for table in page.tables}
        chart = gatlas_chart((*content.records, *content.shipped), content.benches)
        files |= {"gatlas.tsv": chart} if chart else {}
        for name, text in files.items():
            replace_file(tsv / name, text)
            written.append(str(tsv / name))
        echo(f"{len(files)} files of numbers: {tsv}")
    for folder in created:
        echo(f"made the folder {folder}")
    for path, bench in zip(benches, content.benches, strict=True):
        notes = "".join(f"; {note}" for note in bench.notes)
        echo(f"{path}: beside {', '.join(bench.ratios) or 'no other library'}{notes}")
    if as_json:
        print_document(
            of={"name": content.device, "platform": content.platform},
            files=written,
            benches=[
                {"file": str(path), **bench.machine}
                for path, bench in zip(benches, content.benches, strict=True)
            ],
        )
