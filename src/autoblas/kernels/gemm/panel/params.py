"""Parameters of ``gemm_panel``, and the rules they obey."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.gemm.shared import HAS_TERMS, PLAIN_INTEGERS, SLICES, SLICES_PAY
from autoblas.kernels.gemm.triangles import SUMS_IN_MEMORY
from autoblas.kernels.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul

__all__ = [
    "ON_CPUS",
    "SPACE",
    "PanelParams",
    "part_size",
    "rounds_once",
    "some_tile_fits",
    "spread",
    "tile_registers",
    "tile_rules",
]

SPREAD_BYTES = 1 << 21
"""An A of columns that is not packed takes a cache line for each term; beyond this size that costs more than packing."""


@dataclass(frozen=True)
class PanelParams:
    """One way to run the kernel."""

    rm: int = param(8, 4, 6, 8, 12, 14, doc="rows of C in the register tile")
    lanes: int = param(8, 4, 8, 16, doc="elements of a vector")
    vectors: int = param(2, 1, 2, 3, 4, doc="vectors in a row of the register tile")
    depth: int = param(
        256, 128, 256, 384, 512, 1024, doc="length of the sum a panel covers before the next is taken"
    )
    block_m: int = param(8, 2, 4, 8, 16, doc="tiles that a work-item computes along the rows of C")
    block_n: int = param(8, 2, 8, 32, 128, doc="tiles that a work-item computes along the columns of C")
    inner: str = param(
        "m", "m", "n", doc="the axis of C that the inner loop over tiles follows", group="form"
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    prefetch: bool = param(
        False, False, True, doc="the tile of C is fetched while its sums are computed", group="form"
    )
    pack_a: bool = param(
        True, False, True, doc="A is packed beforehand rather than read in place", group="form"
    )
    pack_b: bool = param(
        True, False, True, doc="B is packed beforehand rather than read in place", group="form"
    )

    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")

    @property
    def rn(self) -> int:
        """Columns of C in the register tile."""
        return self.lanes * self.vectors

    @property
    def packed(self) -> str:
        """The operands that are packed."""
        return ("a" if self.pack_a else "") + ("b" if self.pack_b else "")


def part_size(q: Matmul) -> int:
    """Bytes of a real number of the accumulator."""
    return q.accumulator.size // q.accumulator.parts


def rounds_once(p: PanelParams, q: Matmul) -> bool:
    """C must not take sums in several depths, each rounded to its narrower type."""
    return p.slices == 1 and q.precision is not q.accumulator


def spread(q: Matmul) -> bool:
    """A lies by columns, and is too large to be read in place."""
    return q.a != "row" and q.m * q.k * q.type_a.size > SPREAD_BYTES


def span(p: PanelParams, q: Matmul, f: Facts) -> int:
    """Vector registers that a vector of the accumulator takes."""
    return math.ceil(p.lanes * part_size(q) / f.vector_bytes) * q.accumulator.parts


def registers_used(p: PanelParams, q: Matmul, f: Facts) -> int:
    """Vector registers that the sums, a row of B and two elements of A take.

    Compilers read an element while the one before is multiplied. Six rows of complex numbers, which leave 16 registers room
    for one element, took 2.7 times as long as four with Intel's runtime on a Zen 3: sums were spilled.
    """
    return tile_registers(p.rm, p.vectors, span(p, q, f), q.accumulator.parts)


def tile_registers(rm: int, vectors: int, per_vector: int, parts: int) -> int:
    """Vector registers of a tile whose vectors take ``per_vector`` registers."""
    return (rm + 1) * vectors * per_vector + 2 * parts


def tile_rules(product: Callable[[Any], Matmul] = lambda q: q) -> tuple[Rule, ...]:
    """The rules that a register tile obeys, also in kernels of other problems, in which ``product`` finds the product."""
    return (
        Rule("a vector takes 16 to 64 bytes", lambda p, q, f: 16 <= p.lanes * part_size(product(q)) <= 64),
        Rule(
            "the register tile, a row of B and two elements of A fit the vector registers",
            lambda p, q, f: registers_used(p, product(q), f) <= f.vector_registers,
        ),
        Rule(
            "at least 8 registers of sums hide the latency of a multiply-add",
            lambda p, q, f: p.rm * p.vectors * span(p, product(q), f) >= 8,
        ),
    )


ON_CPUS = Rule(
    "one work-item computes a block of tiles, which only a CPU does well", lambda p, q, f: f.kind == "cpu"
)
"""A requirement of kernels with such tiles."""


def some_tile_fits(product: Callable[[Any], Matmul] = lambda q: q) -> Rule:
    """The requirement that says at once where no point is legal: complex doubles leave 16 registers of 16 bytes no tile."""
    least = PanelParams(rm=4, lanes=4, vectors=1)
    return Rule(
        "the vector registers hold a tile of 4 rows",
        lambda p, q, f: registers_used(least, product(q), f) <= f.vector_registers,
    )


SPACE = Space(
    PanelParams,
    (
        *tile_rules(),
        Rule(
            "depth is less than twice k, or than 256",
            lambda p, q, f: p.depth < 2 * max(q.k, 128) or rounds_once(p, q),
        ),
        Rule(
            "the depth is not cut, and the parameter is 1024, where C is narrower than its accumulator",
            lambda p, q, f: p.depth == 1024 or not rounds_once(p, q),
        ),
        Rule(
            "the block of tiles does not exceed twice C",
            lambda p, q, f: (
                (p.block_m == 2 or (p.block_m - 1) * p.rm < 2 * q.m)
                and (p.block_n == 2 or (p.block_n - 1) * p.rn < 2 * q.n)
            ),
        ),
        Rule(
            "B that is not packed has adjacent real elements to work with",
            lambda p, q, f: (
                p.pack_b or (q.b == "row" and q.type_b is q.accumulator and not q.type_b.is_complex)
            ),
        ),
        Rule(
            "A that is not packed lies by rows, or takes at most 2 MiB",
            lambda p, q, f: p.pack_a or not spread(q),
        ),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=(*SUMS_IN_MEMORY, ON_CPUS, some_tile_fits(), HAS_TERMS),
)
