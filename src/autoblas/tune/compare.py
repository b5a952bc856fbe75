"""Timing of implementations side by side: in turns, in one process, with pauses for idle threads to fall asleep.

``measured_width`` times the widths that blocks on diagonals may have.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoblas.database import Provenance, Record
from autoblas.isolate.progress import heartbeat
from autoblas.plan import block_width
from autoblas.plan.results import place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.plan.block_width import Blocks
    from autoblas.precision import Precision

__all__ = ["UNSTEADY", "CallTiming", "Ratio", "measured_width", "side_by_side", "speed_ratio"]

SETTLE_SECONDS = 0.15
"""OpenBLAS's threads go on spinning for 2^28 cycles (0.1 s at 2.6 GHz) after a product; what is timed then loses
cores to them."""

UNSTEADY = 1.5
"""Where the 80 % quantile is so many times the 20 % quantile, other programs had the machine, and medians compare nothing."""


@dataclass(frozen=True)
class CallTiming:
    """Seconds of the calls of one implementation.

    Attributes:
        median: Of all calls.
        low: The 20 % quantile.
        high: The 80 % quantile.
        best: The shortest.
        calls: Number of counted calls.
    """

    median: float
    low: float
    high: float
    best: float
    calls: int

    @property
    def quiet(self) -> bool:
        """True if the calls took about the same time, as on a machine that does nothing else."""
        return self.high < UNSTEADY * self.low


class Ratio(NamedTuple):
    """Speed of one implementation relative to another.

    Attributes:
        value: Of medians; of the shortest times where the machine was not quiet.
        quiet: True if both were timed on a quiet machine.
    """

    value: float
    quiet: bool


def speed_ratio(timing: CallTiming, reference: CallTiming) -> Ratio:
    """Speed of the calls of ``timing``, relative to those of ``reference``."""
    quiet = timing.quiet and reference.quiet
    return Ratio(reference.median / timing.median if quiet else reference.best / timing.best, quiet)


def side_by_side(
    runs: Mapping[str, Callable[[], object]], *, rounds: int = 5, seconds: float = 0.1, calls: int = 3
) -> dict[str, CallTiming]:
    """Time each of ``runs`` in every round, after a pause and an uncounted call.

    Args:
        runs: Calls to time, by name; each must return when its work is complete.
        rounds: Turns of each implementation.
        seconds: A turn counts calls until they took this long,
        calls: and counts at least this many.
    """
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            time.sleep(SETTLE_SECONDS)
            run()
            counted, total = 0, 0.0
            while counted < calls or total < seconds:
                started = time.perf_counter()
                run()
                elapsed = time.perf_counter() - started
                times[name].append(elapsed)
                heartbeat()
                counted, total = counted + 1, total + elapsed
    return {name: _timing(sample) for name, sample in times.items()}


def _timing(times: list[float]) -> CallTiming:
    low, median, high = (float(q) for q in np.quantile(times, (0.2, 0.5, 0.8)))
    return CallTiming(median, low, high, min(times), len(times))


def measured_width(
    facts: Facts,
    precision: Precision,
    sizes: tuple[int, int],
    run: Callable[[int], Callable[[], object]],
    blocks: Blocks = block_width.SUBSTITUTION,
    *,
    widths: Sequence[int] = block_width.WIDTHS,
    rounds: int = 5,
    on_width: Callable[[int, CallTiming], None] = lambda width, timing: None,
) -> Record:
    """Time systems or factorizations of one size with blocks of some widths, in turns, and describe the best.

    Args:
        facts: The device.
        precision: Element type.
        sizes: Rows of the matrix and right sides, or items of a batch of factorizations.
        run: For a width, makes the call that returns when it is complete.
        blocks: The purpose of the blocks.
        widths: The widths.
        rounds: Turns of each width.
        on_width: Called with each width and its time.
    """
    timings: Mapping[str, CallTiming] = side_by_side({str(w): run(w) for w in widths}, rounds=rounds)
    for name, timing in timings.items():
        on_width(int(name), timing)
    best = min(timings, key=lambda name: timings[name].median)
    timing = timings[best]
    return Record(
        place=place_of(facts),
        family=blocks.family,
        signature=precision.name,
        sizes=sizes,
        kernel=blocks.kernel,
        parameters={"width": int(best)},
        seconds=timing.median,
        spread=(timing.high - timing.low) / 2,
        samples=timing.calls,
        source="",
        provenance=Provenance.now("sweep", len(widths), len(widths)),
    )
