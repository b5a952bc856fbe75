"""Calls in several threads or processes at once."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_threads(count: int, work: Callable[[int], T]) -> list[T]:
    """What ``work`` returns for each number below ``count``, each in a thread of its own, all of which begin together.

    What a thread raises is raised here.
    """
    start = threading.Barrier(count)

    def begin(number: int) -> T:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


def in_processes(target: Callable[..., None], arguments: list[tuple[Any, ...]]) -> None:
    """Call a function of a module with each of some arguments, in a process of its own; all of them end well."""
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=target, args=given) for given in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0] * len(processes)
