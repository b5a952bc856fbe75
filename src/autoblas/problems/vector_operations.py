"""The operations on vectors, declared in tables: maps from elements to elements, and reductions to one number.

An operation is a sum of products of names. From that alone follow the text of the kernel, the reference, the error
bound and the counts of operations and bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MAPS", "REDUCTIONS", "MapOperation", "ReduceOperation", "Term"]


class Term(NamedTuple):
    """A product of scalars and elements.

    Attributes:
        sign: 1 or -1.
        factors: The names that are multiplied.
        conjugate: The factors that are conjugated.
    """

    sign: int
    factors: tuple[str, ...]
    conjugate: frozenset[str]


def _term(text: str) -> Term:
    """A term from its words: ``-s' x`` is minus the conjugate of s times x."""
    names = text.removeprefix("-").split()
    conjugate = frozenset(name.rstrip("'") for name in names if name.endswith("'"))
    return Term(-1 if text.startswith("-") else 1, tuple(name.rstrip("'") for name in names), conjugate)


@dataclass(frozen=True)
class MapOperation:
    """The operation of a map on each element.

    Attributes:
        title: The formula.
        outputs: The terms of each vector that is written, computed from the elements as they were before.
        scalars: The numbers that all elements share.
        vanishing: The scalars whose zero removes a term, so that NaN in its elements does not count.
        idle: The scalar whose zero makes a call do nothing.
    """

    title: str
    outputs: Mapping[str, tuple[Term, ...]]
    scalars: tuple[str, ...] = ()
    vanishing: tuple[str, ...] = ()
    idle: str = ""

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The vectors that are read, in order."""
        names = {name for terms in self.outputs.values() for term in terms for name in term.factors}
        return tuple(sorted(names - set(self.scalars)))

    @cached_property
    def vectors(self) -> tuple[str, ...]:
        """All vectors, in order."""
        return tuple(sorted({*self.read, *self.outputs}))


def _map(
    title: str, outputs: dict[str, tuple[str, ...]], scalars: str = "", vanishing: str = "", idle: str = ""
) -> MapOperation:
    terms = {name: tuple(map(_term, texts)) for name, texts in outputs.items()}
    return MapOperation(title, terms, tuple(scalars.split()), tuple(vanishing.split()), idle)


MAPS: dict[str, MapOperation] = {
    "swap": _map("x <-> y", {"x": ("y",), "y": ("x",)}),
    "scal": _map("x = alpha x", {"x": ("alpha x",)}, "alpha"),
    "copy": _map("y = x", {"y": ("x",)}),
    "axpy": _map("y = alpha x + y", {"y": ("alpha x", "y")}, "alpha", "alpha", "alpha"),
    "axpby": _map("y = alpha x + beta y", {"y": ("alpha x", "beta y")}, "alpha beta", "alpha beta"),
    "rot": _map("x, y = c x + s y, c y - conj(s) x", {"x": ("c x", "s y"), "y": ("c y", "-s' x")}, "c s"),
    "rotm": _map(
        "x, y = h11 x + h12 y, h21 x + h22 y",
        {"x": ("h11 x", "h12 y"), "y": ("h21 x", "h22 y")},
        "h11 h12 h21 h22",
    ),
    "had": _map("z = alpha x y + beta z", {"z": ("alpha x y", "beta z")}, "alpha beta", "alpha beta"),
}
"""Every map by its name."""


class ReduceOperation(NamedTuple):
    """The operation of a reduction on vectors.

    Attributes:
        title: The formula.
        kind: ``sum`` of terms, Euclidean ``norm``, or the ``index`` of an extreme element.
        vectors: The vectors that it reads.
        conjugate: The first of two vectors is conjugated.
        magnitude: Of each element the magnitude counts: of complex ones, |re| + |im|.
        least: The index of the least element, not of the largest.
        zero: The index counts from 1, and is 0 unless the extreme element is zero.
        logarithm: Of each element the logarithm of its real part counts, and the result is twice the sum.
        scalars: Numbers that are added to the sum.
    """

    title: str
    kind: Literal["sum", "norm", "index"]
    vectors: tuple[str, ...] = ("x",)
    conjugate: bool = False
    magnitude: bool = False
    least: bool = False
    zero: bool = False
    logarithm: bool = False
    scalars: tuple[str, ...] = ()


REDUCTIONS: dict[str, ReduceOperation] = {
    "dot": ReduceOperation("sum of x y", "sum", ("x", "y")),
    "dotc": ReduceOperation("sum of conj(x) y", "sum", ("x", "y"), conjugate=True),
    "sdsdot": ReduceOperation("alpha + sum of x y", "sum", ("x", "y"), scalars=("alpha",)),
    "sum": ReduceOperation("sum of x", "sum"),
    "asum": ReduceOperation("sum of |re x| + |im x|", "sum", magnitude=True),
    "nrm2": ReduceOperation("square root of the sum of |x|^2", "norm"),
    "iamax": ReduceOperation("first index of the largest |re x| + |im x|", "index", magnitude=True),
    "iamin": ReduceOperation("first index of the least |re x| + |im x|", "index", magnitude=True, least=True),
    "imax": ReduceOperation("first index of the largest x", "index"),
    "imin": ReduceOperation("first index of the least x", "index", least=True),
    "izero": ReduceOperation(
        "number of the first zero, from 1, or 0", "index", magnitude=True, least=True, zero=True
    ),
    "sumlog": ReduceOperation("twice the sum of log re x", "sum", logarithm=True),
}
"""Every reduction by its name."""
