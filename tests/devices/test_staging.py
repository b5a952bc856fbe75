"""Copies through pinned memory by threads: every element once, any strides, in the order of events, at rest after failures."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pyopencl as cl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.devices import staging as module
from autoblas.devices.opencl.engines import OpenCLEngines
from autoblas.devices.staged_parts import parts_of
from autoblas.devices.staging import PINNED, PinnedStaging, StagedTransfer, lines_of
from autoblas.errors import AllocationError
from autoblas.problems.views import dense_layout
from support.rig import Rig

NBYTES = 4 << 20


def engines_of(rig: Rig) -> OpenCLEngines:
    """Copy engines of a device of OpenCL."""
    return OpenCLEngines(rig.device.context, rig.device.hardware)


@pytest.fixture
def staging(any_device, monkeypatch):
    """Copies to the device, in few small pieces so that they are used again."""
    monkeypatch.setattr(module, "BUFFER_BYTES", 1 << 16)
    monkeypatch.setattr(module, "LEAST_BYTES", 1 << 12)
    monkeypatch.setattr(module, "MOST_BUFFERS", 3)
    return PinnedStaging(engines_of(any_device))


def arrays() -> dict[str, Any]:
    """Arrays of some hundred KB with strides of every kind, and some of a few bytes."""
    x = np.arange(400 * 500, dtype=np.float32).reshape(400, 500)
    return {
        "rows": x,
        "columns": x.T,
        "turned round": x[::-1, ::-1],
        "every third": x[::3, 1::3],
        "one row": x[:1],
        "one column": x[:, 3:4],
        "three axes": x.reshape(20, 20, 500).transpose(1, 0, 2),
        "a vector": x[7],
        "wide": x.reshape(1, -1),
        "doubles": x.astype(np.float64),
        "one element": x[5:6, 6:7],
    }


@pytest.mark.parametrize("name", list(arrays()))
def test_arrays_of_any_strides_go_there_and_back(any_device, staging, name):
    """Every element, in the order that the layout says; what lies between them stays."""
    array = arrays()[name]
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, NBYTES)
    turned, layout = dense_layout(array)
    staging.upload(turned, memory).complete()
    raw = np.empty(array.size, array.dtype)
    cl.enqueue_copy(any_device.queue, raw, memory)
    strided = np.lib.stride_tricks.as_strided(raw, array.shape, layout.strides)
    np.testing.assert_array_equal(strided, array)
    whole = np.full(4 * array.size + 8, -1, array.dtype)
    target = np.lib.stride_tricks.as_strided(whole[4:], array.shape, [2 * s for s in layout.strides])
    staging.download(memory, dense_layout(target)[0]).complete()
    np.testing.assert_array_equal(target, array)
    assert np.count_nonzero(whole != -1) == array.size
    assert (whole[:4] == -1).all()


@settings(max_examples=200, deadline=None)
@given(
    shape=st.lists(st.integers(1, 9), min_size=1, max_size=4), most=st.integers(1, 600), turned=st.booleans()
)
def test_pieces_have_every_element_once_in_order(shape, most, turned):
    """However the array is cut, and no piece is larger than it may be unless it is one element."""
    array = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    array = array.T.copy().T if turned else array
    elements, ends = [], 0
    for index, start in parts_of(array, most):
        part = array[index]
        assert start == ends
        ends += part.nbytes
        assert part.nbytes <= max(most, array.itemsize)
        elements += part.ravel().tolist()
    assert elements == array.ravel().tolist()


def test_copies_wait_for_events(any_device, staging):
    """No copy reads or writes before the events that it waits for."""
    context, x = any_device.device.context, np.arange(3000, dtype=np.float32)  # as many pieces as there are
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE, x.nbytes)
    gate = cl.UserEvent(context)
    up = staging.upload(x, memory, [gate])
    events = up.enqueued()
    ended = cl.command_execution_status.COMPLETE
    assert all(event.command_execution_status != ended for event in events)
    gate.set_status(cl.command_execution_status.COMPLETE)
    up.complete()
    back, gate = np.zeros_like(x), cl.UserEvent(context)
    down = staging.download(memory, back, [gate])
    assert not back.any()
    gate.set_status(cl.command_execution_status.COMPLETE)
    down.complete()
    np.testing.assert_array_equal(back, x)


ROUNDS = 100
"""Of many threads: one in 34 stood still where parts held pieces behind others that waited for them."""


def test_many_threads_share_few_pieces(any_device, staging):
    """Copies in both directions at once, more than there is pinned memory for, of few parts and of more."""
    context = any_device.device.context
    sizes = (60_000, 60_000, 61_000, 60_000, 90_000, 60_000)
    arrays = [np.random.default_rng(i).random(size, np.float32) for i, size in enumerate(sizes)]
    memories = [cl.Buffer(context, cl.mem_flags.READ_WRITE, x.nbytes) for x in arrays]

    def there_and_back(staging, i, back):
        for _ in range(3):
            up = staging.upload(arrays[i], memories[i])
            staging.download(memories[i], back, up.enqueued()).complete()

    for turn in range(ROUNDS):
        here = staging if turn == 0 else PinnedStaging(engines_of(any_device))
        back = [np.zeros_like(x) for x in arrays]
        threads = [
            threading.Thread(target=there_and_back, args=(here, i, back[i]), daemon=True) for i in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        for x, y in zip(arrays, back, strict=True):
            np.testing.assert_array_equal(x, y)


def test_pinned_arrays_are_copied_as_they_are(any_device, staging, monkeypatch):
    """Whole or in part, without pieces, and rows of some length too; what has other gaps goes through them."""
    monkeypatch.setattr(module, "LEAST_LINE", 128)
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, NBYTES)
    x = staging.pinned(1 << 16).view(np.float32).reshape(128, 128)
    x[...] = np.arange(x.size).reshape(x.shape)
    for part, pieces in ((x, False), (x[3:70], False), (x[5:60, 32:65], False), (x[9:, 3:20], True)):
        staging.upload(part, memory).complete()
        whole = staging.pinned(1 << 16).view(np.float32).reshape(128, 128)
        whole[...] = -1
        column = min(7, 128 - part.shape[1])
        y = whole[: part.shape[0], column : column + part.shape[1]]
        staging.download(memory, y).complete()
        np.testing.assert_array_equal(y, part)
        assert np.count_nonzero(whole != -1) == part.size
        assert (staging._allocated > 0) is pieces


def test_pinned_memory_is_forgotten_with_the_last_array(any_device, staging):
    """Another device of the same driver reaches it until then, and no device of another."""
    x = staging.pinned(1 << 14)
    start, end = x.ctypes.data, x.ctypes.data + x.nbytes
    reach = engines_of(any_device).reach
    assert PINNED.contain(reach, start, end)
    assert not PINNED.contain(reach, start, end + 1)
    assert not PINNED.contain(("another driver", 0), start, end)
    part = x[5:]
    del x
    gc.collect()
    assert PINNED.contain(reach, start, end)
    del part
    gc.collect()
    assert not PINNED.contain(reach, start, end)


def test_lines_that_engines_copy():
    """One of what follows each other, rows that are long enough, and nothing else."""
    x = np.zeros((1000, 1024), np.float32)
    assert lines_of(x) == (1, x.nbytes, x.nbytes)
    assert lines_of(x[3:7]) == (1, 16384, 16384)
    assert lines_of(x[:, 100:612]) == (1000, 2048, 4096)
    for view in (x[:, :511], x[:, ::2], x[::-1], x.T, x.reshape(10, 100, 1024)[:, :, :600]):
        assert lines_of(view) is None


def test_a_refused_copy_is_told_and_leaves_everything_at_rest(any_device, staging):
    """Also where some of the pieces were copied; the next copy is right."""
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, 1000)
    x = np.arange(100_000, dtype=np.float32)
    transfer = staging.upload(x, memory)
    with pytest.raises(cl.Error):
        transfer.complete()
    transfer.settle()
    x[:] = 5
    fits = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, x.nbytes)
    staging.upload(x, fits).complete()
    back = np.zeros_like(x)
    staging.download(fits, back).complete()
    np.testing.assert_array_equal(back, x)


def test_pieces_of_copies_that_failed_are_used_again(any_device, staging):
    """The next copies through them go well, and hear nothing of it."""
    values = np.arange(1 << 16, dtype=np.float32)
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, values.nbytes)
    cause = cl.UserEvent(any_device.device.context)
    failing = staging.upload(values[: 3 << 10], memory, [cause])
    failing.enqueued()
    cause.set_status(-5)
    with pytest.raises(cl.Error):
        failing.complete()
    for _ in range(4):
        staging.upload(values, memory).complete()
    back = np.zeros_like(values)
    staging.download(memory, back).complete()
    assert np.array_equal(back, values)


def test_memory_that_is_refused_is_an_error_of_ours(any_device, staging, monkeypatch):
    """Pinned arrays, and the pieces of the first copy."""

    def refuse(*_):
        raise cl.MemoryError("planted")

    monkeypatch.setattr(OpenCLEngines, "pin", refuse)
    with pytest.raises(AllocationError, match="pinned memory"):
        staging.pinned(1 << 16)
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, NBYTES)
    transfer = staging.upload(np.zeros(100_000, np.float32), memory)
    with pytest.raises(cl.MemoryError):
        transfer.complete()
    transfer.settle()


@pytest.fixture
def few_parts(any_device, monkeypatch):
    """Copies to the device for which pieces are at hand, so that arrays of few parts take them at once."""
    monkeypatch.setattr(module, "BUFFER_BYTES", 1 << 16)
    monkeypatch.setattr(module, "LEAST_BYTES", 1 << 14)
    copies = PinnedStaging(engines_of(any_device))
    for _ in range(module.SMALL_PARTS):
        piece = copies._new()
        assert piece is not None
        copies._free.put(piece)
    return copies


def test_the_caller_enqueues_copies_of_few_parts(any_device, few_parts, monkeypatch):
    """Down before there is something to wait for in a thread, up after a thread has copied; nothing is left taken."""
    x = np.arange(15_000, dtype=np.float32)
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, x.nbytes)
    enqueuing: list[tuple[str, bool]] = []

    def noted(name, inner):
        def call(self, *arguments):
            enqueuing.append((name, threading.current_thread() is threading.main_thread()))
            return inner(self, *arguments)

        return call

    for name in ("up", "down"):
        monkeypatch.setattr(OpenCLEngines, name, noted(name, getattr(OpenCLEngines, name)))
    few_parts.upload(x, memory).complete()
    back = np.zeros_like(x)
    few_parts.download(memory, back).complete()
    np.testing.assert_array_equal(back, x)
    assert {(name, here) for name, here in enqueuing} == {("up", False), ("down", True)}
    assert few_parts._free.qsize() == few_parts._allocated == module.SMALL_PARTS


def test_parts_that_are_given_up_give_back_their_pieces(any_device, few_parts, monkeypatch):
    """Also where no thread began with them, after what was enqueued for them has ended."""
    x = np.arange(15_000, dtype=np.float32)
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, x.nbytes)
    few_parts.upload(x, memory).complete()
    blocker, pool = threading.Event(), ThreadPoolExecutor(1)
    monkeypatch.setattr(module, "_threads", lambda direction: pool)
    pool.submit(blocker.wait)
    gate, back = cl.UserEvent(any_device.device.context), np.zeros_like(x)
    transfer = few_parts.download(memory, back, [gate])
    assert few_parts._free.qsize() == 0
    gate.set_status(cl.command_execution_status.COMPLETE)
    threading.Timer(0.2, blocker.set).start()
    transfer.settle()
    assert few_parts._free.qsize() == few_parts._allocated
    assert not back.any()


def test_a_copy_that_is_refused_at_once_is_told_to_who_waits(any_device, few_parts):
    """Not to the caller, whose other arrays are on their way; and its piece is free again."""
    memory = cl.Buffer(any_device.device.context, cl.mem_flags.READ_WRITE, 1000)
    transfer = few_parts.download(memory, np.zeros(15_000, np.float32))
    with pytest.raises(cl.Error):
        transfer.complete()
    transfer.settle()
    assert few_parts._free.qsize() == few_parts._allocated


def test_a_transfer_is_at_rest_when_its_copies_have_ended(any_device):
    """Not before, as the memory of a call that failed is given back then."""
    gate, ended = cl.UserEvent(any_device.device.context), list[bool]()

    def end():
        ended.append(True)
        gate.set_status(cl.command_execution_status.COMPLETE)

    threading.Timer(0.1, end).start()
    StagedTransfer((), [gate], (cl.Error,)).settle()
    assert ended
