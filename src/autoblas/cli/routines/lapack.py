"""The routines of LAPACK: the options of their calls, which follow from their rows, and the launches of their plans."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.unbacked import unbacked
from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.cli.routines.arguments import launches
from autoblas.cli.routines.routine import Routine, dtype_choice, letter_options, size, types_of
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.blas.table.routine import Routine as Row
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["LAPACK_ROUTINES"]

BATCHED = "_batched"


def _arguments(row: Row, values: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call, with its pivots or tau."""
    n, kind = values["n"], precision_of(values["dtype"]).dtype
    stack = (values["items"],) if "items" in values else ()
    m = values.get("m") or n
    sides = (m, values.get("rhs", 1))
    shapes = {
        "a": ((*stack, m, n), kind),
        "b": ((*stack, *sides), kind),
        "c": (sides[::-1] if values.get("side") == "R" else sides, kind),
        "pivots": ((*stack, min(m, n)), np.int32),
        "tau": ((min(m, n),), kind),
    }
    arrays = {x.name: unbacked(*shapes[x.name]) for x in row.arguments if x.name in shapes}
    return arrays | {x.name: values[x.name] for x in row.arguments if x.letters}


def _launches(row: Row, facts: Facts, **values: Any) -> Sequence[Problem]:
    """The problems of the launches of a call."""
    return launches(row.name, facts, _arguments(row, values))


def _routine(row: Row) -> Routine:
    """The row of the command line for a row of the table."""
    names, sizes = {argument.name for argument in row.arguments}, ["n"]
    options = [size("-n", "Rows and columns of A.", required=True)]
    if re.search(r"\bm\b", row.operations):
        options.append(size("-m", "Rows of A.  [default: as -n]"))
    if names & {"b", "c"}:
        options.append(size("--rhs", "Right-hand sides, or columns of C.", 1))
        sizes.append("rhs")
    if row.name.endswith(BATCHED):
        options.append(size("--items", "Matrices of the batch.", 1000))
        sizes.append("items")
    options += [dtype_choice(types_of(row)), *letter_options(row)]
    return Routine(
        row.name, "lapack", row.short_title, tuple(options), partial(_launches, row), sizes=tuple(sizes)
    )


LAPACK_ROUTINES = {row.name: _routine(row) for row in ROWS.values() if row.level == "lapack"}
"""The rows of factorizations, solutions of systems and inverses."""
