"""Up to which size the host's own BLAS is faster than a device: given, measured once and kept, or by default.

A launch costs the host some microseconds whatever it computes, and a device with memory of its own two copies more.
A product of NumPy arrays with fewer operations than the crossover is therefore left to NumPy's BLAS. What was measured
is kept as a record of its own family among the user's results.
"""

from __future__ import annotations

import datetime as dt
import math
import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoblas.database import Provenance, Record
from autoblas.errors import ArgumentError
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from autoblas.runtime.choose import place_of, user_results
from autoblas.runtime.compare import side_by_side
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.runtime.compare import Timing

__all__ = [
    "FAMILY",
    "HOST_TYPES",
    "SIZES",
    "VARIABLE",
    "Crossover",
    "crossover",
    "forget_crossovers",
    "held_at",
    "keep",
    "measured_crossover",
    "threshold",
]

VARIABLE = "AUTOBLAS_HOST_BELOW"
"""A number of operations in the environment takes the place of what was measured; 0 keeps everything on the device."""

FAMILY = "crossover"
"""The family of its records: sizes are compute units and operations, seconds those of the device at the crossover."""

HOST_TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
"""What NumPy's BLAS multiplies; other types it multiplies without one, or not at all."""

SIZES = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
"""Square products that are timed."""

SHARED_DEFAULT = 2 * 64**3
"""Operations below which the host is faster than a device in its own memory, where nothing was measured.

Calls that reach the device took at least 40 microseconds with Intel's runtime and 60 with PoCL on a processor of 2024,
where the host had multiplied matrices of 64 rows in 30; up to about there OpenBLAS wakes no threads of its own.
"""

APART_DEFAULT = 2 * 128**3
"""The same for a device with memory of its own, to which operands must be copied."""


class Crossover(NamedTuple):
    """Below how many operations the host is faster.

    Attributes:
        operations: On real numbers, as the problem counts them.
        origin: Where the figure comes from, in words.
    """

    operations: float
    origin: str


class _Held(threading.local):
    """What this thread's crossover is held at, if it is."""

    operations: float | None = None


_held = _Held()
_known: dict[tuple[str | None, ...], Crossover] = {}


def crossover(facts: Facts, precision: Precision) -> Crossover:
    """Below how many operations a product of NumPy arrays is left to the host.

    Args:
        facts: The device.
        precision: One of ``HOST_TYPES``; where only another one was measured, that counts.

    Raises:
        ArgumentError: the variable in the environment is no number of operations.
    """
    if _held.operations is not None:
        return Crossover(_held.operations, "held for the moment")
    text = os.environ.get(VARIABLE, "").strip()
    if text:
        return Crossover(_number(text), f"from {VARIABLE}")
    where = (facts.name, facts.platform, facts.driver, str(facts.compute_units))
    key = (*where, precision.name, os.environ.get("AUTOBLAS_DATA_DIR"))
    if key not in _known:
        _known[key] = _looked_up(facts, precision)
    return _known[key]


def forget_crossovers() -> None:
    """Look in the database again, because it has new results."""
    _known.clear()


@contextmanager
def held_at(operations: float) -> Iterator[None]:
    """Let this thread's crossover be ``operations`` for a while: 0 for the device, infinity for the host."""
    before = _held.operations
    _held.operations = operations
    try:
        yield
    finally:
        _held.operations = before


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number >= 0:
        raise ArgumentError(VARIABLE, "a number of operations, 0 or more", repr(text))
    return number


def _looked_up(facts: Facts, precision: Precision) -> Crossover:
    place, results = place_of(facts), user_results()
    for kind in sorted(HOST_TYPES, key=lambda other: other is not precision):
        here = results.group(FAMILY, kind.name).get(kind.name, {}).get(place, {})
        found = [r for sizes, records in here.items() if sizes[0] == facts.compute_units for r in records]
        if found:
            newest = max(found, key=lambda record: record.provenance.timestamp)
            types = "" if kind is precision else f" with {kind.name}"
            return Crossover(newest.sizes[1], f"measured on {newest.provenance.date[:10]}{types}")
    if facts.host_shared:
        return Crossover(SHARED_DEFAULT, "the default for devices that work in the host's memory")
    return Crossover(APART_DEFAULT, "the default for devices with memory of their own")


def measured_crossover(
    facts: Facts,
    precision: Precision,
    runs: Callable[[int], Mapping[str, Callable[[], object]]],
    *,
    sizes: Sequence[int] = SIZES,
    rounds: int = 5,
    on_size: Callable[[int, Mapping[str, Timing]], None] = lambda n, timings: None,
) -> Record:
    """Time both sides in turns over a range of sizes, and describe where the host should stop.

    Args:
        facts: The device.
        precision: What is multiplied.
        runs: Gives for n the calls ``"host"`` and ``"device"``, each of which multiplies matrices of n rows and columns.
        sizes: The values of n, from the smallest to the largest.
        rounds: How often each has its turn.
        on_size: Hears of each size as it is timed.
    """
    timings: list[Mapping[str, Timing]] = []
    for n in sizes:
        timings.append(side_by_side(runs(n), rounds=rounds, seconds=0.01))
        on_size(n, timings[-1])
    each = 8 if precision.is_complex else 2
    operations, place = threshold(
        [each * n**3 for n in sizes],
        [timing["host"].median for timing in timings],
        [timing["device"].median for timing in timings],
    )
    there = timings[min(place, len(timings) - 1)]["device"]
    today = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    return Record(
        place=place_of(facts),
        family=FAMILY,
        signature=precision.name,
        sizes=(facts.compute_units, operations),
        kernel="host_blas",
        parameters={},
        seconds=there.median,
        spread=(there.high - there.low) / 2,
        samples=there.calls,
        source="",
        provenance=Provenance(__version__, today, "sweep", len(sizes), len(sizes)),
    )


def threshold(operations: Sequence[int], host: Sequence[float], device: Sequence[float]) -> tuple[int, int]:
    """The one crossover that loses least against always taking the faster side.

    The loss at a size is the logarithm of how much longer the slower side takes there, so that a single measurement
    that was disturbed moves the crossover only if it outweighs all others beyond it.

    Args:
        operations: Of each size, in rising order.
        host: Seconds of the host at each.
        device: Seconds of the device at each.

    Returns:
        The operations below which the host is to compute, and how many of the sizes lie below: the geometric mean of
        two sizes; 0 where the device is to compute all of them; the largest and one more where the host is.
    """
    gains = np.log(np.asarray(host) / np.asarray(device))  # above 0 where the device is faster
    losses = [
        float(np.maximum(gains[:place], 0).sum() - np.minimum(gains[place:], 0).sum())
        for place in range(len(gains) + 1)
    ]
    place = int(np.argmin(losses))
    if place == 0:
        return 0, 0
    if place == len(operations):
        return operations[-1] + 1, place
    return round(math.sqrt(operations[place - 1] * operations[place])), place


def keep(record: Record) -> None:
    """Add a measured crossover to the user's results, where every call finds it.

    Raises:
        DatabaseError: the file cannot be written.
    """
    user_results().add([record])
    forget_crossovers()
