"""The subcommands for routines on vectors, made from the tables of their operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.devices.facts import facts_of
from autoblas.precision import FLOAT32, FLOAT64, PRECISIONS, precision_of
from autoblas.runtime.serving_device import serving_device
from autoblas.vector_problems import MAPS, REDUCTIONS, Map, Reduce, norm_accumulator

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["VECTOR_ROUTINES", "vector_command", "vector_problem"]

VECTOR_ROUTINES = {name: kind.title for name, kind in MAPS.items()} | {
    name: kind.title for name, kind in REDUCTIONS.items()
}
"""The formula of every routine that has subcommands of its own, by name."""

FLOATS = [name for name, precision in PRECISIONS.items() if precision.kind != "integer"]


def vector_problem(name: str, n: int, dtype: str, *, strided: bool, doubles: bool) -> Map | Reduce:
    """What a routine computes for vectors of one length.

    Args:
        name: The routine.
        n: Elements of a vector.
        dtype: Their type.
        strided: They are not adjacent.
        doubles: The device has doubles.
    """
    precision = precision_of(dtype)
    if name in MAPS:
        return Map(name, n, precision, strided)
    if name == "nrm2":
        return Reduce(name, n, precision, norm_accumulator(precision, doubles=doubles), strided=strided)
    if name == "sdsdot":
        return Reduce(name, n, FLOAT32, FLOAT64, strided=strided)
    return Reduce(name, n, precision, strided=strided)


def vector_command(
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    act: Callable[..., None],
) -> click.Command:
    """The subcommand that does something to the problem of one routine.

    Args:
        name: The routine.
        verb: What is done, the first word of the help text.
        options: The decorator that adds the options that ``act`` takes, ``device`` among them.
        act: Called with the problem and those options.
    """

    def run(n: int, dtype: str, *, strided: bool, device: str | None, **how: Any) -> None:
        doubles = facts_of(serving_device(device)).fp64
        act(vector_problem(name, n, dtype, strided=strided, doubles=doubles), device=device, **how)

    types = ["float32"] if name == "sdsdot" else FLOATS
    chosen: Callable[..., Any] = options(run)
    chosen = click.option("--strided", is_flag=True, help="Vectors whose elements are not adjacent.")(chosen)
    chosen = click.option(
        "--dtype",
        type=click.Choice([x for x in types if name != "rotm" or not precision_of(x).is_complex]),
        default=types[0],
        show_default=True,
        help="Type of the elements.",
    )(chosen)
    chosen = click.option("-n", type=click.IntRange(min=1), required=True, help="Elements of a vector.")(
        chosen
    )
    return click.command(name, help=f"{verb} {VECTOR_ROUTINES[name]}.")(chosen)
