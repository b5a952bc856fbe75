"""What the kernels of convolutions share: arguments, and the matrix product that a convolution is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.kernels.gemm_interface import operands
from autoblas.kernels.window_interface import IMAGE, WINDOW, begin_image, declare_image, declare_window
from autoblas.problems import Matmul
from autoblas.space import Rule

if TYPE_CHECKING:
    from autoblas.conv_problems import Convolution
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source

__all__ = ["FILTERS", "arguments", "begin", "declarations", "product_of"]

FILTERS = Rule(
    "the accuracy is fast, and 3 x 3 adjacent taps of real numbers move by one",
    lambda p, q, f: q.accuracy == "fast",
)
"""A requirement of kernels that compute by minimal filtering; the record knows the rest."""


def product_of(q: Convolution) -> Matmul:
    """C = A B with A the kernels, one a row, B the patches that the window sees, and C the planes of the result.

    Items share A, and each has a B and a C of its own. B is written nowhere: kernels read it from the images.
    """
    return Matmul(q.kernels, q.places, q.depth, q.precision, pure=True, items=q.items, shared="a")


def arguments(q: Convolution, packed: str = "") -> tuple[str, ...]:
    """Sizes of the product, its A and C, where C of the next item begins, the images, and the window."""
    a, _, c = operands(product_of(q), 1, packed)
    return ("m", "n", "k", *a.arguments, *c.arguments, "c_step", *IMAGE, *WINDOW)


def declarations(q: Convolution, d: Dialect, packed: str = "") -> list[str]:
    """The argument list, in the order of ``arguments``."""
    a, _, c = operands(product_of(q), 1, packed)
    sizes = [f"const int {name}" for name in "mnk"]
    step = f"const {d.offset} c_step"
    return [*sizes, *a.declare(d), *c.declare(d), step, *declare_image(d, q.precision), *declare_window()]


def begin(src: Source) -> None:
    """Move the pointers to the image and to the C of the work-group's item."""
    begin_image(src)
    src("c += item * c_step;")
