"""A cluster of Dask of two processes of this machine, on PoCL, and faults that are planted in its workers."""

import functools
import importlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from autoblas.devices.selftest_results import results_path


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


def keep_results_in(folder: str) -> None:
    """Let this process keep results there."""
    os.environ["AUTOBLAS_DATA_DIR"] = folder


def planted_failure(folder: Path, word: str) -> None:
    """Write a folder of results that says that devices whose names have a word failed their self-tests."""
    proofs = json.loads(results_path().read_bytes())
    for key, verdict in proofs.items():
        if word in key:
            verdict["failures"] = {"int": "computes wrong numbers"}
    folder.mkdir(exist_ok=True)
    (folder / "proofs.json").write_text(json.dumps(proofs))


def delay(module: str, function: str, seconds: float) -> None:
    """Let a function of this process take so much longer."""
    place: Any = importlib.import_module(module)
    true = getattr(place, function)

    @functools.wraps(true)
    def slow(*args: Any, **kwargs: Any) -> Any:
        time.sleep(seconds)
        return true(*args, **kwargs)

    setattr(place, function, slow)
