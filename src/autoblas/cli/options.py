"""The options that several commands share, so that they look and mean the same everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from autoblas.precision import PRECISIONS

__all__ = ["device_option", "dtype_option", "json_option", "sizes_options", "transpose_options"]

Command = Callable[..., Any]

device_option = click.option(
    "--device",
    metavar="DEVICE",
    help='cpu, gpu or acc (gpu1 is the second GPU), an INDEX of "autoblas devices", or TEXT in a device\'s or '
    "platform's name.  [default: AUTOBLAS_DEVICE, else the first device]",
)
"""``device``: what ``devices.selection.choose`` takes, or None."""

dtype_option = click.option(
    "--dtype",
    type=click.Choice(list(PRECISIONS), case_sensitive=False),
    default=next(iter(PRECISIONS)),
    show_default=True,
    help="Type of the elements.",
)
"""``dtype``: the name of a precision."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
"""``as_json``: whether to print for programs instead of people."""


def sizes_options(function: Command) -> Command:
    """Pass ``m``, ``n`` and ``k``, which are 0 or more, from ``-m``, ``-n`` and ``-k``.

    ``-n`` alone means square matrices: ``m`` and ``k`` are ``n`` where they are not given.
    """

    @functools.wraps(function)
    def with_sizes(*args: Any, m: int | None, n: int, k: int | None, **kwargs: Any) -> Any:
        return function(*args, m=n if m is None else m, n=n, k=n if k is None else k, **kwargs)

    size = click.IntRange(min=0)
    command = click.option("-k", type=size, help="Columns of A and rows of B.  [default: as -n]")(with_sizes)
    command = click.option("-n", type=size, required=True, help="Columns of B and C.")(command)
    return click.option("-m", type=size, help="Rows of A and C.  [default: as -n]")(command)


def transpose_options(function: Command) -> Command:
    """Pass ``trans_a`` and ``trans_b``, each ``"N"``, ``"T"`` or ``"C"``, from ``--trans-a`` and ``--trans-b``."""
    for matrix in "BA":
        function = click.option(
            f"--trans-{matrix.lower()}",
            type=click.Choice(["N", "T", "C"], case_sensitive=False),
            default="N",
            show_default=True,
            help=f"Use {matrix} as it is, transposed, or conjugated and transposed (for real numbers: transposed).",
        )(function)
    return function
