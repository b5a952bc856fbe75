"""Journals that are damaged, and disks that fail: nothing that was written is lost, nothing that is damaged is believed."""

import errno
import io
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.tuning import Journal, journal_name, point_key, read_journal
from autoblas.tuning import journal as journal_module
from support.journals import KEY, OK, WRONG, write


@given(st.data())
def test_a_journal_cut_anywhere_in_its_last_line_can_be_read_and_continued(data):
    """Whatever part of the last line reached the disk, the lines before it are known and the next is sound."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        write(path, OK, WRONG, OK)
        whole = path.read_bytes()
        last = whole.rstrip(b"\n").rfind(b"\n") + 1
        path.write_bytes(whole[: data.draw(st.integers(last, len(whole) - 1))])
        assert list(read_journal(path)[1].known.values()) == [OK, WRONG]
        with Journal(path, KEY, clock=lambda: 0.0) as journal:
            assert list(journal.known.values()) == [OK, WRONG]
            journal.record({"n": 2}, OK)
        assert path.read_bytes() == whole


def test_a_header_that_was_cut_short_is_written_again(path):
    """A process killed while it wrote the first line leaves a file like a missing one."""
    path.parent.mkdir()
    path.write_bytes(b'{"journal": 1, "ke')
    write(path, OK)
    assert list(read_journal(path)[1].known.values()) == [OK]


@pytest.mark.parametrize(
    "damage",
    [
        b"{",
        b"\x00\x00\xff",
        b"[]",
        b"3",
        b"{}",
        b'{"point": {"n": 1}}',
        b'{"point": 3, "outcome": {"kind": "ok", "seconds": [1.0]}}',
        b'{"point": [["n", 1]], "outcome": {"kind": "ok", "seconds": [1.0]}}',
        b'{"point": {"n": [1]}, "outcome": {"kind": "ok", "seconds": [1.0]}}',
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [1.0], "build_seconds": NaN}}',
        b'{"point": {"n": 1}, "outcome": {"kind": "splendid"}}',
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [NaN]}}',
        b'{"point": {"n": 1}, "intent": "build"}',
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [1' + b"0" * 400 + b"]}}",
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [1' + b"0" * 5000 + b"]}}",
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [1], "build_seconds": "x"}}',
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [1], "source": ["x"]}}',
        b'{"point": {"n": 1}, "outcome": {"kind": ["ok"], "seconds": [1]}}',
        b'{"point": {"n": 1}, "intent": ["build"], "source": "x"}',
        b'{"point": {"n": 1}, "abandoned": true, "lost": 3, "stage": "", "source": ""}',
        b'{"point": {"n": 1}, "outcome": ' + b"[" * 100_000,
    ],
)
def test_a_damaged_line_is_left_out_and_counted(path, damage):
    """Writers and readers know the others; writers are warned, and the file stays as it is until a purge."""
    write(path, OK, WRONG, OK)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], damage + b"\n", *lines[3:]]))
    before = path.read_bytes()
    assert list(read_journal(path)[1].known) == [point_key({"n": n}) for n in (0, 2)]
    with pytest.warns(DatabaseWarning, match=r"journal\.jsonl: 1 damaged line is left out"):
        journal = Journal(path, KEY)
    with journal:
        assert list(journal.known) == [point_key({"n": n}) for n in (0, 2)]
        assert path.read_bytes() == before
        journal.purge()
    write(path)


@given(st.binary(max_size=60), st.integers(0, 3))
def test_any_bytes_between_lines(junk, place):
    """Whatever stands there, the points beside it are known, and the journal goes on."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DatabaseWarning)
        path = Path(folder) / journal_name(KEY)
        write(path, OK, WRONG)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:place], junk + b"\n", *lines[place:]]))
        with Journal(path, KEY) as journal:
            assert list(journal.known.values()) == [OK, WRONG]
            journal.record({"n": 9}, OK)
        assert list(read_journal(path)[1].known.values()) == [OK, WRONG, OK]


@pytest.mark.parametrize("damage", [b"", b"\xff\xff", b'{"journal": 1, "key": 3}', b"[" * 100_000])
def test_a_damaged_header_is_written_again_where_the_name_says_what_it_is(tmp_path, damage):
    """Under another name nothing says what the lines are about, and the file is refused."""
    path = tmp_path / journal_name(KEY)
    write(path, OK, WRONG)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([damage + b"\n", *lines[1:]]))
    other = path.with_name("other.jsonl")
    other.write_bytes(path.read_bytes())
    with pytest.raises(DatabaseError, match="not the header"):
        Journal(other, KEY)
    with pytest.warns(DatabaseWarning, match=": 1 damaged line is left out$"):
        Journal(path, KEY).close()
    assert read_journal(path)[0] == KEY
    assert list(read_journal(path)[1].known.values()) == [OK, WRONG]


def test_several_damaged_lines_are_counted(path):
    """In one warning, which names the file."""
    write(path, OK)
    path.write_bytes(path.read_bytes() + b"{}\n[]\n")
    with pytest.warns(DatabaseWarning, match=r"journal\.jsonl: 2 damaged lines are left out$"):
        Journal(path, KEY).close()


def test_the_warning_names_the_line_that_opened_the_journal(path):
    """Not one of ours, and not its caller's."""
    write(path, OK)
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.warns(DatabaseWarning) as warned:
        Journal(path, KEY).close()
    assert [each.filename for each in warned] == [__file__]


def test_a_full_disk_leaves_whole_lines(path, monkeypatch):
    """The error names the journal; what was known stays, and the next line is sound."""
    resource = pytest.importorskip("resource")
    write(path, OK)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(path, KEY) as journal:
        before = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
        try:
            for act in (
                lambda: journal.record({"n": 1}, WRONG),
                lambda: journal.intend("build", {"n": 2}, "s"),
                journal.purge,
            ):
                with pytest.raises(
                    DatabaseError, match=r"journal\.jsonl: it cannot be written: File too large"
                ):
                    act()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert path.read_bytes().startswith(before)
        journal.record({"n": 3}, WRONG)
    known = read_journal(path)[1].known
    assert (known[point_key({"n": 0})], known[point_key({"n": 3})]) == (OK, WRONG)
    assert {p.name for p in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


@pytest.mark.parametrize("call", ["truncate", "read", "seek", "close"])
def test_a_failing_disk_is_named(path, monkeypatch, call):
    """Also where a line that was cut short is repaired, and where the file is closed; what was written stays."""

    class Failing(io.FileIO):
        failing = False

        def __getattribute__(self, name):
            if name == call and type(self).failing:
                if call == "close":  # it is closed all the same
                    super().close()
                raise OSError(errno.EIO, "Input/output error")
            return super().__getattribute__(name)

    write(path, OK)
    with path.open("a") as file:
        file.write('{"intent"')
    monkeypatch.setattr(journal_module, "_opened", lambda path: Failing(path, "a+b"))

    def fails():
        Failing.failing = call in ("truncate", "read")
        with Journal(path, KEY) as journal:
            Failing.failing = True
            if call == "seek":
                journal.record({"n": 1}, WRONG)

    try:
        done = "read" if call == "read" else "written"
        with pytest.raises(DatabaseError, match=rf"journal\.jsonl: it cannot be {done}: Input/output error"):
            fails()
    finally:
        Failing.failing = False
    monkeypatch.undo()
    with Journal(path, KEY) as journal:
        assert journal.known == {point_key({"n": 0}): OK}
