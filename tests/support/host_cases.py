"""Small products for the tests of what the host computes."""

from typing import Any

import numpy as np

from autoblas.checks.verify import integers
from autoblas.precision import PRECISIONS

LIMIT = 2 * 20**3
"""Operations of a product of matrices of 20 rows."""


def matrices(*shapes: tuple[int, ...], dtype: str = "float32") -> list[Any]:
    """Small whole numbers in matrices of these shapes."""
    rng = np.random.default_rng(len(dtype))
    return [integers(rng, shape, PRECISIONS[dtype]) for shape in shapes]
