"""What the kernels of convolutions share: arguments, and the matrix product that a convolution is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.arguments import integers, offsets
from autoblas.kernels.convolution.windows import begin_image, image_arguments, window_arguments
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.space import Rule
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.source import Source
    from autoblas.problems.convolution import Convolution

__all__ = ["FILTERS", "arguments", "begin", "product_of"]

FILTERS = Rule(
    "the accuracy is fast, and 3 x 3 adjacent taps of real numbers move by one",
    lambda p, q, f: q.accuracy == "fast",
)
"""A requirement of kernels that compute by minimal filtering; the record knows the rest."""


def product_of(q: Convolution) -> Matmul:
    """C = A B with A the kernels, one a row, B the patches that the window sees, and C the planes of the result.

    Items share A, and each has a B and a C of its own. B is written nowhere: kernels read it from the images.
    """
    return Matmul(q.kernels, q.positions, q.depth, q.precision, pure=True, items=q.items, shared="a")


def arguments(q: Convolution, packed: str = "") -> tuple[Argument, ...]:
    """Sizes of the product, its A and C, where C of the next item begins, the images, and the window."""
    a, _, c = operands(product_of(q), 1, packed)
    sizes, step = integers("m", "n", "k"), offsets("c_step")
    return (*sizes, *a.arguments, *c.arguments, *step, *image_arguments(q.precision), *window_arguments())


def begin(src: Source) -> None:
    """Move the pointers to the image and to the C of the work-group's item."""
    begin_image(src)
    src("c += item * c_step;")
