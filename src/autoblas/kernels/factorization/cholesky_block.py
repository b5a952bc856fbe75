"""Cholesky factors of matrices that local memory has room for, in place, a work-group for each matrix.

The factor is computed as upper triangle U with A = U^H U, several rows at a time; a lower factor is its conjugate
transpose. Alone, a work-item computes these rows when it comes to them (left-looking): in vectors along the rows it
subtracts the products with all rows above, then it solves with the block on the diagonal. In a group, each work-item
solves a column of these rows, and all update tiles of the remaining triangle in registers (right-looking). Rows are
multiplied by the reciprocal of the root of a pivot, which neither overflows nor becomes zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.operands import Matrix
from autoblas.kernels.factorization.cholesky_alone import CholeskyAlone
from autoblas.kernels.factorization.cholesky_group import CholeskyGroup
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "CholeskyBlockParams"]

STEP = 16
"""Rows that local memory has room for are a multiple of this, so that matrices of near sizes share a text."""

VECTOR_BYTES = 64
"""Most bytes of the vectors that a work-item computes with."""

REGISTER_BYTES = 512
"""Most bytes of the tiles of a work-item, of which 256 share the registers of a compute unit."""


WORD = 8
"""Most bytes of an element of which a work-item computes eight rows."""

SMALL = 32
"""Rows that a square of 64 work-items has in one tile each."""


@dataclass(frozen=True)
class CholeskyBlockParams:
    """Tuning parameters of ``cholesky_block``."""

    items: int = param(1, 1, 64, 256, 1024, doc="work-items of a work-group: one, or a square of them")
    lanes: int = param(4, 1, 2, 4, 8, 16, doc="adjacent columns in a vector; in a group the side of a tile")
    vectors: int = param(1, 1, 2, 3, 4, doc="vectors of a row that a work-item alone computes together")
    rows: int = param(4, 2, 4, 8, 16, doc="rows of the factor that are computed together")


def row_capacity(p: CholeskyBlockParams, q: Factorization) -> int:
    """Rows and columns that there is room for."""
    step = STEP if p.items == 1 else math.isqrt(p.items) * p.lanes
    return math.ceil(q.n / step) * step


def pitch(p: CholeskyBlockParams, q: Factorization) -> int:
    """Elements between rows in local memory, not a power of two, so that neighbours have different banks and cache sets."""
    return row_capacity(p, q) + p.lanes


def local_rows(p: CholeskyBlockParams, q: Factorization) -> int:
    """Rows in local memory: all, or of a group those that come next and those that were solved last."""
    return row_capacity(p, q) if p.items == 1 else 2 * p.rows


def tile_bytes(p: CholeskyBlockParams, q: Factorization) -> int:
    """Bytes of a work-item's tiles in a group."""
    count = row_capacity(p, q) // (math.isqrt(p.items) * p.lanes)
    return 0 if p.items == 1 else count * (count + 1) // 2 * p.lanes**2 * q.worked.size


def _divided(p: CholeskyBlockParams, _q: Factorization, _f: Facts) -> bool:
    return p.lanes >= p.rows if p.items == 1 else p.rows % p.lanes == 0 and p.vectors == 1


SPACE = Space(
    CholeskyBlockParams,
    (
        FITS,
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.worked.size <= VECTOR_BYTES),
        Rule("a work-item alone has rows in one vector, and a group has whole tiles of them", _divided),
        Rule(
            "local memory holds the rows",
            lambda p, q, f: local_rows(p, q) * pitch(p, q) * q.worked.size <= f.declared_local_bytes,
        ),
        Rule(
            "the tiles of a group take half of the registers",
            lambda p, q, f: max(tile_bytes(p, q), p.items * tile_bytes(p, q) // 256) <= REGISTER_BYTES,
        ),
    ),
    requirements=(
        COMPUTES,
        Rule(
            "Cholesky factors are wanted, and no solutions",
            lambda p, q, f: q.method == "cholesky" and q.task == "factor",
        ),
    ),
)


def geometry(p: CholeskyBlockParams, q: Factorization) -> Launch:
    """A work-group for each matrix."""
    return Launch((q.items * p.items, 1), (p.items, 1))


def arguments(_p: CholeskyBlockParams, q: Factorization) -> tuple[Argument, ...]:
    """Size, matrix, what becomes of it, the row that it begins at, and of a batch the distance between matrices."""
    info = (buffer("info", "int", "both"), *offsets("info_offset"))
    batch = offsets("a_step") if q.batched else ()
    return (*integers("n"), *operand(q).arguments, *info, *integers("first"), *batch)


def operand(q: Factorization) -> Matrix:
    """The matrix that becomes its factor."""
    return Matrix("a", q.precision, q.a, const=False, worked=q.worked)


def source(p: CholeskyBlockParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    text = CholeskyAlone if p.items == 1 else CholeskyGroup
    return text(p, q, d, operand(q), row_capacity(p, q), pitch(p, q)).write(arguments(p, q))


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Two vectors of a register's width on a CPU; elsewhere a square that has room in its registers."""
    size = q.worked.size
    if f.kind == "cpu":
        lanes = max(min(f.vector_bytes, VECTOR_BYTES) // size, 2)
        yield {"lanes": lanes, "vectors": 1 if q.worked.is_complex else 2, "rows": min(lanes, 4)}
    elif q.n <= SMALL:
        yield {"items": 64, "lanes": 4, "rows": 4}
    for rows in (8, 4) if size <= WORD else (4, 2):  # more of them take more registers than there are
        yield {"items": 256, "lanes": 2, "rows": rows}
    for lanes in (4, 2):
        yield {"items": 64, "lanes": lanes, "rows": 4}


KERNEL = Kernel(
    name="cholesky_block",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
