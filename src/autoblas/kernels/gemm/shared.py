"""Shared parts of all GEMM kernels: arguments, batches, slices of the depth (split-K), helpers, and scaling by alpha and beta.

A kernel calls ``begin`` first: it finds the item of the batch and the slice of the depth that a work-group works on,
and moves the pointers there, so that the rest of the text is that of a single product.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, scalars
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.operands import Matrix, item_start, items_argument
from autoblas.emit.scalars import is_zero, multiple
from autoblas.kernels.kernel import Helper
from autoblas.kernels.space import Rule
from autoblas.precision import BFLOAT16, COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import FLIPPED, Combine, Matmul, Pack, Texture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision
    from autoblas.problems import Order

__all__ = [
    "HALVES",
    "HAS_TERMS",
    "IN_BUFFERS",
    "IN_MEMORY",
    "PLAIN_INTEGERS",
    "SHORTEST_SLICE",
    "SLICES",
    "SLICES_PAY",
    "Depth",
    "arguments",
    "begin",
    "combining",
    "declare_item",
    "entry",
    "imaging",
    "launch",
    "line_lengths",
    "modelled",
    "move_to_item",
    "operands",
    "options",
    "packing",
    "scaled",
    "slice_helpers",
    "slices_for",
    "split_products",
    "stored",
    "sums_of",
    "tile_traffic",
    "tiles",
    "unscaled",
]

HALVES = (FLOAT16, BFLOAT16)
"""Types of two bytes, which matrix units multiply as they are."""

SLICES = (1, 2, 4, 8, 16, 32, 64)
"""Into how many parts the depth may be cut, each summed by work-groups of its own."""

SHORTEST_SLICE = 128
"""Terms of the sum in a slice, at least; fewer do not repay writing and reading the partial sums."""

IN_BUFFERS = Rule(
    "no operand is held in an image, and all of C is wanted", lambda p, q, f: q.in_buffers and not q.part
)
"""A requirement of kernels that only address plain memory, and know no triangles."""

IN_MEMORY = Rule("no operand is held in an image", lambda p, q, f: q.in_buffers)
"""A requirement of kernels that only address plain memory, and can leave all but a triangle of C alone."""

HAS_TERMS = Rule("the sum has at least one term", lambda p, q, f: q.k > 0)
"""A requirement of kernels whose text begins with a term."""

PLAIN_INTEGERS = Rule(
    "integers are multiplied and added plainly",
    lambda p, q, f: p.multiply == "plain" or q.accumulator.kind != "integer",
)
"""A rule of kernels with a parameter ``multiply``."""

SLICES_PAY = Rule(
    "a slice of the depth has at least 128 terms",
    lambda p, q, f: p.slices == 1 or q.k >= p.slices * SHORTEST_SLICE,
)
"""A rule of kernels with a parameter ``slices``."""


class Depth(NamedTuple):
    """The part of the sum that a work-group computes, as C.

    Attributes:
        first: The first term.
        last: The term after the last.
    """

    first: str
    last: str

    @property
    def length(self) -> str:
        """How many terms there are."""
        return self.last if self.first == "0" else f"({self.last} - {self.first})"


def options(p: Any) -> CompilerOptions:
    """A plain multiply-add may be contracted, which the error bound allows."""
    return CompilerOptions(contract=p.multiply == "plain")


def operands(
    q: Matmul, slices: int = 1, packed: str = "", *, last: bool = False
) -> tuple[Matrix, Matrix, Matrix]:
    """A, B and C as kernel arguments.

    Args:
        q: The problem.
        slices: With more than one, C is a dense matrix of partial sums.
        packed: The operands that come packed, as real numbers of the accumulator's type.
        last: Partial sums lie in memory of their own; the work-group that ends last brings them into C.
    """
    return _operands(
        q.types, (q.a, q.b, q.c), q.conjugate, packed, "" if slices == 1 else "partial" if last else "c"
    )


@functools.lru_cache(maxsize=1024)
def _operands(
    types: tuple[Precision, ...], orders: tuple[Order, ...], conjugate: str, packed: str, sums: str
) -> tuple[Matrix, Matrix, Matrix]:
    """A, B and C, cached because rules ask for them again and again; ``sums`` names partial sums, if there are any."""
    accumulator = types[-1]
    a, b = (
        Matrix(x, accumulator.real, order)
        if x in packed
        else Matrix(x, stored, order, worked=accumulator, conjugate=x in conjugate)
        for x, stored, order in zip("ab", types, orders, strict=False)
    )
    if sums:
        return a, b, Matrix(sums, accumulator, "row", const=False)
    return a, b, Matrix("c", types[2], orders[2], const=False, worked=accumulator)


def arguments(q: Matmul, slices: int = 1, packed: str = "", *, last: bool = False) -> tuple[Argument, ...]:
    """A GEMM kernel's arguments, in order: sizes, scalars, matrices, batch.

    ``x_step`` is the distance, in elements, from an item of a batch to the next; ``x_offsets`` lists where items
    begin, ``alphas`` and ``betas`` their factors. Partial sums are neither scaled nor listed, pure products not scaled.

    Args:
        q: The problem.
        slices: Parts that the depth is cut into.
        packed: The operands that come packed, one item behind the other.
        last: The work-group that ends last brings the sums of all slices into C.
    """
    if last:
        split_k = buffer("partial", q.accumulator, "both"), buffer("arrived", "int", "both")
        return (*arguments(q, packed=packed), *split_k)
    names = () if unscaled(q, slices) else ("alpha", "beta")
    factors = () if q.listed else scalars(q.accumulator, *names)
    lists = tuple(buffer(f"{name}s", q.accumulator) for name in names) if q.listed else ()
    matrices = (argument for matrix in operands(q, slices, packed) for argument in matrix.arguments)
    batch = (items_argument(x, listed=q.listed) for x in _batched_operands(q, slices, packed))
    return (*integers("m", "n", "k"), *factors, *matrices, *batch, *lists)


def _batched_operands(q: Matmul, slices: int, packed: str) -> tuple[str, ...]:
    """The operands whose offset or step the batch gives; packed copies and partial sums lie one after the other."""
    if not q.batched:
        return ()
    return tuple(x for x in "abc" if x not in q.shared + packed and not (x == "c" and slices > 1))


def launch(q: Matmul, slices: int, groups: tuple[int, int], size: tuple[int, int]) -> Launch:
    """Work-groups of ``size`` along the two axes of C; items and slices are the third dimension."""
    extent = (groups[0] * size[0], groups[1] * size[1])
    if not q.batched and slices == 1:
        return Launch(extent, size)
    return Launch((*extent, q.items * slices), (*size, 1))


def begin(
    src: Source,
    q: Matmul,
    slices: int = 1,
    step: int = 1,
    packed: str = "",
    sizes: tuple[str, str, str] = ("m", "n", "k"),
    *,
    last: bool = False,
) -> Depth:
    """Move the pointers to the work-group's item and partial sums.

    Args:
        src: Where the statements go.
        q: The problem.
        slices: Parts that the depth is cut into.
        step: Divisor of a slice's length, so that no tile of the depth crosses its end.
        packed: The operands that come packed or in images, which the kernel moves itself.
        sizes: Rows and columns of C and the length of the sum, as C.
        last: Partial sums lie apart from C.

    Returns:
        The part of the sum to compute.
    """
    d, (m, n, k) = src.dialect, sizes
    if slices == 1 and not q.batched:
        return Depth("0", k)
    declare_item(src, q, slices, packed, partial=slices > 1 and not last)
    if slices == 1:
        return Depth("0", k)
    part = f"(item * {slices} + slice)" if q.batched else f"({d.index})slice"
    if last:
        src(f"const {d.index} partial_offset = {part} * {m} * {n};")
        src(f"const int partial_row = {n};")
    else:
        src(f"c += {part} * {m} * {n};")
    whole = f" * {step}" if step > 1 else ""
    src(f"const int length = ({k} + {slices * step - 1}) / {slices * step}{whole};")
    src(f"const int first = slice * length, last = min(first + length, {k});")
    return Depth("first", "last")


def declare_item(src: Source, q: Matmul, slices: int, packed: str = "", *, partial: bool = False) -> None:
    """Declare the work-group's item and slice, and move the pointers of operands to the item.

    Args:
        src: Where the statements go.
        q: The problem.
        slices: Parts that the depth is cut into.
        packed: The operands that the kernel moves itself.
        partial: C is the memory of partial sums.
    """
    d, group = src.dialect, src.dialect.group_id(2)
    if q.batched:
        src(f"const {d.index} item = {group}{f' / {slices}' if slices > 1 else ''};")
    if slices > 1:
        src(f"const int slice = {group}{f' % {slices}' if q.batched else ''};")
    move_to_item(src, q, _batched_operands(q, 2 if partial else 1, packed), scales=not (partial or q.pure))


def move_to_item(src: Source, q: Matmul | Combine, moved: Iterable[str], *, scales: bool) -> None:
    """Move the pointers of operands to the item of a batch, and read its factors, where sums are scaled."""
    for x in moved:
        src(f"{x} += {item_start(x, 'item', listed=q.listed)};")
    if q.listed and scales:
        src(f"const {src.dialect.element(q.accumulator)} alpha = alphas[item], beta = betas[item];")


def entry(
    src: Source,
    q: Matmul | Combine,
    name: str,
    declared: Sequence[Argument],
    group: tuple[int, int],
    functions: Iterable[str] = (),
    attributes: str = "",
) -> AbstractContextManager[None]:
    """The entry point of a product's kernel, behind ``real_if`` where C is Hermitian; see ``Source.kernel``."""
    called = (*diagonal_functions(src.dialect, q), *functions)
    return src.kernel(
        name, declared, group, *q.computed, worked=q.accumulator, attributes=attributes, functions=called
    )


def diagonal_functions(d: Dialect, q: Matmul | Combine) -> tuple[str, ...]:
    """The function ``real_if`` that ``scaled`` calls where C is Hermitian, for the text of a kernel."""
    ctype = d.element(q.accumulator)
    if not q.hermitian:
        return ()
    return (
        f"{d.inline}{ctype} real_if(bool diagonal, {ctype} z) {{ return {d.construct(ctype, 'z.x', 'diagonal ? 0 : z.y')}; }}",
    )


def packing(q: Matmul, x: str, width: int) -> Helper:
    """The packing of an operand, A or B, in panels of ``width`` rows of A or columns of B."""
    flip = x == "b"  # panels of B are cut across its columns, which are the rows of its transpose
    stored, order = (q.type_b, FLIPPED[q.b]) if flip else (q.type_a, q.a)
    unbatched = x in q.shared
    problem = Pack(
        q.n if flip else q.m,
        q.k,
        width,
        stored,
        order,
        to=q.accumulator,
        conjugate=x in q.conjugate,
        items=1 if unbatched else q.items,
        listed=q.listed and not unbatched,
    )
    sources = {
        "rows": "n" if flip else "m",
        "depth": "k",
        "x": x,
        "x_offset": f"{x}_offset",
        "x_row": f"{x}_col" if flip else f"{x}_row",
        "x_col": f"{x}_row" if flip else f"{x}_col",
        "x_step": f"{x}_step",
        "x_offsets": f"{x}_offsets",
        "packed": f"packed_{x}",
    }
    return Helper(problem, f"packed_{x}", sources, {x: f"packed_{x}"})


def imaging(q: Matmul, x: str, channels: int = 4, *, flip: bool = False) -> Helper:
    """The copy of an operand, its items one below the other, to an image; or of C from one.

    Args:
        q: The problem.
        x: The operand.
        channels: Numbers of a texel.
        flip: The image has the operand's columns as its rows, so that adjacent elements stay adjacent.
    """
    rows, cols = {"a": ("m", "k"), "b": ("k", "n"), "c": ("m", "n")}[x]
    row, col, order = f"{x}_row", f"{x}_col", getattr(q, x)
    if flip:
        rows, cols, row, col, order = cols, rows, col, row, FLIPPED[order]
    unbatched = x in q.shared
    problem = Texture(
        getattr(q, rows),
        getattr(q, cols),
        q.types["abc".index(x)],
        order,
        back=x == "c",
        items=1 if unbatched else q.items,
        listed=q.listed and not unbatched,
        channels=channels,
    )
    sources = {"rows": rows, "cols": cols, "x": x, "x_offset": f"{x}_offset", "x_row": row, "x_col": col}
    sources |= {"x_step": f"{x}_step", "x_offsets": f"{x}_offsets", "image": f"image_{x}"}
    return Helper(problem, f"image_{x}", sources, {x: f"image_{x}"}, after=x == "c")


def combining(q: Matmul, slices: int) -> Helper:
    """The launch that adds the partial products and brings the sum into C."""
    kinds: dict[str, Any] = {"part": q.part, "hermitian": q.hermitian}
    problem = Combine(q.m, q.n, slices, q.precision, q.c, q.accumulator, q.items, q.listed, **kinds)
    same = ("m", "n", "alpha", "beta", "c", "c_offset", "c_row", "c_col", "c_step", "c_offsets", "alphas")
    sources = {"partial": "partial", "betas": "betas"} | {name: name for name in same}
    replaces = {"c": "partial", "c_offset": "zero", "c_row": "n", "c_col": "one"}
    return Helper(problem, "partial", sources, replaces, after=True)


def slices_for(q: Matmul) -> tuple[int, ...]:
    """The numbers of slices that are long enough."""
    return tuple(s for s in SLICES if s == 1 or q.k >= s * SHORTEST_SLICE)


def slice_helpers(p: Any, q: Matmul) -> tuple[Helper, ...]:
    """The launch that adds the sums of slices, where the depth is cut; ``p`` has a parameter ``slices``."""
    return (combining(q, p.slices),) if p.slices > 1 else ()


def line_lengths(q: Matmul) -> tuple[int, int]:
    """Elements of a line of A and of B, if they are dense."""
    return (q.k if q.a == "row" else q.m, q.n if q.b == "row" else q.k)


def modelled(q: Matmul, f: Facts) -> bool:
    """Models of NVIDIA's devices are of floats, doubles and complex numbers that are adjacent along one axis."""
    plain = q.uniform and q.precision in {FLOAT32, FLOAT64, COMPLEX64, COMPLEX128}
    return f.compute_capability >= (7, 0) and plain and "any" not in (q.a, q.b)


def tiles(p: Any, q: Matmul) -> tuple[int, int]:
    """Tiles of ``tm`` rows and ``tn`` columns along the columns and the rows of C."""
    return math.ceil(q.n / p.tn), math.ceil(q.m / p.tm)


def tile_traffic(q: Matmul, tiles: tuple[int, int], slices: int = 1) -> int:
    """Bytes that tiles read and write: each row of tiles reads B once, each column of tiles A once.

    Args:
        q: The problem.
        tiles: How many there are along the columns and the rows of C.
        slices: Parts that the depth is cut into, each of which reads and writes C.
    """
    cols, rows = tiles
    operands_read = rows * q.k * q.n * q.type_b.size + cols * q.m * q.k * q.type_a.size
    return q.items * (operands_read + 2 * slices * q.m * q.n * q.precision.size)


def sums_of(q: Matmul) -> tuple[str, ...]:
    """Prefixes of the names of sums: of real parts, and of imaginary ones."""
    return ("sum", "imag")[: q.accumulator.parts]


def split_products(q: Matmul) -> tuple[tuple[str, str, str, str], ...]:
    """The products of split elements: the sum that each joins, its sign, and what ends the names of its two factors."""
    products = (
        ("sum", "", "", ""),
        ("imag", "", "", "_imag"),
        ("sum", "-", "_imag", "_imag"),
        ("imag", "", "_imag", ""),
    )
    return products if q.accumulator.is_complex else products[:1]


def unscaled(q: Matmul, slices: int) -> bool:
    """The kernel writes its sums as they are: the product is pure, or what combines the slices scales."""
    return q.pure or slices > 1


def scaled(q: Matmul | Combine, acc: str, old: str, diagonal: str = "") -> str:
    """The new element of C from the sum of products and the old element, which beta = 0 never reads.

    Args:
        q: The problem.
        acc: The sum.
        old: The old element.
        diagonal: The condition that the element lies on the diagonal; without it, it is known not to where that counts.
    """
    drop = q.hermitian and diagonal
    if isinstance(q, Matmul) and q.pure:
        return f"real_if({diagonal}, {acc})" if drop else acc
    old = f"real_if({diagonal}, {old})" if drop else old
    total, old_share = multiple(q.accumulator, "alpha", acc), multiple(q.accumulator, "beta", old)
    value = f"{is_zero(q.accumulator, 'beta')} ? {total} : {total} + {old_share}"
    return f"real_if({diagonal}, {value})" if drop else value


def stored(d: Dialect, q: Matmul | Combine, c: Matrix, row: str, col: str, acc: str, slices: int = 1) -> str:
    """The statement that brings a sum into element (row, col) of C; with more slices than one, as it is."""
    value = acc if slices > 1 else scaled(q, acc, c.read(d, row, col), f"{row} == {col}")
    return c.write(d, row, col, value)
