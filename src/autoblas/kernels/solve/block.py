"""Solves a triangular system in one work-group, a block of rows after the other, in any form of storage.

The solved unknowns multiply whole vectors of a block's rows; only the small triangle of the block goes element by
element. Rows are read once, in the direction in which they are stored.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import integers
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.storage import StoredRows
from autoblas.emit.vectors import Vector
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.matvec.rows import ADJACENT, wide_vectors
from autoblas.kernels.solve.text import SolveText
from autoblas.kernels.space import Rule, Space, param
from autoblas.kernels.vector.shared import NARROW
from autoblas.problems.matvec import Solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SolveBlockParams"]


@dataclass(frozen=True)
class SolveBlockParams:
    """Tuning parameters of ``solve``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of the work-group, side by side along a row")
    lanes: int = param(4, 1, 2, 4, 8, 16, doc="adjacent elements of a row that are read at once")
    rows: int = param(4, 1, 2, 4, 8, 16, doc="rows whose small triangle is solved together")


SPACE = Space(
    SolveBlockParams,
    (
        FITS,
        ADJACENT,
        NARROW,
        Rule(
            "one work-item adds vectors to adjacent elements only",
            lambda p, q, f: p.lanes == 1 or local(p, q) or not (q.across and q.strided),
        ),
        Rule(
            "what is kept in local memory fits there",
            lambda p, q, f: not local(p, q) or local_elements(p, q) * q.worked.size <= f.local_bytes,
        ),
    ),
    requirements=(COMPUTES,),
)


def local(p: SolveBlockParams, q: Solve) -> bool:
    """True if the solution is in local memory: several work-items need it, or it accumulates in a wider type."""
    return p.items > 1 or (q.across and q.precision is not q.worked)


def solution_capacity(q: Solve) -> int:
    """Elements of local memory for the solution: a power of two, so that one text serves many sizes."""
    return int(2 ** math.ceil(math.log2(max(q.m, 1))))


def local_elements(p: SolveBlockParams, q: Solve) -> int:
    """Elements of local memory: the solution, and the sums of work-items along rows."""
    return solution_capacity(q) + (p.items * p.rows if p.items > 1 and not q.across else 0)


def geometry(p: SolveBlockParams, _q: Solve) -> Launch:
    """One work-group."""
    return Launch((p.items, 1), (p.items, 1))


def operands(q: Solve) -> tuple[StoredRows, Vector]:
    """The matrix, and the vector that is overwritten."""
    return StoredRows(q), Vector("x", q.precision, q.worked, q.strided, const=False)


def arguments(_p: SolveBlockParams, q: Solve) -> tuple[Argument, ...]:
    """Size, matrix and vector."""
    a, x = operands(q)
    return (*integers("n"), *a.arguments, *x.arguments)


def source(p: SolveBlockParams, q: Solve, d: Dialect) -> str:
    """The text of the kernel."""
    a, x = operands(q)
    return SolveText(p, q, d, a, x, solution_capacity(q) if local(p, q) else 0).write(arguments(p, q))


def suggestions(q: Solve, f: Facts) -> Iterator[dict[str, Any]]:
    """Wide vectors on a processor, a work-group's width elsewhere."""
    if f.kind == "cpu":
        rows = 16 if q.m >= 1024 and f.vector_bytes >= 64 else 8
        yield from ({"items": 1, "lanes": lanes, "rows": rows} for lanes in wide_vectors(q, f))
        yield {"items": 1, "lanes": 1, "rows": 8}
        return
    for items in (256, 128, 64, 32, 1):
        yield {"items": items, "lanes": 1, "rows": 8}


KERNEL = Kernel(
    name="solve",
    family=Solve,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
