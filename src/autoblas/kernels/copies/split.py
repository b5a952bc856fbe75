"""Copies a matrix into the blocks that matrix units multiply, its numbers cut into parts with fewer digits.

A work-group copies 64 rows, a few blocks of the depth at a time. Each work-item brings whole chunks of 16 bytes; where the
rows of X are not adjacent elements they pass through local memory, so that reads are. The factor of a row follows from
the exponents of its largest and smallest numbers, which its work-items find together. The arithmetic is that of
``problems.split``, on the bits of numbers, so that every device finds the same parts.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers
from autoblas.emit.batches import item_start, items_argument
from autoblas.emit.expressions import minus, plus, times
from autoblas.emit.operands import Matrix
from autoblas.emit.source import Source
from autoblas.kernels.kernel import FITS, Kernel, batch_launch
from autoblas.problems import Split
from autoblas.problems.split import (
    ASIDE,
    CHUNKS,
    FAR,
    GUARD_BYTES,
    GUARDED_ROWS,
    HALF_LOWERED,
    LINE_BYTES,
    LOW_SHIFT,
    SCALED,
    SPAN,
    SPREAD,
    TOP,
    UNSCALED,
)
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]

ROWS = GUARDED_ROWS
"""Rows that a work-group copies."""

ROW_PITCH = CHUNKS + 1
"""Words from one row's extremes to the next row's in local memory, so that rows lie in different banks."""


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    items: int = param(256, 64, 128, 256, 512, doc="work-items of a work-group, which copies 64 rows")
    steps: int = param(1, 1, 2, 4, 8, doc="groups of blocks along the depth that a work-group copies in turn")

    @property
    def chunks(self) -> int:
        """Chunks of a block that a work-item copies."""
        return ROWS * CHUNKS // self.items


SPACE = Space(
    Params,
    (
        FITS,
        Rule(
            "the depth has as many groups of blocks",
            lambda p, q, f: p.steps == 1 or p.steps * q.joint <= q.steps,
        ),
        Rule("a work-item holds at most 128 numbers", lambda p, q, f: p.chunks * q.joint * lanes(q) <= 128),
    ),
    requirements=(
        Rule("the form is made for this type of element", lambda p, q, f: q.precision is q.holds),
        Rule("local memory holds a block of 64 rows", lambda p, q, f: local_bytes(q) <= f.local_bytes),
    ),
)


def ctype(q: Split) -> str:
    """The type that elements are moved as."""
    return "ushort" if q.form == "half" else "float"


def lanes(q: Split) -> int:
    """Elements of a chunk."""
    return q.step // CHUNKS


def pitch(q: Split) -> int:
    """Elements from one column of X to the next in local memory: an odd number of 4 bytes."""
    return ROWS + 4 // q.precision.size


def local_bytes(q: Split) -> int:
    """Local memory for exponents, and for a block of elements where rows are not adjacent ones."""
    block = pitch(q) * q.step * q.precision.size if q.order == "col" else 0
    return block + (2 * ROWS * ROW_PITCH * 4 if q.guarded else 0)


def geometry(p: Params, q: Split) -> Launch:
    """A work-group for each 64 rows and ``steps`` groups of blocks along the depth."""
    extent = math.ceil(q.steps / (p.steps * q.joint)) * p.items, q.tiles * q.width // ROWS
    return batch_launch(q, extent, (p.items, 1))


def arguments(_p: Params, q: Split) -> tuple[Argument, ...]:
    """Sizes, X, the blocks, and where the items of a batch begin."""
    batch = (items_argument("x", listed=q.listed),) if q.batched else ()
    blocks = buffer("blocks", "uint", "write", width=4)
    return (*integers("rows", "depth"), *operand(q).arguments, blocks, *batch)


def operand(q: Split) -> Matrix:
    """X."""
    return Matrix("x", q.precision, q.order)


def source(p: Params, q: Split, d: Dialect) -> str:
    """The text of the kernel."""
    src, x, declared = Source(d), operand(q), arguments(p, q)
    with src.kernel("split", declared, (p.items, 1), *q.computed, functions=functions(q, d)):
        src(f"const int place = {d.local_id(0)}, row0 = {d.group_id(1)} * {ROWS};")
        for i in range(p.chunks):
            at = plus("place", i * p.items)
            row, number = chunk_at(q, f"({at})" if i else at)
            src(f"const int r{i} = {row}, c{i} = {number};")
        src(f"const int steps = (depth + {q.step - 1}) / {q.step};")
        per_group = p.steps * q.joint
        src(f"const int start = {times(d.group_id(0), per_group)}, stop = min(start + {per_group}, steps);")
        pointer = f"{d.global_memory}const {ctype(q)} *"
        src(f"{pointer}from = ({pointer})x + x_offset;")
        if q.batched:
            src(f"const {d.index} item = {d.group_id(2)};")
            src(f"from += {item_start('x', 'item', listed=q.listed)};")
            src(f"blocks += item * ((rows + {q.width - 1}) / {q.width}) * steps * {q.block_bytes // 16};")
        if q.order == "col":
            src.local_array(ctype(q), f"tile[{q.step * pitch(q)}]")
        if q.guarded:
            src.local_array("uint", f"largest[{ROWS * ROW_PITCH}]", f"least[{ROWS * ROW_PITCH}]")
        with src.loop("step", "start", "stop", q.joint):
            at = f"({d.index})(row0 / {q.width}) * steps + step"
            words = d.vector("uint", 4)
            src(f"{d.global_memory}{words} *block = blocks + ({at}) * {q.block_bytes // 16};")
            each_group(src, p, q, x)
    return str(src)


def functions(q: Split, d: Dialect) -> list[str]:
    """The functions that read a chunk and cut its numbers."""
    vector = d.vector(ctype(q), lanes(q))
    elements = [f"count > {s} ? x[{s}] : 0" for s in range(lanes(q))]
    texts: list[str] = []
    if q.order == "row":
        texts += [
            f"{d.function}{vector} load_first({d.global_memory}const {ctype(q)} *x, const int count)",
            "{",
            f"  if (count >= {lanes(q)}) return {d.load(lanes(q), 'x')};",
            f"  return {d.construct(vector, *elements)};",
            "}",
        ]
    if q.form == "half3":
        texts += functions_of_halves(d)
    if q.form in {"tf32", "tf32x3"}:
        texts += functions_of_tf32(d)
    return texts


def functions_of_halves(d: Dialect) -> list[str]:
    """The functions that cut a chunk of floats into halves, on their bits."""
    words, numbers, pairs = d.vector("uint", 8), d.vector("float", 8), d.vector("uint", 4)
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
        f"  const {words} bits = ((x >> 16) & 0x8000u) | ((x >> 13) & 0x7fffu);",
        f"  return {d.part('bits', 'even')} | ({d.part('bits', 'odd')} << 16);",
        "}",
    ]


def functions_of_tf32(d: Dialect) -> list[str]:
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


def each_group(src: Source, p: Params, q: Split, x: Matrix) -> None:
    """Read the work-item's chunks of the blocks that are judged together, then cut their numbers and write them."""
    d = src.dialect
    chunks = [(s, i) for s in range(q.joint) for i in range(p.chunks)]
    src(f"{d.vector(ctype(q), lanes(q))} {', '.join(f'x{s}_{i}' for s, i in chunks)};")
    for s in range(q.joint):
        if q.order == "col":
            with src.block():
                through_local_memory(src, p, q, x, s)
        with src.staged() if q.order == "col" else nullcontext():
            for i in range(p.chunks):
                src(f"x{s}_{i} = {chunk(d, q, x, s, i)};")
    if not q.guarded:
        for s, i in chunks:
            with src.block(f"if ({plus('step', s)} < steps)" if s else ""):
                write(src, q, s, i)
        return
    for i in range(p.chunks):
        with src.block():
            extremes(src, q, i)
    with src.staged():
        for i in range(p.chunks):
            with src.block():
                judge(src, q, i)
                for s in range(q.joint):
                    with src.block(f"if ({plus('step', s)} < steps)" if s else ""):
                        guard(src, q, s, i)
                        write(src, q, s, i)


def through_local_memory(src: Source, p: Params, q: Split, x: Matrix, s: int) -> None:
    """Bring block ``s`` of a group to local memory, rows adjacent as they are in X, zeros beyond the edges."""
    d, line = src.dialect, p.items // ROWS
    first = f"(step + {s}) * {q.step}" if s else f"step * {q.step}"
    src(f"const int r = place % {ROWS}, inside = row0 + r < rows ? depth - {first} : 0;")
    src(f"{d.global_memory}const {ctype(q)} *line = from + {x.index(d, 'row0 + r', first)};")
    src(d.unroll())
    with src.loop("i", 0, q.step, line):
        src(f"const int l = {f'i + place / {ROWS}' if line > 1 else 'i'};")
        src(f"tile[l * {pitch(q)} + r] = l < inside ? line[({d.index})l * x_col] : 0;")


def chunk_at(q: Split, place: str) -> tuple[str, str]:
    """The row, and the number in it, of the chunk with this number in the block.

    A sub-group of 32 has 8 rows of 4 chunks where these have 8 elements, else 4 rows of 8, so that its work-items
    read different banks of local memory and write at least 64 adjacent bytes.
    """
    if lanes(q) == 8:
        return f"{place} / 64 * 8 + {place} / 4 % 8", f"{place} % 4 + {place} / 32 % 2 * 4"
    return f"{place} / 8", f"{place} % 8"


def chunk(d: Dialect, q: Split, x: Matrix, s: int, i: int) -> str:
    """The elements of the work-item's chunk number ``i`` in block ``s`` of a group."""
    count = lanes(q)
    vector = d.vector(ctype(q), count)
    if q.order == "col":
        each = (f"tile[{times(plus(f'c{i} * {count}', e), pitch(q))} + r{i}]" for e in range(count))
        return d.construct(vector, *each)
    row, col = f"row0 + r{i}", plus(f"step * {q.step} + c{i} * {count}", s * q.step)
    if q.order == "row":
        return f"load_first(from + {x.index(d, row, col)}, {row} < rows ? {minus('depth', col)} : 0)"
    cols = (plus(f"step * {q.step} + c{i} * {count}", s * q.step + e) for e in range(count))
    each = (f"{row} < rows && {at} < depth ? from[{x.index(d, row, at)}] : 0" for at in cols)
    return d.construct(vector, *each)


def extremes(src: Source, q: Split, i: int) -> None:
    """Leave the sizes of the largest and smallest numbers of chunks ``i`` in local memory, as the bits of floats.

    One is subtracted from the smallest, so that zeros count as large.
    """
    d, count = src.dialect, lanes(q)
    sizes = [f"({d.bits(d.vector('uint', count), f'x{s}_{i}')} & 0x7fffffffu)" for s in range(q.joint)]
    for name, choose, less in (("largest", "max", ""), ("least", "min", " - 1u")):
        value = f"{name}{count}"
        src(f"{d.vector('uint', count)} {value} = {sizes[0]}{less};")
        for size in sizes[1:]:
            src(f"{value} = {choose}({value}, {size}{less});")
        width = count
        while width > 2:
            width //= 2
            halves = f"{d.part(value, 'low')}, {d.part(value, 'high')}"
            src(f"const {d.vector('uint', width)} {name}{width} = {choose}({halves});")
            value = f"{name}{width}"
        src(f"{name}[r{i} * {ROW_PITCH} + c{i}] = {choose}({value}.x, {value}.y);")


def judge(src: Source, q: Split, i: int) -> None:
    """Declare the factor of a row and what is said of it, and bring the numbers of chunks ``i`` to their height."""
    src(f"uint top = largest[r{i} * {ROW_PITCH}], low = least[r{i} * {ROW_PITCH}];")
    for c in range(1, CHUNKS):
        at = f"r{i} * {ROW_PITCH} + {c}"
        src(f"top = max(top, largest[{at}]); low = min(low, least[{at}]);")
    src("const bool some = top != 0;")
    src("top >>= 23; low = (low + 1) >> 23;")
    numbers = [f"x{s}_{i}" for s in range(q.joint)]
    if q.form == "half3":
        src(f"const bool aside = some && (top < {SCALED[0]} || top > {SCALED[1]});")
        src(f"const uint far = some && (low < {UNSCALED[0]} || top > {UNSCALED[1]}) ? {FAR} : 0;")
        src(f"const uint said = (aside ? {ASIDE} : low + {SPAN} < top ? {SPREAD} : 0) | far;")
        src(f"const uint lift = some && !aside ? {2 * 127 + TOP} - top : 127;")
        src("const uint factor = some && !aside ? (254 - lift) << 23 : 0;")
        nothing = src.dialect.splat("float", 8, "0")
        factor = src.dialect.bits("float", "lift << 23")
        src(" ".join(f"{x} = aside ? {nothing} : {x} * {factor};" for x in numbers))
    else:
        src(f"const bool aside = some && (low < {UNSCALED[0]} || top > {UNSCALED[1]});")
        src(f"const uint said = aside ? {ASIDE} : 0, factor = 0x3f800000u;")
        src(f"if (aside) {{ {' '.join(f'{x} = 0;' for x in numbers)} }}")


def guard(src: Source, q: Split, s: int, i: int) -> None:
    """Write the row's factor and what may be said of it behind the planes of block ``s`` of the group."""
    end = (s * q.block_bytes + q.planes * q.plane_bytes) // 16
    at = f"block + {end} + row0 % {q.width} / {ROWS} * {GUARD_BYTES // 16}"
    with src.block(f"if (c{i} == 0)"):
        src(f"{src.dialect.global_memory}uint *guards = ({src.dialect.global_memory}uint *)({at});")
        src(f"guards[r{i}] = factor; guards[{ROWS} + r{i}] = said;")


def write(src: Source, q: Split, s: int, i: int) -> None:
    """Write the parts of chunk ``i`` in block ``s`` of the group to their positions in the planes."""
    d, x = src.dialect, f"x{s}_{i}"
    words = d.vector("uint", 4)
    place = f"(row0 % {q.width} + r{i}) * {LINE_BYTES // 16} + (c{i} ^ (r{i} % {CHUNKS}))"
    src(f"{d.global_memory}{words} *to = block + {plus(place, s * q.block_bytes // 16)};")
    second = f"to[{q.plane_bytes // 16}]"
    if q.form == "half":
        src(f"*to = {d.bits(words, x)};")
    elif q.form == "tf32":
        src(f"*to = tf32_bits({x});")
    elif q.form == "tf32x3":
        src(f"const {words} part = tf32_bits({x});")
        src("*to = part;")
        src(f"{second} = tf32_bits({x} - {d.bits(d.vector('float', 4), 'part')});")
    else:
        src(f"const {d.vector('uint', 8)} part = lowered({x});")
        src("*to = two_halves(part);")
        src(f"{second} = two_halves(lowered(({x} - raised(part)) * {2**LOW_SHIFT}.0f));")


KERNEL = Kernel(
    name="split",
    family=Split,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    made_for=frozenset({"cpu", "gpu", "acc"}),
)
