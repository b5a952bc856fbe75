"""Small products on the host: what goes there, what stays on the device, and BLAS's rules on either side."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import math

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas import ArgumentError, gemm, gemm_batched
from autoblas.blas.host import crossover
from autoblas.blas.host import products as host_products
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.level3 import products
from autoblas.checks.verify import integers
from autoblas.plan.settings import HOST_BELOW
from autoblas.precision import FLOAT32
from support.host_cases import LIMIT, matrices
from support.threads import in_threads


@pytest.fixture
def on_host(noted, monkeypatch):
    """Grows with every product that the host computes, on the short way or on the long one."""

    def counted(*arguments):
        noted.append("gemm")
        host_products.multiply_on_host(*arguments)

    monkeypatch.setattr(products, "multiply_on_host", counted)
    return noted


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_at_the_crossover_the_device_takes_over(here, on_host, dtype):
    """Fewer operations stay on the host, as many go to the device, and the result is the same."""
    limit = LIMIT * (4 if dtype.startswith("complex") else 1)
    for (m, n, k), hosted in (
        ((20, 20, 19), True), ((20, 20, 20), False), ((1, 7999, 1), True), ((1, 8000, 1), False),
    ):  # fmt: skip
        a, b = matrices((m, k), (k, n), dtype=dtype)
        on_host.clear()
        with fixed_crossover(limit):
            result = gemm(a, b)
        assert bool(on_host) is hosted
        assert result.dtype == a.dtype
        assert np.array_equal(result, a @ b)


def test_batches_count_all_their_items(here, on_host):
    """A stack goes to the host as a whole, or not."""
    a, b = matrices((10, 4, 20), (20, 5))
    for limit, hosted in ((2 * 10 * 4 * 20 * 5, False), (2 * 10 * 4 * 20 * 5 + 1, True)):
        on_host.clear()
        with fixed_crossover(limit):
            assert np.array_equal(gemm_batched(a, b), a @ b)
        assert bool(on_host) is hosted


def test_device_arrays_and_chosen_queues_stay(here, on_host):
    """With a queue, or operands on a device, the device computes."""
    a, b = matrices((6, 5), (5, 7))
    left, right = (cl_array.to_device(here.queue, x) for x in (a, b))
    with fixed_crossover(math.inf):
        assert np.array_equal(gemm(a, b, queue=here.queue), a @ b)
        assert np.array_equal(gemm(left, right).get(), a @ b)
        assert on_host == []
        assert np.array_equal(gemm(a, b), a @ b)
        assert on_host == ["gemm"]


@pytest.mark.budget(3)
def test_types_that_blas_does_not_know_stay(here, on_host):
    """Halves, whole numbers, mixes and wider sums are the device's at any size; so are lists."""
    with fixed_crossover(math.inf):
        for dtype in ("float16", "int32", "uint32"):
            a, b = matrices((4, 5), (5, 3), dtype=dtype)
            assert np.array_equal(gemm(a, b), (a.astype(np.int64) @ b.astype(np.int64)).astype(dtype))
        a, b = matrices((4, 5), (5, 3))
        assert np.array_equal(gemm(a, b.astype(np.float64)), a @ b)
        assert np.array_equal(gemm(a, b, dtype="float64"), a @ b)
        assert np.array_equal(gemm(a, b, accumulator="float64"), a @ b)
        stack = np.stack([a, a])
        assert np.array_equal(gemm_batched(stack, b, alpha=[1, 2]), np.stack([a @ b, 2 * (a @ b)]))
    assert on_host == []


def test_the_suite_keeps_small_products_on_the_device(here, on_host):
    """0 in the variable switches the host off, so that tests test kernels."""
    a, b = matrices((2, 3), (3, 2))
    assert np.array_equal(gemm(a, b), a @ b)
    assert on_host == []


@pytest.mark.usefixtures("here")
def test_on_the_host_arguments_are_checked_as_ever():
    """An output that overlaps an operand, itself, or cannot be written; events are waited for."""
    a, b, c = matrices((6, 6), (6, 6), (6, 6))
    with fixed_crossover(math.inf):
        with pytest.raises(ArgumentError, match=r"^c: expected memory that neither a nor b uses"):
            gemm(a, b, c=a)
        with pytest.raises(ArgumentError, match=r"^c: "):
            gemm(a, b, c=np.broadcast_to(c[0], (6, 6)))
        c.flags.writeable = False
        with pytest.raises(ArgumentError, match=r"^c: expected an array that can be written"):
            gemm(a, b, c=c)
        with pytest.raises(ArgumentError, match=r"^wait_for: "):
            gemm(a, b, wait_for=[1])  # type: ignore[list-item]  # that is the mistake


def test_threads_hold_crossovers_of_their_own(here):
    """On host and device at once, each thread gets its own product, and another's crossover is not seen."""
    limits = [math.inf if number % 2 else 0 for number in range(8)]

    def work(number):
        for turn in range(20):
            a, b = (integers(np.random.default_rng([number, turn, s]), (16, 16), FLOAT32) for s in (1, 2))
            with fixed_crossover(limits[number]):
                assert crossover.crossover(here.device.facts, FLOAT32).size == limits[number]
                assert np.array_equal(gemm(a, b), a @ b), (number, turn)

    in_threads(8, work)
    assert crossover.crossover(here.device.facts, FLOAT32).origin == f"from {HOST_BELOW.name}"
