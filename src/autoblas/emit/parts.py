"""Sums of products in vector lanes; complex sums are pairs of vectors that are combined at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.vectors import fold

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision

__all__ = ["Lanes"]


@dataclass(frozen=True)
class Lanes:
    """Vectors of elements of one precision, for sums of products.

    A complex product takes two multiply-adds of whole vectors: with one factor as it is, and with its real and imaginary
    parts swapped. The swapped factor is the one that many products share.

    Attributes:
        dialect: The kernel language.
        precision: Type of the elements.
        width: Elements of a vector.
    """

    dialect: Dialect
    precision: Precision
    width: int

    @property
    def parts(self) -> int:
        """Real numbers of a vector."""
        return self.width * self.precision.parts

    @property
    def ctype(self) -> str:
        """The type of a vector."""
        return self.dialect.vector(self.precision.part, self.parts)

    def exchanged(self, name: str) -> str:
        """A vector with the real and imaginary parts of each element exchanged."""
        return self.dialect.lanes(name, [lane ^ 1 for lane in range(self.parts)])

    def declare_sum(self, src: Source, name: str) -> None:
        """Declare sums that begin at zero."""
        zero = self.dialect.splat(self.precision.part, self.parts, "0")
        names = (name, f"{name}_turned") if self.precision.is_complex else (name,)
        for total in names:
            src(f"{self.ctype} {total} = {zero};")

    def declare_turned(self, src: Source, name: str) -> None:
        """Declare the swapped vector of a factor, which ``add`` needs."""
        if self.precision.is_complex:
            src(f"const {self.ctype} {name}_turned = {self.exchanged(name)};")

    def add(self, src: Source, total: str, left: str, right: str) -> None:
        """Add the products of the elements of two vectors, side by side."""
        src(f"{total} += {left} * {right};")
        if self.precision.is_complex:
            src(f"{total}_turned += {left} * {right}_turned;")

    def folded(self, src: Source, total: str, *, conjugate: bool) -> str:
        """Add the lanes, and return the one sum; with ``conjugate`` the left factors are conjugated."""
        part = self.precision.part
        lanes = self.precision.parts
        value = fold(src, part, self.parts, total, lanes)
        if not self.precision.is_complex:
            return value
        turned = fold(src, part, self.parts, f"{total}_turned", lanes)
        re, im = ("+", "-") if conjugate else ("-", "+")
        pair = f"{value}.x {re} {value}.y", f"{turned}.x {im} {turned}.y"
        return self.dialect.construct(self.dialect.element(self.precision), *pair)

    def declare_factor(self, src: Source, name: str, value: str, *, conjugate: bool) -> None:
        """Declare the vectors of an element for ``add_scaled``; with ``conjugate`` the vectors that it multiplies are conjugated."""
        if not self.precision.is_complex:
            src(f"const {self.ctype} {name} = {self.dialect.splat(self.precision.part, self.parts, value)};")
            return
        signs = (("", "-"), ("", "")) if conjugate else (("", ""), ("-", ""))
        for vector, part, (even, odd) in ((name, "x", signs[0]), (f"{name}_turned", "y", signs[1])):
            pair = [f"{even}{value}.{part}", f"{odd}{value}.{part}"]
            src(f"const {self.ctype} {vector} = {self.dialect.construct(self.ctype, *pair * self.width)};")

    def add_scaled(self, src: Source, total: str, vector: str, factor: str) -> None:
        """Add a vector times the element that ``declare_factor`` declared."""
        src(f"{total} += {vector} * {factor};")
        if self.precision.is_complex:
            src(f"{total} += {self.exchanged(vector)} * {factor}_turned;")
