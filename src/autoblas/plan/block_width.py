"""How many rows the blocks have that a triangular solver substitutes in: measured once and kept, near by, or by default.

Wider blocks mean fewer and larger products, but more work in substitution, which is slower than a product.
What was measured is kept as a record of its own family among the user's results: sizes are the unknowns of a right
side and the right sides, its one parameter is the width.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING

from autoblas.database import lookup
from autoblas.plan.results import place_of, readable_results, user_results

if TYPE_CHECKING:
    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.precision import Precision

__all__ = ["FAMILY", "KERNEL", "WIDTHS", "block_width", "store_width"]

FAMILY = "trsm"
"""The family of its records."""

KERNEL = "substitute"
"""The kernel of its records; what was measured of others says nothing of blocks that are solved by it."""

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

_cached_widths: dict[tuple[object, ...], int] = {}


def block_width(facts: Facts, precision: Precision, unknowns: int, sides: int) -> int:
    """The width of blocks for a system.

    A block and a small rest would take three products of different shapes, whose kernels took PoCL 2 s to compile for
    300 unknowns; one block takes as long afterwards, or up to 15 % less (Zen 5, two cores, within 1.2 widths).

    Args:
        facts: The device.
        precision: Element type of the matrix.
        unknowns: Rows of the triangular matrix.
        sides: Right sides.
    """
    size = (max(unknowns, 1).bit_length(), max(sides, 1).bit_length())  # near systems have the same width
    where = (facts.name, facts.platform, facts.driver, os.environ.get("AUTOBLAS_DATA_DIR"))
    key = (*where, precision.name, size)
    width = _cached_widths.get(key)
    if width is None:
        width = _cached_widths[key] = _looked_up(facts, precision, unknowns, sides)
    if facts.kind == "cpu" and width < unknowns <= JOINED * width:
        return math.ceil(unknowns / STEP) * STEP
    return width


def _looked_up(facts: Facts, precision: Precision, unknowns: int, sides: int) -> int:
    device, sizes = place_of(facts), (unknowns, sides)
    matches = lookup(device, FAMILY, precision.name, sizes, store=readable_results(), shipped=None)
    for match in matches:
        record = match.record
        same = record.place.same_device(device) and record.kernel == KERNEL
        width = record.parameters.get("width")
        if same and match.distance <= FAR and record.signature == precision.name and width in WIDTHS:
            return int(width)
    return _default(facts, precision, sides)


def _default(facts: Facts, precision: Precision, sides: int) -> int:
    """The best width, or one near it, on two cores of an AMD EPYC with PoCL, from 256 to 2048 unknowns, and on an NVIDIA H200.

    There blocks of 128 rows took less time than of 64, but for doubles where work-groups had to take turns.
    """
    if facts.kind == "cpu":
        return 256 if precision.size // precision.parts <= 4 else 128
    fits = ROOM * precision.size <= facts.declared_local_bytes
    at_once = sides.bit_length() <= (facts.compute_units * COLUMNS).bit_length()
    return 128 if fits and (at_once or precision.size <= 4) else 64


def store_width(record: Record) -> None:
    """Add a measured width to the user's results, where every call finds it.

    Raises:
        DatabaseError: the file cannot be written.
    """
    user_results().add([record])
    _cached_widths.clear()
