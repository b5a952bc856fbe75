"""Device memory between the steps of a call: kept, grown, and given back."""

import gc
import weakref
from collections import OrderedDict
from functools import partial
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.blas.routines import gemm
from autoblas.calls import serve
from autoblas.devices.opencl import backend
from autoblas.devices.opencl.backend import DEVICES_CACHED, device_of, image_format
from autoblas.plan.workspace import MAX_IMAGES, MAX_QUEUES, WORKSPACE
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, PRECISIONS, UINT32
from autoblas.problems import Scratch, fits_texels
from support.memories import OUT_OF_ORDER


def _buffer(nbytes: int) -> Scratch:
    return Scratch(nbytes, None, FLOAT32)


def test_memory_for_packed_operands_is_kept_and_grows(pocl):
    """The same memory serves calls that need no more, larger memory those that do."""
    small = WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(64))
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(32)) is small
    large = WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(128))
    assert large.size == 128
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(64)) is large
    assert WORKSPACE.take(pocl.device, pocl.queue, "other", _buffer(64)) is not large
    WORKSPACE.release()
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(64)) is not large
    WORKSPACE.release()


def test_calls_on_a_queue_without_order_have_memory_of_their_own(pocl):
    """They may run at once."""
    queue = cl.CommandQueue(pocl.queue.context, properties=OUT_OF_ORDER)
    memory = [WORKSPACE.take(pocl.device, queue, "test", _buffer(64)) for _ in range(2)]
    assert memory[0] is not memory[1]
    assert not set(memory) & set(WORKSPACE.allocations)


def test_a_lender_gives_what_has_room(pocl):
    """What others had before is not taken for it, nor is what was given up; images are asked for each time."""
    needs = {"m": _buffer(64), "n": _buffer(4096), "i": Scratch(0, (4, 4), FLOAT32)}
    take = partial(WORKSPACE.take, pocl.device, pocl.queue)
    for name in "mn":
        take(name, _buffer(16))
    providers = [WORKSPACE.provider(pocl.device, pocl.queue, name, needed) for name, needed in needs.items()]
    for _ in range(2):
        for _ in range(3):
            memory = [provide() for provide in providers]
            assert memory == [take(name, needed) for name, needed in needs.items()]
            assert [buffer.size for buffer in memory[:2]] == [64, 4096]
        assert take("m", _buffer(128)) is providers[0]()
        WORKSPACE.release()
        take("m", _buffer(64))
        take("n", _buffer(16))
    for _ in range(MAX_QUEUES):
        WORKSPACE.take(pocl.device, cl.CommandQueue(pocl.queue.context), "m", _buffer(32))
    assert providers[0]() is take("m", _buffer(64))
    queue = cl.CommandQueue(pocl.queue.context, properties=OUT_OF_ORDER)
    provide = WORKSPACE.provider(pocl.device, queue, "m", _buffer(64))
    assert provide() is not provide()
    WORKSPACE.release()


def test_a_queue_with_memory_is_kept(pocl):
    """The handle of a queue that is gone may come back with another context, so it must not go before its memory."""

    class Queue(cl.CommandQueue):
        """One that weak references can be made to."""

    queue: Any = Queue(pocl.queue.context)
    alive = weakref.ref(queue)
    WORKSPACE.take(pocl.device, queue, "test", _buffer(64))
    del queue
    assert alive() is not None
    WORKSPACE.release()
    assert alive() is None


def test_memory_of_a_queue_that_was_left_is_given_back(pocl):
    """A queue that its context manager has ended may not be asked for anything, and its memory goes with the others'."""
    with cl.CommandQueue(pocl.queue.context) as queue:
        provide = WORKSPACE.provider(pocl.device, queue, "test", _buffer(64))
        assert [provide()] == WORKSPACE.allocations[-1:]
    WORKSPACE.release()
    assert WORKSPACE.allocations == []


def test_queues_may_come_and_go(pocl):
    """Memory is kept for the queues that were used last; that of others is given back."""
    WORKSPACE.release()
    queues = [cl.CommandQueue(pocl.queue.context) for _ in range(MAX_QUEUES + 3)]
    for queue in queues:
        WORKSPACE.take(pocl.device, queue, "test", _buffer(64))
    assert len(WORKSPACE.allocations) == MAX_QUEUES
    newest = WORKSPACE.take(pocl.device, queues[-1], "test", _buffer(64))
    assert WORKSPACE.take(pocl.device, queues[0], "test", _buffer(64)) is not newest
    assert WORKSPACE.take(pocl.device, queues[-1], "test", _buffer(64)) is newest
    WORKSPACE.release()


def test_contexts_may_come_and_go(pocl, monkeypatch):
    """A device in a context that is no longer used is forgotten, with the programs that were built for it."""
    matrix = np.ones((40, 40), np.float32)
    monkeypatch.setattr(backend, "_devices", OrderedDict())  # the other tests' device is to stay
    alive = []
    for _ in range(DEVICES_CACHED + serve.MAX_QUEUES + 1):
        queue = cl.CommandQueue(cl.Context([pocl.queue.device]))
        assert np.array_equal(gemm(matrix, matrix, queue=queue), 40 * matrix)
        alive.append(weakref.ref(device_of(queue)))
    del queue
    gc.collect()
    assert alive[0]() is None
    assert alive[-1]() is not None


def test_images_are_kept_by_size_and_format_and_the_oldest_gives_way(pocl):
    """An image cannot grow; the last few of different sizes are kept, each as long as it is used."""
    sizes = [Scratch(0, (width, 3), FLOAT32) for width in range(1, MAX_IMAGES + 2)]
    first, *later_images = [WORKSPACE.take(pocl.device, pocl.queue, "test", size) for size in sizes[:-1]]
    assert (first.width, first.height) == (1, 3)
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", sizes[0]) is first
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", Scratch(0, (1, 3), FLOAT64)) is not first
    assert (
        WORKSPACE.take(pocl.device, pocl.queue, "test", sizes[0]) is first
    )  # used last, so the others give way
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", sizes[1]) is not later_images[0]
    assert WORKSPACE.take(pocl.device, pocl.queue, "test", _buffer(64)).size == 64
    WORKSPACE.release()


def test_channels_hold_what_kernels_read_from_them():
    """Floats and halves travel as they are, doubles and integers as the bits of integers, whatever images convert."""
    kinds = cl.channel_type
    formats = {FLOAT32: kinds.FLOAT, COMPLEX64: kinds.FLOAT, FLOAT16: kinds.HALF_FLOAT}
    formats |= dict.fromkeys((FLOAT64, COMPLEX128, INT32, UINT32), kinds.UNSIGNED_INT32)
    assert {
        precision: image_format(precision).channel_data_type
        for precision in filter(fits_texels, PRECISIONS.values())
    } == formats
