"""Stacks and right-hand sides in parts: chunks where a device has little memory, and parts for several devices."""

# mypy: disable-error-code="call-overload, index"
# Results that are pairs, and pivots that are arrays.

import numpy as np
import pyopencl as cl
import pytest

import autoblas
from autoblas.calls import complete
from autoblas.calls.several import division, execution, members, prediction
from autoblas.calls.streamed import schedule
from autoblas.errors import FallbackWarning, LaunchError, NotPositiveDefiniteError, SingularError
from autoblas.testing.faulty import faulty
from support.memories import copying

ITEMS, ROWS, SIDES = 100, 6, 300

RNG = np.random.default_rng(7)

GENERAL = RNG.standard_normal((ITEMS, ROWS, ROWS)) + 3 * np.eye(ROWS)

DEFINITE = GENERAL @ GENERAL.swapaxes(1, 2) + np.eye(ROWS)

RIGHT = RNG.standard_normal((ITEMS, ROWS, 2))

SINGULAR_ITEM = 71

TRIANGLES = np.linalg.cholesky(DEFINITE)

FACTORS, PIVOTS = autoblas.getrf_batched(GENERAL.copy())


def getrf(**options):
    """The product of the factors, with the rows in their old order."""
    factors, pivots = autoblas.getrf_batched(GENERAL.copy(), **options)
    products = (np.tril(factors, -1) + np.eye(ROWS)) @ np.triu(factors)
    for product, exchanges in zip(products, pivots, strict=True):
        for k in reversed(range(ROWS)):
            product[[k, exchanges[k]]] = product[[exchanges[k], k]]
    return products


CALLS = {
    "potrf": (lambda **o: np.tril(autoblas.potrf_batched(DEFINITE.copy(), uplo="L", **o)), TRIANGLES),
    "potrs": (
        lambda **o: autoblas.potrs_batched(TRIANGLES, RIGHT.copy(), uplo="L", **o),
        np.linalg.solve(DEFINITE, RIGHT),
    ),
    "posv": (
        lambda **o: autoblas.posv_batched(DEFINITE.copy(), RIGHT.copy(), **o),
        np.linalg.solve(DEFINITE, RIGHT),
    ),
    "getrf": (getrf, GENERAL),
    "getrs": (
        lambda **o: autoblas.getrs_batched(FACTORS, PIVOTS, RIGHT.copy(), trans="T", **o),
        np.linalg.solve(GENERAL.swapaxes(1, 2), RIGHT),
    ),
    "gesv": (
        lambda **o: autoblas.gesv_batched(GENERAL.copy(), RIGHT.copy(), **o),
        np.linalg.solve(GENERAL, RIGHT),
    ),
    "inv": (lambda **o: autoblas.inv_batched(GENERAL.copy(), **o), np.linalg.inv(GENERAL)),
    "trsm": (
        lambda **o: autoblas.trsm_batched(TRIANGLES, RIGHT.copy(), uplo="L", alpha=2, **o),
        2 * np.linalg.solve(TRIANGLES, RIGHT),
    ),
    "columns of potrs": (
        lambda **o: autoblas.potrs(TRIANGLES[0], _sides(), uplo="L", **o),
        np.linalg.solve(DEFINITE[0], np.arange(ROWS * SIDES).reshape(ROWS, SIDES)),
    ),
    "columns of getrs": (
        lambda **o: autoblas.getrs(FACTORS[0], PIVOTS[0], _sides(), **o),
        np.linalg.solve(GENERAL[0], np.arange(ROWS * SIDES).reshape(ROWS, SIDES)),
    ),
}
"""Calls, and what they return."""


def _sides():
    return np.arange(ROWS * SIDES, dtype=float).reshape(ROWS, SIDES)


@pytest.fixture
def two(any_device, monkeypatch):
    """Two queues that always work together, on parts that are small."""
    monkeypatch.setattr(prediction, "TOGETHER", 1e9)
    monkeypatch.setattr(members.Member, "measured", lambda *_: None)
    monkeypatch.setattr(division, "PANEL_LINES", 32)
    queues = [cl.CommandQueue(any_device.device.context, any_device.device.hardware) for _ in "ab"]
    return autoblas.devices(*queues)


@pytest.fixture
def parts(monkeypatch):
    """Numbers of parts of the calls since."""
    counts = []
    true = execution.compute

    def counted(whole, *rest):
        counts.append(len(whole.parts))
        return true(whole, *rest)

    monkeypatch.setattr(complete, "compute", counted)
    return counts


def little_memory(any_device, monkeypatch):
    """The device has memory of its own: 8 KB."""
    copying(any_device, monkeypatch)
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "8e3")


@pytest.mark.parametrize("name", CALLS)
def test_chunks_fit_a_small_memory(any_device, monkeypatch, name):
    """No more is lent to the device at a time than its memory has room for, and all parts are right."""
    little_memory(any_device, monkeypatch)
    lent, true = [], type(any_device.device).lend

    def lend(device, queue, array, **how):
        lent.append(array.nbytes)
        return true(device, queue, array, **how)

    monkeypatch.setattr(type(any_device.device), "lend", lend)
    call, expected = CALLS[name]
    np.testing.assert_allclose(call(queue=any_device.queue), expected, rtol=1e-9, atol=1e-9)
    assert len(lent) > 2 * 3
    assert max(lent) <= schedule.memory_for_streams(any_device.device.facts) / 2


@pytest.mark.parametrize("name", [x for x in CALLS if x != "trsm"])
def test_devices_take_parts(two, parts, name):
    """Items of stacks, and columns of B."""
    call, expected = CALLS[name]
    np.testing.assert_allclose(call(devices=two), expected, rtol=1e-9, atol=1e-9)
    assert parts == [8 if "columns" in name else 4]


def test_a_part_without_factors_is_named_by_its_item(any_device, monkeypatch, two):
    """The error of NumPy arrays, or info, counts items of the whole."""
    indefinite, singular = DEFINITE.copy(), GENERAL.copy()
    indefinite[SINGULAR_ITEM, 2, 2], singular[SINGULAR_ITEM] = -1, 0
    with pytest.raises(NotPositiveDefiniteError) as error:
        autoblas.potrf_batched(indefinite.copy(), devices=two)
    assert (error.value.item, error.value.row) == (SINGULAR_ITEM, 2)
    info = np.zeros(ITEMS, np.int32)
    autoblas.gesv_batched(singular.copy(), RIGHT.copy(), info=info, devices=two)
    assert info.nonzero()[0].tolist() == [SINGULAR_ITEM]
    little_memory(any_device, monkeypatch)
    with pytest.raises(SingularError) as other:
        autoblas.inv_batched(singular.copy(), queue=any_device.queue)
    assert other.value.item == SINGULAR_ITEM


@pytest.mark.parametrize("name", ["posv", "gesv", "columns of getrs"])
def test_parts_of_a_failing_device_are_computed_again(two, name):
    """From the old elements of all matrices that a part overwrites."""
    call, expected = CALLS[name]
    with faulty() as faults:
        faults.arm("launch", 2, lambda: LaunchError("planted"), after=True)
        with pytest.warns(FallbackWarning, match="planted"):
            result = call(devices=two)
    np.testing.assert_allclose(result, expected, rtol=1e-9, atol=1e-9)
