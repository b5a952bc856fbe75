"""Vectors of random numbers, and inside larger ones with any step and canaries around and between their elements."""

from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.checks.verify import reals
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, Precision
from support.layouts import Placed, Stacking

PRECISIONS: tuple[Precision, ...] = (FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)


def place_vector(values: Any, step: int = 1, margin: int = 0, queue: cl.CommandQueue | None = None) -> Placed:
    """Put a vector into a larger NumPy array, or into a pyopencl one where a queue is given."""
    return Placed(values, Stacking((0,), (step,), margin), queue)


def numbers(n: int, precision: Precision, seed: int) -> Any:
    """Random numbers, no two calls' alike."""
    return reals(np.random.default_rng(seed), (n,), precision)
