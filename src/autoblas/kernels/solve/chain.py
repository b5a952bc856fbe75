"""Solves a triangular system in one launch, work-groups for blocks of rows, each waiting for the solution before its own.

Work-groups take blocks in the order in which these can be solved: the first to increment ``state[0]`` has the first
one. So they wait only for others that run already, whatever order the device begins them in. ``state[1]`` counts the
blocks that are solved. While a work-group waits, it has its block of the diagonal in local memory and its next elements
in registers, so that between one block's solution and the next lie a product of the size of a block, the solution of
its triangle, and the time until the second-level cache shows the count. The last work-group leaves ``state`` as zeros.

In a triangle's block a few unknowns at a time are solved by every work-item for itself, which is shorter than to have
one do it and the others wait. Quotients are products with reciprocals, which are rounded twice, and where these leave
the range, quotients.

Indices count rows and columns in the order of the solution: of an upper triangle from the last one, so that all
triangles are lower ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, integers
from autoblas.emit.dialect import Options
from autoblas.emit.expressions import plus, times
from autoblas.emit.nvidia.ptx import fence
from autoblas.emit.scalars import one, product, zero
from autoblas.emit.source import Source
from autoblas.emit.storage import StoredRows
from autoblas.emit.vectors import Vector
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.solve.text import divide_function
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.matvec import Solve
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    items: int = param(256, 128, 256, 512, doc="work-items of a work-group")
    block: int = param(64, 32, 64, 128, doc="rows of a block")
    rows: int = param(4, 2, 4, 8, doc="rows whose small triangle every work-item solves for itself")

    @property
    def teams(self) -> int:
        """Work-items that share a row, or a column, of a block."""
        return self.items // self.block

    @property
    def each(self) -> int:
        """Elements of a block that a work-item multiplies."""
        return self.block // self.teams


def local_arrays(p: Params, q: Solve) -> dict[str, int]:
    """Elements of local memory by the name of the array; two blocks of the solution are known at a time."""
    square = p.block * (p.block + 1)
    found = {"triangle": square, "known": 2 * p.block, "shares": p.teams * p.block, "right": p.block}
    found |= {} if q.unit else {"diagonal": p.block}
    found |= {} if q.unit or q.worked.is_complex else {"inverse": p.block}
    return found if q.across else found | {"sums": square}


def local_bytes(p: Params, q: Solve) -> int:
    """Local memory of a work-group, its ticket included."""
    return sum(local_arrays(p, q).values()) * q.worked.size + 16


SPACE = Space(
    Params,
    (
        FITS,
        Rule(
            "work-items share the elements of a block evenly",
            lambda p, q, f: p.items >= p.block and p.block % p.teams == 0,
        ),
        Rule("the system is larger than a block", lambda p, q, f: q.m > p.block),
        Rule("local memory holds the block", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    ),
    requirements=(
        COMPUTES,
        Rule("the matrix is no band, most of whose blocks are empty", lambda p, q, f: q.storage != "band"),
        Rule("no element is rounded when it is stored", lambda p, q, f: q.precision is q.worked),
        Rule(
            "work-groups that have begun make progress while others wait", lambda p, q, f: f.groups_may_wait
        ),
    ),
)


def blocks(p: Params, q: Solve) -> int:
    """Blocks of rows."""
    return math.ceil(q.m / p.block)


def geometry(p: Params, q: Solve) -> Launch:
    """A work-group for each block of rows."""
    return Launch((blocks(p, q) * p.items, 1), (p.items, 1))


def operands(q: Solve) -> tuple[StoredRows, Vector]:
    """The matrix, and the vector that is overwritten."""
    return StoredRows(q), Vector("x", q.precision, q.worked, q.strided, const=False)


def arguments(_p: Params, q: Solve) -> tuple[Argument, ...]:
    """Size, matrix, vector, and the memory through which work-groups signal each other."""
    a, x = operands(q)
    state = Argument("state", "buffer", "int", "both", shared=True)
    return (*integers("n"), *a.arguments, *x.arguments, state)


def memory(_p: Params, _q: Solve) -> Mapping[str, Scratch]:
    """Two counters."""
    return {"state": Scratch(8, None, INT32, cleared=True)}


def source(p: Params, q: Solve, d: Dialect) -> str:
    """The text of the kernel."""
    return ChainText(p, q, d).write()


class ChainText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: Params, q: Solve, d: Dialect) -> None:
        self.p, self.q, self.d = p, q, d
        self.a, self.x = operands(q)
        self.kind = q.worked
        self.forward = (q.triangle == "lower") != q.across
        self.src = Source(d)

    def write(self) -> str:
        """The whole text."""
        src, p, d, kind = self.src, self.p, self.d, self.kind
        declared = arguments(p, self.q)
        with src.kernel(
            "solve_chain", declared, (p.items, 1), *self.q.computed, worked=kind, functions=self._functions()
        ):
            src("x += x_offset;")
            for name, count in local_arrays(p, self.q).items():
                src.local_array(d.element(kind), f"{name}[{count}]")
            src.local_array("int", "ticket")
            src(f"const int item = {d.local_id(0)};")
            src(f"const int along = item % {p.block}, team = item / {p.block};")
            src(f"if (item == 0) ticket = {d.count_up('state')};")
            src(d.barrier)
            src(f"const int mine = ticket, first = mine * {p.block};")
            src(f"{d.element(kind)} own = {zero(self.d, kind)};")
            src(f"if ({self._stores}) own = {self.x.read(d, 1, self._place('first + item'))};")
            self._triangle()
            self._products()
            self._sums()
            self._solve()
            self._tell()
        return str(src)

    def _functions(self) -> list[str]:
        """``quotient(a, b, r)`` of a and b, whose reciprocal r is NaN where it is no normal number."""
        d, kind = self.d, self.kind
        if self.q.unit:
            return []
        if kind.is_complex:
            return divide_function(d, kind)
        c = d.element(kind)
        return [
            f"{d.function}{c} quotient({c} a, {c} b, {c} r)",
            "{",
            f"  const {c} near = a * r;",
            "  return isfinite(near) ? near : a / b;",
            "}",
        ]

    def _place(self, at: str) -> str:
        """The row or column of the matrix that is so many steps from the first of the solution."""
        return at if self.forward else f"n - 1 - ({at})"

    def _element(self, pointer: str, col: str) -> str:
        """An element of a stored row, as it enters."""
        value = self.a.read(self.d, 1, pointer, col)
        return f"conj({value})" if self.q.conjugate else value

    def _triangle(self) -> None:
        """Bring the block on the diagonal to local memory, with reciprocals of its diagonal; past the end are ones."""
        src, p, q, kind = self.src, self.p, self.q, self.kind
        down, right = ("along", "other") if q.across else ("other", "along")
        src(self.d.unroll(4))
        with src.loop("other", "team", str(p.block), p.teams):
            with src.block(f"if ({right} <= {down} && first + {down} < n)"):
                row, col = (right, down) if q.across else (down, right)
                self.a.declare_row(src, "line", self._place(f"first + {row}"))
                value = self._element("line", self._place(f"first + {col}"))
                if q.unit:
                    src(f"if ({right} < {down}) triangle[{down} * {p.block + 1} + {right}] = {value};")
                else:
                    src(f"const {self.d.element(kind)} value = {value};")
                    src(f"triangle[{down} * {p.block + 1} + {right}] = value;")
                    with src.block(f"if ({right} == {down})"):
                        self._keep_diagonal("value", down)
            if not q.unit:
                with src.block(f"else if ({right} == {down})"):
                    self._keep_diagonal(one(self.d, kind), down)

    def _keep_diagonal(self, value: str, at: str) -> None:
        src, kind = self.src, self.kind
        src(f"diagonal[{at}] = {value};")
        if not kind.is_complex:
            src(f"const {self.d.element(kind)} r = 1 / ({self.d.element(kind)})({value});")
            src(f"inverse[{at}] = isnormal(r) ? r : ({self.d.element(kind)}){self.d.nan};")

    def _products(self) -> None:
        """Products with all blocks that are solved before this one, each as soon as it is."""
        src, p, q, kind = self.src, self.p, self.q, self.kind
        count = 1 if q.across else p.each
        src(f"{self.d.element(kind)} {', '.join(f'sum{k} = {zero(self.d, kind)}' for k in range(count))};")
        if not q.across:  # rows past the end are the last one again; their results are not stored
            for k in range(p.each):
                row = f"min({plus('first + team', k * p.teams)}, n - 1)"
                self.a.declare_row(src, f"line{k}", self._place(row))
        src("int solved = 0;")
        with src.block("for (int j = 0; j < mine; ++j)"):
            for k in range(p.each):
                if q.across:
                    self.a.declare_row(
                        src, f"line{k}", self._place(plus(f"j * {p.block} + team", k * p.teams))
                    )
                    col = self._place("min(first + along, n - 1)")
                else:
                    col = self._place(f"j * {p.block} + along")
                src(f"const {self.d.element(kind)} a{k} = {self._element(f'line{k}', col)};")
            with src.block("if (solved <= j)"):
                src("do solved = state[1]; while (solved <= j);")
                src(fence())
            src(f"{self.d.local_memory}{self.d.element(kind)} *part = known + (j & 1) * {p.block};")
            at = self.x.pointer(self.d, self._place(f"j * {p.block} + item"))
            src(f"if (item < {p.block}) part[item] = {self.d.load_anew(self.d.element(kind), at)};")
            src(self.d.barrier)
            for k in range(p.each):
                factor = f"part[{plus('team', k * p.teams)}]" if q.across else "part[along]"
                src(f"sum{0 if q.across else k} += {product(kind, f'a{k}', factor)};")

    @property
    def _stores(self) -> str:
        """The condition that a work-item has an element of the block's right-hand side and solution."""
        return f"item < {self.p.block} && first + item < n"

    def _sums(self) -> None:
        """Right-hand sides of the block without what is known of them."""
        src, p, q, kind, pitch = self.src, self.p, self.q, self.kind, self.p.block + 1
        if q.across:
            src("shares[item] = sum0;")
        else:
            for k in range(p.each):
                src(f"sums[{times(plus('team', k * p.teams), pitch)} + along] = sum{k};")
            src(self.d.barrier)
            src(f"{self.d.element(kind)} share = {zero(self.d, kind)};")
            src(self.d.unroll())
            with src.loop("c", "0", str(p.each)):
                src(f"share += sums[along * {pitch} + team * {p.each} + c];")
            src("shares[item] = share;")
        src(self.d.barrier)
        with src.block(f"if (item < {p.block})"):
            for team in range(p.teams):
                src(f"own -= shares[{f'{team * p.block} + ' if team else ''}item];")
            src("right[item] = own;")

    def _solve(self) -> None:
        """The small triangles on the diagonal one after the other, and their products with the rows below."""
        src, p, q, kind, pitch = self.src, self.p, self.q, self.kind, self.p.block + 1
        with src.loop("c", "0", str(p.block), p.rows):
            src(self.d.barrier)
            with src.block(f"if (item >= c && item < {p.block})"):
                for k in range(p.rows):
                    src(f"{self.d.element(kind)} y{k} = right[{plus('c', k)}];")
                    for s in range(k):
                        at = plus(times(plus("c", k), pitch), "c", s)
                        src(f"y{k} -= {product(kind, f'triangle[{at}]', f'y{s}')};")
                    if not q.unit:
                        more = "" if kind.is_complex else f", inverse[{plus('c', k)}]"
                        name = "divide" if kind.is_complex else "quotient"
                        src(f"y{k} = {name}(y{k}, diagonal[{plus('c', k)}]{more});")
                with src.block(f"if (item < c + {p.rows})"):
                    chosen = f"y{p.rows - 1}"
                    for k in reversed(range(p.rows - 1)):
                        chosen = f"item == {plus('c', k)} ? y{k} : {chosen}"
                    src(f"own = {chosen};")
                with src.block("else"):
                    for k in range(p.rows):
                        at = plus(f"item * {pitch} + c", k)
                        src(f"own -= {product(kind, f'triangle[{at}]', f'y{k}')};")
                    src("right[item] = own;")

    def _tell(self) -> None:
        """Store the solution of the block, and then say so."""
        src = self.src
        with src.block(f"if ({self._stores})"):
            src(self.x.write(self.d, 1, "own", self._place("first + item")))
        src(self.d.barrier_of_all)
        with src.block("if (item == 0)"):
            src(fence())
            last = f"mine == (int){self.d.group_count(0)} - 1"
            src(f"if ({last}) state[0] = 0;")
            src(f"state[1] = {last} ? 0 : mine + 1;")


def suggestions(_q: Solve, _f: Facts) -> Iterator[dict[str, Any]]:
    """Large blocks, and smaller ones where the system or local memory has no room for them."""
    for block in (128, 64, 32):
        yield {"items": 256, "block": block, "rows": 4}


STEP_SECONDS, ROW_SECONDS = 2.2e-6, {4: 5.8e-8, 8: 7.5e-8, 16: 1.5e-7}
"""What an H200 takes from one block's solution to the next, and more for each row of it, by the size of an element."""


def predict(p: Params, q: Solve, f: Facts) -> float:
    """Seconds that the chain takes, roughly, or the memory, if that is longer.

    The constants were fitted to the times of two sizes on an H200; elsewhere its clock counts.
    """
    step = STEP_SECONDS + p.block * ROW_SECONDS[q.worked.size]
    return max(blocks(p, q) * step * 1980 / max(f.clock_mhz, 1), q.min_bytes() / 3e12)


KERNEL = Kernel(
    name="solve_chain",
    family=Solve,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    memory=memory,
    options=lambda p: Options(contract=True),
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
