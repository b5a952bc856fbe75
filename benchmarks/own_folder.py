"""A plugin of Dask's workers: each keeps results of its own, so that it counts as a machine of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

__all__ = ["OwnFolder"]


class OwnFolder(WorkerPlugin):  # type: ignore[misc]  # distributed has no types
    """Sets ``AUTOBLAS_DATA_DIR`` to a folder by the worker's name, which it keeps when it is started again.

    Args:
        base: Where the folders are.
    """

    name = "own-folder"

    def __init__(self, base: str) -> None:
        self.base = base

    def setup(self, worker: Any) -> None:
        """Before anything is tuned."""
        os.environ["AUTOBLAS_DATA_DIR"] = str(Path(self.base) / f"worker-{worker.name}")
