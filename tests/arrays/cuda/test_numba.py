"""New arrays of Numba's, with a stand-in for it."""

import sys
import types
from typing import Any

import numpy as np
import pytest

from autoblas.arrays.cuda.adapter import ADAPTER
from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.interface import NumbaArrays
from support.cuda_arrays import Shown
from support.emulated_card import emulated_card


@pytest.mark.parametrize("current", [0, 1])
def test_results_are_on_the_card_of_the_call(pocl, monkeypatch, current):
    """Numba makes arrays on its current card, whose memory the other card's kernels may not reach."""
    numba: Any = types.ModuleType("numba")
    numba.cuda = types.SimpleNamespace(
        get_current_device=lambda: types.SimpleNamespace(id=current),
        device_array=lambda shape, dtype: Shown(np.zeros(shape, dtype)),
    )
    monkeypatch.setitem(sys.modules, "numba", numba)
    with emulated_card(pocl):
        kind, queue = NumbaArrays(), ADAPTER.any_queue([Shown(np.zeros(1, np.float32))])
        view = kind.new(queue, (2, 3), np.dtype(np.float32))
        assert (type(view), view.shape, view.queue) == (CudaArray, (2, 3), queue)
        assert type(kind.unwrap(view)) is (Shown if current == queue.ordinal else CudaArray)
