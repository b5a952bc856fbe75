"""The functions of scipy.linalg.blas on arrays of too few or too many axes, and of shapes that do not fit each other."""

import itertools
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.linalg.blas as theirs

from autoblas.compat import scipy_blas as ours
from autoblas.compat._f2py import FREE, _fitted

NAMES = sorted(name for name, routine in ours.FUNCTIONS.items() if hasattr(theirs, name))
QUICK = tuple(name for name in NAMES if ours.FUNCTIONS[name].dtype.char in "fD")
"""A type of each kind: what is accepted depends on the function, not on its type."""

SHAPES: tuple[tuple[int, ...], ...] = (
    (), (1,), (2,), (3,), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (1, 1, 1), (1, 2, 2), (2, 1, 2),
)  # fmt: skip
"""Without empty ones, of which SciPy's wrappers read what memory holds; ``test_scipy_blas`` has those that are defined."""

OPTIONS: tuple[dict[str, int], ...] = (
    {},
    {"trans": 1},
    {"side": 1},
    {"trans_a": 1},
    {"beta": 1},
    {"lower": 1},
)
CALLS = 40
"""Calls of a function: those where all arrays have one shape, and others drawn at random."""

FACTORS = {"axpy": "a", "scal": "a", "rot": "cs", "rotg": "ab"}
"""The arguments that are numbers, of functions where matrices elsewhere have such names."""


def _numbers(name: str) -> set[str]:
    letters = next((letters for ending, letters in FACTORS.items() if name.endswith(ending)), "")
    return {"alpha", "d1", "d2", "x1", "y1", *letters}


def _calls(name: str) -> list[dict[str, Any]]:
    """Arguments for calls of a function."""
    routine = ours.FUNCTIONS[name]
    arrays = [x for x in routine.names if x in {"a", "b", "c", "x", "y", "ap", "param"} - _numbers(name)]
    sizes = [x for x in routine.required if x in {"m", "n", "k", "kl", "ku"}]
    options = [option for option in OPTIONS if option.keys() <= set(routine.names)]
    all_ways = [SHAPES if x in routine.required else (*SHAPES, None) for x in arrays]
    rng = np.random.default_rng([*name.encode()])
    drawn = [tuple(ways[int(rng.integers(len(ways)))] for ways in all_ways) for _ in range(CALLS)]
    calls = []
    for number, shapes in enumerate([*((shape,) * len(arrays) for shape in SHAPES), *drawn]):
        shape_of = dict(zip(arrays, shapes, strict=True))
        if name.endswith("r2k"):
            shape_of["b"] = shape_of["a"]  # theirs read beyond a smaller one
        if "param" in shape_of and number % 2:
            shape_of["param"] = (5,)  # which nearly all others are not
        call: dict[str, Any] = {
            x: _array(shape, i, routine.dtype)
            for i, (x, shape) in enumerate(shape_of.items())
            if shape is not None
        }
        call |= {x: int(rng.integers(0, 3)) for x in sizes} | options[number % len(options)]
        calls.append(call | {x: 2.0 for x in routine.required if x in _numbers(name)})
    return calls


def _array(shape: tuple[int, ...], first: int, dtype: Any) -> Any:
    values = np.arange(np.prod(shape, dtype=int)) % 5 + 1 + first
    return np.asarray(values.reshape(shape).astype(dtype), order="F")


def _outcome(function: Any, call: dict[str, Any]) -> Any:
    """The arrays that a call returns, or the name of the class that it raises."""
    arguments = {
        name: value.copy(order="K") if isinstance(value, np.ndarray) else value
        for name, value in call.items()
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = function(**arguments)
        except Exception as failure:  # noqa: BLE001  # whatever it is, is compared
            return type(failure).__name__
    return result if isinstance(result, tuple) else (result,)


def _compare(name: str) -> None:
    accepted = 0
    for call in _calls(name):
        expected, got = _outcome(getattr(theirs, name), call), _outcome(ours.FUNCTIONS[name], call)
        where = f"{name}({call}): {got} instead of {expected}"
        if isinstance(expected, str) or isinstance(got, str):
            assert got == expected, where
            continue
        accepted += 1
        for mine, right in zip(got, expected, strict=True):
            assert type(mine) is type(right), where
            assert np.shape(mine) == np.shape(right), where
            assert np.asarray(mine).dtype == np.asarray(right).dtype, where
            assert np.allclose(mine, right, equal_nan=True), where
    assert accepted > 0


@pytest.fixture(autouse=True)
def on_host(monkeypatch, all_as_written):
    """Let the host's BLAS compute its routines: the meaning of arguments does not depend on who computes."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "inf")


@pytest.mark.budget(each=lambda case: case["name"][1:], one_in=3)
@pytest.mark.parametrize("name", QUICK)
def test_odd_shapes_do_what_they_do_in_scipy(name):
    """Errors are equal, and results have equal shape, type and values."""
    _compare(name)


@pytest.mark.budget(30)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in QUICK and name != "crotg"])
def test_odd_shapes_of_other_types_do_what_they_do_in_scipy(name):
    """The types of which the ordinary run has a twin."""
    _compare(name)


@pytest.mark.parametrize(
    ("shape", "required", "extents"),
    [
        ((), (FREE, FREE), (1, 1)),
        ((3,), (FREE, FREE), (3, 1)),
        ((2, 1, 3), (FREE, FREE), (2, 3)),
        ((2, 3, 4), (FREE, FREE), (2, 12)),
        ((2, 3), (FREE,), (6,)),
        ((1,), (1, 1), (1, 1)),
        ((0,), (FREE, FREE), (1, 0)),
    ],
)
def test_arrays_are_seen_with_other_axes(shape, required, extents):
    """Missing axes come last, surplus ones are counted with those before them."""
    assert _fitted(shape, required) == extents


@pytest.mark.parametrize("shape", [(), (2,), (3, 2), (3, 2, 2)])
def test_arrays_that_cannot_fill_a_shape_are_refused(shape):
    """With the axis that does not fit, or the number of elements."""
    with pytest.raises(ValueError, match=r"dimension must be|unexpected array size"):
        _fitted(shape, (2, 3))


def test_calls_are_of_every_kind():
    """The comparison meets arrays that are missing, and every shape in every place of a product."""
    calls = _calls("zgemm")
    for name in "abc":
        met = {call[name].shape for call in calls if name in call}
        assert met == set(SHAPES)
    assert any("c" not in call for call in calls)
    assert len(list(itertools.groupby(calls, key=str))) > CALLS
