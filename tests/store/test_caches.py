"""Folders for compilers: what works is kept, what does not gives way to one of this process, also where nothing works."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs
import pytest

from autoblas.store import caches, folder
from autoblas.store.folder import LONGEST, no_room_in, unusable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are named by other variables")


@pytest.fixture(autouse=True)
def _own(monkeypatch, tmp_path):
    """Caches of this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    caches.private_folder.cache_clear()


def test_what_can_be_used(tmp_path):
    """It is made, for this user alone, and nothing of the trial is left."""
    new = tmp_path / "new" / "folder"
    assert unusable(new) is None
    assert list(new.iterdir()) == []
    (tmp_path / "file").touch()
    for bad, words in [
        (tmp_path / "file", "File exists"),
        (tmp_path / "file" / "x", "Not a directory"),
        (Path("~/x"), "no absolute path"),
        (Path("x"), "no absolute path"),
        (tmp_path / ("é" * 130) / ("x" * 100), f"more than {LONGEST} bytes"),
        (Path("/tmp", "x" * 260), "File name too long"),
        (tmp_path / "a\0b", "null"),
        (Path("/proc/nobody"), "No such file"),
    ]:
        assert words in (unusable(bad) or ""), bad


def test_a_disk_that_is_full(tmp_path, monkeypatch):
    """For a disk with a few free bytes, and one without."""
    assert no_room_in(tmp_path / "not" / "there") is None
    monkeypatch.setattr(folder, "ROOM", 1 << 62)
    assert "there is no room" in (unusable(tmp_path) or "")

    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert no_room_in(tmp_path) == f"there is no room in {tmp_path}: No space left on device"
    assert caches.no_room() is not None


def test_where_no_folder_works_at_all(tmp_path, monkeypatch, caplog):
    """The variable is unchanged, and a warning names the folder."""
    (tmp_path / "caches").touch()
    monkeypatch.setattr(caches, "_temporary", lambda: [tmp_path / "caches"])
    caches.provide()
    assert os.environ["XDG_CACHE_HOME"] == str(tmp_path / "caches")
    assert str(tmp_path / "caches") in caplog.text


def test_the_first_temporary_folder_that_works(tmp_path, monkeypatch):
    """Of those that there may be, as where the usual one is full or is no folder."""
    (tmp_path / "file").touch()
    monkeypatch.setattr(caches, "_temporary", lambda: [tmp_path / "file", tmp_path])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    caches.provide()
    assert Path(os.environ["XDG_CACHE_HOME"]).parent == tmp_path
    assert platformdirs.user_cache_path() == Path(os.environ["XDG_CACHE_HOME"])
    caches.provide()
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 1


def test_a_fork_does_not_remove_it(tmp_path):
    """It goes with the process that made it."""
    code = (
        "import os, sys, time\n"
        "from autoblas.store.caches import provide\n"
        "provide()\n"
        "if os.fork() == 0: sys.exit()\n"
        "os.wait()\n"
        "print(os.path.isdir(os.environ['XDG_CACHE_HOME']), os.environ['XDG_CACHE_HOME'])\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    there, _, path = done.stdout.strip().partition(" ")
    assert there == "True"
    assert not Path(path).exists()
