"""The sums of ``gemm_block``: how products are added to them, in which order, and how they enter C."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autoblas.emit.edges import load_function, store_function
from autoblas.emit.expressions import enclosed, minus, plus, quotient, times
from autoblas.emit.scalars import multiple, multiply_add, product_sum, read, write
from autoblas.emit.vectors import lanes_of
from autoblas.kernels.gemm.block.frame import AxisIndex, indices, nest
from autoblas.kernels.gemm.block.params import width
from autoblas.kernels.gemm.shared import scaled, unscaled

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.block.frame import BlockFrame
    from autoblas.kernels.gemm.block.load import BlockOperand

__all__ = ["BlockSums"]

VARIABLES = {"j": "i", "k": "j", "l": "t"}
"""Loop variables of rows, columns and terms; the letters of the loop orders have other meanings in a text."""


@dataclass(frozen=True)
class BlockSums:
    """The block of C that a work-item computes: rows of vectors, or of complex elements.

    Attributes:
        frame: The kernel.
    """

    frame: BlockFrame

    @cached_property
    def stored_width(self) -> int:
        """Columns that are stored at once."""
        return width(self.frame.p, self.frame.q, "c")

    @property
    def width(self) -> int:
        """Columns of a register: complex sums have one each."""
        return 1 if self.frame.q.accumulator.is_complex else self.stored_width

    @property
    def vectors(self) -> int:
        """Registers of a row."""
        return self.frame.p.rn // self.width

    @property
    def ctype(self) -> str:
        """The type of a register in C."""
        accumulator = self.frame.q.accumulator
        return self.frame.d.vector(accumulator.part, self.width * accumulator.parts)

    def register(self, row: str, vector: str) -> str:
        """A vector of sums."""
        if not self.frame.p.unroll:
            return f"sum[{plus(times(row, self.vectors), vector)}]"
        return f"sum{row}" + (f"_{vector}" if self.vectors > 1 else "")

    def declare(self, src: Source) -> None:
        """All sums, zero."""
        p, zero = self.frame.p, self.frame.zero(self.width)
        if p.unroll:
            for row in range(p.rm):
                names = [self.register(str(row), str(v)) for v in range(self.vectors)]
                src(" ".join(f"{self.ctype} {name} = {zero};" for name in names))
            return
        count = p.rm * self.vectors
        src(f"{self.ctype} sum[{count}];")
        for index in indices(self.frame, src, "i", count):
            src(f"sum[{index}] = {zero};")

    # Products

    def multiply(self, src: Source, a: BlockOperand, b: BlockOperand) -> None:
        """Add the product of the blocks in the registers."""
        p = self.frame.p
        rows, terms = a.periods()
        columns, deep = b.periods()
        axes = {
            "j": (VARIABLES["j"], p.rm, rows, 1),
            "k": (
                VARIABLES["k"],
                p.rn,
                max(columns, self.width),
                1 if p.statement == "element" else self.width,
            ),
            "l": (VARIABLES["l"], p.rk, max(terms, deep), 1),
        }
        order = p.order if p.statement != "sum" else p.order.replace("l", "")
        for at in nest(self.frame, src, [axes[axis] for axis in order]):
            if p.statement == "element":
                self._add_element(src, a, b, at)
            elif p.statement == "vector":
                self._add_vector(src, a, b, at)
            else:
                self._add_terms(src, a, b, at)

    def _add_element(self, src: Source, a: BlockOperand, b: BlockOperand, at: dict[str, AxisIndex]) -> None:
        row, column, term = (at[VARIABLES[axis]] for axis in "jkl")
        accumulator = self.frame.q.accumulator
        total = self.register(row.element, column.vector(self.width))
        total = lanes_of(self.frame.d, accumulator, total, self.width, column.lane % self.width)
        left, right = a.element(row, term), b.element(column, term)
        src(product_sum(self.frame.d, self.frame.p.multiply, accumulator, total, left, right))

    def _add_vector(self, src: Source, a: BlockOperand, b: BlockOperand, at: dict[str, AxisIndex]) -> None:
        row, column, term = (at[VARIABLES[axis]] for axis in "jkl")
        total = self.register(row.element, column.vector(self.width))
        left, right = a.element(row, term), self._columns(b, column, term)
        part = self.frame.q.accumulator.part
        src(multiply_add(self.frame.d, self.frame.p.multiply, part, self.width, total, left, right))

    def _add_terms(self, src: Source, a: BlockOperand, b: BlockOperand, at: dict[str, AxisIndex]) -> None:
        row, column = (at[VARIABLES[axis]] for axis in "jk")
        terms = [AxisIndex("", 1, lane) for lane in range(self.frame.p.rk)]
        products = [f"{a.element(row, term)} * {self._columns(b, column, term)}" for term in terms]
        src(f"{self.register(row.element, column.vector(self.width))} += {' + '.join(products)};")

    def _columns(self, b: BlockOperand, column: AxisIndex, term: AxisIndex) -> str:
        """The elements of B for a vector of sums: a register, a part of one, or one made of several."""
        accumulator = self.frame.q.accumulator
        lanes = [b.lane(column._replace(lane=column.lane + s), term) for s in range(self.width)]
        pieces = []
        for register, group in itertools.groupby(lanes, key=lambda lane: lane[0]):
            group_lanes = [lane for _, lane in group]
            pieces.append(
                lanes_of(self.frame.d, accumulator, register, b.width, group_lanes[0], len(group_lanes))
            )
        return pieces[0] if len(pieces) == 1 else self.frame.d.construct(self.ctype, *pieces)

    # C

    @property
    def adjacent(self) -> bool:
        """Columns are stored by vectors of a buffer."""
        return "c" not in self.frame.p.images and self.width > 1 and self.frame.matrix("c").order == "row"

    def functions(self) -> list[str]:
        """Those that read and write vectors of C which cross its edge, where that may happen."""
        frame = self.frame
        if not self.adjacent or frame.edge("n") != "elements":
            return []
        c = frame.matrix("c")
        reading = (
            [] if unscaled(frame.q, frame.p.slices) else load_function(frame.d, "first_c", c, self.width)
        )
        return [*reading, *store_function(frame.d, "store_c", c, self.width)]

    def store(self, src: Source) -> None:
        """Bring the sums into C, no further than it goes."""
        frame = self.frame
        m, _, _ = frame.sizes
        for row in indices(frame, src, "i", frame.p.rm):
            ragged = frame.edge("m") == "elements" and not (row == "0" and frame.inside)
            if ragged:
                with src.block(f"if ({plus('row', row)} < {m})"):
                    self._store_row(src, row)
            else:
                self._store_row(src, row)

    def _store_row(self, src: Source, row: str) -> None:
        count = self.frame.p.rn // self.stored_width if "c" in self.frame.p.images else self.vectors
        for vector in indices(self.frame, src, "v", count):
            if "c" in self.frame.p.images:
                self._store_texel(src, row, vector)
            elif self.adjacent:
                self._store_vector(src, row, vector)
            else:
                self._store_elements(src, row, vector)

    def _index(self, row: str, column: str) -> str:
        """The index of an element of C in a buffer."""
        d, c = self.frame.d, self.frame.matrix("c")
        column_part = column if c.order == "row" else f"({d.index}){enclosed(column)} * c_col"
        row_part = f"({d.index}){enclosed(plus('row', row))} * c_row"
        return plus(row_part, column_part)

    def _store_vector(self, src: Source, row: str, vector: str) -> None:
        frame, d, c = self.frame, self.frame.d, self.frame.matrix("c")
        _, n, _ = frame.sizes
        column = plus("col", times(vector, self.width))
        address = plus(frame.pointer("c"), self._index(row, column))
        total = self.register(row, vector)
        if frame.edge("n") == "elements":
            count = minus(n, column)
            src(f"store_c({address}, {self._new(total, f'first_c({address}, {count})')}, {count});")
            return
        value = self._new(total, read(d, c.stored, c.target, self.width, address))
        src(write(d, c.stored, c.target, self.width, value, address))

    def _guard(self, column: str) -> str:
        """The condition that a column is inside C; empty where that is known."""
        frame = self.frame
        ragged = frame.edge("n") == "elements" and not (column == "col" and frame.inside)
        return f"if ({column} < {frame.sizes[1]}) " if ragged else ""

    def _store_elements(self, src: Source, row: str, vector: str) -> None:
        frame, d, c = self.frame, self.frame.d, self.frame.matrix("c")
        for lane in range(self.width):
            column = plus("col", times(vector, self.width), lane)
            base, index = frame.pointer("c"), self._index(row, column)
            total = lanes_of(d, c.target, self.register(row, vector), self.width, lane)
            if c.stored is c.target:
                src(f"{self._guard(column)}{base}[{index}] = {self._new(total, f'{base}[{index}]')};")
                continue
            address = plus(base, index)
            value = self._new(total, read(d, c.stored, c.target, 1, address))
            src(self._guard(column) + write(d, c.stored, c.target, 1, value, address))

    def _store_texel(self, src: Source, row: str, vector: str) -> None:
        frame, image, accumulator = self.frame, self.frame.image("c"), self.frame.q.accumulator
        count = image.elements // self.width
        values = [self._new(self.register(row, plus(times(vector, count), s)), "") for s in range(count)]
        texel = frame.d.vector(accumulator.part, count * accumulator.parts)
        value = values[0] if count == 1 else frame.d.construct(texel, *values)
        x = plus(quotient("col", image.elements), vector)
        guard = self._guard(plus("col", times(vector, image.elements)))
        src(guard + image.write(frame.d, x, frame.image_row("c", plus("row", row)), value))

    def _new(self, total: str, old: str) -> str:
        """The new value of elements of C from their sums and their old value, which an image does not give."""
        q = self.frame.q
        if unscaled(q, self.frame.p.slices):
            return total
        return scaled(q, total, old) if old else multiple(q.accumulator, "alpha", total)
