"""Accumulation of vector elements in the state of a reduction: plain sums, sums guarded from overflow, and searches.

States are those of ``states``. Elements are read in vectors while whole spans remain, then one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, times
from autoblas.emit.vectors import Blocks, Vector, VectorArithmetic, fold
from autoblas.kernels.vector.states import NONE, guards, slots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.problems.vector import Reduce

__all__ = ["Reader", "operands", "stream"]


def operands(q: Reduce) -> tuple[Vector, ...]:
    """The vectors as kernel arguments."""
    worked = q.accumulator if q.accumulator.is_complex == q.precision.is_complex else q.precision
    return tuple(Vector(name, q.precision, worked, q.strided) for name in q.kind.vectors)


@dataclass(frozen=True)
class Reader:
    """Reads vectors of elements as terms of a reduction.

    Attributes:
        q: The problem.
        arithmetic: Arithmetic on the elements of one vector.
    """

    q: Reduce
    arithmetic: VectorArithmetic

    @property
    def ctype(self) -> str:
        """The type of a vector of terms."""
        return self.arithmetic.dialect.vector(self.q.summed.part, self.lanes)

    @property
    def lanes(self) -> int:
        """Real numbers of a vector of terms: the magnitude or the logarithm of a complex element is one."""
        single = self.q.kind.kind == "index" or self.q.kind.logarithm
        return self.arithmetic.width * (1 if single else self.arithmetic.precision.parts)

    def term(self, src: Source, at: str, number: int = 0) -> str:
        """Read the elements at ``at`` and return the expression of their terms."""
        q, d = self.q, self.arithmetic.dialect
        names = {x.name: f"{x.name}{number}" for x in operands(q)}
        for x in operands(q):
            src(f"const {self.arithmetic.ctype} {names[x.name]} = {x.read(d, self.arithmetic.width, at)};")
        x0 = names["x"]
        if q.kind.kind == "norm":
            return f"{x0} * {x0}"
        if len(names) == 2:
            conjugate = frozenset({x0}) if q.kind.conjugate else frozenset()
            return self.arithmetic.times(x0, names["y"], conjugate=conjugate)
        if q.kind.logarithm:
            return f"log({d.part(x0, 'even') if q.precision.is_complex else x0})"
        if q.kind.kind == "index" and q.precision.is_complex:
            return f"{d.part(f'fabs({x0})', 'even')} + {d.part(f'fabs({x0})', 'odd')}"
        return f"fabs({x0})" if q.kind.magnitude else x0


def stream(src: Source, q: Reduce, distribution: Blocks, wide: Reader, single: Reader, turns: int) -> None:
    """Accumulate the work-item's part of the block in its state."""
    for slot in slots(src.dialect, q):
        src(f"{slot.ctype} {slot.name} = {slot.start};")
    if q.kind.kind == "index":
        search(src, q, distribution, wide, single, turns)
    elif q.guarded:
        sum_guarded(src, q, distribution, wide, single, turns)
    else:
        src(f"{src.dialect.index} i = first;")
        sum_terms(src, distribution, wide, single, ("i", "last"), "sum")


def sum_terms(
    src: Source, distribution: Blocks, wide: Reader, single: Reader, bounds: tuple[str, str], total: str
) -> None:
    """Add the terms from one variable of ``bounds`` to below the other to ``total``."""
    q, (var, stop) = wide.q, bounds
    if distribution.span > distribution.items:
        names = [f"s{v}" for v in range(distribution.vectors)]
        start = src.dialect.splat(q.summed.part, wide.lanes, "0")
        src(f"{wide.ctype} {', '.join(f'{name} = {start}' for name in names)};")
        with src.block(f"for (; {var} + {distribution.span} <= {stop}; {var} += {distribution.span})"):
            for v, name in enumerate(names):
                src(f"{name} += {wide.term(src, distribution.vector_start(var, v), v)};")
        while len(names) > 1:
            half = len(names) // 2
            for augend, addend in zip(names[:half], names[half:], strict=True):
                src(f"{augend} += {addend};")
            names = names[:half]
        src(f"{total} += {fold(src, q.summed.part, wide.lanes, 's0', q.summed.parts)};")
    with distribution.rest(src, var, stop):
        term = single.term(src, var)
        if single.lanes > q.summed.parts:  # both parts of a complex element count alike
            src(f"const {single.ctype} terms = {term};")
            term = "terms.x + terms.y"
        src(f"{total} += {term};")


def sum_guarded(
    src: Source, q: Reduce, distribution: Blocks, wide: Reader, single: Reader, turns: int
) -> None:
    """Sum squares in rounds; a round whose sum left the safe range is read again and summed by Blue's algorithm."""
    d, g, ctype = src.dialect, guards(q.summed), src.dialect.element(q.summed)
    size = turns * distribution.span
    with src.block(f"for ({d.index} turn = first; turn < last; turn += {size})"):
        src(f"const {d.index} stop = min(turn + {size}, last);")
        src(f"{d.index} i = turn;")
        src(f"{ctype} sum = 0;")
        sum_terms(src, distribution, wide, single, ("i", "stop"), "sum")
        with src.block(f"if (sum > {g.low} && sum < {g.high})"):
            src("medium += sum;")
        with src.block("else"):
            src("i = turn;")
            for at in item_elements(src, distribution, "i", "stop"):
                (x,) = operands(q)
                src(f"const {single.arithmetic.ctype} x0 = {x.read(d, 1, at)};")
                for part in ("x0.x", "x0.y") if q.precision.is_complex else ("x0",):
                    with src.block():
                        src(f"const {ctype} size = fabs({part});")
                        src(f"if (size > {g.huge}) large += (size * {g.down}) * (size * {g.down});")
                        src(f"else if (size < {g.tiny}) small += (size * {g.up}) * (size * {g.up});")
                        src("else medium += size * size;")


def item_elements(
    src: Source, distribution: Blocks, var: str, stop: str, condition: str = ""
) -> Iterator[str]:
    """Loop over the work-item's elements from ``var`` to below ``stop``, one by one, in order.

    Args:
        src: Where the statements go.
        distribution: Distribution of the elements.
        var: The loop variable.
        stop: Its end.
        condition: The loops end where it is false.

    Yields:
        The index of an element, for a statement that uses it: once in the loop over whole spans, once in that over the rest.
    """
    d, guard = src.dialect, f"{condition} && " if condition else ""
    if distribution.span > distribution.items:
        head = f"for (; {guard}{var} + {distribution.span} <= {stop}; {var} += {distribution.span})"
        with (
            src.block(head),
            src.loop("vector", 0, distribution.vectors),
            src.loop("lane", 0, distribution.lanes),
        ):
            step = times("vector", distribution.items * distribution.lanes)
            item_offset = f" + item * {distribution.lanes}" if distribution.items > 1 else ""
            src(f"const {d.index} at = {var}{item_offset} + {step} + lane;")
            yield "at"
    with distribution.rest(src, var, f"{stop} && {condition}" if condition else stop):
        yield var


def search(src: Source, q: Reduce, distribution: Blocks, wide: Reader, single: Reader, turns: int) -> None:
    """Find the extreme, then its index in the first turn or round that contains it."""
    d, ctype = src.dialect, src.dialect.element(q.summed)
    start = slots(d, q)[1].start
    if turns == 1:
        search_by_turns(src, q, distribution, wide, single)
    else:
        search_by_rounds(src, q, distribution, wide, single, turns)
    if q.kind.zero:
        return
    first_item = " && item == 0" if distribution.items > 1 else ""
    with src.block(f"if (first == 0 && n > 0{first_item})"):
        src.comment("what nothing exceeds, and a first element that is not a number, is the answer")
        src(f"const {ctype} head = {single.term(src, '0')};")
        src("if (head != head) best = -(" + start + ");")
        src(f"if (head != head || where == {NONE}) where = 0;")


def extreme_of(d: Dialect, q: Reduce, a: str, b: str) -> str:
    """The more extreme of two numbers, or of vectors lane by lane; the second one where they are equal."""
    return d.where(f"{a} {'<' if q.kind.least else '>'} {b}", a, b)


def search_by_turns(src: Source, q: Reduce, distribution: Blocks, wide: Reader, single: Reader) -> None:
    """Compare the extreme of each turn with the best so far; then read the best turn's elements again for the index."""
    d, ctype = src.dialect, src.dialect.element(q.summed)
    better, most_of = ("<", "fmin") if q.kind.least else (">", "fmax")  # which ignore NaN
    vectors = range(distribution.vectors)
    has_spans = distribution.span > distribution.items
    src(f"{d.index} i = first{', found = last' if has_spans else ''};")
    if has_spans:
        with src.block(f"for (; i + {distribution.span} <= last; i += {distribution.span})"):
            for v in vectors:
                src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.vector_start('i', v), v)};")
            names = [f"k{v}" for v in vectors]
            while len(names) > 1:
                first, second = names[:2]
                src(f"const {wide.ctype} {first}_{second} = {most_of}({first}, {second});")
                names = [*names[2:], f"{first}_{second}"]
            top = fold(src, ctype, wide.lanes, names[0], merge=lambda x, y: f"{most_of}({x}, {y})")
            src(f"const {ctype} top = {top};")
            with src.block(f"if (top {better} best)"):
                src("best = top;")
                src("found = i;")
    with distribution.rest(src, "i", "last"):
        src(f"const {ctype} key = {single.term(src, 'i')};")
        with src.block(f"if (key {better} best)"):
            src("best = key;")
            src("where = i;")
    if not has_spans:
        return
    with src.block(f"if (found < last && where == {NONE})"):
        for v in vectors:
            src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.vector_start('found', v), v)};")
        for v in reversed(vectors):
            for lane in reversed(range(distribution.lanes)):
                key = d.lane(f"k{v}", wide.lanes, lane)
                src(f"if ({key} == best) where = {plus(distribution.vector_start('found', v), lane)};")


def search_by_rounds(
    src: Source, q: Reduce, distribution: Blocks, wide: Reader, single: Reader, turns: int
) -> None:
    """Compare turns lane by lane, and the lanes once a round; then search the best round's elements for the index."""
    d, ctype = src.dialect, src.dialect.element(q.summed)
    size, better = turns * distribution.span, "<" if q.kind.least else ">"
    start = slots(d, q)[1].start
    src(f"{d.index} found = last;")
    with src.block(f"for ({d.index} turn = first; turn < last; turn += {size})"):
        src(f"const {d.index} stop = min(turn + {size}, last);")
        src(f"{d.index} i = turn;")
        src(f"{ctype} top = {start};")
        if distribution.span > distribution.items:
            names = [f"m{v}" for v in range(distribution.vectors)]
            src(f"{wide.ctype} {', '.join(f'{name} = {start}' for name in names)};")
            with src.block(f"for (; i + {distribution.span} <= stop; i += {distribution.span})"):
                for v, name in enumerate(names):
                    src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.vector_start('i', v), v)};")
                    src(f"{name} = {extreme_of(d, q, f'k{v}', name)};")
            for name in names[1:]:
                src(f"m0 = {extreme_of(d, q, name, 'm0')};")
            src(f"top = {fold(src, ctype, wide.lanes, 'm0', merge=lambda x, y: extreme_of(d, q, x, y))};")
        with distribution.rest(src, "i", "stop"):
            src(f"const {ctype} key = {single.term(src, 'i')};")
            src(f"top = {extreme_of(d, q, 'key', 'top')};")
        with src.block(f"if (top {better} best)"):
            src("best = top;")
            src("found = turn;")
    locate(src, distribution, single, size)


def locate(src: Source, distribution: Blocks, single: Reader, size: int) -> None:
    """Find the first of the work-item's elements of a round that is the extreme."""
    d = src.dialect
    with src.block("if (found < last)"):
        src(f"const {d.index} stop = min(found + {size}, last);")
        src(f"{d.index} i = found;")
        for at in item_elements(src, distribution, "i", "stop", f"where == {NONE}"):
            src(f"const {single.ctype} key = {single.term(src, at)};")
            src(f"if (where == {NONE} && key == best) where = {at};")
