"""The parts of texts of Cholesky factors: elements of the triangle, and a block on the diagonal and its columns.

Rows and columns beyond the matrix's last are those of the unit matrix, so that no block is cut. Of the diagonal only
the real parts are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import product
from autoblas.emit.source import Source
from autoblas.emit.vectors import scale_pairs

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["CholeskyText", "enclosed_sum"]


class CholeskyText:
    """The parts of a kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The matrix.
        capacity: Rows and columns that there is room for.
        pitch: Elements between rows in local memory.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect, a: Matrix, capacity: int, pitch: int) -> None:
        self.p, self.q, self.d, self.a, self.capacity, self.pitch = p, q, d, a, capacity, pitch
        self.kind = q.worked
        self.element, self.part = d.element(q.worked), q.worked.part
        self.adjacent = q.a == ("col" if q.lower else "row")
        self.src = Source(d)

    # Elements and vectors.

    def read(self, row: str, col: str) -> str:
        """An element of U's triangle in A, from the triangle that is stored."""
        if not self.q.lower:
            return self.a.read(self.d, row, col)
        value = self.a.read(self.d, col, row)
        return f"conj({value})" if self.kind.is_complex else value

    def write_element(self, row: str, col: str, value: str) -> str:
        """The statement that stores an element of U in A."""
        if not self.q.lower:
            return self.a.write(self.d, row, col, value)
        return self.a.write(self.d, col, row, f"conj({value})" if self.kind.is_complex else value)

    def begin_item(self) -> None:
        """Move to the work-group's matrix of a batch."""
        if self.q.batched:
            self.src(f"const {self.d.index} matrix = {self.d.group_id(0)};")
            self.src("a += matrix * a_step;")

    def report(self, condition: str = "") -> None:
        """Store the number of the failing row, where none of an earlier block is."""
        at = "info[info_offset + matrix]" if self.q.batched else "info[info_offset]"
        with self.src.block(f"if ({condition}(first == 0 || {at} == 0))"):
            self.src(f"{at} = failed;")

    def at(self, row: str, col: str) -> str:
        """The position of an element in local memory."""
        return plus(times(row, self.pitch), col)

    def vector(self, lanes: int) -> str:
        """The type of adjacent elements."""
        return self.d.vector(self.part, lanes * self.kind.parts)

    def _pointer(self, array: str, row: str, col: str) -> str:
        pointer = f"{array} + {self.at(row, col)}"
        return f"({self.d.local_memory}{self.part} *)({pointer})" if self.kind.is_complex else pointer

    def load_vector(self, array: str, row: str, col: str, lanes: int) -> str:
        """Adjacent elements of a row in local memory."""
        parts = lanes * self.kind.parts
        return self.d.load_aligned(self.part, parts, self._pointer(array, row, col), self.d.local_memory)

    def store_vector(self, array: str, row: str, col: str, lanes: int, value: str) -> None:
        """Write adjacent elements of a row to local memory."""
        parts, pointer = lanes * self.kind.parts, self._pointer(array, row, col)
        self.src(self.d.store_aligned(self.part, parts, value, pointer, self.d.local_memory))

    def real(self, value: str) -> str:
        """A real number as an element."""
        return self.d.construct(self.element, value, "0") if self.kind.is_complex else value

    # Arithmetic.

    def declare_factors(self) -> None:
        """Declare the factor of the block on the diagonal: roots of its pivots, their reciprocals, and what is beside them."""
        src, rows = self.src, self.p.rows
        for r in range(rows):
            src(f"{self.part} root{r}, near{r};")
        names = [f"u{r}_{s}" for r in range(rows) for s in range(r + 1, rows)]
        src(f"{self.element} {', '.join(names)};")

    def factor(self, array: str, first: str) -> None:
        """Factor the block on the diagonal in local memory, and record the first pivot that is not positive.

        Args:
            array: The array there.
            first: The row there that the block begins at; its columns begin at ``k``.
        """
        src, kind, rows = self.src, self.kind, range(self.p.rows)
        for r in rows:
            row = enclosed_sum(first, r)
            pivot = f"{array}[{self.at(row, plus('k', r))}]"
            src(f"root{r} = {f'{pivot}.x' if kind.is_complex else pivot};")
            for s in rows[r + 1 :]:
                src(f"u{r}_{s} = {array}[{self.at(row, plus('k', s))}];")
        for r in rows:
            for t in range(r):
                above = f"u{t}_{r}"
                square = f"{above}.x * {above}.x + {above}.y * {above}.y"
                src(f"root{r} -= {square if kind.is_complex else f'{above} * {above}'};")
            src(f"if (failed == 0 && !(root{r} > 0)) failed = first + k + {r + 1};")
            self.root(r)
            for s in rows[r + 1 :]:
                for t in range(r):
                    above = f"conj(u{t}_{r})" if kind.is_complex else f"u{t}_{r}"
                    src(f"u{r}_{s} -= {product(kind, above, f'u{t}_{s}')};")
                src(f"u{r}_{s} *= near{r};")

    def root(self, r: int) -> None:
        """Set the root of a pivot, and its reciprocal."""
        self.src(f"root{r} = sqrt(root{r});")
        self.src(f"near{r} = 1 / root{r};")

    def solve(self, vectors: int) -> None:
        """Solve with the block on the diagonal for ``x``, vectors of its rows."""
        src = self.src
        for r in range(self.p.rows):
            for v in range(vectors):
                for t in range(r):
                    if self.kind.is_complex:
                        factor = (f"u{t}_{r}.x", f"-u{t}_{r}.y")
                        for line in scale_pairs(self.d, f"x{r}_{v}", factor, f"x{t}_{v}", "-"):
                            src(line)
                    else:
                        src(f"x{r}_{v} -= u{t}_{r} * x{t}_{v};")
                src(f"x{r}_{v} *= near{r};")


def enclosed_sum(row: str, offset: int) -> str:
    """A row as a factor."""
    total = plus(row, offset)
    return f"({total})" if " " in total else total
