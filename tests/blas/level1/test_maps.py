"""Maps of vectors: every routine in every precision, layout and length, on either kind of memory."""

import itertools
import time
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import axpby, axpy, axpy_batched, axpy_offsets, copy, had, mapped_empty, rotm, scal, swap
from autoblas.plan.results import forget_plans
from autoblas.precision import Precision
from autoblas.problems.vector import MAPS
from support.memories import OUT_OF_ORDER, both_memories, in_memory, on_host
from support.threads import in_threads
from support.vector_cases import LENGTHS, MAP_CALLS, PRECISIONS, STEPS, assert_mapped, numbers, place_vector

pytestmark = pytest.mark.usefixtures("all_as_written")


SCALARS = {
    "alpha": 1.25,
    "beta": -0.75,
    "c": 0.8,
    "s": -0.6,
    "h11": 0.5,
    "h12": -1.5,
    "h21": 2.0,
    "h22": 0.25,
}

CASES = [
    (operation, precision)
    for operation, precision in itertools.product(MAPS, PRECISIONS)
    if not (operation == "rotm" and precision.is_complex)
]
every_map = pytest.mark.parametrize(("operation", "precision"), CASES, ids=str)


def _scalars(operation: str, precision: Precision, *, real: bool) -> dict[str, Any]:
    """Scalars of a map: complex ones where it takes them and ``real`` does not forbid it."""
    plain = real or not precision.is_complex
    return {name: SCALARS[name] + (0 if plain or name == "c" else 0.5j) for name in MAPS[operation].scalars}


@pytest.mark.budget(each="operation")
@both_memories
@every_map
def test_every_map_in_every_layout(any_device, operation, precision, memory):
    """Results lie within their bounds, and nothing but the outputs' elements changes."""
    queue = any_device.queue
    for (index, n), real in itertools.product(enumerate(LENGTHS), (True, False)):
        if not real and not precision.is_complex:
            continue
        for number, steps in enumerate(STEPS):
            names = MAPS[operation].vectors
            values = {x: numbers(n, precision, 10 * index + i) for i, x in enumerate(names)}
            placed = {
                x: place_vector(values[x], step, (index + number) % 4, queue if memory == "device" else None)
                for x, step in zip(names, steps, strict=False)
            }
            scalars = _scalars(operation, precision, real=real)
            MAP_CALLS[operation]({x: v.view for x, v in placed.items()}, scalars, queue=queue)
            assert_mapped(operation, precision, values, placed, scalars)


@both_memories
def test_results_are_the_arrays_that_were_given(any_device, memory):
    """Outputs are returned; where none is given, a new one is made."""
    queue = any_device.queue
    x, y, z = (in_memory(memory, queue, numbers(50, PRECISIONS[1], seed)) for seed in range(3))
    assert axpy(x, y, queue=queue) is y
    assert scal(x, alpha=2, queue=queue) is x
    assert copy(x, y, queue=queue) is y
    assert had(x, y, z, queue=queue) is z
    assert swap(x, y, queue=queue) == (x, y) if memory == "device" else swap(x, y, queue=queue)[0] is x
    fresh = copy(x, queue=queue)
    assert type(fresh) is type(x)
    assert np.array_equal(on_host(fresh), on_host(x))
    product = had(x, y, alpha=2, queue=queue)
    assert np.array_equal(on_host(product), 2 * (on_host(x) * on_host(y)))


@pytest.mark.budget(one_in=3)
@both_memories
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_zero_factors_keep_nan_away(any_device, precision, memory):
    """With beta = 0 the output is never read, with alpha = 0 the inputs; scal multiplies all the same."""
    queue, n = any_device.queue, 37
    x, y, z = (numbers(n, precision, seed) for seed in range(3))
    bad = np.full(n, np.nan, precision.dtype)

    def run(call, *arrays, **options):
        placed = [in_memory(memory, queue, array.copy()) for array in arrays]
        result = call(*placed, queue=queue, **options)
        return on_host(result)

    assert np.array_equal(run(axpby, x, bad, alpha=1, beta=0), x)
    assert np.array_equal(run(axpby, bad, y, alpha=0, beta=1), y)
    assert np.array_equal(run(axpby, bad, bad, alpha=0, beta=0), np.zeros(n))
    assert np.array_equal(run(had, bad, x, z, alpha=0, beta=1), z)
    assert not np.any(np.isnan(run(had, x, y, bad, beta=-0.0)))
    assert np.array_equal(run(axpy, bad, y, alpha=0.0), y)
    assert np.all(np.isnan(run(axpby, x, bad, beta=1e-3)))
    assert np.all(np.isnan(run(scal, bad, alpha=0)))
    assert np.array_equal(run(scal, x, alpha=0), np.zeros(n))


@both_memories
def test_a_modified_rotation_has_four_forms(any_device, memory):
    """The flag says which elements of the matrix count; -2 does nothing."""
    queue = any_device.queue
    x, y = (numbers(20, PRECISIONS[2], seed) for seed in range(2))
    forms = {-2: (1, 0, 0, 1), -1: (2, 3, 4, 5), 0: (1, 3, 4, 1), 1: (2, 1, -1, 5)}
    for flag, (h11, h12, h21, h22) in forms.items():
        left, right = in_memory(memory, queue, x.copy()), in_memory(memory, queue, y.copy())
        rotm(left, right, np.array([flag, 2, 4, 3, 5.0]), queue=queue)
        assert np.allclose(on_host(left), h11 * x + h12 * y, rtol=1e-14)
        assert np.allclose(on_host(right), h21 * x + h22 * y, rtol=1e-14)


@pytest.mark.budget(one_in=15)
@both_memories
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_axpy_of_stacks(any_device, precision, memory):
    """One factor for all or one for each, a stack or one vector for all, dense stacks and parts of larger ones."""
    queue, items, n = any_device.queue, 5, 113
    rng = np.random.default_rng(7)
    whole = rng.integers(-4, 5, (2, items, 3 * n)).astype(precision.dtype)
    factors = np.array([0, 1, -2, 3, 2])
    for cut in (slice(0, n), slice(None, None, 3), slice(None, None, -3)):
        for alpha in (2, factors, list(factors)):
            for shared in (False, True):
                x, y = in_memory(memory, queue, whole[0].copy()), in_memory(memory, queue, whole[1].copy())
                left = x[2, cut] if shared else x[:, cut]
                result = axpy_batched(left, y[:, cut], alpha=alpha, queue=queue)
                expected = whole[1].copy()
                source = whole[0][2, cut] if shared else whole[0][:, cut]
                expected[:, cut] += np.reshape(np.asarray(alpha), (-1, 1)).astype(precision.dtype) * source
                assert np.array_equal(on_host(y), expected)
                assert result.shape == (items, n)


@both_memories
def test_axpy_at_offsets(any_device, memory):
    """Vectors begin anywhere, in any order, interleaved or backwards."""
    queue, precision = any_device.queue, PRECISIONS[2]
    whole_x, whole_y = numbers(100, precision, 1), numbers(100, precision, 2)
    for x_offsets, y_offsets, steps in (
        ([0, 20, 7], [60, 0, 30], (1, 1)),
        (11, [0, 1, 2], (2, 3)),
        ([40, 30, 90], [99, 50, 20], (-3, -1)),
        (np.arange(3), [1, 40, 80], (0, 1)),
    ):
        x, y = in_memory(memory, queue, whole_x.copy()), in_memory(memory, queue, whole_y.copy())
        options: dict[str, Any] = {"n": 10, "x_step": steps[0], "y_step": steps[1], "alpha": [2, 0, -1]}
        axpy_offsets(x, x_offsets, y, y_offsets, queue=queue, **options)
        expected = whole_y.copy()
        for i, alpha in enumerate(options["alpha"]):
            from_x = np.broadcast_to(x_offsets, 3)[i] + steps[0] * np.arange(10)
            expected[y_offsets[i] + steps[1] * np.arange(10)] += alpha * whole_x[from_x]
        assert np.allclose(on_host(y), expected, rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("kind", ["copying", "wrapping"])
def test_host_vectors_reach_devices_of_every_kind(any_device, monkeypatch, kind):
    """Copied to a device with memory of its own, or lent in place, the result is the same."""
    import dataclasses

    facts = dataclasses.replace(any_device.device.facts, host_shared=kind == "wrapping", system_svm=False)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    queue, n = any_device.queue, 321
    for step in (1, -2, 3):
        x, y = (
            place_vector(np.arange(n, dtype=np.float32), step, 2),
            place_vector(np.ones(n, np.float32), -step, 1),
        )
        axpy(x.view, y.view, alpha=2, queue=queue)
        assert np.array_equal(y.values(), 2 * np.arange(n) + 1)
        assert x.intact()
        assert y.intact()
    stack = np.arange(60.0).reshape(3, 20)
    out = np.zeros((3, 40))
    axpy_batched(stack[::-1], out[:, ::2], alpha=[1, 2, 3], queue=queue)
    assert np.array_equal(out[:, ::2], stack[::-1] * np.array([[1], [2], [3]]))
    assert not np.any(out[:, 1::2])


def test_mapped_arrays_are_vectors_too(any_device):
    """What the host maps is an operand while it is unmapped."""
    x, y = (mapped_empty((64,), "float32", queue=any_device.queue) for _ in range(2))
    for array, values in ((x, np.arange(64)), (y, np.ones(64))):
        with array.mapped() as view:
            view[...] = values
    axpy(x, y, alpha=3)
    with y.mapped() as view:
        assert np.array_equal(view, 3 * np.arange(64) + 1)


def test_nothing_is_waited_for(any_device):
    """A call returns before its inputs exist; the outputs' events say when they are there."""
    x, y = (cl_array.to_device(any_device.queue, numbers(64, PRECISIONS[1], seed)) for seed in (1, 2))
    expected = 2 * x.get() + 3 * y.get()
    gate = cl.UserEvent(any_device.queue.context)
    scal(y, alpha=3, wait_for=[gate])
    axpy(x, y, alpha=2)
    complete = cl.command_execution_status.COMPLETE
    waiting = [event.command_execution_status != complete for event in y.events]
    gate.set_status(complete)
    assert waiting == [True]
    assert np.allclose(y.get(), expected, rtol=1e-6)


def test_out_of_order_queues_keep_the_order_of_calls(any_device):
    """A vector is overwritten after those who read it, and read after it was written."""
    queue = cl.CommandQueue(any_device.queue.context, properties=OUT_OF_ORDER)
    x, y, z = (cl_array.to_device(queue, np.full(100_000, v, np.float64)) for v in (1.0, 0.0, 0.0))
    for turn in range(1, 25):
        axpy(x, y)  # y counts the turns
        copy(y, z)
        scal(y, alpha=1.0)
        assert len(y.events) == 1
        if turn == 12:
            swap(y, z)
    assert np.all(z.get() == 24)
    other = cl.CommandQueue(any_device.queue.context)
    gate = cl.UserEvent(queue.context)
    copied = copy(x, queue=other, wait_for=[gate])
    scal(x, alpha=5)  # must wait for the copy on the other queue
    queue.flush()
    time.sleep(0.05)
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert np.all(copied.get() == 1)
    assert np.all(x.get() == 5)


def test_threads_may_call_at_once(any_device):
    """First calls included, each thread gets its own result."""
    forget_plans()

    def work(number):
        queue = cl.CommandQueue(any_device.queue.context)
        for turn in range(5):
            x = numbers(500 + number, PRECISIONS[2], turn)
            y = cl_array.to_device(queue, np.full(500 + number, float(number)))
            axpy(cl_array.to_device(queue, x), y, alpha=turn)
            assert np.allclose(y.get(), turn * x + number, rtol=1e-14), (number, turn)
            assert autoblas.iamax(x, queue=queue) == np.argmax(np.abs(x)), (number, turn)

    in_threads(6, work)
