"""Blocks that workers of one machine share instead of sending them."""

import gc
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.clusters import two_processes

pytest.importorskip("dask.array")
pytest.importorskip("distributed")

import dask.array as da
import distributed
from distributed.protocol import deserialize, serialize

import autoblas.dask as blocked
from autoblas.dask import shared

pytestmark = [
    pytest.mark.dask,
    pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="memory without a name is Linux's"),
]

FAMILIES = (shared.FAMILY, "dask", "pickle")

SHAPE = (600, 200)


def block(dtype: Any = np.float32, order: Any = "C") -> Any:
    """A block that is large enough to be shared."""
    return np.random.default_rng(1).integers(0, 100, SHAPE).astype(dtype, order=order)


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("dtype", [np.float32, np.complex128, np.int16, ">f8"])
def test_what_is_shared(dtype, order):
    """Arrives as it was, in memory that nobody can write, and is not copied a second time."""
    x = np.asarray(np.resize(block(), (1000, 800)).astype(dtype), order=order)
    header, frames = serialize(x, FAMILIES)
    assert header["serializer"] == shared.FAMILY
    assert frames == []
    y = deserialize(header, frames)
    assert y.dtype == x.dtype
    assert y.flags[f"{order}_CONTIGUOUS"]
    np.testing.assert_array_equal(y, x)
    again, _ = serialize(x, FAMILIES)
    further, _ = serialize(y, FAMILIES)
    assert again["inode"] == further["inode"] == header["inode"]
    with pytest.raises(ValueError, match="read-only"):
        y[0, 0] = 77


def test_what_is_sent():
    """Small blocks, those with gaps, and what is not plain numbers."""
    x = block()
    fields = np.zeros(100_000, [("a", "f4"), ("b", "i4")])
    for array in (
        x[:8, :8],
        np.tile(x, 3)[:, ::2],
        np.ma.masked_array(x),
        fields,
        np.array(["a"] * 100_000, object),
    ):
        header, frames = serialize(array, FAMILIES)
        assert header["serializer"] != shared.FAMILY
        np.testing.assert_array_equal(deserialize(header, frames), array)


def test_views_of_shared_blocks():
    """All of a block in another order is where the block is; a part of it is a block of its own."""
    x = block()
    whole = deserialize(*serialize(x, FAMILIES))
    for view, same in ((whole.T, True), (whole.reshape(-1), True), (whole[:-1], False), (whole[1:], False)):
        header, frames = serialize(view, FAMILIES)
        assert (header["inode"] == serialize(x, FAMILIES)[0]["inode"]) == same
        np.testing.assert_array_equal(deserialize(header, frames), view)


def test_memory_is_given_back():
    """With the last array; and no more files are opened than a process may spare."""
    gc.collect()
    before, files = shared._open_files, sum(1 for _ in Path("/proc/self/fd").iterdir())
    x = block()
    y = deserialize(*serialize(x, FAMILIES))
    assert shared._open_files == before + 4
    del x, y
    gc.collect()
    assert shared._open_files == before
    assert sum(1 for _ in Path("/proc/self/fd").iterdir()) == files


def test_too_many_files(monkeypatch):
    """Further blocks are sent; so are those for which there is no memory."""
    monkeypatch.setattr(shared, "FILES", 1 << 40)
    monkeypatch.setattr(shared, "_open_files", 1)
    assert serialize(block(), FAMILIES)[0]["serializer"] == "dask"
    monkeypatch.undo()

    def refuse(_):
        raise OSError("no memory")

    monkeypatch.setattr(os, "memfd_create", refuse)
    assert serialize(block(), FAMILIES)[0]["serializer"] == "dask"


def test_memory_that_is_gone():
    """Is found out, also where the number of the file is another file's by now."""
    x = block()
    header, frames = serialize(x, FAMILIES)
    with pytest.raises(OSError, match="gave memory back"):
        deserialize({**header, "inode": header["inode"] + 1}, frames)
    with pytest.raises(FileNotFoundError):
        deserialize({**header, "file": 99_999}, frames)


@pytest.fixture(scope="module", name="client")
def make_client(tmp_path_factory):
    """A cluster of two processes whose workers share blocks."""
    with two_processes(tmp_path_factory.mktemp("dask"), threads_per_worker=1) as client:
        client.register_plugin(blocked.SharedBlocks())
        yield client


def made() -> Any:
    """A block of a worker, and whether it shares memory with nobody yet."""
    return np.arange(120_000, dtype=np.float32).reshape(SHAPE)


def is_shared(x: Any) -> bool:
    """It is in memory that others map."""
    return isinstance(x.base, shared._Memory)


def total(x: Any) -> tuple[float, bool]:
    """The sum, and whether the block came through shared memory."""
    return float(x.sum(dtype=np.float64)), is_shared(x)


def there(dask_worker: Any) -> list[bool]:
    """For each array of a worker, True if it is shared."""
    return [is_shared(x) for x in dask_worker.data.values() if isinstance(x, np.ndarray)]


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what workers do after they have answered."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_blocks_go_from_worker_to_worker(client):
    """Through memory; the worker that had the block keeps it there alone; what the client asks for is sent."""
    first, second = client.scheduler_info()["workers"]
    x = client.submit(made, workers=[first], pure=False)
    assert client.submit(total, x, workers=[first], pure=False).result() == (
        made().sum(dtype=np.float64),
        False,
    )
    assert client.submit(total, x, workers=[second], pure=False).result() == (
        made().sum(dtype=np.float64),
        True,
    )
    wait_until(lambda: client.run(there) == {first: [True], second: [True]})
    np.testing.assert_array_equal(x.result(), made())
    del x
    wait_until(lambda: not any(client.run(lambda: shared._open_files).values()))


def test_products(client):
    """Are right, with blocks that were shared."""
    x = np.random.default_rng(3).integers(-4, 5, (900, 900)).astype(np.float64)
    a = da.from_array(x, chunks=300).persist()
    product = blocked.matmul(a, a).persist()
    distributed.wait(product)
    assert any(any(shared_blocks) for shared_blocks in client.run(there).values())
    np.testing.assert_array_equal(product, x @ x)


def test_a_worker_that_is_elsewhere_is_sent_its_blocks(client):
    """It gets no references to memory that it cannot open."""
    first, second = client.scheduler_info()["workers"]

    def forget(dask_worker):
        plugin = dask_worker.plugins[blocked.SharedBlocks.name]
        file, words = plugin._probe
        plugin._reachable.clear()
        plugin._probe = (file, words[::-1])  # as if another machine had a file of this number

    def back(dask_worker):
        plugin = dask_worker.plugins[blocked.SharedBlocks.name]
        plugin._reachable.clear()
        plugin._probe = (plugin._probe[0], plugin._probe[1][::-1])

    client.run(forget)
    x = client.submit(made, workers=[first], pure=False)
    assert client.submit(total, x, workers=[second], pure=False).result() == (
        made().sum(dtype=np.float64),
        False,
    )
    client.run(back)


def test_a_lost_worker_takes_no_blocks_along(client):
    """Memory that another process mapped stays; other memory of a killed process is freed."""
    first, second = client.scheduler_info()["workers"]
    x = client.submit(made, workers=[first], pure=False)
    client.submit(total, x, workers=[second], pure=False).result()
    (pid,) = client.run(os.getpid, workers=[first]).values()
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: first not in client.scheduler_info()["workers"])
    client.wait_for_workers(2, timeout=60)
    np.testing.assert_array_equal(x.result(timeout=60), made())


def test_without_the_plugin_blocks_are_sent(client):
    """Dask answers as before."""
    client.unregister_worker_plugin(blocked.SharedBlocks.name)
    first, second = client.scheduler_info()["workers"]
    x = client.submit(made, workers=[first], pure=False)
    assert client.submit(total, x, workers=[second], pure=False).result()[1] is False
