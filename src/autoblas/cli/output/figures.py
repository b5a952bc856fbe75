"""Times, rates, sizes and counts as commands print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.problems import Problem

__all__ = ["bytes_text", "count_text", "rate_text", "speed_text", "time_text"]

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


def bytes_text(count: float) -> str:
    """Bytes in the largest unit that leaves a number of at least one: ``48 KiB``."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} GiB"


def speed_text(problem: Problem, seconds: float) -> str:
    """A time with its rate."""
    return f"{time_text(seconds)}, {rate_text(problem, seconds)}"


def count_text(count: int, noun: str) -> str:
    """So many of something: ``1 search``, ``2 searches``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"
