"""Speeds of problems: of kernels by records, and of calls by files of ``autoblas bench``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from autoblas.errors import DatabaseError
from autoblas.report.work import ProblemWork, work_called, work_of
from autoblas.store.folder import utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from autoblas.database import Record

__all__ = [
    "KERNELS",
    "PEAK",
    "SHIPPED",
    "Bench",
    "Roof",
    "Speed",
    "bandwidth",
    "fastest",
    "peaks",
    "read_bench",
]

KERNELS = "autoblas, kernels"
"""Series of the user's records in charts."""

SHIPPED = "shipped records"
"""Series of the records that ship."""

PEAK = "peak"
"""The family of records of a device's peak: sizes are compute units and operations of a launch."""

MOVED = {"map": "copy"}
"""Records that tell how fast memory is: vectors that are copied."""

UNKEPT = "not kept"
"""Part of the origin of a peak that was measured while other programs ran."""

PEERS = {"numpy": "NumPy", "openblas": "OpenBLAS through NumPy", "cublas": "cuBLAS", "clblast": "CLBlast"}
"""Names of peers in charts where a file does not describe them."""

LARGEST_FILE = 1 << 26
"""Bytes of a file of ``bench``; those of a sweep over a thousand sizes have a megabyte."""


@dataclass(frozen=True)
class Speed:
    """Time of one problem.

    Attributes:
        work: The problem.
        series: Name in charts of the implementation that was timed.
        seconds: Median time.
        low: Time that a fifth was faster than, or the median less a standard deviation.
        high: Time that a fifth was slower than, or the median and a standard deviation.
        source: Origin of the figure.
        kernel: The kernel that ran; empty where it is not known.
    """

    work: ProblemWork
    series: str
    seconds: float
    low: float
    high: float
    source: str
    kernel: str = ""


@dataclass(frozen=True)
class Roof:
    """An upper bound of the rate of all kernels.

    Attributes:
        name: An element type, or memory.
        rate: 1e9 operations, or bytes, a second.
        origin: Origin of the rate, as text.
    """

    name: str
    rate: float
    origin: str


def fastest(records: Iterable[Record], series: str = KERNELS) -> list[Speed]:
    """The fastest record of each problem, sorted; peaks and crossovers are none.

    Args:
        records: Records of one device.
        series: Name of the series in charts.
    """
    best: dict[tuple[str, str, tuple[int, ...]], Record] = {}
    for record in records:
        name = record.family, record.signature, record.sizes
        if name not in best or (record.seconds, record.order) < (best[name].seconds, best[name].order):
            best[name] = record
    speeds = []
    for record in best.values():
        work = work_of(record)
        if work.nbytes:  # a problem that is run
            low, high = (
                max(record.seconds - record.spread, record.seconds / 2),
                record.seconds + record.spread,
            )
            origin = f"record of {record.provenance.date[:10]}, driver {record.place.driver}"
            speeds.append(Speed(work, series, record.seconds, low, high, origin, record.kernel))
    return sorted(speeds, key=lambda speed: speed.work.order)


def peaks(records: Iterable[Record], from_facts: Mapping[str, float]) -> dict[str, Roof]:
    """The peak of each element type: what the device's facts tell, else the best that was measured.

    Args:
        records: Records of one device.
        from_facts: Peaks by the device's facts, in GFLOP/s by element type.
    """
    roofs = {name: Roof(name, rate, "from the device's facts") for name, rate in from_facts.items()}
    for record in records:
        if record.family == PEAK and len(record.sizes) == 2 and record.signature not in from_facts:
            rate = record.sizes[1] / record.seconds / 1e9
            if record.signature not in roofs or rate > roofs[record.signature].rate:
                origin = f"measured on {record.provenance.date[:10]} by a kernel of multiply-adds"
                roofs[record.signature] = Roof(record.signature, rate, origin)
    return roofs


def bandwidth(speeds: Iterable[Speed]) -> Roof | None:
    """The rate of the largest vector that was copied; None where none was."""
    copies = [
        speed for speed in speeds if MOVED.get(speed.work.family) == speed.work.signature.partition(" ")[2]
    ]
    largest = max(copies, key=lambda speed: (speed.work.nbytes, -speed.seconds), default=None)
    if largest is None:
        return None
    origin = f"the largest copy that was tuned, {largest.work.title}"
    return Roof("memory", largest.work.gbytes(largest.seconds), origin)


class _Timing(msgspec.Struct):
    median: float
    low: float
    high: float


class _Row(msgspec.Struct):
    m: int
    n: int
    k: int
    autoblas: _Timing
    numpy: _Timing | None = None
    openblas: _Timing | None = None
    cublas: _Timing | None = None
    clblast: _Timing | None = None
    kernel: str = ""
    ratios: dict[str, float] = {}


class _Peak(msgspec.Struct):
    gflops: float
    origin: str


class _BenchDevice(msgspec.Struct):
    name: str
    platform: str


class _EarlierFile(msgspec.Struct):
    """File of version 0.1.0."""

    device: str
    platform: str
    dtype: str
    transfer: str
    trans: str
    date: str
    peak: _Peak
    results: list[_Row]
    signature: str = ""

    def today(self) -> _BenchFile:
        """The file in today's form."""
        orders = "*".join("row" if letter == "N" else "col" for letter in self.trans[:2])
        signature = self.signature or f"{self.dtype} {orders}=row"
        device = _BenchDevice(self.device, self.platform)
        return _BenchFile(device, self.transfer, self.trans, self.date, self.peak, self.results, signature)


class _BenchFile(msgspec.Struct):
    device: _BenchDevice
    transfer: str
    trans: str
    date: str
    peak: _Peak
    problems: list[_Row]
    signature: str
    peers: dict[str, str] = {}
    blas: dict[str, Any] = {}
    environment: dict[str, str] = {}
    load: float | None = None
    threads: int | None = None
    quiet: bool | None = None

    def peer_name(self, peer: str) -> str:
        """Name of a library in charts."""
        return self.peers.get(peer) or PEERS[peer]


@dataclass(frozen=True)
class Bench:
    """A file of ``autoblas bench gemm --json``.

    Attributes:
        device: The device.
        platform: Its platform.
        speeds: The calls, autoblas's and those of peers.
        transfer: Copies that a call includes.
        trans: Letters of the operands: transposed or not.
        roof: The peak that they were compared with.
        roof_valid: No other program used the device while the peak was measured.
        ratios: The speed relative to each library, at every size.
        machine: NumPy's ``blas``, the ``environment``, ``load``, ``threads`` and ``quiet``, as ``bench`` states them.
    """

    device: str
    platform: str
    speeds: tuple[Speed, ...]
    transfer: str
    trans: str
    roof: Roof
    roof_valid: bool
    ratios: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    machine: Mapping[str, Any] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the ratios: variables that force a library, and a machine that was busy."""
        forced = ", ".join(self.machine.get("blas", {}).get("forced", ()))
        notes = (f"{self.machine['blas']['library']} was forced by {forced}",) if forced else ()
        return (*notes, "the machine was busy") if self.machine.get("quiet") is False else notes


def read_bench(path: Path) -> Bench:
    """Read a file of what ``autoblas bench gemm --json`` printed.

    Raises:
        DatabaseError: it cannot be read, or is none.
    """
    try:
        with path.open("rb") as opened:
            text = opened.read(LARGEST_FILE + 1)  # of a pipe or a device nobody knows the size
        if len(text) > LARGEST_FILE:
            raise DatabaseError(
                path, f"it has more than {LARGEST_FILE >> 20} MiB, which no file of bench has"
            )
        file = _decoded(utf8(text))
    except OSError as error:
        raise DatabaseError(path, error.strerror or str(error)) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DatabaseError(path, f'it is no file of "autoblas bench gemm --json": {error}') from error
    signature = file.signature
    speeds = [speed for row in file.problems for speed in _row_speeds(row, signature, file)]
    if not speeds or any(not 0 < time < 1e9 for s in speeds for time in (s.low, s.seconds, s.high)):
        raise DatabaseError(path, "it has no times, or times that are none")
    if not 0 < file.peak.gflops < 1e12:
        raise DatabaseError(path, "it has a peak that is none")
    name = signature.partition(" ")[0]
    roof = Roof(name, file.peak.gflops, file.peak.origin)
    return Bench(
        file.device.name,
        file.device.platform,
        tuple(speeds),
        file.transfer,
        file.trans,
        roof,
        UNKEPT not in roof.origin,
        _ratios(file),
        {name: getattr(file, name) for name in MACHINE},
    )


MACHINE = ("blas", "environment", "load", "threads", "quiet")
"""Members of a file about the machine and NumPy's BLAS."""


def _ratios(file: _BenchFile) -> dict[str, tuple[float, ...]]:
    """The ratios as ``bench`` gave them, those of medians where it gave none."""
    ratios: dict[str, tuple[float, ...]] = {}
    for peer in PEERS:
        timed = [(row, timing) for row in file.problems if (timing := getattr(row, peer)) is not None]
        if timed:
            ratios[file.peer_name(peer)] = tuple(
                row.ratios.get(peer, timing.median / row.autoblas.median) for row, timing in timed
            )
    return ratios


def _decoded(data: bytes) -> _BenchFile:
    """A file of today or of version 0.1.0.

    Raises:
        msgspec.MsgspecError, UnicodeError, RecursionError: it is neither.
    """
    try:
        return msgspec.json.decode(data, type=_BenchFile)
    except msgspec.ValidationError as error:
        try:
            return msgspec.json.decode(data, type=_EarlierFile).today()
        except msgspec.ValidationError:
            raise error from None


def _row_speeds(row: _Row, signature: str, file: _BenchFile) -> Sequence[Speed]:
    work = work_called("gemm", signature, (row.m, row.n, row.k))
    transfer = "" if file.transfer == "tofrom" else f", transfer {file.transfer}"
    source = f"bench of {file.date[:10]}"
    timings = {
        f"autoblas, calls{transfer}": row.autoblas,
        **{file.peer_name(name): getattr(row, name) for name in PEERS},
    }
    return [
        Speed(
            work,
            series,
            timing.median,
            timing.low,
            timing.high,
            source,
            row.kernel if timing is row.autoblas else "",
        )
        for series, timing in timings.items()
        if timing is not None
    ]
