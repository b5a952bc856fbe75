"""Types of the arguments of routines, for type checkers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeVar

import numpy as np

__all__ = [
    "Array",
    "ArrayT",
    "CopyOp",
    "DType",
    "Diagonal",
    "Factor",
    "Factors",
    "Int32Array",
    "Integer",
    "Mode",
    "NarrowIntegers",
    "NumPyArray",
    "Offsets",
    "Op",
    "Order",
    "Pair",
    "RealFactor",
    "Side",
    "Triangle",
    "TwoArrays",
]


class Array(Protocol):
    """An array of NumPy, pyopencl, PyTorch, CuPy, JAX or Numba."""

    @property
    def shape(self) -> Any:
        """Its sizes."""

    @property
    def dtype(self) -> Any:
        """Its element type."""


ArrayT = TypeVar("ArrayT", bound=Array)

TwoArrays = tuple[ArrayT, ArrayT]

NumPyArray = np.ndarray[Any, np.dtype[Any]]

NarrowIntegers = np.ndarray[Any, np.dtype[np.int8 | np.uint8 | np.int16]]
"""Integers whose products are summed in int32."""

Int32Array = np.ndarray[Any, np.dtype[np.int32]]

DType = Any
"""An element type, by a class, name or object of NumPy or ml_dtypes."""

Factor = complex | np.number[Any] | Array
"""A number, or an array of one element in device memory."""

RealFactor = float | np.floating[Any] | np.integer[Any] | Array

Factors = Factor | Sequence[complex | np.number[Any]] | NumPyArray

Integer = int | np.integer[Any]

Offsets = Integer | Sequence[Integer] | NumPyArray

Op = Literal["N", "T", "C", "n", "t", "c"]

CopyOp = Literal["N", "T", "C", "R", "n", "t", "c", "r"]

Triangle = Literal["U", "L", "u", "l"]

Side = Literal["L", "R", "l", "r"]

Diagonal = Literal["N", "U", "n", "u"]

Order = Literal["F", "C", "f", "c"]

Mode = Literal["cross-correlation", "convolution"]

Pair = Integer | Sequence[Integer]
