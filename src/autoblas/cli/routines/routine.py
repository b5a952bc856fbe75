"""A row of the table of routines: what a routine computes, the options that describe a call, and the launches it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from autoblas.cli.options import Whole
from autoblas.precision import PRECISIONS
from autoblas.problems.blas.notation import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from autoblas.blas.table.routine import Routine as Row
    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.problems import Problem

__all__ = [
    "FLOATS",
    "HostWork",
    "Level",
    "Routine",
    "RoutineCall",
    "dtype_choice",
    "letter",
    "letter_options",
    "size",
    "types_of",
]

Level = Literal["1", "2", "3", "lapack", "extra", "step"]
"""A level of BLAS, LAPACK, an extra routine, or a step that other routines take and that can be tuned by itself."""

FLOATS = tuple(name for name, precision in PRECISIONS.items() if precision.kind != "integer")
"""The types that nearly all routines take."""


class HostWork(NamedTuple):
    """Work of a call on NumPy arrays, which decides whether the host's BLAS computes it.

    Attributes:
        function: The routine of CBLAS; of level 3 one of ``blas.host.crossover.SHARED_OPERATIONS``.
        precision: Element type.
        size: Operations of products, bytes of the operands of other routines.
    """

    function: str
    precision: Precision
    size: int


def _not_on_host(**_values: Any) -> None:
    """A routine that the host computes only where no kernel does."""


@dataclass(frozen=True)
class Routine:
    """A routine of the command line.

    Attributes:
        name: Its name in BLAS; ``-`` takes the place of ``_`` on the command line.
        level: Where it belongs.
        title: What it computes, as a formula or in words that follow a verb.
        options: The options of a call, with the names of the arguments of ``launches`` and ``host``.
        launches: (facts of the device, values of the options) -> the problems of a call's launches, in order.
        host: (values of the options) -> the work for the host's BLAS; None where it never computes the call.
        sizes: The options that are sizes, in BLAS's order. ``rows`` first means that those are rows and columns of the
            result beside a matrix, which is ``-n`` on the left; the other one has the second name.
    """

    name: str
    level: Level
    title: str
    options: tuple[click.Option, ...]
    launches: Callable[..., Iterable[Problem]]
    host: Callable[..., HostWork | None] = _not_on_host
    sizes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoutineCall:
    """A call of a routine, as options describe it.

    Attributes:
        routine: The routine.
        values: The values of its options.
    """

    routine: Routine
    values: Mapping[str, Any]

    def launches(self, facts: Facts) -> tuple[Problem, ...]:
        """The problems of the call's launches on a device, in order."""
        return tuple(self.routine.launches(facts, **self.values))

    def problems(self, facts: Facts) -> tuple[Problem, ...]:
        """The different problems of the launches, the one with the most work first."""
        different = dict.fromkeys(self.launches(facts))
        return tuple(sorted(different, key=lambda problem: (-problem.flops(), -problem.min_bytes())))

    def title(self, facts: Facts) -> str:
        """The call in few words: its problem, or where it consists of several the routine."""
        problems = self.problems(facts)
        return written(problems[0]) if len(problems) == 1 else self.routine.name

    @property
    def host(self) -> HostWork | None:
        """The work for the host's BLAS; None where it never computes the call."""
        return self.routine.host(**self.values)


def size(
    name: str, text: str, default: int | None = None, *, least: int = 1, required: bool = False
) -> click.Option:
    """An option that takes a whole number.

    Args:
        name: The option, such as ``-n`` or ``--items``.
        text: Its help text.
        default: Its value where it is not given.
        least: The least value.
        required: It must be given.
    """
    given: dict[str, Any] = {} if default is None else {"default": default, "show_default": True}
    return click.Option([name], type=Whole(min=least), required=required, help=text, **given)


def letter(name: str, letters: str, text: str) -> click.Option:
    """An option that takes one of BLAS's letters, by default the first."""
    kinds = click.Choice(list(letters), case_sensitive=False)
    return click.Option([name], type=kinds, default=letters[0], show_default=True, help=text)


def letter_options(row: Row) -> list[click.Option]:
    """The options of the letters that a routine has; what follows a semicolon is on letters that no option takes."""
    texts = {x: x.doc.partition(";")[0].rstrip(".") for x in row.arguments if x.letters}
    return [
        letter(f"--{x.name.replace('_', '-')}", x.letters, text.replace("`", "").replace('"', "") + ".")
        for x, text in texts.items()
    ]


def types_of(row: Row) -> list[str]:
    """The names of the element types that a routine takes."""
    if row.types == "single":
        return ["float32"]
    if row.types == "full":
        return [name for name in FLOATS if PRECISIONS[name].part != "half"]
    return [
        name
        for name in FLOATS
        if row.types == "floats" or PRECISIONS[name].is_complex == (row.types == "complex")
    ]


def dtype_choice(types: Iterable[str] = FLOATS) -> click.Option:
    """``--dtype``, by default the first of the types."""
    kinds = list(types)
    text = "Type of the elements."
    return click.Option(["--dtype"], type=click.Choice(kinds), default=kinds[0], show_default=True, help=text)
