"""Blocks of elements held in vectors: their registers, by name or as arrays, and the lanes that elements lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

__all__ = ["lanes_of"]


def lanes_of(d: Dialect, precision: Precision, vector: str, width: int, first: int, count: int = 1) -> str:
    """``count`` elements of a vector of ``width``, from the one at ``first`` on; complex ones have two lanes each."""
    if count == width:
        return vector
    places = range(first * precision.parts, (first + count) * precision.parts)
    if len(places) == 1:
        return d.lane(vector, width, places[0])
    return d.lanes(vector, places)
