"""Where journals are written."""

import pytest


@pytest.fixture(name="path")
def make_path(tmp_path):
    """The file of a journal, in a folder that is not there yet."""
    return tmp_path / "folder" / "journal.jsonl"
