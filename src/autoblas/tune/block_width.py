"""Measures how wide the blocks of a triangular solver should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.database import Provenance, Record
from autoblas.plan.block_width import FAMILY, KERNEL, WIDTHS
from autoblas.plan.results import place_of
from autoblas.tune.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.tune.compare import CallTiming

__all__ = ["measured_width"]


def measured_width(
    facts: Facts,
    precision: Precision,
    sizes: tuple[int, int],
    run: Callable[[int], Callable[[], object]],
    *,
    rounds: int = 5,
    on_width: Callable[[int, CallTiming], None] = lambda width, timing: None,
) -> Record:
    """Time systems of one size with blocks of every width, in turns, and describe the best.

    Args:
        facts: The device.
        precision: Element type.
        sizes: Unknowns and right sides.
        run: For a width, makes the call that solves a system and returns when it is complete.
        rounds: How often each width has its turn.
        on_width: Called with each width and its time.
    """
    timings: Mapping[str, CallTiming] = side_by_side({str(w): run(w) for w in WIDTHS}, rounds=rounds)
    for name, timing in timings.items():
        on_width(int(name), timing)
    best = min(timings, key=lambda name: timings[name].median)
    timing = timings[best]
    return Record(
        place=place_of(facts),
        family=FAMILY,
        signature=precision.name,
        sizes=sizes,
        kernel=KERNEL,
        parameters={"width": int(best)},
        seconds=timing.median,
        spread=(timing.high - timing.low) / 2,
        samples=timing.calls,
        source="",
        provenance=Provenance.now("sweep", len(WIDTHS), len(WIDTHS)),
    )
