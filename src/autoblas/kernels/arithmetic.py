"""What models of time compute with: all points at once, as arrays, or one, as ordinary numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OF_ARRAYS", "OF_NUMBERS", "Arithmetic"]


class Arithmetic(NamedTuple):
    """The functions that arrays and numbers do not share; NumPy's take ten times as long for a number."""

    ceil: Callable[[Any], Any]
    floor: Callable[[Any], Any]
    least: Callable[[Any, Any], Any]
    most: Callable[[Any, Any], Any]
    where: Callable[[Any, Any, Any], Any]


OF_ARRAYS = Arithmetic(np.ceil, np.floor, np.minimum, np.maximum, np.where)
OF_NUMBERS = Arithmetic(math.ceil, math.floor, min, max, lambda condition, a, b: a if condition else b)
