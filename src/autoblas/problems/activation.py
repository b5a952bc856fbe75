"""Bias and activation of a product in NumPy: on the host, and in the references of checks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.problems.matmul import Activation

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CUBIC", "SLOPE", "finish"]

BLOCK = 1 << 15
"""Elements that are computed at a time, so that intermediate results stay in the cache."""

SLOPE = math.sqrt(2 / math.pi)
"""The factor of the argument of tanh in the approximation of GELU: D. Hendrycks and K. Gimpel, arXiv:1606.08415, 2016."""

CUBIC = 0.044715
"""The factor of the cube there."""


def finish(total: Array, bias: Array | None, activation: Activation) -> None:
    """Add a vector to sums, and apply a function to them, in place.

    Args:
        total: The sums, of shape (..., m, n), in the accumulator's type.
        bias: The bias, of a shape that broadcasts with ``total``, or None.
        activation: The function; empty if there is none.
    """
    if bias is None and not activation:
        return
    added = None if bias is None else np.broadcast_to(bias, total.shape)
    rows = max(1, BLOCK // max(total.shape[-1], 1))
    for start in range(0, total.shape[-2], rows):
        block = total[..., start : start + rows, :]
        if added is not None:
            block += added[..., start : start + rows, :].astype(total.dtype, copy=False)
        if activation:
            with np.errstate(all="ignore"):  # as on a device
                FUNCTIONS[activation](block)


def _relu(x: Array) -> None:
    np.maximum(x, 0, out=x)  # NaN stays


def _gelu(x: Array) -> None:
    scaled = (x * math.sqrt(0.5)).astype(np.float64, copy=False).ravel().tolist()
    x *= 0.5 + 0.5 * np.fromiter(map(math.erf, scaled), x.dtype, x.size).reshape(x.shape)


def _gelu_tanh(x: Array) -> None:
    x /= 1 + np.exp(-2 * SLOPE * (x + CUBIC * x * x * x))  # 1 + tanh y = 2 / (1 + exp(-2 y))


def _silu(x: Array) -> None:
    x /= 1 + np.exp(-x)


FUNCTIONS: dict[str, Callable[[Array], None]] = {
    "relu": _relu,
    "gelu": _gelu,
    "gelu_tanh": _gelu_tanh,
    "silu": _silu,
}
"""In-place implementations of the functions."""
