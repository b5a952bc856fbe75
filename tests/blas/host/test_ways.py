"""Which calls of levels 1 and 2 the host computes, by which way, and what goes to the device all the same."""

# mypy: disable-error-code="arg-type, call-overload"
# Arguments that do not fit, and letters out of lists.

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.host import crossover
from autoblas.blas.host import expressions as host_calls
from autoblas.blas.host import operands as host_operands
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.checks.verify import integers
from autoblas.errors import ArgumentError
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from support.layouts import LAYOUTS, place
from support.marks import needs_host_blas
from support.threads import in_threads
from support.vector_cases import numbers

pytestmark = needs_host_blas


@pytest.mark.budget(3)
def test_what_is_unusual_goes_the_longer_way(here, hosted):
    """Chosen queues, events, device arrays, halves, overlaps: as ever."""
    x, y, a = numbers(12, FLOAT32, 1), numbers(12, FLOAT32, 2), numbers(144, FLOAT32, 3).reshape(12, 12)
    exact = a.astype(float) @ x
    assert np.allclose(autoblas.gemv(a, x, queue=here.queue), exact, rtol=1e-5, atol=1e-5)
    assert np.allclose(autoblas.gemv(a, x, wait_for=[]), exact, rtol=1e-5, atol=1e-5)
    there = [cl_array.to_device(here.queue, v) for v in (a, x)]
    assert np.allclose(autoblas.gemv(*there).get(), exact, rtol=1e-5, atol=1e-5)
    assert hosted == []
    for name in ("stepped", "upside down"):
        held = place(a, LAYOUTS[name])
        assert np.allclose(autoblas.gemv(held.view, x), exact, rtol=1e-5, atol=1e-5)
    assert hosted == ["gemv", "gemv"]  # of small copies
    hosted.clear()
    assert np.array_equal(autoblas.scal(np.ones(3, np.float16), alpha=2), [2, 2, 2])
    assert autoblas.dot(x, y, accumulator="float64").dtype == np.float32
    whole = np.arange(10.0)
    autoblas.axpy(whole[::2], whole[1::2])
    assert np.array_equal(whole, [0, 1, 2, 5, 4, 9, 6, 13, 8, 17])
    bad = np.full(4, np.nan)
    assert np.array_equal(autoblas.axpy(bad, np.arange(4.0), alpha=0), np.arange(4))
    assert autoblas.scal(np.ones(0)).size == 0
    assert autoblas.axpy(x[:0], y[:0]).size == 0
    assert hosted == []
    assert autoblas.dot(x, np.broadcast_to(y[:1], (12,))) == pytest.approx(float(y[0]) * x.sum(), rel=1e-4)
    assert hosted == ["dotu"]  # by NumPy, which takes any stride


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64, COMPLEX128], ids=str)
def test_usual_calls_are_computed_at_once(precision):
    """With nothing but arrays, and alpha for ``axpy``; a step, a gap or another option leaves them to the routine."""
    rng = np.random.default_rng(3)
    a, x, y = integers(rng, (5, 4), precision), integers(rng, (4,), precision), integers(rng, (5,), precision)
    with fixed_crossover(math.inf):
        assert np.array_equal(host_calls.gemv_fast_path((a, x), {}), a @ x)
        for args, kwargs in (((a, x, y), {}), ((a, x), {"y": y})):
            y[...] = np.nan
            assert host_calls.gemv_fast_path(args, kwargs) is y
            assert np.array_equal(y, a @ x)
        assert host_calls.dot_fast_path((y[::-2], y[:3]), {}) == np.sum(y[::-2] * y[:3])
        before = y.copy()
        assert host_calls.axpy_fast_path((y[:4].copy(), y[1:]), {}).base is y
        assert np.array_equal(y[1:], before[1:] + before[:4])
        assert host_calls.axpy_fast_path((x, y[:4]), {"alpha": 2}) is not None
        usual = (
            (host_calls.gemv_fast_path, (a, x)),
            (host_calls.dot_fast_path, (x, x)),
            (host_calls.axpy_fast_path, (x, y[:4])),
        )
        for compute, args in usual:
            assert compute(args[:1], {}) is None
            assert compute(args, {"queue": None}) is None
            assert compute((*args[:-1], args[-1].real.astype(np.float16)), {}) is None
        assert host_calls.gemv_fast_path((a[:, ::2], x[::2]), {}) is None
        assert host_calls.gemv_fast_path((a, x, np.zeros(10, precision.dtype)[::2]), {}) is None
        assert host_calls.axpy_fast_path((x[::-1], y[:4]), {}) is None
        assert host_calls.axpy_fast_path((y[:4], y[1:]), {}) is None
        assert host_calls.dot_fast_path((x[:0], x[:0]), {}) is None


def test_wrong_arguments_raise_as_ever(here, hosted):
    """The longer way says what is wrong; nothing was computed before."""
    x, a, z = np.arange(4.0), np.eye(4), np.ones(4, np.complex64)
    fixed = np.arange(4.0)
    fixed.flags.writeable = False
    wrong: list[tuple[str, Callable[[], Any]]] = [
        ("y", lambda: autoblas.axpy(x, x)),
        ("y", lambda: autoblas.axpy(x, fixed)),
        ("y", lambda: autoblas.axpy(x, np.arange(5.0))),
        ("alpha", lambda: autoblas.scal(x, alpha=1j)),
        ("alpha", lambda: autoblas.scal(x.astype(np.float32), alpha=1e300)),
        ("alpha", lambda: autoblas.axpy(x, x.copy(), alpha="2")),
        ("trans", lambda: autoblas.gemv(a, x, trans=["N"])),
        ("x", lambda: autoblas.gemv(a, x[:3])),
        ("y", lambda: autoblas.gemv(a, x, beta=2)),
        ("y", lambda: autoblas.gemv(a, x, a[0])),
        ("uplo", lambda: autoblas.symv(a, x, uplo="N")),
        ("diag", lambda: autoblas.trmv(a, x, diag="L")),
        ("y", lambda: autoblas.syr2(x, None, a)),
        ("a", lambda: autoblas.syr(x, np.ones((4, 5)))),
        ("a", lambda: autoblas.ger(x, x, np.broadcast_to(x, (4, 4)))),
        ("alpha", lambda: autoblas.her(z, np.eye(4, dtype=np.complex64), alpha=1j)),
        ("wait_for", lambda: autoblas.asum(x, wait_for=0)),
    ]
    for argument, call in wrong:
        with pytest.raises(ArgumentError, match=rf"^{argument}: "):
            call()
    assert hosted == []
    assert np.array_equal(x, np.arange(4))


def test_the_crossover_counts_bytes_of_operands(here, hosted):
    """Of vectors all together, of a matrix its own; as many as the crossover go to the device, and 0 sends all there."""
    x, a = np.arange(1.0, 33.0), np.ones((32, 32))
    for limit, expected in ((513, ["axpy"]), (512, []), (0, [])):
        hosted.clear()
        with fixed_crossover(limit):
            assert np.array_equal(autoblas.axpy(x, x.copy()), 2 * x)
        assert hosted == expected
    for limit, expected in ((8193, ["gemv"]), (8192, []), (0, [])):
        hosted.clear()
        with fixed_crossover(limit):
            assert np.array_equal(autoblas.gemv(a, x), np.full(32, x.sum()))
        assert hosted == expected


def test_what_is_held_is_not_kept(here, hosted):
    """Crossovers that are held change those of the process only for a while, and inside of another such while."""
    crossover.forget_crossovers()
    x = np.arange(50.0)
    autoblas.asum(x)
    assert hosted == ["asum"]
    with fixed_crossover(0):
        autoblas.asum(x)
    assert hosted == ["asum"]
    autoblas.asum(x)
    assert hosted == ["asum", "asum"]


def test_without_functions_devices_compute(here, monkeypatch):
    """As where NumPy's BLAS cannot be found."""
    monkeypatch.setattr(crossover, "host_function", lambda *_: None)
    crossover.forget_crossovers()
    x = np.arange(50.0)
    with fixed_crossover(math.inf):
        assert np.array_equal(autoblas.axpy(x, x.copy()), 2 * x)
        assert autoblas.dot(x, x) == np.sum(x * x)


def test_addresses_are_those_of_first_elements():
    """Of parts, of what runs backwards and of what cannot be written too."""
    for array in (
        np.arange(9.0),
        np.arange(9.0)[::-2],
        np.ones((4, 5))[1:, 2:],
        np.broadcast_to(1.0, (3, 2)),
    ):
        assert host_operands.address(array) == array.ctypes.data


def test_threads_may_call_at_once(hosted):
    """Each gets what it computed."""

    def work(number):
        rng = np.random.default_rng(number)
        a, x = (integers(rng, shape, FLOAT64) for shape in ((90, 90), (90,)))
        with fixed_crossover(math.inf):
            for _ in range(50):
                assert np.array_equal(autoblas.gemv(a, x), a @ x)
                assert autoblas.dotc(x * 1j, x * 1j) == np.dot(x, x)

    in_threads(6, work)
    assert hosted.count("gemv") == hosted.count("dotc") == 300


def test_new_results_are_made(hosted):
    """Where none is given: of the right length and type, from sums that begin at 0."""
    a, x, y = (integers(np.random.default_rng(i), s, FLOAT64) for i, s in enumerate([(6, 9), (9,), (6,)]))
    for result, expected in (
        (autoblas.gemv(a, x), a @ x),
        (autoblas.gemv(a, y, trans="T", alpha=2), 2 * y @ a),
        (autoblas.ger(y, x), np.outer(y, x)),
        (autoblas.copy(x), x),
    ):
        assert np.array_equal(result, expected)
        assert result.dtype == expected.dtype
    assert hosted == ["gemv", "gemv", "ger", "copy"]


def test_what_is_no_number(hosted):
    """NaN spreads through everything but an old y with beta = 0; norms at the ends of the range are the device's."""
    x = numbers(40, FLOAT32, 1)
    bad, a = x.copy(), numbers(1600, FLOAT32, 2).reshape(40, 40)
    bad[7] = np.nan
    for number in (autoblas.asum(bad), autoblas.nrm2(bad), autoblas.dot(x, bad), autoblas.dot(bad, x)):
        assert np.isnan(number)
    assert np.isnan(autoblas.axpy(bad, x.copy())[7])
    assert np.all(np.isnan(autoblas.gemv(a, bad)))
    assert not np.any(np.isnan(autoblas.gemv(a, x, bad.copy())))
    hosted.clear()
    for size in (1e-30, 1e30):
        assert math.isclose(autoblas.nrm2(np.full(9, size, np.float32)), 3 * size, rel_tol=1e-5)
    assert autoblas.nrm2(np.zeros(5)) == 0
    assert autoblas.nrm2(np.array([3.0, np.inf])) == math.inf
