"""Factors of a plan: they compare as their numbers, say where they come from, and nothing is computed from them."""

import math
import operator

import numpy as np
import pytest

from autoblas.plan.symbols import Factor, Rounding, number
from autoblas.precision import COMPLEX64, FLOAT32


def test_a_factor_compares_as_its_number():
    """With numbers and with other factors."""
    factor = Factor(0.5, Rounding("alpha", FLOAT32))
    assert factor == 0.5
    assert factor != 0
    assert factor == Factor(0.5, Rounding("beta", FLOAT32))
    assert hash(factor) == hash(0.5)
    assert (number(factor), number(2.0)) == (0.5, 2.0)


@pytest.mark.parametrize("operation", [operator.add, operator.mul, operator.truediv])
def test_nothing_is_computed_from_a_factor(operation):
    """A plan would depend on its value otherwise; arrays make no arrays of objects of it."""
    factor = Factor(0.5, Rounding("alpha", FLOAT32))
    for x in (2.0, np.ones(3)):
        for pair in ((factor, x), (x, factor)):
            with pytest.raises(TypeError):
                operation(*pair)


def test_a_conjugate_has_a_source_of_its_own():
    """The conjugate of a conjugate has the factor's; a real number is its own conjugate."""
    factor = Factor(1 + 2j, Rounding("alpha", COMPLEX64))
    assert factor.conjugate() == 1 - 2j
    assert factor.conjugate().rounding == Rounding("alpha", COMPLEX64, conjugate=True)
    assert factor.conjugate().conjugate().rounding == factor.rounding
    real = Factor(0.5, Rounding("c", FLOAT32))
    assert real.conjugate().rounding == real.rounding
    rounded = Rounding("alpha", COMPLEX64, conjugate=True).rounded({"alpha": 0.1 + 2j})
    assert rounded == complex(np.float32(0.1), -2)
    assert math.copysign(1, rounded.imag) == -1
