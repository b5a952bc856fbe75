"""The text of ``factor_teams``: factors of small matrices by teams of work-items, each of which has a row in registers.

A team goes through the columns together. What all need of one is in local memory: Cholesky's column, of LU the pivot's row,
the unknowns of systems that were solved last. Rows of LU do not move before the end: a work-item knows the position of its
row by the exchanges so far. A pivot is found by a sub-group's instructions, as in ``lu_registers``, or in local memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia.ptx import largest_of_all, least_of_all
from autoblas.kernels.small.shared import LARGEST
from autoblas.kernels.small.teams_text import SUB_GROUP, TeamsText

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["FactorTeamsText"]


class FactorTeamsText(TeamsText):
    """Writes the kernel at one point.

    Cholesky's factor is L, a lower triangle; where the upper one is wanted, its conjugate transpose is stored.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        operands: The matrix, and the right-hand sides where there are any, by name.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect, operands: dict[str, Matrix]) -> None:
        super().__init__(p, d, q.worked, q.n, operands)
        self.q = q
        self.cholesky = q.method == "cholesky"
        self.upper = self.cholesky and not q.lower
        self.pivots = not self.cholesky and q.task != "inverse"

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, q, p = self.src, self.q, self.p
        size = (p.team * p.matrices, 1)
        with src.kernel("factor_teams", arguments, size, *q.computed, functions=self.lanes.functions()):
            extra = [] if self.cholesky else [("sizes", q.worked.real.part, q.n), ("exchanged", "int", q.n)]
            self._declare(*extra[p.sub_groups :])
            if self.pivots:
                src("pivots += pivots_offset + item * pivots_step + first;")
            self._load()
            if q.task != "solve":
                src("int failed = 0;")
                (self._factor_cholesky if self.cholesky else self._factor_lu)()
                self._finish_factors()
            if q.task != "factor":
                self._solve_all()
        return str(src)

    @property
    def _inside(self) -> str:
        """The condition that an element of the matrix is in the triangle of Cholesky."""
        return "" if not self.cholesky else "i <= j" if self.upper else "j <= i"

    @property
    def _local_element(self) -> str:
        """An element of the matrix in local memory, where the triangle of Cholesky is the lower one."""
        return self._tile("j", "i") if self.upper else self._tile("i", "j")

    def _load(self) -> None:
        """Read the matrix by the team, and from local memory the row of each work-item; outside of a triangle are zeros."""
        src, lanes, n = self.src, self.lanes, self.n
        with self._sweep("live", self._inside):
            value = self._number(self.operands["a"].read(self.d, "i", "j"))
            src(f"const {lanes.number} x = {lanes.conj(value) if self.upper else value};")
            src(f"{self._local_element} = {self._element('x')};")
        if self.q.task == "solve" and self.pivots:
            src(f"if (live && row < {n}) exchanged[row] = pivots[row] - first;")
        self._sync(memory=self.q.task == "inverse")
        if self.q.task != "solve":
            src(f"{lanes.number} r[{n}];")
            with self._loop("j", 0, n):
                src(f"r[j] = {lanes.constant('0')};")
                inside = f"row < {n} && j <= row" if self.cholesky else f"row < {n}"
                src(f"if ({inside}) r[j] = {self._number(self._tile('row', 'j'))};")

    def _finish_factors(self) -> None:
        """Write ``info``, pivots and factors, which go through local memory."""
        src, lanes, n, q = self.src, self.lanes, self.n, self.q
        with src.block("if (live && row == 0 && (first == 0 || info[info_offset + item] == 0))"):
            src("info[info_offset + item] = failed == 0 ? 0 : first + failed;")
        with src.block(f"if (row < {n})"), self._loop("j", 0, n):
            at = "row" if self.cholesky else "position"
            src(f"{self._tile(at, 'j')} = {self._element('r[j]')};")
        self._sync()
        if q.task == "inverse":
            return
        if self.pivots:
            src(f"if (live && row < {n}) pivots[row] = first + exchanged[row];")
        with self._sweep("live", self._inside):
            value = self._number(self._local_element)
            src(f"const {lanes.number} x = {lanes.conj(value) if self.upper else value};")
            src(self.operands["a"].write(self.d, "i", "j", self._element("x")))

    # Factors.

    def _factor_cholesky(self) -> None:
        """Compute the rows of L, a column after the other (right-looking); columns take turns in two lines."""
        src, lanes, n = self.src, self.lanes, self.n
        with self._loop("k", 0, n):
            src(f"{self._local_pointer} *line = lines + k % 2 * {self.line};")
            src(f"if (row < {n}) line[row] = {self._element('r[k]')};")
            self._sync()
            src(f"const {lanes.real} pivot = {lanes.real_part(self._number('line[k]'))};")
            src("failed = failed == 0 && !(pivot > 0) ? k + 1 : failed;")
            src(
                f"const {lanes.real} root = sqrt(pivot), inverse = 1 / root;"
            )  # of positive numbers, a normal one
            src(
                f"const {lanes.number} z = {lanes.times('r[k]', 'inverse')}, x = {lanes.times('z', 'inverse')};"
            )
            src(f"r[k] = row == k ? {lanes.of_real('root')} : z;")
            with self._loop("j", "k + 1", n):
                src(f"const {lanes.number} y = {self._number('line[j]')};")
                src(f"r[j] = {lanes.less('r[j]', 'x', lanes.conj('y'))};")

    def _factor_lu(self) -> None:
        """Compute the rows of L and U with partial pivoting (right-looking). A column of zeros has no multipliers."""
        src, lanes, n = self.src, self.lanes, self.n
        src("int position = row;")
        src(f"int active = row < {n};")
        if self.p.sub_groups and self.p.team < SUB_GROUP:
            mask = f"{(1 << self.p.team) - 1:#x}u"
            src(f"const uint members = {mask} << local_item % {SUB_GROUP} / {self.p.team} * {self.p.team};")
        with self._loop("k", 0, n):
            src(f"{self._local_pointer} *line = lines + k % 2 * {self.line};")
            (self._choose_by_instructions if self.p.sub_groups else self._choose)()
            src("failed = failed == 0 && none ? k + 1 : failed;")
            src("if (row == 0) exchanged[k] = at;")
            src("const int chosen = position == at;")
            with src.block("if (chosen)"), self._loop("j", "k", n):
                src(f"line[j] = {self._element('r[j]')};")
            src("position = chosen ? k : position == k ? at : position;")
            src("active = active && !chosen;")
            self._sync()
            with src.block("if (active && !none)"):
                lanes.declare_divisor(src, "pivot", self._number("line[k]"))
                src(f"const {lanes.number} x = {lanes.quotient('r[k]', 'pivot')};")
                src("r[k] = x;")
                with self._loop("j", "k + 1", n):
                    src(f"const {lanes.number} y = {self._number('line[j]')};")
                    src(f"r[j] = {lanes.less('r[j]', 'x', 'y')};")

    def _choose(self) -> None:
        """Choose the pivot among sizes in local memory, which are in the order of positions."""
        src, lanes = self.src, self.lanes
        src(f"if (row < {self.n}) sizes[position] = {lanes.size('r[k]')};")
        self._sync()
        src("int at = k;")
        src(f"{lanes.real} largest = sizes[k];")
        with self._loop("i", "k + 1", self.n):
            src("at = sizes[i] > largest ? i : at;")
            src("largest = sizes[i] > largest ? sizes[i] : largest;")
        src("const int none = largest == 0;")

    def _choose_by_instructions(self) -> None:
        """Choose the pivot by the bits of sizes, which order them: of doubles there are two words."""
        src, lanes, d = self.src, self.lanes, self.d
        members = "members" if self.p.team < SUB_GROUP else ""
        src(f"const {lanes.real} size = {lanes.size('r[k]')};")
        double = lanes.real == "double"
        src(f"const {'ulong' if double else 'uint'} bits = {d.bits('ulong' if double else 'uint', 'size')};")
        words = ["(uint)(bits >> 32)", "(uint)bits"] if double else ["bits"]
        src("int candidate = active;")
        src("uint least, " + ", ".join(f"most{word}" for word in range(len(words))) + ";")
        for word, value in enumerate(words):
            nan = "position == k ? 0xffffffffu : 0"  # LAPACK keeps a pivot that is not a number, and finds no other
            src(f"const uint word{word} = candidate ? isnan(size) ? {nan} : {value} : 0;")
            src(largest_of_all(f"most{word}", f"word{word}", members))
            src(f"candidate = candidate && word{word} == most{word};")
        src(f"const uint pivot_row = candidate ? (uint)position : {2 * LARGEST}u;")
        src(least_of_all("least", "pivot_row", members))
        src("const int at = (int)least;")
        src(f"const int none = {' && '.join(f'most{word} == 0' for word in range(len(words)))};")

    # Solutions.

    def _solve_all(self) -> None:
        """Solve for the right-hand sides, some of them together, in the order of the factors' rows."""
        src, lanes, n, q, numbers = self.src, self.lanes, self.n, self.q, range(self.p.columns)
        before = not self.cholesky and q.trans == "N"
        if not self.cholesky:
            src("int source = row;")
            with src.block(f"for (int k = {n - 1}; k >= 0; --k)"):
                src("const int target = exchanged[k];")
                src("source = source == k ? target : source == target ? k : source;")
        name, total = ("a", str(n)) if q.task == "inverse" else ("b", "rhs")
        matrix, diagonal = self.operands[name], self._number(self._tile("least", "least"))
        if q.trans == "C":
            diagonal = lanes.conj(diagonal)
        with src.block(f"for (int c = 0; c < {total}; c += {self.p.columns})"):
            for v in numbers:
                col = plus("c", v)
                src(f"{lanes.number} x{v} = {lanes.constant('0')};")
                if q.task == "inverse":
                    src(f"if (source == {col}) x{v} = {lanes.constant('1')};")
                else:
                    value = self._number(matrix.read(self.d, "source" if before else "row", col))
                    src(f"if (live && row < {n} && {col} < {total}) x{v} = {value};")
            if q.task != "inverse" and not self.cholesky:
                self._sync(memory=True)  # rows that others write are read
            for element, lower, unit in self._triangles():
                self._substitute(element, diagonal, lower=lower, unit=unit)
            for v in numbers:
                at = "row" if before or self.cholesky else "source"
                write = matrix.write(self.d, at, plus("c", v), self._element(f"x{v}"))
                src(f"if (live && row < {n} && {plus('c', v)} < {total}) {{ {write} }}")

    def _triangles(self) -> list[tuple[str, bool, bool]]:
        """Elements in row ``row`` and column ``k`` of the triangles that are solved with, and whether they are lower, and unit."""
        stored, across = (self._number(self._tile(*at)) for at in (("row", "k"), ("k", "row")))
        if self.cholesky:
            return [(stored, True, False), (self.lanes.conj(across), False, False)]
        if self.q.trans == "N":
            return [(stored, True, True), (stored, False, False)]
        element = self.lanes.conj(across) if self.q.trans == "C" else across
        return [(element, True, False), (element, False, True)]
