"""Whatever the state of the folder of results: calls are served, one warning says why, and commands that write fail."""

import errno
import os
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from autoblas.blas.host.crossover import FAMILY, crossover, forget_crossovers
from autoblas.database import Serving, Store, data_path, health, read_json, to_json
from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.devices.selftest_results import store_hints, stored_hints, stored_result
from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.plan.block_width import block_width
from autoblas.plan.candidates import DEFAULT, SUGGESTED
from autoblas.plan.choose import choose
from autoblas.plan.results import place_of, readable_results, user_results
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.tune.peak import recorded
from support.database_cases import make_record, record_at

pytestmark = [
    pytest.mark.usefixtures("nothing_shipped"),
    pytest.mark.skipif(sys.platform == "win32", reason="the faults are those of POSIX"),
]

PROBLEM = Matmul(64, 64, 64, FLOAT32)


@pytest.fixture(name="folder", autouse=True)
def make_folder(tmp_path, monkeypatch):
    """A folder with a record that would serve, and one that the other would not."""
    folder = tmp_path / "data"
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(folder))
    monkeypatch.delenv("AUTOBLAS_HOST_BELOW", raising=False)
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    user_results().add([record_at(PLAIN_CPU, PROBLEM, "gemm_direct", rm=4)])
    forget_crossovers()
    return folder


def _nobody(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("AUTOBLAS_DATA_DIR", "~nosuchuser/x")


def _homeless(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.delenv("AUTOBLAS_DATA_DIR")
    patch.delenv("HOME", raising=False)  # what was found out with it is kept
    patch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/autoblas"))


def _unsearchable(folder: Path, patch: pytest.MonkeyPatch) -> None:
    stat = os.stat

    def refuse(path: Any, *rest: Any, **options: Any) -> os.stat_result:  # root may search every folder
        if str(path).startswith(f"{folder}/"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, *rest, **options)

    patch.setattr(os, "stat", refuse)


def _damaged(folder: Path, _: pytest.MonkeyPatch) -> None:
    data_path().write_bytes(b"no database" * 1000)
    (folder / "hints.json").write_bytes(b"[" * 100_000)


def _damaged_in_a_read_only_folder(folder: Path, patch: pytest.MonkeyPatch) -> None:
    _damaged(folder, patch)
    patch.setattr(os, "access", lambda *_: False)


def _newer(_: Path, __: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(data_path())) as connection:
        connection.execute("PRAGMA user_version = 9")


def _of_another_program(_: Path, __: pytest.MonkeyPatch) -> None:
    data_path().unlink()
    with closing(sqlite3.connect(data_path())) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def _folder_in_its_place(_: Path, __: pytest.MonkeyPatch) -> None:
    data_path().unlink()
    data_path().mkdir()


def _failing(code: int, name: str) -> Callable[[Path, pytest.MonkeyPatch], None]:
    """SQLite meets an error of the system at every statement."""

    class Failing(sqlite3.Connection):
        def execute(self, *_: Any) -> sqlite3.Cursor:
            error = sqlite3.OperationalError(name)
            error.sqlite_errorcode = code
            raise error

    def state(_: Path, patch: pytest.MonkeyPatch) -> None:
        connect = sqlite3.connect
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=Failing))

    return state


STATES = {
    "nobody's folder": _nobody,
    "no home": _homeless,
    "unsearchable": _unsearchable,
    "damaged": _damaged,
    "damaged, read-only": _damaged_in_a_read_only_folder,
    "newer": _newer,
    "another program's": _of_another_program,
    "a folder": _folder_in_its_place,
    "disk full": _failing(sqlite3.SQLITE_FULL, "database or disk is full"),
    "disk failing": _failing(sqlite3.SQLITE_IOERR, "disk I/O error"),
    "another user's": _failing(sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
}


def _content(folder: Path) -> bytes | None:
    """What is in the file of results; None where it is no file."""
    try:
        return (folder / "results-2.sqlite3").read_bytes()
    except IsADirectoryError:
        return None


@pytest.mark.parametrize("state", STATES)
def test_calls_are_served_with_one_warning(state, folder, monkeypatch):
    """From suggestions and defaults, however often; who asks is told why, and what writes says what is in its way."""
    assert choose(PROBLEM, PLAIN_CPU).origin != SUGGESTED
    STATES[state](folder, monkeypatch)
    before = _content(folder)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            assert choose(PROBLEM, PLAIN_CPU).origin == SUGGESTED
            forget_crossovers()
            assert "default" in crossover(PLAIN_CPU, FLOAT32).origin
            assert block_width(PLAIN_CPU, FLOAT32, 100, 100) > 0
            assert recorded(PLAIN_CPU, FLOAT32) is None
    assert [warning.category for warning in caught] == [DatabaseWarning]
    assert "calls are served without" in str(caught[0].message)
    assert (readable_results().fault or "no fault") in str(caught[0].message)
    seen = health()
    assert seen.reading is not None
    assert _content(folder) == before
    if state == "damaged":
        with pytest.warns(DatabaseWarning, match="renamed"):
            user_results().add([make_record()])
    else:
        with pytest.raises(DatabaseError):
            user_results().add([make_record()])


@pytest.mark.parametrize("state", ["nobody's folder", "unsearchable", "damaged"])
def test_what_is_kept_beside_results_stops_nobody(state, folder, monkeypatch):
    """Hints and proofs are as if they had never been found, with one warning for all that share a cause."""
    store_hints("a", "b", "c", {"float4": "fail"})
    STATES[state](folder, monkeypatch)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert stored_hints("a", "b", "c") == stored_hints("a", "b", "c") == {}
        assert stored_result("a") is None
    assert [warning.category for warning in caught] == [DatabaseWarning]
    if state != "damaged":
        with pytest.raises(DatabaseError):
            store_hints("a", "b", "c", {"float4": "ok"})


def test_results_that_can_be_read_again_are(folder, monkeypatch):
    """Nothing has to be started anew once the cause is gone."""
    with monkeypatch.context() as patch:
        _nobody(folder, patch)
        with pytest.warns(DatabaseWarning):
            choose(PROBLEM, PLAIN_CPU)
    assert choose(PROBLEM, PLAIN_CPU).origin != SUGGESTED
    assert readable_results().fault is None


def test_every_cause_is_told_of_once(tmp_path):
    """A second fault is not hidden by the first; what was told is not told again."""
    causes = iter("aba")

    def failing():
        raise DatabaseError(tmp_path / next(causes), "it cannot be read")

    assert Serving(failing).fault is None
    serving = Serving(failing)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for cause in "aba":
            assert serving.group("gemm", "float32 row*row=row") == {}
            assert f"{cause}: it cannot be read" in (serving.fault or "")
    assert [
        str(tmp_path / cause) in str(warning.message) for cause, warning in zip("ab", caught, strict=True)
    ] == [True] * 2


@pytest.mark.parametrize("sizes", [(), (0,), (1,), (1, 2, 3), (0, 0, 0, 0)])
def test_imported_records_with_other_numbers_of_sizes(sizes, tmp_path):
    """They are imported, and serve nobody."""
    file = tmp_path / "file.json"
    records = [
        make_record(
            **{name: getattr(place_of(PLAIN_CPU), name) for name in place_of(PLAIN_CPU).__struct_fields__},
            family=family,
            signature="float32",
            sizes=sizes,
        )
        for family in (FAMILY, "peak", "gemm")
    ]
    file.write_text(to_json(records))
    user_results().add(read_json(file))
    assert "default" in crossover(PLAIN_CPU, FLOAT32).origin
    assert recorded(PLAIN_CPU, FLOAT32) is None
    assert choose(Matmul(1, 2, 3, FLOAT32), PLAIN_CPU).origin in {SUGGESTED, DEFAULT}


def test_a_record_of_nothing_is_excluded(folder):
    """Where nothing was computed, no time of it says anything of a problem in which something is."""
    nothing = record_at(HOPPER, Matmul(0, 0, 0, FLOAT32), "gemm_direct")
    user_results().add([nothing])
    choice = choose(Matmul(1, 1, 1, FLOAT32), HOPPER)
    assert choice.origin == SUGGESTED
    assert "there was something to compute when it was measured" in choice.excluded.values()


def test_a_crossover_from_the_future_gives_way(folder):
    """The next that is measured counts, although its date is earlier."""
    place = {name: getattr(place_of(PLAIN_CPU), name) for name in place_of(PLAIN_CPU).__struct_fields__}
    ahead, now = (
        make_record(
            **place, family=FAMILY, signature="float32", sizes=(PLAIN_CPU.compute_units, size), date=date
        )
        for size, date in ((1, "2999-01-01"), (2, "2026-01-01"))
    )
    user_results().add([ahead])
    assert crossover(PLAIN_CPU, FLOAT32).size == 1
    user_results().add([now])
    forget_crossovers()
    assert crossover(PLAIN_CPU, FLOAT32).size == 2


CHILD = """
import sys, warnings
from autoblas.devices.recording import PLAIN_CPU
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from support.database_cases import make_record
warnings.simplefilter("error")
print(choose(Matmul(64, 64, 64, FLOAT32), PLAIN_CPU).origin)
try:
    user_results().add([make_record()])
except Exception as error:
    print(type(error).__name__)
"""


def test_a_full_disk_lets_records_be_read(folder):
    """Where no file may grow, not even SQLite's shared memory, the records serve without a warning; none is added."""
    resource = pytest.importorskip("resource")
    for name in ("-wal", "-shm"):
        Path(f"{data_path()}{name}").unlink(missing_ok=True)
    tests = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-P", "-c", CHILD],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tests), *sys.path])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout.splitlines(), done.stderr) == (["measured here at this size", "DatabaseError"], "")
    assert Store(data_path()).reading().unreadable == 0
