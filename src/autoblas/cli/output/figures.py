"""Times and rates as commands print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.problems import Problem

__all__ = ["rate_text", "speed_text", "time_text"]

UNITS = ((1.0, "s"), (1e-3, "ms"))


def time_text(seconds: float) -> str:
    """A time in the unit that leaves a number of at least one: ``31.2 us``."""
    scale, unit = next(((scale, unit) for scale, unit in UNITS if seconds >= scale), (1e-6, "us"))
    return f"{seconds / scale:.4g} {unit}"


def rate_text(problem: Problem, seconds: float) -> str:
    """Operations, or bytes where there are none, in a second: ``68.4 GFLOP/s``."""
    if problem.flops():
        return f"{problem.flops() / seconds / 1e9:.3g} GFLOP/s"
    return f"{problem.min_bytes() / seconds / 1e9:.3g} GB/s"


def speed_text(problem: Problem, seconds: float) -> str:
    """A time with its rate."""
    return f"{time_text(seconds)}, {rate_text(problem, seconds)}"
