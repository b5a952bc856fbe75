"""Vectors inside larger ones, with any step and canaries around and between their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
from hypothesis import strategies as st
from memories import on_host

from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.verify import reals

if TYPE_CHECKING:
    import pyopencl as cl

    from autoblas.precision import Precision

__all__ = ["LENGTHS", "PRECISIONS", "STEPS", "PlacedVector", "numbers", "place_vector", "precisions", "steps"]

CANARY = -77.25

LENGTHS = (0, 1, 2, 7, 33, 1000, 4097)
"""Empty, tiny, ragged, and a little more than whole vectors."""

PRECISIONS: tuple[Precision, ...] = (FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)

STEPS = ((1, 1, 1), (2, 1, -3), (-1, -1, -1), (-3, 2, 1), (1, -1, 2), (-3, -3, -1))
"""Steps of x, y and z, and what their margins are counted from."""


class PlacedVector:
    """A vector in a larger one that is filled with canaries.

    Attributes:
        whole: The larger array.
        view: The vector in it.
    """

    def __init__(self, values: Any, step: int, margin: int, queue: cl.CommandQueue | None) -> None:
        n = len(values)
        held = np.full(n * abs(step) + 2 * margin + 1, CANARY, values.dtype)
        first = margin if step > 0 else margin + max(n - 1, 0) * -step
        stop: int | None = first + n * step
        if stop is not None and stop < 0:
            stop = None
        self._where = slice(first, stop, step) if n else slice(margin, margin)
        held[self._where] = values
        self.whole: Any = held if queue is None else cl_array.to_device(queue, held)
        self.view: Any = self.whole[self._where]

    def values(self) -> Any:
        """The vector's elements on the host."""
        return on_host(self.whole)[self._where].copy()

    def intact(self) -> bool:
        """Whether nothing beside its elements changed."""
        held = on_host(self.whole).copy()
        held[self._where] = CANARY
        return bool(np.all(held == CANARY))


def place_vector(
    values: Any, step: int = 1, margin: int = 0, queue: cl.CommandQueue | None = None
) -> PlacedVector:
    """Put a vector into a larger NumPy array, or into a pyopencl one where a queue is given."""
    return PlacedVector(values, step, margin, queue)


def numbers(n: int, precision: Precision, seed: int) -> Any:
    """Random numbers, no two calls' alike."""
    return reals(np.random.default_rng(seed), (n,), precision)


def precisions() -> st.SearchStrategy[Precision]:
    """Any of them."""
    return st.sampled_from(PRECISIONS)


def steps() -> st.SearchStrategy[int]:
    """Any step but 0, most often 1."""
    return st.sampled_from([1, 1, -1, 2, -2, 3, -3, 5])
