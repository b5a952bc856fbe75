"""A call as parts that different devices may compute, and how finely a product is divided for them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.calls.several.scheduler import WorkItem
from autoblas.calls.streamed.schedule import pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.calls.streamed.product import StreamedProduct
    from autoblas.devices.device import Queue

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "LINES",
    "CallPart",
    "Cut",
    "Division",
    "Pattern",
    "cuts_of",
    "panel_pattern",
    "panels",
    "triangle_pattern",
]

LINES = (8192, 4096, 2048, 1024, 512)
"""Rows and columns of the tiles that are tried, the largest first."""

SLICE = 2048
"""Terms of a slice of the depth, at least."""

SLICES_BYTES = 256 << 20
"""Of all the sums of slices, which are added at the end."""

MOST_PARTS = 160
"""Of a product: more would only cost launches."""

PANELS_PER_DEVICE = 4
"""Parts of other routines to a device: a fast one then takes more of them than a slow one."""

PANEL_LINES = 128
"""Lines of such a part, at least."""


class CallPart(NamedTuple):
    """A part that one device computes at a time.

    Attributes:
        work_item: Its operations, and the rows and columns that it reads.
        run: Computes it on a queue, with copies of operands that are on its device; complete on return.
        old: What it overwrites, where the old elements count: they are kept until it is done.
    """

    work_item: WorkItem
    run: Callable[[Queue, OperandCache | None], object]
    old: tuple[Array, ...] = ()


class Pattern(NamedTuple):
    """Parts as a schedule sees them.

    Attributes:
        work_items: Operations of each, and the rows and columns that it reads.
        row_bytes: What rows of A, as one part reads them, take to travel.
        col_bytes: What the columns of B do, with what else travels with each part.
    """

    work_items: Sequence[WorkItem]
    row_bytes: float
    col_bytes: float


class Division(NamedTuple):
    """A call in parts.

    Attributes:
        parts: The parts, of which no two write the same.
        finish: What is to be done when all are.
        pattern: The parts as a schedule sees them, where it is not known yet who computes them.
        shared: Arrays that several parts read: a device with memory of its own is sent them once.
        tiled: The call as one product, where each part is a tile of C, row by row; devices with memory of their own keep
            operands between parts then.
        tile: Rows and columns of such a tile.
    """

    parts: Sequence[CallPart]
    finish: Callable[[], object] = lambda: None
    pattern: Pattern | None = None
    shared: Sequence[Array] = ()
    tiled: StreamedProduct | None = None
    tile: tuple[int, int] = (0, 0)


class Cut(NamedTuple):
    """How a product is divided.

    Attributes:
        rows: Rows of a tile of C.
        cols: Its columns.
        depth: Terms of a slice; as many as there are where sums are not divided.
    """

    rows: int
    cols: int
    depth: int

    def counts(self, m: int, n: int, k: int) -> tuple[int, int, int]:
        """Tiles along the rows, the columns and the depth."""
        return math.ceil(m / self.rows), math.ceil(n / self.cols), math.ceil(k / self.depth)

    def work_items(self, m: int, n: int, k: int, flops: int) -> list[WorkItem]:
        """The parts in order.

        Args:
            m: Rows of C.
            n: Its columns.
            k: The depth.
            flops: Operations to a multiplication and an addition.
        """
        return [
            WorkItem(flops * _length(row) * _length(col) * _length(term), i + number, j + number)
            for i, row in enumerate(pieces(m, self.rows))
            for j, col in enumerate(pieces(n, self.cols))
            for number, term in enumerate(
                pieces(k, self.depth)
            )  # slices of the depth have no operands in common
        ]


def cuts_of(m: int, n: int, k: int, count: int, sum_bytes: int) -> list[Cut]:
    """Ways to divide a product for some devices, the coarsest first: in tiles of C, or in slices of the depth where C is small.

    Args:
        m: Rows of C.
        n: Its columns.
        k: The depth.
        count: Devices.
        sum_bytes: Bytes of an element of the sums.
    """
    cuts: list[Cut] = []
    if min(m, n, k) == 0:
        return cuts
    for lines in LINES:
        cut = Cut(_even(m, lines), _even(n, lines), k)
        tiles = math.prod(cut.counts(m, n, k))
        if count < tiles <= MOST_PARTS:
            cuts.append(cut)
    if not cuts:
        most = min(PANELS_PER_DEVICE * count, k // SLICE, SLICES_BYTES // (m * n * sum_bytes))
        if most > 1:
            cuts.append(Cut(m, n, math.ceil(k / most)))
    return cuts


def panels(length: int, count: int) -> list[slice]:
    """Lines that no part shares, in pieces for some devices."""
    return pieces(length, max(PANEL_LINES, math.ceil(length / (PANELS_PER_DEVICE * count))))


def panel_pattern(
    length: int, operations: float, matrix_bytes: float, line_bytes: float, count: int
) -> Pattern:
    """Panels of a call that a triangular or symmetric matrix couples: all read that matrix, and lines of their own.

    Args:
        length: Lines that no part shares.
        operations: Of the whole.
        matrix_bytes: Of the matrix.
        line_bytes: Of what each line brings and takes back.
        count: Devices.
    """
    slices = panels(length, count)
    work_items = [WorkItem(operations * _length(piece) / length, 0, i) for i, piece in enumerate(slices)]
    return Pattern(work_items, matrix_bytes, line_bytes * _length(slices[0]))


def triangle_pattern(n: int, k: int, terms: int, size: int, count: int) -> Pattern:
    """Tiles of one triangle of a sum of products.

    Args:
        n: Rows and columns of C.
        k: The depth.
        terms: Products that are summed.
        size: Bytes of an element.
        count: Devices.
    """
    slices = panels(n, count)
    work_items = [
        WorkItem(2.0 * k * terms * _length(row_panel) * _length(col_panel) * (0.5 if i == j else 1.0), i, j)
        for i, row_panel in enumerate(slices)
        for j, col_panel in enumerate(slices[: i + 1])
    ]
    line_bytes = float(_length(slices[0]) * k * terms * size)
    return Pattern(work_items, line_bytes, line_bytes + _length(slices[0]) ** 2 * size)


def _length(piece: slice) -> int:
    return int(piece.stop - piece.start)


def _even(whole: int, most: int) -> int:
    """Lines of a tile, so that tiles are about equal and have at most so many."""
    return math.ceil(whole / math.ceil(whole / most))
