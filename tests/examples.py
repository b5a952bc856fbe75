"""How many examples a property is tried on: few by day, many by night."""

from __future__ import annotations

__all__ = ["examples", "is_night"]

BY_NIGHT = 1000


class _Hour:
    night = False


def is_night(night: bool) -> None:  # what ``--nightly`` said
    """Set, before tests are collected, whether the long sweeps run."""
    _Hour.night = night


def examples(by_day: int) -> int:
    """The number for ``max_examples``."""
    return max(by_day, BY_NIGHT) if _Hour.night else by_day
