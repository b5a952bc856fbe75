"""Adds partial vectors and stores y: the second launch of matrix-vector products summed by several work-groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, offsets, scalar, scalars
from autoblas.emit.scalars import is_zero, multiple, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import Blocks, Vector
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Space, param
from autoblas.problems.matvec import VectorSum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "VectorSumParams"]


@dataclass(frozen=True)
class VectorSumParams:
    """Tuning parameters of ``vector_sum``."""

    items: int = param(64, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    groups: int = param(
        64, 1, 2, 4, 16, 64, 256, 1024, doc="work-groups, at most, that the elements are distributed to"
    )


SPACE = Space(VectorSumParams, (FITS,), requirements=(COMPUTES,))


def blocks(p: VectorSumParams) -> Blocks:
    """Distribution of the elements."""
    return Blocks(p.items, 1, 1)


def geometry(p: VectorSumParams, q: VectorSum) -> Launch:
    """A work-group for each block."""
    return Launch((blocks(p).count(q.n, p.groups) * p.items, 1), (p.items, 1))


def operand(q: VectorSum) -> Vector:
    """The vector y."""
    return Vector("y", q.precision, q.worked, q.strided, const=False)


def arguments(_p: VectorSumParams, q: VectorSum) -> tuple[Argument, ...]:
    """The length, factors, partial vectors, and y."""
    kind = q.worked
    sums = (*scalars(kind, "alpha", "beta"), buffer("partial", kind)) if q.parts else (scalar("beta", kind),)
    return (*offsets("n"), *sums, *operand(q).arguments)


def source(p: VectorSumParams, q: VectorSum, d: Dialect) -> str:
    """The text of the kernel."""
    src, y, kind = Source(d), operand(q), q.worked
    declared = arguments(p, q)
    with src.kernel("vector_sum", declared, (p.items, 1), *q.computed, worked=kind):
        src("y += y_offset;")
        blocks(p).begin(src)
        src(f"{d.index} i = first;")
        with blocks(p).rest(src, "i", "last"):
            if q.parts:
                src(f"{d.element(kind)} sum = partial[i];")
            if q.parts > 1:
                with src.block(f"for ({d.index} part = 1; part < {q.parts}; ++part)"):
                    src("sum += partial[part * n + i];")
            old = f"({is_zero(kind, 'beta')} ? {zero(d, kind)} : {multiple(kind, 'beta', y.read(d, 1, 'i'))})"
            src(y.write(d, 1, f"{multiple(kind, 'alpha', 'sum')} + {old}" if q.parts else old, "i"))
    return str(src)


def suggestions(q: VectorSum, f: Facts) -> Iterator[dict[str, Any]]:
    """One block on a processor while it is short, many work-items elsewhere."""
    if f.kind == "cpu":
        yield {"items": 1, "groups": 1 if q.n * max(q.parts, 1) < 1 << 17 else 16}
    else:
        yield from ({"items": items, "groups": 1024} for items in (64, 32, 1))


KERNEL = Kernel(
    name="vector_sum",
    family=VectorSum,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
