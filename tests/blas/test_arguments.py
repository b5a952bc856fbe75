"""Numbers as kernels see them, rounded once to the type however short the way there is; arrays that are refused."""

import math

import numpy as np
import pytest

from autoblas.blas.arguments import factor
from autoblas.errors import ArgumentError
from autoblas.plan.symbols import number
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES

LARGEST = float(np.finfo(np.float32).max)

EDGES = (0.1, -1 / 3, 1e-45, 1e-46, 1.5e-38, LARGEST, -LARGEST, math.pi * 1e30, 2.0**-149, 2.0**-150)


@pytest.mark.parametrize("precision", [FLOAT16, FLOAT32, FLOAT64, COMPLEX64], ids=str)
def test_floats_are_rounded_as_numpy_rounds_them(precision):
    """Also what lies between the smallest numbers, and the sign of zero."""
    for value in (x for x in EDGES if precision is not FLOAT16 or abs(x) < 6e4):
        rounded = factor("alpha", value, precision)
        assert rounded == precision.dtype.type(value).item()
    assert math.copysign(1, number(factor("alpha", -0.0, precision)).real) == -1


def test_infinities_and_nan_stay_what_they_are():
    """They are no numbers that a type cannot hold."""
    for precision in (FLOAT32, FLOAT64):
        assert factor("alpha", math.inf, precision) == math.inf
        assert math.isnan(number(factor("alpha", math.nan, precision)))


@pytest.mark.parametrize("value", [LARGEST * (1 + 2**-24), 1e39, -1e300])
def test_what_a_type_cannot_hold_is_refused(value):
    """Half a unit beyond the largest number rounds to infinity, which is refused."""
    with pytest.raises(ArgumentError, match="float32 can hold"):
        factor("alpha", value, FLOAT32)


@pytest.mark.parametrize("name", CASES)
def test_masks_are_refused(name):
    """As any operand of any routine, because elements behind a mask would be computed with; nothing is written."""
    for argument in CASES[name](Numbers(1, "float32")).arrays:
        case = CASES[name](Numbers(1, "float32"))
        before = {key: array.copy() for key, array in case.arrays.items()}
        masked = np.ma.masked_array(case.arrays[argument], mask=True)
        with pytest.raises(ArgumentError, match=f"^{argument}: expected an array without a mask"):
            case._replace(arrays={**case.arrays, argument: masked}).call(name)
        assert wrong(before, case.arrays) == []
