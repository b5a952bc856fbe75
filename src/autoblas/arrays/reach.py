"""Which bytes an array reaches, from its layout."""

from __future__ import annotations

__all__ = ["reach_of"]


def reach_of(itemsize: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, int]:
    """The first byte of an array and the one behind the last, from its first element.

    Args:
        itemsize: Bytes of an element.
        shape: The sizes.
        strides: Of each axis, in bytes.
    """
    if 0 in shape:
        return 0, 0
    ends = [(size - 1) * stride for size, stride in zip(shape, strides, strict=True)]
    return sum(min(end, 0) for end in ends), itemsize + sum(max(end, 0) for end in ends)
