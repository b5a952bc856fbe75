"""Winograd's minimal filtering: the matrices of its transforms from points of interpolation, and its error bound.

F(t, r) computes t adjacent outputs of a filter of r taps from a = t + r - 1 inputs with a multiplications instead of t r:
y = A' ((G g) (B' d)), where ' is a transpose and the middle product is one of elements. The matrices are those of an
interpolation at a - 1 points and at infinity: S. Winograd, "Arithmetic complexity of computations", SIAM 1980. In two
dimensions a transform is applied to columns and to rows: A. Lavin and S. Gray, "Fast algorithms for convolutional
neural networks", CVPR 2016.

Each transform is a product of matrices, and the sum over planes is one of products, so that the rules for both give a
bound of the error (N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, SIAM 2002, chapter 3;
B. Barabasz et al., "Error analysis and improving the accuracy of Winograd convolution for deep neural networks", ACM
TOMS 46 (2020)): gamma(channels + ROUNDINGS) times the result of the same transforms on the magnitudes of all numbers.
That is at most growth(t)^2 times the sum over planes of the largest tap times the largest element that
a tile sees: the norms of a whole window and a whole tile, where the bound of a plain sum has each product.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ROUNDINGS", "TAPS", "TILES", "Matrices", "Rows", "filtered", "growth", "magnitudes", "matrices"]

TILES = (2, 4)
"""Outputs along an axis that a tile may have."""

ROUNDINGS = 30
"""Roundings of a result besides the additions over planes: two transforms of taps and of inputs take 4 roundings each
way (a rounded constant or a product and sums of at most three more terms), and the inverse transform 5 each."""

TAPS = 3
"""Taps of the filters along an axis."""

POINTS = (0, 1, -1, 2, -2)
"""Points of interpolation, in the order in which longer transforms need them: small ones, with their opposites."""

Rows = tuple[tuple[Fraction, ...], ...]
"""A matrix of exact numbers."""


class Matrices(NamedTuple):
    """The transforms of F(t, 3).

    Attributes:
        data: B', of a rows and columns: the transform of inputs.
        taps: G, of a rows and 3 columns: the transform of a filter.
        output: A', of t rows and a columns: the inverse transform of the products.
    """

    data: Rows
    taps: Rows
    output: Rows


@functools.cache
def matrices(tile: int) -> Matrices:
    """The transforms that compute ``tile`` outputs, 2 or 4, along an axis."""
    points = [Fraction(point) for point in POINTS[: tile + TAPS - 2]]
    data, taps = [], []
    for point in points:
        roots = [root for root in points if root != point]
        scale = Fraction(1)
        for root in roots:
            scale *= point - root
        sign = 1 if scale > 0 else -1
        data.append(tuple(sign * x for x in (*_polynomial(roots), Fraction(0))))
        taps.append(tuple(sign * point**k / scale for k in range(TAPS)))
    data.append(tuple(_polynomial(points)))
    taps.append((Fraction(0), Fraction(0), Fraction(1)))
    last = [Fraction(0)] * (tile - 1) + [Fraction(1)]
    output = [(*(point**i for point in points), last[i]) for i in range(tile)]
    return Matrices(tuple(data), tuple(taps), tuple(output))


def _polynomial(roots: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients of the product of x - root over all roots, the constant first."""
    coefficients = [Fraction(1)]
    for root in roots:
        coefficients = [
            low - root * high
            for low, high in zip([Fraction(0), *coefficients], [*coefficients, Fraction(0)], strict=True)
        ]
    return coefficients


def growth(tile: int) -> float:
    """The largest output of the transforms for inputs and taps of magnitude 1, in one dimension, without cancellation."""
    b, g, a = ([[abs(x) for x in row] for row in matrix] for matrix in matrices(tile))
    products = [sum(data_row) * sum(taps_row) for data_row, taps_row in zip(b, g, strict=True)]
    return float(max(sum(x * y for x, y in zip(row, products, strict=True)) for row in a))


def filtered(tile: int, images: Array, kernels: Array, out: tuple[int, int]) -> Array:
    """The convolution by minimal filtering, in the type of the arrays.

    Args:
        tile: Outputs of a tile along an axis.
        images: Images with their padding, of shape (items, channels, rows, columns).
        kernels: Kernels of shape (count, channels, 3, 3).
        out: Rows and columns of the result.
    """
    return _filtered(matrices(tile), tile, images, kernels, out)


def magnitudes(tile: int, images: Array, kernels: Array, out: tuple[int, int]) -> Array:
    """Magnitudes of the error bound: the convolution with absolute values of all numbers, also of the transforms' matrices."""
    positive = Matrices(*(tuple(tuple(map(abs, row)) for row in matrix) for matrix in matrices(tile)))
    return _filtered(positive, tile, np.abs(images), np.abs(kernels), out)


def _filtered(transforms: Matrices, tile: int, images: Array, kernels: Array, out: tuple[int, int]) -> Array:
    """The transforms, the products and the inverse transform, for any matrices."""
    items, channels, *size = images.shape
    data, taps, output = (
        np.array([[float(x) for x in row] for row in matrix], images.dtype) for matrix in transforms
    )
    counts = [-(-extent // tile) for extent in out]
    short = [(0, max(n * tile + TAPS - 1 - available, 0)) for n, available in zip(counts, size, strict=True)]
    padded = np.pad(images, ((0, 0), (0, 0), *short))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (len(data), len(data)), axis=(2, 3))
    windows = windows[:, :, : counts[0] * tile : tile, : counts[1] * tile : tile]
    transformed = np.moveaxis(
        data @ windows @ data.T, (-2, -1), (0, 1)
    )  # of a, a, items, channels, rows, columns
    right = transformed.swapaxes(2, 3).reshape(len(data), len(data), channels, -1)
    left = np.moveaxis(taps @ kernels @ taps.T, (-2, -1), (0, 1))
    products = np.moveaxis(left @ right, (0, 1), (-2, -1))
    tiles = (output @ products @ output.T).reshape(len(kernels), items, *counts, tile, tile)
    joined = tiles.transpose(1, 0, 2, 4, 3, 5).reshape(
        items, len(kernels), counts[0] * tile, counts[1] * tile
    )
    cropped: Array = joined[:, :, : out[0], : out[1]]
    return cropped
