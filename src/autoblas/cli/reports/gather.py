"""Content of a report: device or searches, what is known of them, and what serves there."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autoblas import __version__
from autoblas.cli.output.candidates import excluded_text, origin_text
from autoblas.cli.output.devices import cuda_cards
from autoblas.cli.output.text import assignments, bytes_text
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
class Inventory:
    """Records, searches and devices that a report can be about."""

    records: list[Record]
    shipped: list[Record]
    searches: list[RecordedSearch]
    present: list[Facts]
    complaints: list[str]

    @property
    def devices(self) -> list[tuple[str, str]]:
        """Name and platform of each device, those with results of the user's first."""
        with_results = [(record.place.device, record.place.platform) for record in self.records]
        with_results += [(search.device, search.platform) for search in self.searches]
        without_results = [(facts.name, facts.platform) for facts in self.present]
        without_results += [(record.place.device, record.place.platform) for record in self.shipped]
        return list(dict.fromkeys((*with_results, *without_results)))


def content_of(query: str | None, benches: Sequence[Path]) -> Content:
    """Content of a page.

    Args:
        query: Words in a device's or platform's name, words of a problem that was searched, or a journal's file; None for
            the device that serves where none is named.
        benches: Files of ``autoblas bench gemm --json``.

    Raises:
        ArgumentError: nothing, or more than one device, fits.
        DatabaseError: a file cannot be read, or there is nothing to tell.
    """
    inventory = _inventory()
    if query is not None and Path(query).is_file():
        search = search_in(Path(query))
        return _content(inventory, (search.device, search.platform), [search], benches)
    if query is None:
        return _content(inventory, _usual(inventory), None, benches)
    fits = [device for device in inventory.devices if query.lower() in " ".join(device).lower()]
    if len(fits) == 1:
        return _content(inventory, fits[0], None, benches)
    if fits:
        raise ArgumentError("SEARCH or DEVICE", f"words of one device: {_listed(fits)}", query)
    searches = [
        search
        for search in inventory.searches
        if all(word in search.work.search_text.lower() for word in query.lower().split())
    ]
    devices = list(dict.fromkeys((search.device, search.platform) for search in searches))
    if len(devices) > 1:
        usual = _usual(inventory)
        devices = [usual] if usual in devices else devices
    if len(devices) != 1:
        raise ArgumentError(
            "SEARCH or DEVICE",
            f"the file of a journal, words of a problem that was searched, or words of a device: {_listed(inventory.devices)}",
            query,
        )
    return _content(
        inventory,
        devices[0],
        [search for search in searches if (search.device, search.platform) == devices[0]],
        benches,
    )


def _inventory() -> Inventory:
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
    present += [facts for _, facts in cuda_cards()]
    return Inventory(records, list(shipped_results().records()), searches, present, complaints + unreadable)


def _usual(inventory: Inventory) -> tuple[str, str]:
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
        devices = list(
            dict.fromkeys((record.place.device, record.place.platform) for record in inventory.records)
        )
        if len(devices) != 1:
            raise ArgumentError(
                "SEARCH or DEVICE", f"words of a device, as none serves here ({error})", "none"
            ) from error
        return devices[0]
    return facts.name, facts.platform


def _listed(devices: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{device} ({platform})" for device, platform in devices) or "none is known"


def _content(
    inventory: Inventory,
    device: tuple[str, str],
    chosen: Sequence[RecordedSearch] | None,
    benches: Sequence[Path],
) -> Content:
    """Content of a page on a device, or on some searches there."""
    facts = next((local for local in inventory.present if (local.name, local.platform) == device), None)
    hardware = None if facts is None else place_of(facts)
    searches = (
        chosen if chosen is not None else [s for s in inventory.searches if (s.device, s.platform) == device]
    )
    classes = None if chosen is None else {search.work.kind for search in chosen}
    user_records = _of(inventory.records, device, hardware, classes)
    shipped = _of(inventory.shipped, device, hardware, classes)
    runs = [read_bench(path) for path in benches]
    for path, bench in zip(benches, runs, strict=True):
        if (bench.device, bench.platform) != device:
            raise ArgumentError(
                "--bench",
                f"figures of {device[0]} ({device[1]})",
                f"{path}, of {bench.device} ({bench.platform})",
            )
    problems = [record for record in user_records if record.family not in MACHINE_FAMILIES]
    if not (searches or problems or shipped or runs):
        raise DatabaseError(
            data_path(),
            f'there is nothing of {device[0]} ({device[1]}) in it; "autoblas tune" finds something to report',
        )
    works = dict.fromkeys([*(search.work for search in searches), *map(work_of, problems)])
    works = works or dict.fromkeys(work_of(record) for record in shipped)
    ordered = sorted(works, key=lambda work: work.order)
    served = expected(user_records, shipped) if facts is None else served_on(facts, ordered)
    drivers = [*(search.driver for search in searches), *(record.place.driver for record in user_records)]
    return Content(
        *device,
        drivers=tuple(dict.fromkeys(drivers)),
        facts=tuple(_facts(facts, [*user_records, *shipped])),
        searches=tuple(searches),
        records=tuple(record for record in user_records),
        shipped=tuple(shipped),
        benches=tuple(runs),
        peaks={} if facts is None else _peaks(facts),
        served=tuple(served),
        present=facts is not None,
        complaints=tuple(inventory.complaints),
        version=__version__,
        date=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    )


def _of(
    records: Iterable[Record],
    device: tuple[str, str],
    hardware: Place | None,
    classes: set[tuple[str, str]] | None,
) -> list[Record]:
    """The records of a device, or of some classes of problems there; virtual machines give different processors one name."""
    return [
        record
        for record in records
        if (record.place.device, record.place.platform) == device
        and (hardware is None or record.place.same_device(hardware))
        and (
            classes is None
            or record.family in MACHINE_FAMILIES
            or (record.family, record.signature) in classes
        )
    ]


def _peaks(facts: Facts) -> dict[str, float]:
    peaks = {
        name: tabulated_peak(facts, precision)
        for name, precision in PRECISIONS.items()
        if not precision.is_complex
    }
    return {name: peak for name, peak in peaks.items() if peak is not None}


def _facts(facts: Facts | None, records: Sequence[Record]) -> Iterable[tuple[str, str]]:
    """Facts of the hardware, from the device itself or from records of it."""
    if facts is None:
        if records:
            hardware = records[0].place
            yield from (
                ("Kind", hardware.kind),
                ("Vendor", hardware.vendor),
                ("Driver of its records", hardware.driver),
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
    """Kernels that serve problems on a local device; problems of other versions are left out."""
    for work in works:
        problem = problem_called(work.family, work.signature, work.sizes)
        if problem is None:
            continue
        refusals: dict[str, str] = {}
        for candidate in tried(problem, facts):
            if isinstance(candidate, Excluded):
                refusals.setdefault(excluded_text(candidate), violated(candidate.refusal))
                continue
            words = assignments(parameters(candidate.params))
            yield Served(
                work, candidate.kernel.name, words, origin_text(candidate), candidate.seconds, refusals
            )
            break
        else:
            yield Served(work, "", "", str(NoKernelError(work.title, refusals)))


def expected(user_records: Sequence[Record], shipped: Sequence[Record]) -> Iterator[Served]:
    """The fastest record of each problem, the user's before those that ship."""
    best: dict[object, tuple[Record, str]] = {}
    for records, whose in ((user_records, "measured there"), (shipped, "shipped for this device")):
        fastest: dict[object, Record] = {}
        for record in sorted(records, key=lambda record: record.seconds):
            fastest.setdefault((record.family, record.signature, record.sizes), record)
        for name, record in fastest.items():
            best.setdefault(name, (record, whose))
    for record, whose in sorted(best.values(), key=lambda record: work_of(record[0]).order):
        work = work_of(record)
        if work.nbytes:
            words = assignments(dict(sorted(record.parameters.items())))
            why = f"{whose} on {record.provenance.date[:10]} with driver {record.place.driver}"
            yield Served(work, record.kernel, words, why, record.seconds)
