"""Vocabulary of kernels and time models: functions of numbers and of arrays, and what OpenCL does not report of a device."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "CACHE_LINE",
    "LOCAL_MEMORY",
    "OF_ARRAYS",
    "OF_NUMBERS",
    "REGISTER_BYTES",
    "REGISTER_FILE",
    "RESIDENT_ITEMS",
    "SUB_GROUP",
    "ModelMath",
]

CACHE_LINE = 64
"""Bytes; where a device's lines are longer, some are prefetched twice."""

REGISTER_BYTES = 1024
"""A work-item's share of a register file at the occupancy that hides latency: 255 registers on NVIDIA."""

REGISTER_FILE = 65536
"""32-bit registers of a compute unit of NVIDIA's (CUDA C++ Programming Guide, technical specifications)."""

RESIDENT_ITEMS = 2048
"""Work-items that such a compute unit has at a time."""

LOCAL_MEMORY = 233472
"""Bytes of its local memory, since compute capability 9.0."""

SUB_GROUP = 32
"""Work-items of a sub-group of NVIDIA's, which execute an instruction together."""


class ModelMath(NamedTuple):
    """The functions that arrays and numbers do not share; NumPy's take ten times as long for a number."""

    ceil: Callable[[Any], Any]
    floor: Callable[[Any], Any]
    least: Callable[[Any, Any], Any]
    most: Callable[[Any, Any], Any]
    where: Callable[[Any, Any, Any], Any]


OF_ARRAYS = ModelMath(np.ceil, np.floor, np.minimum, np.maximum, np.where)
"""For all points of a choice at once."""

OF_NUMBERS = ModelMath(math.ceil, math.floor, min, max, lambda condition, a, b: a if condition else b)
"""For one point."""
