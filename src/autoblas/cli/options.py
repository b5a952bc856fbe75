"""The options that several commands share, so that they look and mean the same everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from autoblas.arrays import MatrixView
from autoblas.precision import PRECISIONS, default_accumulator, precision_of
from autoblas.runtime.serve import Layout

if TYPE_CHECKING:
    from autoblas.problems import Matmul

__all__ = [
    "device_option",
    "dtype_option",
    "fixed_option",
    "gemm_problem",
    "json_option",
    "sizes_options",
    "transpose_options",
]

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


class Assignment(click.ParamType[tuple[str, Any]]):
    """``NAME=VALUE`` with a value that is an integer, true or false, or a word."""

    name = "NAME=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """The name and the value."""
        if isinstance(value, tuple):
            return value
        name, equals, text = str(value).partition("=")
        if not equals or not name or not text:
            self.fail(f"{value!r} is not NAME=VALUE", param, ctx)
        words: dict[str, Any] = {"true": True, "false": False}
        return name, words[text.lower()] if text.lower() in words else int(text) if text.isdecimal() else text


def fixed_option(function: Command) -> Command:
    """Pass ``fixed``, a dictionary of the parameters that ``--fix NAME=VALUE`` held at a value."""

    @functools.wraps(function)
    def with_fixed(*args: Any, fix: tuple[tuple[str, Any], ...], **kwargs: Any) -> Any:
        return function(*args, fixed=dict(fix), **kwargs)

    text = "Hold a parameter at a value; kernel=gemm_panel holds the kernel. May be repeated."
    return click.option("--fix", type=Assignment(), multiple=True, help=text)(with_fixed)


def gemm_problem(m: int, n: int, k: int, dtype: str, trans_a: str, trans_b: str) -> Matmul:
    """The product of dense row-major matrices, either of them transposed or not, as a call of ``gemm`` meets it."""
    precision = precision_of(dtype)
    a, b = (
        MatrixView(precision, rows, cols, max(cols, 1), 1)
        if trans.upper() == "N"
        else MatrixView(precision, cols, rows, max(rows, 1), 1).transposed
        for rows, cols, trans in ((m, k, trans_a), (k, n, trans_b))
    )
    c = MatrixView(precision, m, n, max(n, 1), 1)
    if c.order == "col":  # a column, which is computed as its transpose
        a, b, c = b.transposed, a.transposed, c.transposed
    return Layout(a, b, c, default_accumulator(precision, precision, precision)).problem
