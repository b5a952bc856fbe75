"""Solves triangular systems by substitution, in place, with the right-hand sides in the registers of a square of work-items.

A work-item has tiles of its columns at equal distances, so that all have work to the end (right-looking). Rows that come
next are written to local memory, beside the columns of the triangle that multiply them; there each work-item solves for
one column, and all read the solutions to update their tiles. Columns of the triangle are loaded while others solve.

A quotient is a product with the reciprocal of the diagonal's element where that is a normal number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import integers, offsets, scalar
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.operands import Matrix
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.solve.tiles_text import TilesText
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.matrix import Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SubstituteTilesParams"]

REGISTER_BYTES = 512
"""Most bytes of the tiles of a work-item, of which 256 share the registers of a compute unit."""

TEXT_TILES = 4
"""Most tiles of a work-item, each of which has statements of its own."""


@dataclass(frozen=True)
class SubstituteTilesParams:
    """Tuning parameters of ``substitute_tiles``."""

    items: int = param(64, 64, 256, 1024, doc="work-items of a work-group, a square")
    height: int = param(4, 1, 2, 4, doc="rows of a tile")
    width: int = param(2, 1, 2, 4, doc="columns of a tile")
    rows: int = param(4, 2, 4, 8, doc="rows that are solved together")

    @property
    def side(self) -> int:
        """Work-items of a side of the square."""
        return math.isqrt(self.items)

    @property
    def columns(self) -> int:
        """Columns of a work-group."""
        return self.side * self.width


def row_capacity(p: SubstituteTilesParams, q: Substitution) -> int:
    """Rows that there is room for."""
    return math.ceil(q.m / (p.side * p.height)) * p.side * p.height


def tile_bytes(p: SubstituteTilesParams, q: Substitution) -> int:
    """Bytes of a work-item's tiles."""
    return row_capacity(p, q) // p.side * p.width * q.worked.size


def local_elements(p: SubstituteTilesParams, q: Substitution) -> int:
    """Elements of local memory: columns of the triangle, twice, and rows that come next and were solved last."""
    return 2 * p.rows * (row_capacity(p, q) + p.height + p.columns + p.width)


SPACE = Space(
    SubstituteTilesParams,
    (
        FITS,
        Rule("rows that are solved together are whole tiles", lambda p, q, f: p.rows % p.height == 0),
        Rule(
            "local memory holds what comes next",
            lambda p, q, f: local_elements(p, q) * q.worked.size <= f.declared_local_bytes,
        ),
        Rule(
            "a work-item has at most four tiles, which take half of the registers",
            lambda p, q, f: (
                row_capacity(p, q) <= TEXT_TILES * p.side * p.height
                and max(1, p.items / 256) * tile_bytes(p, q) <= REGISTER_BYTES
            ),
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: SubstituteTilesParams, q: Substitution) -> Launch:
    """Work-groups side by side along the columns of a system, those of one system after those of another."""
    groups = math.ceil(q.n / p.columns) * q.items
    return Launch((groups * p.items, 1), (p.items, 1))


def arguments(_p: SubstituteTilesParams, q: Substitution) -> tuple[Argument, ...]:
    """Sizes, both matrices, the factor, and of a batch its items and the distances between them."""
    a, b = operands(q)
    batch = (*integers("items"), *offsets("a_step", "b_step")) if q.batched else ()
    return (*integers("m", "n"), *a.arguments, *b.arguments, scalar("alpha", q.worked), *batch)


def operands(q: Substitution) -> tuple[Matrix, Matrix]:
    """The triangle, and the right-hand sides that become the solutions."""
    return (
        Matrix("a", q.type_a, q.a, worked=q.worked, conjugate=q.conjugate),
        Matrix("b", q.precision, q.b, const=False, worked=q.worked),
    )


def source(p: SubstituteTilesParams, q: Substitution, d: Dialect) -> str:
    """The text of the kernel."""
    return TilesText(p, q, d, operands(q), row_capacity(p, q)).write(arguments(p, q))


def suggestions(q: Substitution, f: Facts) -> Iterator[dict[str, Any]]:
    """Narrow tiles where the columns are few for the device."""
    rows = 8 if q.worked.size <= 4 else 4
    for width in (4, 2, 1):
        if width == 1 or math.ceil(q.n / (16 * width)) * q.items >= f.compute_units:
            yield {"items": 256, "width": width, "rows": rows}
    yield {"items": 64, "width": 2, "rows": 4}


def preference(_q: Substitution, _f: Facts) -> int:
    """It is suggested behind ``substitute``, which an H200 took up to 1.8 times less time with where lines were short."""
    return -1


KERNEL = Kernel(
    name="substitute_tiles",
    family=Substitution,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    made_for=frozenset({"gpu", "acc"}),
    preference=preference,
    suggestions=suggestions,
)
