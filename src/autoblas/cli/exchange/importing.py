"""Reads files of any known form as records, which serve after a check, or as points that searches begin with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoblas.contrib.clblast import families, family_called, points_of
from autoblas.database import Start
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.kernels import kernels
from autoblas.records.bundle import records_in_bundle
from autoblas.records.clblast import clblast_in
from autoblas.records.files import form_of, load, printable
from autoblas.records.kernel_tuner import cache_in
from autoblas.records.t4 import t4_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from autoblas.database import Record
    from autoblas.records.clblast import ClblastResults
    from autoblas.records.files import LeftOut
    from autoblas.records.search_results import Found

__all__ = ["MOST_RECORDS", "Imported", "read"]

MOST_RECORDS = 5
"""Number of the fastest points that are taken from a file without records."""

PROGRAMS = {"kernel-tuner": "Kernel Tuner", "t4": "a tuner"}
"""Programs that write files of a form."""


@dataclass
class Imported:
    """Content of files.

    Attributes:
        records: Measurements of autoblas's kernels, with where and of what.
        starts: Points that somebody else found good.
        skipped: Entries that could not be read, by file.
    """

    records: list[Record] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    skipped: dict[Path, LeftOut] = field(default_factory=dict)


def read(path: Path, into: Imported) -> None:
    """Add what a file holds.

    Raises:
        DatabaseError: it cannot be read, or holds nothing that can be used.
    """
    content = load(path)
    form = form_of(path, content)
    if form == "results":
        records, unread = records_in_bundle(path, content)
        into.records += records
    elif form == "clblast":
        results = clblast_in(path, content)
        into.starts += _starts_of_clblast(path, results)
        unread = results.left_out
    else:
        search = cache_in(path, content) if form == "kernel-tuner" else t4_in(path, content)
        unread = search.left_out
        if search.place is not None and search.words[2] and set(search.kernels) <= kernels().keys():
            writer = "autoblas" if search.version else PROGRAMS[form]
            into.records += search.records(path, writer)
        else:
            into.starts += _starts_of_search(path, search)
    if unread.count:
        into.skipped[path] = unread


def _starts_of_clblast(path: Path, results: ClblastResults) -> list[Start]:
    """The fastest parameters of a tuner of CLBlast, as points of kernels here."""
    if results.family not in families():
        raise DatabaseError(
            path,
            f"it is of CLBlast's {printable(results.family)!r}, whose parameters are not understood; those of "
            f"{', '.join(families())} are",
        )
    starts = []
    used, device = 0, printable(results.device) or "a device"
    for parameters, seconds in results.points:
        origin = f"imported: CLBlast's {results.family} on {device}, {seconds * 1e3:.4g} ms"
        points = _translated(results.family, parameters, origin, results.element_type, results.sizes)
        starts += points
        used += bool(points)
        if used == MOST_RECORDS:
            break
    if not starts:
        raise DatabaseError(path, f"its results lack parameters that CLBlast's {results.family} has")
    return starts


def _starts_of_search(path: Path, search: Found) -> list[Start]:
    """The fastest points of a search by another program, or by one that does not say on which device."""
    starts: list[Start] = []
    family, signature, sizes = search.words
    device = printable(search.device) or "a device"
    for trial in search.best(MOST_RECORDS):
        origin = f"imported: {printable(path.name)}, on {device}, {trial.outcome.median * 1e3:.4g} ms"
        kernel, clblast_family = kernels().get(trial.kernel), family_called(trial.kernel)
        if kernel is not None:
            kind = signature.partition(" ")[0] if family == kernel.family.family else ""
            starts.append(
                Start(kernel.family.family, trial.kernel, dict(trial.parameters), origin, kind, sizes)
            )
        elif clblast_family is not None:
            starts += _translated(clblast_family, trial.parameters, origin, "", sizes)
    if not starts:
        names = ", ".join(repr(printable(name, 30)) for name in search.kernels[:3]) or "no kernel"
        raise DatabaseError(
            path,
            f"it is of {names}, and holds no time of a kernel of autoblas, or of one whose parameters are understood",
        )
    return starts


def _translated(
    family: str, parameters: Mapping[str, Any], origin: str, element_type: str, sizes: Sequence[int]
) -> list[Start]:
    """Points of kernels here for parameters of CLBlast's."""
    problems, points = points_of(family, parameters)
    try:
        return [
            Start(problems, kernel, dict(values), origin, element_type, tuple(sizes))
            for kernel, values in points
        ]
    except ArgumentError:  # sizes that nothing has
        return []
