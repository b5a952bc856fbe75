"""How many examples a property is tried on, and which cases of a sweep run: few by day, many or all by night."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["examples", "is_night", "share"]

Case = TypeVar("Case")

BY_NIGHT = 1000


class _Hour:
    night = False


def is_night(night: bool) -> None:  # what ``--nightly`` said
    """Set, before tests are collected, whether the long sweeps run."""
    _Hour.night = night


def examples(by_day: int) -> int:
    """The number for ``max_examples``."""
    return max(by_day, BY_NIGHT) if _Hour.night else by_day


def share(cases: Sequence[Case], which: int, parts: int = 3) -> Sequence[Case]:
    """By night all cases, by day one of so many parts of them; sweeps beside each other take different ones."""
    return cases if _Hour.night else cases[which % parts :: parts] or cases[:1]
