"""Picks elements of sequences by their places, faster than a comprehension does for so few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

__all__ = ["Pick", "picking"]

Pick = Callable[[Sequence[Any]], tuple[Any, ...]]


def picking(places: Sequence[int]) -> Pick:
    """What picks the elements at these places, in this order."""
    if len(places) > 1:
        return itemgetter(*places)
    if places:
        (place,) = places
        return lambda given: (given[place],)
    return lambda _: ()
