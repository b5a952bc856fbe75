"""Rotations from two numbers: against SciPy's, at the ends of the range, and by what they are for."""

import itertools
import math

import numpy as np
import pytest
from scipy.linalg import blas

from autoblas import rotg, rotm, rotmg

REAL = [0.0, -0.0, 1.0, -3.0, 0.25, 1e200, -1e-200]


@pytest.mark.parametrize(("a", "b"), [*itertools.product(REAL, REAL)])
def test_real_rotations_are_those_of_blas(a, b):
    """Cosine and sine agree with SciPy's; r and z are what Netlib defines."""
    c, s, r, z = rotg(a, b)
    expected = blas.drotg(a, b)
    assert np.allclose([c, s], expected, rtol=1e-14, atol=1e-300)
    assert np.isclose(r, math.copysign(math.hypot(a, b), a if abs(a) > abs(b) else b), rtol=1e-14, atol=0)
    if a != 0 != b:
        assert z == (s if abs(a) > abs(b) else 1 / c if c else 1)


@pytest.mark.parametrize("exponent", [0, 150, 307, -150, -300, -320])
def test_rotations_keep_their_digits_at_the_ends_of_the_range(exponent):
    """Coordinates of 3 and 4 times any power of ten have the cosine 0.6 and the sine 0.8."""
    three, four = (float(f"{digit}e{exponent}") for digit in (3, 4))
    tolerance = 1e-15 if exponent > -310 else 1e-3
    for c, s, _, _ in (rotg(three, four), rotg(three + 0j, four + 0j)):
        assert np.isclose(c, 0.6, rtol=tolerance)
        assert np.isclose(s, 0.8, rtol=tolerance)
    assert rotg(1e308, 1.7e308).c > 0.5
    assert np.isinf(rotg(1.7e308, 1.7e308).r)


def test_complex_rotations_do_what_they_are_for():
    """They turn (a, b) into (r, 0), their matrix is unitary, and r points where a does."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        heights = 10.0 ** rng.choice([0, 100, -100, 30], 2)
        a, b = (complex(*rng.standard_normal(2)) * height for height in heights)
        c, s, r, _ = rotg(a, b)
        assert np.isclose(c * a + s * b, r, rtol=1e-13)
        assert abs(c * b - np.conj(s) * a) <= 1e-15 * abs(r)
        assert np.isclose(c**2 + abs(s) ** 2, 1, rtol=1e-14)
        assert np.isclose(r / abs(r), a / abs(a), rtol=1e-14)
    assert rotg(0j, 3 - 4j)[:3] == (0, 0.6 + 0.8j, 5)
    assert rotg(2 + 1j, 0j)[:3] == (1, 0, 2 + 1j)


def test_modified_rotations_are_those_of_blas():
    """Parameters agree with SciPy's where both rescale alike, and the second component vanishes."""
    rng = np.random.default_rng(4)
    for _ in range(300):
        d1, d2, x1, y1 = rng.uniform(0.1, 10, 4) * rng.choice([1, -1], 4)
        param, d1_new, d2_new, x1_new = rotmg(abs(d1), d2, x1, y1)
        assert np.allclose(param, blas.drotmg(abs(d1), d2, x1, y1), rtol=1e-12, atol=0)
        x, y = np.array([x1]), np.array([y1])
        rotm(x, y, param)
        if param[0] != -1:
            assert abs(y[0]) <= 1e-14 * abs(y1)
            assert np.isclose(x[0], x1_new, rtol=1e-13)
            total = abs(d1) * x1**2 + d2 * y1**2
            assert np.isclose(d1_new * x1_new**2, total, rtol=1e-10, atol=1e-12)
            assert np.isfinite(d2_new)


@pytest.mark.parametrize(
    ("values", "flag"),
    [((-1, 1, 1, 1), -1), ((1, 1, 1, 0), -2), ((1, 0, 1, 1), -2), ((2, 1, 3, 1), 0), ((1, 2, 1, 3), 1)],
)
def test_modified_rotations_have_flags(values: tuple[float, ...], flag):
    """Nothing sensible, nothing to do, or which coordinate is the larger one."""
    assert rotmg(*values).param[0] == flag


def test_factors_of_modified_rotations_stay_near_one():
    """What is far from 1 is rescaled, with the matrix written out; the second component still vanishes."""
    for d1, d2 in itertools.product([1e-20, 1, 1e20], repeat=2):
        param, d1_new, d2_new, x1_new = rotmg(d1, d2, 3.0, 2.0)
        assert 4096**-2 <= abs(d1_new) <= 4096**2
        assert d2_new == 0 or 4096**-2 <= abs(d2_new) <= 4096**2
        x, y = np.array([3.0]), np.array([2.0])
        rotm(x, y, param)
        assert np.isclose(x[0], x1_new, rtol=1e-12)
        assert abs(y[0]) <= 1e-12 * max(abs(param[2] * 3), abs(param[4] * 2))


ENDS = (0.0, -0.0, math.inf, math.nan, 1.0, -1.0, 1e308, 5e-324)
"""Where arithmetic ends."""


def test_rotations_of_whatever_there_is():
    """Infinities, NaN and the smallest numbers give numbers, of which some are no better; nothing is raised."""
    for d1, d2, x1, y1 in itertools.product(ENDS, repeat=4):
        assert rotmg(d1, d2, x1, y1).param[0] in {-2, -1, 0, 1}
        c = rotg(complex(d1, d2), complex(x1, y1)).c
        assert np.isnan(c) or 0 <= c <= 1


def test_types_of_rotations():
    """NumPy's numbers keep their type, Python's are doubles, and a type can be asked for."""
    assert [type(value) for value in rotg(np.float32(1), np.float32(2))] == [np.float32] * 4
    assert [type(value) for value in rotg(1, 2)] == [np.float64] * 4
    assert type(rotg(np.complex64(1), np.complex64(2)).c) is np.float32
    assert type(rotg(1.0, 2.0, dtype="float16").s) is np.float16
    assert rotmg(1, 1, 1, 1, dtype="float32").param.dtype == np.float32
