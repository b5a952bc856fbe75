"""Triangles in GEMM kernels: tiles outside of the wanted triangle of C, and terms of the sum that are known to be zero."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.kernels.gemm.epilogue import SUMS_ONLY, WHOLE_PRODUCT
from autoblas.kernels.gemm.shared import IN_MEMORY, Depth
from autoblas.kernels.kernel import COMPUTES
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.problems import Combine, Matmul

__all__ = [
    "ALL_OF_C",
    "ENDING",
    "NEW_PRODUCT",
    "PRODUCT_IN_MEMORY",
    "SUMS_IN_MEMORY",
    "all_of",
    "block_inside",
    "blocks_inside",
    "element_inside",
    "shortened",
    "term_counts",
    "term_ranges",
    "tile_inside",
    "tile_outside",
    "wanted_share",
]

ENDING = frozenset({"a_upper", "b_lower"})
"""Row i of an A without upper triangle ends at term i; column j of a B without lower triangle does at term j."""

ALL_OF_C = Rule("all of C is wanted, not a triangle of it", lambda p, q, f: not q.part)
"""A requirement of kernels that know no triangles."""

NEW_PRODUCT = Rule("C is not what the same product made of it before", lambda p, q, f: not q.spread)
"""A requirement of kernels that do not look at C first."""

SUMS_IN_MEMORY = (COMPUTES, IN_MEMORY, NEW_PRODUCT, SUMS_ONLY)
"""Requirements of kernels that only address plain memory, and write sums as they are."""

PRODUCT_IN_MEMORY = (COMPUTES, IN_MEMORY, NEW_PRODUCT, WHOLE_PRODUCT)
"""Requirements of those that apply a bias or an activation there."""


def element_inside(q: Matmul | Combine, row: str, col: str) -> str:
    """The condition that an element of C is wanted; empty where all of them are."""
    return {"": "", "lower": f"{col} <= {row}", "upper": f"{row} <= {col}"}[q.part]


def tile_outside(q: Matmul, row: str, rows: int, col: str, cols: int) -> str:
    """The condition that no element of a tile is wanted, where only a triangle of C is.

    Args:
        q: The problem.
        row: The first row of the tile, as C.
        rows: Its height.
        col: The first column.
        cols: Its width.
    """
    return f"{row} + {rows} <= {col}" if q.part == "lower" else f"{col} + {cols} <= {row}"


def tile_inside(q: Matmul, row: str, rows: int, col: str, cols: int) -> str:
    """The condition that every element of a tile is wanted and none lies on the diagonal."""
    return f"{col} + {cols} <= {row}" if q.part == "lower" else f"{row} + {rows} <= {col}"


def blocks_inside(q: Matmul, height: int, width: int) -> int:
    """How many blocks of C hold a wanted element, where only a triangle of C is wanted."""
    rows, cols = -(-q.m // height), -(-q.n // width)
    if q.part == "lower":  # column j of blocks has max(rows - j * width // height, 0)
        reached = min(cols, -(-rows * height // width))
        return reached * rows - sum_of_quotients(reached, width, 0, height)
    # Column j of blocks has min(((j + 1) * width - 1) // height + 1, rows).
    growing = min(cols, rows * height // width)
    return growing + sum_of_quotients(growing, width, width - 1, height) + (cols - growing) * rows


def sum_of_quotients(count: int, step: int, first: int, divisor: int) -> int:
    """The sum of ``(step * j + first) // divisor`` over ``count`` values of j from 0 on, none of the numbers negative.

    The points with whole coordinates under a line are counted along either axis in turns, as in Euclid's algorithm (Graham,
    Knuth, Patashnik: Concrete Mathematics, section 3.5), because columns of blocks can be more than can be gone through.
    """
    total, sign = 0, 1
    while count > 0:
        total += sign * (count * (count - 1) // 2 * (step // divisor) + count * (first // divisor))
        step, first = step % divisor, first % divisor
        reached = (step * count + first) // divisor
        # What is left is all points up to that height but those that lie above the line, which are counted next.
        total += sign * reached * count
        count, step, first, divisor, sign = reached, divisor, divisor - first - 1 + step, step, -sign
    return total


def wanted_share(q: Matmul, height: int, width: int) -> float:
    """The share of C's blocks that hold a wanted element."""
    if not q.part:
        return 1.0
    return blocks_inside(q, height, width) / (math.ceil(q.m / height) * math.ceil(q.n / width))


def block_inside(src: Source, q: Matmul, height: int, width: int, number: str) -> None:
    """Declare ``row_block`` and ``col_block``: where in C the block is that comes ``number``-th among ``blocks_inside``.

    They are counted down one column of blocks after the other. Runtimes that hand out work-groups in ranges then give
    equal ranges equal work; of a grid over all of C the first ranges would have most of a lower triangle.

    Args:
        src: Where the statements go.
        q: The problem, of which only a triangle is wanted.
        height: Rows of a block.
        width: Its columns.
        number: The number of the block, as C.
    """
    src(f"const int row_blocks = (m + {height - 1}) / {height};")
    src(f"int row_block = {number}, col_block = 0;")
    if q.part == "lower":
        src("int first_block = 0;")
        with src.block("while (row_block >= row_blocks - first_block)"):
            src("row_block -= row_blocks - first_block;")
            src(f"first_block = ++col_block * {width} / {height};")
        src("row_block += first_block;")
        return
    src(f"int blocks = min({(width - 1) // height + 1}, row_blocks);")
    with src.block("while (row_block >= blocks)"):
        src("row_block -= blocks;")
        src(f"blocks = min(((++col_block + 1) * {width} - 1) / {height} + 1, row_blocks);")


def all_of(*conditions: str) -> str:
    """The conjunction of conditions, of which empty ones hold."""
    return " && ".join(condition for condition in conditions if condition)


def shortened(
    src: Source, q: Matmul, depth: Depth, rows: tuple[Any, Any], cols: tuple[Any, Any], step: int = 1
) -> Depth:
    """Leave out the terms of a tile's sum that are known to be zero.

    The operand holds zeros there, so that a tile may compute some of them. Nothing is left out where the depth is cut
    in slices, and at least one term remains wherever there is one.

    Args:
        src: Where the statements go.
        q: The problem.
        depth: The part of the sum, as ``begin`` gave it.
        rows: The tile's first row and the row after its last, as C.
        cols: The same of its columns.
        step: What the first term is a multiple of.
    """
    if not q.zeros or depth.first != "0":
        return depth
    first, stop = rows if q.zeros.startswith("a") else cols
    if q.zeros in ENDING:
        src(f"const int last_term = min({stop}, {depth.last});")
        return Depth("0", "last_term")
    whole = f" / {step} * {step}" if step > 1 else ""
    src(f"const int first_term = max(min({first}, {depth.last} - 1), 0){whole};")
    return Depth("first_term", depth.last)


def term_ranges(
    src: Source, q: Matmul, depth: tuple[str, str], rows: tuple[Any, Any], cols: tuple[Any, Any]
) -> list[tuple[str, str, bool]]:
    """The terms of a tile's sum that are not known to be zero, in order: which all of its elements have, and which only some.

    So that a number that is not finite spreads to no element that does not depend on it.

    Args:
        src: Where the statements go.
        q: The problem.
        depth: The first term, and the one after the last, as C.
        rows: The tile's first row and the row after its last, as C.
        cols: The same of its columns.

    Returns:
        Ranges: the first term, the one after the last, and whether ``term_counts`` is to be asked of each.
    """
    first, last = depth
    if not q.zeros:
        return [(first, last, False)]
    low, high = rows if q.zeros.startswith("a") else cols
    if q.zeros in ENDING:
        src(f"const int whole_terms = max(min({low} + 1, {last}), {first});")
        src(f"const int tile_terms = max(min({high}, {last}), {first});")
        return [(first, "whole_terms", False), ("whole_terms", "tile_terms", True)]
    src(f"const int tile_terms = max(min({low}, {last}), {first});")
    src(f"const int whole_terms = max(min({high} - 1, {last}), {first});")
    return [("tile_terms", "whole_terms", True), ("whole_terms", last, False)]


def term_counts(q: Matmul, term: str, index: str) -> str:
    """The condition that a term is not known to be zero, of the row of A or the column of B that holds zeros."""
    return f"{term} <= {index}" if q.zeros in ENDING else f"{term} >= {index}"
