"""Compiled code is kept where no other user can put it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from autoblas.devices.opencl.pocl.cache import NAMES, keep_apart

pytestmark = pytest.mark.skipif(os.name != "posix", reason="PoCL asks other variables here")


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An environment that names no folder, and where this user's home is."""
    for name in NAMES:
        monkeypatch.setenv(name, "")  # so that what is set here ends with the test
        monkeypatch.delenv(name)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name, **_: tmp_path / ".cache" / name)
    return tmp_path


def test_the_home_that_the_system_knows_is_used(no_home: Path) -> None:
    """The same folder that PoCL would use if the environment named the home."""
    keep_apart()
    folder = no_home / ".cache" / "pocl" / "kcache"
    assert os.environ["POCL_CACHE_DIR"] == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_without_a_home_the_process_has_a_folder_of_its_own(no_home: Path) -> None:
    """Nobody else can enter it."""
    (no_home / ".cache").write_text("no folder")
    keep_apart()
    folder = Path(os.environ["POCL_CACHE_DIR"])
    assert no_home not in folder.parents
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.rmdir()


@pytest.mark.parametrize("name", NAMES)
def test_what_the_environment_names_stays(no_home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever set it decides."""
    monkeypatch.setenv(name, str(no_home))
    keep_apart()
    assert os.environ.get("POCL_CACHE_DIR") == (str(no_home) if name == "POCL_CACHE_DIR" else None)


def test_it_is_named_before_devices_are_listed(pocl: object) -> None:
    """PoCL reads the variable only then."""
    del pocl
    code = "from autoblas.devices.opencl.selection import listing; listing(); import os; print(os.environ['POCL_CACHE_DIR'])"
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip()
