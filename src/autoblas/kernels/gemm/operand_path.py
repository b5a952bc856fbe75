"""How an operand of a product reaches local memory: which of its axes C shares, and how its lines lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source

__all__ = ["LinePath", "OperandPath"]


@dataclass(frozen=True)
class OperandPath:
    """Base of the product kernels' operand paths; in the text a tile of C begins at ``row0`` and ``col0``.

    Attributes:
        x: The operand.
        axis: Its axis that C shares: ``row`` for A, ``col`` for B.
        extent: Elements of its tile along that axis.
    """

    x: Matrix
    axis: str
    extent: int

    @property
    def along_depth(self) -> bool:
        """Adjacent elements follow each other along the depth, rather than along C's axis."""
        return self.x.order == self.axis

    @property
    def limit(self) -> str:
        """The operand's extent along C's axis, as C."""
        return "m" if self.axis == "row" else "n"

    @property
    def origin(self) -> str:
        """The tile's first element along C's axis, as C."""
        return f"{self.axis}0"

    def index(self, e: str, l: str) -> tuple[str, str]:
        """The row and column of the element ``e`` along C's axis and ``l`` along the depth."""
        return (e, l) if self.axis == "row" else (l, e)

    def declare_whole(self, src: Source, vector: int, also: str = "") -> None:
        """Declare whether vectors of so many elements may be moved whole: lines begin at multiples of their bytes.

        Args:
            src: Where the statement goes.
            vector: Elements of a vector.
            also: Another condition.
        """
        first = self.x.aligned(src.dialect, vector * self.x.stored.size)
        conditions = [f"{self.x.leading} % {vector} == 0", *([also] if also else []), first]
        src(f"const bool {self.x.name}_whole = {' && '.join(conditions)};")


@dataclass(frozen=True)
class LinePath(OperandPath, ABC):
    """The path of an operand whose lines lie in local memory as they do in global memory, copied in chunks.

    Attributes:
        depth: Elements of its tile along the depth.
        items: Work-items that copy the tile.
        start: Bytes of a stage that precede it.
    """

    depth: int
    items: int
    start: int

    @property
    @abstractmethod
    def pitch(self) -> int:
        """Bytes from one line to the next."""

    @property
    def wide(self) -> int:
        """Elements of a chunk, which has 16 bytes unless a path says otherwise."""
        return 16 // self.x.stored.size

    @property
    def lines(self) -> int:
        """Lines of the tile."""
        return self.extent if self.along_depth else self.depth

    @property
    def chunks(self) -> int:
        """Chunks of a line."""
        return (self.depth if self.along_depth else self.extent) // self.wide

    @property
    def nbytes(self) -> int:
        """Bytes of the tile."""
        return self.lines * self.pitch

    @property
    def at_once(self) -> int:
        """Lines that the work-items copy together, a chunk each."""
        return self.items // self.chunks

    @property
    def rounds(self) -> range:
        """Lines that a work-item copies a chunk of, by the distance from its first."""
        return range(0, self.lines, self.at_once)

    @property
    def even(self) -> bool:
        """Every work-item copies equally many chunks, all at one position of their lines."""
        return self.items % self.chunks == 0 and self.lines % self.at_once == 0
