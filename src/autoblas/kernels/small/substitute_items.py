"""Solves many small triangular systems with few right-hand sides by substitution, in place.

A work-item takes a few systems side by side, the same element of each in a lane of a vector, and waits for no other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.small.items_text import NARROW, UNROLLED, ItemsText, Triangle, lanes_on_cpu
from autoblas.kernels.small.shared import LARGEST, many_small, system_arguments, system_operands
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.matrix import Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SubstituteItemsParams"]


@dataclass(frozen=True)
class SubstituteItemsParams:
    """Tuning parameters of ``substitute_items``."""

    items: int = param(1, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="systems of a work-item, side by side in vectors")
    columns: int = param(1, 1, 2, 4, doc="right-hand sides that are solved for together")
    staged: bool = param(False, False, True, doc="the triangle is copied to private memory")
    unroll: bool = param(False, False, True, doc="loops over rows are unrolled", group="form")


SPACE = Space(
    SubstituteItemsParams,
    (FITS, NARROW),
    requirements=(COMPUTES, Rule("the triangles have at most 64 rows", lambda p, q, f: q.m <= LARGEST)),
)


def geometry(p: SubstituteItemsParams, q: Substitution) -> Launch:
    """A work-item for as many systems as there are lanes."""
    groups = math.ceil(q.items / (p.lanes * p.items))
    return Launch((groups * p.items, 1), (p.items, 1))


class SubstituteItemsText(ItemsText):
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: SubstituteItemsParams, q: Substitution, d: Dialect) -> None:
        super().__init__(p, d, q.worked, system_operands(q))
        self.q = q

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, q, lanes = self.src, self.q, self.lanes
        with self.kernel("substitute_items", arguments, *q.computed):
            self.declare_items()
            alpha = [f"alpha.{part}" for part in "xy"] if q.worked.is_complex else ["alpha"]
            parts = (self.d.splat(q.worked.part, lanes.count, part) for part in alpha)
            value = f"complex_number({', '.join(parts)})" if q.worked.is_complex else next(parts)
            src(f"const {lanes.number} factor = {value};")
            if self.p.staged:
                self._stage()
            self.columns("n", self._solve)
        return str(src)

    def _stage(self) -> None:
        """Copy the triangle to private memory, without a diagonal of ones."""
        src, q = self.src, self.q
        src(f"{self.lanes.number} w[{q.m * q.m}];")
        inside = (0, "i" if q.unit else "i + 1") if q.lower else ("i + 1" if q.unit else "i", q.m)
        with self.loop("i", 0, q.m), self.loop("j", *inside):
            src(f"w[i * {q.m} + j] = {self.gathered('a', 'i', 'j')};")

    def _element(self, row: str, col: str) -> str:
        """An element of the triangle."""
        value = f"w[{row} * {self.q.m} + {col}]" if self.p.staged else self.gathered("a", row, col)
        return self.lanes.conj(value) if self.q.conjugate else value

    def _solve(self, columns: int) -> None:
        """Solve for some right-hand sides from column ``c`` on."""
        src, q, lanes, b = self.src, self.q, self.lanes, self.operands["b"]
        src(f"{lanes.number} {', '.join(f'x{v}[{q.m}]' for v in range(columns))};")
        with self.loop("i", 0, q.m):
            for v in range(columns):
                src(f"x{v}[i] = {lanes.product('factor', self.gathered('b', 'i', plus('c', v)))};")
        self.substitute(Triangle(self._element, q.m, lower=q.lower, unit=q.unit), columns)
        with self.loop("i", 0, q.m):
            for v in range(columns):
                lanes.scatter(src, b, self.index("b", "i", plus("c", v)), f"x{v}[i]")


def source(p: SubstituteItemsParams, q: Substitution, d: Dialect) -> str:
    """The text of the kernel."""
    return SubstituteItemsText(p, q, d).write(system_arguments(p, q))


def suggestions(q: Substitution, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors of half a cache line on a CPU; elsewhere a system for a work-item, whose unknowns are in registers."""
    if f.kind == "cpu":
        columns = 4 if q.n >= 4 else q.n if q.n in {1, 2} else 1
        yield {"lanes": lanes_on_cpu(q.worked), "columns": columns, "staged": q.n > columns}
    for items in (64, 32, 1):
        yield {"items": items, "unroll": q.m <= UNROLLED}


KERNEL = Kernel(
    name="substitute_items",
    family=Substitution,
    space=SPACE,
    arguments=system_arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    preference=lambda q, f: 1 if many_small(q.m, q.items, f) and (f.kind == "cpu" or q.m <= UNROLLED) else -1,
    suggestions=suggestions,
)
