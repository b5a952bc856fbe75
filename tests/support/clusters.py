"""A cluster of Dask of two processes of this machine, on PoCL."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["two_processes"]


@contextmanager
def two_processes(folder: Path, **options: Any) -> Iterator[Any]:
    """A client of the cluster.

    Args:
        folder: Where workers keep their files.
        options: What ``LocalCluster`` takes beside.
    """
    import dask
    import distributed

    settings = {
        "distributed.worker.use-file-locking": False,
        "distributed.nanny.environ.PYTHONPATH": os.pathsep.join(sys.path),
        "temporary-directory": str(folder),
        "distributed.scheduler.allowed-failures": 3,
    }
    with pytest.MonkeyPatch.context() as patch, dask.config.set(settings):
        patch.setenv("AUTOBLAS_DEVICE", "Portable")
        with (
            distributed.LocalCluster(n_workers=2, dashboard_address=":0", **options) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
