"""Where autoblas keeps what it finds out about this machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

__all__ = ["data_folder"]


def data_folder() -> Path:
    """``AUTOBLAS_DATA_DIR`` where it is set, else the system's usual place; it need not be there yet."""
    chosen = os.environ.get("AUTOBLAS_DATA_DIR")
    return Path(chosen).expanduser() if chosen else platformdirs.user_data_path("autoblas", appauthor=False)
