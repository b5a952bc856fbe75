"""Reduces the vectors of a batch, a column of work-items for each: short vectors, and those whose elements lie side by side."""

from __future__ import annotations

import itertools
import math
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import offsets
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus, times
from autoblas.emit.source import Source
from autoblas.emit.vectors import Blocks, VectorArithmetic, lanes_of
from autoblas.kernels.kernel import COMPUTES, Kernel, sides_fit
from autoblas.kernels.space import Rule, Space, param
from autoblas.kernels.vector.groups import reduce_group
from autoblas.kernels.vector.reading import Reader, operands, stream
from autoblas.kernels.vector.shared import NARROW, batch_arguments
from autoblas.kernels.vector.states import result, result_arguments
from autoblas.problems.vector import Reduce

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "ReduceSetsParams"]

SHORT = 64
"""Elements of vectors that are short: a work-group for each would mostly be idle."""

SETS_OF_UNIT = 8
"""Sets for each compute unit of a graphics processor, below which most of them would be idle."""

TURNS = 16
"""Vectors read between two checks of a norm's range."""


@dataclass(frozen=True)
class ReduceSetsParams:
    """Tuning parameters of ``reduce_sets``."""

    items: int = param(
        32, 1, 8, 16, 32, 64, 128, 256, doc="work-items side by side, each with sets of its own"
    )
    lines: int = param(1, 1, 2, 4, 8, 16, 32, doc="lines of work-items, which share the elements of a set")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent sets of a work-item, read at once")
    vectors: int = param(4, 1, 2, 4, 8, doc="elements of a set that are added to sums of their own")


def adds(q: Reduce) -> bool:
    """True of sums without a choice between elements, which lanes can share."""
    split = q.precision.is_complex and (q.split or q.kind.logarithm)
    return q.kind.kind != "index" and not q.guarded and not split


SPACE = Space(
    ReduceSetsParams,
    (
        Rule("lanes are adjacent sets of a plain sum", lambda p, q, f: p.lanes == 1 or (q.interleaved and adds(q))),
        Rule("lanes are for a single line", lambda p, q, f: p.lanes == 1 or p.lines == 1),
        NARROW,
        *sides_fit(lambda p: (p.items, p.lines)),
    ),
    requirements=(
        COMPUTES,
        Rule("it is a batch of one vector a set", lambda p, q, f: q.batched and not q.listed and len(q.kind.vectors) == 1),
    ),
)  # fmt: skip


def geometry(p: ReduceSetsParams, q: Reduce) -> Launch:
    """Sets along the first dimension, lines along the second."""
    across = max(math.ceil(q.items / (p.items * p.lanes)), 1)
    return Launch((across * p.items, p.lines), (p.items, p.lines))


def arguments(_p: ReduceSetsParams, q: Reduce) -> tuple[Argument, ...]:
    """The length, the number of sets, the vector, and the results."""
    (x,) = operands(q)
    return (*offsets("n", "sets"), *x.arguments, *batch_arguments(q, (x,)), *result_arguments(q))


def source(p: ReduceSetsParams, q: Reduce, d: Dialect) -> str:
    """The text of the kernel."""
    src, (x,) = Source(d), operands(q)
    single, wide = (Reader(q, VectorArithmetic(d, x.worked, width)) for width in (1, p.lanes))
    with src.kernel("reduce_sets", arguments(p, q), (p.items, p.lines), *q.computed):
        if p.lanes > 1:
            src(f"{d.index} set = {times(d.global_id(0), p.lanes)};")
            src("x += x_offset + set;")
            with src.block(f"if (set + {p.lanes} <= sets)"):
                add_lanes(src, p, q, wide)
                src("return;")
            with src.block("for (; set < sets; ++set, ++x)"):
                reduce_set(src, p, q, single)
        else:
            src(f"const {d.index} column = {d.global_id(0)}, set = min(column, ({d.index})sets - 1);")
            src("x += x_offset + set * x_step;")
            reduce_set(src, p, q, single, guard="column < sets")
    return str(src)


def reduce_set(src: Source, p: ReduceSetsParams, q: Reduce, single: Reader, guard: str = "") -> None:
    """Reduce the set of a column of work-items."""
    d = src.dialect
    if p.lines > 1:
        src(f"const {d.index} item = {d.local_id(1)}, block = (n + {p.lines - 1}) / {p.lines};")
        src(f"const {d.index} first = item * block, last = min(first + block, ({d.index})n);")
        guard = f"item == 0 && {guard}"
    else:
        src(f"const {d.index} first = 0, last = n;")
    stream(src, q, Blocks(1, 1, p.vectors), single, single, TURNS)
    reduce_group(src, q, p.lines, width=p.items)
    with src.block(f"if ({guard})") if guard else nullcontext():
        result(src, q)


def add_lanes(src: Source, p: ReduceSetsParams, q: Reduce, wide: Reader) -> None:
    """Add the elements of adjacent sets lane by lane."""
    d = src.dialect
    names = [f"s{v}" for v in range(p.vectors)]
    start = d.splat(q.summed.part, wide.lanes, "0")
    src(f"{wide.ctype} {', '.join(f'{name} = {start}' for name in names)};")
    src(f"{d.index} i = 0;")
    if p.vectors > 1:
        with src.block(f"for (; i + {p.vectors} <= n; i += {p.vectors})"):
            for v, name in enumerate(names):
                src(f"{name} += {wide.term(src, plus('i', v), v)};")
    with src.block("for (; i < n; ++i)"):
        src(f"s0 += {wide.term(src, 'i')};")
    for name in names[1:]:
        src(f"s0 += {name};")
    src(f"const {d.index} first = set;")
    for lane in range(p.lanes):
        with src.block():
            src(f"const {d.index} set = {plus('first', lane)};")
            src(f"const {d.element(q.summed)} sum = {lanes_of(d, q.summed, 's0', p.lanes, lane)};")
            result(src, q)


def preference(q: Reduce, f: Facts) -> int:
    """1 of short vectors, and of vectors side by side where there are enough of them for the device."""
    many = f.kind == "cpu" or q.items >= SETS_OF_UNIT * f.compute_units
    return 1 if q.n <= SHORT or (q.interleaved and many) else -1


def suggestions(q: Reduce, f: Facts) -> Iterator[dict[str, Any]]:
    """Wide vectors of adjacent sets on a processor; elsewhere many lines where there are few sets, or long ones."""
    items = min(64, max(q.items // (4 * f.compute_units), 1))
    across = max(count for count in (1, 8, 16, 32, 64) if count <= items)
    if f.kind == "cpu":
        for lanes in (16, 8, 4, 2):
            if q.interleaved and lanes * q.types[-1].size <= f.vector_bytes:
                yield {"items": 1, "lanes": lanes}
        yield {"items": across}
        return
    full = 2048 * f.compute_units  # work-items
    wanted = min(max(full // max(q.items, 1), 1), max(q.n // 8, 1), 32)
    lines = max(count for count in (1, 2, 4, 8, 16, 32) if count <= wanted)
    for count, width in itertools.product((lines, 1), (32, 16, 1)):
        yield {"items": width if count > 1 else 2 * width if width > 1 else 1, "lines": count}


KERNEL = Kernel(
    name="reduce_sets",
    family=Reduce,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    preference=preference,
    suggestions=suggestions,
)
