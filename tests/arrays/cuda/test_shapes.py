"""Results in another shape than that of an operand, for arrays of every library; with stand-ins for libraries."""

from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.arrays.adapter import to_device
from autoblas.arrays.cuda.adapter import ADAPTER
from support.cuda_arrays import Exchanged, Shown, Tensor, fake_torch
from support.emulated_card import emulated_card

A = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture(autouse=True)
def card(pocl):
    """An emulated card, and what stands for PyTorch."""
    with emulated_card(pocl), fake_torch():
        yield


def ours(values: Any) -> Any:
    """An array of our own."""
    return to_device(ADAPTER.any_queue([Shown(A)]), values)


def exchanged(values: Any) -> Any:
    """One that is shown by DLPack alone."""
    return Exchanged(ours(values))


def on_host(array: Any) -> Any:
    """The elements of an array of any library."""
    return array.get() if hasattr(array, "get") else array.values


@pytest.mark.parametrize("make", [ours, exchanged, Shown, Tensor])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_transpose_in_place_has_the_memory_of_the_matrix(make, order):
    """In the library's own kind of array, or in ours where that cannot be made; in every call."""
    for _ in range(3):
        a = make(np.array(A, order=order))
        result = autoblas.imatcopy(a, trans="T", alpha=2.0)
        assert type(result) is (Tensor if make is Tensor else type(ours(A)))
        assert np.array_equal(on_host(result), 2 * A.T)
        assert ADAPTER.overlap(*ADAPTER.views({"a": a, "b": result}).values())
    square = make(A[:, :3].copy())
    assert autoblas.imatcopy(square, trans="T") is square


@pytest.mark.parametrize("make", [ours, Shown, Tensor])
def test_vectors_of_a_batch_may_be_new(make):
    """They are a stack of vectors, also where there is nothing in it."""
    for items in (2, 0):
        a, x = np.array([A] * items).reshape(items, 3, 4), np.ones((items, 4), np.float32)
        for _ in range(3):
            y = autoblas.gemv_batched(make(a), make(x))
            assert y.shape == (items, 3)
            assert np.array_equal(on_host(y), a.sum(axis=2))
