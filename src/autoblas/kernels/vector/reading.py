"""How the elements of vectors come into the state of a reduction: read as terms, and summed, guarded or searched.

States are those of ``states``. Elements are read a vector at a time as far as whole ones go, and one by one at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.vectors import Arithmetic, Blocks, Vector, fold
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
    """How terms are read, a vector of elements at a time.

    Attributes:
        q: The problem.
        arithmetic: Arithmetic on as many elements as are read at once.
    """

    q: Reduce
    arithmetic: Arithmetic

    @property
    def ctype(self) -> str:
        """The type of a vector of terms."""
        return self.arithmetic.dialect.vector(self.q.summed.part, self.lanes)

    @property
    def lanes(self) -> int:
        """Real numbers of a vector of terms: the magnitude of a complex element is one."""
        searched = self.q.kind.kind == "index"
        return self.arithmetic.width * (1 if searched else self.arithmetic.precision.parts)

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
        if q.kind.kind == "index" and q.precision.is_complex:
            return f"{d.part(f'fabs({x0})', 'even')} + {d.part(f'fabs({x0})', 'odd')}"
        return f"fabs({x0})" if q.kind.magnitude else x0


def stream(src: Source, q: Reduce, distribution: Blocks, wide: Reader, one: Reader, turns: int) -> None:
    """Read the work-item's part of the block into its state."""
    for slot in slots(src.dialect, q):
        src(f"{slot.ctype} {slot.name} = {slot.start};")
    if q.kind.kind == "index":
        search(src, q, distribution, wide, one, turns)
    elif q.guarded:
        guarded(src, q, distribution, wide, one, turns)
    else:
        src(f"{src.dialect.index} i = first;")
        sums(src, distribution, wide, one, ("i", "last"), "sum")


def sums(
    src: Source, distribution: Blocks, wide: Reader, one: Reader, bounds: tuple[str, str], total: str
) -> None:
    """Add the terms from one variable of ``bounds`` to below the other to ``total``."""
    q, (var, stop) = wide.q, bounds
    if distribution.span > distribution.items:
        names = [f"s{v}" for v in range(distribution.vectors)]
        start = src.dialect.splat(q.summed.part, wide.lanes, "0")
        src(f"{wide.ctype} {', '.join(f'{name} = {start}' for name in names)};")
        with src.block(f"for (; {var} + {distribution.span} <= {stop}; {var} += {distribution.span})"):
            for v, name in enumerate(names):
                src(f"{name} += {wide.term(src, distribution.place(var, v), v)};")
        while len(names) > 1:
            half = len(names) // 2
            for left, right in zip(names[:half], names[half:], strict=True):
                src(f"{left} += {right};")
            names = names[:half]
        src(f"{total} += {fold(src, q.summed.part, wide.lanes, 's0', q.summed.parts)};")
    with distribution.rest(src, var, stop):
        term = one.term(src, var)
        if one.lanes > q.summed.parts:  # both parts of a complex element count alike
            src(f"const {one.ctype} terms = {term};")
            term = "terms.x + terms.y"
        src(f"{total} += {term};")


def guarded(src: Source, q: Reduce, distribution: Blocks, wide: Reader, one: Reader, turns: int) -> None:
    """Sum squares a round at a time, plainly; a round whose sum left the safe range is read again, with care."""
    d, g, ctype = src.dialect, guards(q.summed), src.dialect.element(q.summed)
    size = turns * distribution.span
    with src.block(f"for ({d.index} turn = first; turn < last; turn += {size})"):
        src(f"const {d.index} stop = min(turn + {size}, last);")
        src(f"{d.index} i = turn;")
        src(f"{ctype} sum = 0;")
        sums(src, distribution, wide, one, ("i", "stop"), "sum")
        with src.block(f"if (sum > {g.low} && sum < {g.high})"):
            src("medium += sum;")
        with src.block("else"):
            src("i = turn;")
            for at in own_elements(src, distribution, "i", "stop"):
                (x,) = operands(q)
                src(f"const {one.arithmetic.ctype} x0 = {x.read(d, 1, at)};")
                for part in ("x0.x", "x0.y") if q.precision.is_complex else ("x0",):
                    with src.block():
                        src(f"const {ctype} size = fabs({part});")
                        src(f"if (size > {g.huge}) large += (size * {g.down}) * (size * {g.down});")
                        src(f"else if (size < {g.tiny}) small += (size * {g.up}) * (size * {g.up});")
                        src("else medium += size * size;")


def own_elements(src: Source, distribution: Blocks, var: str, stop: str, going_on: str = "") -> Iterator[str]:
    """Loops over the work-item's elements from ``var`` to below ``stop``, one by one, in order.

    Args:
        src: Where the statements go.
        distribution: How elements are distributed.
        var: The variable that counts.
        stop: Where it stops.
        going_on: A condition without which the loops end.

    Yields:
        Where an element is, for a statement that uses it: once inside the loop over whole spans, once for the rest.
    """
    d, condition = src.dialect, f"{going_on} && " if going_on else ""
    if distribution.span > distribution.items:
        head = f"for (; {condition}{var} + {distribution.span} <= {stop}; {var} += {distribution.span})"
        with (
            src.block(head),
            src.loop("vector", 0, distribution.vectors),
            src.loop("lane", 0, distribution.lanes),
        ):
            own = f" + item * {distribution.lanes}" if distribution.items > 1 else ""
            src(
                f"const {d.index} at = {var}{own} + vector * {distribution.items * distribution.lanes} + lane;"
            )
            yield "at"
    with distribution.rest(src, var, f"{stop} && {going_on}" if going_on else stop):
        yield var


def search(src: Source, q: Reduce, distribution: Blocks, wide: Reader, one: Reader, turns: int) -> None:
    """Look for the extreme a round at a time, then for its index in the first round that held it."""
    d, ctype = src.dialect, src.dialect.element(q.summed)
    start = slots(d, q)[1].start
    if turns == 1:
        each_turn(src, q, distribution, wide, one)
    else:
        by_rounds(src, q, distribution, wide, one, turns)
    own = " && item == 0" if distribution.items > 1 else ""
    with src.block(f"if (first == 0 && n > 0{own})"):
        src.comment("what nothing exceeds, and a first element that is not a number, is the answer")
        src(f"const {ctype} head = {one.term(src, '0')};")
        src("if (head != head) best = -(" + start + ");")
        src(f"if (head != head || where == {NONE}) where = 0;")


def most(d: Dialect, q: Reduce, left: str, right: str) -> str:
    """The more extreme of two numbers, or of those side by side in vectors; the second one where they are equal."""
    return d.where(f"{left} {'<' if q.kind.least else '>'} {right}", left, right)


def each_turn(src: Source, q: Reduce, distribution: Blocks, wide: Reader, one: Reader) -> None:
    """Compare what each turn brings with the best so far, and read the best turn's elements once more for its index."""
    d, ctype = src.dialect, src.dialect.element(q.summed)
    better, most_of = ("<", "fmin") if q.kind.least else (">", "fmax")  # which pass over what is not a number
    vectors = range(distribution.vectors)
    whole = distribution.span > distribution.items
    src(f"{d.index} i = first{', found = last' if whole else ''};")
    if whole:
        with src.block(f"for (; i + {distribution.span} <= last; i += {distribution.span})"):
            for v in vectors:
                src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.place('i', v), v)};")
            names = [f"k{v}" for v in vectors]
            while len(names) > 1:
                left, right = names[:2]
                src(f"const {wide.ctype} {left}_{right} = {most_of}({left}, {right});")
                names = [*names[2:], f"{left}_{right}"]
            top = fold(src, ctype, wide.lanes, names[0], merge=lambda x, y: f"{most_of}({x}, {y})")
            src(f"const {ctype} top = {top};")
            with src.block(f"if (top {better} best)"):
                src("best = top;")
                src("found = i;")
    with distribution.rest(src, "i", "last"):
        src(f"const {ctype} key = {one.term(src, 'i')};")
        with src.block(f"if (key {better} best)"):
            src("best = key;")
            src("where = i;")
    if not whole:
        return
    with src.block(f"if (found < last && where == {NONE})"):
        for v in vectors:
            src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.place('found', v), v)};")
        for v in reversed(vectors):
            for lane in reversed(range(distribution.lanes)):
                key = d.lane(f"k{v}", wide.lanes, lane)
                src(f"if ({key} == best) where = {plus(distribution.place('found', v), lane)};")


def by_rounds(src: Source, q: Reduce, distribution: Blocks, wide: Reader, one: Reader, turns: int) -> None:
    """Compare so many turns lane by lane before the lanes with each other, and go through the best round's elements."""
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
                    src(f"const {wide.ctype} k{v} = {wide.term(src, distribution.place('i', v), v)};")
                    src(f"{name} = {most(d, q, f'k{v}', name)};")
            for name in names[1:]:
                src(f"m0 = {most(d, q, name, 'm0')};")
            src(f"top = {fold(src, ctype, wide.lanes, 'm0', merge=lambda x, y: most(d, q, x, y))};")
        with distribution.rest(src, "i", "stop"):
            src(f"const {ctype} key = {one.term(src, 'i')};")
            src(f"top = {most(d, q, 'key', 'top')};")
        with src.block(f"if (top {better} best)"):
            src("best = top;")
            src("found = turn;")
    locate(src, distribution, one, size)


def locate(src: Source, distribution: Blocks, one: Reader, size: int) -> None:
    """Find the first of the work-item's elements of a round that is the extreme."""
    d = src.dialect
    with src.block("if (found < last)"):
        src(f"const {d.index} stop = min(found + {size}, last);")
        src(f"{d.index} i = found;")
        for at in own_elements(src, distribution, "i", "stop", f"where == {NONE}"):
            src(f"const {one.ctype} key = {one.term(src, at)};")
            src(f"if (where == {NONE} && key == best) where = {at};")
