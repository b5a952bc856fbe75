"""Maps vectors element by element: axpy, scal, copy, swap, rotations and products, as the table of operations declares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import buffer, offsets, scalar
from autoblas.emit.scalars import is_zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import Blocks, Vector, VectorArithmetic
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel, batch_launch
from autoblas.kernels.space import Space, param
from autoblas.kernels.vector.shared import ADJACENT, GROUPS, NARROW, batch_arguments, begin, suggestions
from autoblas.problems.vector import Map

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.vector import Term

__all__ = ["KERNEL", "MapParams"]


@dataclass(frozen=True)
class MapParams:
    """Tuning parameters of ``map``."""

    items: int = param(64, 1, 32, 64, 128, 256, 512, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent elements that are read at once")
    vectors: int = param(1, 1, 2, 4, 8, doc="vectors that a work-item takes at once")
    groups: int = param(1024, *GROUPS, doc="work-groups, at most, that the elements are distributed to")


SPACE = Space(MapParams, (FITS, ADJACENT, NARROW), requirements=(COMPUTES,))


def blocks(p: MapParams) -> Blocks:
    """Distribution of the elements."""
    return Blocks(p.items, p.lanes, p.vectors)


def geometry(p: MapParams, q: Map) -> Launch:
    """A work-group for each block; sets of a batch along the third dimension."""
    extent = (blocks(p).count(q.n, p.groups) * p.items, 1)
    return batch_launch(q, extent, (p.items, 1))


def operands(q: Map) -> tuple[Vector, ...]:
    """The vectors as kernel arguments."""
    kind = q.kind
    return tuple(
        Vector(name, q.precision, q.worked, q.strided, const=name not in kind.outputs)
        for name in kind.vectors
    )


def arguments(_p: MapParams, q: Map) -> tuple[Argument, ...]:
    """The length, scalars, vectors, and the offsets and scalars of the sets of a batch."""
    vectors = operands(q)
    factors = tuple(scalar(name, q.factors[name]) for name in q.kind.scalars)
    lists = tuple(buffer(f"{factor.name}s", factor.type) for factor in factors) if q.listed else ()
    vector_arguments = (argument for x in vectors for argument in x.arguments)
    return (
        *offsets("n"),
        *(() if q.listed else factors),
        *vector_arguments,
        *batch_arguments(q, vectors),
        *lists,
    )


def source(p: MapParams, q: Map, d: Dialect) -> str:
    """The text of the kernel."""
    src, distribution, real = Source(d), blocks(p), tuple(q.real.split())
    widths = {
        width: VectorArithmetic(d, q.worked, width, q.kind.scalars, real)
        for width in dict.fromkeys((1, p.lanes))
    }
    functions = [
        line for arithmetic in widths.values() for line in arithmetic.functions(complex_functions(q))
    ]
    with src.kernel("map", arguments(p, q), (p.items, 1), *q.computed, functions=functions):
        begin(src, q, operands(q))
        if q.listed:
            for name, precision in q.factors.items():
                src(f"const {d.element(precision)} {name} = {name}s[set];")
        distribution.begin(src)
        src(f"{d.index} i = first;")
        if distribution.span > p.items:
            with src.block(f"for (; i + {distribution.span} <= last; i += {distribution.span})"):
                step(src, q, widths[p.lanes], [distribution.vector_start("i", v) for v in range(p.vectors)])
        with distribution.rest(src, "i", "last"):
            step(src, q, widths[1], ["i"])
    return str(src)


def complex_functions(q: Map) -> set[str]:
    """The functions on complex numbers that the terms call."""
    terms = [term for terms_of_output in q.kind.outputs.values() for term in terms_of_output]
    functions = {"conj" for term in terms if term.conjugate}
    for term in terms:
        for name in term.factors[:-1]:
            if name not in q.kind.scalars:
                functions.add("times")
            elif name not in q.real.split():
                functions.add("scale")
    return functions


def step(src: Source, q: Map, arithmetic: VectorArithmetic, indices: list[str]) -> None:
    """Read the vectors at these indices, all of them before the first is written."""
    d, kind = src.dialect, q.kind
    several = len(indices) > 1
    names = [{x: f"{x}{v}" if several else f"{x}0" for x in kind.vectors} for v in range(len(indices))]
    vectors = {x.name: x for x in operands(q)}
    for name, index in zip(names, indices, strict=True):
        for x in kind.read:
            src(f"const {arithmetic.ctype} {name[x]} = {vectors[x].read(d, arithmetic.width, index)};")
    for name, index in zip(names, indices, strict=True):
        for output, terms in kind.outputs.items():
            src(vectors[output].write(d, arithmetic.width, total(q, arithmetic, terms, name), index))


def total(q: Map, arithmetic: VectorArithmetic, terms: tuple[Term, ...], names: dict[str, Any]) -> str:
    """The sum of the terms; those with a vanishing scalar that is zero are left out, whatever the vectors contain."""
    by_value = not (q.listed or arithmetic.dialect.in_memory)  # then calls with a zero are not made
    vanishing = () if q.kind.idle and by_value else q.kind.vanishing
    text = ""
    for term in terms:
        factors = [names.get(x, x) for x in term.factors]
        conjugate = frozenset(names.get(x, x) for x in term.conjugate)
        product = arithmetic.times(*factors, conjugate=conjugate)
        for name in set(vanishing) & set(term.factors):
            product = f"({is_zero(q.factors[name], name)} ? {arithmetic.zero} : {product})"
        sign = "-" if term.sign < 0 else "+"
        text = f"{text} {sign} {product}" if text else f"{sign.strip('+')}{product}"
    return text


KERNEL = Kernel(
    name="map",
    family=Map,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
