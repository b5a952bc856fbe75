"""Solves many small triangular systems with few right-hand sides by teams of work-items, in place.

A team has the triangle in local memory and an unknown for each work-item: each in turn is divided, and taken from the rows
that remain. A work-group has some teams.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.small.items_text import UNROLLED
from autoblas.kernels.small.shared import LARGEST, many_small, system_arguments, system_operands
from autoblas.kernels.small.teams_text import (
    IN_SUB_GROUPS,
    TeamParams,
    TeamsText,
    line_length,
    pitch,
    team_points,
)
from autoblas.kernels.space import Rule, Space
from autoblas.problems.matrix import Substitution

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]

FEW = 8
"""Right-hand sides up to which a work-item has an unknown, not a column."""


def local_bytes(p: TeamParams, q: Substitution) -> int:
    """Bytes of local memory of a work-group."""
    return p.matrices * (q.m * pitch(q.m) + 2 * line_length(p, q.m)) * q.worked.size


SPACE = Space(
    TeamParams,
    (
        FITS,
        Rule("a team has a work-item for each row", lambda p, q, f: q.m <= p.team),
        IN_SUB_GROUPS,
        Rule("local memory holds the triangles", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    ),
    requirements=(COMPUTES, Rule("the triangles have at most 64 rows", lambda p, q, f: q.m <= LARGEST)),
)


def geometry(p: TeamParams, q: Substitution) -> Launch:
    """A team for each system."""
    return Launch((math.ceil(q.items / p.matrices) * p.items, 1), (p.items, 1))


class SubstituteTeamsText(TeamsText):
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: TeamParams, q: Substitution, d: Dialect) -> None:
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
            self._sync()
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
        element, diagonal = (self._number(self._tile(*at)) for at in (("row", "k"), ("least", "least")))
        if q.conjugate:
            element, diagonal = lanes.conj(element), lanes.conj(diagonal)
        self._substitute(element, diagonal, lower=q.lower, unit=q.unit)
        for v in numbers:
            write = b.write(self.d, "row", plus("c", v), self._element(f"x{v}"))
            src(f"if (live && row < {q.m} && {plus('c', v)} < n) {{ {write} }}")


def source(p: TeamParams, q: Substitution, d: Dialect) -> str:
    """The text of the kernel."""
    return SubstituteTeamsText(p, q, d).write(system_arguments(p, q))


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
    suggestions=lambda q, f: team_points(q.m, 4 if q.n >= 4 else 1, f),
)
