"""What a page says of a device: everything that charts and tables are made of, found by whoever asks for the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.database import Record
    from autoblas.report.searches import RecordedSearch
    from autoblas.report.speeds import Bench
    from autoblas.report.work import ProblemWork

__all__ = ["Content", "Served"]


@dataclass(frozen=True)
class Served:
    """What serves a problem.

    Attributes:
        work: The problem.
        kernel: The kernel; empty where none serves.
        words: Its parameters in words.
        why: Where they came from, in words, or why none serves.
        seconds: How long the record took that stands behind it; 0 where none does.
        passed_over: What comes first and does not serve, each with what does not hold.
    """

    work: ProblemWork
    kernel: str
    words: str
    why: str
    seconds: float = 0.0
    passed_over: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Content:
    """What is known of one device.

    Attributes:
        device: Its name.
        platform: Its platform.
        drivers: The drivers that something was measured with.
        facts: What is known of the hardware, label and value.
        searches: What journals tell.
        records: The user's results of this device.
        shipped: Those that ship.
        benches: What files of ``autoblas bench`` tell.
        known_peaks: Peaks that the device's facts tell, in GFLOP/s by element type.
        served: What serves each problem; of devices that are not here, what would by the records.
        present: The device is on this machine, so that ``served`` is what calls get.
        complaints: What could not be read, a sentence each.
        version: Of autoblas.
        date: When this was looked at, in ISO 8601.
    """

    device: str
    platform: str
    drivers: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    searches: tuple[RecordedSearch, ...] = ()
    records: tuple[Record, ...] = ()
    shipped: tuple[Record, ...] = ()
    benches: tuple[Bench, ...] = ()
    known_peaks: Mapping[str, float] = field(default_factory=dict)
    served: tuple[Served, ...] = ()
    present: bool = False
    complaints: tuple[str, ...] = ()
    version: str = ""
    date: str = ""
