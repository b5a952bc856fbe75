"""The parameters of the kernel ``gemm_block``, and what follows from them for a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.space import param
from autoblas.problems import texel_elements

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems import Matmul, Order

__all__ = [
    "FLAGS",
    "LOOP_ORDERS",
    "BlockParams",
    "along_depth",
    "image_helped",
    "stored_order",
    "stored_type",
    "sums_type",
    "width",
]

LOOP_ORDERS = ("jkl", "kjl", "ljk", "jlk", "klj", "lkj")
"""Loops from the outermost to the innermost: rows j, columns k and terms l, in the order that GATLAS numbers them."""

FLAGS = {
    "none": CompilerOptions(),
    "mad": CompilerOptions(contract=True),
    "relaxed": CompilerOptions(relaxed=True),
}
"""The options of the compiler for each value of ``flags``."""

LENGTHS = (1, 2, 4, 8, 16)
MEMORIES = ("buffer", "image")


@dataclass(frozen=True)
class BlockParams:
    """One way to run the kernel."""

    gy: int = param(8, *range(1, 17), 32, 64, doc="work-items of a work-group along the rows of C")
    gx: int = param(8, *range(1, 17), 32, 64, doc="work-items of a work-group along the columns of C")
    rm: int = param(4, *range(1, 13), 16, doc="rows of C a work-item computes")
    rn: int = param(4, *range(1, 9), 16, doc="columns of C a work-item computes")
    rk: int = param(4, *LENGTHS, doc="terms of the sum a work-item takes at once")
    va: int = param(1, *LENGTHS, doc="elements per load of A from a buffer")
    vb: int = param(1, *LENGTHS, doc="elements per load of B from a buffer")
    vc: int = param(1, *LENGTHS, doc="columns in a vector of sums and, in a buffer, per store of C")
    a_memory: str = param("buffer", *MEMORIES, doc="what A is read from")
    b_memory: str = param("buffer", *MEMORIES, doc="what B is read from")
    c_memory: str = param("buffer", *MEMORIES, doc="what C is written to")
    a_way: str = param(
        "direct", "direct", "local", doc="how A reaches the registers: directly, or through local memory"
    )
    b_way: str = param(
        "direct", "direct", "local", doc="how B reaches the registers: directly, or through local memory"
    )
    tk: int = param(8, *range(1, 17), 32, doc="depth of a tile in local memory, in steps of rk terms")
    pad: int = param(0, 0, 1, doc="unused steps that end a row of a tile, against bank conflicts")
    swizzle: int = param(
        1, 1, 4, 8, doc="rows of work-groups in the bands in which they are numbered, against cache misses"
    )
    slices: int = param(
        1, 1, 2, 4, 8, 16, 32, 64, doc="parts that the depth is cut into, summed side by side"
    )
    batch: str = param(
        "grid", "grid", "loop", doc="a work-group computes its tile of one item of a batch, or of all in turn"
    )
    order: str = param("jkl", *LOOP_ORDERS, doc="the nesting of rows j, columns k and terms l", group="form")
    statement: str = param(
        "element",
        "element",
        "vector",
        "sum",
        doc="what a statement adds: a product, a vector of products, or all terms of a vector",
        group="form",
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    unroll: bool = param(True, False, True, doc="inner loops are unrolled in the text", group="form")
    inline: bool = param(False, False, True, doc="sizes are literals rather than arguments", group="form")
    ids: str = param(
        "global",
        "global",
        "group",
        doc="positions come from global ids, or from group and local ones",
        group="form",
    )
    barrier: bool = param(
        False,
        False,
        True,
        doc="a barrier in every step keeps the work-items of a work-group in step",
        group="form",
    )
    hint: bool = param(
        False,
        False,
        True,
        doc="an attribute tells the compiler which vectors are computed with",
        group="form",
    )
    flags: str = param("none", *FLAGS, doc="how freely the compiler may transform arithmetic", group="form")

    @property
    def staged(self) -> str:
        """The operands that go through local memory."""
        return ("a" if self.a_way == "local" else "") + ("b" if self.b_way == "local" else "")

    @property
    def images(self) -> str:
        """The operands that lie in images while the kernel runs."""
        return "".join(x for x in "abc" if getattr(self, f"{x}_memory") == "image")

    @property
    def together(self) -> bool:
        """Barriers need every work-item of a work-group, those beyond the edge too."""
        return bool(self.staged) or self.barrier

    @property
    def depth_step(self) -> int:
        """Terms that a turn of the outer loop takes."""
        return self.rk * self.tk if self.staged else self.rk


def stored_type(q: Matmul, x: str) -> Precision:
    """Element type of an operand in memory."""
    return {"a": q.type_a, "b": q.type_b, "c": q.precision}[x]


def stored_order(p: BlockParams, q: Matmul, x: str) -> Order:
    """Storage order of an operand as the kernel finds it; a copy in an image keeps what is adjacent."""
    order: Order = getattr(q, x)
    return "row" if order == "any" and x in p.images else order


def along_depth(p: BlockParams, q: Matmul, x: str) -> bool:
    """Adjacent elements of A or B are terms of one sum, rather than of neighbouring rows or columns of C."""
    return stored_order(p, q, x) == ("row" if x == "a" else "col")


def width(p: BlockParams, q: Matmul, x: str) -> int:
    """Elements of a vector of an operand."""
    return texel_elements(stored_type(q, x)) if x in p.images else int(getattr(p, f"v{x}"))


def sums_type(p: BlockParams, q: Matmul) -> str:
    """The type of a register of sums in C, which the hint on vectors names; a complex sum has one of its own."""
    accumulator = q.accumulator
    lanes = accumulator.parts if accumulator.is_complex else width(p, q, "c")
    return f"{accumulator.part}{lanes if lanes > 1 else ''}"


def image_helped(p: BlockParams, q: Matmul) -> str:
    """The operands that are copied to an image beforehand, or from one afterwards."""
    return "".join(x for x in p.images if getattr(q, f"{x}_in") == "buffer")
