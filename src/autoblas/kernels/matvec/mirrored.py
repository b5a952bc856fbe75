"""Multiplies a vector by a symmetric or Hermitian matrix in one launch, each stored element read once.

A work-group takes a square tile of the stored triangle, and adds its products both along its rows and, as the mirrored
tile's, along its columns. So every block of y gets a share from as many tiles as there are blocks. Work-groups leave
these shares in memory and count them; the work-group with the last share of a block adds all of them, in the order of
the tiles, to y. Results are the same to the bit from call to call.

The launch is a rectangle that the triangle's tiles are folded into: rows of tiles from the middle down, each followed by
the row from the middle up that fills the line.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus
from autoblas.emit.nvidia.arrivals import ArrivalCounter, arrive, last_to_arrive
from autoblas.emit.scalars import product, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import Vector
from autoblas.kernels.kernel import COMPUTES, FITS, GROUP_FENCES, Kernel
from autoblas.kernels.matvec import shared as interface
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.matvec import Matvec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "MatvecMirroredParams"]

ACROSS = 32
"""Work-items side by side along a row of a tile: they read 128 bytes of floats at once."""


@dataclass(frozen=True)
class MatvecMirroredParams:
    """Tuning parameters of ``matvec_mirrored``."""

    items: int = param(256, 64, 128, 256, 512, doc="work-items of a work-group")
    tile: int = param(64, 32, 64, 128, doc="rows and columns of a tile")
    ahead: int = param(
        4, 1, 2, 4, 8, 16, doc="rows whose elements a work-item reads before it multiplies them"
    )

    @property
    def lines(self) -> int:
        """Rows that the work-items read at once."""
        return self.items // ACROSS

    @property
    def rows(self) -> int:
        """Rows of a tile that a work-item reads."""
        return self.tile // self.lines

    @property
    def cols(self) -> int:
        """Columns of a tile that a work-item reads."""
        return self.tile // ACROSS

    @property
    def sharers(self) -> int:
        """Work-items that add the shares of one element of y."""
        return self.items // self.tile


def local_arrays(p: MatvecMirroredParams) -> dict[str, int]:
    """Elements of local memory by the name of the array."""
    return {"along": p.tile * (ACROSS + 1), "down": max(p.lines, p.sharers) * p.tile}


SPACE = Space(
    MatvecMirroredParams,
    (
        FITS,
        Rule(
            "work-items share the rows and the sums of a tile evenly",
            lambda p, q, f: p.items >= p.tile >= p.lines,
        ),
        Rule("a work-item has the rows that it reads ahead", lambda p, q, f: p.ahead <= p.rows),
        Rule(
            "local memory holds the sums of a tile",
            lambda p, q, f: sum(local_arrays(p).values()) * q.worked.size + 8 <= f.declared_local_bytes,
        ),
    ),
    requirements=(
        COMPUTES,
        Rule("the matrix is symmetric or Hermitian", lambda p, q, f: q.mirrored),
        Rule("the matrix is no band, most of whose tiles are empty", lambda p, q, f: q.storage != "band"),
        Rule("y is not x", lambda p, q, f: not q.in_place),
        GROUP_FENCES,
    ),
)


def blocks(p: MatvecMirroredParams, q: Matvec) -> int:
    """Blocks of y, and tiles along each side of the matrix."""
    return math.ceil(q.n / p.tile)


def lines_of_tiles(p: MatvecMirroredParams, q: Matvec) -> int:
    """Lines of the rectangle that the triangle's tiles fill."""
    return math.ceil(blocks(p, q) / 2)


def geometry(p: MatvecMirroredParams, q: Matvec) -> Launch:
    """A work-group for each tile, and a few idle ones where the rectangle is larger than the triangle."""
    lines = lines_of_tiles(p, q)
    return Launch(((2 * lines + 1) * p.items, lines), (p.items, 1))


def arguments(_p: MatvecMirroredParams, q: Matvec) -> tuple[Argument, ...]:
    """Sizes, matrix, x, factors, y, the shares, and their number for each block."""
    state = Argument("state", "buffer", "int", "both", shared=True)
    return (*interface.arguments(q, direct=True), buffer("partial", q.worked, "both"), state)


def memory(p: MatvecMirroredParams, q: Matvec) -> Mapping[str, Scratch]:
    """A share of each block from each tile of its row or column; and the counts."""
    count = blocks(p, q)
    shares = Scratch(count * count * p.tile * q.worked.size, None, q.worked)
    return {"partial": shares, "state": Scratch(4 * count, None, INT32, cleared=True)}


def traffic(p: MatvecMirroredParams, q: Matvec) -> int:
    """Bytes of the operands, and the shares written and read."""
    return q.min_bytes() + 2 * blocks(p, q) ** 2 * p.tile * q.worked.size


def source(p: MatvecMirroredParams, q: Matvec, d: Dialect) -> str:
    """The text of the kernel."""
    return MirroredText(p, q, d).write()


class MirroredText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: MatvecMirroredParams, q: Matvec, d: Dialect) -> None:
        self.p, self.q, self.d = p, q, d
        self.a, self.x, _ = interface.operands(q, direct=False)
        self.y = Vector("y", q.precision, q.worked, q.strided, const=False)
        self.kind, self.element = q.worked, d.element(q.worked)
        self.src = Source(d)

    def write(self) -> str:
        """The whole text."""
        src, p, q = self.src, self.p, self.q
        declared = arguments(p, q)
        with src.kernel("matvec_mirrored", declared, (p.items, 1), *q.computed, worked=self.kind):
            src("x += x_offset;")
            src("y += y_offset;")
            for name, count in local_arrays(p).items():
                src.local_array(self.element, f"{name}[{count}]")
            src.local_array("int", "before[2]")
            self._declare_positions()
            self._declare_factors()
            inside = f"high != low && high * {p.tile} + {p.tile} <= n"
            with src.block(f"if ({inside})"):
                self._whole_tile()
            with src.block("else"):
                self._ragged_tile()
            self._store_shares()
            with src.loop("which", 0, 2):
                src("const int block = which == 0 ? high : low;")
                with last_to_arrive(src, ArrivalCounter("before[which]", "state + block", "count - 1")):
                    self._finish()
                src(self.d.barrier)
        return str(src)

    def _declare_positions(self) -> None:
        """Declare the work-group's tile of the stored triangle, and the work-item's rows and columns of it."""
        src, p, d = self.src, self.p, self.d
        src(f"const int item = {d.local_id(0)}, side = item % {ACROSS}, line = item / {ACROSS};")
        src(f"const int count = (n + {p.tile - 1}) / {p.tile}, half_count = {d.group_count(1)};")
        src(f"const int from_middle = {d.group_id(1)}, along_line = {d.group_id(0)};")
        src("const bool below = along_line <= half_count + from_middle;")
        src("const int high = below ? half_count + from_middle : half_count - 1 - from_middle;")
        src("const int low = below ? along_line : along_line - half_count - from_middle - 1;")
        src("if (high >= count) return;")
        row, col = ("high", "low") if self.q.triangle == "lower" else ("low", "high")
        src(f"const int first_row = {row} * {p.tile}, first_col = {col} * {p.tile};")

    def _declare_factors(self) -> None:
        """Declare the elements of x for the work-item's columns, and the sums of these columns."""
        src, p = self.src, self.p
        for k in range(p.cols):
            src(f"{self.element} x{k} = {zero(self.d, self.kind)}, sum{k} = {zero(self.d, self.kind)};")
            col = self._col(k)
            src(f"if ({col} < n) x{k} = {self.x.read(self.d, 1, col)};")

    def _col(self, k: int) -> str:
        """Column number ``k`` of the work-item."""
        return plus("first_col + side", ACROSS * k)

    def _whole_tile(self) -> None:
        """A tile off the diagonal with all its elements: several rows are read, then multiplied."""
        src, p = self.src, self.p
        src(self.d.unroll())
        with src.loop("s", 0, p.rows, p.ahead):
            for r in range(p.ahead):
                src(f"const int row{r} = {plus('first_row + line', p.lines * r)} + {p.lines} * s;")
                self.a.declare_row(src, f"stored{r}", f"row{r}")
                for k in range(p.cols):
                    value = self.a.read(self.d, 1, f"stored{r}", self._col(k))
                    src(f"const {self.element} a{r}_{k} = {value};")
            for r in range(p.ahead):
                self._multiply(f"row{r}", [f"a{r}_{k}" for k in range(p.cols)], plus("s", r))

    def _ragged_tile(self) -> None:
        """A tile on the diagonal or at the edge, row by row: elements that are not stored are not multiplied."""
        src, p, q, d = self.src, self.p, self.q, self.d
        zeros = zero(d, self.kind)
        with src.loop("s", 0, p.rows):
            src(f"const int row = first_row + line + {p.lines} * s;")
            with src.block("if (row < n)"):
                self.a.declare_row(src, "stored", "row")
                for k in range(p.cols):
                    col = self._col(k)
                    src(f"const bool has{k} = {col} < n && ({self.a.stores('row', col)});")
                    src(f"const bool mirrors{k} = has{k} && {col} != row;")
                    src(f"{self.element} a{k} = {zeros};")
                    src(f"if (has{k}) a{k} = {self.a.read(d, 1, 'stored', col)};")
                    if q.form == "hermitian":
                        src(f"if (!mirrors{k}) a{k}.y = 0;")
                self._multiply("row", [f"a{k}" for k in range(p.cols)], "s", ragged=True)
            with src.block("else"):
                src(f"{self._along('s')} = {zeros};")

    def _along(self, s: str) -> str:
        """Element of local memory for the sum along a row of the work-item's."""
        return f"along[(line + {self.p.lines} * ({s})) * {ACROSS + 1} + side]"

    def _multiply(self, row: str, values: list[str], s: str, *, ragged: bool = False) -> None:
        """Add the products of a row's elements to the sums of their columns, and store their sum along the row.

        Of a ragged row only elements that it has, and to the columns only those off the diagonal: zeros in their place would
        turn infinities in x into NaN.
        """
        src, q = self.src, self.q
        conjugate_down = q.conjugate != (q.form == "hermitian")
        with src.block(""):
            src(f"const {self.element} factor = {self.x.read(self.d, 1, row)};")
            src(f"{self.element} total = {zero(self.d, self.kind)};")
            for k, value in enumerate(values):
                along_value = f"conj({value})" if q.conjugate else value
                along = f"total += {product(self.kind, along_value, f'x{k}')};"
                down_value = f"conj({value})" if conjugate_down else value
                down = f"sum{k} += {product(self.kind, down_value, 'factor')};"
                src(f"if (has{k}) {along}" if ragged else along)
                src(f"if (mirrors{k}) {down}" if ragged else down)
            src(f"{self._along(s)} = total;")

    def _store_shares(self) -> None:
        """Reduce the work-items' sums of rows and of columns, store them as shares of their blocks, and count these."""
        src, p, d = self.src, self.p, self.d
        for k in range(p.cols):
            src(f"down[line * {p.tile} + {plus('side', ACROSS * k)}] = sum{k};")
        src(d.barrier)
        rows, cols = ("high", "low") if self.q.triangle == "lower" else ("low", "high")
        with src.block(f"if (item < {p.tile})"):
            src(f"{self.element} of_row = {zero(d, self.kind)}, of_col = {zero(d, self.kind)};")
            src(d.unroll())
            src(f"for (int t = 0; t < {ACROSS}; ++t) of_row += along[item * {ACROSS + 1} + t];")
            src(d.unroll())
            src(f"for (int t = 0; t < {p.lines}; ++t) of_col += down[t * {p.tile} + item];")
            with src.block("if (high == low)"):
                src(f"{self._share('high', 'low', 'item')} = of_row + of_col;")
            with src.block("else"):
                src(f"{self._share(rows, cols, 'item')} = of_row;")
                src(f"{self._share(cols, rows, 'item')} = of_col;")
        src(d.barrier_of_all)
        of_low = ArrivalCounter("before[1]", "state + low", "count - 1", absent="high == low")
        arrive(src, ArrivalCounter("before[0]", "state + high", "count - 1"), of_low)

    def _share(self, block: str, mirrored_block: str, element: str) -> str:
        """The share of a block's element from the tile in this block's row and another one's column, or the reverse."""
        return f"partial[(({self.d.index}){block} * count + {mirrored_block}) * {self.p.tile} + {element}]"

    def _finish(self) -> None:
        """Add all shares of a block, in order, and store y."""
        src, p, d, kind = self.src, self.p, self.d, self.kind
        src(f"const int own = item % {p.tile}, sharer = item / {p.tile};")
        src(f"{self.element} total = {zero(d, kind)};")
        src(d.unroll(8))
        with src.loop("other", "sharer", "count", p.sharers):
            share = f"&{self._share('block', 'other', 'own')}"
            src(f"total += {d.load_anew(self.element, share)};")
        if p.sharers > 1:
            src(f"down[sharer * {p.tile} + own] = total;")
            src(d.barrier)
        row = f"block * {p.tile} + item"
        with src.block(f"if (item < {p.tile} && {row} < n)"):
            for t in range(1, p.sharers):
                src(f"total += down[{t * p.tile} + item];")
            src(f"const int row = {row};")
            src(interface.store_element(d, kind, self.y, "total", "row"))


def suggestions(q: Matvec, f: Facts) -> Iterator[dict[str, Any]]:
    """Tiles of 64 rows where there are enough of them for all compute units, else smaller ones.

    On an H200 these were the best at 2048 and 8192 rows, in floats and in doubles.
    """
    if math.ceil(q.n / 64) ** 2 / 2 >= f.compute_units:
        yield {"items": 256, "tile": 64, "ahead": 4}
    yield {"items": 256, "tile": 32, "ahead": 4}
    yield {"items": 64, "tile": 32, "ahead": 4}


KERNEL = Kernel(
    name="matvec_mirrored",
    family=Matvec,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    memory=memory,
    made_for=frozenset({"gpu"}),
    preference=lambda q, f: 1,
    suggestions=suggestions,
)
