"""Scalar kinds: what NumPy, C and the error analysis call each element type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autoblas.errors import PrecisionError

__all__ = ["FLOAT32", "FLOAT64", "PRECISIONS", "Precision", "precision_of"]


@dataclass(frozen=True, eq=False)
class Precision:
    """One element type; there is one object for each, compared by identity because keys are made of them.

    Attributes:
        name: NumPy's name, which the command line and the database use too.
        ctype: The type in OpenCL C.
        size: Bytes an element takes.
        roundoff: Unit roundoff u of one operation: half the distance from 1 to the next number.
    """

    name: str
    ctype: str
    size: int
    roundoff: float

    @property
    def dtype(self) -> np.dtype[Any]:
        """The element type in NumPy."""
        return np.dtype(self.name)


FLOAT32 = Precision("float32", "float", 4, 2.0**-24)
FLOAT64 = Precision("float64", "double", 8, 2.0**-53)

PRECISIONS = {p.name: p for p in (FLOAT32, FLOAT64)}


def precision_of(dtype: Any, argument: str = "dtype") -> Precision:
    """The precision of a NumPy element type or of its name.

    Args:
        dtype: Anything ``numpy.dtype`` accepts.
        argument: The name to blame.

    Raises:
        PrecisionError: autoblas has no kernels for that type.
    """
    try:
        name = np.dtype(dtype).name
    except TypeError:
        name = str(dtype)
    if name not in PRECISIONS:
        raise PrecisionError(argument, " or ".join(PRECISIONS), name)
    return PRECISIONS[name]
