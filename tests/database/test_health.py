"""What doctor is told of the user's results: how many there are, and why none can be read or added."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from autoblas.database import Health, Store, data_path, health
from support.database_cases import make_record


@pytest.fixture(name="folder", autouse=True)
def make_folder(tmp_path, monkeypatch):
    """The folder of results, which does not exist yet, in one that does not either."""
    folder = tmp_path / "deep" / "data"
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(folder))
    return folder


def test_results_that_are_not_there_yet_could_be(tmp_path):
    """The nearest folder above them that exists is tried, and nothing is left in it."""
    assert health() == Health(str(data_path()), 0, 0, None, None)
    assert list(tmp_path.iterdir()) == []


def test_what_can_be_read_is_counted():
    """Rows of a newer version are told from records."""
    Store().add([make_record(kernel=name) for name in "abc"])
    with closing(sqlite3.connect(data_path(), isolation_level=None)) as connection:
        connection.execute("UPDATE records SET record = '{}' WHERE NOT instr(record, '\"a\"')")
    assert health() == Health(str(data_path()), 1, 2, None, None)


def test_where_no_folder_is_named_nothing_can_be_read_or_added(monkeypatch):
    """The sentence says which name leads nowhere."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", "~nosuchuser/x")
    found = health()
    assert (found.path, found.records, found.unreadable) == ("", 0, 0)
    assert "nosuchuser" in (found.reading or "")
    assert found.writing == found.reading


def test_a_damaged_file_cannot_be_read_but_replaced():
    """What is wrong is said, and that records can be added all the same."""
    data_path().parent.mkdir(parents=True)
    data_path().write_bytes(b"no database" * 1000)
    found = health()
    assert "damaged" in (found.reading or "")
    assert (found.records, found.unreadable, found.writing) == (0, 0, None)


def _file_in_the_way(folder: Path, _: pytest.MonkeyPatch) -> str:
    folder.parent.mkdir()
    folder.write_text("no folder")
    return str(folder)


def _broken_link(folder: Path, _: pytest.MonkeyPatch) -> str:
    folder.parent.mkdir()
    folder.symlink_to(folder.with_name("nowhere"))
    return str(folder)


def _full_disk(folder: Path, patch: pytest.MonkeyPatch) -> str:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder.mkdir(parents=True)
    patch.setattr(os, "fsync", full)
    return "No space left on device"


def _another_users(folder: Path, patch: pytest.MonkeyPatch) -> str:
    Store().add([make_record()])
    access = os.access
    patch.setattr(os, "access", lambda path, mode: Path(path) != data_path() and access(path, mode))
    return str(data_path())


@pytest.mark.parametrize("state", [_file_in_the_way, _broken_link, _full_disk, _another_users])
def test_why_nothing_can_be_added(state, folder, monkeypatch):
    """The sentence names the place that is in the way, or what the system says of it."""
    expected = state(folder, monkeypatch)
    assert expected in (health().writing or "")
