"""Content of a page about a device: the data of all charts and tables, which the caller gathers."""

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
    """The kernel that serves a problem.

    Attributes:
        work: The problem.
        kernel: The kernel; empty where none serves.
        parameter_text: Its parameters, as text.
        reason: Origin of the parameters, as text, or why none serves.
        seconds: Time of the record behind it; 0 where there is none.
        passed_over: Candidates before it that do not serve, each with the condition that does not hold.
    """

    work: ProblemWork
    kernel: str
    parameter_text: str
    reason: str
    seconds: float = 0.0
    passed_over: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Content:
    """Data of one device.

    Attributes:
        device: Its name.
        platform: Its platform.
        drivers: Drivers of the measurements.
        facts: Facts of the hardware, label and value.
        searches: Searches of the journals.
        records: The user's results of this device.
        shipped: Those that ship.
        benches: Files of ``autoblas bench``.
        peaks: Peaks that the device's facts tell, in GFLOP/s by element type.
        served: Kernel of each problem; of devices that are not here, the kernel that records stand for.
        present: The device is on this machine, so that ``served`` is what calls get.
        complaints: A sentence for each file that could not be read.
        version: Of autoblas.
        date: Date of the page, in ISO 8601.
    """

    device: str
    platform: str
    drivers: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    searches: tuple[RecordedSearch, ...] = ()
    records: tuple[Record, ...] = ()
    shipped: tuple[Record, ...] = ()
    benches: tuple[Bench, ...] = ()
    peaks: Mapping[str, float] = field(default_factory=dict)
    served: tuple[Served, ...] = ()
    present: bool = False
    complaints: tuple[str, ...] = ()
    version: str = ""
    date: str = ""
