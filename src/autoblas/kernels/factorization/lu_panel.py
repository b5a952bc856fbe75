"""Factors panels, matrices of few columns, as L U with partial pivoting: a work-group for each.

The panel is copied to columns of global memory, complex numbers in two: their parts. So a vector has the same column of
adjacent rows, whatever the panel's own storage. Blocks of columns follow each other, left-looking: a block is first
updated with all columns before it, as a product of matrices; then its columns are eliminated one after the other, and
each of them while the next pivot is searched for. Rows that are complete go to local memory, so that vectors may begin
above the diagonal and overwrite them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer, integers, offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.factorization.lu_panel_text import LuPanelText, local_arrays
from autoblas.kernels.factorization.panel_text import VECTOR_BYTES, copy_of, panel_operand
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import INT32
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.base import Scratch

__all__ = ["KERNEL", "LuPanelParams"]

WIDEST = 64
"""Columns of a panel, at most."""


@dataclass(frozen=True)
class LuPanelParams:
    """Tuning parameters of ``lu_panel``."""

    items: int = param(
        1, 1, 32, 64, 128, 256, 512, doc="work-items of the work-group, side by side along columns"
    )
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent rows in a vector")
    vectors: int = param(1, 1, 2, 4, doc="vectors of rows that are updated with earlier columns together")
    block: int = param(4, 2, 4, 8, 16, doc="columns that are updated with earlier columns together")

    @property
    def rows(self) -> int:
        """Rows that a work-item updates together."""
        return self.lanes * self.vectors


SPACE = Space(
    LuPanelParams,
    (
        FITS,
        Rule("work-items side by side have no vectors", lambda p, q, f: p.items == 1 or p.lanes == 1),
        Rule(
            "a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.precision.real.size <= VECTOR_BYTES
        ),
        Rule(
            "local memory holds the first rows of the panel",
            lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes,
        ),
    ),
    requirements=(
        COMPUTES,
        Rule(
            "a matrix of at most 64 columns, and as many rows or more, is factored as L U",
            lambda p, q, f: (q.method, q.task) == ("lu", "factor") and q.n <= min(q.m, WIDEST),
        ),
    ),
)


def local_bytes(p: LuPanelParams, q: Factorization) -> int:
    """Local memory of a work-group."""
    return sum(count * kind.size for kind, count in local_arrays(p, q).values())


def geometry(p: LuPanelParams, q: Factorization) -> Launch:
    """A work-group for each matrix."""
    return Launch((q.items * p.items, 1), (p.items, 1))


def arguments(_p: LuPanelParams, q: Factorization) -> tuple[Argument, ...]:
    """Sizes, the panel, pivots and ``info``, memory for the copy, and of a batch the distances between its items."""
    whole = (
        buffer("pivots", INT32, "write"),
        *offsets("pivots_offset"),
        buffer("info", INT32, "both"),
        *offsets("info_offset"),
    )
    batch = offsets("a_step", "pivots_step") if q.batched else ()
    return (
        *integers("m", "n", "first"),
        *panel_operand(q).arguments,
        *whole,
        buffer("panel", q.precision.real, "both"),
        *batch,
    )


def memory(p: LuPanelParams, q: Factorization) -> Mapping[str, Scratch]:
    """The copy of the panel."""
    return copy_of(p, q, math.ceil(q.n / p.block) * p.block)


def source(p: LuPanelParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    return LuPanelText(p, q, d).write(arguments(p, q))


def traffic(_p: LuPanelParams, q: Factorization) -> int:
    """Bytes of the panel read and written, and of its copy too."""
    return 2 * q.min_bytes()


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors as wide as a processor's; elsewhere a work-group as large as the panel is tall."""
    if f.kind == "cpu":
        lanes = max(min(f.vector_bytes, VECTOR_BYTES) // q.precision.real.size, 1)
        while lanes > 1:
            yield {
                "lanes": lanes,
                "vectors": 2 if f.vector_registers >= 32 else 1,
                "block": 4 if q.precision.is_complex else 8,
            }
            lanes //= 2
    else:
        for items in (512, 256, 128, 64, 32):
            if items <= max(q.m, 64):
                yield {"items": items, "block": 4}
    yield {"block": 4}


KERNEL = Kernel(
    name="lu_panel",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    traffic=traffic,
    memory=memory,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
