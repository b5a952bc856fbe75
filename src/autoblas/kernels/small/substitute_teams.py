"""Solves many small triangular systems with few right-hand sides by teams of work-items, in place.

A team has the triangle in local memory and an unknown for each work-item: each in turn is divided, and taken from the rows
that remain. A work-group has some teams.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.small.items_text import UNROLLED
from autoblas.kernels.small.shared import LARGEST, many_small, system_arguments, system_operands
from autoblas.kernels.small.teams_text import TeamsText, line_length, pitch
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.matrix import Substitution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "SubstituteTeamsParams"]

FEW = 8
"""Right-hand sides up to which a work-item has an unknown, not a column."""


@dataclass(frozen=True)
class SubstituteTeamsParams:
    """Tuning parameters of ``substitute_teams``."""

    team: int = param(32, 8, 16, 32, 64, doc="work-items that share a system")
    matrices: int = param(1, 1, 2, 4, 8, doc="systems of a work-group")
    columns: int = param(1, 1, 2, 4, doc="right-hand sides that are solved for together")
    unroll: bool = param(True, False, True, doc="loops over rows are unrolled", group="form")

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.team * self.matrices


def local_bytes(p: SubstituteTeamsParams, q: Substitution) -> int:
    """Bytes of local memory of a work-group."""
    return p.matrices * (q.m * pitch(q.m) + 2 * line_length(p, q.m)) * q.worked.size


SPACE = Space(
    SubstituteTeamsParams,
    (
        FITS,
        Rule("a team has a work-item for each row", lambda p, q, f: q.m <= p.team),
        Rule("local memory holds the triangles", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    ),
    requirements=(COMPUTES, Rule("the triangles have at most 64 rows", lambda p, q, f: q.m <= LARGEST)),
)


def geometry(p: SubstituteTeamsParams, q: Substitution) -> Launch:
    """A team for each system."""
    return Launch((math.ceil(q.items / p.matrices) * p.items, 1), (p.items, 1))


class SubstituteTeamsText(TeamsText):
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: SubstituteTeamsParams, q: Substitution, d: Dialect) -> None:
        super().__init__(p, d, q.worked, q.m, system_operands(q))
        self.q = q

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, q, lanes, size = self.src, self.q, self.lanes, (self.p.items, 1)
        with src.kernel("substitute_teams", arguments, size, *q.computed, functions=lanes.functions()):
            self._declare()
            order = ("j", "i") if q.lower else ("i", "j")
            with self._sweep("live", f"{order[0]} {'<' if q.unit else '<='} {order[1]}"):
                src(f"{self._tile('i', 'j')} = {self.operands['a'].read(self.d, 'i', 'j')};")
            src(self.d.barrier)
            src(f"const {lanes.number} factor = {self._number('alpha')};")
            with src.block(f"for (int c = 0; c < n; c += {self.p.columns})"):
                self._solve()
        return str(src)

    def _solve(self) -> None:
        """Solve for some right-hand sides from column ``c`` on."""
        src, q, lanes, b, numbers = self.src, self.q, self.lanes, self.operands["b"], range(self.p.columns)
        for v in numbers:
            value = self._number(b.read(self.d, "row", plus("c", v)))
            src(f"{lanes.number} x{v} = {lanes.constant('0')};")
            src(f"if (live && row < {q.m} && {plus('c', v)} < n) x{v} = {lanes.product('factor', value)};")
        element = self._number(self._tile("row", "k"))
        element = lanes.conj(element) if q.conjugate else element
        self._substitute(element, lower=q.lower, unit=q.unit)
        for v in numbers:
            write = b.write(self.d, "row", plus("c", v), self._element(f"x{v}"))
            src(f"if (live && row < {q.m} && {plus('c', v)} < n) {{ {write} }}")


def source(p: SubstituteTeamsParams, q: Substitution, d: Dialect) -> str:
    """The text of the kernel."""
    return SubstituteTeamsText(p, q, d).write(system_arguments(p, q))


def suggestions(q: Substitution, _f: Facts) -> Iterator[dict[str, Any]]:
    """The smallest team that has a work-item for each row, and so many that a work-group has 64."""
    team = min(max(8, 1 << (q.m - 1).bit_length()), 64)
    for items in (64, team):
        matrices = max(min(items // team, 8), 1)
        yield {"team": team, "matrices": matrices, "columns": 4 if q.n >= 4 else 1}


KERNEL = Kernel(
    name="substitute_teams",
    family=Substitution,
    space=SPACE,
    arguments=system_arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    made_for=frozenset({"gpu", "acc"}),
    preference=lambda q, f: 1 if many_small(q.m, q.items, f) and q.m > UNROLLED and q.n <= FEW else -1,
    suggestions=suggestions,
)
