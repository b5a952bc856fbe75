"""Products with symmetric matrices and products that are symmetric: large, empty, infinite, and what is wrong with calls."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

import math

import numpy as np
import pytest

import autoblas
from autoblas.blas.host.crossover import fixed_crossover
from support.level3_cases import plain_products
from support.routine_calls import wrong
from support.samples import Sample

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.fixture
def plain():
    """Products by the plain kernel."""
    with plain_products():
        yield


@pytest.mark.parametrize("where", ["host", "device"])
@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("uplo", "UL")
def test_an_infinity_on_the_diagonal_is_an_element_like_others(any_device, where, side, uplo):
    """NumPy has no such product and gets all of A, whose diagonal counts once."""
    a, b = np.ones((3, 3)), np.ones((3, 3))
    a[1, 1] = np.inf
    with fixed_crossover(math.inf if where == "host" else 0):
        result = autoblas.symm(
            a, b, side=side, uplo=uplo, queue=any_device.queue if where == "device" else None
        )
    wanted = np.where(a.max(axis=1, keepdims=True) == np.inf, np.inf, np.full((3, 3), 3.0))
    np.testing.assert_array_equal(result, wanted if side == "L" else wanted.T)


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("dtype", ["float32", "complex64", "float64"])
@pytest.mark.parametrize("routine", ["syrk", "symm", "trmm"])
def test_larger_matrices_by_whatever_kernel_is_chosen(any_device, routine, dtype):
    """Several tiles on either side of the diagonal, edges included, with kernels as they are served."""
    for seed in range(4):
        case = Sample(routine, dtype, 150, "usual", seed).case()
        assert wrong(case.wanted, case.call(routine, queue=any_device.queue)) == []


@pytest.mark.usefixtures("plain")
def test_sizes_of_zero_and_idle_factors_change_nothing(pocl):
    """An empty C comes back at once; alpha = 0 with beta = 1 leaves C as it is, to the bit."""
    empty = np.zeros((0, 3), np.float32)
    assert autoblas.syrk(empty, queue=pocl.queue).shape == (0, 0)
    assert autoblas.symm(np.zeros((0, 0), np.float32), empty, queue=pocl.queue).shape == (0, 3)
    c = np.full((4, 4), np.nan, np.float32)
    assert autoblas.syrk(np.zeros((4, 0), np.float32), c=c, beta=1.0, queue=pocl.queue) is c
    assert np.all(np.isnan(c))
    autoblas.syrk(np.zeros((4, 0), np.float32), c=c, uplo="L", queue=pocl.queue)
    np.testing.assert_array_equal(np.tril(c), np.where(np.triu(np.ones((4, 4)), 1), 0, 0.0))
    assert np.all(np.isnan(c[np.triu_indices(4, 1)]))
