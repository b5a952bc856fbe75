"""Points as rows of numbers: what becomes of numbers, words and parameters that a point lacks."""

import numpy as np
import pytest

from autoblas.tuning.outcome import Point
from autoblas.tuning.searches.features import Matrix, features


def standardised(values: list[float]) -> Matrix:
    """With mean 0 and deviation 1."""
    numbers: Matrix = (np.array(values) - np.mean(values)) / np.std(values)
    return numbers


def test_numbers_are_standardised_logarithms_with_their_sign():
    """Of one more than their size, so that 0 has one."""
    encoded = features([{"n": n} for n in (-3, 0, 1, 7)])
    np.testing.assert_allclose(encoded.rows[:, 0], standardised([-2, 0, 1, 3]), atol=1e-15)
    assert (encoded.rows.shape, list(encoded.owner), encoded.parameters) == ((4, 1), [0], 1)


def test_a_number_that_a_point_lacks_is_an_ordinary_one_and_said_to_be_missing():
    """The others are standardised by themselves."""
    points: list[Point] = [{"n": 1}, {"m": 1, "n": 3}, {"m": 7, "n": 1}, {"m": 1, "n": 1}]
    encoded = features(points)
    one, seven = standardised([1, 3, 1])[:2]
    np.testing.assert_allclose(encoded.rows[:, 0], [0, one, seven, one])
    assert list(encoded.rows[:, 1]) == [1, 0, 0, 0]
    np.testing.assert_allclose(encoded.rows[:, 2], standardised([1, 2, 1, 1]))
    assert (list(encoded.owner), encoded.parameters) == ([0, 0, 1], 2)


def test_words_and_truth_values_have_a_column_a_value():
    """A column that is the mirror of an earlier one says the same, and is left out."""
    points: list[Point] = [{"form": f, "unroll": u} for f, u in (("mad", True), ("fma", False), ("x", False))]
    encoded = features(points)
    # fma, mad, x; the column of unroll's truth is that of mad, and that of its falsehood the mirror.
    assert encoded.rows.T.tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert (list(encoded.owner), encoded.parameters) == ([0, 0, 0], 2)


def test_a_word_that_a_point_lacks_is_none_of_them():
    """Also where numbers stand beside words, which makes words of them."""
    encoded = features([{"form": "b"}, {"form": 1}, {}, {"form": "None"}])
    assert encoded.rows.T.tolist() == [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]


@pytest.mark.parametrize("value", [4, 0.5, "mad", True])
def test_what_is_the_same_everywhere_is_left_out(value):
    """No column is left of it, and it is a parameter all the same."""
    encoded = features([{"n": n, "same": value} for n in (1, 2)])
    assert (encoded.rows.shape, list(encoded.owner), encoded.parameters) == ((2, 1), [0], 2)


def test_numbers_that_mirror_each_other_say_the_same():
    """One column is left of two that are the same but for the sign, and of two that are the same."""
    encoded = features([{"a": a, "b": 8 - a, "c": a, "d": d} for a in (1, 7) for d in (1, 5)])
    assert (encoded.rows.shape, list(encoded.owner), encoded.parameters) == ((4, 2), [0, 3], 4)


def test_points_that_are_all_the_same_have_no_columns():
    """Their owners can be used as indices all the same."""
    encoded = features([{"n": 1}, {"n": 1}])
    assert (encoded.rows.shape, encoded.parameters) == ((2, 0), 1)
    assert np.zeros(1)[encoded.owner].shape == (0,)
