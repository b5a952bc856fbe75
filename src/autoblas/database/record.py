"""A measurement: device, problem, kernel and parameters, time; and its JSON form."""

from __future__ import annotations

import datetime as dt
import math
import time
from typing import TYPE_CHECKING, Literal

import msgspec

from autoblas.errors import ArgumentError, DatabaseError
from autoblas.store.folder import replace_file, utf8
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable
    from pathlib import Path

__all__ = [
    "LARGEST",
    "SCHEMA_VERSION",
    "Place",
    "Provenance",
    "Record",
    "element_type",
    "from_json",
    "read_json",
    "recency",
    "related",
    "to_json",
    "write_json",
]

SCHEMA_VERSION = 1
"""Raised when a record of the previous version can no longer be read."""

LARGEST = 1 << 63
"""Sizes and counts are below: no memory holds more, and models of time compute with them as floating-point numbers."""

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def _require(condition: bool, field: str, expected: str, got: object) -> None:
    if not condition:
        raise ArgumentError(field, expected, repr(got))


def recency(timestamp: float) -> float:
    """Sort key of a date: later is newer, but a date in the future counts as the oldest.

    A clock that ran ahead once would otherwise have written records that nothing could ever replace.

    Args:
        timestamp: Seconds since 1970.
    """
    return timestamp if timestamp <= time.time() else -math.inf


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device with its platform and driver, on which something was measured.

    Names alone do not tell processors apart: virtual machines call very different ones "AMD EPYC". What is compiled for
    them differs by their vectors. Records of the first versions do not say which they were.

    Attributes:
        device: Name of the device, as its driver reports it.
        vendor: Its vendor, as its driver reports it.
        platform: Name of the platform (PoCL and Intel's runtime are two platforms for one processor).
        driver: Version of the driver.
        kind: Processor, graphics processor, or another accelerator.
        vector_bytes: Of a processor, bytes of its vectors; 0 where it is not said.
        vector_registers: Of a processor, registers for such vectors; 0 where it is not said.
        cache_bytes: Of a processor, bytes of the cache that its driver reports; 0 where it is not said.
        compute_units: Of a processor, cores that took part; 0 where it is not said.
    """

    device: str
    vendor: str
    platform: str
    driver: str
    kind: Literal["cpu", "gpu", "acc"]
    vector_bytes: int = 0
    vector_registers: int = 0
    cache_bytes: int = 0
    compute_units: int = 0

    def __post_init__(self) -> None:
        """Refuse counts that no processor has, with which nothing could be computed."""
        for name in ("vector_bytes", "vector_registers", "cache_bytes", "compute_units"):
            count = getattr(self, name)
            _require(0 <= count < LARGEST, name, "0 or more, below 2^63", count)

    @property
    def vectors(self) -> tuple[int, int]:
        """Registers for vectors, and bytes of each: what a tile of sums is made for."""
        return self.vector_registers, self.vector_bytes

    def same_device(self, machine: Place) -> bool:
        """True if names are equal, and vectors where both state them; drivers may differ."""
        if (self.device, self.platform, self.kind) != (machine.device, machine.platform, machine.kind):
            return False
        return self.vectors == machine.vectors or 0 in (*self.vectors, *machine.vectors)


class Provenance(msgspec.Struct, frozen=True):
    """Provenance of a measurement: program, date and search.

    Attributes:
        version: Version of autoblas that measured.
        date: When, in ISO 8601; UTC where it names no offset.
        strategy: Search strategy that proposed the point.
        evaluations: Points that the search had measured when it ended.
        trials: Points that it had tried, failed ones included.
        note: Anything else worth knowing.
    """

    version: str
    date: str
    strategy: str
    evaluations: int
    trials: int
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse a date that cannot be ordered among others, and counts below zero."""
        try:
            dt.datetime.fromisoformat(self.date)
        except ValueError as error:
            raise ArgumentError("date", "a date in ISO 8601", repr(self.date)) from error
        _require(self.evaluations >= 0, "evaluations", "0 or more", self.evaluations)
        _require(self.trials >= 0, "trials", "0 or more", self.trials)

    @classmethod
    def now(cls, strategy: str, evaluations: int, trials: int, note: str = "") -> Provenance:
        """The provenance of a measurement that this version has just made."""
        date = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        return cls(__version__, date, strategy, evaluations, trials, note)

    @property
    def timestamp(self) -> float:
        """The date, in seconds since 1970."""
        date = dt.datetime.fromisoformat(self.date)
        return ((date if date.tzinfo else date.replace(tzinfo=dt.UTC)) - _EPOCH).total_seconds()

    @property
    def recency(self) -> float:
        """The key by which the newest of several is found."""
        return recency(self.timestamp)


class Record(msgspec.Struct, frozen=True):
    """The measured time of one point of a kernel's space, for one problem at one place.

    Attributes:
        place: Device with platform and driver.
        family: Family of the problem, such as ``gemm`` or ``pack``.
        signature: Class of the problem, everything but its sizes; the first word is the element type.
        sizes: Sizes of the problem, in the order the family names them.
        kernel: Name of the kernel.
        parameters: Its parameters by name.
        seconds: Median time of a run.
        spread: Standard deviation of the runs, in seconds.
        samples: Runs measured.
        source: Hash of the kernel's text.
        provenance: Program, date and search of the measurement.
    """

    place: Place
    family: str
    signature: str
    sizes: tuple[int, ...]
    kernel: str
    parameters: dict[str, int | str | bool | float]
    seconds: float
    spread: float
    samples: int
    source: str
    provenance: Provenance

    def __post_init__(self) -> None:
        """Refuse measurements that cannot be ranked."""
        _require(math.isfinite(self.seconds) and self.seconds > 0, "seconds", "a time above 0", self.seconds)
        _require(math.isfinite(self.spread) and self.spread >= 0, "spread", "a time, 0 or more", self.spread)
        _require(self.samples >= 1, "samples", "1 or more", self.samples)
        _require(
            all(0 <= size < LARGEST for size in self.sizes),
            "sizes",
            "sizes of 0 or more, below 2^63",
            self.sizes,
        )

    @property
    def identity(self) -> str:
        """Device, problem and point as JSON: equal for two measurements of the same point."""
        point = (self.place, self.family, self.signature, self.sizes, self.kernel, self.parameters)
        return _ENCODER.encode(point).decode()

    @property
    def tasks(self) -> tuple[str, ...]:
        """Prefixes of the identities of all records of its problem, sizes included, on its device."""
        full = self.place
        # Records of the first versions have names alone.
        names_alone = Place(full.device, full.vendor, full.platform, full.driver, full.kind)
        problem = (self.family, self.signature, self.sizes)
        prefixes = (_ENCODER.encode((machine, *problem)).decode() for machine in {full, names_alone})
        return tuple(prefix[:-1] + "," for prefix in prefixes)

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which lists of records are sorted; it does not depend on what was measured."""
        machine = self.place
        return (
            (machine.device, machine.platform, machine.driver, machine.vendor, machine.kind),
            (self.family, self.signature, self.sizes, self.kernel),
            self.identity,
        )


class _RecordsFile(msgspec.Struct):
    schema: int
    records: list[Record]


class _Header(msgspec.Struct):
    schema: int


_ENCODER = msgspec.json.Encoder(order="sorted")
_FILE = msgspec.json.Decoder(_RecordsFile)
_HEADER = msgspec.json.Decoder(_Header)


def element_type(signature: str) -> str:
    """The first word of a signature, such as ``float32``."""
    return signature.partition(" ")[0]


def related(signature_a: str, signature_b: str) -> bool:
    """True if points of one class of problems may be tried for the other: equal element types."""
    return element_type(signature_a) == element_type(signature_b)


def to_json(records: Iterable[Record]) -> str:
    """The text of a file of records: sorted, one record a line, keys sorted, so that versions compare well."""
    lines = ",\n".join(_ENCODER.encode(record).decode() for record in sorted(records, key=_by_order))
    return f'{{"schema":{SCHEMA_VERSION},"records":[\n{lines}\n]}}\n'


def _by_order(record: Record) -> tuple[object, ...]:
    return record.order


def from_json(text: bytes | str, name: object) -> list[Record]:
    """The records in the text of a file.

    Args:
        text: Text in the form of ``to_json``.
        name: Name of the text in error messages.

    Raises:
        DatabaseError: the text is not JSON, is of another schema version, or a field is missing or wrong.
    """
    try:
        schema = _HEADER.decode(text).schema
        if schema != SCHEMA_VERSION:
            raise DatabaseError(name, f"its schema version is {schema}; this autoblas reads {SCHEMA_VERSION}")
        return _FILE.decode(text).records
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DatabaseError(name, str(error)) from error


def read_json(path: Path | Traversable) -> list[Record]:
    """The records of a file.

    Raises:
        DatabaseError: it cannot be read, or ``from_json`` refuses its text.
    """
    try:
        text = utf8(path.read_bytes())
    except OSError as error:
        raise DatabaseError(path, error.strerror or str(error)) from error
    except UnicodeError as error:
        raise DatabaseError(path, str(error)) from error
    return from_json(text, path)


def write_json(path: Path, records: Iterable[Record]) -> None:
    """Write records to a file, which changes as a whole or not at all.

    Raises:
        DatabaseError: it cannot be written.
    """
    replace_file(path, to_json(records))
