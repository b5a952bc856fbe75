"""Threads that do work for others."""

import gc
import threading
import time
from typing import NoReturn

import pytest

from autoblas.devices.workers import Worker, Workers
from autoblas.errors import DeviceError


def _fail() -> NoReturn:
    raise KeyboardInterrupt


def test_results_and_exceptions_come_back():
    """Also those that are no errors, after which the thread goes on; what was given up is not done."""
    workers, gate, done = Workers(1, "test"), threading.Event(), list[int]()
    blocked = workers.submit(gate.wait, 20)
    cancelled = workers.submit(done.append, 1)
    failed = workers.submit(_fail)
    assert cancelled.cancel()
    gate.set()
    assert blocked.result(20)
    with pytest.raises(KeyboardInterrupt):
        failed.result(20)
    assert workers.submit(divmod, 7, 2).result(20) == (3, 1)
    assert done == []


def test_there_are_as_many_threads_as_allowed_and_none_afterwards():
    """They end when nobody refers to them."""
    before = set(threading.enumerate())
    workers, gate = Workers(3, "test"), threading.Event()
    waiting = [workers.submit(gate.wait, 20) for _ in range(5)]
    threads = set(threading.enumerate()) - before
    assert sorted(thread.name for thread in threads) == ["test-0", "test-1", "test-2"]
    gate.set()
    assert all(future.result(20) for future in waiting)
    del workers
    gc.collect()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def test_a_system_without_threads_is_said(monkeypatch):
    """By an error of ours where there is none at all; fewer do."""
    begin, begun = Worker.start, list[Worker]()

    def start(worker):
        if len(begun) == 1:
            raise RuntimeError("can't start new thread")
        begun.append(worker)
        begin(worker)

    monkeypatch.setattr(Worker, "start", start)
    workers = Workers(2, "test")
    assert [workers.submit(abs, -3).result(20) for _ in range(2)] == [3, 3]
    with pytest.raises(DeviceError, match="no thread can be started"):
        Workers(1, "test").submit(time.sleep, 0)
