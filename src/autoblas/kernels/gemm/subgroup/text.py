"""The text of a step of GEMM by sub-groups: how lanes read tiles of A and B, pass elements around and multiply.

In the text ``a0_1`` is a lane's part of A's tile: a vector of rows in the column that it read. ``b0_1`` is its part of
B's: a vector of terms in one of its columns. ``left`` is a column of A's tile, which all lanes have after the exchange,
``right`` the lane's elements of a row of B, and ``sum0_1`` the sums of its first rows in its second column.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.images import Image
from autoblas.emit.scalars import convert, multiply_add, read
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.gemm.subgroup.params import LENGTH, along_rows, inside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.subgroup.params import SubgroupParams
    from autoblas.precision import Precision
    from autoblas.problems import Matmul

__all__ = ["SubgroupSteps"]


@dataclass(frozen=True)
class SubgroupSteps:
    """Writes the steps of one kernel.

    Attributes:
        src: Where they go.
        p: The kernel's parameters.
        q: What it computes.
    """

    src: Source
    p: SubgroupParams
    q: Matmul

    @property
    def d(self) -> Dialect:
        """The kernel language."""
        return self.src.dialect

    @property
    def accumulator(self) -> Precision:
        """The type that elements are multiplied in."""
        return self.q.accumulator

    @property
    def vector(self) -> str:
        """The type of a vector of rows."""
        return self.d.vector(self.accumulator.part, self.p.tall)

    def row(self, i: int) -> str:
        """A row of the tile, where it is not sure to exist by the name of the one that is read instead."""
        return plus("row", i) if inside(self.p, self.q) else f"row{i}"

    def operand(self, x: str) -> Matrix | Image:
        """A or B as an argument."""
        matrix = operands(self.q, self.p.slices)["ab".index(x)]
        return Image(x, matrix.stored, self.accumulator, channels=1) if self.p.load == "image" else matrix

    def from_top(self, x: str, row: str) -> str:
        """A row of A or B in its image, where the items of a batch lie one below the other."""
        return f"{x}_top + {row}" if self.q.batched and x not in self.q.shared else row

    def element(self, x: str, row: str, col: str) -> str:
        """An element of A or B, converted."""
        operand = self.operand(x)
        if isinstance(operand, Image):
            return operand.read(self.d, col, self.from_top(x, row))
        return operand.read(self.d, row, col)

    def block(self, x: str, count: int, row: str, col: str) -> str:
        """For every lane ``count`` elements of A or B, converted: across a row of memory, down a column of an image."""
        operand = self.operand(x)
        if isinstance(operand, Image):
            value = self.d.block_read_image(operand.stored.part, count, x, col, self.from_top(x, row))
        else:
            pointer = operand.pointer(self.d, row, col)
            value = self.d.block_read(operand.stored.part, operand.stored.size, count, pointer)
        return convert(self.d, operand.stored, self.accumulator, count, value)

    def functions(self) -> tuple[str, ...]:
        """The exchange of a vector, where the language has no word for it."""
        if self.p.exchange == "local" or (self._exchanges_vectors() and not along_rows(self.p, self.q)):
            return ()
        if along_rows(self.p, self.q):
            head = f"{self.vector} from_lanes({self.accumulator.part} x, uint lane)"
            values = [self.d.from_lane(self.p.exchange, "x", plus("lane", i)) for i in range(self.p.tall)]
        else:
            head = f"{self.vector} from_lane({self.vector} x, uint lane)"
            lanes = [self.d.lane("x", self.p.tall, i) for i in range(self.p.tall)]
            values = [self.d.from_lane(self.p.exchange, value, "lane") for value in lanes]
        return (f"{self.d.function}{head} {{", f"  return {self.d.construct(self.vector, *values)};", "}")

    def _exchanges_vectors(self) -> bool:
        """Vectors are exchanged whole: Khronos' extension has a word for scalars only, Intel's for these types."""
        return self.p.exchange == "intel" and self.accumulator.part in {"float", "uint"}

    def _in_blocks(self) -> bool:
        """Images are read in blocks rather than texel by texel."""
        return self.p.load == "image" and self.p.exchange == "intel"

    def step_by_exchange(self) -> None:
        """A step: every lane reads its part of the tiles, then each column of A goes to all lanes.

        The columns are written out, so that each comes from a known lane; but texels read one by one are long in
        machine code, and stay in a loop.
        """
        p = self.p
        if not along_rows(p, self.q):
            self.src("// a lane reads a column of the tile of A")
            self._read_tile()
        ahead = self._in_blocks() or (p.load == "plain" and self.q.b == "col")
        if ahead:
            self._read_columns()
        if p.barrier:
            self.src(self.d.barrier)
        self.src("// each column in turn goes to all lanes")
        if p.load == "image" and not ahead:
            for s in range(p.spans):
                with self.src.loop("l", 0, p.width):
                    rights = self._read_row(plus("start + l", s * p.width))
                    self._exchange(s, "l", rights)
            return
        for l in range(p.tk):
            with self.src.block():
                depth = plus("start", l)
                if along_rows(p, self.q):
                    self._read_column(depth)
                lanes = [self.d.lane(f"b{l // LENGTH}_{j}", LENGTH, l % LENGTH) for j in range(p.rn)]
                self._exchange(l // p.width, l % p.width, lanes if ahead else self._read_row(depth))

    def step_by_local_memory(self) -> None:
        """A step: the lanes put A's tile into local memory, column by column, and read it from there."""
        p, d, src, part = self.p, self.d, self.src, self.accumulator.part
        src("// the tile of A goes to local memory, column by column")
        if along_rows(p, self.q):
            with src.loop("l", 0, p.tk):
                self._read_column("start + l")
                for r in range(math.ceil(p.rm / p.width)):
                    guard = f"if (lane < {p.rm}) " if p.rm < p.width else ""
                    at = plus(f"tile + l * {p.rm}", "lane", r * p.width)
                    src(f"{guard}a_tile[{at}] = a{r};")
        else:
            self._read_tile()
            for s in range(p.spans):
                for v in range(p.vectors):
                    at = plus(f"a_tile + tile + lane * {p.rm}", s * p.width * p.rm + v * p.tall)
                    src(d.store_aligned(part, p.tall, f"a{s}_{v}", at, d.local_memory))
        if p.barrier:
            src(d.barrier)
        with src.staged(), src.loop("l", 0, p.tk):
            rights = self._read_row("start + l")
            for v in range(p.vectors):
                at = plus(f"a_tile + tile + l * {p.rm}", v * p.tall)
                value = d.load_aligned(part, p.tall, at, d.local_memory)
                src(f"const {self.vector} left{v} = {value};")
            self._multiply(rights)

    def add_single_term(self) -> None:
        """Add the term ``l``, every lane reading all rows of A."""
        p = self.p
        for v in range(p.vectors):
            self._pack_vector(
                f"left{v}", [self.element("a", self.row(v * p.tall + i), "l") for i in range(p.tall)]
            )
        for j in range(p.rn):
            self.src(f"const {self.accumulator.part} right{j} = {self.element('b', 'l', f'col{j}')};")
        self._multiply([f"right{j}" for j in range(p.rn)])

    def _pack_vector(self, name: str, values: Sequence[str]) -> None:
        """A vector of rows from its elements."""
        self.src(f"{self.vector} {name};")
        for i, value in enumerate(values):
            self.src(f"{self.d.lane(name, self.p.tall, i)} = {value};")

    def _read_tile(self) -> None:
        """The lane's columns of A's tile, one in every span: the lanes of a sub-group read adjacent terms."""
        p = self.p
        if p.load == "block" and p.spans > 1:
            for i in range(p.rm):
                line = self.d.vector(self.accumulator.part, p.spans)
                self.src(f"const {line} line{i} = {self.block('a', p.spans, self.row(i), 'start')};")
        for s in range(p.spans):
            for v in range(p.vectors):
                rows = range(v * p.tall, (v + 1) * p.tall)
                if self._in_blocks():
                    block = self.block("a", p.tall, self.row(rows[0]), plus("start", s * p.width))
                    self.src(f"const {self.vector} a{s}_{v} = {block};")
                elif p.load == "block" and p.spans == 1:
                    self._pack_vector(f"a{s}_{v}", [self.block("a", 1, self.row(i), "start") for i in rows])
                elif p.load == "block":
                    self._pack_vector(f"a{s}_{v}", [self.d.lane(f"line{i}", p.spans, s) for i in rows])
                else:
                    at = plus("start + lane", s * p.width)
                    self._pack_vector(f"a{s}_{v}", [self.element("a", self.row(i), at) for i in rows])

    def _read_column(self, depth: str) -> None:
        """The lane's rows of one column of A's tile: ``a0`` is that of row ``lane``."""
        p = self.p
        exist = inside(p, self.q) and p.width <= p.rm
        for r in range(math.ceil(p.rm / p.width)):
            row = plus("row + lane", r * p.width)
            row = row if exist else f"min({row}, m - 1)"
            self.src(f"const {self.accumulator.part} a{r} = {self.element('a', row, depth)};")

    def _read_columns(self) -> None:
        """The lane's columns of B's tile, a vector for every eight terms."""
        b, vector = self.operand("b"), self.d.vector(self.accumulator.part, LENGTH)
        for h in range(self.p.tk // LENGTH):
            depth = plus("start", h * LENGTH)
            for j in range(self.p.rn):
                if isinstance(b, Image):
                    value = self.block("b", LENGTH, depth, plus("col", j * self.p.width))
                else:
                    value = read(
                        self.d, b.stored, self.accumulator, LENGTH, b.pointer(self.d, depth, f"col{j}")
                    )
                self.src(f"const {vector} b{h}_{j} = {value};")

    def _read_row(self, depth: str) -> list[str]:
        """Read the lane's elements of one row of B; what they are called."""
        p, part = self.p, self.accumulator.part
        if p.load == "block":
            self.src(f"const {self.d.vector(part, p.rn)} right = {self.block('b', p.rn, depth, 'col')};")
            return [self.d.lane("right", p.rn, j) for j in range(p.rn)]
        for j in range(p.rn):
            self.src(f"const {part} right{j} = {self.element('b', depth, f'col{j}')};")
        return [f"right{j}" for j in range(p.rn)]

    def _exchange(self, span: int, lane: str | int, rights: Sequence[str]) -> None:
        """Bring the column of A's tile that a lane has in a span to all lanes, and add its products."""
        p = self.p
        for v in range(p.vectors):
            value = f"a{span}_{v}"
            value = (
                self.d.from_lane(p.exchange, value, lane)
                if self._exchanges_vectors()
                else f"from_lane({value}, {lane})"
            )
            if along_rows(p, self.q):
                value = f"from_lanes(a{v * p.tall // p.width}, {v * p.tall % p.width})"
            self.src(f"const {self.vector} left{v} = {value};")
        self._multiply(rights)

    def _multiply(self, rights: Sequence[str]) -> None:
        """Add the products of a column of A's tile and the lane's elements of a row of B."""
        p = self.p
        for v in range(p.vectors):
            for j, right in enumerate(rights):
                self.src(
                    multiply_add(
                        self.d, p.multiply, self.accumulator.part, p.tall, f"sum{v}_{j}", right, f"left{v}"
                    )
                )
