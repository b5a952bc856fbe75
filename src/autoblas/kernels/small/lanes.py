"""Arithmetic on the same element of several matrices at once: a vector with a lane for each, of complex ones two of them.

In a kernel's text the type of such numbers is ``number``. Complex numbers are structures of their parts, and functions
do what C's operators do on real ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.scalars import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.precision import Precision

__all__ = ["Lanes"]


@dataclass(frozen=True)
class Lanes:
    """Numbers of one precision, in lanes.

    Attributes:
        dialect: The kernel language.
        precision: Their type.
        count: Lanes.
    """

    dialect: Dialect
    precision: Precision
    count: int

    @property
    def real(self) -> str:
        """The type of real numbers in lanes."""
        return self.dialect.vector(self.precision.part, self.count)

    @property
    def integer(self) -> str:
        """The type of whole numbers in lanes, and of comparisons of real ones."""
        wide = self.precision.size // self.precision.parts == 8 and self.count > 1
        return self.dialect.vector("long" if wide else "int", self.count)

    @property
    def number(self) -> str:
        """The type of numbers in lanes."""
        return "number" if self.precision.is_complex else self.real

    def functions(self) -> list[str]:
        """Lines that declare what complex numbers in lanes need: their type, and functions of the names of the methods."""
        if not self.precision.is_complex:
            return []
        d, real = self.dialect, self.real
        one = f"({self.precision.part})1"  # of CUDA's choose the first value has the type of both
        unit = (one, "-r"), ("r", f"-{one}")
        parts = [
            d.where("wide", *(d.splat(self.precision.part, self.count, text) for text in pair))
            for pair in zip(*unit, strict=True)
        ]
        return [
            f"typedef struct {{ {real} re, im; }} number;",
            f"typedef struct {{ number unit; {real} size; }} divisor;",
            f"{d.function}number complex_number({real} re, {real} im) {{ number c; c.re = re; c.im = im; return c; }}",
            f"{d.function}number conj_of(number a) {{ return complex_number(a.re, -a.im); }}",
            f"{d.function}number product(number a, number b)",
            "{",
            "  return complex_number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);",
            "}",
            f"{d.function}number less(number c, number a, number b)",
            "{",
            "  return complex_number(c.re - a.re * b.re + a.im * b.im, c.im - a.re * b.im - a.im * b.re);",
            "}",
            f"{d.function}number over(number a, {real} b) {{ return complex_number(a.re / b, a.im / b); }}",
            f"{d.function}number either({self.integer} mask, number a, number b)",
            "{",
            f"  return complex_number({d.where('mask', 'a.re', 'b.re')}, {d.where('mask', 'a.im', 'b.im')});",
            "}",
            f"{d.function}divisor divisor_of(number b)  // of Smith's algorithm",
            "{",
            "  divisor c;",
            f"  const {self.integer} wide = fabs(b.re) >= fabs(b.im);",
            f"  const {real} r = ({d.where('wide', 'b.im', 'b.re')}) / ({d.where('wide', 'b.re', 'b.im')});",
            f"  c.unit = complex_number({', '.join(parts)});",
            f"  c.size = {d.where('wide', 'b.re + b.im * r', 'b.re * r + b.im')};",
            "  return c;",
            "}",
        ]

    # Expressions.

    def of_real(self, value: str) -> str:
        """A number from real ones."""
        zero = self.dialect.splat(self.precision.part, self.count, "0")
        return f"complex_number({value}, {zero})" if self.precision.is_complex else value

    def constant(self, value: str) -> str:
        """A real number in all lanes."""
        real = self.dialect.splat(self.precision.part, self.count, value)
        return self.of_real(f"({self.real})({value})" if self.count == 1 else real)

    def real_part(self, a: str) -> str:
        """The real part."""
        return f"{a}.re" if self.precision.is_complex else a

    def conj(self, a: str) -> str:
        """The conjugate."""
        return f"conj_of({a})" if self.precision.is_complex else a

    def less(self, c: str, a: str, b: str) -> str:
        """A number less the product of two."""
        return f"less({c}, {a}, {b})" if self.precision.is_complex else f"{c} - {a} * {b}"

    def product(self, a: str, b: str) -> str:
        """The product of two numbers."""
        return f"product({a}, {b})" if self.precision.is_complex else f"{a} * {b}"

    def over(self, a: str, b: str) -> str:
        """The quotient of a number and a real one."""
        return f"over({a}, {b})" if self.precision.is_complex else f"{a} / {b}"

    def times(self, a: str, b: str) -> str:
        """The product of a named number and a real one."""
        return f"complex_number({a}.re * {b}, {a}.im * {b})" if self.precision.is_complex else f"{a} * {b}"

    def square(self, a: str) -> str:
        """The square of the absolute value."""
        return f"({a}.re * {a}.re + {a}.im * {a}.im)" if self.precision.is_complex else f"{a} * {a}"

    def size(self, a: str) -> str:
        """The absolute value; of complex numbers the sum of those of their parts, as LAPACK compares them."""
        return f"fabs({a}.re) + fabs({a}.im)" if self.precision.is_complex else f"fabs({a})"

    def either(self, mask: str, a: str, b: str) -> str:
        """``a`` in the lanes of a comparison that holds, ``b`` in the others."""
        return f"either({mask}, {a}, {b})" if self.precision.is_complex else self.dialect.where(mask, a, b)

    def whole(self, mask: str, value: str, otherwise: str) -> str:
        """Whole numbers: a scalar in the lanes of a comparison that holds, ``otherwise`` in the others."""
        scalar = value if self.count == 1 else self.dialect.construct(self.integer, value)
        return self.dialect.where(mask, scalar, otherwise)

    def any_lane(self, a: str, b: str) -> str:
        """The condition that whole numbers are equal to a scalar in some lane."""
        return f"{a} == {b}" if self.count == 1 else f"!{self.dialect.all_lanes(f'{a} != {b}')}"

    def lane(self, a: str, lane: int) -> str:
        """One of the lanes of whole or of real numbers."""
        return self.dialect.lane(a, self.count, lane)

    # Statements.

    def declare_divisor(self, src: Source, name: str, value: str) -> None:
        """Declare what numbers are divided by with ``quotient``."""
        if self.precision.is_complex:
            src(f"const divisor {name} = divisor_of({value});")
        else:
            src(f"const {self.number} {name} = {value};")

    def quotient(self, a: str, divisor: str) -> str:
        """The quotient of a number and one that ``declare_divisor`` declared, as Smith's algorithm has it."""
        if self.precision.is_complex:
            return f"over(product({a}, {divisor}.unit), {divisor}.size)"
        return f"{a} / {divisor}"

    def declare_inverse(self, src: Source, name: str, value: str) -> None:
        """Declare what numbers are divided by with ``over_inverse``, many times: by its inverse, if that is a normal number."""
        self.declare_divisor(src, name, value)
        if not self.precision.is_complex:
            src(f"const {self.real} {name}_inverse = 1 / {name};")
            src(f"const int {name}_normal = isnormal({name}_inverse);")

    def over_inverse(self, a: str, divisor: str) -> str:
        """The quotient of a number and one that ``declare_inverse`` declared."""
        quotient = self.quotient(a, divisor)
        if self.precision.is_complex:
            return quotient
        return f"{divisor}_normal ? {a} * {divisor}_inverse : {quotient}"

    def gathered(self, x: Matrix, index: Callable[[int], str]) -> str:
        """Elements of the matrices, one from each, as numbers.

        Args:
            x: The operand, whose matrix of lane 1 begins at ``x_1``.
            index: The position of an element in the matrix of a lane.
        """
        d = self.dialect
        values = [x.read_at(d, f"{x.name}_{lane} + {index(lane)}") for lane in range(self.count)]
        if not self.precision.is_complex:
            return values[0] if self.count == 1 else d.construct(self.real, *values)
        parts = [[f"({value}).{part}" for value in values] for part in "xy"]
        vectors = [part[0] if self.count == 1 else d.construct(self.real, *part) for part in parts]
        return f"complex_number({', '.join(vectors)})"

    def scatter(self, src: Source, x: Matrix, index: Callable[[int], str], value: str) -> None:
        """Write the lanes of a named number to elements of the matrices; the counterpart of ``gathered``."""
        d, kind = self.dialect, x.target
        for lane in range(self.count):
            if kind.is_complex:
                parts = (self.lane(f"{value}.{part}", lane) for part in ("re", "im"))
                element = d.construct(d.element(kind), *parts)
            else:
                element = self.lane(value, lane)
            src(write(d, x.stored, kind, 1, element, f"{x.name}_{lane} + {index(lane)}"))
