"""The user's store: nothing is lost between processes or versions, and changes are seen at once."""

import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.database import Record, Store, data_path
from autoblas.errors import ArgumentError, DatabaseError
from support.database_cases import make_record, record_strategy
from support.threads import in_processes, in_threads


@pytest.fixture
def store(tmp_path):
    """A store in a folder that does not exist yet."""
    return Store(tmp_path / "deep" / "results.sqlite3")


@settings(max_examples=20, deadline=None)
@given(st.lists(record_strategy(), max_size=4, unique_by=lambda record: record.identity))
def test_round_trip(records):
    """Records survive the store unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite3")
        assert store.add(records) == (len(records), 0, 0)
        assert sorted(store.records(), key=repr) == sorted(records, key=repr)
        assert store.add(records) == (0, 0, len(records))


def test_newer_measurement_replaces_older(store):
    """One record a point stays: the newest, whichever is faster and whichever is added last."""
    first = make_record(seconds=1.0, date="2026-01-01")
    newer = make_record(seconds=2.0, date="2026-01-02")
    assert store.add([first, newer]) == (1, 1, 0)
    assert store.add([first]) == (0, 0, 1)
    assert store.add([first, newer, first]) == (0, 0, 3)
    assert store.records() == [newer]
    corrected = make_record(seconds=3.0, date="2026-01-02")
    assert store.add([corrected]) == (0, 1, 0)  # of one date, what is added last is newer
    assert store.records() == [corrected]
    later = [make_record(seconds=4.0, date=f"2026-01-0{day}") for day in (3, 4)]
    assert store.add(later) == (0, 2, 0)


def test_the_winner_takes_the_place_of_what_an_earlier_version_measured(store):
    """Records of the same problem on this device go, also where they do not say its vectors; others stay."""
    old = make_record(seconds=1e-6, parameters={"tile": 8})
    others = [make_record(vector_bytes=64, vector_registers=32), make_record(sizes=(8, 8, 8))]
    store.add([old, *others])
    new = make_record(vector_bytes=32, vector_registers=16, seconds=2e-6)
    store.replace([new])
    assert sorted(store.records(), key=str) == sorted([new, *others], key=str)


@pytest.mark.parametrize(
    "change",
    [
        {"driver": "4"},
        {"signature": "float64 row*row=row"},
        {"sizes": (1, 2, 3)},
        {"kernel": "x"},
        {"parameters": {"tile": 8}},
    ],
)
def test_other_points_stand_beside(store, change):
    """Records of another place, problem, kernel or parameters are alternatives, not replacements."""
    assert store.add([make_record(), make_record(**change)]) == (2, 0, 0)
    assert len(store.records()) == 2


def test_parameters_differ_by_type(store):
    """A flag and a number that Python calls equal are different parameters."""
    assert store.add([make_record(parameters={"x": value}) for value in (True, 1, 1.0, "1")]) == (4, 0, 0)


def test_wrong_types_are_refused_before_anything_is_written(store):
    """A record that could not be read back is refused, along with those added with it."""
    for bad in ({"kind": "toaster"}, {"samples": 1.5}, {"parameters": {"x": None}}, {"kernel": 3}):
        with pytest.raises(ArgumentError, match="documented types"):
            store.add([make_record(), make_record(**bad)])
    assert store.records() == []
    assert not store.path.exists()


def test_filters_and_clear(store):
    """Reading and removing by part of a device's name and by family agree with each other."""
    store.add([make_record(device=d, family=f) for d in ("Zen 3", "H200") for f in ("gemm", "pack")])
    assert {(r.place.device, r.family) for r in store.records(device="zen")} == {
        ("Zen 3", "gemm"),
        ("Zen 3", "pack"),
    }
    assert [r.place.device for r in store.records(device="H2", family="pack")] == ["H200"]
    assert len(store.records(family="pack")) == 2
    assert store.clear(device="ZEN", family="pack") == 1
    assert store.clear(family="gemm") == 2
    assert [(r.place.device, r.family) for r in store.records()] == [("H200", "pack")]
    assert store.clear() == 1
    assert store.clear() == 0


def test_reading_creates_nothing(store):
    """A store that was never written reads as empty and leaves no trace."""
    assert (store.records(), store.group("gemm", "float32 x"), store.clear()) == ([], {}, 0)
    assert store.add([]) == store.replace([]) == (0, 0, 0)
    assert not store.path.parent.exists()


def test_place_of_the_file(tmp_path, monkeypatch):
    """The environment names the folder; without it the system's own place is used."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    assert Store().path == data_path() == tmp_path / "results-2.sqlite3"
    monkeypatch.delenv("AUTOBLAS_DATA_DIR")
    assert data_path().parts[-2:] == ("autoblas", "results-2.sqlite3")


def _write(path: Path, writer: int, count: int) -> None:
    store = Store(path)
    for number in range(count):
        store.add([make_record(parameters={"writer": writer, "number": number})])


def test_concurrent_writers_lose_nothing(store):
    """Four processes that create and fill one store at once lose none of their records."""
    in_processes(_write, [(store.path, writer, 50) for writer in range(4)])
    points = {(r.parameters["writer"], r.parameters["number"]) for r in store.records()}
    assert points == {(writer, number) for writer in range(4) for number in range(50)}


def test_threads_share_a_store(store):
    """Threads may write through one object."""
    in_threads(4, lambda w: [store.add([make_record(kernel=f"{w} {n}")]) for n in range(10)])
    assert len(store.records()) == 40


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"\xff",
        None,
        b"[" * 100_000,
        b'{"new": ' + b"[" * 100_000,
        b'{"sizes": [' + b"9" * 5000 + b"]}",
        b"9" * 400,
    ],
)
def test_rows_that_cannot_be_read_are_skipped_and_counted(store, text):
    """Such as those of a version with other kinds of devices: they stay in the file, and the others serve."""
    store.add([make_record(), make_record(kernel="other")])
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE copy AS SELECT * FROM records")
        connection.execute("DROP TABLE records")
        connection.execute("ALTER TABLE copy RENAME TO records")  # without its constraints
        connection.execute("UPDATE records SET record = ? WHERE instr(record, 'other')", (text,))
    assert store.reading() == ([make_record()], 1)
    assert _kernels(store) == {"tiled"}
    assert store.clear(family="pack") == 0
    assert store.reading().unreadable == 1


def _add_as_version_0_1_0_did(former: Path, *records: Record) -> None:
    with closing(sqlite3.connect(former, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS records (identity TEXT PRIMARY KEY, device TEXT NOT NULL, "
            "family TEXT NOT NULL, element_type TEXT NOT NULL, measured REAL NOT NULL, record TEXT NOT NULL) "
            "WITHOUT ROWID"
        )
        connection.execute("CREATE INDEX IF NOT EXISTS by_problem ON records (family, element_type)")
        for record in records:
            text = msgspec.json.encode(record, order="sorted").decode()
            values = (record.identity, record.place.device, "gemm", "float32", 1767323045.0, text)
            connection.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", values)
        connection.execute("PRAGMA user_version = 1")


def test_records_of_an_earlier_version_are_taken_over(tmp_path):
    """They are read where they are, begin the new file when something is added, and stay for that earlier version."""
    former = tmp_path / "results.sqlite3"
    _add_as_version_0_1_0_did(former, make_record(), make_record(kernel="other"))
    before = former.read_bytes()
    store = Store(tmp_path / "results-2.sqlite3")
    assert {record.kernel for record in store.records()} == _kernels(store) == {"tiled", "other"}
    assert not store.path.exists()
    assert store.add([make_record(kernel="new"), make_record(seconds=2.0, date="2026-02-01")]) == (1, 1, 0)
    assert _kernels(store) == {"tiled", "other", "new"}
    assert store.clear() == 3
    assert Store(store.path).records() == []
    assert former.read_bytes() == before


def test_what_an_earlier_version_adds_is_seen_as_long_as_there_is_no_new_file(tmp_path):
    """Both may be in use for a while."""
    former = tmp_path / "results.sqlite3"
    _add_as_version_0_1_0_did(former, make_record())
    store = Store(tmp_path / "results-2.sqlite3")
    assert _kernels(store) == {"tiled"}
    _add_as_version_0_1_0_did(former, make_record(kernel="later"))
    assert _kernels(store) == {"tiled", "later"}


def test_a_date_in_the_future_is_replaced(store):
    """A clock that ran ahead once does not freeze a problem, and no such record replaces one that may be trusted."""
    ahead = make_record(seconds=1.0, date="2999-01-01")
    assert store.add([ahead]) == (1, 0, 0)
    assert store.add([make_record(seconds=2.0)]) == (0, 1, 0)
    assert store.add([ahead]) == (0, 0, 1)
    assert store.records() == [make_record(seconds=2.0)]


def _kernels(store: Store) -> set[str]:
    group = store.group("gemm", "float32 row*row=row")
    return {
        r.kernel
        for places in group.values()
        for sizes in places.values()
        for rs in sizes.values()
        for r in rs
    }


@pytest.mark.parametrize("argument", ["device", "family"])
@pytest.mark.parametrize("call", ["records", "clear"])
def test_names_that_utf8_cannot_write_are_refused(store, call, argument):
    """By the argument, with the name as ASCII."""
    with pytest.raises(
        ArgumentError, match=rf"^{argument}: expected text that UTF-8 can write; got '\\ud800'$"
    ):
        getattr(store, call)(**{argument: "\ud800"})


def test_changes_are_seen_at_once(store):
    """What one object, or another process, writes or removes is in the next look-up of another object."""
    reader = Store(store.path)
    assert _kernels(reader) == set()
    for name in "abcdefgh":  # quicker than the clock of the file system
        store.add([make_record(kernel=name)])
        assert name in _kernels(reader)
    in_processes(_write, [(store.path, 1, 1)])
    assert "tiled" in _kernels(reader)
    store.clear()
    assert _kernels(reader) == set()


def test_unchanged_store_is_not_read_again(store, monkeypatch):
    """Once a file has settled, its records come from memory until it changes."""
    store.add([make_record()])
    time.sleep(0.15)
    first = store.group("gemm", "float32 row*row=row")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", None)
        assert store.group("gemm", "float32 col*row=row") is first
    store.add([make_record(kernel="new")])
    assert _kernels(store) == {"tiled", "new"}


def test_replacing_clears_the_same_problem_at_the_same_place_only(store):
    """Other points of it go, a newer measurement of one stays what it is, and everything else is left alone."""
    old = make_record(kernel="old", seconds=1e-9)
    others = [
        make_record(sizes=(1, 2, 4)),
        make_record(signature="float32 row*row=row part=lower"),
        make_record(signature="float32 row*row=row batched"),
        make_record(driver="another"),
        make_record(family="pack"),
    ]
    first, second = make_record(kernel="first"), make_record(kernel="second")
    store.add([old, first, *others])
    store.replace([first, second])
    assert sorted(store.records(), key=lambda r: r.identity) == sorted(
        [first, second, *others], key=lambda r: r.identity
    )
    later = make_record(kernel="first", seconds=5.0, date="2026-06-01")
    store.add([later])
    assert store.replace([first]) == (0, 0, 1)
    assert sorted(store.records(), key=lambda r: r.identity) == sorted(
        [later, *others], key=lambda r: r.identity
    )
    store.replace([later, second])
    assert store.replace([]).new == 0
    assert len(store.records()) == len(others) + 2


def test_a_file_in_the_place_of_the_folder_is_named_as_such(tmp_path):
    """Where ``AUTOBLAS_DATA_DIR`` names one."""
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match=r"file/results.*: its folder is a file$"):
        Store(tmp_path / "file" / "results.sqlite3").must_be_writable()
