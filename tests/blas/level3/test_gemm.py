"""``gemm`` for users: every kind of array and layout, BLAS's rules on what is read, queues and events, threads."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

import itertools
import threading
import time
import tracemalloc
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import gemm
from autoblas.checks.verify import integers
from autoblas.errors import ArgumentError
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT32, FLOAT64
from support.layouts import LAYOUTS, Layout, place
from support.memories import OUT_OF_ORDER, both_memories, copying, in_memory, on_host, wrapping
from support.threads import in_threads

pytestmark = pytest.mark.usefixtures("all_as_written")

PRECISIONS = {"float32": FLOAT32, "float64": FLOAT64}
both_types = pytest.mark.parametrize("dtype", list(PRECISIONS))


def _integers(*shape: int, dtype: str = "float32", seed: int = 0) -> Any:
    return integers(np.random.default_rng([seed, *shape]), shape, PRECISIONS[dtype])


@pytest.mark.budget(one_in=5)
@both_types
@both_memories
@pytest.mark.parametrize(
    ("left", "right"), [*zip(LAYOUTS, reversed(LAYOUTS), strict=True), ("dense", "dense")]
)
def test_operands_of_any_layout(any_device, memory, dtype, left, right):
    """Sliced, stepped, reversed and transposed operands are multiplied where they are."""
    queue = any_device.queue
    a, b = _integers(37, 29, dtype=dtype), _integers(29, 41, dtype=dtype)
    on = queue if memory == "device" else None
    placed_a, placed_b = place(a, LAYOUTS[left], on), place(b, LAYOUTS[right], on)
    result = gemm(placed_a.view, placed_b.view, queue=queue)
    assert type(result) is (np.ndarray if memory == "host" else cl_array.Array)
    assert (result.dtype, result.shape, result.flags.c_contiguous) == (np.dtype(dtype), (37, 41), True)
    assert np.array_equal(on_host(result), a @ b)
    assert np.array_equal(placed_a.values(), a)
    assert np.array_equal(placed_b.values(), b)


@pytest.mark.budget(one_in=5)
@both_types
@both_memories
@pytest.mark.parametrize("layout", LAYOUTS)
def test_outputs_of_any_layout(any_device, memory, dtype, layout):
    """C is updated in place, returned, and nothing around it is touched."""
    queue = any_device.queue
    a, b, c = _integers(37, 29, dtype=dtype), _integers(29, 41, dtype=dtype), _integers(37, 41, dtype=dtype)
    out = place(c, LAYOUTS[layout], queue if memory == "device" else None)
    result = gemm(
        in_memory(memory, queue, a), in_memory(memory, queue, b), alpha=2, beta=-3, c=out.view, queue=queue
    )
    assert result is out.view
    assert np.array_equal(out.values(), 2 * (a @ b) - 3 * c)
    assert out.intact()


@both_memories
@pytest.mark.parametrize(("trans_a", "trans_b"), list(itertools.product("NTc", "nTC")))
def test_transposes(any_device, memory, trans_a, trans_b):
    """T and C both transpose a real matrix, in capitals or not, and agree with a transposed array."""
    queue = any_device.queue
    a, b = _integers(20, 31), _integers(31, 23)
    given_a = a if trans_a in "Nn" else np.ascontiguousarray(a.T)
    given_b = b if trans_b in "Nn" else np.ascontiguousarray(b.T)
    result = gemm(
        in_memory(memory, queue, given_a),
        in_memory(memory, queue, given_b),
        trans_a=trans_a,
        trans_b=trans_b,
        queue=queue,
    )
    assert np.array_equal(on_host(result), a @ b)


@both_memories
def test_with_beta_zero_the_old_c_is_not_read(any_device, memory):
    """NaN in C does not survive beta = 0, which is also the default; it does survive any other beta."""
    queue = any_device.queue
    a, b = (in_memory(memory, queue, _integers(33, 33, seed=s)) for s in (1, 2))
    for beta, survives in ((0.0, False), (-0.0, False), (1.0, True)):
        c = in_memory(memory, queue, np.full((33, 33), np.nan, np.float32))
        result = on_host(gemm(a, b, c=c, beta=beta, queue=queue))
        assert np.all(np.isnan(result)) if survives else np.array_equal(result, on_host(a) @ on_host(b))


@both_memories
def test_with_alpha_zero_a_and_b_are_not_read(any_device, memory):
    """NaN in A and B does not reach C, which becomes beta C."""
    queue = any_device.queue
    bad, c = in_memory(memory, queue, np.full((21, 21), np.nan, np.float32)), _integers(21, 21)
    assert np.array_equal(on_host(gemm(bad, bad, alpha=0, queue=queue)), np.zeros((21, 21)))
    for layout in ("dense", "by columns", "stepped"):
        out = place(c, LAYOUTS[layout], queue if memory == "device" else None)
        gemm(bad, bad, alpha=0.0, beta=-2, c=out.view, queue=queue)
        assert np.array_equal(out.values(), -2 * c)
        assert out.intact()


def test_an_alpha_that_rounds_to_zero_is_zero(any_device):
    """What the kernel sees as 0 keeps NaN in A and B away from C too."""
    bad = np.full((8, 8), np.nan, np.float32)
    assert np.array_equal(gemm(bad, bad, alpha=1e-60, queue=any_device.queue), np.zeros((8, 8)))


def test_a_factor_beyond_the_type_is_refused(any_device):
    """An alpha that float32 cannot hold is an error that names it; infinity itself is not."""
    one = np.ones((2, 2), np.float32)
    with pytest.raises(ArgumentError, match=r"^alpha: expected a real number that float32 can hold"):
        gemm(one, one, alpha=1e300, queue=any_device.queue)
    assert np.all(np.isinf(gemm(one, one, alpha=np.inf, queue=any_device.queue)))


@both_memories
@both_types
@pytest.mark.parametrize("shape", [s for s in itertools.product((0, 1, 3), repeat=3) if 0 in s])
def test_sizes_of_zero(any_device, memory, dtype, shape):
    """An empty C is returned at once; an empty sum leaves beta C."""
    m, n, k = shape
    queue = any_device.queue
    a, b = (in_memory(memory, queue, np.zeros(s, dtype)) for s in ((m, k), (k, n)))
    result = gemm(a, b, queue=queue)
    assert result.shape == (m, n)
    assert np.array_equal(on_host(result), np.zeros((m, n)))
    old = _integers(m, n, dtype=dtype)
    c = in_memory(memory, queue, old.copy())
    assert gemm(a, b, beta=3, c=c, queue=queue) is c
    assert np.array_equal(on_host(c), 3 * old)


@pytest.mark.budget(one_in=9)
@both_types
@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 97, 13), (101, 1, 7), (127, 131, 1), (61, 67, 257)])
def test_primes_and_vectors(any_device, dtype, shape):
    """Sizes that no tile divides, and matrices that are vectors."""
    m, n, k = shape
    a, b = _integers(m, k, dtype=dtype), _integers(k, n, dtype=dtype)
    assert np.array_equal(gemm(a, b, queue=any_device.queue), a @ b)
    assert np.array_equal(gemm(b.T, a.T, queue=any_device.queue), (a @ b).T)


@pytest.mark.parametrize("source", ["broadcast", "read-only", "unaligned", "field"])
def test_unusual_inputs_on_the_host(any_device, source):
    """What NumPy can multiply is multiplied: constant strides of zero, read-only memory, odd addresses, fields."""
    values = _integers(24, 24)
    if source == "broadcast":
        array = np.broadcast_to(values[3], (24, 24))
    elif source == "read-only":
        array = values.copy()
        array.flags.writeable = False
    elif source == "unaligned":
        array = np.zeros(24 * 24 * 4 + 1, np.uint8)[1:].view(np.float32).reshape(24, 24)
        array[...] = values
    else:
        array = np.zeros((24, 24), [("x", "f4"), ("y", "f4")])["y"]
        array[...] = values
    assert np.array_equal(gemm(array, array, queue=any_device.queue), array @ array)


def test_an_array_may_be_both_operands(any_device):
    """A times A, A times its transpose, and blocks of one array into another block of it."""
    a = _integers(30, 30)
    assert np.array_equal(gemm(a, a, trans_b="T", queue=any_device.queue), a @ a.T)
    whole = _integers(30, 60)
    expected = whole[:, ::2] @ whole[:, ::2]
    odd = whole[:, 1::2]
    gemm(whole[:, ::2], whole[:, ::2], c=odd, queue=any_device.queue)
    assert np.array_equal(whole[:, 1::2], expected)
    device = cl_array.to_device(any_device.queue, whole)
    gemm(device[:, :30], device[:, :30], c=device[:, 30:])
    assert np.array_equal(device.get()[:, 30:], whole[:, :30] @ whole[:, :30])


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("lending", [copying, wrapping])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("out_of_order", [False, True])
def test_host_arrays_reach_devices_of_every_kind(any_device, monkeypatch, lending, layout, out_of_order):
    """Copied to a device or lent in place, on either kind of queue, the result is the same."""
    lending(any_device, monkeypatch)
    context = any_device.queue.context
    queue = cl.CommandQueue(context, properties=OUT_OF_ORDER) if out_of_order else cl.CommandQueue(context)
    a, b, c = _integers(37, 29), _integers(29, 41), _integers(37, 41)
    placed, out = place(a, LAYOUTS[layout]), place(c, LAYOUTS[layout])
    gemm(placed.view, b, beta=2, c=out.view, queue=queue)
    assert np.array_equal(out.values(), a @ b + 2 * c)
    assert out.intact()
    gemm(placed.view, b, c=out.view, queue=queue)
    assert np.array_equal(out.values(), a @ b)
    assert out.intact()
    assert np.array_equal(gemm(placed.view, b, queue=queue), a @ b)


def test_nothing_is_copied_where_the_device_shares_memory(any_device):
    """On such a device a product of arrays of a megabyte, views among them, allocates next to nothing on the host."""
    assert any_device.device.facts.host_shared
    a, b, c = (
        np.ones((1, 1 << 18), np.float32),
        np.ones((1 << 18, 2), np.float32),
        np.zeros((1, 2), np.float32),
    )
    views = {"dense": (a, b), "sliced": (a[:, ::2], b[::2]), "reversed": (a[:, ::-1], b[::-1, ::-1])}
    for left, right in views.values():
        gemm(left, right, c=c, queue=any_device.queue)
        tracemalloc.start()
        gemm(left, right, c=c, queue=any_device.queue)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < a.nbytes // 8
        assert np.array_equal(c, np.full((1, 2), left.size))


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("threads", [8])
@both_memories
def test_threads_may_call_at_once(here, memory, threads):
    """First calls included, on the default device, each thread gets its own product."""
    forget_plans()

    def work(number):
        for turn in range(6):
            a, b = _integers(20 + number, 30, seed=turn), _integers(30, 25 + turn, seed=number)
            queue = None if memory == "host" else cl.CommandQueue(here.queue.context)
            left, right = (x if queue is None else cl_array.to_device(queue, x) for x in (a, b))
            assert np.array_equal(on_host(gemm(left, right)), a @ b), (number, turn)

    in_threads(threads, work)


def test_threads_may_fill_interleaved_columns_of_one_array(any_device):
    """Views that lie between each other's elements are outputs of their own."""
    a, b = _integers(60, 50), _integers(50, 80)
    c = np.zeros((60, 80), np.float32)

    def work(first):
        gemm(a, b[:, first::4], c=c[:, first::4], queue=cl.CommandQueue(any_device.queue.context))

    in_threads(4, work)
    assert np.array_equal(c, a @ b)


def test_the_result_carries_its_event_and_nothing_is_waited_for(any_device):
    """The call returns before its inputs exist; the result's event says when it is there."""
    context = any_device.queue.context
    a, b = _integers(40, 40, seed=1), _integers(40, 40, seed=2)
    on = [cl_array.to_device(any_device.queue, x) for x in (a, b)]
    any_device.queue.finish()
    gate = cl.UserEvent(context)
    result = gemm(*on, wait_for=[gate])
    again = gemm(result, on[1])
    complete = cl.command_execution_status.COMPLETE
    waiting = [event.command_execution_status != complete for r in (result, again) for event in r.events]
    gate.set_status(complete)
    assert len(waiting) == 2
    assert all(waiting)
    assert np.array_equal(again.get(), a @ b @ b)
    assert result.events[-1].command_execution_status == complete


def test_host_arrays_wait_for_events_too(any_device):
    """With NumPy arrays the call itself waits, and returns a complete result."""
    a = _integers(16, 16)
    gate = cl.UserEvent(any_device.queue.context)
    timer = threading.Timer(0.05, gate.set_status, [cl.command_execution_status.COMPLETE])
    timer.start()
    result = gemm(a, a, wait_for=[gate], queue=any_device.queue)
    assert gate.command_execution_status == cl.command_execution_status.COMPLETE
    assert np.array_equal(result, a @ a)
    timer.join()


def test_an_array_without_a_queue_is_multiplied_on_the_queue_given(any_device):
    """The queue decides where to run; the result is on it."""
    a = _integers(12, 12)
    on = cl_array.to_device(any_device.queue, a).with_queue(None)
    result = gemm(on, on, queue=any_device.queue)
    assert result.queue == any_device.queue
    assert np.array_equal(result.get(), a @ a)


@pytest.mark.parametrize("count", [24])
def test_chains_on_an_out_of_order_queue(any_device, count):
    """Products that depend on each other keep their order, also where one overwrites what an earlier one reads."""
    queue = cl.CommandQueue(any_device.queue.context, properties=OUT_OF_ORDER)
    rotate, scale = np.roll(np.eye(160, dtype=np.float32), 1, axis=0), _integers(160, 160)
    r, x = cl_array.to_device(queue, rotate), cl_array.to_device(queue, scale)
    y = cl_array.empty_like(x)
    for _ in range(count):
        gemm(r, x, c=y)
        gemm(r, y, c=x)  # overwrites what the previous product reads
    assert np.array_equal(x.get(), np.roll(scale, 2 * count, axis=0))


def test_an_operand_may_be_overwritten_after_the_call(any_device):
    """On an out-of-order queue a later product into A waits until this one has read it."""
    queue = cl.CommandQueue(any_device.queue.context, properties=OUT_OF_ORDER)
    a, b = _integers(40, 40, seed=1), _integers(40, 40, seed=2)
    left, right, other = (cl_array.to_device(queue, x) for x in (a, b, b))
    queue.finish()
    gate = cl.UserEvent(queue.context)
    product = gemm(left, right, wait_for=[gate])
    gemm(other, other, c=left)
    queue.flush()
    time.sleep(0.1)  # long enough for a product that waits for nothing
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert np.array_equal(product.get(), a @ b)
    assert np.array_equal(left.get(), b @ b)


def test_operands_do_not_gather_events(any_device):
    """A matrix that is multiplied again and again does not remember every product."""
    queue = cl.CommandQueue(any_device.queue.context, properties=OUT_OF_ORDER)
    a = cl_array.to_device(queue, _integers(8, 8))
    for _ in range(50):
        gemm(a, a).events[-1].wait()
    assert len(a.events) < 8


def test_queues_of_one_context_wait_for_each_other(any_device):
    """An operand that another queue is still computing is waited for by the device."""
    first, second = (cl.CommandQueue(any_device.queue.context) for _ in range(2))
    a = _integers(64, 64)
    x, y = cl_array.to_device(first, a), cl_array.to_device(second, a)
    for _ in range(5):
        y = gemm(x, gemm(x, x, queue=first), queue=second)
    assert np.array_equal(y.get(), a @ (a @ a))


def test_the_package_offers_it():
    """``autoblas.gemm`` is the routine."""
    assert autoblas.gemm is gemm
    assert "gemm" in autoblas.__all__
    assert Layout() == LAYOUTS["dense"]
