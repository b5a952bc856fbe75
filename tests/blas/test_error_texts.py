"""Errors say which argument, what was expected with its unit, and what came, so that nothing has to be looked up."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas import ArgumentError

X, A = np.ones(6, np.float32), np.ones((6, 4), np.float32)
IMAGE = np.ones((1, 3, 8, 8), np.float32)

TEXTS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "length of a vector": (
        lambda: autoblas.axpy(X, X[:5].copy()),
        "y", "6 elements like x; got 5 elements",
    ),
    "length that goes with a matrix": (
        lambda: autoblas.gemv(A, X),
        "x", "4 elements, which is what the shape of a needs; got 6 elements",
    ),
    "shape that goes with vectors": (
        lambda: autoblas.ger(X, X, A),
        "a", "shape (6, 6), the lengths of x and y; got shape (6, 4)",
    ),
    "a packed matrix": (
        lambda: autoblas.spmv(X[:5].copy(), X),
        "ap", "n (n + 1) / 2 elements for some n; got 5 elements",
    ),
    "leading dimension": (
        lambda: autoblas.gemm_offsets(X, 0, X, 0, X.copy(), [0], m=2, n=2, k=3, lda=2),
        "lda", "a whole number of at least 3, the columns of a, and less than 2^31; got 2",
    ),
    "step of y": (
        lambda: autoblas.axpy_offsets(X, 0, X.copy(), [0], n=2, y_step=0),
        "y_step", "a whole number other than 0; got 0",
    ),
    "step of x, which may be 0": (
        lambda: autoblas.axpy_offsets(X, 0, X.copy(), [0], n=2, x_step=0.5),  # type: ignore[arg-type]  # wrong on purpose
        "x_step", "a whole number; got 0.5",
    ),
    "items beyond a vector": (
        lambda: autoblas.axpy_offsets(X, 0, X.copy(), [0, 3], n=2, y_step=-1),
        "y_offsets", "vectors that lie within y, which has 6 elements; got vectors from element -1 to element 3",
    ),
    "items of two operands": (
        lambda: autoblas.trsm_batched(np.ones((3, 4, 4)), np.ones((2, 4, 4))),
        "a", "2 items like b; got 3 items",
    ),
    "channels": (
        lambda: autoblas.convgemm(IMAGE, np.ones((2, 4, 3, 3), np.float32)),
        "kernels", "shape (count, 3, rows, columns), as image has 3 channels; got shape (2, 4, 3, 3)",
    ),
    "a window beyond the image": (
        lambda: autoblas.im2col(IMAGE, kernel=4, dilation=3),
        "kernel", "a window that fits the height of the image with its padding, 8 elements; got 10 elements with its dilation",
    ),
    "too many positions": (
        lambda: autoblas.im2col(np.broadcast_to(np.float32(1), (1, 1, 50000, 50000)), kernel=1),
        "kernel", "at most 2147483647 positions of the window in the image; got 2500000000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TEXTS)
def test_errors_name_units_and_numbers(case):
    """Also of what came."""
    call, argument, words = TEXTS[case]
    with pytest.raises(ArgumentError) as raised:
        call()
    assert raised.value.argument == argument
    assert str(raised.value) == f"{argument}: expected {words}"
