"""Reductions: ties, NaN, types, places for results, and norms at the ends of the range."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import NoKernelError, asum, dot, dsdot, iamax, iamin, imax, imin, nrm2, sdsdot
from autoblas.checks.verify import compare, integers, product_bound
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.vector import Reduce
from support.memories import both_memories, on_host
from support.vector_cases import PRECISIONS, numbers, place_vector

pytestmark = pytest.mark.usefixtures("all_as_written")

PLACES: dict[str, Callable[..., Any]] = {"iamax": iamax, "iamin": iamin, "imax": imax, "imin": imin}

every_precision = pytest.mark.parametrize("precision", PRECISIONS, ids=str)


@pytest.mark.budget(one_in=10)
@every_precision
def test_places_of_ties_are_the_first(any_device, precision):
    """Among many equal extremes, in every vector, work-item and work-group, the first one is found."""
    rng = np.random.default_rng(3)
    for n in (33, 4097, 100_000):
        x = integers(rng, (n,), precision, 2)
        for step in (1, -3):
            view = place_vector(x, step).view
            for name, call in PLACES.items():
                expected, _ = Reduce(name, n, precision).reference(x)
                assert call(view, queue=any_device.queue) == expected, (n, step, name)


@pytest.mark.budget(one_in=3)
@every_precision
@both_memories
def test_places_and_numbers_that_are_none(any_device, precision, memory):
    """NaN is passed over, but as the first element it is the answer; infinities are numbers like others."""
    queue, nan, inf = any_device.queue, np.nan, np.inf
    cases: dict[tuple[float, ...], tuple[int, int, int, int]] = {
        (1, nan, 3, nan, -4): (4, 0, 2, 4),
        (nan, 1, 5): (0, 0, 0, 0),
        (nan, nan): (0, 0, 0, 0),
        (1, inf, -inf, inf): (1, 0, 1, 2),
        (-inf, -inf, nan): (0, 0, 0, 0),
        (inf, inf): (0, 0, 0, 0),
        (nan, inf, -inf): (0, 0, 0, 0),
        (0.0, -0.0, 0.0): (0, 0, 0, 0),
    }
    for values, places in cases.items():
        for shift in (0, 40):
            x: Any = np.array(values, precision.dtype)
            if shift and not np.isnan(values[0]):
                x = np.concatenate([np.full(shift, x[0]), x])
            if precision.is_complex and np.any(np.isinf(values)):
                continue  # |re| + |im| says the same of either sign
            x = x if memory == "host" else cl_array.to_device(queue, x)
            for (name, call), place in zip(PLACES.items(), places, strict=True):
                if precision.is_complex and name in {"imax", "imin"}:
                    continue
                late = shift if place and not np.isnan(values[0]) else 0
                assert on_host(call(x, queue=queue)) == place + late, (values, name)


@every_precision
@both_memories
def test_norms_at_the_ends_of_the_range(any_device, precision, memory):
    """Squares may overflow or underflow, all of them or some, at every place; norms do not."""
    queue, info = any_device.queue, np.finfo(precision.dtype)
    rng = np.random.default_rng(11)
    scales = [info.max / 64, info.tiny * 64, 1.0]
    if precision.real is FLOAT64:
        scales += [1e300, 1e-300]
    for n, (big, small) in itertools.product((3, 700, 3000), itertools.product(scales, scales)):
        x = rng.uniform(0.25, 1, n) / np.sqrt(n) * small
        x[:: max(n // 5, 1)] = big / 8 * np.sign(rng.standard_normal(len(x[:: max(n // 5, 1)])))
        if precision.is_complex:
            x = x * np.exp(1j * rng.uniform(0, 6, n))
        x = x.astype(precision.dtype)
        exact, _ = Reduce("nrm2", n, precision).reference(x)
        got = on_host(nrm2(x if memory == "host" else cl_array.to_device(queue, x), queue=queue))
        bound = product_bound(exact, exact, n, precision.real)
        verdict = compare(np.atleast_1d(got), np.atleast_1d(exact), np.atleast_1d(bound))
        assert verdict.ok, f"n={n} {big:g} {small:g}: {verdict}"


@every_precision
def test_norms_of_what_is_no_number(any_device, precision):
    """NaN anywhere makes the norm NaN, infinity makes it infinite, zeros make it zero."""
    for n in (1, 50, 5000):
        x = numbers(n, precision, n)
        for place, value in itertools.product((0, n // 2, n - 1), (np.nan, np.inf, -np.inf)):
            bad = x.copy()
            bad[place] = value
            got = nrm2(bad, queue=any_device.queue)
            assert np.isnan(got) if np.isnan(value) else got == np.inf, (n, place, value, got)
        bad[0], bad[-1] = np.inf, np.nan
        assert np.isnan(nrm2(bad, queue=any_device.queue))
        assert nrm2(np.zeros(n, precision.dtype), queue=any_device.queue) == 0


def test_types_of_results_and_accumulators(any_device):
    """Halves are summed in float32; a wider accumulator and another result can be asked for."""
    queue = any_device.queue
    halves = np.full(5000, 0.25, np.float16)
    assert dot(halves, halves, queue=queue) == np.float16(5000 / 16)
    assert asum(np.full(5000, 60.0, np.float16), dtype="float32", queue=queue) == 300_000
    assert np.isinf(asum(np.full(5000, 60.0, np.float16), queue=queue))
    x = np.array([1, 1e8, -1e8, 1] * 200, np.float32)
    assert autoblas.sum(x, accumulator="float64", queue=queue) == 400
    wide = dot(x, x, accumulator="float64", dtype="float64", queue=queue)
    assert wide.dtype == np.float64
    assert wide == dsdot(x, x, queue=queue) == np.dot(x.astype(np.float64), x)
    assert sdsdot(x, np.ones_like(x), alpha=0.5, queue=queue) == np.float32(400.5)


def test_results_on_a_device_go_where_they_are_sent(any_device):
    """``out`` is an element of a larger array, of which nothing else changes."""
    queue = any_device.queue
    x = cl_array.to_device(queue, numbers(3000, FLOAT64, 5))
    results = cl_array.to_device(queue, np.full(5, -77.25))
    assert nrm2(x, out=results[2:3]).base_data == results.base_data
    dot(x, x, out=results[4:])
    norm, product = results.get()[[2, 4]]
    assert np.isclose(norm**2, product, rtol=1e-13)
    assert np.all(results.get()[[0, 1, 3]] == -77.25)
    places = cl_array.to_device(queue, np.full(3, -77))
    iamax(x, out=places[1:2])
    assert places.get().tolist() == [-77, int(np.argmax(np.abs(x.get()))), -77]


@pytest.mark.budget(30)
def test_large_vectors_take_several_groups(any_device):
    """Two launches and one give the same result, again and again, in the same scratch memory."""
    rng = np.random.default_rng(2)
    for n in (1_000_000, 300_001):
        x, y = (integers(rng, (n,), FLOAT64) for _ in range(2))
        x[n - 7] = 9
        for _ in range(3):
            assert dot(x, y, queue=any_device.queue) == np.dot(x, y)
            assert asum(x, queue=any_device.queue) == np.abs(x).sum()
            assert iamax(x, queue=any_device.queue) == n - 7
            assert np.isclose(nrm2(x, queue=any_device.queue), np.sqrt(np.dot(x, x)), rtol=1e-14)
            assert autoblas.sum(x[::-2], queue=any_device.queue) == x[::-2].sum()


def test_where_doubles_are_missing(any_device, monkeypatch):
    """Norms of float32 are summed with care instead; what needs doubles is refused."""
    import dataclasses

    facts = dataclasses.replace(any_device.device.facts, fp64=False)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    queue = cl.CommandQueue(any_device.queue.context)
    for scale in (1e30, 1e-30, 1.0):
        for n in (5, 5000):
            x = (numbers(n, FLOAT32, n) * scale).astype(np.float32)
            assert np.isclose(nrm2(x, queue=queue), np.linalg.norm(x.astype(np.float64)), rtol=1e-5)
    with pytest.raises(NoKernelError, match="the device computes in this precision"):
        dsdot(x, x, queue=queue)
