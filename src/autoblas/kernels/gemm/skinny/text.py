"""The statements of the kernel ``gemm_skinny``: strips summed term by term, rows multiplied by vectors, and their end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, strides, times
from autoblas.emit.parts import Lanes
from autoblas.emit.scalars import multiply_add, product_sum, read
from autoblas.emit.vectors import fold
from autoblas.kernels.costs import CACHE_LINE
from autoblas.kernels.gemm.shared import operands, stored
from autoblas.kernels.gemm.skinny.params import packed, shape_of, tile_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.shared import Depth
    from autoblas.kernels.gemm.skinny.params import SkinnyParams
    from autoblas.problems import Matmul

__all__ = ["SkinnyText"]

AHEAD_BYTES, AHEAD_TERMS = 512, 8
"""How far ahead of what is read cache lines are asked for, along rows and down a strip of them; processors do not look
beyond a page of 4 KiB by themselves."""

FOLDED = 8
"""Sums of work-items along the depth that one work-item adds where they are more than 32; halves are added before."""


class SkinnyText:
    """The statements of one text.

    Attributes:
        p: The parameters.
        q: The problem.
        d: The dialect.
        shape: What is narrow and what is long.
        planes: Sums for each element of C: complex strips keep the products with real and imaginary parts apart.
    """

    def __init__(self, p: SkinnyParams, q: Matmul, d: Dialect) -> None:
        self.p, self.q, self.d, self.shape = p, q, d, shape_of(q)
        a, b, self.c = operands(q, p.slices, packed(p, q), last=p.last)
        self.small, self.large = (a, b) if self.shape.rows else (b, a)
        self.accumulator = q.accumulator
        self.tile = tile_of(p, q)
        self.planes = 1 if self.shape.along else self.accumulator.parts
        self.sum_count = p.deep * self.shape.narrow * self.planes * self.tile
        self.memory = d.local_memory if p.group > 1 else ""
        self.near, self.far = ("near", "far") if p.group > 1 else ("0", "0")
        self.lanes = Lanes(d, self.accumulator, p.lanes)
        self.width, self.vector = self.lanes.parts, self.lanes.ctype
        self.ahead = AHEAD_BYTES // self.large.stored.size
        self.signs = tuple("-" if x.name in q.conjugate else "" for x in (self.small, self.large))

    def parts(self) -> list[range]:
        """The narrow side, in the parts whose sums are held at a time."""
        narrow, count = self.shape.narrow, self.p.held
        return [range(i, min(i + count, narrow)) for i in range(0, narrow, count)]

    def large_at(self, position: str, depth: str) -> str:
        """A pointer to an element of the large operand."""
        return self.large.pointer(self.d, *((depth, position) if self.shape.rows else (position, depth)))

    def large_vector(self, pointer: str) -> str:
        """Its adjacent elements, complex ones as pairs that are not conjugated."""
        return read(self.d, self.large.stored, self.accumulator, self.p.lanes, pointer)

    def small_at(self, i: int, depth: str) -> str:
        """A pointer to an element of the small operand."""
        if packed(self.p, self.q):
            at = plus(strides(self.d.index, i, "k"), depth)
            return plus(self.small.name, times(at, self.accumulator.parts))
        return self.small.pointer(self.d, *((str(i), depth) if self.shape.rows else (depth, str(i))))

    def small_vector(self, i: int, depth: str, lanes: int) -> str:
        """Its elements along the depth, complex ones as pairs that are not conjugated unless they were packed."""
        if packed(self.p, self.q):
            return self.d.load(lanes * self.accumulator.parts, self.small_at(i, depth))
        return read(self.d, self.small.stored, self.accumulator, lanes, self.small_at(i, depth))

    def fetch(self, src: Source, pointer: str, elements: int) -> None:
        """Prefetch the cache lines of elements that are read later; they may lie beyond the matrix."""
        if self.p.prefetch:
            size = self.large.stored.size
            for s in range(0, elements, max(CACHE_LINE // size, 1)):
                src(self.d.prefetch(plus(pointer, s)))

    def add(self, src: Source, acc: str, scalar: str, vector: str) -> None:
        """A multiply-add over the parts of a vector."""
        src(multiply_add(self.d, self.p.multiply, self.accumulator.part, self.width, acc, scalar, vector))

    def names(self, i: int, e: int) -> tuple[str, ...]:
        """The sums of an element of the narrow side and a vector: of products with real, and with imaginary parts."""
        return (f"sum{i}_{e}", f"imag{i}_{e}")[: self.accumulator.parts]

    def declare(self, src: Source, part: range) -> None:
        """Vectors of sums that begin at zero."""
        zero = self.d.splat(self.accumulator.part, self.width, "0")
        for i in part:
            names = [name for e in range(self.p.each) for name in self.names(i, e)]
            src(" ".join(f"{self.vector} {name} = {zero};" for name in names))

    def scalars(self, src: Source, i: int, depth: str, name: str) -> None:
        """An element of the small operand."""
        src(f"const {self.d.element(self.accumulator)} {name} = {self.small_vector(i, depth, 1)};")

    def index(self, i: str, plane: int, j: str) -> str:
        """Where a sum of a work-item is kept."""
        deep = self.near if self.shape.along else self.far
        row = i if deep == "0" else enclosed(plus(times(deep, self.shape.narrow), i))
        return plus(times(row, self.planes * self.tile), plane * self.tile, j)

    def pointer(self, i: str, plane: int, j: str) -> str:
        """A pointer to the parts of adjacent ones."""
        address = plus("sums", self.index(i, plane, j))
        return (
            f"({self.memory}{self.accumulator.part} *)({address})" if self.accumulator.is_complex else address
        )

    def column(self, e: int) -> str:
        """Where a vector of a work-item lies in the tile of its work-group."""
        return plus(times(self.near, self.p.lanes), e * self.p.items * self.p.lanes)

    def unroll_counts(self) -> list[int]:
        """Steps of an iteration: several while there are as many, then single ones."""
        return sorted({self.p.unroll, 1}, reverse=True)

    @contextmanager
    def unrolled_loop(self, src: Source, depth: Depth, count: int, step: int, length: int) -> Iterator[None]:
        """Loop whose iterations take ``count`` steps, each of ``length`` terms from ``l`` on, as long as all of them exist.

        The end is computed beforehand: Intel's compiler (2026.2) sums wrongly in a loop from a slice's first term on
        that compares ``l`` plus a constant with the slice's last.
        """
        beyond = (count - 1) * step + length - 1
        stop = depth.last if beyond == 0 else f"stop{count}"
        if beyond:
            src(f"const int {stop} = {depth.last} - {beyond};")
        with src.block(f"for (; l < {stop}; l += {count * step})"):
            yield

    def narrow_strip(self, src: Source, depth: Depth) -> None:
        """Sum a narrow strip, whose sums are in registers from the first term to the last."""
        p, step = self.p, self.p.deep
        for part in self.parts():
            with src.block():
                self.declare(src, part)
                src(f"int l = {plus(depth.first, self.far)};")
                for count in self.unroll_counts():
                    with self.unrolled_loop(src, depth, count, step, 1):
                        for u in range(count):
                            with src.block():
                                self.add_term(src, part, plus("l", u * step))
                for i in part:
                    for e in range(p.each):
                        for plane, name in enumerate(self.names(i, e)):
                            to = self.pointer(str(i), plane, self.column(e))
                            src(self.d.store(self.width, name, to))

    def add_term(self, src: Source, part: range, depth: str) -> None:
        """Add the products of one depth to a strip in registers."""
        for e in range(self.p.each):
            position = plus("start", self.column(e))
            self.fetch(src, self.large_at(position, plus(depth, AHEAD_TERMS)), self.p.lanes)
            src(f"const {self.vector} x{e} = {self.large_vector(self.large_at(position, depth))};")
        for i in part:
            self.scalars(src, i, depth, f"y{i}")
            for e in range(self.p.each):
                for name, scalar in zip(self.names(i, e), self.lanes_of(f"y{i}"), strict=True):
                    self.add(src, name, scalar, f"x{e}")

    def lanes_of(self, name: str) -> tuple[str, ...]:
        """The parts of an element."""
        return (f"{name}.x", f"{name}.y") if self.accumulator.is_complex else (name,)

    def wide_strip(self, src: Source, depth: Depth) -> None:
        """Sum a wide strip, whose sums are in private memory: a few terms are added to all of them, then the next."""
        with src.loop("i", 0, self.sum_count):
            src("sums[i] = 0;")
        src(f"int l = {depth.first};")
        for count in self.unroll_counts():
            with self.unrolled_loop(src, depth, count, 1, 1):
                depths = [plus("l", u) for u in range(count)]
                for i in range(self.shape.narrow):
                    for u, at in enumerate(depths):
                        self.scalars(src, i, at, f"y{i}_{u}")
                with src.loop("j", 0, self.tile, self.p.each * self.p.lanes):
                    self.add_terms(src, depths)

    def add_terms(self, src: Source, depths: list[str]) -> None:
        """Add the products of some depths to the sums of a few vectors."""
        p = self.p
        for u, depth in enumerate(depths):
            ahead = self.large_at(f"start + j + {self.ahead}", depth)
            self.fetch(src, ahead, p.each * p.lanes)
            for e in range(p.each):
                at = self.large_at(plus("start + j", e * p.lanes), depth)
                src(f"const {self.vector} x{u}_{e} = {self.large_vector(at)};")
        for i in range(self.shape.narrow):
            for e in range(p.each):
                for plane in range(self.planes):
                    address = self.pointer(str(i), plane, plus("j", e * p.lanes))
                    with src.block():
                        src(f"{self.vector} sum = {self.d.load(self.width, address)};")
                        for u in range(len(depths)):
                            self.add(src, "sum", self.lanes_of(f"y{i}_{u}")[plane], f"x{u}_{e}")
                        src(self.d.store(self.width, "sum", address))

    def along(self, src: Source, depth: Depth) -> None:
        """Sum rows of the large operand that are multiplied by vectors along the depth."""
        p = self.p
        tiles = src.loop("tile", 0, p.tiles * p.each, p.each) if p.tiles > 1 else src.block()
        with tiles:
            position = plus("tile" if p.tiles > 1 else 0, times(self.far, p.each))
            for e in range(p.each):
                row = self.large_at(plus("start", position, e), "0")
                src(f"{self.d.global_memory}const {self.d.element(self.large.stored)} *row{e} = {row};")
            for part in self.parts():
                with src.block():
                    self.declare(src, part)
                    self.add_vectors(src, part, depth)
                    for i in part:
                        for e in range(p.each):
                            self.add_lanes(src, i, e)
                    if p.lanes > 1:
                        self.remainder(src, part, depth)
                    for i in part:
                        for e in range(p.each):
                            src(f"sums[{self.index(str(i), 0, plus(position, e))}] = total{i}_{e};")

    def add_vectors(self, src: Source, part: range, depth: Depth) -> None:
        """Add the products of all whole vectors."""
        p, step = self.p, self.p.lanes * self.p.deep
        src(f"int l = {plus(depth.first, times(self.near, p.lanes))};")
        for count in self.unroll_counts():
            with self.unrolled_loop(src, depth, count, step, p.lanes):
                for u in range(count):
                    with src.block():
                        self.add_products(src, part, plus("l", u * step))

    def add_products(self, src: Source, part: range, depth: str) -> None:
        """Multiply a vector of each row by vectors of the small operand."""
        p = self.p
        for e in range(p.each):
            self.fetch(src, f"row{e} + {depth} + {self.ahead}", p.lanes)
            src(f"const {self.vector} x{e} = {self.large_vector(f'row{e} + {depth}')};")
        for i in part:
            src(f"const {self.vector} y{i} = {self.small_vector(i, depth, p.lanes)};")
            factors = [f"y{i}"]
            if self.accumulator.is_complex:
                src(f"const {self.vector} z{i} = {self.lanes.exchanged(f'y{i}')};")
                factors.append(f"z{i}")
            for e in range(p.each):
                for name, factor in zip(self.names(i, e), factors, strict=True):
                    self.add(src, name, f"x{e}", factor)

    def add_lanes(self, src: Source, i: int, e: int) -> None:
        """Add the lanes of a sum: halves of the vector until one element is left."""
        accumulator = self.accumulator
        src(f"{self.d.element(accumulator)} total{i}_{e};")
        with src.block():
            halves = [
                fold(src, accumulator.part, self.width, name, accumulator.parts) for name in self.names(i, e)
            ]
            value = halves[0]
            if accumulator.is_complex:
                small, large = self.signs if not packed(self.p, self.q) else ("", self.signs[1])
                real_sign = "-" if small == large else "+"
                real = f"{halves[0]}.x {real_sign} {halves[0]}.y"
                imag = f"{small}{halves[1]}.x + {large}{halves[1]}.y"
                value = self.d.construct(self.d.element(accumulator), real, imag)
            src(f"total{i}_{e} = {value};")

    def remainder(self, src: Source, part: range, depth: Depth) -> None:
        """Add the products of what is left after the last whole vector."""
        p, accumulator = self.p, self.accumulator
        src(f"const int rest = {depth.last} - {depth.length} % {p.lanes};")
        at = plus("rest", self.near)
        with src.block(f"for (l = {at}; l < {depth.last}; l += {p.deep})"):
            for e in range(p.each):
                src(
                    f"const {self.d.element(accumulator)} x{e} = {self.large.read_at(self.d, f'row{e} + l')};"
                )
            for i in part:
                value = self.small_vector(i, "l", 1)
                conjugate = self.signs[0] and not packed(p, self.q)
                src(f"const {self.d.element(accumulator)} y{i} = {f'conj({value})' if conjugate else value};")
                for e in range(p.each):
                    src(product_sum(self.d, p.multiply, accumulator, f"total{i}_{e}", f"x{e}", f"y{i}"))

    def epilogue(self, src: Source) -> None:
        """Add what the work-items along the depth have summed, and bring it into C where no other work-group does."""
        self.fold(src)
        first = "fresh - start" if self.p.group == 1 else "fresh - start + place"
        loops = [src.loop("i", 0, self.shape.narrow), src.loop("j", first, self.tile, self.p.group)]
        if not self.shape.rows and self.c.order == "row":  # what is adjacent in C is written together
            loops.reverse()
        with loops[0], loops[1]:
            self.sum_along_depth(src)
            at = ("i", "start + j") if self.shape.rows else ("start + j", "i")
            src(stored(self.d, self.q, self.c, *at, "total", self.p.slices))

    @property
    def folded(self) -> int:
        """Work-items along the depth whose sums are added one after the other."""
        return FOLDED if self.p.deep > 32 else self.p.deep

    def fold(self, src: Source) -> None:
        """Add the sums of many work-items along the depth by halves, until few are left."""
        half, per_item = self.p.deep, self.shape.narrow * self.planes * self.tile
        while half > self.folded:
            half //= 2
            with src.block(f"for (int at = place; at < {half * per_item}; at += {self.p.group})"):
                src(f"sums[at] += sums[at + {half * per_item}];")
            src(self.d.barrier)

    def sum_along_depth(self, src: Source) -> None:
        """Declare ``total``, the sum of element ``i``, ``j`` of the tile over all work-items along the depth."""
        row, per_item = self.planes * self.tile, self.shape.narrow * self.planes * self.tile
        sums = ("total",) if self.planes == 1 else ("sum", "imag")
        for plane, name in enumerate(sums):
            src(
                f"{self.d.element(self.accumulator)} {name} = sums[{plus(times('i', row), plane * self.tile, 'j')}];"
            )
        if self.p.deep > 1:
            with src.loop("other", 1, self.folded):
                for plane, name in enumerate(sums):
                    at = plus(times("other", per_item), times("i", row), plane * self.tile, "j")
                    src(f"{name} += sums[{at}];")
        if self.planes > 1:
            small, large = self.signs  # of the imaginary parts, where what was multiplied is a conjugate
            real_sign, imag_sign = ("-" if small == large else "+"), ("-" if small else "+")
            pair = f"sum.x {real_sign} imag.y", f"{large}sum.y {imag_sign} imag.x"
            total = self.d.construct(self.d.element(self.accumulator), *pair)
            src(f"const {self.d.element(self.accumulator)} total = {total};")
