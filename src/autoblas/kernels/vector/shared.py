"""Rules of the kernels on vectors, the sets of their batches, and suggestions for each kind of device."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from autoblas.emit.operands import item_start, items_argument
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.source import Source
    from autoblas.emit.vectors import Vector
    from autoblas.problems.vector import Map, Reduce

__all__ = ["ADJACENT", "BLOCK", "GRAIN", "GROUPS", "NARROW", "batch_arguments", "begin", "suggestions"]

GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 65536)
"""Numbers of blocks that vectors may be divided into."""

GRAIN = 16384
"""Elements that a work-group of a processor should have at least: fewer take less time than starting it."""

BLOCK = 4096
"""Elements of a block on a processor that has several: with many small ones, other cores take the work of a core that
wakes late or is busy. On two cores 16 million elements took 0.5 to 0.85 times as long in 256 or 1024 blocks as in
two, and a million 0.6 to 1.0 times."""

ADJACENT = Rule("vectors need adjacent elements", lambda p, q, f: p.lanes == 1 or not q.strided)

NARROW = Rule(
    "a vector takes at most 128 bytes and has at most 16 parts",
    lambda p, q, f: p.lanes * q.types[-1].size <= 128 and p.lanes * q.types[-1].parts <= 16,
)


def batch_arguments(q: Map | Reduce, vectors: Sequence[Vector]) -> tuple[Argument, ...]:
    """The arguments with the beginnings of the vectors of each set of a batch."""
    return tuple(items_argument(x.name, listed=q.listed) for x in vectors) if q.batched else ()


def begin(src: Source, q: Map | Reduce, vectors: Sequence[Vector]) -> None:
    """Move the pointers to the first elements of the set that a work-group works on."""
    d = src.dialect
    if q.batched:
        src(f"const {d.index} set = {d.group_id(2)};")
    for x in vectors:
        offset = f" + {item_start(x.name, 'set', listed=q.listed)}" if q.batched else ""
        src(f"{x.name} += {x.name}_offset{offset};")


def suggestions(q: Any, f: Facts, block: int = BLOCK) -> Iterator[dict[str, Any]]:
    """Wide vectors in blocks of about ``block`` elements on a processor; many work-items with narrow ones elsewhere."""
    if f.kind == "cpu":
        shares = min(f.compute_units, q.n // GRAIN)
        blocks = 1 if shares < 2 else max(min(q.n // block, 1024), shares)
        groups = max(g for g in GROUPS if g <= blocks)
        for lanes, vectors in itertools.product((16, 8, 4, 2, 1), (4,)):
            if lanes * q.types[-1].size <= f.vector_bytes:
                yield {"items": 1, "lanes": lanes, "vectors": vectors, "groups": groups}
        yield {"items": 1, "lanes": 1, "vectors": 4, "groups": groups}
    elif f.compute_capability > (0, 0):
        # An H200 copies, scales and adds 2^26 floats at 0.97 to 1.0 of its copies' pace so, at 0.8 to 0.9 as below.
        for lanes, items in itertools.product((8, 4, 2, 1), (128, 64, 32, 1)):
            if lanes * q.precision.size <= 16:  # bytes
                yield {"items": items, "lanes": lanes, "vectors": 1, "groups": GROUPS[-1]}
    else:
        groups = max(g for g in GROUPS if g <= 16 * f.compute_units)
        for lanes, items in itertools.product((8, 4, 2, 1), (256, 128, 64, 32, 1)):
            if lanes * q.precision.size <= 16:
                yield {"items": items, "lanes": lanes, "vectors": 2, "groups": groups}
