"""Stored results outlive a new version, and are computed anew where the modules that they depend on have changed."""

import shutil
import subprocess
import sys

import pytest

from autoblas.devices.recording import PLAIN_CPU
from autoblas.devices.selftest_results import (
    SELF_TEST,
    SelfTestResult,
    selftest_key,
    store_result,
    stored_result,
)
from autoblas.kernels import kernels
from autoblas.plan import texts
from autoblas.plan.texts import CHECKER
from autoblas.precision import FLOAT32
from autoblas.problems.vector import Map
from autoblas.store import table
from autoblas.tune.state import SEARCHED, FinishedSearches
from autoblas.version import __version__

PROBLEM = Map("axpy", 64, FLOAT32)


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the package's text, which is hashed in its place."""
    folder = tmp_path / "autoblas"
    shutil.copytree(table.PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__", "data"))
    monkeypatch.setattr(table, "PACKAGE", folder)
    _forget()
    yield folder
    _forget()


def _forget() -> None:
    """Forget the caches that a new process would not have."""
    table.sources_hash.cache_clear()
    texts._device.cache_clear()
    texts.forget_verdicts()


def _warm() -> set[str]:
    """Names of the stored results that a new process finds."""
    _forget()
    results = {
        "self-test": stored_result(selftest_key(PLAIN_CPU)),
        "check": texts.verdict_of(_text()),
        "search": FinishedSearches(PLAIN_CPU, "model").problems(),
    }
    return {name for name, result in results.items() if result}


def _text() -> str:
    kernel = kernels()["map"]
    return texts.key_of(kernel, kernel.space.point({}), PROBLEM, PLAIN_CPU)


COLD: dict[str, set[str]] = {
    "version.py": set(),
    "cli/commands/tune.py": set(),
    "devices/selftest/cases.py": {"self-test"},
    "emit/opencl_c.py": {"self-test"},
    "checks/verify.py": {"check"},
    "checks/product.py": {"check"},
    "kernels/vector/map.py": {"check", "search"},
    "tuning/searches/__init__.py": {"search"},
}
"""Stored results that become invalid, by the file that has changed."""


def test_what_is_kept_depends_on_texts(own_results, copy):
    """Another version leaves all of it warm; another text of the self-test, of the checker or of a kernel does not."""
    store_result(selftest_key(PLAIN_CPU), SelfTestResult({}, 1.0))
    texts.store_verdict(_text(), texts.TextVerdict())
    FinishedSearches(PLAIN_CPU, "model").add(PROBLEM)
    for changed, cold in COLD.items():
        path = copy / changed
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('__version__ = "', '__version__ = "9') + "# another\n", encoding="utf-8")
        assert (changed, _warm()) == (changed, {"self-test", "check", "search"} - cold)
        path.write_text(text, encoding="utf-8")
        assert _warm() == {"self-test", "check", "search"}


def test_what_is_hashed_is_there():
    """Every part has modules, and moving one changes the hash."""
    for part in (*SELF_TEST, *CHECKER, *SEARCHED):
        assert all((table.PACKAGE / path).is_file() for path in table._modules(part))
        assert table._modules(part)
        assert table.sources_hash(part) != __version__


def test_without_files_the_version_stands_for_them(tmp_path, monkeypatch):
    """As in an archive, from which Python imports too."""
    monkeypatch.setattr(table, "PACKAGE", tmp_path)
    table.sources_hash.cache_clear()
    assert table.sources_hash("emit") == table.sources_hash("checks/verify.py") == __version__
    table.sources_hash.cache_clear()


def test_an_import_hashes_nothing():
    """It is done when something kept is asked for."""
    text = "import autoblas; autoblas.gemm; from autoblas.store.table import sources_hash as h; print(h.cache_info().misses)"
    assert (
        subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
        == "0\n"
    )
