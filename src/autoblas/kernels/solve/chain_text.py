"""The text of a triangular solution by a chain of work-groups; see ``chain``.

In a triangle's block every work-item solves a few unknowns at a time redundantly, which is faster than waiting for one
work-item. Quotients are products with reciprocals, which are rounded twice; where these leave the range, divisions. A
block that leaves the range in any way is solved again, element by element as it is stored.

Indices count rows and columns in the order of the solution: of an upper triangle from the last one, so that all
triangles are lower ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, quotient, remainder, times
from autoblas.emit.scalars import is_zero, one, product, zero
from autoblas.emit.source import Source
from autoblas.emit.storage import StoredRows
from autoblas.emit.vectors import Vector
from autoblas.kernels.solve.text import divide_function

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.matvec import Solve

__all__ = ["WORD", "ChainText", "local_arrays", "operands"]

WORD = 8
"""Bytes of the largest word that a device reads at once: complex128 takes two."""


CHAINS = 4
"""Independent accumulators of a work-item, used round-robin to hide the latency of additions."""


def local_arrays(p: Any, q: Solve) -> dict[str, int]:
    """Elements of local memory by the name of the array; ``known`` double-buffers blocks of the solution."""
    square = p.block * (p.block + 1)
    counts = {
        "triangle": square,
        "known": 2 * p.block,
        "shares": p.teams * pitch_of_shares(p),
        "right": p.block,
    }
    counts |= {} if q.unit else {"diagonal": p.block, "undivided": p.block}
    return counts if q.unit or q.worked.is_complex else counts | {"inverse": p.block}


def pitch_of_shares(p: Any) -> int:
    """Elements from the shares of one team to those of the next, padded to other banks of local memory."""
    return int(p.block) + 8


def operands(q: Solve) -> tuple[StoredRows, Vector]:
    """The matrix, and the vector that is overwritten."""
    return StoredRows(q), Vector("x", q.precision, q.worked, q.strided, const=False)


class ChainText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: Any, q: Solve, d: Dialect) -> None:
        self.p, self.q, self.d = p, q, d
        self.a, self.x = operands(q)
        self.kind = q.worked
        self.forward = (q.triangle == "lower") != q.across
        self.src = Source(d)

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, d, kind = self.src, self.p, self.d, self.kind
        with src.kernel(
            "solve_chain", arguments, (p.items, 1), *self.q.computed, worked=kind, functions=self._functions()
        ):
            src("x += x_offset;")
            for name, count in local_arrays(p, self.q).items():
                src.local_array(d.element(kind), f"{name}[{count}]")
            src.local_array("int", *(("ticket",) if self.q.unit else ("ticket", "careful")))
            src(f"const int item = {d.local_id(0)};")
            src(f"const int along = {self._position[0]}, team = {self._position[1]};")
            with src.block("if (item == 0)"):
                src(f"ticket = {d.count_up('state')};")
                if not self.q.unit:
                    src("careful = 0;")
            src(d.barrier)
            src(f"const int mine = ticket, first = mine * {p.block};")
            src(f"{d.element(kind)} own = {zero(self.d, kind)};")
            src(f"if ({self._stores}) own = {self.x.read(d, 1, self._index('first + item'))};")
            self._stage_triangle()
            if not self.q.unit:
                self._scale_triangle()
            self._add_products()
            self._reduce_shares()
            self._solve()
            if not self.q.unit:
                self._solve_by_quotients()
            self._publish()
        return str(src)

    @property
    def _position(self) -> tuple[str, str]:
        """A work-item's row of the block, and its team, so that adjacent work-items read adjacent memory."""
        block, teams = self.p.block, self.p.teams
        if self.q.across:
            return remainder("item", block), quotient("item", block)
        return quotient("item", teams), remainder("item", teams)

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

    def _quotient(self, value: str, at: str) -> str:
        """A number divided by an element of the diagonal."""
        if self.kind.is_complex:
            return f"divide({value}, diagonal[{at}])"
        return f"quotient({value}, diagonal[{at}], inverse[{at}])"

    def _index(self, at: str) -> str:
        """The row or column of the matrix at a position in the order of the solution."""
        return at if self.forward else f"n - 1 - ({at})"

    def _element(self, pointer: str, col: str) -> str:
        """An element of a stored row, conjugated if the problem says so."""
        value = self.a.read(self.d, 1, pointer, col)
        return f"conj({value})" if self.q.conjugate else value

    def _stage_triangle(self) -> None:
        """Stage the block on the diagonal in local memory, with reciprocals of its diagonal; ones beyond the matrix."""
        src, p, q, kind = self.src, self.p, self.q, self.kind
        src(self.d.unroll(4))
        with src.loop("other", "team", str(p.block), p.teams):
            with src.block("if (other <= along && first + along < n)"):
                row, col = ("other", "along") if q.across else ("along", "other")
                self.a.declare_row(src, "line", self._index(f"first + {row}"))
                value = self._element("line", self._index(f"first + {col}"))
                if q.unit:
                    src(f"if (other < along) {self._of_triangle('along', 'other')} = {value};")
                else:
                    src(f"const {self.d.element(kind)} value = {value};")
                    src(f"{self._of_triangle('along', 'other')} = value;")
                    with src.block("if (other == along)"):
                        self._store_diagonal("value", "along")
            if not q.unit:
                with src.block("else if (other == along)"):
                    self._store_diagonal(one(self.d, kind), "along")

    def _of_triangle(self, row: str, col: str) -> str:
        """An element of the block on the diagonal."""
        return f"triangle[{plus(times(row, self.p.block + 1), col)}]"

    def _scale_triangle(self) -> None:
        """Divide the rows of the triangle by its diagonal; set ``careful`` where that left the range of normal numbers."""
        src, p, d, kind = self.src, self.p, self.d, self.kind
        element = self._of_triangle("along", "other")
        src(d.barrier)
        src(d.unroll(4))
        with (
            src.loop("other", "team", str(p.block), p.teams),
            src.block("if (other < along && first + along < n)"),
        ):
            src(f"const {d.element(kind)} value = {element};")
            src(f"const {d.element(kind)} scaled = {self._quotient('value', 'along')};")
            size = "fmax(fabs(scaled.x), fabs(scaled.y))" if kind.is_complex else "scaled"
            src(f"if (!isnormal({size}) && !{is_zero(kind, 'value')}) careful = 1;")
            src(f"{element} = scaled;")

    def _store_diagonal(self, value: str, at: str) -> None:
        src, kind = self.src, self.kind
        src(f"diagonal[{at}] = {value};")
        if not kind.is_complex:
            src(f"const {self.d.element(kind)} r = 1 / ({self.d.element(kind)})({value});")
            src(f"inverse[{at}] = isnormal(r) ? r : ({self.d.element(kind)}){self.d.nan};")

    def _add_products(self) -> None:
        """Add the products with all blocks that are solved before this one, each as soon as it is published."""
        src, p, q, kind, d = self.src, self.p, self.q, self.kind, self.d
        chains = min(p.elements_per_item, CHAINS)
        src(f"{d.element(kind)} {', '.join(f'sum{k} = {zero(d, kind)}' for k in range(chains))};")
        if not q.across:  # rows past the end are the last one again; their results are not stored
            self.a.declare_row(src, "line", self._index("min(first + along, n - 1)"))
        with src.block("for (int j = 0; j < mine; ++j)"):
            for k in range(p.elements_per_item):
                at = self._index(plus(f"j * {p.block} + team", k * p.teams))
                if q.across:
                    self.a.declare_row(src, f"line{k}", at)
                    value = self._element(f"line{k}", self._index("min(first + along, n - 1)"))
                else:
                    value = self._element("line", at)
                src(f"const {d.element(kind)} a{k} = {value};")
            src(f"{d.local_memory}{d.element(kind)} *part = known + (j & 1) * {p.block};")
            with src.block(f"if (item < {p.block})"):
                self._await_element(f"j * {p.block} + item", "part[item]")
            src(d.barrier)
            for k in range(p.elements_per_item):
                factor = f"part[{plus('team', k * p.teams)}]"
                src(f"sum{k % chains} += {product(kind, f'a{k}', factor)};")
        for k in range(1, chains):
            src(f"sum0 += sum{k};")

    @property
    def _word(self) -> str:
        """The type of the words in which an element of the solution is published."""
        return self.d.type("uint" if self.kind.size == WORD // 2 else "offset")

    def _await_element(self, at: str, into: str) -> None:
        """Poll until an element of the solution is published, and load it."""
        src, d, kind = self.src, self.d, self.kind
        if kind.size <= WORD:
            src(f"{self._word} word;")
            src(f"do word = news[{at}]; while (word == 0);")
            src(f"{into} = {d.bits(d.element(kind), '~word')};")
            return
        src(f"{self._word} re, im;")
        src(f"do {{ re = news[2 * ({at})]; im = news[2 * ({at}) + 1]; }} while (re == 0 || im == 0);")
        parts = (d.bits(kind.part, word) for word in ("~re", "~im"))
        src(f"{into} = {d.construct(d.element(kind), *parts)};")

    def _publish_element(self, at: str, value: str) -> None:
        """Publish an element of the solution: its complemented bits, or 1 in place of 0; both stand for NaN."""
        src, d, kind = self.src, self.d, self.kind
        if kind.size <= WORD:
            words = {f"news[{at}]": value}
        else:
            words = {f"news[2 * ({at})]": f"{value}.x", f"news[2 * ({at}) + 1]": f"{value}.y"}
        for location, part in words.items():
            with src.block():
                src(f"const {self._word} word = ~{d.bits(self._word, part)};")
                src(f"{location} = word == 0 ? 1 : word;")

    @property
    def _stores(self) -> str:
        """The condition that a work-item has an element of the block's right-hand side and solution."""
        return f"item < {self.p.block} && first + item < n"

    def _reduce_shares(self) -> None:
        """Subtract the teams' shares from the block's right-hand sides, and divide these by the diagonal as its rows are."""
        src, p = self.src, self.p
        pitch = pitch_of_shares(p)
        src(f"shares[team * {pitch} + along] = sum0;")
        src(self.d.barrier)
        with src.block(f"if (item < {p.block})"):
            for team in range(p.teams):
                src(f"own -= shares[{plus('item', team * pitch)}];")
            if not self.q.unit:
                src("undivided[item] = own;")
                src(f"own = {self._quotient('own', 'item')};")
            src("right[item] = own;")

    def _solve(self) -> None:
        """Solve the small triangles on the diagonal one after the other, and subtract their products from the rows below."""
        src, p, kind = self.src, self.p, self.kind
        with src.loop("c", "0", str(p.block), p.rows):
            src(self.d.barrier)
            with src.block(f"if (item >= c && item < {p.block})"):
                for k in range(p.rows):
                    src(f"{self.d.element(kind)} y{k} = right[{plus('c', k)}];")
                    for s in range(k):
                        element = self._of_triangle(plus("c", k), plus("c", s))
                        self._subtract_product(f"y{k}", element, f"y{s}")
                with src.block(f"if (item < c + {p.rows})"):
                    chosen = f"y{p.rows - 1}"
                    for k in reversed(range(p.rows - 1)):
                        chosen = f"item == {plus('c', k)} ? y{k} : {chosen}"
                    src(f"own = {chosen};")
                with src.block("else"):
                    for k in range(p.rows):
                        self._subtract_product("own", self._of_triangle("item", plus("c", k)), f"y{k}")
                    src("right[item] = own;")

    def _subtract_product(self, total: str, factor: str, solved: str) -> None:
        """Subtract a product, complex ones part by part: two dependent multiply-adds a part, in place of three."""
        if not self.kind.is_complex:
            self.src(f"{total} -= {factor} * {solved};")
            return
        self.src(f"{total}.x -= {factor}.x * {solved}.x; {total}.x += {factor}.y * {solved}.y;")
        self.src(f"{total}.y -= {factor}.x * {solved}.y; {total}.y -= {factor}.y * {solved}.x;")

    def _solve_by_quotients(self) -> None:
        """Solve the block again as it is stored, by one work-item, where a result or a scaled element left the range."""
        src, p, kind = self.src, self.p, self.kind
        parts = ("own.x", "own.y") if kind.is_complex else ("own",)
        finite = " && ".join(f"isfinite({part})" for part in parts)
        src(f"if ({self._stores} && !({finite})) careful = 1;")
        src(self.d.barrier)
        with src.block("if (careful)"):
            with src.block("if (item == 0)"), src.loop("row", "0", f"min({p.block}, n - first)"):
                src(f"{self.d.element(kind)} y = undivided[row];")
                with src.loop("col", "0", "row"):
                    row, col = ("col", "row") if self.q.across else ("row", "col")
                    self.a.declare_row(src, "line", self._index(f"first + {row}"))
                    value = self._element("line", self._index(f"first + {col}"))
                    src(f"const {self.d.element(kind)} value = {value};")
                    src(f"y -= {product(kind, 'value', 'right[col]')};")
                src(f"right[row] = {self._quotient('y', 'row')};")
            src(self.d.barrier)
            src(f"if (item < {p.block}) own = right[item];")

    def _publish(self) -> None:
        """Publish the solution of the block, and store it; the last work-group resets ``state`` and ``news``."""
        src, p, q = self.src, self.p, self.q
        src(f"const bool last = mine == (int){self.d.group_count(0)} - 1;")
        with src.block(f"if (!last && item < {p.block})"):
            self._publish_element("first + item", "own")
        with src.block(f"if ({self._stores})"):
            src(self.x.write(self.d, 1, "own", self._index("first + item")))
        with src.block("if (last)"):
            words = max(q.worked.size // WORD, 1)
            src(f"for (int i = item; i < {times('first', words)}; i += {p.items}) news[i] = 0;")
            src("if (item == 0) state[0] = 0;")
