"""What serves each problem on a device and why; of devices that are not here, what would by the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.cli.output.candidates import excluded_text, origin_text
from autoblas.errors import NoKernelError, violated
from autoblas.problems.notation import problem_called
from autoblas.report import Served, work_of
from autoblas.runtime.candidates import Excluded
from autoblas.runtime.choose import tried
from autoblas.space import parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.report import Work

__all__ = ["expected", "served_on"]


def served_on(facts: Facts, works: Iterable[Work]) -> Iterator[Served]:
    """What calls get on a device that is here, of each problem that this version knows."""
    for work in works:
        problem = problem_called(work.family, work.signature, work.sizes)
        if problem is None:
            continue
        passed: dict[str, str] = {}
        for found in tried(problem, facts):
            if isinstance(found, Excluded):
                passed.setdefault(excluded_text(found), violated(found.refusal))
                continue
            words = " ".join(f"{name}={value}" for name, value in parameters(found.params).items())
            yield Served(work, found.kernel.name, words, origin_text(found), found.seconds, passed)
            break
        else:
            yield Served(work, "", "", str(NoKernelError(work.title, passed)))


def expected(own: Sequence[Record], shipped: Sequence[Record]) -> Iterator[Served]:
    """The fastest record of each problem, the user's own before those that ship."""
    best: dict[object, tuple[Record, str]] = {}
    for records, whose in ((own, "measured there"), (shipped, "shipped for this device")):
        fastest: dict[object, Record] = {}
        for record in sorted(records, key=lambda each: each.seconds):
            fastest.setdefault((record.family, record.signature, record.sizes), record)
        for name, record in fastest.items():
            best.setdefault(name, (record, whose))
    for record, whose in sorted(best.values(), key=lambda each: work_of(each[0]).order):
        work = work_of(record)
        if work.nbytes:
            words = " ".join(f"{name}={value}" for name, value in sorted(record.parameters.items()))
            why = f"{whose} on {record.provenance.date[:10]} with driver {record.place.driver}"
            yield Served(work, record.kernel, words, why, record.seconds)
