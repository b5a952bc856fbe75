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
"""Of a file that gives no records, so many of the fastest points are kept."""

PROGRAMS = {"kernel-tuner": "Kernel Tuner", "t4": "a tuner"}
"""Who is said to have written a file."""


@dataclass
class Imported:
    """What files hold.

    Attributes:
        records: Measurements of autoblas's kernels, with where and of what.
        starts: Points that somebody else found good.
        left_out: What tells users of entries that could not be read, by file.
    """

    records: list[Record] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    left_out: dict[Path, LeftOut] = field(default_factory=dict)


def read(path: Path, into: Imported) -> None:
    """Add what a file holds.

    Raises:
        DatabaseError: it cannot be read, or holds nothing that can be used.
    """
    held = load(path)
    form = form_of(path, held)
    if form == "results":
        records, odd = records_in_bundle(path, held)
        into.records += records
    elif form == "clblast":
        results = clblast_in(path, held)
        into.starts += _of_clblast(path, results)
        odd = results.left_out
    else:
        found = cache_in(path, held) if form == "kernel-tuner" else t4_in(path, held)
        odd = found.left_out
        if found.place is not None and found.words[2] and set(found.kernels) <= kernels().keys():
            writer = "autoblas" if found.version else PROGRAMS[form]
            into.records += found.records(path, writer)
        else:
            into.starts += _of_found(path, found)
    if odd.count:
        into.left_out[path] = odd


def _of_clblast(path: Path, results: ClblastResults) -> list[Start]:
    """The fastest parameters of a tuner of CLBlast, as points of kernels here."""
    if results.family not in families():
        raise DatabaseError(
            path,
            f"it is of CLBlast's {printable(results.family)!r}, whose parameters are not understood; those of "
            f"{', '.join(families())} are",
        )
    starts = []
    kept, device = 0, printable(results.device) or "a device"
    for parameters, seconds in results.points:
        origin = f"imported: CLBlast's {results.family} on {device}, {seconds * 1e3:.4g} ms"
        points = _translated(results.family, parameters, origin, results.element_type, results.sizes)
        starts += points
        kept += bool(points)
        if kept == MOST_RECORDS:
            break
    if not starts:
        raise DatabaseError(path, f"its results lack parameters that CLBlast's {results.family} has")
    return starts


def _of_found(path: Path, found: Found) -> list[Start]:
    """The fastest points of a search by another program, or by one that does not say on which device."""
    starts: list[Start] = []
    family, signature, sizes = found.words
    device = printable(found.device) or "a device"
    for trial in found.best(MOST_RECORDS):
        origin = f"imported: {printable(path.name)}, on {device}, {trial.outcome.median * 1e3:.4g} ms"
        kernel, other = kernels().get(trial.kernel), family_called(trial.kernel)
        if kernel is not None:
            kind = signature.partition(" ")[0] if family == kernel.family.family else ""
            starts.append(
                Start(kernel.family.family, trial.kernel, dict(trial.parameters), origin, kind, sizes)
            )
        elif other is not None:
            starts += _translated(other, trial.parameters, origin, "", sizes)
    if not starts:
        named = ", ".join(repr(printable(name, 30)) for name in found.kernels[:3]) or "no kernel"
        raise DatabaseError(
            path,
            f"it is of {named}, and holds no time of a kernel of autoblas, or of one whose parameters are understood",
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
