"""The text of ``factor_items``: Cholesky and LU of small matrices, solutions from the factors, and inverses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.kernels.small.items_text import ItemsText, Triangle

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["FactorText"]


class FactorText(ItemsText):
    """Writes the kernel at one point.

    Cholesky's factor is L, a lower triangle; where the upper one is wanted, its conjugate transpose is stored.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        operands: The matrix, and the right-hand sides where there are any, by name.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect, operands: dict[str, Matrix]) -> None:
        super().__init__(p, d, q.worked, operands)
        self.q, self.n = q, q.n
        self.cholesky = q.method == "cholesky"
        self.factors = q.task != "solve"

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, q, lanes = self.src, self.q, self.lanes
        pivots = "int" if self.factors else "const int"
        with self.kernel("factor_items", arguments, *q.computed):
            self.declare_items("" if self.cholesky or q.task == "inverse" else pivots)
            if self.p.staged:
                src(f"{lanes.number} w[{self.n * self.n}];")
                self._load()
            if not self.cholesky:
                self._declare_order()
            if self.factors:
                src(f"{lanes.integer} failed = 0;")
                (self._factor_cholesky if self.cholesky else self._factor_lu)()
                self._store_info()
                if q.task != "inverse":
                    self._store_factors()
            if q.task != "factor":
                self.columns(str(self.n) if q.task == "inverse" else "rhs", self._solve)
        return str(src)

    # The matrix.

    def _w(self, row: str, col: str) -> str:
        """An element of the matrix or of its factors."""
        return f"w[{row} * {self.n} + {col}]" if self.p.staged else self._stored(row, col)

    def _position(self, row: str, col: str) -> tuple[str, str]:
        """Where an element is in memory."""
        return (col, row) if self.cholesky and not self.q.lower else (row, col)

    def _stored(self, row: str, col: str) -> str:
        """An element in memory."""
        value = self.gathered("a", *self._position(row, col))
        return self.lanes.conj(value) if self.cholesky and not self.q.lower else value

    def _load(self) -> None:
        """Read the matrix, or the lower triangle."""
        with self.loop("i", 0, self.n), self.loop("j", 0, "i + 1" if self.cholesky else self.n):
            self.src(f"{self._w('i', 'j')} = {self._stored('i', 'j')};")

    def _store_factors(self) -> None:
        """Write the factors."""
        lanes = self.lanes
        with self.loop("i", 0, self.n), self.loop("j", 0, "i + 1" if self.cholesky else self.n):
            value = self._w("i", "j")
            value = lanes.conj(value) if self.cholesky and not self.q.lower else value
            self.src(f"const {lanes.number} factor = {value};")
            lanes.scatter(self.src, self.operands["a"], self.index("a", *self._position("i", "j")), "factor")

    def _store_info(self) -> None:
        """Write the numbers of rows without a pivot, but none in the place of that of an earlier block."""
        for lane in range(self.lanes.count):
            info = f"info[info_offset + item_{lane}]"
            failed = self.lanes.lane("failed", lane)
            self.src(f"if (first == 0 || {info} == 0) {info} = {failed} == 0 ? 0 : first + (int){failed};")

    # Factors.

    def _factor_cholesky(self) -> None:
        """Compute L, a column after the other, in some rows at once (left-looking)."""
        src, lanes, d = self.src, self.lanes, self.d
        with self.loop("j", 0, self.n):
            src(f"{lanes.real} pivot = {lanes.real_part(self._w('j', 'j'))};")
            with self.loop("k", 0, "j"):
                src(f"pivot -= {lanes.square(self._w('j', 'k'))};")
            none = "failed == 0 && (pivot <= 0 || pivot != pivot)"
            src(f"failed = {lanes.whole(none, 'j + 1', 'failed')};")
            src(f"const {lanes.real} root = sqrt(pivot);")
            src(f"{self._w('j', 'j')} = {lanes.of_real('root')};")
            src("int i = j + 1;")
            for rows in dict.fromkeys((self.p.rows, 1)):
                if self.p.unroll:
                    src(d.unroll())
                with src.block(f"for (; {plus('i', rows - 1)} < {self.n}; i += {rows})"):
                    self._rows_of_column(rows)

    def _rows_of_column(self, rows: int) -> None:
        """Compute elements of column ``j`` in some rows from ``i`` on."""
        src, lanes = self.src, self.lanes
        at = [plus("i", u) for u in range(rows)]
        at = [f"({row})" if " " in row else row for row in at]
        for u, row in enumerate(at):
            src(f"{lanes.number} x{u} = {self._w(row, 'j')};")
        with self.loop("k", 0, "j"):
            src(f"const {lanes.number} y = {lanes.conj(self._w('j', 'k'))};")
            for u, row in enumerate(at):
                src(f"x{u} = {lanes.less(f'x{u}', self._w(row, 'k'), 'y')};")
        for u, row in enumerate(at):
            src(f"{self._w(row, 'j')} = {lanes.over(f'x{u}', 'root')};")

    def _factor_lu(self) -> None:
        """Compute L and U with partial pivoting (right-looking). A column of zeros has no multipliers."""
        src, lanes, n = self.src, self.lanes, self.n
        pivots = self.q.task != "inverse"
        with self.loop("k", 0, n):
            src(f"{lanes.integer} at = k;")
            src(f"{lanes.real} largest = {lanes.size(self._w('k', 'k'))};")
            with self.loop("i", "k + 1", n):
                src(f"const {lanes.real} size = {lanes.size(self._w('i', 'k'))};")
                src(f"const {lanes.integer} larger = size > largest;")
                src(f"at = {lanes.whole('larger', 'i', 'at')};")
                src(f"largest = {self.d.where('larger', 'size', 'largest')};")
            src(f"failed = {lanes.whole('failed == 0 && largest == 0', 'k + 1', 'failed')};")
            for lane in range(lanes.count if pivots else 0):
                src(f"pivots_{lane}[k] = first + (int){lanes.lane('at', lane)};")
            with self.loop("i", "k + 1", n):
                self._exchange("at", matrix=True)
            pivot = lanes.either("largest == 0", lanes.constant("1"), self._w("k", "k"))
            lanes.declare_divisor(src, "pivot", pivot)
            with self.loop("i", "k + 1", n):
                src(f"const {lanes.number} x = {lanes.quotient(self._w('i', 'k'), 'pivot')};")
                src(f"{self._w('i', 'k')} = x;")
                with self.loop("j", "k + 1", n):
                    src(f"{self._w('i', 'j')} = {lanes.less(self._w('i', 'j'), 'x', self._w('k', 'j'))};")

    # Rows.

    def _declare_order(self) -> None:
        """Declare the rows of the matrix in the order of the factors, exchanged by stored pivots where there are factors."""
        src, lanes, n = self.src, self.lanes, self.n
        src(f"{lanes.integer} order[{n}];")
        with self.loop("i", 0, n):
            src("order[i] = i;")
        if not self.factors:
            with self.loop("k", 0, n):
                pivots = ", ".join(f"pivots_{lane}[k]" for lane in range(lanes.count))
                rows = pivots if lanes.count == 1 else self.d.construct(lanes.integer, pivots)
                src(f"const {lanes.integer} at = {rows} - first;")
                with self.loop("i", "k + 1", n):
                    self._exchange("at", matrix=False)

    def _exchange(self, at: str, *, matrix: bool) -> None:
        """Exchange rows ``k`` and ``i`` in the lanes where ``at`` is ``i``."""
        src, lanes = self.src, self.lanes
        with src.block(f"if ({lanes.any_lane(at, 'i')})"):
            src(f"const {lanes.integer} here = {at} == i, row = order[k];")
            src(f"order[k] = {self.d.where('here', 'order[i]', 'row')};")
            src(f"order[i] = {self.d.where('here', 'row', 'order[i]')};")
            if matrix:
                with self.loop("j", 0, self.n):
                    upper, lower = self._w("k", "j"), self._w("i", "j")
                    src(f"const {lanes.number} x = {upper};")
                    src(f"{upper} = {lanes.either('here', lower, 'x')};")
                    src(f"{lower} = {lanes.either('here', 'x', lower)};")

    # Solutions.

    def _triangles(self) -> list[Triangle]:
        """The triangles whose systems are solved one after the other."""
        conj, n = self.lanes.conj, self.n

        def across(row: str, col: str) -> str:
            return self._w(col, row)

        def adjoint(row: str, col: str) -> str:
            return conj(self._w(col, row))

        if self.cholesky:
            return [
                Triangle(self._w, n, lower=True, unit=False),
                Triangle(adjoint, n, lower=False, unit=False),
            ]
        if self.q.trans == "N":
            return [
                Triangle(self._w, n, lower=True, unit=True),
                Triangle(self._w, n, lower=False, unit=False),
            ]
        element = adjoint if self.q.trans == "C" else across
        return [Triangle(element, n, lower=True, unit=False), Triangle(element, n, lower=False, unit=True)]

    def _solve(self, columns: int) -> None:
        """Solve for some right-hand sides from column ``c`` on, whose rows are read, or at last written, in the order of the factors."""
        src, lanes, n = self.src, self.lanes, self.n
        numbers = range(columns)
        src(f"{lanes.number} {', '.join(f'x{v}[{n}]' for v in numbers)};")
        before = not self.cholesky and self.q.trans == "N"
        with self.loop("i", 0, n):
            for v in numbers:
                if self.q.task == "inverse":
                    unit = lanes.either(
                        f"order[i] == {plus('c', v)}", lanes.constant("1"), lanes.constant("0")
                    )
                    src(f"x{v}[i] = {unit};")
                else:
                    index = self._row_index(plus("c", v), ordered=before)
                    src(f"x{v}[i] = {lanes.gathered(self.operands['b'], index)};")
        for triangle in self._triangles():
            self.substitute(triangle, columns)
        name = "a" if self.q.task == "inverse" else "b"
        after = not self.cholesky and not before
        with self.loop("i", 0, n):
            for v in numbers:
                index = self._row_index(plus("c", v), ordered=after, name=name)
                lanes.scatter(src, self.operands[name], index, f"x{v}[i]")

    def _row_index(self, col: str, *, ordered: bool, name: str = "b") -> Any:
        """The position of row ``i`` of right-hand sides in a lane, or of the row that the factors have there."""
        if not ordered:
            return self.index(name, "i", col)
        matrix = self.operands[name]
        return lambda lane: matrix.index(self.d, self.lanes.lane("order[i]", lane), col)
