"""Worker threads, which unlike those of ``concurrent.futures`` can begin while the interpreter ends."""

from __future__ import annotations

import threading
import weakref
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

    WorkQueue = SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]

__all__ = ["Worker", "Workers", "idle"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Workers:
    """A group of threads, which end when the group has no reference and its work is done.

    Args:
        most: Threads at most; they begin as work comes.
        name: Prefix of their names.
    """

    def __init__(self, most: int, name: str) -> None:
        self._most, self._name, self._begun = most, name, 0
        self._work: WorkQueue = SimpleQueue()
        self._guard = threading.Lock()

    def submit(
        self, function: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Let a thread call a function.

        Raises:
            DeviceError: the system gives no thread.
        """
        future: Future[Result] = Future()
        with self._guard:
            if self._begun < self._most:
                try:
                    Worker(self._work, f"{self._name}-{self._begun}").start()
                except RuntimeError as error:
                    if self._begun == 0:
                        raise DeviceError(f"no thread can be started to drive a device: {error}") from error
                else:
                    self._begun += 1
                    weakref.finalize(self, self._work.put, None).atexit = False
        self._work.put((future, lambda: function(*args, **kwargs)))
        return future


class Worker(threading.Thread):
    """A thread of a group; its work belongs to calls of other threads.

    Args:
        work: The queue of its work; None ends it.
        name: Its name.
    """

    def __init__(self, work: WorkQueue, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        """Work until there is no more."""
        while (task := idle(self._work)) is not None:
            future, call = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:  # noqa: BLE001  # raised where the result is awaited
                    future.set_exception(error)
            del task, future, call  # which hold arrays, while this thread waits


def idle(work: WorkQueue) -> tuple[Future[Any], Callable[[], Any]] | None:
    """The next task; threads in this function are idle."""
    return work.get()
