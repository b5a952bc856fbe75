"""Numbers and times in words: no more digits than they need, in units that fit them."""

from __future__ import annotations

import math

__all__ = ["in_words", "number", "rate_in_words", "rate_unit", "unit_of"]

UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def unit_of(seconds: float) -> tuple[str, float]:
    """The unit in which a time is a number of at least one, and its seconds."""
    return next(((unit, scale) for unit, scale in UNITS if seconds >= scale), UNITS[-1])


def in_words(seconds: float) -> str:
    """A time with its unit."""
    if not math.isfinite(seconds):
        return "-"
    unit, scale = unit_of(seconds)
    return f"{number(seconds / scale)} {unit}"


def number(value: float) -> str:
    """A number of up to four digits, or a whole one."""
    if value and not 1e-3 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def rate_unit(gigas: float, what: str) -> tuple[str, float]:
    """The unit of a rate, and how many of 1e9 a second it is: tera from five digits on.

    Args:
        gigas: The largest rate, in 1e9 a second.
        what: What is counted: ``FLOP`` or ``B``.
    """
    return (f"T{what}/s", 1e3) if gigas >= 1e4 else (f"G{what}/s", 1.0)


def rate_in_words(gigas: float, what: str = "FLOP") -> str:
    """A rate with its unit."""
    unit, scale = rate_unit(gigas, what)
    return f"{number(gigas / scale)} {unit}"
