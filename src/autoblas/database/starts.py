"""Imported points that searches begin with; they serve no call, since this machine has not measured them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from autoblas.database.record import LARGEST
from autoblas.errors import ArgumentError
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["Start", "Starts"]

NAME = "starts.json"
MOST = 2000
"""Points that are kept; of more the oldest go."""


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point worth trying.

    Attributes:
        family: Family of the problem.
        kernel: Name of the kernel.
        parameters: Some or all of its parameters.
        origin: Its origin, as the end of a sentence.
        element_type: First word of the problem's class; empty where it is for all types.
        sizes: Sizes that it was found at, in any order and number; empty where they are not known.
    """

    family: str
    kernel: str
    parameters: dict[str, int | str | bool | float]
    origin: str
    element_type: str = ""
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse sizes that nothing can be computed with."""
        if not all(0 <= size < LARGEST for size in self.sizes):
            raise ArgumentError("sizes", "sizes of 0 or more, below 2^63", repr(self.sizes))

    @property
    def identity(self) -> str:
        """Key of the point: equal for two starts at one point."""
        return repr((self.family, self.element_type, self.kernel, sorted(self.parameters.items())))

    def distance(self, sizes: Sequence[int]) -> float:
        """Distance of some sizes from its own, in powers of two of their products; 0 where its own are unknown."""
        if not self.sizes:
            return 0.0
        requested, measured = (
            math.fsum(math.log2(max(size, 1)) for size in lengths) for lengths in (sizes, self.sizes)
        )
        return abs(requested / max(len(sizes), 1) - measured / len(self.sizes))


class Starts(JsonTable[Start]):
    """The points in a file of this machine's results, the best of each source first.

    Args:
        path: The file; ``starts.json`` in the folder of results where it is not named.
    """

    def __init__(self, path: Path | str = NAME) -> None:
        decoder, cure = msgspec.json.Decoder(list[Start]), '"autoblas db purge --starts" removes it'
        super().__init__(path, decoder, MOST, key=lambda start: start.identity, cure=cure)

    def add(self, points: Iterable[Start]) -> int:
        """Store points; number of those that are new.

        Raises:
            DatabaseError: the file cannot be written, or not be read, so that the others would be lost.
        """
        by_identity = {start.identity: start for start in points}
        return self.put_all(by_identity) if by_identity else 0

    def matching(self, family: str, element_type: str, sizes: Sequence[int]) -> list[Start]:
        """The points for a problem, those of the nearest sizes first; none, with one warning, where they cannot be read."""
        of_family = [start for start in self.read().values() if start.family == family]
        of_type = [start for start in of_family if start.element_type in {"", element_type}]
        return sorted(of_type, key=lambda start: round(start.distance(sizes), 6))
