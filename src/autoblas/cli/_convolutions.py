"""The subcommands for convolutions, and the problems that these routines pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import accuracy_option
from autoblas.conv_problems import Col2im, Convolution, Im2col
from autoblas.errors import ArgumentError
from autoblas.precision import PRECISIONS, precision_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.problems import Accuracy

__all__ = ["CONVOLUTION_ROUTINES", "convolution_command", "convolution_problem"]

CONVOLUTION_ROUTINES = {
    "im2col": "the patches of images as columns of a matrix",
    "col2im": "the columns of a matrix added to images",
    "convgemm": "the convolution of images with kernels",
}
"""What every routine that has subcommands of its own computes, by name."""


def convolution_problem(
    name: str, channels: int, size: int, dtype: str, *, kernels: int = 64, window: int = 3, pad: int = 1,
    stride: int = 1, dilation: int = 1, items: int = 1, accuracy: Accuracy = "standard",
) -> Im2col | Col2im | Convolution:  # fmt: skip
    """What a routine computes for dense square images.

    Args:
        name: The routine.
        channels: Planes of an image.
        size: Rows and columns of a plane.
        dtype: Type of the elements.
        kernels: Kernels, of convgemm.
        window: Rows and columns of the window.
        pad: Zeros on each side.
        stride: From one place of the window to the next.
        dilation: From one tap to the next.
        items: Images.
        accuracy: What arithmetic may be used, of convgemm.

    Raises:
        ArgumentError: the window does not fit.
    """
    pairs = {"kernel": window, "pad": pad, "stride": stride, "dilation": dilation}
    sides: dict[str, Any] = {f"{side}_{axis}": value for side, value in pairs.items() for axis in "hw"}
    if dilation * (window - 1) + 1 > size + 2 * pad:
        raise ArgumentError(
            "--window", f"a window that fits {size + 2 * pad} rows, padding included", f"{window}"
        )
    precision = precision_of(dtype)
    if name == "convgemm":
        return Convolution(
            channels, size, size, precision, **sides, items=items, kernels=kernels, accuracy=accuracy
        )
    record: type[Im2col | Col2im] = Im2col if name == "im2col" else Col2im
    return record(channels, size, size, precision, **sides, items=items)


def convolution_command(
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    act: Callable[..., None],
) -> click.Command:
    """The subcommand that does something to the problem of one routine.

    Args:
        name: The routine.
        verb: What is done, the first word of the help text.
        options: The decorator that adds the options that ``act`` takes.
        act: Called with the problem and those options.
    """
    own = ["accuracy"] if name == "convgemm" else []
    sizes = ["kernels"] if name == "convgemm" else []
    sizes += ["window", "pad", "stride", "dilation", "items"]

    def run(channels: int, size: int, dtype: str, **how: Any) -> None:
        said = {key: how.pop(key) for key in (*sizes, *own)}
        act(convolution_problem(name, channels, size, dtype, **said), **how)

    words = {
        "kernels": ("Kernels: planes of the result.", 64, 1),
        "window": ("Rows and columns of the window.", 3, 1),
        "pad": ("Zeros on each side of a plane.", 1, 0),
        "stride": ("From one place of the window to the next.", 1, 1),
        "dilation": ("From one tap to the next.", 1, 1),
        "items": ("Images.", 1, 1),
    }
    chosen: Callable[..., Any] = options(run)
    chosen = accuracy_option("convgemm")(chosen) if own else chosen
    for size in reversed(sizes):
        text, default, least = words[size]
        number = click.IntRange(min=least)
        chosen = click.option(f"--{size}", type=number, default=default, show_default=True, help=text)(chosen)
    floats = [p.name for p in PRECISIONS.values() if p.kind != "integer"]
    kinds = click.Choice(floats)
    chosen = click.option(
        "--dtype", type=kinds, default=floats[0], show_default=True, help="Type of the elements."
    )(chosen)
    whole = click.IntRange(min=1)
    chosen = click.option("--size", type=whole, required=True, help="Rows and columns of an image.")(chosen)
    chosen = click.option("--channels", type=whole, required=True, help="Planes of an image.")(chosen)
    return click.command(name, help=f"{verb} {CONVOLUTION_ROUTINES[name]}.")(chosen)
