"""Results from a pool: what calls return stays what it is as long as anyone uses it, and memory stays within its limit."""

import gc
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.arrays.opencl import ADAPTER
from autoblas.calls.memory import open_pools
from autoblas.devices.opencl.pool import BufferPool
from autoblas.errors import ArgumentError
from support.memories import OUT_OF_ORDER
from support.routine_calls import Numbers
from support.routine_cases import CASES
from support.threads import in_threads

pytestmark = pytest.mark.usefixtures("all_as_written")

COMPLETE = cl.command_execution_status.COMPLETE


@pytest.fixture
def queue(here):
    """A queue of the test's own; no pool is left open."""
    made = cl.CommandQueue(here.device.context, here.device.hardware)
    yield made
    made.finish()
    left = open_pools()
    for pool in left:
        pool.close()
    assert not left


@pytest.fixture
def square(queue):
    """Makes matrices of random numbers whose powers stay in range, 16 x 16 where no shape is given."""
    rng = np.random.default_rng(11)

    def made(*shape):
        return cl_array.to_device(queue, rng.random(shape or (16, 16), np.float32) / 8)

    return made


def address(array: Any) -> int:
    """Which memory an array has."""
    return int(array.base_data.int_ptr)


def test_memory_of_dropped_results_is_used_again(queue, square):
    """That of results which are held, or of which a view is, is not; before and behind the pool's time all is new."""
    a, b = square(), square()
    for _ in range(3):
        autoblas.gemm(a, b)
    expected = autoblas.gemm(a, b).get()
    with autoblas.pool_results(queue) as pool:
        first = autoblas.gemm(a, b)
        second = autoblas.gemm(b, a)
        assert address(first) != address(second)
        assert first.allocator is None
        assert type(first) is cl_array.Array
        used, view = address(first), first.T
        del first
        assert address(third := autoblas.gemm(a, b)) != used
        del view
        assert address(autoblas.gemm(a, b)) == used
        assert pool.nbytes == 3 * third.base_data.size >= 3 * third.nbytes
        assert np.array_equal(third.get(), expected)
    assert isinstance(autoblas.gemm(a, b).base_data, cl.Buffer)
    assert np.array_equal(second.get(), autoblas.gemm(b, a).get())


def test_calls_in_a_row_run_in_order(queue, square):
    """Each reads the result of the one before, which is dropped while it is still being computed."""
    a, x = square(), square(16)
    y = x
    for _ in range(60):
        y = autoblas.gemv(a, y)
    with autoblas.pool_results(queue) as pool:
        z = x
        for _ in range(60):
            z = autoblas.gemv(a, z)
        assert pool.nbytes <= 3 * z.base_data.size
    assert z.get().tobytes() == y.get().tobytes()


OUTPUTS = {
    "gemm": "c",
    "gemv": "y",
    "ger": "a",
    "dot": "out",
    "symm": "c",
    "syrk": "c",
    "omatcopy": "b",
    "spmv": "y",
}
"""What routines make where it is not given."""


@pytest.mark.parametrize("name", list(OUTPUTS))
def test_results_are_those_without_a_pool(here, queue, name):
    """To the bit, in memory that held something else; results that begin as zeros too."""

    def result():
        case = CASES[name](Numbers(3, "float32"))
        arrays = {key: cl_array.to_device(queue, np.ascontiguousarray(x)) for key, x in case.arrays.items()}
        left = {key: x for key, x in arrays.items() if key != OUTPUTS[name]}
        options = {key: x for key, x in case.options.items() if key != "beta"}
        found: Any = getattr(autoblas, name)(**left, **options, queue=queue)
        return bytes(found.get().tobytes())

    expected, like = result(), cl_array.zeros(queue, 1, np.uint8)
    with autoblas.pool_results(queue):
        for _ in range(4):
            for nbytes in (4, 64, 500, 4000):
                dirty = ADAPTER.new(like, queue, (nbytes,), np.uint8)
                cl.enqueue_copy(queue, dirty.base_data, np.full(nbytes, 0xFF, np.uint8))
                del dirty
            assert result() == expected
    assert here.device.context == queue.context


def test_results_outlive_their_pool_and_their_queue(here, square):
    """Memory goes back to the driver when the last of them is dropped."""
    own = cl.CommandQueue(here.device.context, here.device.hardware)
    a, b = square(), square()
    pool = autoblas.pool_results(own)
    kept = [autoblas.gemm(a, b, queue=own) for _ in range(4)]
    expected = kept[0].get(queue=own)
    pool.close()
    pool.close()  # once more is no harm
    for each in kept:
        each.queue = None
    del own
    gc.collect()
    assert all(np.array_equal(each.get(queue=a.queue), expected) for each in kept)
    inside = pool._memory
    del kept, each
    assert inside.nbytes == 0


def test_what_calls_on_another_queue_read_is_not_written(here, queue, square):
    """Until they have ended, although the result was dropped; then it is used again."""
    a, b, c = (
        square(),
        square(),
        square(),
    )  # c is the other queue's: what will write or read it waits for that
    other = cl.CommandQueue(here.device.context, here.device.hardware)
    expected = autoblas.gemm(autoblas.gemm(a, b), c).get()
    out = cl_array.empty(other, (16, 16), np.float32)
    gate = cl.UserEvent(here.device.context)
    with autoblas.pool_results(queue) as pool:
        first = autoblas.gemm(a, b)
        used = address(first)
        autoblas.gemm(first, c, c=out, queue=other, wait_for=[gate])
        del first
        held = [autoblas.gemm(b, b) for _ in range(5)]
        queue.finish()
        assert used not in map(address, held)
        gate.set_status(COMPLETE)
        assert np.array_equal(out.get(), expected)
        other.finish()
        assert address(autoblas.gemm(a, b)) == used
        assert pool.nbytes == 6 * held[0].base_data.size
    assert not ADAPTER._in_use


def test_two_queues_with_pools_of_their_own(here, queue, square):
    """Each reads what the other computed, and drops it at once."""
    a, b = square(), square()
    other = cl.CommandQueue(here.device.context, here.device.hardware)
    expected = [autoblas.gemm(autoblas.gemm(a, b), each).get() for each in (a, b)]
    with autoblas.pool_results(queue), autoblas.pool_results(other):
        for turn in range(40):
            x, y = (queue, other) if turn % 2 else (other, queue)
            found = [autoblas.gemm(autoblas.gemm(a, b, queue=x), each, queue=y) for each in (a, b)]
            assert [each.get().tobytes() for each in found] == [each.tobytes() for each in expected]


def test_queues_whose_commands_may_overlap_have_no_pool(here, square):
    """A result that is dropped there may still be read by commands that are enqueued later than nobody knows which."""
    overlapping = cl.CommandQueue(here.device.context, here.device.hardware, properties=OUT_OF_ORDER)
    with pytest.raises(ArgumentError, match="in order"):
        autoblas.pool_results(overlapping)
    a, x = (each.with_queue(overlapping) for each in (square(), square(16)))
    y, expected = x, x.get().astype(np.float64)
    for _ in range(30):
        y = autoblas.gemv(a, y)
        assert isinstance(y.base_data, cl.Buffer)
        expected = a.get().astype(np.float64) @ expected
    np.testing.assert_allclose(y.get(), expected, rtol=1e-4)


@pytest.mark.budget(30)
def test_ten_thousand_sizes_stay_within_the_limit(queue):
    """Kept or in use, whatever is held; what would be more has memory of its own, and sizes are rounded up by an eighth."""
    rng, limit = np.random.default_rng(1), 1 << 20
    pool = BufferPool(queue, limit)
    held: list[Any] = [None] * 7
    own = 0
    for turn, nbytes in enumerate(rng.integers(1, 1 << 18, 10_000)):
        held[turn % 7] = pool(int(nbytes))
        own += isinstance(held[turn % 7], cl.Buffer)
        assert held[turn % 7].size >= nbytes
        assert pool.nbytes <= limit * 9 // 8
    assert 0 < own < 5_000
    held.clear()
    pool.release()
    assert pool.nbytes == pool.free_blocks == 0


@pytest.mark.budget(30)
def test_calls_with_ever_other_shapes_stay_within_the_limit(queue, square):
    """And compute what they should, while garbage is collected in between."""
    rng, limit = np.random.default_rng(2), 1 << 14
    a, x = square(5000, 8), square(8)
    whole = a.get().astype(np.float64) @ x.get()
    own = 0
    with autoblas.pool_results(queue, nbytes=limit) as pool:
        held: list[Any] = []
        for turn, m in enumerate(rng.integers(1, 5001, 150).tolist()):
            held = [*held[-2:], autoblas.gemv(a[:m], x)]
            own += isinstance(held[-1].base_data, cl.Buffer)
            assert pool.nbytes <= limit * 9 // 8
            if turn % 50 == 0:
                gc.collect()
            np.testing.assert_allclose(held[0].get(), whole[: held[0].size], rtol=1e-5)
    assert 0 < own < 150


def test_threads_share_the_pool_of_a_queue(queue, square):
    """Each gets the results of its own calls."""
    a, others = square(), [square() for _ in range(4)]
    expected = [autoblas.gemm(autoblas.gemm(a, b), b).get().tobytes() for b in others]

    def work(number):
        b = others[number]
        return [autoblas.gemm(autoblas.gemm(a, b), b).get().tobytes() for _ in range(40)]

    with autoblas.pool_results(queue):
        found = in_threads(4, work)
    assert all(set(each) == {right} for each, right in zip(found, expected, strict=True))


def test_an_allocator_of_the_callers_own_is_kept_to(queue, square):
    """By results of calls whose first operand has it."""
    asked: list[int] = []

    def allocator(nbytes):
        asked.append(nbytes)
        return cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, nbytes)

    a, b = square(), square()
    a.allocator = allocator
    with autoblas.pool_results(queue) as pool:
        for _ in range(4):
            assert autoblas.gemm(a, b).allocator is allocator
        assert pool.nbytes == 0
    assert asked == 4 * [1024]


def test_what_is_no_queue_or_no_size_is_refused(here, queue):
    """By the name of the argument; a queue has one pool at a time."""
    nothing: Any = None
    sizes: tuple[Any, ...] = (0, -1, 1.5, "much")
    with pytest.raises(ArgumentError, match="queue"):
        autoblas.pool_results(nothing)
    for size in sizes:
        with pytest.raises(ArgumentError, match="nbytes"):
            autoblas.pool_results(queue, nbytes=size)
    with autoblas.pool_results(queue), pytest.raises(ArgumentError, match="without a pool"):
        autoblas.pool_results(queue)
    with cl.CommandQueue(here.device.context, here.device.hardware) as closed:
        pass
    with pytest.raises(ArgumentError, match="open"):
        autoblas.pool_results(closed)
