"""Content of a report: device or searches, what is known of them, and what serves there."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autoblas import __version__
from autoblas.cli.output.candidates import excluded_text, origin_text
from autoblas.cli.output.devices import cards_there
from autoblas.cli.output.text import bytes_text
from autoblas.database import data_path
from autoblas.database.shipped import MACHINE_FAMILIES
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import VARIABLE, listing
from autoblas.devices.peak import tabulated_peak
from autoblas.devices.selftest.serving_device import select_device
from autoblas.errors import ArgumentError, DatabaseError, DeviceError, NoKernelError, violated
from autoblas.kernels.space import parameters
from autoblas.plan.candidates import Excluded
from autoblas.plan.choose import tried
from autoblas.plan.results import place_of, shipped_results, user_results
from autoblas.precision import PRECISIONS
from autoblas.problems.notation import problem_called
from autoblas.report import Content, Served, read_bench, read_searches, search_in, work_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from autoblas.database import Place, Record
    from autoblas.devices.device import Facts
    from autoblas.report import ProblemWork, RecordedSearch

__all__ = ["content_of", "expected", "served_on"]


@dataclass(frozen=True)
class Known:
    """All that there is, of all devices."""

    records: list[Record]
    shipped: list[Record]
    searches: list[RecordedSearch]
    present: list[Facts]
    complaints: list[str]

    @property
    def devices(self) -> list[tuple[str, str]]:
        """Name and platform of each device, those with results of the user's first."""
        own = [(record.place.device, record.place.platform) for record in self.records]
        own += [(search.device, search.platform) for search in self.searches]
        others = [(facts.name, facts.platform) for facts in self.present]
        others += [(record.place.device, record.place.platform) for record in self.shipped]
        return list(dict.fromkeys((*own, *others)))


def content_of(wanted: str | None, benches: Sequence[Path]) -> Content:
    """What a page says.

    Args:
        wanted: Words in a device's or platform's name, words of a problem that was searched, or a journal's file; None for
            the device that serves where none is named.
        benches: Files of ``autoblas bench gemm --json``.

    Raises:
        ArgumentError: nothing, or more than one device, fits.
        DatabaseError: a file cannot be read, or there is nothing to tell.
    """
    known = _known()
    if wanted is not None and Path(wanted).is_file():
        search = search_in(Path(wanted))
        return _content(known, (search.device, search.platform), [search], benches)
    if wanted is None:
        return _content(known, _usual(known), None, benches)
    fits = [device for device in known.devices if wanted.lower() in " ".join(device).lower()]
    if len(fits) == 1:
        return _content(known, fits[0], None, benches)
    if fits:
        raise ArgumentError("SEARCH or DEVICE", f"words of one device: {_listed(fits)}", wanted)
    found = [
        each
        for each in known.searches
        if all(word in each.work.search_text.lower() for word in wanted.lower().split())
    ]
    places = list(dict.fromkeys((each.device, each.platform) for each in found))
    if len(places) > 1:
        usual = _usual(known)
        places = [usual] if usual in places else places
    if len(places) != 1:
        raise ArgumentError(
            "SEARCH or DEVICE",
            f"the file of a journal, words of a problem that was searched, or words of a device: {_listed(known.devices)}",
            wanted,
        )
    return _content(
        known, places[0], [each for each in found if (each.device, each.platform) == places[0]], benches
    )


def _known() -> Known:
    complaints: list[str] = []
    try:
        records = user_results().records()
    except DatabaseError as error:
        records = []
        complaints.append(str(error))
    searches, unreadable = read_searches(data_path().parent / "journals")
    try:
        present = [facts_of(device) for device in listing()]
    except DeviceError:  # no driver; results can be looked at without
        present = []
    present += [facts for _, facts in cards_there()]
    return Known(records, list(shipped_results().records()), searches, present, complaints + unreadable)


def _usual(known: Known) -> tuple[str, str]:
    """The device that serves where none is named, or else the only one with results.

    Raises:
        DeviceError: ``AUTOBLAS_DEVICE`` names one that does not serve.
        ArgumentError: there is neither.
    """
    try:
        facts = select_device().facts
    except DeviceError as error:
        if os.environ.get(VARIABLE, "").strip():
            raise
        own = list(dict.fromkeys((record.place.device, record.place.platform) for record in known.records))
        if len(own) != 1:
            raise ArgumentError(
                "SEARCH or DEVICE", f"words of a device, as none serves here ({error})", "none"
            ) from error
        return own[0]
    return facts.name, facts.platform


def _listed(devices: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{device} ({platform})" for device, platform in devices) or "none is known"


def _content(
    known: Known, device: tuple[str, str], wanted: Sequence[RecordedSearch] | None, benches: Sequence[Path]
) -> Content:
    """What is known of a device, or of some searches on it."""
    facts = next((each for each in known.present if (each.name, each.platform) == device), None)
    place = None if facts is None else place_of(facts)
    searches = (
        wanted if wanted is not None else [s for s in known.searches if (s.device, s.platform) == device]
    )
    classes = None if wanted is None else {search.work.kind for search in wanted}
    own = _of(known.records, device, place, classes)
    shipped = _of(known.shipped, device, place, classes)
    runs = [read_bench(path) for path in benches]
    for path, bench in zip(benches, runs, strict=True):
        if (bench.device, bench.platform) != device:
            raise ArgumentError(
                "--bench",
                f"figures of {device[0]} ({device[1]})",
                f"{path}, of {bench.device} ({bench.platform})",
            )
    problems = [record for record in own if record.family not in MACHINE_FAMILIES]
    if not (searches or problems or shipped or runs):
        raise DatabaseError(
            data_path(),
            f'there is nothing of {device[0]} ({device[1]}) in it; "autoblas tune" finds something to report',
        )
    works = dict.fromkeys([*(search.work for search in searches), *map(work_of, problems)])
    works = works or dict.fromkeys(work_of(record) for record in shipped)
    ordered = sorted(works, key=lambda work: work.order)
    served = expected(own, shipped) if facts is None else served_on(facts, ordered)
    drivers = [*(search.driver for search in searches), *(record.place.driver for record in own)]
    return Content(
        *device,
        drivers=tuple(dict.fromkeys(drivers)),
        facts=tuple(_facts(facts, [*own, *shipped])),
        searches=tuple(searches),
        records=tuple(record for record in own),
        shipped=tuple(shipped),
        benches=tuple(runs),
        peaks={} if facts is None else _peaks(facts),
        served=tuple(served),
        present=facts is not None,
        complaints=tuple(known.complaints),
        version=__version__,
        date=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    )


def _of(
    records: Iterable[Record],
    device: tuple[str, str],
    place: Place | None,
    classes: set[tuple[str, str]] | None,
) -> list[Record]:
    """The records of a device, or of some classes of problems there; virtual machines give different processors one name."""
    return [
        record
        for record in records
        if (record.place.device, record.place.platform) == device
        and (place is None or record.place.same_device(place))
        and (
            classes is None
            or record.family in MACHINE_FAMILIES
            or (record.family, record.signature) in classes
        )
    ]


def _peaks(facts: Facts) -> dict[str, float]:
    found = {
        name: tabulated_peak(facts, precision)
        for name, precision in PRECISIONS.items()
        if not precision.is_complex
    }
    return {name: peak for name, peak in found.items() if peak is not None}


def _facts(facts: Facts | None, records: Sequence[Record]) -> Iterable[tuple[str, str]]:
    """What is known of the hardware, from itself or from the places of records."""
    if facts is None:
        if records:
            place = records[0].place
            yield from (
                ("Kind", place.kind),
                ("Vendor", place.vendor),
                ("Driver of its records", place.driver),
            )
        return
    yield from (("Kind", facts.kind), ("Vendor", facts.vendor), ("Driver", facts.driver))
    yield "Compute units", str(facts.compute_units)
    if facts.clock_mhz:
        yield "Highest clock", f"{facts.clock_mhz} MHz"
    yield "Memory", bytes_text(facts.memory_bytes)
    yield "Local memory", bytes_text(facts.local_bytes)
    if facts.cache_bytes:
        yield "Cache that the driver reports", bytes_text(facts.cache_bytes)
    if facts.kind == "cpu":
        yield "Vectors", f"{facts.vector_registers} of {facts.vector_bytes} bytes"
    yield (
        "Other element types",
        " and ".join(name for name, has in (("float64", facts.fp64), ("float16", facts.fp16)) if has)
        or "none",
    )


def served_on(facts: Facts, works: Iterable[ProblemWork]) -> Iterator[Served]:
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
