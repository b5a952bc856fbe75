"""NumPy arrays without memory: their layouts are those of real ones, and their elements may not be touched."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["unbacked"]

SPACING = 1 << 46
"""Bytes from one array to the next, so that none overlap: more than any array has that is planned for."""

_counter = itertools.count()


class _AddressRange:
    """Bytes at an address where nothing is.

    Args:
        address: The address.
        nbytes: The bytes.
    """

    def __init__(self, address: int, nbytes: int) -> None:
        self.__array_interface__ = {
            "version": 3,
            "shape": (nbytes,),
            "typestr": "|u1",
            "data": (address, False),
        }


def unbacked(
    shape: Sequence[int], dtype: Any, *, step: int = 1, order: str = "C"
) -> np.ndarray[Any, np.dtype[Any]]:
    """An array without memory, apart from all others, to make the plan of a call with.

    Args:
        shape: Its shape.
        dtype: Its element type.
        step: Elements from each element along the last axis to the next.
        order: ``"C"`` for rows one after the other, ``"F"`` for columns.

    Raises:
        ArgumentError: it is larger than any machine's memory.
    """
    kind = np.dtype(dtype)
    nbytes = math.prod(shape) * step * kind.itemsize
    if nbytes >= SPACING:
        size = f"{nbytes} bytes ({nbytes / 2**30:.1f} GiB)"
        raise ArgumentError(
            "sizes", f"arrays of less than {SPACING} bytes", f"one that needs at least {size}"
        )
    sizes = tuple(shape) if order == "C" else tuple(shape)[::-1]
    address = (next(_counter) % ((1 << 16) - 1) + 1) * SPACING  # NumPy refuses 0: memory that is missing
    memory = np.asarray(_AddressRange(address, max(nbytes, kind.itemsize)))
    array: np.ndarray[Any, np.dtype[Any]] = memory.view(kind)[: math.prod(sizes) * step : step].reshape(sizes)
    return array if order == "C" else array.T
