"""How ``gemm_ffma`` brings a tile of an operand to local memory, where the elements of one depth are adjacent.

Real elements that are adjacent along C's axis are copied as they lie, 16 bytes at a time, by asynchronous copies. Those
that are adjacent along the depth are transposed: they go through registers, which are loaded one stage before they are
stored. Where rows or the beginning are not aligned to 16 bytes, elements are copied one by one.

Complex elements go through registers too, for A and B are not stored as they lie. The product is one of real
matrices, [Re C, Im C] = [Re A, Im A] [[Re B, Im B], [-Im B, Re B]], with the columns of A and C, the rows and the
columns of B so ordered that the two parts of an element remain neighbours.

Work-items beyond the edge of C move other elements of the operand, whose products are not stored; only the last, mostly
partial, piece of the depth needs zeros, so it comes first and apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, strides
from autoblas.emit.nvidia.ptx import copy_async, store_local
from autoblas.kernels.costs import SUB_GROUP
from autoblas.kernels.gemm.operand_path import LinePath
from autoblas.precision import FLOAT32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.shared import Depth

__all__ = ["FfmaStaging", "staging_of"]

BYTES = FLOAT32.size
"""Of a real number."""

VECTOR = 4
"""Real numbers in 16 bytes."""

PAD = 4
"""Unused numbers that end a depth of a tile, so that work-items that turn elements store to different banks."""


MOST = 32
"""Real numbers of a tile that a work-item may hold in registers before they are stored, or copy."""


def staging_of(x: Matrix, axis: str, extent: int, tk: int, items: int, start: int) -> FfmaStaging:
    """The path of an operand's tiles; for the arguments see ``FfmaStaging``."""
    if x.target.is_complex:
        return Complex(x, axis, extent, tk, items, start)
    return (Transposed if x.order == axis else Copied)(x, axis, extent, tk, items, start)


@dataclass(frozen=True)
class FfmaStaging(LinePath, ABC):
    """How one operand's tiles are brought to local memory by all work-items; extent and depth are in real numbers."""

    via_registers = True
    """Its elements pass through registers."""

    @property
    def pitch(self) -> int:
        """Bytes from one depth to the next."""
        return (self.extent + (PAD if self.via_registers else 0)) * BYTES

    @property
    def nbytes(self) -> int:
        """Bytes of the tile."""
        return self.depth * self.pitch

    def swizzle(self, l: int) -> int:  # noqa: ARG002  # only transposed elements are swizzled
        """XOR swizzle of an element's position along C's axis, at a depth."""
        return 0

    def swizzle_at(self, l: str) -> str:  # noqa: ARG002  # likewise
        """XOR swizzle at a depth that is known when the kernel runs, as C; empty where positions are not swizzled."""
        return ""

    @property
    def even(self) -> bool:
        """All work-items move equally much, at the same distances, and not too much."""
        return super().even and self.extent * self.depth <= MOST * self.items

    @abstractmethod
    def declare(self, src: Source, depth: Depth) -> None:
        """Where the work-item's share begins in global and local memory, and the registers for it."""

    @abstractmethod
    def fill_last(self, src: Source, depth: Depth) -> None:
        """Store the last ``tail`` terms of the sum into the first stage, and zeros after them."""

    @abstractmethod
    def fill(self, src: Source, stage: str) -> None:
        """Bring the next tile to the stage at that many bytes: start its copies, or store what was fetched."""

    @abstractmethod
    def fetch(self, src: Source) -> None:
        """Load the next tile into registers, if it passes through them."""

    def _fill_last_real(self, src: Source, depth: Depth, position: str = "e") -> None:
        d, x = src.dialect, self.x
        src(d.unroll())
        with src.loop("turn", 0, self.extent * self.depth // self.items):
            src(f"const int v = turn * {self.items} + place;")
            (fast, count), slow = (("l", self.depth), "e") if self.along_depth else (("e", self.extent), "l")
            src(f"const int {fast} = v % {count}, {slow} = v / {count};")
            at = self.index(f"{self.origin} + e", f"{depth.last} - tail + l")
            src(f"const bool exists = {self.origin} + e < {self.limit} && l < tail;")
            src(f"const {d.element(x.stored)} element = exists ? {x.read(d, *at)} : 0;")
            to = f"{plus('base', self.start)} + l * {self.pitch} + {position} * {BYTES}"
            src(store_local(["element"], to, kind="f32"))


class Copied(FfmaStaging):
    """Real elements that are adjacent along C's axis."""

    via_registers = False

    @property
    def group(self) -> int:
        """Vectors whose elements as many work-items copy one by one, neighbours together."""
        return min(SUB_GROUP, self.chunks)

    def declare(self, src: Source, depth: Depth) -> None:
        """Where the work-item's share begins, which depends on whether vectors may be copied."""
        name, d, group = self.x.name, src.dialect, self.group
        # A vector that crosses the edge is read whole: it ends within the line, and a line follows.
        self.declare_whole(src, VECTOR, f"{self.x.leading} >= {self.limit}")
        src(f"const int {name}_line = place / {self.chunks}, {name}_chunk = place % {self.chunks};")
        scattered = f"{name}_chunk % {group}"
        if group < self.chunks:
            scattered += f" + {name}_chunk / {group} * {group * VECTOR}"
        src(f"const int {name}_e = {name}_whole ? {name}_chunk * {VECTOR} : {scattered};")
        src(f"const int {name}_room = {self.limit} - {self.origin} - {name}_e;")
        inside = f"min({self.origin} + {name}_e, ({self.limit} - 1) / {VECTOR} * {VECTOR})"
        src(f"const int {name}_at = {name}_whole ? {inside} : {self.origin} + {name}_e;")
        line = strides(d.index, plus(depth.first, f"{name}_line"), self.x.leading)
        at = f"{name} + {name}_offset + {line} + {name}_at"
        src(f"{d.global_memory}const {d.element(self.x.stored)} *{name}_from = {at};")
        src(
            f"const uint {name}_to = {plus('base', self.start)} + {name}_line * {self.pitch} + {name}_e * {BYTES};"
        )

    def fill_last(self, src: Source, depth: Depth) -> None:
        """Store the last ``tail`` terms of the sum into the first stage, and zeros after them."""
        self._fill_last_real(src, depth)

    def fetch(self, src: Source) -> None:
        """No statements: asynchronous copies pass by the registers."""

    def fill(self, src: Source, stage: str) -> None:
        """Start the copies of the next tile to the stage at that many bytes."""
        d, name = src.dialect, self.x.name
        copies = [
            (
                plus(f"{name}_to", stage, l * self.pitch),
                plus(f"{name}_from", strides(d.index, l, self.x.leading)),
            )
            for l in self.rounds
        ]
        with src.block(f"if ({name}_whole)"):
            for to, source in copies:
                src(copy_async(to, source))
        with src.block("else"):
            for to, source in copies:
                for e in range(0, VECTOR * self.group, self.group):
                    copy = copy_async(plus(to, e * BYTES), plus(source, e), BYTES)
                    src(f"if ({name}_room > {e}) {copy}")
        src(f"{name}_from += {strides(d.index, self.depth, self.x.leading)};")


class Transposed(FfmaStaging):
    """Real elements that are adjacent along the depth; neighbouring work-items load a row's depth of a stage.

    Those of a sub-group then store elements of few rows, and of depths that share their banks. They do not meet,
    because with every 8 of the depth the positions of rows are exchanged.
    """

    @property
    def even(self) -> bool:
        """All work-items move equally much, and positions can be exchanged among 16 rows."""
        return super().even and self.at_once % 16 == 0

    def swizzle(self, l: int) -> int:
        """XOR swizzle of a row's position, at a depth."""
        return l // 8 * (SUB_GROUP // self.chunks)

    def swizzle_at(self, l: str) -> str:
        """XOR swizzle at a depth that is known when the kernel runs, as C."""
        return f"{l} / 8 * {SUB_GROUP // self.chunks}"

    def _vectors(self, d: Dialect) -> list[tuple[str, str, int]]:
        """Of each vector that a work-item moves: its register, its pointer, and its row from the first."""
        name = self.x.name
        return [
            (
                f"{name}_next{line}",
                f"{name}_from" + (f" + ({d.long}){name}_more{line} * {self.x.leading}" if line else ""),
                line,
            )
            for line in self.rounds
        ]

    def declare(self, src: Source, depth: Depth) -> None:
        """Where the work-item's share begins, how far its other rows are, and the registers for them."""
        name, d = self.x.name, src.dialect
        self.declare_whole(src, VECTOR)
        l = f"place % {self.chunks} * {VECTOR}"
        src(f"const int {name}_line = place / {self.chunks}, {name}_l = {l};")
        row, last = f"{self.origin} + {name}_line", f"{self.limit} - 1"
        for line in self.rounds[1:]:
            src(f"const int {name}_more{line} = min({row} + {line}, {last}) - min({row}, {last});")
        for register, *_ in self._vectors(src.dialect):
            src(
                f"{d.vector(self.x.stored.part, VECTOR)} {register} = {d.splat(self.x.stored.part, VECTOR, '0')};"
            )
        begin = plus(f"({d.index})min({row}, {last}) * {self.x.leading}", depth.first, f"{name}_l")
        src(
            f"{d.global_memory}const {d.element(self.x.stored)} *{name}_from = {name} + {name}_offset + {begin};"
        )
        swizzled_row = f"({name}_line ^ {self.swizzle_at(f'{name}_l')})"
        src(
            f"const uint {name}_to = {plus('base', self.start)} + {name}_l * {self.pitch} + {swizzled_row} * {BYTES};"
        )

    def fill_last(self, src: Source, depth: Depth) -> None:
        """Store the last ``tail`` terms of the sum into the first stage, and zeros after them."""
        self._fill_last_real(src, depth, f"(e ^ {self.swizzle_at('l')})")

    def fetch(self, src: Source) -> None:
        """Load the next tile into registers."""
        d, name = src.dialect, self.x.name
        with src.block(f"if ({name}_whole)"):
            for register, at, _ in self._vectors(d):
                src(f"{register} = {d.load_aligned(self.x.stored.part, VECTOR, at, d.global_memory)};")
        with src.block("else"):
            for register, at, _ in self._vectors(d):
                for s in range(VECTOR):
                    src(f"{d.lane(register, VECTOR, s)} = ({at})[{s}];")
        src(f"{name}_from += {self.depth};")

    def fill(self, src: Source, stage: str) -> None:
        """Store those registers into the stage at that many bytes, turned."""
        for register, _, line in self._vectors(src.dialect):
            for s in range(VECTOR):
                lane = src.dialect.lane(register, VECTOR, s)
                to = s * self.pitch + line * BYTES
                src(store_local([lane], plus(f"{self.x.name}_to", stage), to, kind="f32"))


class Complex(FfmaStaging):
    """Complex elements in either order: of A the parts lie at two depths, of B each element is stored twice."""

    @property
    def across(self) -> int:
        """Elements of the tile along C's axis."""
        return self.extent // (2 if self.axis == "col" else 1)

    @property
    def deep(self) -> int:
        """Its elements along the depth."""
        return self.depth // 2

    @property
    def share(self) -> tuple[int, int]:
        """Elements that the work-group moves at once, along C's axis and along the depth."""
        if self.along_depth:
            l = max(4, self.items // self.across)
            return self.items // l, l
        e = min(self.across, self.items)
        return e, self.items // e

    @property
    def even(self) -> bool:
        """All work-items move equally much, at the same distances, and not too much."""
        e, l = self.share
        divided = e * l == self.items and self.across % e == 0 and self.deep % l == 0
        return divided and 2 * self.across * self.deep <= MOST * self.items

    def _elements(self) -> Iterator[tuple[str, int, int]]:
        """Of each element that a work-item moves: its register, and its position relative to the work-item's first."""
        for e in range(0, self.across, self.share[0]):
            for l in range(0, self.deep, self.share[1]):
                yield f"{self.x.name}_next{e}_{l}", e, l

    def declare(self, src: Source, depth: Depth) -> None:
        """Where the work-item's share begins, a pointer for each position along C's axis, and the registers for it."""
        name, d, (e, l) = self.x.name, src.dialect, self.share
        across, along = (
            (f"place / {l}", f"place % {l}") if self.along_depth else (f"place % {e}", f"place / {e}")
        )
        src(f"const int {name}_e = {across}, {name}_l = {along};")
        for step in range(0, self.across, e):
            inside = f"min({plus(f'{self.origin} + {name}_e', step)}, {self.limit} - 1)"
            at = self.x.pointer(d, *self.index(inside, plus(depth.first, f"{name}_l")))
            src(f"{d.global_memory}const {d.element(self.x.stored)} *{name}_from{step} = {at};")
        for register, _, _ in self._elements():
            src(f"{d.element(self.x.stored)} {register} = {d.construct(d.element(self.x.stored), '0')};")
        width = self.extent // self.across * BYTES
        to = f"{plus('base', self.start)} + {name}_l * {2 * self.pitch} + {name}_e * {width}"
        src(f"const uint {name}_to = {to};")

    def fill_last(self, src: Source, depth: Depth) -> None:
        """Store the last ``tail`` terms of the sum into the first stage, and zeros after them."""
        d, name, nothing = (
            src.dialect,
            self.x.name,
            src.dialect.construct(src.dialect.element(self.x.stored), "0"),
        )
        for register, e, l in self._elements():
            across, along = plus(f"{self.origin} + {name}_e", e), plus(f"{name}_l", l)
            at = self.x.pointer(d, *self.index(across, f"{depth.last} - tail + {along}"))
            exists = f"{across} < {self.limit} && {along} < tail"
            src(f"const {d.element(self.x.stored)} {register}_last = {exists} ? *({at}) : {nothing};")
        for register, e, l in self._elements():
            self._store(src, f"{register}_last", "0", e, l)

    def fetch(self, src: Source) -> None:
        """Load the next tile into registers."""
        d, name = src.dialect, self.x.name
        for register, e, l in self._elements():
            at = str(l) if self.along_depth else strides(d.index, l, self.x.leading)
            src(f"{register} = {name}_from{e}[{at}];")
        for e in range(0, self.across, self.share[0]):
            step = str(self.deep) if self.along_depth else strides(d.index, self.deep, self.x.leading)
            src(f"{name}_from{e} += {step};")

    def fill(self, src: Source, stage: str) -> None:
        """Store those registers into the stage at that many bytes, part by part."""
        for register, e, l in self._elements():
            self._store(src, register, stage, e, l)

    def _store(self, src: Source, register: str, stage: str, e: int, l: int) -> None:
        """Store one element: of A its parts at two depths; of B at two depths what Re A and Im A multiply."""
        conjugate = self.x.conjugate
        real, imag, minus = f"{register}.x", f"{register}.y", f"-{register}.y"
        if conjugate:
            imag, minus = minus, imag
        rows = ([real], [imag]) if self.axis == "row" else ([real, imag], [minus, real])
        for part, values in enumerate(rows):
            to = (2 * l + part) * self.pitch + e * (self.extent // self.across) * BYTES
            src(store_local(values, plus(f"{self.x.name}_to", stage), to, kind="f32"))
