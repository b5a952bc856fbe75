"""Copies a matrix into the blocks that matrix units multiply, splitting its numbers into terms of fewer digits.

A work-group copies as many rows as 128 bytes hold elements, and of the depth the blocks that share row factors. Each
work-item reads pieces of one row, all of them before it needs the first. Where the elements of a row are adjacent, it
reads 16 bytes at once, and its neighbour the next 16; the neighbours' parts are adjacent in the blocks too. Elsewhere
its neighbour reads the next row, because those may be adjacent, and a block's parts pass through local memory, so that
they are written in order. The factor of a row follows from the exponents of its largest and smallest numbers, which
its work-items reduce together. The arithmetic is that of ``problems.split``, on the bits of numbers, so that all
devices compute the same parts.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers
from autoblas.emit.expressions import enclosed, minus, plus, quotient, remainder, strides, times
from autoblas.emit.operands import Matrix, item_start, items_argument
from autoblas.emit.source import Source
from autoblas.kernels.kernel import FITS, Kernel, batch_launch
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems import Split
from autoblas.problems.split import (
    ASIDE,
    CHUNKS,
    COMMON,
    COMMON_SHIFT,
    FAR,
    GUARD_BYTES,
    GUARDED_ROWS,
    HALF_LOWERED,
    LEAST_TOP,
    LINE_BYTES,
    LOW_SHIFT,
    ROW_SCALED,
    SAMPLE,
    SCALED,
    SPAN,
    SPREAD,
    TOP,
    TOP_OF_SAMPLE,
    UNSCALED,
)

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SplitParams"]

READ_BYTES = 16
"""Bytes that a work-item reads at once where it can."""


@dataclass(frozen=True)
class SplitParams:
    """Tuning parameters of ``split``."""

    items: int = param(256, 64, 128, 256, 512, doc="work-items of a work-group")
    steps: int = param(1, 1, 2, 4, 8, doc="groups of blocks along the depth that a work-group copies in turn")


SPACE = Space(
    SplitParams,
    (
        FITS,
        Rule(
            "the depth has as many groups of blocks",
            lambda p, q, f: p.steps == 1 or p.steps * q.joint <= q.steps,
        ),
        Rule("each work-item of a row has a piece of it", lambda p, q, f: sharing(p, q) <= pieces(q)),
        Rule(
            "a work-item holds at most 128 numbers",
            lambda p, q, f: pieces_per_item(p, q) * q.joint * lanes(q) <= 128,
        ),
    ),
    requirements=(
        Rule("the form is made for this type of element", lambda p, q, f: q.precision is q.form_type),
    ),
)


def ctype(q: Split) -> str:
    """The type that elements are loaded as."""
    return "ushort" if q.form == "half" else "float"


def rows_of(q: Split) -> int:
    """Rows that a work-group copies: as many as a line of 128 bytes has elements."""
    return LINE_BYTES // q.precision.size


def lanes(q: Split) -> int:
    """Elements of a piece: those of a chunk, or half of them where they are 16 bytes of a row already."""
    chunk = q.step // CHUNKS
    return min(chunk, READ_BYTES // q.precision.size) if q.order == "row" else chunk


def pieces(q: Split) -> int:
    """Pieces of a row in a block."""
    return q.step // lanes(q)


def sharing(p: SplitParams, q: Split) -> int:
    """Work-items that share a row."""
    return p.items // rows_of(q)


def pieces_per_item(p: SplitParams, q: Split) -> int:
    """Pieces of a block that a work-item copies, of one row; at least 1, though a rule refuses points with too few."""
    return max(pieces(q) // sharing(p, q), 1)


def geometry(p: SplitParams, q: Split) -> Launch:
    """A work-group for so many rows and ``steps`` groups of blocks along the depth."""
    extent = math.ceil(q.steps / (p.steps * q.joint)) * p.items, q.tiles * q.width // rows_of(q)
    return batch_launch(q, extent, (p.items, 1))


def arguments(_p: SplitParams, q: Split) -> tuple[Argument, ...]:
    """Sizes, X, the blocks, and where the items of a batch begin."""
    batch = (items_argument("x", listed=q.listed),) if q.batched else ()
    blocks = buffer("blocks", "uint", "write", width=4)
    return (*integers("rows", "depth"), *operand(q).arguments, blocks, *batch)


def operand(q: Split) -> Matrix:
    """X."""
    return Matrix("x", q.precision, q.order)


def source(p: SplitParams, q: Split, d: Dialect) -> str:
    """The text of the kernel."""
    src, x, declared = Source(d), operand(q), arguments(p, q)
    rows, words = rows_of(q), d.vector("uint", 4)
    with src.kernel("split", declared, (p.items, 1), *q.computed, functions=functions(q, d)):
        src(f"const int place = {d.local_id(0)}, row0 = {d.group_id(1)} * {rows};")
        if q.order == "row":
            src(f"const int r = {quotient('place', sharing(p, q))}, c = {remainder('place', sharing(p, q))};")
        else:
            src(f"const int r = place % {rows}, c = place / {rows};")
        src(f"const int steps = (depth + {q.step - 1}) / {q.step};")
        first = times(d.group_id(0), p.steps * q.joint)
        if p.steps > 1:
            src(f"const int start = {first}, stop = min(start + {p.steps * q.joint}, steps);")
        else:
            src(f"const int step = {first};")
        pointer = f"{d.global_memory}const {ctype(q)} *"
        src(f"{pointer}from = ({pointer})x + x_offset;")
        if q.batched:
            src(f"const {d.index} item = {d.group_id(2)};")
            src(f"from += {item_start('x', 'item', listed=q.listed)};")
            src(f"blocks += item * ((rows + {q.width - 1}) / {q.width}) * steps * {q.block_bytes // 16};")
        if q.order == "row":
            size = q.precision.size
            aligned = f"({d.index})from % {READ_BYTES} == 0 && x_row % {READ_BYTES // size} == 0"
            src(f"const bool aligned = {aligned};")
        else:
            src.local_array(words, f"tile[{q.planes * rows * CHUNKS}]")
        if q.guarded:
            src.local_array("uint", f"largest[{p.items}]", f"least[{p.items}]")
        if q.scaled:
            src.local_array("uint", "sample[4]")
        with src.loop("step", "start", "stop", q.joint) if p.steps > 1 else nullcontext():
            at = f"({d.index})(row0 / {q.width}) * steps + step"
            src(f"{d.global_memory}{words} *block = blocks + ({at}) * {q.block_bytes // 16};")
            copy_group(src, p, q, x)
    return str(src)


def functions(q: Split, d: Dialect) -> list[str]:
    """The functions that read a piece and split its numbers."""
    texts: list[str] = []
    if q.order == "row":
        vector, count = d.vector(ctype(q), lanes(q)), lanes(q)
        pointer = f"{d.global_memory}const {ctype(q)} *"
        elements = [f"count > {e} ? x[{e}] : 0" for e in range(count)]
        whole = d.load_aligned(ctype(q), count, "x", d.global_memory)
        texts += [
            f"{d.function}{vector} load_first({pointer}x, const int count, const bool aligned)",
            "{",
            f"  if (aligned && count >= {count}) return {whole};",
            f"  return {d.construct(vector, *elements)};",
            "}",
        ]
    if q.scaled:
        texts += _half_functions(d, lanes(q))
    if q.form in {"tf32", "tf32x3"}:
        texts += _tf32_functions(d)
    return texts


def _half_functions(d: Dialect, count: int) -> list[str]:
    """The functions that split a piece of so many floats into halves, on their bits.

    The scaled numbers are so small that the first three bits of their exponents are 0.
    """
    words, numbers, pairs = d.vector("uint", count), d.vector("float", count), d.vector("uint", count // 2)
    scaled = d.bits(words, f"x * {2.0**-HALF_LOWERED!r}f")
    return [
        f"{d.function}{words} lowered(const {numbers} x)",
        "{",
        f"  return {scaled} + 0x1000u;",
        "}",
        f"{d.function}{numbers} raised(const {words} x)",
        "{",
        f"  return {d.bits(numbers, 'x & 0xffffe000u')} * {2.0**HALF_LOWERED!r}f;",
        "}",
        f"{d.function}{pairs} two_halves(const {words} x)",
        "{",
        f"  const {words} bits = (x & 0x80000000u) | ((x << 3) & 0x7fffffffu);",
        f"  return ({d.part('bits', 'even')} >> 16) | ({d.part('bits', 'odd')} & 0xffff0000u);",
        "}",
    ]


def _tf32_functions(d: Dialect) -> list[str]:
    """The function that rounds a chunk of floats to tf32, on their bits."""
    words = d.vector("uint", 4)

    def where(condition: str, value: str) -> str:
        return d.where(condition, d.construct(words, value), d.construct(words, "0u"))

    return [
        f"{d.function}{words} tf32_bits(const {d.vector('float', 4)} x)",
        "{",
        f"  const {words} size = {d.bits(words, 'x')} & 0x7fffffffu;",
        f"  const {words} more = {where('size < 0x7f7ff000u', '0x1000u')};",
        f"  const {words} quiet = {where('size > 0x7f800000u', '0x400000u')};",
        f"  return (({d.bits(words, 'x')} + more) & 0xffffe000u) | quiet;",
        "}",
    ]


def copy_group(src: Source, p: SplitParams, q: Split, x: Matrix) -> None:
    """Read the work-item's pieces of the blocks that share row factors, then split their numbers and write them."""
    d = src.dialect
    item_pieces = range(pieces_per_item(p, q))
    blocks_and_pieces = [(s, i) for s in range(q.joint) for i in item_pieces]
    src(f"{d.vector(ctype(q), lanes(q))} {', '.join(f'x{s}_{i}' for s, i in blocks_and_pieces)};")
    with src.block():
        read(src, p, q, x, blocks_and_pieces)
    if q.guarded:
        numbers = [f"x{s}_{i}" for s, i in blocks_and_pieces]
        extremes(src, q, numbers)
        if q.scaled:
            src(f"if (place < 4) sample[place] = {first_sizes(src, x)};")
        reduce_extremes(src, p, q)
        declare_guards(src, q, numbers)
    for s in range(q.joint):
        exists = f"if ({plus('step', s)} < steps)" if s else ""
        with src.block(exists if q.order == "row" else ""):
            for i in item_pieces:
                with src.block():
                    write(src, p, q, s, i)
            if q.order != "row":
                with src.staged(), src.block(exists):
                    copy_tile_out(src, p, q, s)
            if q.guarded:
                write_guards(src, q, s)


def read(src: Source, p: SplitParams, q: Split, x: Matrix, blocks_and_pieces: list[tuple[int, int]]) -> None:
    """Read the work-item's pieces, given by indices of block and piece; zeros beyond the edges."""
    d, count = src.dialect, lanes(q)
    first = f"step * {q.step} + c * {count}"
    src(f"const int inside = row0 + r < rows ? depth - ({first}) : 0;")
    src(f"{d.global_memory}const {ctype(q)} *line = from + {x.index(d, 'row0 + r', first)};")
    for s, i in blocks_and_pieces:
        at = s * q.step + i * sharing(p, q) * count
        if q.order == "row":
            src(f"x{s}_{i} = load_first({plus('line', at)}, {minus('inside', at)}, aligned);")
        else:
            elements = (
                f"inside > {k} ? line[{strides(d.index, k, 'x_col')}] : 0" for k in range(at, at + count)
            )
            src(f"x{s}_{i} = {d.construct(d.vector(ctype(q), count), *elements)};")


def first_sizes(src: Source, x: Matrix) -> str:
    """The largest magnitude in a fourth of the matrix's first numbers, as the bits of a float."""
    d, sizes = src.dialect, []
    for i in range(SAMPLE // 4):
        at = plus("place", 4 * i)
        size = d.bits("uint", f"from[{x.index(d, '0', at)}]")
        sizes.append(f"({at} < depth ? {size} & 0x7fffffffu : 0)")
    while len(sizes) > 1:
        sizes = [f"max({first}, {second})" for first, second in zip(sizes[::2], sizes[1::2], strict=True)]
    return sizes[0]


def extremes(src: Source, q: Split, numbers: list[str]) -> None:
    """Store the largest and smallest magnitude of the work-item's numbers in local memory, as the bits of floats.

    One is subtracted from the smallest, so that zeros count as large.
    """
    d, count = src.dialect, lanes(q)
    sizes = [f"({d.bits(d.vector('uint', count), x)} & 0x7fffffffu)" for x in numbers]
    with src.block():
        for name, choose, less in (("largest", "max", ""), ("least", "min", " - 1u")):
            value, width = f"{name}{count}", count
            src(f"{d.vector('uint', count)} {value} = {sizes[0]}{less};")
            for size in sizes[1:]:
                src(f"{value} = {choose}({value}, {size}{less});")
            while width > 2:
                width //= 2
                halves = f"{d.part(value, 'low')}, {d.part(value, 'high')}"
                src(f"const {d.vector('uint', width)} {name}{width} = {choose}({halves});")
                value = f"{name}{width}"
            src(f"{name}[place] = {choose}({value}.x, {value}.y);")


def reduce_extremes(src: Source, p: SplitParams, q: Split) -> None:
    """Declare the largest and the smallest magnitude of the row, and the largest of the sample in forms with a common factor."""
    count = sharing(p, q)
    apart, first = (1, f"r * {count}") if q.order == "row" else (rows_of(q), "r")
    src(f"uint top = 0, low = 0xffffffffu{', first' if q.scaled else ''};")
    with src.staged():
        if q.scaled:
            src("first = max(max(sample[0], sample[1]), max(sample[2], sample[3]));")
        for c in range(count):
            at = plus(first, c * apart)
            src(f"top = max(top, largest[{at}]); low = min(low, least[{at}]);")


def declare_guards(src: Source, q: Split, numbers: list[str]) -> None:
    """Declare the factor of a row and its flags, and scale its numbers."""
    src("const bool some = top != 0;")
    src("top >>= 23; low = (low + 1) >> 23;")
    if q.scaled:
        src("first >>= 23;")
        src(f"first = first < {COMMON[0]} || first > {COMMON[1]} ? 127 : first;")
        src(f"const uint common = {2 * 127 + TOP_OF_SAMPLE} - first;")
        src(f"const bool aside = some && (top < {SCALED[0]} || top > {SCALED[1]});")
        common_fits = f"top + common >= {2 * 127 + LEAST_TOP} && top + common <= {2 * 127 + TOP}"
        src(f"const bool own = some && !aside && !({common_fits});")
        src(f"const uint lift = own ? {2 * 127 + TOP} - top : some && !aside ? common : 127;")
        src(f"const bool spread = some && low + lift < {2 * 127 + TOP - SPAN};")
        src(f"const uint far = some && (low < {UNSCALED[0]} || top > {UNSCALED[1]}) ? {FAR} : 0;")
        src(
            f"const uint judged = (aside ? {ASIDE} : spread ? {SPREAD} : 0) | far | (own ? {ROW_SCALED} : 0);"
        )
        src(f"const uint said = judged | (254 - common) << {COMMON_SHIFT};")
        src("const uint factor = some && !aside ? (254 - lift) << 23 : 0;")
        zeros = src.dialect.splat("float", lanes(q), "0")
        factor = src.dialect.bits("float", "lift << 23")
        src(" ".join(f"{x} = aside ? {zeros} : {x} * {factor};" for x in numbers))
    else:
        src(f"const bool aside = some && (low < {UNSCALED[0]} || top > {UNSCALED[1]});")
        src(f"const uint said = aside ? {ASIDE} : 0, factor = 0x3f800000u;")
        src(f"if (aside) {{ {' '.join(f'{x} = 0;' for x in numbers)} }}")


def write_guards(src: Source, q: Split, s: int) -> None:
    """Write the row's factor and flags behind the planes of block ``s`` of the group."""
    end = (s * q.block_bytes + q.planes * q.plane_bytes) // 4
    first = f"row0 % {q.width} / {GUARDED_ROWS} * {GUARD_BYTES // 4} + row0 % {GUARDED_ROWS} + r"
    exists = f" && {plus('step', s)} < steps" if s and q.order != "row" else ""
    with src.block(f"if (c == 0{exists})"):
        memory = src.dialect.global_memory
        src(f"{memory}uint *guards = ({memory}uint *)block + {plus(first, end)};")
        src(f"guards[0] = factor; guards[{GUARDED_ROWS}] = said;")


def write(src: Source, p: SplitParams, q: Split, s: int, i: int) -> None:
    """Write the parts of piece ``i`` in block ``s`` of the group to their positions in the planes, or in local memory."""
    d, x = src.dialect, f"x{s}_{i}"
    of_chunk = pieces(q) // CHUNKS
    words, piece = d.vector("uint", 4 // of_chunk), plus("c", i * sharing(p, q))
    chunk = f"({enclosed(quotient(piece, of_chunk))} ^ r % {CHUNKS})"
    if q.order == "row":
        at = plus(f"(row0 % {q.width} + r) * {CHUNKS} + {chunk}", s * q.block_bytes // 16)
        base, memory, plane = "block", d.global_memory, q.plane_bytes
        if of_chunk > 1:
            base = f"({memory}{words} *)block"
            at = f"{times(at, of_chunk)} + {remainder(piece, of_chunk)}"
    else:
        at = f"r * {CHUNKS} + {chunk}"
        base, memory, plane = "tile", d.local_memory, rows_of(q) * LINE_BYTES
    src(f"{memory}{words} *to = {base} + {at};")
    second = f"to[{plane * of_chunk // 16}]"
    if q.form == "half":
        src(f"*to = {d.bits(words, x)};")
    elif q.form == "tf32":
        src(f"*to = tf32_bits({x});")
    elif q.form == "half1":
        src(f"*to = two_halves(lowered({x}));")
    elif q.form == "tf32x3":
        src(f"const {words} part = tf32_bits({x});")
        src("*to = part;")
        src(f"{second} = tf32_bits({x} - {d.bits(d.vector('float', 4), 'part')});")
    else:
        src(f"const {d.vector('uint', lanes(q))} part = lowered({x});")
        src("*to = two_halves(part);")
        src(f"{second} = two_halves(lowered(({x} - raised(part)) * {2**LOW_SHIFT}.0f));")


def copy_tile_out(src: Source, p: SplitParams, q: Split, s: int) -> None:
    """Copy the tile of local memory to the rows of block ``s`` of the group, adjacent chunks by adjacent work-items."""
    d, chunks = src.dialect, rows_of(q) * CHUNKS
    words = d.vector("uint", 4)
    src(f"{d.global_memory}{words} *to = block + row0 % {q.width} * {CHUNKS} + place;")
    for plane in range(q.planes):
        for i in range(0, chunks, p.items):
            to = (s * q.block_bytes + plane * q.plane_bytes) // 16 + i
            src(f"to[{to}] = tile[{plus('place', plane * chunks + i)}];")


KERNEL = Kernel(
    name="split",
    family=Split,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    made_for=frozenset({"cpu", "gpu", "acc"}),
)
