"""The routines on vectors, made from the tables of their operations, and the problems that their calls consist of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from autoblas.blas.table.rows import ROUTINES
from autoblas.cli.routines.arguments import launches, vector_arguments
from autoblas.cli.routines.routine import HostWork, Routine, dtype_choice, size, types_of
from autoblas.precision import precision_of
from autoblas.problems.vector import MAPS, REDUCTIONS

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["VECTOR_ROUTINES"]

TITLES = {
    **{name: kind.title for name, kind in MAPS.items()},
    **{name: kind.title for name, kind in REDUCTIONS.items() if name in ROUTINES},
    "dotu": REDUCTIONS["dot"].title,
    "dsdot": f"{REDUCTIONS['dot'].title}, in float64",
}
"""The formula of every routine that runs kernels; rotg and rotmg run none."""

VECTORS_ON_HOST = {
    "had": 3, **dict.fromkeys(("scal", "nrm2", "asum", "sum", "iamax", "iamin", "imax", "imin"), 1),
}  # fmt: skip
"""How many vectors count where the host's BLAS or NumPy computes; of all other routines two."""


def _launches(
    name: str, facts: Facts, *, n: int, dtype: str, strided: bool, items: int = 1
) -> tuple[Problem, ...]:
    arguments = vector_arguments(name, n, dtype, strided=strided, items=items)
    return launches(name, facts, arguments, items=items)


def _on_host(name: str, *, n: int, dtype: str, strided: bool, items: int = 1) -> HostWork:  # noqa: ARG001  # steps do not matter
    precision = precision_of(dtype)
    function = {"dot": "dotu", "sdsdot": "dsdot"}.get(name, name)
    return HostWork(function, precision, VECTORS_ON_HOST.get(name, 2) * n * items * precision.size)


def _options(name: str) -> tuple[click.Option, ...]:
    options = [size("-n", "Elements of a vector.", required=True), dtype_choice(types_of(ROUTINES[name]))]
    strided: dict[str, Any] = {"is_flag": True, "help": "Use vectors whose elements are not adjacent."}
    options.append(click.Option(["--strided"], **strided))
    if name == "axpy":
        options.append(size("--items", "Pairs of vectors of a batch, in one launch.", 1))
    return tuple(options)


VECTOR_ROUTINES = {
    name: Routine(name, "1", title, _options(name), partial(_launches, name), partial(_on_host, name), ("n",))
    for name, title in TITLES.items()
}
"""The rows of level 1."""
