"""Images as columns, columns added to images, and convolutions of NumPy arrays, for devices that no kernel computes them on.

They take images one by one, whose patches are not all in memory at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from autoblas.problems.convolution import Col2im, Convolution, Im2col

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["add_patches_on_host", "convolve_on_host", "copy_patches_on_host"]


def copy_patches_on_host(q: Im2col, image: Array, out: Array) -> None:
    """Write what a window sees of images.

    Args:
        q: The problem.
        image: Of shape ``(items, channels, height, width)``, or without items.
        out: Dense, of the shape that ``im2col`` documents.
    """
    for channels, columns in zip(_items(image, 3), _items(out, 2), strict=True):
        columns[...] = q.patches(channels[None])[0]


def add_patches_on_host(q: Col2im, patches: Array, image: Array) -> None:
    """Add columns to images.

    Args:
        q: The problem.
        patches: Dense, of the shape that ``col2im`` documents.
        image: Of shape ``(items, channels, height, width)``, or without items.
    """
    worked = q.worked.dtype
    for channels, columns in zip(_items(image, 3), _items(patches, 2), strict=True):
        channels[...] = q.added(columns.astype(worked)[None], channels.astype(worked)[None])[0]


def convolve_on_host(q: Convolution, image: Array, kernels: Array, out: Array) -> None:
    """Convolve images with kernels.

    Args:
        q: The problem.
        image: Of shape ``(items, channels, height, width)``, or without items.
        kernels: Of shape ``(count, channels, rows, columns)``.
        out: Dense, of the shape that ``convgemm`` documents.
    """
    worked = q.worked.dtype
    weights = kernels.reshape(q.kernels, q.depth).astype(worked)
    for channels, planes in zip(_items(image, 3), _items(out, 3), strict=True):
        planes[...] = (weights @ q.patches(channels[None].astype(worked))[0]).reshape(planes.shape)


def _items(array: Array, axes: int) -> Iterator[Array]:
    """The items of an array that may have an axis for them, as views."""
    return iter(array if array.ndim > axes else array[None])
