"""Results that calls on arrays in CUDA memory write where the caller says; an emulated card runs the kernels."""

import numpy as np
import pytest

import autoblas
from autoblas.errors import PrecisionError
from support.cuda_arrays import Shown, Tensor, fake_torch
from support.emulated_card import emulated_card

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.fixture(name="card", autouse=True)
def a_card(pocl, tmp_path, monkeypatch):
    """The emulated card, and PyTorch's stand-in."""
    with fake_torch(), emulated_card(pocl):
        yield


@pytest.mark.parametrize("make", [Shown, Tensor])
@pytest.mark.parametrize(
    ("name", "first", "then"), [("iamax", 1, 3), ("iamin", 2, 0), ("imax", 0, 1), ("imin", 1, 3)]
)
def test_indices_go_where_the_caller_says(name, first, then, make):
    """Into an array of int64 of any library, in the first call as in one that repeats it; into no other type."""
    routine, out = getattr(autoblas, name), make(np.full(1, 99, np.int64))
    for values, index in (([3, -4, 2, 2.5], first), ([1, 3, -2, -4], then)):
        x = make(np.array(values, np.float32))
        assert routine(x, out=out) is out
        assert out.values == [index]
        made = routine(x)
        assert (made.values if make is Tensor else made.get()) == [index]
    with pytest.raises(PrecisionError, match=r"^out: expected int64; got int32"):
        routine(x, out=make(np.zeros(1, np.int32)))
    with pytest.raises(PrecisionError, match=r"^x: expected float16, .*int64"):
        routine(out)
