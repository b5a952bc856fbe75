"""Solves triangular systems with many right-hand sides by substitution, in place, columns side by side.

A work-item takes adjacent right-hand sides and goes through the rows of the triangle, several at a time (left-looking):
from these it subtracts the products with all rows that it has solved, which are in local memory, then it solves the
remaining small triangle. No row is multiplied on which the solved one does not depend. Alone, a work-item waits for no
other. On a GPU a team shares a column: each work-item takes a part of the products, from a triangle in local memory.

A quotient is a product with the reciprocal of the diagonal's element where that is a normal number and the solutions of
the rows are finite. Otherwise these rows are solved again by divisions: so zeros, infinities, NaN and subnormal numbers
on the diagonal have the result of a division.
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
from autoblas.kernels.solve.substitute_text import SubstituteText
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import FLOAT32
from autoblas.problems.matrix import Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SubstituteParams"]

COLUMNS = frozenset({16, 32})
"""Numbers of columns that a work-group in teams may have: a warp's, or half as many."""

VECTOR_BYTES = 64
"""Most bytes of the vectors that a work-item computes with."""


@dataclass(frozen=True)
class SubstituteParams:
    """Tuning parameters of ``substitute``."""

    items: int = param(1, 1, 8, 16, 32, 64, 128, 256, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent columns in a vector")
    vectors: int = param(1, 1, 2, 4, doc="vectors of a row that a work-item computes")
    rows: int = param(4, 1, 2, 4, 8, 16, doc="rows that are computed together")
    teams: int = param(
        1, 1, 2, 4, 8, 16, doc="work-items that share a column, and with others the triangle in local memory"
    )

    @property
    def columns(self) -> int:
        """Columns of a work-item."""
        return self.lanes * self.vectors

    @property
    def slabs(self) -> int:
        """Work-items of a work-group that have columns of their own."""
        return max(self.items // self.teams, 1)


def row_capacity(q: Substitution) -> int:
    """Rows of local memory, a power of two so that systems of near sizes share a text."""
    return 1 << (q.m - 1).bit_length()


def local_arrays(p: SubstituteParams, q: Substitution) -> dict[str, int]:
    """Elements of local memory by the name of the array; lines of shared arrays are padded to different banks."""
    capacity, size = row_capacity(q), q.worked.size
    if p.teams == 1:
        return {"solved": capacity * p.slabs * p.columns}
    counts = {"solved": capacity * (p.slabs + 1), "triangle": capacity * (capacity + max(16 // size, 1))}
    counts |= {} if q.unit else {"reciprocals": capacity}
    return counts | {"shares": p.teams * p.rows * p.slabs}


SPACE = Space(
    SubstituteParams,
    (
        FITS,
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.worked.size <= VECTOR_BYTES),
        Rule(
            "local memory holds the solved rows",
            lambda p, q, f: sum(local_arrays(p, q).values()) * q.worked.size <= f.declared_local_bytes,
        ),
        Rule(
            "teams have 16 or 32 columns, one for each work-item, and rows for each team in more than one tile",
            lambda p, q, f: (
                p.teams == 1
                or (p.columns == 1 and p.slabs in COLUMNS and q.m > p.rows and p.rows % p.teams == 0)
            ),
        ),
    ),
    requirements=(COMPUTES,),
)


def slabs(p: SubstituteParams, q: Substitution) -> int:
    """Work-items that the columns of one system take."""
    return math.ceil(q.n / p.columns)


def geometry(p: SubstituteParams, q: Substitution) -> Launch:
    """Slabs of columns in a row, those of one system after those of another; in teams, whole work-groups for each."""
    if p.teams > 1:
        groups = math.ceil(slabs(p, q) / p.slabs) * q.items
    else:
        groups = math.ceil(slabs(p, q) * q.items / p.items)
    return Launch((groups * p.items, 1), (p.items, 1))


def arguments(_p: SubstituteParams, q: Substitution) -> tuple[Argument, ...]:
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


def source(p: SubstituteParams, q: Substitution, d: Dialect) -> str:
    """The text of the kernel."""
    text = SubstituteText(p, q, d, operands(q), row_capacity(q), local_arrays(p, q))
    return text.write(arguments(p, q))


def suggestions(q: Substitution, f: Facts) -> Iterator[dict[str, Any]]:
    """Two vectors of a cache line for a work-item of a CPU; elsewhere a column for a team, or in small systems for each."""
    if f.kind == "cpu":
        yield from _on_cpu(q, f)
    elif q.m > SHARED:
        few = q.n * q.items <= max(COLUMNS) * f.compute_units  # so that twice as many work-groups find room
        floats = ((256, 16, 16) if few else (128, 4, 16),) if q.worked.size <= FLOAT32.size else ()
        for items, teams, rows in (
            *floats,
            (256, 8, 16 if q.worked.size <= WORD else 8),
            (128, 4, 8),
            (64, 2, 4),
        ):
            yield {"items": items, "rows": rows, "teams": teams}
    for items in (32, 16, 8, 1):
        yield {"items": items, "rows": 4 if q.worked.is_complex else 8}


WORD = 8
"""Most bytes of an element for which a work-item has sixteen sums."""

SHARED = 16
"""Rows above which a triangle is shared on a GPU."""

SMALL = 1024
"""Elements of T and B below which a system is one of many that a work-group of a CPU solves."""


def _on_cpu(q: Substitution, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors as wide as the columns need; two of them where that leaves a slab for each core."""
    widest = VECTOR_BYTES // q.worked.size
    lanes = min(1 << (q.n - 1).bit_length(), widest)
    two = not q.worked.is_complex and math.ceil(q.n / (2 * lanes)) * q.items >= f.compute_units
    small = q.items > f.compute_units and q.m * (q.m + q.n) <= SMALL
    for items in (16, 1) if small else (1,):
        yield {"items": items, "lanes": lanes, "vectors": 2 if two and q.n > lanes else 1, "rows": 4}


KERNEL = Kernel(
    name="substitute",
    family=Substitution,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
