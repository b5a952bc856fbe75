"""Factors among the values of a captured call: what they say of themselves, and what becomes of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from autoblas.calls.capture import Capture
from autoblas.calls.factors import Derivation, Factor, Rounding, factor_of, plain_factor
from autoblas.precision import COMPLEX64, FLOAT32, INT32

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBERS: tuple[tuple[Any, Any], ...] = ((0.5, FLOAT32), (0.5 - 0.25j, COMPLEX64), (7, INT32))

COMPUTED: tuple[Callable[[Any], Any], ...] = (
    lambda x: -x,
    lambda x: 2 * x,
    lambda x: x + 1,
    lambda x: 1 / x,
    lambda x: x**2,
    abs,
    complex,
    lambda x: x.real,
)


@pytest.mark.parametrize(("number", "precision"), NUMBERS)
def test_a_factor_is_its_number(number: Any, precision: Any) -> None:
    """In comparisons, without a derivation; a plain one again at the end."""
    derivation = Derivation()
    factor = factor_of(number, Rounding("alpha", precision), derivation)
    assert factor == number
    assert factor.imag == number.imag
    assert type(plain_factor(factor)) is type(number)
    assert plain_factor(factor) == number
    assert plain_factor(number) is number
    assert not derivation.noted


@pytest.mark.parametrize(("number", "precision"), NUMBERS)
def test_what_is_computed_from_a_factor_is_noticed(number: Any, precision: Any) -> None:
    """It is a plain number, and the call depends on the factor's value."""
    for compute in COMPUTED:
        derivation = Derivation()
        computed = compute(factor_of(number, Rounding("alpha", precision), derivation))
        assert not isinstance(computed, Factor)
        assert computed == compute(number)
        assert derivation.noted


def test_a_conjugate_says_so() -> None:
    """As the conjugate of a conjugate does not; of a real number it is the same."""
    derivation = Derivation()
    factor = factor_of(1 + 2j, Rounding("alpha", COMPLEX64), derivation)
    assert factor.conjugate() == 1 - 2j
    assert factor.conjugate().rounding == Rounding("alpha", COMPLEX64, conjugate=True)
    assert factor.conjugate().conjugate().rounding == factor.rounding
    real = factor_of(0.5, Rounding("c", FLOAT32), derivation)
    assert real.conjugate().rounding == real.rounding
    assert not derivation.noted
    rounded = Rounding("alpha", COMPLEX64, conjugate=True).rounded({"alpha": 0.1 + 2j})
    assert rounded == complex(np.float32(0.1), -2)
    assert math.copysign(1, rounded.imag) == -1


def test_numbers_of_the_routine_are_not_taken_for_the_callers() -> None:
    """Equal ones neither; a factor that is handed on stays one, unless it is rounded to another type."""
    given = float("0.5")
    capture = Capture({"alpha": given}, enqueues=False)
    factor = capture.rounded("alpha", given, FLOAT32)
    assert factor.rounding == Rounding("alpha", FLOAT32)
    assert capture.rounded("alpha", factor, FLOAT32) is factor
    for argument, number in (("alpha", float("0.5")), ("beta", given)):
        assert type(capture.rounded(argument, number, FLOAT32)) is float
    assert not capture.derivation.noted
    assert type(capture.rounded("alpha", factor, COMPLEX64)) is complex
    assert capture.derivation.noted
