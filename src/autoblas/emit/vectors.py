"""Vector operands of a kernel, arithmetic on vectors of elements, and the distribution of elements over work-groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, offsets
from autoblas.emit.expressions import enclosed, plus, times
from autoblas.emit.scalars import read, write

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractContextManager

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect, Part
    from autoblas.emit.source import Source
    from autoblas.precision import Precision

__all__ = ["Blocks", "Vector", "VectorArithmetic", "fold", "interleaving", "lanes_of", "scale_pairs"]


@dataclass(frozen=True)
class Vector:
    """A vector argument in a buffer: a pointer, an offset and, where elements are not adjacent, an increment.

    Attributes:
        name: The pointer; ``name_offset`` and ``name_inc`` accompany it, all in elements.
        stored: Element type in memory.
        worked: The compute type: elements are converted to it when they are read, and from it when they are written.
        strided: It has an increment, which may be negative: indices wrap as unsigned numbers do.
        const: The kernel only reads it.
    """

    name: str
    stored: Precision
    worked: Precision
    strided: bool = False
    const: bool = True

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The kernel arguments that hold the vector."""
        memory = buffer(self.name, self.stored, "read" if self.const else "both")
        return (memory, *offsets(f"{self.name}_offset", *((f"{self.name}_inc",) if self.strided else ())))

    def pointer(self, d: Dialect, at: str) -> str:
        """A pointer to the element at ``at``, once the offset has been added."""
        if not self.strided:
            return plus(self.name, at)
        return self.name if at == "0" else f"{self.name} + {enclosed(at)} * ({d.index}){self.name}_inc"

    def read(self, d: Dialect, width: int, at: str) -> str:
        """``width`` adjacent elements from the one at ``at`` on, converted."""
        return read(d, self.stored, self.worked, width, self.pointer(d, at))

    def gather(self, d: Dialect, width: int, at: str) -> str:
        """``width`` elements from the one at ``at`` on as a vector, adjacent in memory or not."""
        if not self.strided or width == 1:
            return self.read(d, width, at)
        elements = [self.read(d, 1, plus(at, lane)) for lane in range(width)]
        return d.construct(d.vector(self.worked.part, width * self.worked.parts), *elements)

    def write(self, d: Dialect, width: int, value: str, at: str) -> str:
        """The statement that writes them, rounded to the type in memory."""
        return write(d, self.stored, self.worked, width, value, self.pointer(d, at))


@dataclass(frozen=True)
class VectorArithmetic:
    """Products of vectors of elements of one precision.

    Real products are written as C has them. For complex ones ``functions`` declares what is called: ``times4`` is the
    product of two vectors of 4 elements, ``scale4`` that of a scalar and a vector, ``conj4`` the conjugates.

    Attributes:
        dialect: The kernel language.
        precision: Type of the elements.
        width: Elements of a vector.
        scalars: The names that stand for one number each, whatever the width.
        real: Those of them that are real although the elements are complex.
    """

    dialect: Dialect
    precision: Precision
    width: int
    scalars: tuple[str, ...] = ()
    real: tuple[str, ...] = ()

    @property
    def ctype(self) -> str:
        """The type of a vector."""
        return self.dialect.vector(self.precision.part, self.width * self.precision.parts)

    @property
    def zero(self) -> str:
        """A vector of zeros."""
        return self.dialect.splat(self.precision.part, self.width * self.precision.parts, "0")

    def conj(self, value: str) -> str:
        """The conjugates of elements or of a scalar; of real ones, as they are."""
        if not self.precision.is_complex or value in self.real:
            return value
        return f"conj{1 if value in self.scalars else self.width}({value})"

    def times(self, *factors: str, conjugate: frozenset[str] = frozenset()) -> str:
        """The product of scalars and elements; those named in ``conjugate`` enter so."""
        *leading, product = (self.conj(factor) if factor in conjugate else factor for factor in factors)
        names = list(factors[:-1])
        for name, factor in zip(reversed(names), reversed(leading), strict=True):
            if not self.precision.is_complex or name in self.real:
                product = f"{factor} * {product}"
            else:
                product = f"{'scale' if name in self.scalars else 'times'}{self.width}({factor}, {product})"
        return product

    def functions(self, needed: Collection[str]) -> list[str]:
        """The lines of the functions that complex products call: those of ``times``, ``scale`` and ``conj`` needed."""
        if not self.precision.is_complex:
            return []
        d, element = self.dialect, self.dialect.element(self.precision)
        parts = d.part("a", "even"), d.part("a", "odd")
        bodies = {
            "times": (f"{self.ctype} a, {self.ctype} b", self._products(*parts)),
            "scale": (
                f"{element} a, {self.ctype} b",
                ["  if (a.y == 0) return a.x * b;", *self._products("a.x", "a.y")],
            ),
            "conj": (f"{self.ctype} a", [f"  {d.set_part('a', 'odd', f'-{parts[1]}')}", "  return a;"]),
        }
        lines = []
        for name, (arguments, body) in bodies.items():
            if name in needed:
                lines += [f"{d.function}{self.ctype} {name}{self.width}({arguments})", "{", *body, "}"]
        return lines

    def _products(self, re: str, im: str) -> list[str]:
        """The body of a function that multiplies the elements of ``b`` by numbers with these parts."""
        return [
            f"  {self.ctype} c;",
            *(f"  {line}" for line in scale_pairs(self.dialect, "c", (re, im), "b")),
            "  return c;",
        ]


@dataclass(frozen=True)
class Blocks:
    """Distribution of the elements of vectors: a block to each work-group, a block's vectors round-robin to its work-items.

    A block is a whole number of spans, of which each work-item takes ``vectors`` vectors; the remainder at the end of
    the last block goes element by element.

    Attributes:
        items: Work-items of a work-group.
        lanes: Elements of a vector.
        vectors: Vectors that a work-item takes at once.
    """

    items: int
    lanes: int
    vectors: int

    @property
    def span(self) -> int:
        """Elements that a work-group takes at once."""
        return self.items * self.lanes * self.vectors

    def per_group(self, n: int, groups: int) -> int:
        """Elements of a block where ``n`` are distributed to at most so many work-groups."""
        return max(-(-n // (groups * self.span)), 1) * self.span

    def count(self, n: int, groups: int) -> int:
        """Work-groups that get a block."""
        return max(-(-n // self.per_group(n, groups)), 1)

    def begin(self, src: Source) -> None:
        """Declare the work-item's number ``item`` and its group's block, from ``first`` to below ``last``."""
        d = src.dialect
        if self.items > 1:
            src(f"const {d.index} item = {d.local_id(0)};")
        src(f"const {d.index} spans = {times(d.group_count(0), self.span)};")
        src(
            f"const {d.index} block = {'(n + spans - 1) / spans' + (f' * {self.span}' if self.span > 1 else '')};"
        )
        src(f"const {d.index} first = {d.group_id(0)} * block;")
        src(f"const {d.index} last = min(first + block, ({d.index})n);")

    def vector_start(self, start: str, vector: int) -> str:
        """First element of vector ``vector`` of the work-item in the span at ``start``."""
        item_offset = times("item", self.lanes) if self.items > 1 else 0
        return plus(start, item_offset, vector * self.items * self.lanes)

    def rest(self, src: Source, var: str, stop: str) -> AbstractContextManager[None]:
        """A loop over the work-item's elements from ``var`` on, one by one."""
        if self.items == 1:
            return src.block(f"for (; {var} < {stop}; ++{var})")
        return src.block(f"for ({var} += item; {var} < {stop}; {var} += {self.items})")


def scale_pairs(
    d: Dialect, to: str, factor: tuple[str, str], pairs: str, operator: str = ""
) -> tuple[str, str]:
    """The statements that set a vector of complex elements to those of another one times a factor.

    Args:
        d: The dialect.
        to: The vector that is assigned to.
        factor: The real and the imaginary part of the factor.
        pairs: The vector that is multiplied.
        operator: ``-`` subtracts the product from the vector.
    """
    (re, im), real, imag = factor, d.part(pairs, "even"), d.part(pairs, "odd")
    return (
        d.set_part(to, "even", f"{re} * {real} - {im} * {imag}", operator),
        d.set_part(to, "odd", f"{re} * {imag} + {im} * {real}", operator),
    )


def interleaving(d: Dialect, vector: str) -> tuple[str, ...]:
    """The functions ``lower`` and ``upper``, which interleave the lanes of those halves of two vectors."""
    halves: tuple[tuple[str, Part], ...] = (("lower", "low"), ("upper", "high"))
    bodies = (
        (name, d.set_part("c", "even", d.part("a", half)), d.set_part("c", "odd", d.part("b", half)))
        for name, half in halves
    )
    return tuple(
        f"{d.function}{vector} {name}({vector} a, {vector} b) {{ {vector} c; {even} {odd} return c; }}"
        for name, even, odd in bodies
    )


def added(left: str, right: str) -> str:
    """The sum of two."""
    return f"{left} + {right}"


def fold(
    src: Source,
    ctype: str,
    lanes: int,
    value: str,
    remaining_lanes: int = 1,
    merge: Callable[[str, str], str] = added,
) -> str:
    """Reduce the lanes of a vector by halves, and return the name of the result.

    Args:
        src: Where the statements go.
        ctype: The type of a lane.
        lanes: Their number.
        value: The vector's name.
        remaining_lanes: Lanes of the result.
        merge: The expression that merges two; their sum by default.
    """
    name = value
    while lanes > remaining_lanes:
        lanes //= 2
        merged = merge(src.dialect.part(name, "low"), src.dialect.part(name, "high"))
        name = f"{value}_{lanes}"
        src(f"const {src.dialect.vector(ctype, lanes)} {name} = {merged};")
    return name


def lanes_of(d: Dialect, precision: Precision, vector: str, width: int, first: int, count: int = 1) -> str:
    """``count`` elements of a vector of ``width``, from the one at ``first`` on; complex ones have two lanes each."""
    if count == width:
        return vector
    lanes = range(first * precision.parts, (first + count) * precision.parts)
    if len(lanes) == 1:
        return d.lane(vector, width, lanes[0])
    return d.lanes(vector, lanes)
