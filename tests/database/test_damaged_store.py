"""The user's store where its file is damaged, of another version or cannot be written: it says so, and loses nothing."""

import os
import sqlite3
import time
import warnings
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from autoblas.database import Store
from autoblas.database.file import ResultsFile
from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.store.lock import FileLock
from support.database_cases import make_record
from support.threads import in_processes


@pytest.fixture
def store(tmp_path):
    """A store in a folder that does not exist yet."""
    return Store(tmp_path / "deep" / "results.sqlite3")


def _damage_text(path: Path) -> None:
    path.write_bytes(b"This is no database." * 200)


def _damage_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(content)


def _damage_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE records RENAME COLUMN family TO kin")


def _damage_schema(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes().replace(b"by_problem", b"by_\xffroblem")  # of which SQLite's message tells
    path.write_bytes(content.replace(b"CREATE INDEX", b"CREATE INDEY"))


DAMAGES = [_damage_text, _damage_pages, _damage_table, _damage_schema]


def _set_aside(store: Store) -> list[Path]:
    names = sorted(store.path.parent.glob("results.sqlite3.damaged-*"))
    return [path for path in names if not path.name.endswith(("-wal", "-shm", "-journal"))]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_set_aside(store, damage):
    """Readers say so and leave the file alone; a writer renames it with a warning that names both, and starts anew."""
    store.add([make_record(kernel=f"kernel {n}", note="x" * 500) for n in range(50)])
    damage(store.path)
    content = store.path.read_bytes()
    with pytest.raises(DatabaseError, match=r"results\.sqlite3: it is damaged"):
        store.records()
    assert store.path.read_bytes() == content
    assert _set_aside(store) == []
    with pytest.warns(DatabaseWarning, match=r"results\.sqlite3 .*results\.sqlite3\.damaged-\d{8}T\d{6}Z"):
        assert store.add([make_record()]) == (1, 0, 0)
    (aside,) = _set_aside(store)
    assert aside.read_bytes() == content
    assert Store(store.path).records() == [make_record()]


def test_what_can_be_read_of_a_damaged_file_is_kept(store):
    """Where some of its pages are sound, the records on them begin the new file."""
    store.add([make_record(kernel=f"kernel {n:02}", note="x" * 500) for n in range(50)])
    content = store.path.read_bytes()
    page = content.index(b'"kernel":"kernel 20"') // 4096
    store.path.write_bytes(content[: page * 4096] + b"\xff" * 4096 + content[(page + 1) * 4096 :])
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    with pytest.warns(DatabaseWarning, match=r"a new one started with the \d+ results that could be read"):
        store.add([make_record(kernel="kernel 20", seconds=2.0)])  # goes to that page
    kernels = {record.kernel for record in store.records()}
    assert kernels >= {"kernel 00", "kernel 20"}
    assert len(kernels) < 50


@pytest.mark.parametrize("change", ["PRAGMA user_version = 3", "PRAGMA user_version = 0"])
def test_a_file_of_another_version_is_nobody_s_to_change(store, change):
    """Neither readers nor writers rename it or write to it, and both say what it is."""
    store.add([make_record()])
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute(change)
    content = store.path.read_bytes()
    for use in (store.records, lambda: store.add([make_record(kernel="other")]), store.clear):
        with pytest.raises(DatabaseError, match=r"its layout is \d, that of this autoblas 2"):
            use()
    assert store.path.read_bytes() == content
    assert _set_aside(store) == []


def test_earlier_results_that_cannot_be_read_stop_nobody(tmp_path):
    """They are warned of, and the new file begins empty."""
    _damage_text(tmp_path / "results.sqlite3")
    store = Store(tmp_path / "results-2.sqlite3")
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    with pytest.warns(DatabaseWarning, match="earlier results are not taken over"):
        store.add([make_record()])
    assert store.records() == [make_record()]


def test_damage_found_while_writing(store):
    """The records being added when the damage is found are kept in the new file."""
    store.add([make_record()])
    _damage_text(store.path)
    with pytest.warns(DatabaseWarning, match=r"file is not a database"):
        assert store.add([make_record(kernel="other")]) == (1, 0, 0)
    assert [r.kernel for r in store.records()] == ["other"]


def test_damage_twice_in_a_second(store):
    """Files set aside at one moment do not replace each other."""
    for _ in range(3):
        store.path.parent.mkdir(exist_ok=True)
        _damage_text(store.path)
        with pytest.warns(DatabaseWarning):
            store.add([make_record()])
    assert len(_set_aside(store)) == 3


def test_what_an_interrupted_creation_left_beside_the_file_is_removed(store):
    """The new file begins with no log and no journal of another."""
    store.path.parent.mkdir()
    store.path.touch()
    left = [Path(f"{store.path}{suffix}") for suffix in ("-wal", "-shm", "-journal")]
    for path in left:
        path.write_bytes(b"left over" * 1000)
    store.add([make_record()])
    assert store.records() == [make_record()]
    assert not [path for path in left if path.exists() and b"left over" in path.read_bytes()]


@pytest.mark.parametrize("change", [Path.touch, _damage_text])
def test_a_file_that_cannot_be_moved_out_of_the_way_is_named(store, change, monkeypatch):
    """Where the system refuses to remove an unfinished file, or to rename a damaged one."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    store.path.parent.mkdir()
    change(store.path)
    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(DatabaseError, match=r"^\S+/results\.sqlite3: .*Permission denied"):
        store.add([make_record()])


def test_a_file_that_another_process_has_replaced_meanwhile_is_left_alone(store, monkeypatch):
    """Between the discovery of the damage and the lock another writer may have mended it: its records stay."""
    store.path.parent.mkdir()
    _damage_text(store.path)
    exclusive = FileLock.exclusive

    @contextmanager
    def late(guard):
        monkeypatch.setattr(FileLock, "exclusive", exclusive)
        with pytest.warns(DatabaseWarning, match="renamed"):
            Store(store.path).add([make_record(kernel="theirs")])
        with guard.exclusive():
            yield

    monkeypatch.setattr(FileLock, "exclusive", late)
    store.add([make_record(kernel="ours")])
    assert {record.kernel for record in store.records()} == {"theirs", "ours"}
    assert len(_set_aside(store)) == 1


def _write_through_damage(path: Path, writer: int, count: int) -> None:
    warnings.simplefilter("ignore", DatabaseWarning)
    store = Store(path)
    for number in range(count):
        store.add([make_record(parameters={"writer": writer, "number": number})])


def test_damage_found_by_several_processes(store):
    """Processes that discover the damage at once set the file aside once and lose none of their records."""
    store.path.parent.mkdir()
    _damage_text(store.path)
    in_processes(_write_through_damage, [(store.path, writer, 5) for writer in range(4)])
    assert len(store.records()) == 20
    assert len(_set_aside(store)) == 1


def test_a_file_that_is_damaged_again_and_again_is_an_error(store, monkeypatch):
    """Which names it, instead of an attempt without end."""
    shared = FileLock.shared

    @contextmanager
    def damaging(guard):
        _damage_text(store.path)
        with shared(guard):
            yield

    store.add([make_record()])
    monkeypatch.setattr(FileLock, "shared", damaging)
    with (
        pytest.warns(DatabaseWarning, match="renamed"),
        pytest.raises(DatabaseError, match=r"^\S+/results\.sqlite3: it is damaged again"),
    ):
        store.add([make_record()])


class _NoTables(sqlite3.Connection):
    """SQLite on a disk without room."""

    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        if sql.startswith("CREATE"):
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *arguments)


def test_a_file_that_cannot_be_created_is_named_and_leaves_nothing(store, monkeypatch):
    """Once there is room, records are added as if nothing had been."""
    connect = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=_NoTables))
        with pytest.raises(DatabaseError, match=r"^\S+/results\.sqlite3: .*disk is full"):
            store.add([make_record()])
    assert not store.path.exists()
    assert store.add([make_record()]) == (1, 0, 0)


def test_interrupted_creation_is_finished(store):
    """An empty file, which a process killed while creating it leaves, is taken over without a warning."""
    store.path.parent.mkdir()
    store.path.touch()
    assert store.reading() == ([], 0)
    assert store.add([make_record()]) == (1, 0, 0)
    assert _set_aside(store) == []


def test_unusable_places_are_named(tmp_path):
    """Where no file can be, the error names the path."""
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseError, match="file"):
        Store(tmp_path / "file" / "results.sqlite3").add([make_record()])
    (tmp_path / "folder").mkdir()
    with pytest.raises(DatabaseError, match="folder"):
        Store(tmp_path / "folder").records()
    (tmp_path / "results.sqlite3.lock").mkdir()
    with pytest.raises(DatabaseError, match=r"results\.sqlite3\.lock: the lock cannot be taken"):
        Store(tmp_path / "results.sqlite3").add([make_record()])


@pytest.mark.parametrize("junk", [b"no lock" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_junk_in_the_file_of_the_lock_is_discarded(store, junk):
    """Whatever got into it, it is a lock again."""
    store.path.parent.mkdir()
    store.path.with_name("results.sqlite3.lock").write_bytes(junk)
    assert store.add([make_record()]) == (1, 0, 0)
    store.path.with_name("results.sqlite3.lock").write_bytes(junk)
    assert store.records() == [make_record()]


def test_read_only_folder(store, monkeypatch):
    """Results in a folder that cannot be written are read without a lock, and damage there is an error."""
    store.add([make_record()])
    monkeypatch.setattr(os, "access", lambda *_: False)
    store.path.with_name("results.sqlite3.lock").unlink()
    assert store.records() == [make_record()]
    with pytest.raises(DatabaseError, match=r"^\S+/results\.sqlite3: its folder is read-only"):
        store.add([make_record(kernel="other")])
    _damage_text(store.path)
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    assert list(store.path.parent.iterdir()) == [store.path]


def test_a_reader_that_waited_in_vain_does_not_wait_again(store, monkeypatch):
    """For a minute; it reads what is in the file without a lock, which somebody keeps."""
    monkeypatch.setattr("autoblas.database.file.READ_TIMEOUT", 0.01)
    shared, waits = FileLock.shared, []

    def waiting(guard):
        waits.append(guard.timeout)
        return shared(guard)

    store.add([make_record()])
    monkeypatch.setattr(FileLock, "shared", waiting)
    now = time.monotonic()
    with FileLock(store.path.with_name("results.sqlite3.lock")).exclusive():
        for later, often in ((0.0, 1), (30.0, 1), (90.0, 2)):
            with monkeypatch.context() as patch:
                patch.setattr(time, "monotonic", lambda later=later: now + later)
                assert store.records() == [make_record()]
            assert waits == [0.01] * often


def test_reading_a_read_only_folder_puts_nothing_into_it(store, monkeypatch):
    """Neither a log nor shared memory, not even while it reads."""
    store.add([make_record()])
    store.path.with_name("results.sqlite3.lock").unlink()
    monkeypatch.setattr(os, "access", lambda *_: False)

    def look(connection):
        (count,) = connection.execute("SELECT count(*) FROM records").fetchone()
        return count, list(store.path.parent.iterdir())

    assert ResultsFile(store.path, 2).read(look) == (1, [store.path])


def test_a_file_that_can_only_be_read(store, monkeypatch):
    """Its records serve; that none can be added is known before one is measured."""
    store.must_be_writable()
    store.add([make_record()])
    store.must_be_writable()
    connect = sqlite3.connect

    def as_another_user(path, *arguments, **options):
        """SQLite opens what it cannot write for reading, begins every transaction, and then refuses to write."""
        uri = str(path).replace("mode=rw", "mode=ro")
        connection: sqlite3.Connection = connect(uri, *arguments, **options)
        return connection

    monkeypatch.setattr(sqlite3, "connect", as_another_user)
    assert store.records() == [make_record()]
    with pytest.raises(DatabaseError, match="readonly"):
        store.must_be_writable()


class _NoLog(sqlite3.Connection):
    """SQLite on a file system without shared memory."""

    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        if sql == "PRAGMA journal_mode = wal":
            super().execute("CREATE TABLE half_done (x)")
            raise sqlite3.OperationalError("locking protocol")
        return super().execute(sql, *arguments)


def test_journal_falls_back(store, monkeypatch):
    """The write-ahead log is used where it works, and the ordinary journal where it does not."""

    def mode(path):
        with closing(sqlite3.connect(path)) as connection:
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])

    store.add([make_record()])
    assert mode(store.path) == "wal"
    connect = sqlite3.connect
    other = Store(store.path.with_name("other.sqlite3"))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=_NoLog))
        assert other.add([make_record()]) == (1, 0, 0)
    assert mode(other.path) == "delete"
    assert other.records() == [make_record()]
