"""Launches of ``gemm_wgmma`` and ``gemm_halves``: requirements, sizes of warpgroups, slices of the depth, estimated times."""

from __future__ import annotations

import math
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from autoblas.kernels.gemm.shared import HALVES, HAS_TERMS, launch
from autoblas.kernels.gemm.split_k import tile_memory
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.space import Rule, parameters
from autoblas.precision import FLOAT32
from autoblas.problems.split import LINE_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from autoblas.devices.device import Facts, Launch
    from autoblas.problems import Matmul
    from autoblas.problems.base import Scratch

__all__ = [
    "FIRST_WARPGROUP_BARRIER",
    "GROUPS",
    "ITEMS",
    "ON_MATRIX_UNITS",
    "ROWS",
    "SHARED_BYTES",
    "SLICES",
    "WARPGROUP",
    "WARPGROUPS",
    "WARPGROUP_BYTES",
    "WARPGROUP_ROWS",
    "at_once",
    "fastest_first",
    "filling",
    "geometry",
    "groups_for",
    "halves_fit",
    "has_terms",
    "split_k_memory",
    "tiles",
    "timed",
]

WARPGROUP = 128
"""Work-items of a warpgroup, which multiply together; texts of kernels call it a team."""

WARPGROUPS = 2
"""Teams of a work-group."""

FIRST_WARPGROUP_BARRIER = 3
"""The number of the first warpgroup's own barrier; 0 is the work-group's, and warpgroups take turns with 1 and 2."""

WARPGROUP_ROWS = 64
"""Rows of C that a warpgroup computes."""

WARPGROUP_BYTES = WARPGROUP_ROWS * LINE_BYTES
"""Bytes of as many lines in local memory."""

ROWS = WARPGROUPS * WARPGROUP_ROWS
"""Rows of C that a work-group computes."""

ITEMS = 3 * WARPGROUP
"""Work-items of a work-group: two warpgroups, and those that copy."""

SLICES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
"""Into how many parts the depth may be cut."""


SHARED_BYTES = 1024
"""Local memory for barriers, and what the compiler may need to align the stages."""

GROUPS = (60, 78, 114, 132, 264)
"""Work-groups of a launch, or of each item of a batch, at most: those of one for each multiprocessor, or two."""

ON_MATRIX_UNITS = (
    Rule("arithmetic other than IEEE multiply-adds is allowed", lambda p, q, f: q.accuracy != "strict"),
    HAS_TERMS,
    Rule("the device is of compute capability 9.0", lambda p, q, f: f.compute_capability == (9, 0)),
)
"""Requirements of products on the matrix units of NVIDIA's Hopper architecture."""


def halves_fit(q: Matmul) -> bool:
    """A and B are of halves, or of bfloat16, summed in floats, which C may be of too."""
    if q.type_a is not q.type_b or q.accumulator is not FLOAT32:
        return False
    return q.type_a in HALVES and q.precision in {q.type_a, FLOAT32}


def tiles(p: Any, q: Matmul) -> tuple[int, int]:
    """Tiles along the columns and the rows of C; ``p`` has a parameter ``tn``."""
    return math.ceil(q.n / p.tn), math.ceil(q.m / ROWS)


def geometry(p: Any, q: Matmul) -> Launch:
    """As many work-groups as there are tiles of C and slices of the depth, up to ``groups`` or one for each slice."""
    return launch(q, 1, (min(math.prod(tiles(p, q)), at_once(p)), p.slices), (ITEMS, 1))


def at_once(p: Any) -> int:
    """Tiles of C that work-groups compute at the same time, at most."""
    groups: int = p.groups
    return max(groups // int(p.slices), 1)


def filling(p: Any, q: Matmul, step: int, joint: int = 1) -> list[int]:
    """Numbers of slices with which a launch has about as many work-groups as ``p`` allows, or half as many; and one.

    Args:
        p: The parameters.
        q: The problem.
        step: Terms of a block, of which every slice has some.
        joint: Blocks that no slice divides.
    """
    most = p.groups // max(math.prod(tiles(p, q)) * q.items, 1)
    numbers = {1} | {max(s for s in SLICES if s <= max(m, 1)) for m in (most, most // 2)}
    return [s for s in numbers if has_terms(s, q, step, joint)]


def fastest_first(
    candidates: Iterable[tuple[Any, Callable[[int], float], list[int]]],
) -> Iterator[dict[str, Any]]:
    """Points in the order of their estimated times: of each its parameters, the time by slices, and the slices to compare."""
    ranked = [(time(s), p, s) for p, time, slices in candidates for s in slices]
    for _, p, slices in sorted(ranked, key=itemgetter(0)):
        yield parameters(p) | {"slices": slices}


def steps_of_a_slice(steps: int, slices: int, joint: int) -> int:
    """Blocks along the depth of every slice but the last: whole groups of ``joint``."""
    return math.ceil(steps / (slices * joint)) * joint


def has_terms(slices: int, q: Matmul, step: int, joint: int = 1) -> bool:
    """True if every slice has blocks of ``step`` terms, which are summed ``joint`` together."""
    steps = math.ceil(q.k / step)
    return slices == 1 or (slices - 1) * steps_of_a_slice(steps, slices, joint) < steps


def split_k_memory(p: Any, q: Matmul) -> Mapping[str, Scratch]:
    """Memory for the sums of all slices, and for the arrival counter of each warpgroup's rows of a tile."""
    return tile_memory(p, math.ceil(q.m / ROWS) * math.ceil(q.n / p.tn) * q.items, ROWS * p.tn, WARPGROUPS)


def groups_for(f: Facts) -> int:
    """A work-group for each multiprocessor, or nearly."""
    return max((groups for groups in GROUPS if groups <= f.compute_units), default=GROUPS[0])


def timed(p: Any, q: Matmul, f: Facts, multiplying: float) -> Callable[[int], float]:
    """Function of the estimated cycles of a launch by its slices, where a tile's products take ``multiplying`` cycles."""
    c = coefficients("hopper", f)
    useful_tiles = math.prod(tiles(p, q)) * wanted_share(q, ROWS, p.tn) * q.items
    storing = ROWS * min(p.tn, q.n) * c.element[stored_together(q)]
    elements: int = ROWS * p.tn
    by_memory = q.min_bytes() / c.memory

    def cycles(slices: int) -> float:
        side_by_side = min(max(p.groups // slices, 1) * q.items, max(f.compute_units // slices, 1))
        rounds: int = math.ceil(useful_tiles / side_by_side)
        split_k = c.arrival + slices * elements * 4 / c.bandwidth if slices > 1 else 0.0
        tile_cycles: float = c.tile + multiplying / slices + (storing + split_k)
        return float(c.launch + max(rounds * tile_cycles, by_memory))

    return cycles


def stored_together(q: Matmul) -> int:
    """Halves of C that are stored at once: 1 or 2 where its lines do not begin at multiples of 16 bytes, else 0."""
    if q.precision not in HALVES or (q.c == "row" and q.n % 8 == 0):
        return 0
    return 2 if q.c == "row" and q.n % 2 == 0 else 1
