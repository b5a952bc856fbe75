"""Copies to and from a card by staging, with a driver that stands for a card's: what is asked of it, and every element once."""

from typing import Any

import numpy as np
import pytest

from autoblas.devices import staging as module
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.streams import CudaEvent
from autoblas.errors import AllocationError
from support.fake_cuda import fake_cuda
from support.fake_driver import FakeDriver


@pytest.fixture
def driver():
    """That of a card that computes nothing."""
    with fake_cuda() as (found, _):
        yield found


@pytest.fixture
def card(driver, monkeypatch):
    """The card, with few and small pieces."""
    del driver
    monkeypatch.setattr(module, "BUFFER_BYTES", 1 << 16)
    monkeypatch.setattr(module, "LEAST_BYTES", 1 << 12)
    monkeypatch.setattr(module, "MOST_BUFFERS", 3)
    return card_device(0)


def copies_of(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How many lines of how many bytes each copy has that the driver is asked for from now on."""
    copies: list[tuple[int, int]] = []
    rectangular, linear = driver.cuMemcpy2DAsync, driver.cuMemcpyHtoDAsync

    def lines(copy: Any, stream: int) -> Any:
        copies.append((copy.Height, copy.WidthInBytes))
        return rectangular(copy, stream)

    def whole(target: int, source: int, nbytes: int, stream: int) -> Any:
        copies.append((1, nbytes))
        return linear(target, source, nbytes, stream)

    monkeypatch.setattr(driver, "cuMemcpy2DAsync", lines, raising=False)
    for name in ("cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync"):
        monkeypatch.setattr(driver, name, whole, raising=False)
    return copies


@pytest.mark.parametrize("part", ["whole", "rows", "columns", "gaps", "turned"])
@pytest.mark.parametrize("pinned", [True, False])
def test_there_and_back(card, driver, monkeypatch, part, pinned):
    """Lines of pinned memory as they are, by one copy each way; all else through pieces."""

    def picked(x):
        parts = {"whole": x, "rows": x[3:50], "columns": x[:, 100:1000], "gaps": x[:, ::2], "turned": x[::-1]}
        return parts[part]

    x = card.staging.pinned(64 << 12).view(np.float32).reshape(64, 1024)
    x[...] = np.arange(x.size).reshape(x.shape)
    array = picked(x if pinned else x.copy())
    memory = card.allocate(array.nbytes)
    copied = copies_of(driver, monkeypatch)
    card.staging.upload(array, memory).complete()
    whole = card.staging.pinned(x.nbytes).view(np.float32).reshape(x.shape)
    whole = whole if pinned else whole.copy()
    whole[...] = -1
    card.staging.download(memory, picked(whole)).complete()
    np.testing.assert_array_equal(picked(whole), array)
    assert np.count_nonzero(whole != -1) == array.size
    lines = {"whole": (1, 64 << 12), "rows": (1, 47 << 12), "columns": (64, 3600)}
    if pinned and part in lines:
        assert copied == 2 * [lines[part]]
    else:
        assert len(copied) > 2
        assert all(count == 1 for count, _ in copied)


def test_copies_wait_for_queues_as_they_are(card, driver, monkeypatch):
    """The end of a queue is marked when the copy is asked for: threads enqueue it later, when more was given to the queue."""
    waited: list[int] = []
    true = driver.cuStreamWaitEvent

    def noted(stream, event, flags):
        waited.append(event)
        return true(stream, event, flags)

    monkeypatch.setattr(driver, "cuStreamWaitEvent", noted, raising=False)
    (standing,) = card.staging._engines.fixed_events([card.main_queue.end])
    assert isinstance(standing, CudaEvent)
    x = card.staging.pinned(1 << 12)
    card.staging.upload(x, card.allocate(x.nbytes), [standing]).complete()
    assert waited == [standing.cuda_event]
    transfer = card.staging.upload(x, card.allocate(x.nbytes))
    assert all(event.ended for event in transfer.enqueued())
    monkeypatch.setattr(driver, "cuEventQuery", lambda event: (600,), raising=False)
    assert not any(event.ended for event in transfer.enqueued())


def test_refused_memory_is_an_error_of_ours(card, driver, monkeypatch):
    """Pinned arrays; the pieces of copies are asked for again."""
    monkeypatch.setattr(driver, "cuMemAllocHost", lambda nbytes: (2,), raising=False)
    with pytest.raises(AllocationError, match="pinned memory"):
        card.staging.pinned(1 << 12)
    transfer = card.staging.upload(np.zeros(100_000, np.float32), card.allocate(400_000))
    with pytest.raises(card.errors):
        transfer.complete()
    transfer.settle()
    monkeypatch.undo()
    card.staging.upload(np.zeros(100_000, np.float32), card.allocate(400_000)).complete()
    card.release()
    assert card.staging._allocated == 0
