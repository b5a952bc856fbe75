"""Where journals are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(name="path")
def make_path(tmp_path: Path) -> Path:
    """The file of a journal, in a folder that is not there yet."""
    return tmp_path / "folder" / "journal.jsonl"
