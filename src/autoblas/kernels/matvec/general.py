"""Multiplies a vector by a matrix in any form of storage; each stored element is read once, also of symmetric matrices.

Work-groups share the stored rows in blocks of a few, in turn, and where it pays their columns in strips. Of a block a
work-group sums the products along the rows, adds their multiples across to partial sums, or does both at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import COMPUTES, FITS, Helper, Kernel
from autoblas.kernels.matvec import shared as interface
from autoblas.kernels.matvec.rows import (
    ADJACENT,
    RUNS,
    STEPS,
    STRIPS,
    adjacent_blocks,
    busy_cores,
    geometry,
    groups,
    power_below,
    wide_vectors,
)
from autoblas.kernels.matvec.text import MatvecText
from autoblas.kernels.space import Rule, Space, param
from autoblas.kernels.vector.shared import NARROW
from autoblas.problems.matvec import Matvec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "MatvecParams"]


@dataclass(frozen=True)
class MatvecParams:
    """Tuning parameters of ``matvec``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of a work-group, side by side along a row")
    lanes: int = param(4, 1, 2, 4, 8, 16, doc="adjacent elements of a row that are read at once")
    rows: int = param(4, 1, 2, 4, 8, 16, doc="rows that are worked on together")
    vectors: int = param(1, 1, 2, 4, doc="vectors of a row that are read in one step")
    parts: int = param(
        1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, doc="work-groups, at most, that share the rows"
    )
    run: int = param(
        1, *RUNS, doc="adjacent blocks of rows that a work-group takes before it skips those of others"
    )
    strips: int = param(
        1, 1, 2, 4, 8, 16, 32, 64, 128, 256, doc="strips of columns, each with work-groups of its own"
    )


SPACE = Space(
    MatvecParams,
    (
        FITS,
        ADJACENT,
        NARROW,
        Rule(
            "what is mirrored is not cut into strips, since its rows are summed whole",
            lambda p, q, f: p.strips == 1 or not q.mirrored,
        ),
        STRIPS,
        STEPS,
        Rule(
            "the sums of a work-group fit into local memory",
            lambda p, q, f: p.items == 1 or p.items * p.rows * q.worked.size <= f.local_bytes,
        ),
    ),
    requirements=(COMPUTES,),
)


def direct(p: MatvecParams, q: Matvec) -> bool:
    """True if the one launch stores y, without partial vectors."""
    if q.in_place or q.mirrored:
        return False
    if q.across:
        return groups(p, q) == 1 and not q.strided and q.precision is q.worked
    return p.strips == 1


def partial_vectors(p: MatvecParams, q: Matvec) -> int:
    """Partial vectors for the second launch: of mirrored matrices one more, with the sums along rows."""
    return p.strips if not (q.mirrored or q.across) else groups(p, q) + q.mirrored


def arguments(p: MatvecParams, q: Matvec) -> tuple[Argument, ...]:
    """Sizes, matrix and x; then factors and y, or the partial vectors from which the second launch computes y."""
    return interface.arguments(q, direct=direct(p, q))


def source(p: MatvecParams, q: Matvec, d: Dialect) -> str:
    """The text of the kernel."""
    a, x, y = interface.operands(q, direct=direct(p, q))
    return MatvecText(p, q, d, a, x, y).write(arguments(p, q))


def helpers(p: MatvecParams, q: Matvec) -> tuple[Helper, ...]:
    """The second launch, which adds partial vectors."""
    return () if direct(p, q) else interface.vector_sum_launch(q, partial_vectors(p, q))


def traffic(p: MatvecParams, q: Matvec) -> int:
    """Bytes of the operands; the partial vectors of processors stay in their caches."""
    if direct(p, q):
        return q.min_bytes()
    return q.min_bytes() + partial_vectors(p, q) * q.length * q.worked.size


def suggestions(q: Matvec, f: Facts) -> Iterator[dict[str, Any]]:
    """On a processor wide vectors and a share for each core; elsewhere many small work-groups."""
    if f.kind == "cpu":
        yield from _for_processors(q, f)
    else:
        yield from _for_gpus(q, f)


def _for_processors(q: Matvec, f: Facts) -> Iterator[dict[str, Any]]:
    """Points that were fastest on two cores of a Zen 5, of matrices of 2048 rows in and out of the caches."""
    cores = busy_cores(q, f)
    for lanes in wide_vectors(q, f):
        rows = 4 if q.along else 8
        form = {"items": 1, "lanes": lanes, "rows": rows, "vectors": min(max(32 // lanes, 1), 4)}
        if q.across and q.form == "general" and q.storage == "full":
            # Strips need no partial vectors, and so no second launch.
            yield {**form, "parts": 1, "strips": power_below(max(min(2 * cores, q.n // 256), 1))}
        if q.m < 8 * cores and not q.mirrored:
            yield {**form, "parts": 1, "strips": cores}
        parts = cores if q.across or q.mirrored or cores == 1 else 16 * cores
        turns = 16 if q.triangle else 1  # rows of a triangle are not all as long
        yield {**form, "parts": parts, "run": adjacent_blocks(q.m, rows, parts * turns)}


def _for_gpus(q: Matvec, f: Facts) -> Iterator[dict[str, Any]]:
    target_groups = power_below(4 * f.compute_units)
    full_rows = q.order == "row" and q.storage == "full" and not q.triangle
    if f.compute_capability > (0, 0) and full_rows and not q.across:
        # An H200 reads 2^26 floats so at 0.95 of the pace of its copies.
        yield {"items": 128, "lanes": max(16 // q.precision.size, 1), "rows": 8, "parts": 1024}
    for lanes, items in ((4, 64), (2, 64), (1, 64), (1, 32), (1, 1)):
        if lanes * q.precision.size > 16:
            continue
        form = {"items": items, "lanes": lanes}
        if q.across and not q.mirrored:
            strips = min(power_below(max(q.n // (items * lanes), 1)), 256)
            yield {**form, "rows": 8, "strips": strips, "parts": min(max(target_groups // strips, 1), 64)}
        elif q.mirrored:
            yield {**form, "rows": 8, "parts": min(target_groups, power_below(max(q.m // 16, 1)), 256)}
        else:
            parts = min(target_groups, 1024)
            strips = power_below(min(max(target_groups // max(q.m // 4, 1), 1), 64))
            yield {**form, "rows": 4, "parts": parts, "strips": strips}
            yield {**form, "rows": 4, "parts": parts}
        yield {**form, "rows": 1, "parts": 64}


KERNEL = Kernel(
    name="matvec",
    family=Matvec,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    helpers=helpers,
    suggestions=suggestions,
)
