"""Cholesky and LU of many small matrices in place, solutions of systems from the factors, and inverses, by teams.

A team of work-items shares a matrix, a row each, and a work-group has some teams. Matrices travel through local memory, so
that neighbours read neighbours.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.small.factor_teams_text import FactorTeamsText
from autoblas.kernels.small.shared import SQUARE, arguments, in_registers, many_small, operands
from autoblas.kernels.small.teams_text import IN_SUB_GROUPS, TeamParams, line_length, pitch, team_points
from autoblas.kernels.space import Rule, Space
from autoblas.problems.factorization import Factorization

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def local_bytes(p: TeamParams, q: Factorization) -> int:
    """Bytes of local memory of a work-group."""
    elements = q.n * pitch(q.n) + 2 * line_length(p, q.n)
    return p.matrices * (elements * q.worked.size + q.n * (q.worked.real.size + 4))


SPACE = Space(
    TeamParams,
    (
        FITS,
        Rule("a team has a work-item for each row", lambda p, q, f: q.n <= p.team),
        IN_SUB_GROUPS,
        Rule("local memory holds the matrices", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    ),
    requirements=(COMPUTES, *SQUARE),
)


def geometry(p: TeamParams, q: Factorization) -> Launch:
    """A team for each matrix."""
    return Launch((math.ceil(q.items / p.matrices) * p.items, 1), (p.items, 1))


def source(p: TeamParams, q: Factorization, d: Dialect) -> str:
    """The text of the kernel."""
    return FactorTeamsText(p, q, d, operands(q)).write(arguments(p, q))


def suggestions(q: Factorization, f: Facts) -> Iterator[dict[str, Any]]:
    """Small teams, and right-hand sides together, of which an inverse has as many as columns."""
    return team_points(q.n, 4 if max(q.rhs, q.n * (q.task == "inverse")) >= 4 else 1, f)


KERNEL = Kernel(
    name="factor_teams",
    family=Factorization,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    made_for=frozenset({"gpu", "acc"}),
    preference=lambda q, f: 1 if many_small(q.n, q.items, f) and not in_registers(q) else -1,
    suggestions=suggestions,
)
