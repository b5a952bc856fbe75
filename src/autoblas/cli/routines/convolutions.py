"""The routines for convolutions, and the problems that their calls consist of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.cli.options import accuracy_choice
from autoblas.cli.routines.routine import Routine, dtype_choice
from autoblas.cli.routines.routine import size as size_option
from autoblas.errors import ArgumentError
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.convolution import Col2im, Convolution, Im2col

if TYPE_CHECKING:
    import click

    from autoblas.devices.device import Facts
    from autoblas.problems import Accuracy, Problem

__all__ = ["CONVOLUTION_ROUTINES", "convolution_problem"]


def convolution_problem(
    name: str, channels: int, size: int, dtype: str, *, kernels: int = 64, window: int = 3, pad: int = 1,
    stride: int = 1, dilation: int = 1, items: int = 1, accuracy: Accuracy = "standard",
) -> Im2col | Col2im | Convolution:  # fmt: skip
    """The problem of a routine on dense square images.

    Args:
        name: The routine.
        channels: Channels of an image.
        size: Rows and columns of an image.
        dtype: Type of the elements.
        kernels: Kernels, of convgemm.
        window: Rows and columns of the window.
        pad: Zeros on each side.
        stride: Rows and columns from one position of the window to the next.
        dilation: Rows and columns from one tap to the next.
        items: Number of images.
        accuracy: The arithmetic that may be used, of convgemm.

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


def _launches(name: str, facts: Facts, *, channels: int, size: int, dtype: str, **how: Any) -> tuple[Problem]:
    """What a call computes; windows of one element are plain products on devices other than CPUs."""
    if name == "convgemm" and facts.kind != "cpu" and (how["window"], how["pad"], how["stride"]) == (1, 0, 1):
        items, kind = how["items"], precision_of(dtype)
        batch: dict[str, Any] = {"items": items, "shared": "a"} if items > 1 else {}
        return (Matmul(how["kernels"], size * size, channels, kind, **batch),)
    return (convolution_problem(name, channels, size, dtype, **how),)


def _options(name: str) -> tuple[click.Option, ...]:
    options = [
        size_option("--channels", "Channels of an image.", required=True),
        size_option("--size", "Rows and columns of an image.", required=True),
        dtype_choice(),
    ]
    if name == "convgemm":
        options.append(size_option("--kernels", "Number of kernels, the channels of the result.", 64))
    options += [
        size_option("--window", "Rows and columns of the window.", 3),
        size_option("--pad", "Zeros on each side of an image.", 1, least=0),
        size_option("--stride", "Rows and columns from one position of the window to the next.", 1),
        size_option("--dilation", "Rows and columns from one tap of the window to the next.", 1),
        size_option("--items", "Number of images.", 1),
    ]
    return (*options, accuracy_choice("convgemm")) if name == "convgemm" else tuple(options)


CONVOLUTION_ROUTINES = {
    name: Routine(
        name,
        "extra",
        ROWS[name].short_title,
        _options(name),
        partial(_launches, name),
        sizes=("kernels",) * (name == "convgemm") + ("channels", "size", "size"),
    )
    for name in ("im2col", "col2im", "convgemm")
}
"""The rows of convolutions."""
