"""The rows of blocks on diagonals, which no product computes: measured once and kept, near by, or by default.

Wider blocks mean fewer and larger products, but more work in substitution or factors, which are slower than a product.
What was measured is kept as a record of its own family among the user's results: sizes are the rows of the matrix and
the right sides, or the items of a batch of factorizations; its one parameter is the width.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, NamedTuple

from autoblas.database import lookup
from autoblas.plan.results import place_of, readable_results, user_results

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.precision import Precision

__all__ = ["CHOLESKY", "PANELS", "SUBSTITUTION", "WIDTHS", "Blocks", "block_width", "store_width"]

WIDTHS = (32, 64, 128, 256)
"""Widths that are tried; powers of two, so that halves of a triangle have blocks in common."""

FAR = 3.0
"""Records serve up to this distance, the Euclidean one of the sizes' logarithms to base 2."""

JOINED = 1.2
"""Widths that a system may have to be one block on a CPU, so that no small block is left."""

ROOM = 25_600
"""Elements of local memory that a work-group of a GPU needs for a block of 128 rows and its right-hand sides."""

COLUMNS = 32
"""Right-hand sides of a work-group of a GPU."""

STEP = 32
"""The width of such a block is a multiple of this, so that systems of near sizes have a kernel in common."""

VECTOR = 16
"""Most elements of a vector."""

GROUP = 256
"""Work-items of a work-group that factors blocks of 64 rows."""

_cached_widths: dict[tuple[object, ...], int] = {}


class Blocks(NamedTuple):
    """Blocks of one purpose.

    Attributes:
        family: The family of the records of their widths.
        kernel: The kernel of these records; of blocks that others compute they say nothing.
        default: (device, element type, right sides) -> the width where nothing was measured.
        widths: Those that are tried.
    """

    family: str
    kernel: str
    default: Callable[[Facts, Precision, int], int]
    widths: tuple[int, ...] = WIDTHS


def _substituted(facts: Facts, precision: Precision, sides: int) -> int:
    """The best width, or one near it, on two cores of an AMD EPYC with PoCL, from 256 to 2048 unknowns, and on an NVIDIA H200.

    There blocks of 128 rows took less time than of 64, but for doubles where work-groups had to take turns.
    """
    if facts.kind == "cpu":
        return 256 if precision.size // precision.parts <= 4 else 128
    fits = ROOM * precision.size <= facts.declared_local_bytes
    at_once = sides.bit_length() <= (facts.compute_units * COLUMNS).bit_length()
    return 128 if fits and (at_once or precision.size <= 4) else 64


def _factored(facts: Facts, precision: Precision, _items: int) -> int:
    """On a CPU the widest block of at most 128 rows that local memory holds.

    On an NVIDIA H200 blocks of 64 rows took less time than of 32 or 128, but for the smallest matrices.
    """
    if facts.kind != "cpu":
        return 32 if facts.max_items < GROUP else 64
    room = facts.declared_local_bytes // precision.size
    return next((width for width in (128, 64, 32) if width * (width + VECTOR) <= room), VECTOR)


SUBSTITUTION = Blocks("trsm", "substitute", _substituted)
"""Triangles of systems with many right-hand sides."""

CHOLESKY = Blocks("potrf", "cholesky_block", _factored)
"""Blocks of positive definite matrices."""

PANELS = Blocks("getrf", "lu_panel", lambda facts, precision, _items: 32, (8, 16, 32, 64))
"""Panels of matrices that are factored with partial pivoting: in PoCL getrf took as long with 64 columns, within 10 %."""


def block_width(
    facts: Facts, precision: Precision, unknowns: int, sides: int, blocks: Blocks = SUBSTITUTION
) -> int:
    """The width of blocks for a system or a factorization.

    A block and a small rest would take three products of different shapes, whose kernels took PoCL 2 s to compile for
    300 unknowns; one block takes as long afterwards, or up to 15 % less (Zen 5, two cores, within 1.2 widths).

    Args:
        facts: The device.
        precision: Element type of the matrix.
        unknowns: Rows of the matrix.
        sides: Right sides, or items of a batch of factorizations.
        blocks: The purpose of the blocks.
    """
    size = (max(unknowns, 1).bit_length(), max(sides, 1).bit_length())  # near systems have the same width
    where = (facts.name, facts.platform, facts.driver, os.environ.get("AUTOBLAS_DATA_DIR"))
    key = (*where, precision.name, size, blocks.family)
    width = _cached_widths.get(key)
    if width is None:
        width = _cached_widths[key] = _looked_up(facts, precision, unknowns, sides, blocks)
    if facts.kind == "cpu" and width < unknowns <= JOINED * width:
        return math.ceil(unknowns / STEP) * STEP
    return width


def _looked_up(facts: Facts, precision: Precision, unknowns: int, sides: int, blocks: Blocks) -> int:
    device, sizes = place_of(facts), (unknowns, sides)
    matches = lookup(device, blocks.family, precision.name, sizes, store=readable_results(), shipped=None)
    for match in matches:
        record = match.record
        same = record.place.same_device(device) and record.kernel == blocks.kernel
        width = record.parameters.get("width")
        if same and match.distance <= FAR and record.signature == precision.name and width in blocks.widths:
            return int(width)
    return blocks.default(facts, precision, sides)


def store_width(record: Record) -> None:
    """Add a measured width to the user's results, where every call finds it.

    Raises:
        DatabaseError: the file cannot be written.
    """
    user_results().add([record])
    _cached_widths.clear()
