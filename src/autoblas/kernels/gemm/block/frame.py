"""Frame of ``gemm_block``, around its arithmetic: arguments, positions, edges, and loops that may be unrolled.

Guards are written only where sizes need them: whether tiles fill C and steps fill the depth follows from the problem.
"""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from autoblas.emit.arguments import buffer, integers, offsets, scalars
from autoblas.emit.expressions import plus, times
from autoblas.emit.images import Image
from autoblas.emit.operands import item_start, items_argument
from autoblas.kernels.gemm.block.params import image_helped, stored_order, stored_type
from autoblas.kernels.gemm.shared import operands, unscaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.block.params import BlockParams
    from autoblas.problems import Matmul

__all__ = ["AxisIndex", "BlockFrame", "arguments", "indices", "nest"]

Edge = Literal["none", "items", "elements"]
"""Where C may end: with the last work-group, between work-items, or within what a work-item computes."""


class AxisIndex(NamedTuple):
    """The index of an element along an axis, the lanes of vectors apart.

    Attributes:
        variable: The loop's variable, which counts pieces of ``period`` elements; empty in a text without loops.
        period: Elements of a piece.
        lane: The element in its piece, or along the whole axis in a text without loops.
    """

    variable: str
    period: int
    lane: int

    @property
    def element(self) -> str:
        """The index of the element, as C."""
        return self.vector(1)

    def vector(self, width: int) -> str:
        """The index of the vector of ``width`` elements that holds the element, as C."""
        pieces = times(self.variable, self.period // width) if self.variable else 0
        return plus(pieces, self.lane // width)


@dataclass(frozen=True)
class BlockFrame:
    """A kernel's parameters, its problem and the kernel language.

    Attributes:
        p: The parameters.
        q: The problem.
        d: The dialect.
        last: The term after the last one of the sum, as C.
    """

    p: BlockParams
    q: Matmul
    d: Dialect
    last: str = ""

    @property
    def sizes(self) -> tuple[str, str, str]:
        """Rows and columns of C and the length of the sum, as C."""
        q = self.q
        return (str(q.m), str(q.n), str(q.k)) if self.p.inline else ("m", "n", "k")

    def edge(self, axis: str) -> Edge:
        """Where C may end along its rows ``m`` or its columns ``n``."""
        p, q = self.p, self.q
        extent, block, items = (q.m, p.rm, p.gy) if axis == "m" else (q.n, p.rn, p.gx)
        if extent % (block * items) == 0:
            return "none"
        return "items" if extent % block == 0 and not p.together else "elements"

    @property
    def tail(self) -> bool:
        """The last step of the sum has fewer terms than the others."""
        return self.q.k % self.p.depth_step != 0

    @property
    def inside(self) -> str:
        """The condition on a work-item that computes anything, as C; empty where all do, or all have to stay."""
        m, n, _ = self.sizes
        guards = [f"row < {m}"] * (self.edge("m") != "none") + [f"col < {n}"] * (self.edge("n") != "none")
        return "" if self.p.together else " && ".join(guards)

    def matrix(self, x: str) -> Matrix:
        """An operand in a buffer."""
        return operands(self.q, self.p.slices)["abc".index(x)]

    def image(self, x: str) -> Image:
        """An operand in an image."""
        return Image(x, stored_type(self.q, x), self.q.accumulator, const=x != "c")

    @property
    def batched_operands(self) -> str:
        """The operands whose offset differs from item to item of a batch; partial sums lie one after the other."""
        q = self.q
        partial = "c" if self.p.slices > 1 else ""
        return "".join(x for x in "abc" if q.batched and x not in q.shared + partial)

    def pointer(self, x: str) -> str:
        """The pointer to the matrix of the current item of the batch."""
        return f"{x}_item" if self.p.batch == "loop" and x in self.batched_operands else x

    def image_row(self, x: str, row: str) -> str:
        """The row of an image that holds row ``row`` of the current item."""
        return plus(f"{x}_above", row) if x in self.batched_operands else row

    def zero(self, width: int) -> str:
        """As many zeros in a vector, of the accumulator's type."""
        part, parts = self.q.accumulator.part, self.q.accumulator.parts
        return self.d.splat(part, width * parts, "0")

    def locate_item(self, src: Source, x: str) -> None:
        """Declare where the current item begins: its pointer in a loop over items, its first row in an image."""
        p, q, d = self.p, self.q, self.d
        if x in p.images:
            if x in self.batched_operands:
                src(f"const int {x}_above = item * {self._rows_of_image(x)};")
            return
        offset = f"{x}_offset"
        if p.batch == "grid" or x not in self.batched_operands:
            src(f"{x} += {offset};")
            return
        offset += f" + {item_start(x, 'item', listed=q.listed)}"
        const = "" if x == "c" else "const "
        src(f"{d.global_memory}{const}{d.element(self.matrix(x).stored)} *{x}_item = {x} + {offset};")

    def _rows_of_image(self, x: str) -> str:
        """Rows of an image from an item to the next: in a copy dense, in a user's image as its step says."""
        m, n, k = self.sizes
        order = stored_order(self.p, self.q, x)
        if x not in image_helped(self.p, self.q):
            return f"({x}_step / {x}_{order})"
        return {"a": (m, k), "b": (k, n), "c": (m, n)}[x][order == "col"]


def arguments(p: BlockParams, q: Matmul) -> tuple[Argument, ...]:
    """The arguments: sizes, scalars, operands, batch."""
    frame = BlockFrame(p, q, None)  # type: ignore[arg-type]  # arguments need no language
    sizes = () if p.inline else integers("m", "n", "k")
    names = [] if unscaled(q, p.slices) else ["alpha"] if "c" in p.images else ["alpha", "beta"]
    factors = () if q.listed else scalars(q.accumulator, *names)
    lists = (buffer(f"{name}s", q.accumulator) for name in names) if q.listed else ()
    matrices = [
        argument
        for x in "abc"
        for argument in (_images_arguments(frame, x) if x in p.images else frame.matrix(x).arguments)
    ]
    batch = (items_argument(x, listed=q.listed) for x in frame.batched_operands if x not in p.images)
    return (*sizes, *factors, *matrices, *batch, *lists)


def _images_arguments(frame: BlockFrame, x: str) -> tuple[Argument, ...]:
    """The image; of a batch in a user's image, also what says where the next item begins."""
    image = frame.image(x).argument
    if x not in frame.batched_operands or x in image_helped(frame.p, frame.q):
        return (image,)
    return (image, *integers(f"{x}_{stored_order(frame.p, frame.q, x)}"), *offsets(f"{x}_step"))


def indices(frame: BlockFrame, src: Source, variable: str, extent: int) -> Iterator[str]:
    """The indices below ``extent``: one after the other, or a loop's variable with the loop around what follows."""
    if frame.p.unroll or extent == 1:
        yield from map(str, range(extent))
        return
    src(src.dialect.unroll())
    with src.loop(variable, 0, extent):
        yield variable


def nest(
    frame: BlockFrame, src: Source, axes: list[tuple[str, int, int, int]]
) -> Iterator[dict[str, AxisIndex]]:
    """The elements of a block in the order of nested loops, the loops written out or left to the compiler.

    Args:
        frame: The kernel.
        src: Where loops go.
        axes: From the outermost to the innermost: variable, extent, period (what a vector spans of the axis, whose
            lanes no loop can count), and step.
    """
    loops = (
        [] if frame.p.unroll else [(v, extent // period) for v, extent, period, _ in axes if extent > period]
    )
    variables = [variable for variable, _ in loops]
    with ExitStack() as stack:
        for variable, count in loops:
            src(src.dialect.unroll())
            stack.enter_context(src.loop(variable, 0, count))
        spans = [range(0, period if v in variables else extent, step) for v, extent, period, step in axes]
        for lanes in itertools.product(*spans):
            yield {
                v: AxisIndex(v if v in variables else "", period, lane)
                for (v, _, period, _), lane in zip(axes, lanes, strict=True)
            }
