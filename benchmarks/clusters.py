"""Clusters of processes of this machine on PoCL, and the processor seconds that they take."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.devices.opencl.selection import VARIABLE
from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["QUIET", "Spent", "cluster_of", "spent"]

QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "10s",
}
"""Settings with which Dask's processes take less while they wait; docs/guide/dask.md names them."""


class Spent(NamedTuple):
    """Processor seconds, of users and of the system.

    Attributes:
        here: Of this process: the client and the scheduler, or a product that it computes itself.
        computing: Of the workers' threads that compute.
        moving: Of the workers' event loops, which send, receive, and watch; and of the processes that watch the workers.
    """

    here: float
    computing: float
    moving: float

    @property
    def total(self) -> float:
        """All of them."""
        return sum(self)

    def since(self, before: Spent) -> Spent:
        """What was added."""
        return Spent(*(new - old for new, old in zip(self, before, strict=True)))


def spent() -> Spent:
    """What this process and those that it started took so far; those that have ended are not counted."""
    import psutil  # noqa: PLC0415  # comes with Dask

    own = psutil.Process()
    here = computing = moving = 0.0
    for process in (own, *own.children(recursive=True)):
        for thread in process.threads():
            seconds = thread.user_time + thread.system_time
            if process is own:
                here += seconds
            elif thread.id == process.pid:
                moving += seconds
            else:
                computing += seconds
    return Spent(here, computing, moving)


@contextmanager
def cluster_of(workers: int, threads: int, settings: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """A client of so many worker processes, each on PoCL with so many threads.

    Args:
        workers: Processes.
        threads: Of PoCL in each.
        settings: Dask's, while the cluster is there.
    """
    import dask  # noqa: PLC0415  # only here
    import distributed  # noqa: PLC0415

    default_queue("Portable")  # this process keeps its own threads
    given = {"POCL_MAX_PTHREAD_COUNT": str(threads), VARIABLE: "Portable"}
    before = {name: os.environ.get(name) for name in given}
    with ExitStack() as held:
        held.enter_context(dask.config.set(settings or {}))
        os.environ.update(given)
        try:
            cluster = held.enter_context(
                distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
            )
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
        yield held.enter_context(distributed.Client(cluster))
