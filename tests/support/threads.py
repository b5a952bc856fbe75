"""Calls in several threads at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["in_threads"]

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
