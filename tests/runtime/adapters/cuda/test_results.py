"""Calls on arrays of libraries in CUDA memory are right: an emulated card runs the kernels of a device of OpenCL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import autoblas
from autoblas.errors import PrecisionError
from support.cuda_arrays import Shown, Tensor, fake_torch
from support.emulated_card import emulated_card
from support.routine_calls import RETURNED, Numbers, uncounted, wrong
from support.routine_cases import CASES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.rig import Rig

pytestmark = pytest.mark.usefixtures("all_as_written")

TYPES = ("float32", "complex64", "float64", "float16", "complex128")


@pytest.fixture(name="card", autouse=True)
def a_card(pocl: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The emulated card, and PyTorch's stand-in."""
    with fake_torch(), emulated_card(pocl):
        yield


def placed(values: Any, kind: str, rng: np.random.Generator) -> Any:
    """An array of a library, or of any of them."""
    chosen = kind if kind != "mixed" else str(rng.choice(["torch", "shown"]))
    if chosen == "torch" and all(step >= 0 for step in values.strides):
        return Tensor(values)
    return Shown(values)


@pytest.mark.parametrize("make", [Shown, Tensor])
@pytest.mark.parametrize(
    ("name", "first", "then"), [("iamax", 1, 3), ("iamin", 2, 0), ("imax", 0, 1), ("imin", 1, 3)]
)
def test_indices_go_where_the_caller_says(name: str, first: int, then: int, make: Any) -> None:
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


@pytest.mark.budget(one_in=30)
@pytest.mark.parametrize("kind", ["torch", "shown", "mixed"])
@pytest.mark.parametrize("name", CASES)
def test_every_routine_is_right(name: str, kind: str) -> None:
    """Whatever the layout, in the first call as in those that repeat it with other numbers."""
    seed = sum(map(ord, name + kind))
    rng = np.random.default_rng(seed)
    for turn in range(4):
        dtype = TYPES[seed % 2] if turn < 3 else TYPES[seed % 5]
        layouts = seed if turn < 3 else seed + turn
        case = CASES[name](Numbers(layouts, dtype, 6))
        arrays = {
            argument: placed(values, kind, rng if turn > 2 else np.random.default_rng(7))
            for argument, values in case.arrays.items()
        }
        wanted = case.wanted
        returned = uncounted(getattr(autoblas, name))(**arrays, **case.options)
        found: dict[str, Any] = {argument: array.values for argument, array in arrays.items()}
        if RETURNED in case.expected:
            first = next(iter(arrays.values()))
            assert isinstance(returned, Tensor) == isinstance(first, Tensor)
            values = returned.values if isinstance(returned, Tensor) else returned.get()
            found[RETURNED] = values.reshape(np.shape(wanted[RETURNED]))
        assert not wrong(wanted, found), (name, dtype, kind, turn)
