"""The journal: nothing that was written is lost, nothing that is damaged is believed."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import DatabaseError, TuningError
from autoblas.tuning import Journal, Outcome, journal_name, point_key, read_journal
from support.outcome_strategies import outcome_strategy, point_strategy

if TYPE_CHECKING:
    from autoblas.tuning.outcome import Point

KEY = {"device": "Zen 3", "driver": "PoCL 3.0", "problem": "gemm 64"}
OK = Outcome("ok", (1.0, 2.0), source="good", build_seconds=0.5)
WRONG = Outcome("wrong", (), "check", "C[0] is 1", "wrong source")


@pytest.fixture(name="path")
def make_path(tmp_path: Path) -> Path:
    """Where a journal is written."""
    return tmp_path / "folder" / "journal.jsonl"


def write(path: Path, *outcomes: Outcome) -> None:
    """A journal in which point i has outcome i."""
    with Journal(path, KEY) as journal:
        for n, outcome in enumerate(outcomes):
            journal.record({"n": n}, outcome)


@given(st.lists(st.tuples(point_strategy(), outcome_strategy()), max_size=6))
def test_what_is_written_is_what_is_read(entries: list[tuple[Point, Outcome]]) -> None:
    """Any points and outcomes come back, the last one of each point."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        with Journal(path, KEY) as journal:
            for point, outcome in entries:
                journal.record(point, outcome)
        key, memory = read_journal(path)
    assert key == KEY
    assert memory.known == {point_key(point): outcome for point, outcome in entries}
    assert {name: dict(point) for name, point in memory.points.items()} == {
        point_key(p): p for p, _ in entries
    }


@given(st.data())
def test_a_journal_cut_anywhere_in_its_last_line_can_be_read_and_continued(data: st.DataObject) -> None:
    """Whatever part of the last line reached the disk, the lines before it are known and the next is sound."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        write(path, OK, WRONG, OK)
        whole = path.read_bytes()
        last = whole.rstrip(b"\n").rfind(b"\n") + 1
        path.write_bytes(whole[: data.draw(st.integers(last, len(whole) - 1))])
        assert list(read_journal(path)[1].known.values()) == [OK, WRONG]
        with Journal(path, KEY) as journal:
            assert list(journal.known.values()) == [OK, WRONG]
            journal.record({"n": 2}, OK)
        assert path.read_bytes() == whole


def test_a_header_that_was_cut_short_is_written_again(path: Path) -> None:
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
        b'{"point": {"n": 1}, "outcome": {"kind": "splendid"}}',
        b'{"point": {"n": 1}, "outcome": {"kind": "ok", "seconds": [NaN]}}',
        b'{"point": {"n": 1}, "intent": "build"}',
    ],
)
def test_a_damaged_line_in_the_middle_is_named(path: Path, damage: bytes) -> None:
    """It is an error with the file and the number of the line, for writers and readers, and the file stays as it is."""
    write(path, OK, WRONG, OK)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], damage + b"\n", *lines[3:]]))
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=r"journal\.jsonl: line 3 is damaged"):
        Journal(path, KEY)
    with pytest.raises(DatabaseError, match="line 3"):
        read_journal(path)
    assert path.read_bytes() == before


def test_an_intent_without_an_outcome_is_a_crash(path: Path) -> None:
    """A point that did not come back is bad, with the last stage that had begun."""
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 0}, "s0")
        journal.intend("check", {"n": 0}, "s0")
    (outcome,) = read_journal(path)[1].known.values()
    assert (outcome.kind, outcome.stage, outcome.source) == ("crashed", "check", "s0")
    assert "did not come back" in outcome.message


def test_an_intent_with_an_outcome_or_abandoned_is_none(path: Path) -> None:
    """Points that came back, and those the user broke off, are not bad."""
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 0}, "good")
        journal.record({"n": 0}, OK)
        journal.intend("build", {"n": 1}, "s1")
        journal.abandon({"n": 1})
        journal.abandon({"n": 2})
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_point_keeps_its_good_times_when_a_later_launch_is_abandoned(path: Path) -> None:
    """Ctrl-C during further launches leaves the earlier outcome."""
    with Journal(path, KEY) as journal:
        journal.record({"n": 0}, OK)
        journal.intend("time", {"n": 0}, "good")
        journal.abandon({"n": 0})
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_point_whose_outcome_was_being_written_did_come_back(path: Path) -> None:
    """Where the outcome's own line was cut short, the point is unknown, not bad."""
    with Journal(path, KEY) as journal:
        journal.intend("time", {"n": 0}, "s0")
        journal.record({"n": 0}, OK)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_journal(path)[1].known == {}


def test_equal_sources_share_what_is_known(path: Path) -> None:
    """The last outcome of a source is that of all points that have it."""
    twice = Outcome("ok", (1.0, 2.0, 3.0), source="good")
    write(path, OK, twice)
    with Journal(path, KEY) as journal:
        assert journal.lookup({"n": 0}) == journal.lookup({"n": 1}) == twice
        assert journal.lookup({"n": 2}) is None


def test_a_journal_of_something_else_is_refused(path: Path) -> None:
    """The sentence says what differs."""
    write(path, OK)
    with pytest.raises(DatabaseError, match=r"written for device 'Zen 3', not for device 'H200'"):
        Journal(path, {**KEY, "device": "H200"})


def test_a_file_that_is_no_journal_is_refused(path: Path) -> None:
    """A file of another kind or version is an error, and is left alone."""
    path.parent.mkdir()
    for text, words in [("hello\n", "not the header"), ('{"journal": 9, "key": {}}\n', "version 9")]:
        path.write_text(text)
        with pytest.raises(DatabaseError, match=words):
            Journal(path, KEY)
        assert path.read_text() == text


def test_without_a_key_the_file_says_what_it_is_about(path: Path) -> None:
    """A journal can be opened by its path alone, if there is one."""
    with pytest.raises(DatabaseError, match="no device and problem"):
        Journal(path)
    write(path, OK)
    with Journal(path) as journal:
        assert journal.key == KEY
    with pytest.raises(DatabaseError, match="cannot be read"):
        read_journal(path.with_name("missing"))


def test_two_writers_are_refused_and_readers_are_not(path: Path) -> None:
    """The second writer learns that there is a first; once that is gone it may write."""
    write(path, OK)
    with Journal(path, KEY):
        with pytest.raises(TuningError, match="another process is tuning"):
            Journal(path, KEY)
        assert read_journal(path)[0] == KEY
    write(path)


@pytest.mark.parametrize(("what", "counts"), [("good", (2, 0, 3)), ("bad", (0, 3, 2))])
def test_purge_drops_one_kind_and_keeps_the_other(
    path: Path, what: str, counts: tuple[int, int, int]
) -> None:
    """Dropping timings keeps failures, those that did not come back included, and the reverse; the journal goes on."""
    write(path, OK, WRONG, OK, Outcome("timed out", (), "time", "too long", "s3"))
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 4}, "s4")
    with Journal(path, KEY) as journal:
        purged = journal.purge(good=what == "good", bad=what == "bad")
        assert (purged.good, purged.bad, purged.kept) == counts
        kept = dict(journal.known)
        assert {outcome.kind == "ok" for outcome in kept.values()} == {what == "bad"}
        with pytest.raises(TuningError, match="another process"):
            Journal(path, KEY)
        journal.record({"n": 9}, WRONG)
    assert read_journal(path)[1].known == {**kept, point_key({"n": 9}): WRONG}
    assert {p.name for p in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


def test_every_line_is_on_its_way_as_soon_as_it_is_written(path: Path) -> None:
    """Others see a line before the journal is closed."""
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 0}, "s0")
        assert json.loads(path.read_text().splitlines()[-1])["intent"] == "build"


def test_the_name_of_a_journal_is_readable_and_unique() -> None:
    """It shows what the key says, is a plain file name, and differs where keys differ."""
    name = journal_name({"device": "AMD/EPYC (64)", "problem": "gemm ü"})
    assert name.startswith("AMD-EPYC-64-gemm-")
    assert name == Path(name).name
    assert name != journal_name({"device": "AMD/EPYC (64)", "problem": "gemm ö"})
    assert journal_name({"a": "..", "b": "x" * 500}).endswith(".jsonl")
    assert len(journal_name({"a": "x" * 500})) < 120
