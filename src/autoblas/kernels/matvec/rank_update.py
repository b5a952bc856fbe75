"""Rank-1 and rank-2 updates of a matrix in any form of storage: ger, syr, her, syr2, her2, spr and their like.

Work-groups share the stored rows in blocks of a few, in turn, and where it pays their columns in strips; each stored
element is read and written once, also in updates of rank 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import integers, scalar
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus
from autoblas.emit.scalars import is_zero, multiple, product, zero
from autoblas.emit.storage import StoredRows
from autoblas.emit.vectors import Vector
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.matvec.row_text import RowText
from autoblas.kernels.matvec.rows import (
    ADJACENT,
    RUNS,
    STEPS,
    STRIPS,
    adjacent_blocks,
    blocks_of_rows,
    busy_cores,
    geometry,
    power_below,
    wide_vectors,
)
from autoblas.kernels.space import Space, param
from autoblas.kernels.vector.shared import NARROW
from autoblas.problems.matvec import RankUpdate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "RankUpdateParams"]

IN_CACHE = 16 << 20
"""Bytes of a matrix that stays in the caches of processors from call to call, as a guess."""


@dataclass(frozen=True)
class RankUpdateParams:
    """Tuning parameters of ``rank_update``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of a work-group, side by side along a row")
    lanes: int = param(4, 1, 2, 4, 8, 16, doc="adjacent elements of a row that are updated at once")
    rows: int = param(2, 1, 2, 4, 8, doc="rows that are updated together")
    vectors: int = param(1, 1, 2, 4, doc="vectors of a row that are updated in one step")
    parts: int = param(
        1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, doc="work-groups, at most, that share the rows"
    )
    run: int = param(
        1, *RUNS, doc="adjacent blocks of rows that a work-group takes before it skips those of others"
    )
    strips: int = param(1, 1, 2, 4, 8, 16, 32, 64, doc="strips of columns, each with work-groups of its own")


SPACE = Space(RankUpdateParams, (FITS, ADJACENT, NARROW, STRIPS, STEPS), requirements=(COMPUTES,))


def operands(q: RankUpdate) -> tuple[StoredRows, tuple[Vector, ...]]:
    """The matrix and the vectors."""
    return StoredRows(q, const=False), tuple(
        Vector(name, q.precision, q.worked, q.strided) for name in q.vectors
    )


def arguments(_p: RankUpdateParams, q: RankUpdate) -> tuple[Argument, ...]:
    """Sizes, the factor, matrix and vectors."""
    a, vectors = operands(q)
    vector_arguments = (argument for x in vectors for argument in x.arguments)
    return (*integers("m", "n"), scalar("alpha", q.worked), *a.arguments, *vector_arguments)


def source(p: RankUpdateParams, q: RankUpdate, d: Dialect) -> str:
    """The text of the kernel."""
    return RankUpdateText(p, q, d).write(arguments(p, q))


class RankUpdateText(RowText):
    """Writes the kernel at one point."""

    def __init__(self, p: RankUpdateParams, q: RankUpdate, d: Dialect) -> None:
        a, vectors = operands(q)
        super().__init__(p, d, a, q.worked)
        self.q = q
        self.vectors = {x.name: x for x in vectors}
        self.terms = (("x", "y" if "y" in self.vectors else "x"), ("y", "x"))[: q.rank]

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, q = self.src, self.p, self.q
        with src.kernel("rank_update", arguments, (p.items, 1), *q.computed, worked=self.worked):
            for name in self.vectors:
                src(f"{name} += {name}_offset;")
            if p.items > 1:
                src(f"const int item = {self.d.local_id(0)};")
            if p.strips > 1:
                self._declare_width()
                src(f"const int strip_first = min((int){self.d.group_id(1)} * width, n);")
                src("const int strip_last = min(strip_first + width, n);")
            blocks_of_rows(src, p, self._block)
        return str(src)

    def _block(self, row: str, count: int) -> None:
        """Update a block of rows."""
        src, q, a = self.src, self.q, self.a
        rows = [plus(row, k) for k in range(count)]
        for k, r in enumerate(rows):
            a.declare_row(src, f"row{k}", r)
            for t, (name, _) in enumerate(self.terms):
                factor = "conj(alpha)" if t == 1 and q.form == "hermitian" else "alpha"
                value = self.vectors[name].read(self.d, 1, r)
                value = f"conj({value})" if self._conjugated("rows") else value
                element = src.dialect.element(self.worked)
                src(f"const {element} own{t}_{k} = {value};")
                vector_value, zeros = f"own{t}_{k}", zero(self.d, self.worked)
                scaled = f"{is_zero(self.worked, vector_value)} ? {zeros} : {multiple(self.worked, factor, vector_value)}"
                src(f"const {element} value{t}_{k} = {scaled};")
                self.lanes.declare_factor(
                    src, f"factor{t}_{k}", f"value{t}_{k}", conjugate=self._conjugated("cols")
                )
        self._columns(rows)

    def _conjugated(self, side: str) -> bool:
        return self.worked.is_complex and self.q.conjugate == side

    def _vector(self, count: int, col: str) -> None:
        """Update a vector of each row."""
        src, p = self.src, self.p
        for t, (_, name) in enumerate(self.terms):
            src(f"const {self.lanes.ctype} v{t} = {self.vectors[name].gather(self.d, p.lanes, col)};")
        for k in range(count):
            src(f"{self.lanes.ctype} a{k} = {self.a.read(self.d, p.lanes, f'row{k}', col)};")
            for t in range(len(self.terms)):
                self.lanes.add_scaled(src, f"a{k}", f"v{t}", f"factor{t}_{k}")
            src(self.a.write(self.d, p.lanes, f"a{k}", f"row{k}", col))

    def _element(self, k: int, row: str) -> None:
        """Update one element of a row if the row stores it; the diagonal of Hermitian matrices stays real."""
        src, q, kind = self.src, self.q, self.worked
        stored = self.a.stores(row, "e")
        with src.block(f"if ({stored})" if stored else ""):
            src(f"{src.dialect.element(kind)} s = {self.a.read(self.d, 1, f'row{k}', 'e')};")
            for t, (_, name) in enumerate(self.terms):
                value = self.vectors[name].read(self.d, 1, "e")
                value = f"conj({value})" if self._conjugated("cols") else value
                src(f"s += {product(kind, f'value{t}_{k}', value)};")
            if q.form == "hermitian":
                src(f"if (e == {row}) s.y = 0;")
            src(self.a.write(self.d, 1, "s", f"row{k}", "e"))


def suggestions(q: RankUpdate, f: Facts) -> Iterator[dict[str, Any]]:
    """On a processor wide vectors and some shares for each core; elsewhere many small work-groups."""
    if f.kind == "cpu":
        cores = busy_cores(q, f)
        parts = cores if cores == 1 else min(32 * cores, 1024)
        # From memory several rows at once; in a cache rows that lie whole pages apart wait for each other's stores.
        rows, vectors = (8, 1) if q.stored * q.precision.size > IN_CACHE else (1, 4)
        run = min(adjacent_blocks(q.m, rows, parts), 4 if rows > 1 else 64)
        for lanes in wide_vectors(q, f):
            yield {"items": 1, "lanes": lanes, "rows": rows, "vectors": vectors, "parts": parts, "run": run}
        return
    if f.compute_capability > (0, 0) and q.storage == "full":
        # On an H200 ger of 2048 rows takes 7.4 us so in floats, 11.0 by four rows at once; of 4096 in complex64 71 and 81.
        lanes = max(16 // q.precision.size, 1)
        strips = min(power_below(max(q.n // (4 * 128 * lanes), 1)), 64)
        yield {"items": 128, "lanes": lanes, "rows": 1, "parts": 1024, "strips": strips}
    target_groups = min(power_below(8 * f.compute_units), 1024)
    for lanes, items in ((4, 64), (2, 64), (1, 64), (1, 32), (1, 1)):
        if lanes * q.precision.size <= 16:
            strips = min(power_below(max(q.n // (4 * items * lanes), 1)), 64)
            yield {"items": items, "lanes": lanes, "rows": 4, "parts": target_groups, "strips": strips}
            yield {"items": items, "lanes": lanes, "rows": 4, "parts": target_groups}


KERNEL = Kernel(
    name="rank_update",
    family=RankUpdate,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    suggestions=suggestions,
)
