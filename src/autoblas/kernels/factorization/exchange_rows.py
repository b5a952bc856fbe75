"""Exchanges rows of wide matrices by a list of pivots, in place, forward or in reverse.

On a CPU a work-item has adjacent columns and makes one exchange after the other. On a GPU a work-group has some columns
and takes exchanges in batches: for each row that a batch touches, a work-item follows the batch backward to the row that
it comes from, in local memory. So every element of these rows is read once and written once a batch.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer, integers, offsets
from autoblas.emit.expressions import ceil_div, plus, quotient, remainder, times
from autoblas.emit.operands import Matrix
from autoblas.emit.scalars import read, write
from autoblas.emit.source import Source
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import INT32
from autoblas.problems.factorization import RowExchange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "ExchangeRowsParams"]

VECTOR_BYTES = 64
"""Most bytes of a vector."""


@dataclass(frozen=True)
class ExchangeRowsParams:
    """Tuning parameters of ``exchange_rows``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent columns in a vector")
    vectors: int = param(1, 1, 2, 4, 8, 16, doc="vectors of a row that a work-item moves")
    exchanges: int = param(1, 1, 16, 32, 64, doc="exchanges that are made at once; with 1, in their order")
    teams: int = param(
        1, 1, 4, 8, 16, 32, doc="work-items that share a column, each with some of the rows of a batch"
    )

    @property
    def columns(self) -> int:
        """Columns of a work-group that makes exchanges at once, or of a work-item that makes them in their order."""
        return self.lanes * self.vectors if self.exchanges == 1 else self.items // self.teams


SPACE = Space(
    ExchangeRowsParams,
    (
        FITS,
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.precision.size <= VECTOR_BYTES),
        Rule("vectors are of adjacent elements", lambda p, q, f: p.lanes == 1 or q.a == "row"),
        Rule(
            "teams have a part of the exchanges that are made at once, and no vectors",
            lambda p, q, f: (
                p.teams == 1
                if p.exchanges == 1
                else p.lanes == p.vectors == 1 and 2 * p.exchanges <= p.items and p.teams <= 2 * p.exchanges
            ),
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: ExchangeRowsParams, q: RowExchange) -> Launch:
    """Columns side by side, those of one matrix after those of another."""
    slabs = math.ceil(q.n / p.columns) * q.items
    groups = math.ceil(slabs / p.items) if p.exchanges == 1 else slabs
    return Launch((groups * p.items, 1), (p.items, 1))


def operand(q: RowExchange) -> Matrix:
    """The matrix."""
    return Matrix("a", q.precision, q.a, const=False)


def arguments(_p: ExchangeRowsParams, q: RowExchange) -> tuple[Argument, ...]:
    """Sizes, the matrix, the pivots, and of a batch its items and the distances between them."""
    batch = (*integers("items"), *offsets("a_step", "pivots_step")) if q.batched else ()
    pivots = (buffer("pivots", INT32), *offsets("pivots_offset"))
    return (*integers("n", "count", "first"), *operand(q).arguments, *pivots, *batch)


def source(p: ExchangeRowsParams, q: RowExchange, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    with src.kernel("exchange_rows", arguments(p, q), (p.items, 1), *q.computed):
        if p.exchanges == 1:
            _begin(src, p, q, d.global_id(0))
            _in_order(src, p, q)
        else:
            _begin(src, p, q, d.group_id(0))
            _at_once(src, p, q)
    return str(src)


def _begin(src: Source, p: ExchangeRowsParams, q: RowExchange, slab: str) -> None:
    """Declare the first column ``col`` of a slab, and go to its matrix and the first of its pivots."""
    index = src.dialect.index
    src(f"const {index} slabs = {ceil_div('n', p.columns)}, slab = {slab};")
    if p.exchanges == 1 and p.items > 1:
        src(f"if (slab >= slabs{' * items' if q.batched else ''}) return;")
    src(f"const int col = {times('(int)(slab % slabs)' if q.batched else '(int)slab', p.columns)};")
    src("pivots += pivots_offset + first;")
    if q.batched:
        src(f"const {index} set = slab / slabs;")
        src("a += set * a_step; pivots += set * pivots_step;")


def _steps(q: RowExchange, name: str, count: str) -> str:
    """The head of a loop over exchanges, in their order or in reverse."""
    return (
        f"for (int {name} = {count} - 1; {name} >= 0; --{name})"
        if q.reverse
        else f"for (int {name} = 0; {name} < {count}; ++{name})"
    )


def _in_order(src: Source, p: ExchangeRowsParams, q: RowExchange) -> None:
    """One exchange after the other."""
    d, a, kind = src.dialect, operand(q), q.precision
    vector = d.vector(kind.part, p.lanes * kind.parts)
    src(f"const int count_here = min({p.columns}, n - col);")
    whole = f"count_here == {p.columns}"
    if q.beside:
        src(f"const int begin = {_beside('col')};")
        whole += f" && (col >= first || {plus('col', p.columns)} <= first)"
    with src.block(_steps(q, "k", "count")):
        src("const int row = first + k, other = pivots[k];")
        src("if (row == other) continue;")
        if p.columns > 1:
            with src.block(f"if ({whole})"):
                at = [plus("begin" if q.beside else "col", v * p.lanes) for v in range(p.vectors)]
                for name in ("row", "other"):
                    for v, col in enumerate(at):
                        value = read(d, kind, kind, p.lanes, a.pointer(d, name, col))
                        src(f"const {vector} {name}{v} = {value};")
                for name, moved in (("row", "other"), ("other", "row")):
                    for v, col in enumerate(at):
                        src(write(d, kind, kind, p.lanes, f"{moved}{v}", a.pointer(d, name, col)))
                src("continue;")
        with src.loop("i", "col", "col + count_here"):
            src(f"const int j = {_beside('i') if q.beside else 'i'};")
            src(f"const {d.element(kind)} x = {a.read(d, 'row', 'j')};")
            src(a.write(d, "row", "j", a.read(d, "other", "j")))
            src(a.write(d, "other", "j", "x"))


def _beside(column: str) -> str:
    """The column of A, from the number of the column without those of the panel."""
    return f"{column} < first ? {column} : {column} + count"


def _at_once(src: Source, p: ExchangeRowsParams, q: RowExchange) -> None:
    """Batches of exchanges: rows of local memory say which row each of the batch's comes from."""
    d, a, most = src.dialect, operand(q), p.exchanges
    src.local_array("int", f"pivot_of[{most}]", f"to[{2 * most}]", f"from[{2 * most}]")
    src(f"const int item = {d.local_id(0)};")
    column, team = (remainder("item", p.columns), quotient("item", p.columns))
    if q.a == "col":
        column, team = (quotient("item", p.teams), remainder("item", p.teams))
    src(f"const int i = {plus('col', column)}, team = {team};")
    src(f"const int j = {_beside('i') if q.beside else 'i'};")
    last = f"(count - 1) / {most} * {most}"
    head = (
        f"int start = {last}; start >= 0; start -= {most}"
        if q.reverse
        else f"int start = 0; start < count; start += {most}"
    )
    with src.block(f"for ({head})"):
        src(f"const int here = min({most}, count - start), row = first + start;")
        src("if (item < here) pivot_of[item] = pivots[start + item];")
        with src.staged(), src.block("if (item < 2 * here)"):
            _follow(src, q)
        rows = range(2 * most // p.teams)
        for u in rows:
            src(f"const int r{u} = {plus('team', u * p.teams)};")
            src(f"const bool moved{u} = i < n && r{u} < 2 * here && from[r{u}] != to[r{u}];")
            src(f"{d.element(q.precision)} x{u};")
            src(f"if (moved{u}) x{u} = {a.read(d, f'from[r{u}]', 'j')};")
        src(d.barrier_of_all)
        for u in rows:
            src(f"if (moved{u}) {{ {a.write(d, f'to[r{u}]', 'j', f'x{u}')} }}")
        src(d.barrier_of_all)


def _follow(src: Source, q: RowExchange) -> None:
    """Store a row that the batch touches, and the row that it comes from; of a row that comes twice, the second alone."""
    src("const int mine = item % here, target = item < here ? row + item : pivot_of[mine];")
    src("int origin = target, repeated = item >= here && target < row + here;")
    backward = not q.reverse
    head = "for (int t = here - 1; t >= 0; --t)" if backward else "for (int t = 0; t < here; ++t)"
    with src.block(head):
        src("const int other = pivot_of[t];")
        src("repeated |= item >= here && t > mine && other == target;")
        src("origin = origin == row + t ? other : origin == other ? row + t : origin;")
    src("to[item] = target;")
    src("from[item] = repeated ? target : origin;")


def suggestions(q: RowExchange, f: Facts) -> Iterator[dict[str, Any]]:
    """Some cache lines of a row for a work-item of a CPU; elsewhere columns side by side, and teams down the rows."""
    if f.kind == "cpu":
        lanes = VECTOR_BYTES // q.precision.size if q.a == "row" else 1
        while lanes > 1:
            yield {"lanes": lanes, "vectors": 8 if q.n * q.items >= 8 * lanes * f.compute_units else 1}
            lanes //= 2
    else:
        for items in (256, 128):
            yield {"items": items, "exchanges": 32, "teams": 8 if q.a == "row" else 32}
    yield {"items": 1}


KERNEL = Kernel(
    name="exchange_rows",
    family=RowExchange,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
