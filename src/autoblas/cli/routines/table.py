"""The table of routines, from which ``tune``, ``check``, ``bench``, ``explain`` and ``print`` take their subcommands.

A group may have a subcommand of its own for a routine, as all have for gemm; the table then still says what a call is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.routines.convolutions import CONVOLUTION_ROUTINES
from autoblas.cli.routines.level3 import LEVEL3_ROUTINES
from autoblas.cli.routines.matrices import MATRIX_ROUTINES
from autoblas.cli.routines.routine import HostWork, Routine, RoutineCall
from autoblas.cli.routines.vectors import VECTOR_ROUTINES
from autoblas.runtime.host.crossover import PRODUCTS
from autoblas.runtime.serving_device import chosen_one

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.cli.options import Product
    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul, Problem

__all__ = ["ROUTINES", "add_subcommands", "call_of", "each_problem"]


def _product(_facts: Facts, *, m: int, n: int, k: int, product: Product) -> Sequence[Matmul]:
    return (product.problem(m, n, k),) if m and n else ()


def _product_work(*, m: int, n: int, k: int, product: Product) -> HostWork | None:
    problem = product.problem(m, n, k)
    return HostWork(PRODUCTS, problem.precision, problem.flops()) if problem.uniform else None


ROUTINES: dict[str, Routine] = {
    **VECTOR_ROUTINES,
    **MATRIX_ROUTINES,
    "gemm": Routine("gemm", "3", "C = alpha op(A) op(B) + beta C", (), _product, _product_work),
    **LEVEL3_ROUTINES,
    **CONVOLUTION_ROUTINES,
}
"""Every routine that computes with kernels, and every step that can be tuned by itself, by its name."""


def add_subcommands(
    group: click.Group,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    callback: Callable[..., None],
) -> None:
    """Give a group a subcommand for every routine that it has none for.

    Args:
        group: The group.
        verb: What is done, the first word of the help texts.
        options: The decorator that adds the options that ``callback`` takes.
        callback: Called with a ``RoutineCall`` and those options.
    """
    for routine in ROUTINES.values():
        name = routine.name.replace("_", "-")
        if name not in group.commands:
            group.add_command(_subcommand(routine, name, verb, options, callback))


def _subcommand(
    routine: Routine,
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    callback: Callable[..., None],
) -> click.Command:
    own = [str(option.name) for option in routine.options]

    def run(**given: Any) -> None:
        callback(RoutineCall(routine, {key: given.pop(key) for key in own}), **given)

    command: click.Command = click.command(name, help=f"{verb} {routine.title}.")(options(run))
    command.params[:0] = routine.options
    return command


def call_of(name: str, *words: str) -> RoutineCall:
    """The call of a routine that words on the command line describe.

    Args:
        name: The routine, not gemm.
        words: Its options, such as ``-n``, ``1024``.
    """
    routine = ROUTINES[name]
    parsed = click.Command(name, params=list(routine.options)).make_context(name, list(words))
    return RoutineCall(routine, parsed.params)


def each_problem(callback: Callable[..., None]) -> Callable[..., None]:
    """What does something to every problem of a call, from what does it to one.

    Args:
        callback: Called with a problem, ``device`` and other options.
    """

    def on_each(call: RoutineCall, device: str | None, **how: Any) -> None:
        problems: Sequence[Problem] = call.problems(chosen_one(device).facts)
        for problem in problems:
            callback(problem, device=device, **how)

    return on_each
