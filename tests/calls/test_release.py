"""Memory that is given back on request: all that calls keep, nothing that anyone uses."""

# mypy: disable-error-code="union-attr"
# Arguments that do not fit, and letters out of lists.

import threading
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas
from autoblas.calls.memory import pool_results
from autoblas.calls.streamed import schedule
from autoblas.devices import staging as staging_module
from autoblas.devices.backends import used_devices
from autoblas.devices.opencl import backend
from autoblas.devices.opencl.engines import OpenCLEngines
from autoblas.devices.staging import PinnedStaging
from autoblas.plan.workspace import WORKSPACE
from autoblas.precision import FLOAT32
from autoblas.problems import Scratch
from support.memories import copying


def test_all_that_is_kept_is_given_back(here, monkeypatch):
    """What launches share, what a pool holds, and pinned memory; calls go on, and results stay."""
    monkeypatch.setattr(staging_module, "BUFFER_BYTES", 1 << 16)
    device, queue = here.device, cl.CommandQueue(here.device.context, here.device.hardware)
    assert device in used_devices()
    matrix = np.ones((64, 64), np.float32)
    a = cl_array.to_device(queue, matrix)
    with pool_results(queue) as pool:
        product = autoblas.gemm(a, a)
        autoblas.gemm(product, a)
        WORKSPACE.take(device, queue, "test", Scratch(64, None, FLOAT32))
        memory = cl.Buffer(device.context, cl.mem_flags.READ_WRITE, matrix.nbytes)
        device.staging.upload(matrix, memory).complete()
        assert pool.nbytes >= 2 * product.nbytes
        assert WORKSPACE.allocations
        assert device.staging._allocated
        autoblas.release_memory()
        assert pool.nbytes == product.base_data.size
        assert not WORKSPACE.allocations
        assert device.staging._allocated == 0
        device.staging.upload(matrix, memory).complete()
        assert np.array_equal(autoblas.gemm(product, a).get(), 4096 * matrix)
        assert np.array_equal(product.get(), 64 * matrix)
    autoblas.release_memory()


def test_memory_of_lent_arrays_is_used_again(here, monkeypatch):
    """By the next call, up to a limit, until it is given back; arrays that are lent at once have memory of their own."""
    copying(here, monkeypatch)
    device, queue = here.device, here.queue
    monkeypatch.delitem(vars(device), "pool", raising=False)
    monkeypatch.setattr(backend, "POOL_BYTES", 1 << 20)
    a, b = np.random.default_rng(3).random((2, 200, 200), np.float32)
    for _ in range(3):
        np.testing.assert_allclose(autoblas.gemm(a, b, queue=queue), a @ b, rtol=1e-5)
        assert device.pool.nbytes >= 3 * a.nbytes
        assert device.pool.free_blocks == 3
    autoblas.release_memory()
    assert device.pool.nbytes == 0
    large = np.ones((600, 600), np.float32)
    np.testing.assert_allclose(autoblas.gemm(large, large, queue=queue), 600 * large)
    assert device.pool.nbytes == 0


def test_pinned_memory_is_given_back_while_others_copy(here, monkeypatch):
    """Whoever waits for a piece that is given back makes a new one; a copy that goes on keeps its own."""
    monkeypatch.setattr(staging_module, "BUFFER_BYTES", 1 << 14)
    monkeypatch.setattr(staging_module, "LEAST_BYTES", 1 << 12)
    monkeypatch.setattr(staging_module, "MOST_BUFFERS", 2)
    context = here.device.context
    staging = PinnedStaging(OpenCLEngines(context, here.device.hardware))
    arrays = [np.random.default_rng(i).random(30_000, np.float32) for i in range(4)]
    memories = [cl.Buffer(context, cl.mem_flags.READ_WRITE, x.nbytes) for x in arrays]
    back: list[Any] = [np.zeros_like(x) for x in arrays]
    ended = threading.Event()

    def there_and_back(i):
        for _ in range(10):
            up = staging.upload(arrays[i], memories[i])
            staging.download(memories[i], back[i], up.enqueued()).complete()

    def release():
        while not ended.is_set():
            staging.release()

    releasing = threading.Thread(target=release)
    threads = [threading.Thread(target=there_and_back, args=(i,), daemon=True) for i in range(4)]
    for thread in (releasing, *threads):
        thread.start()
    for thread in threads:
        thread.join(60)
    ended.set()
    releasing.join()
    assert not any(thread.is_alive() for thread in threads)
    for x, y in zip(arrays, back, strict=True):
        np.testing.assert_array_equal(x, y)
    staging.release()
    assert staging._allocated == 0


def test_a_copy_that_goes_on_keeps_its_memory(here):
    """Until it has ended; it is given back then."""
    context, x = here.device.context, np.arange(3000, dtype=np.float32)
    staging = PinnedStaging(OpenCLEngines(context, here.device.hardware))
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE, x.nbytes)
    gate = cl.UserEvent(context)
    up = staging.upload(x, memory, [gate])
    up.enqueued()
    staging.release()
    assert staging._allocated == 1
    gate.set_status(cl.command_execution_status.COMPLETE)
    up.complete()
    staging.release()
    assert staging._allocated == 0
    back = np.zeros_like(x)
    staging.download(memory, back).complete()
    np.testing.assert_array_equal(back, x)


def test_memory_that_products_stream_through_is_kept_for_the_next(here, monkeypatch):
    """Up to a share of the device's, and given back when that is asked for."""
    copying(here, monkeypatch)
    device: Any = here.device
    monkeypatch.delitem(vars(device), "loan_pool", raising=False)
    monkeypatch.setattr(backend, "RESERVE_DIVISOR", max(1, device.facts.memory_bytes >> 20))
    first = device.borrow(300_000)
    number = first.int_ptr
    del first
    assert device.loan_pool.free_blocks == 1
    assert device.borrow(300_000).int_ptr == number
    buffers = [device.borrow(500_000) for _ in range(3)]
    assert device.loan_pool.nbytes <= 1 << 20
    del buffers
    monkeypatch.setattr(schedule, "LEAST_BYTES", 1 << 16)
    a, b = np.random.default_rng(5).random((2, 200, 200), np.float32)
    np.testing.assert_allclose(autoblas.gemm(a, b, queue=here.queue), a @ b, rtol=1e-5)
    assert device.loan_pool.nbytes
    autoblas.release_memory()
    assert device.loan_pool.nbytes == 0


def test_memory_that_is_refused_is_asked_for_again_without_what_is_kept(here, monkeypatch):
    """Where the driver has no room beside it."""
    device: Any = here.device
    monkeypatch.delitem(vars(device), "loan_pool", raising=False)
    device.borrow(300_000)
    assert device.loan_pool.free_blocks == 1
    true, refused = cl.Buffer, []

    def buffer(*rest, **options):
        if device.loan_pool.free_blocks:
            refused.append(rest)
            raise cl.MemoryError("planted")
        return true(*rest, **options)

    monkeypatch.setattr(cl, "Buffer", buffer)
    assert device.allocate(1000).size == 1000
    assert len(refused) == 1
