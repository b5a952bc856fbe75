"""The routines on vectors, made from the tables of their operations, and the problems that their calls consist of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.routines.routine import FLOATS, HostWork, Routine, dtype_choice, size
from autoblas.precision import FLOAT32, FLOAT64, precision_of
from autoblas.problems.vector import MAPS, REDUCTIONS, Map, Reduce, norm_accumulator

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["VECTOR_ROUTINES", "vector_problem"]

TITLES = {
    **{name: kind.title for name, kind in MAPS.items()},
    **{name: kind.title for name, kind in REDUCTIONS.items()},
    "dotu": REDUCTIONS["dot"].title,
    "dsdot": f"{REDUCTIONS['dot'].title}, in float64",
}
"""The formula of every routine that runs kernels; rotg and rotmg run none."""

VECTORS_ON_HOST = {
    "axpy": 2, "copy": 2, "swap": 2, "dot": 2, "dotu": 2, "dotc": 2, "scal": 1, "nrm2": 1, "asum": 1,
}  # fmt: skip
"""The routines that the host's BLAS has, with the number of their vectors."""


def vector_problem(
    name: str, n: int, dtype: str, *, strided: bool = False, doubles: bool, items: int = 1
) -> Map | Reduce:
    """What a routine computes for vectors of one length.

    Args:
        name: The routine.
        n: Elements of a vector.
        dtype: Their type.
        strided: They are not adjacent.
        doubles: The device computes in float64.
        items: Sets of vectors, of a map.
    """
    precision = precision_of(dtype)
    if name in MAPS:
        return Map(name, n, precision, strided, items=items)
    if name == "nrm2":
        return Reduce(name, n, precision, norm_accumulator(precision, doubles=doubles), strided=strided)
    if name == "sdsdot":
        return Reduce(name, n, FLOAT32, FLOAT64, strided=strided)
    if name == "dsdot":
        return Reduce("dot", n, FLOAT32, FLOAT64, FLOAT64, strided=strided)
    if name == "dotu" or (name == "dotc" and not precision.is_complex):
        name = "dot"
    return Reduce(name, n, precision, strided=strided)


def _launches(
    name: str, facts: Facts, *, n: int, dtype: str, strided: bool, items: int = 1
) -> tuple[Map | Reduce]:
    return (vector_problem(name, n, dtype, strided=strided, doubles=facts.fp64, items=items),)


def _on_host(name: str, *, n: int, dtype: str, strided: bool, items: int = 1) -> HostWork | None:  # noqa: ARG001  # steps do not matter
    if name not in VECTORS_ON_HOST or items > 1:
        return None
    precision = precision_of(dtype)
    return HostWork("dotu" if name == "dot" else name, precision, VECTORS_ON_HOST[name] * n * precision.size)


def _options(name: str) -> tuple[click.Option, ...]:
    types = ["float32"] if name in {"sdsdot", "dsdot"} else list(FLOATS)
    if name == "rotm":
        types = [kind for kind in types if not precision_of(kind).is_complex]
    found = [size("-n", "Elements of a vector.", required=True), dtype_choice(types)]
    strided: dict[str, Any] = {"is_flag": True, "help": "Use vectors whose elements are not adjacent."}
    found.append(click.Option(["--strided"], **strided))
    if name == "axpy":
        found.append(size("--items", "Pairs of vectors of a batch, in one launch.", 1))
    return tuple(found)


VECTOR_ROUTINES = {
    name: Routine(name, "1", title, _options(name), partial(_launches, name), partial(_on_host, name))
    for name, title in TITLES.items()
}
"""The rows of level 1."""
