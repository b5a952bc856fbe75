"""``gemm`` for users: operands that share memory, what is copied, queues, and threads."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

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
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT32, FLOAT64
from support.layouts import LAYOUTS, Layout
from support.memories import OUT_OF_ORDER, both_memories, on_host
from support.threads import in_threads

pytestmark = pytest.mark.usefixtures("all_as_written")

PRECISIONS = {"float32": FLOAT32, "float64": FLOAT64}


def _integers(*shape: int, dtype: str = "float32", seed: int = 0) -> Any:
    return integers(np.random.default_rng([seed, *shape]), shape, PRECISIONS[dtype])


def test_an_alpha_that_rounds_to_zero_is_zero(any_device):
    """What the kernel sees as 0 keeps NaN in A and B away from C too."""
    bad = np.full((8, 8), np.nan, np.float32)
    assert np.array_equal(gemm(bad, bad, alpha=1e-60, queue=any_device.queue), np.zeros((8, 8)))


def test_inputs_that_cannot_be_written(any_device):
    """They may have strides of zero."""
    array = np.broadcast_to(_integers(24, 24)[3], (24, 24))
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


def test_an_array_without_a_queue_is_multiplied_on_the_queue_given(any_device):
    """The queue decides where to run; the result is on it."""
    a = _integers(12, 12)
    on = cl_array.to_device(any_device.queue, a).with_queue(None)
    result = gemm(on, on, queue=any_device.queue)
    assert result.queue == any_device.queue
    assert np.array_equal(result.get(), a @ a)


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
