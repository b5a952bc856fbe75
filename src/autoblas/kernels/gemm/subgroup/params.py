"""Parameters of ``gemm_subgroup``, the rules they obey, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import IN_BUFFERS, PLAIN_INTEGERS, SLICES_PAY
from autoblas.kernels.gemm.triangles import NEW_PRODUCT
from autoblas.kernels.kernel import COMPUTES, sides_fit
from autoblas.kernels.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul


__all__ = [
    "LENGTH",
    "REGISTER_BUDGET",
    "SPACE",
    "SubgroupParams",
    "along_rows",
    "exchanges",
    "inside",
    "register_bytes",
]


REGISTERS = 4096
"""Bytes of registers that a hardware thread of Intel's graphics has for all lanes of a sub-group."""


@dataclass(frozen=True)
class SubgroupParams:
    """One way to run the kernel."""

    rm: int = param(8, 4, 8, 16, 32, doc="rows of C that a sub-group, and so each lane, computes")
    rn: int = param(2, 1, 2, 4, doc="columns of C that a lane computes")
    width: int = param(8, 8, 16, 32, doc="lanes of a sub-group")
    groups_m: int = param(
        1, 1, 4, 8, doc="sub-groups of a work-group, one below the other along the rows of C"
    )
    spans: int = param(1, 1, 2, doc="depth of a step, in widths of a sub-group")
    exchange: str = param(
        "local",
        "intel",
        "broadcast",
        "local",
        doc="how a column of A is passed to all lanes: by Intel's extension, Khronos' sub-groups, or local memory",
        group="form",
    )
    load: str = param(
        "plain",
        "plain",
        "block",
        "image",
        doc="how A and B are read: each lane for itself, in blocks, or in blocks of images",
        group="form",
    )
    barrier: bool = param(
        False,
        False,
        True,
        doc="a barrier in every step keeps a work-group's sub-groups together",
        group="form",
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    slices: int = param(1, 1, 4, 16, doc="parts that the depth is cut into, summed side by side")

    @property
    def tk(self) -> int:
        """Depth of a step."""
        return self.spans * self.width

    @property
    def tile_n(self) -> int:
        """Columns of C that a sub-group computes."""
        return self.rn * self.width

    @property
    def tall(self) -> int:
        """Rows that a vector holds."""
        return min(self.rm, LENGTH)

    @property
    def vectors(self) -> int:
        """Vectors that hold a column of the tile."""
        return self.rm // self.tall

    @property
    def local_elements(self) -> int:
        """Elements of A that a work-group holds in local memory."""
        return self.groups_m * self.tk * self.rm if self.exchange == "local" else 0

    @property
    def in_images(self) -> str:
        """The operands that are copied into images."""
        return "ab" if self.load == "image" else ""


def exchanges(f: Facts) -> tuple[str, ...]:
    """The methods of exchange that a device has, best first; local memory is always the last."""
    intel = ("intel",) if "cl_intel_subgroups" in f.extensions else ()
    return (*intel, *(("broadcast",) if f.sub_groups else ()), "local")


def register_bytes(p: SubgroupParams, q: Matmul) -> int:
    """Bytes of registers that a lane takes for its sums, its part of A's tile and its columns of B's."""
    return (p.rm * p.rn + p.rm * p.spans + p.tk * p.rn) * q.accumulator.size


REGISTER_BUDGET = Rule(
    "a lane's values fit its share of the registers: 512 bytes with 8 lanes, 256 with 16, 128 with 32",
    lambda p, q, f: register_bytes(p, q) <= REGISTERS // p.width,
)
"""A filter for searches on Intel's graphics: the article above gives the share for the 4th and 5th generation.

Later generations have more registers, so it is no rule of the space; there, larger tiles are slow rather than wrong.
"""


def reads_blocks(p: SubgroupParams, q: Matmul, f: Facts) -> bool:
    """The device reads elements of these types in blocks; images have texels of 4 bytes everywhere."""
    sizes = {4, 8} if p.load == "block" and "cl_intel_subgroups_long" in f.extensions else {4}
    return {q.type_a.size, q.type_b.size} <= sizes


def fit_images(q: Matmul, f: Facts) -> bool:
    """The copies of A and B are no larger than images may be."""
    rows = max(q.m * (1 if "a" in q.shared else q.items), q.k * (1 if "b" in q.shared else q.items))
    return f.images and max(q.k, q.n) <= f.max_image[0] and rows <= f.max_image[1]


SPACE = Space(
    SubgroupParams,
    (
        Rule("the device has this method of exchange", lambda p, q, f: p.exchange in exchanges(f)),
        Rule(
            "the width of sub-groups is certain: the device can be asked for it, or has no other",
            lambda p, q, f: p.exchange == "local" or p.width in f.sub_group_sizes,
        ),
        *sides_fit(lambda p: (p.width, p.groups_m)),
        Rule("a lane has at most 64 sums", lambda p, q, f: p.rm * p.rn <= 64),
        Rule(
            "a step passes at most 256 elements from lane to lane, because more take compilers long",
            lambda p, q, f: p.exchange == "local" or p.rm * p.tk <= 256,
        ),
        Rule(
            "a barrier keeps together several sub-groups whose exchange has none",
            lambda p, q, f: not p.barrier or (p.groups_m > 1 and p.exchange != "local"),
        ),
        Rule(
            "local memory holds the tiles of A",
            lambda p, q, f: p.local_elements * q.accumulator.size <= f.local_bytes,
        ),
        Rule(
            "blocks of memory are read by Intel's extension",
            lambda p, q, f: p.load != "block" or p.exchange == "intel",
        ),
        Rule(
            "blocks are of elements with 4 bytes; in memory with 8 too, where cl_intel_subgroups_long is there",
            lambda p, q, f: p.load == "plain" or reads_blocks(p, q, f),
        ),
        Rule(
            "blocks of memory are parts of rows of B, and of rows or columns of A",
            lambda p, q, f: p.load != "block" or (q.b == "row" and q.a != "any"),
        ),
        Rule("C has room for a whole tile of blocks", lambda p, q, f: p.load == "plain" or inside(p, q)),
        Rule(
            "the device has images, and they hold A and B",
            lambda p, q, f: p.load != "image" or fit_images(q, f),
        ),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.rm * p.groups_m < 2 * max(q.m, 8) and p.tile_n < 2 * max(q.n, 16),
        ),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=(
        COMPUTES,
        IN_BUFFERS,
        NEW_PRODUCT,
        SUMS_ONLY,
        Rule("elements are real numbers", lambda p, q, f: not q.accumulator.is_complex),
    ),
)


LENGTH = 8
"""Elements of a vector: terms of a column of B, and at most so many rows of a column of A."""


def along_rows(p: SubgroupParams, q: Matmul) -> bool:
    """Adjacent lanes read adjacent rows of A, which lie side by side in memory, rather than adjacent terms."""
    return q.a == "col" and p.load != "image"


def inside(p: SubgroupParams, q: Matmul) -> bool:
    """C has room for a whole tile, so that every tile can be moved inside."""
    return p.rm <= q.m and p.tile_n <= q.n
