"""Compiled code is kept where PoCL can write, and no other user can put it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from autoblas.devices.opencl.pocl.environment import CACHE_VARIABLES, provide_cache
from autoblas.store import caches

pytestmark = pytest.mark.skipif(os.name != "posix", reason="PoCL asks other variables here")


@pytest.fixture
def no_home(monkeypatch, tmp_path):
    """An environment that names no folder, and where this user's home is."""
    for name in CACHE_VARIABLES:
        monkeypatch.setenv(name, "")  # so that what is set here ends with the test
        monkeypatch.delenv(name)
    monkeypatch.setattr(
        platformdirs,
        "user_cache_path",
        lambda name="", **_: Path(os.environ.get("XDG_CACHE_HOME") or tmp_path / ".cache", name),
    )
    caches.private_folder.cache_clear()
    return tmp_path


def test_the_home_that_the_system_knows_is_used(no_home):
    """It is the folder that PoCL would use if the environment named the home."""
    provide_cache()
    folder = no_home / ".cache" / "pocl" / "kcache"
    assert os.environ["POCL_CACHE_DIR"] == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_without_a_home_the_process_has_a_folder_of_its_own(no_home):
    """Nobody else can enter it."""
    (no_home / ".cache").write_text("no folder")
    provide_cache()
    folder = Path(os.environ["XDG_CACHE_HOME"])
    assert no_home not in folder.parents
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.rmdir()


@pytest.mark.parametrize("name", CACHE_VARIABLES)
def test_what_the_environment_names_stays(no_home, name, monkeypatch):
    """Whoever set it decides, where it works."""
    monkeypatch.setenv(name, str(no_home))
    provide_cache()
    assert os.environ.get("POCL_CACHE_DIR") == (str(no_home) if name == "POCL_CACHE_DIR" else None)
    assert os.environ.get("XDG_CACHE_HOME") == (str(no_home) if name == "XDG_CACHE_HOME" else None)


def test_what_cannot_be_used_gives_way(no_home, monkeypatch):
    """A file, what lies below one, a path that is too long for PoCL's buffers, another user's folder."""
    (no_home / "file").touch()
    long = no_home / "/".join(["x" * 200] * 5)
    for bad in (no_home / "file", no_home / "file" / "below", long, Path("relative")):
        monkeypatch.setenv("POCL_CACHE_DIR", str(bad))
        provide_cache()
        assert os.environ["POCL_CACHE_DIR"] == str(caches.private_folder())
        assert not bad.is_dir()
    monkeypatch.setenv("POCL_CACHE_DIR", str(no_home))
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: no_home.stat().st_uid + 1)
        provide_cache()
    assert os.environ["POCL_CACHE_DIR"] == str(caches.private_folder())


def test_it_is_named_before_devices_are_listed(pocl):
    """PoCL reads the variable only then."""
    del pocl
    code = "from autoblas.devices.opencl.selection import listing; listing(); import os; print(os.environ['POCL_CACHE_DIR'])"
    environment = {name: value for name, value in os.environ.items() if name not in CACHE_VARIABLES}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip()


PRODUCT = """
import numpy as np, autoblas as ab
from autoblas.devices.opencl.selection import listing
ones = np.ones((40, 40), "f4")
print(ab.gemm(ones, ones)[0, 0], len(listing()) > 0)
"""


def test_products_without_any_usable_folder(pocl, tmp_path):
    """Home, caches, data and PoCL's own folder name what cannot be made; each is said once, and the product is right."""
    del pocl
    nowhere = f"{os.devnull}/nobody"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= dict.fromkeys((*CACHE_VARIABLES, "AUTOBLAS_DATA_DIR"), nowhere) | {
        "AUTOBLAS_HOST_BELOW": "0"
    }
    done = subprocess.run(
        [sys.executable, "-P", "-c", PRODUCT],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "40.0 True\n", done.stderr
    assert done.stderr.count("verdicts cannot be kept") == 1
    warnings = [line for line in done.stderr.splitlines() if "are kept for this process only" in line]
    assert len(warnings) == len(set(warnings)) <= 2
    assert list(tmp_path.iterdir()) == []
