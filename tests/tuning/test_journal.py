"""The journal: nothing that was written is lost, nothing that is damaged is believed."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import DatabaseError, DatabaseWarning, TuningError
from autoblas.tuning import Journal, Outcome, journal_name, point_key, read_journal
from autoblas.tuning import journal as journal_module
from autoblas.tuning.journal import Purged
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
def test_a_damaged_line_is_left_out_and_counted(path: Path, damage: bytes) -> None:
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
def test_any_bytes_between_lines(junk: bytes, place: int) -> None:
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
def test_a_damaged_header_is_written_again_where_the_name_says_what_it_is(
    tmp_path: Path, damage: bytes
) -> None:
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


def lose(path: Path, machine: str = "same", shortages: str = "") -> None:
    """What a writer leaves that is killed in a trial; on another start of the machine, or an unknown one."""
    with Journal(path, KEY) as journal, pytest.MonkeyPatch.context() as patch:
        patch.setattr("autoblas.tuning.history.shortages", lambda: shortages)
        if machine != "same":
            patch.setattr("autoblas.tuning.history.boot", lambda: machine)
        journal.intend("build", {"n": 0}, "s0")
        journal.intend("check", {"n": 0}, "s0")


@pytest.mark.parametrize(
    ("machine", "shortages", "limit", "lost"),
    [
        ("same", "", 5, "the tuner's process"),
        ("same", "6", 5, "the tuner's process"),
        ("same", "7", 50, "a tuner that was killed"),
        ("another", "7", 2, "the machine"),
        ("", "7", 2, "the machine"),
    ],
)
def test_a_point_is_given_up_after_several_trials_that_did_not_come_back(
    path: Path, machine: str, shortages: str, limit: int, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after the first, which may be another's doing; sooner where memory ran out or the machine went down."""
    monkeypatch.setattr("autoblas.tuning.history.boot", lambda: "this")
    monkeypatch.setattr("autoblas.tuning.history.shortages", lambda: "7")
    if machine == "same":
        machine = "this"
    for _ in range(limit):
        assert read_journal(path)[1].known == {} if path.exists() else True
        lose(path, machine, shortages)
    with Journal(path, KEY) as journal:
        outcome = journal.lookup({"n": 0})
        assert outcome is not None
        assert (outcome.kind, outcome.stage, outcome.source, outcome.bad) == ("crashed", "check", "s0", True)
        assert f"did not come back: it took {lost} {limit} times" in outcome.message
        journal.purge(good=True)
        assert journal.lookup({"n": 0}) == outcome
        journal.purge(bad=True)
        assert journal.lookup({"n": 0}) is None
    assert read_journal(path)[1].known == {}


def test_an_outcome_clears_a_point_of_suspicion(path: Path) -> None:
    """What came back once is not given up for what happened before, and the count begins anew."""
    for _ in range(3):
        for _ in range(3):
            lose(path)
        with Journal(path, KEY) as journal:
            assert journal.lookup({"n": 0}) in (None, OK)
            journal.purge()  # keeps the count
            journal.record({"n": 0}, OK)
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_purge_keeps_the_count_of_trials_that_did_not_come_back(path: Path) -> None:
    """Four and one more are five, the limit; of a point that is known nothing is counted."""
    with Journal(path, KEY) as journal:
        journal.record({"n": 1}, OK)
    for _ in range(4):
        lose(path)
    with Journal(path, KEY) as journal:
        journal.purge()
        assert journal.lookup({"n": 0}) is None
    lose(path)
    with Journal(path, KEY) as journal:
        verdict = journal.lookup({"n": 0})
        assert verdict is not None
        assert verdict.kind == "crashed"
        before = journal.known.copy()
        assert journal.purge() == Purged(0, 0, 2)
    data = path.read_text()
    assert read_journal(path)[1].known == before
    assert '"lost"' not in data


def test_an_earlier_version_reads_what_did_not_come_back_as_abandoned(path: Path) -> None:
    """It finds a word that it knows in the line, and all that it needs of it."""
    lose(path)
    write(path)
    entry = json.loads(path.read_text().splitlines()[-1])
    assert (entry["abandoned"], entry["point"]) == (True, {"n": 0})


def test_a_full_disk_leaves_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_failing_disk_is_named(path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """Also where a line that was cut short is repaired, and where the file is closed; what was written stays."""

    class Failing(io.FileIO):
        failing = False

        def __getattribute__(self, name: str) -> Any:
            if name == call and type(self).failing:
                if call == "close":  # it is closed all the same
                    super().close()
                raise OSError(errno.EIO, "Input/output error")
            return super().__getattribute__(name)

    write(path, OK)
    with path.open("a") as file:
        file.write('{"intent"')
    monkeypatch.setattr(journal_module, "_opened", lambda path: Failing(path, "a+b"))

    def fails() -> None:
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


def test_the_first_intent_of_a_trial_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the trial begins; those that follow, and outcomes, are left to the system."""
    synced: list[int] = []
    with Journal(path, KEY) as journal:
        monkeypatch.setattr("os.fsync", lambda _: synced.append(path.read_bytes().count(b"\n")))
        journal.intend("build", {"n": 0}, "s0")
        assert synced == [2]
        journal.intend("check", {"n": 0}, "s0")
        journal.record({"n": 0}, OK)
        assert synced == [2]
        journal.intend("time", {"n": 0}, "s0")
        assert synced == [2, 5]


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
        journal.record({"n": 2}, Outcome("illegal", stage="source", message="no such tile"))
        assert journal.lookup({"n": 2}) == Outcome("illegal", stage="source", message="no such tile")


def test_a_journal_of_something_else_is_refused(path: Path) -> None:
    """The sentence says what differs."""
    write(path, OK)
    with pytest.raises(DatabaseError, match=r"written for device 'Zen 3', not for device 'H200'"):
        Journal(path, {**KEY, "device": "H200"})
    there = r"device 'Zen 3', driver 'PoCL 3\.0', size 'unnamed'"
    here = r"device 'H200', driver 'unnamed', size '64'"
    with pytest.raises(DatabaseError, match=f"journal.jsonl: it was written for {there}, not for {here}$"):
        Journal(path, {"device": "H200", "problem": KEY["problem"], "size": "64"})


def test_a_file_that_is_no_journal_is_refused(path: Path) -> None:
    """A file of another kind or version is an error, and is left alone."""
    path.parent.mkdir()
    for text, words in [
        ("hello\n", "its first line is not the header of a tuner's journal$"),
        ('{"journal": 9, "key": {}}\n', "it is a journal of version 9; this program writes version 1$"),
    ]:
        path.write_text(text)
        with pytest.raises(DatabaseError, match=rf"journal\.jsonl: {words}"):
            Journal(path, KEY)
        assert path.read_text() == text


def test_what_cannot_be_opened_is_named(path: Path) -> None:
    """A folder in the place of the journal, or a file in that of its folder."""
    path.mkdir(parents=True)
    with pytest.raises(DatabaseError, match=r"journal\.jsonl: it cannot be opened for writing: "):
        Journal(path, KEY)
    below = path.parent / "journal.jsonl.lock" / "other.jsonl"
    with pytest.raises(DatabaseError, match=r"other\.jsonl: it cannot be opened for writing: "):
        Journal(below, KEY)


def test_several_damaged_lines_are_counted(path: Path) -> None:
    """In one warning, which names the file."""
    write(path, OK)
    path.write_bytes(path.read_bytes() + b"{}\n[]\n")
    with pytest.warns(DatabaseWarning, match=r"journal\.jsonl: 2 damaged lines are left out$"):
        Journal(path, KEY).close()


def test_the_warning_names_the_line_that_opened_the_journal(path: Path) -> None:
    """Not one of ours, and not its caller's."""
    write(path, OK)
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.warns(DatabaseWarning) as warned:
        Journal(path, KEY).close()
    assert [each.filename for each in warned] == [__file__]


def test_without_a_key_the_file_says_what_it_is_about(path: Path) -> None:
    """A journal can be opened by its path alone, if there is one."""
    with pytest.raises(
        DatabaseError, match=r"journal\.jsonl: it is empty, and no device and problem were given"
    ):
        Journal(path)
    write(path, OK)
    with Journal(path) as journal:
        assert journal.key == KEY
    with pytest.raises(DatabaseError, match="missing: it cannot be read: No such file"):
        read_journal(path.with_name("missing"))
    path.write_bytes(b"")
    with pytest.raises(DatabaseError, match=r"journal\.jsonl: it has no header"):
        read_journal(path)


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
    """Dropping timings keeps failures and the reverse; the journal goes on."""
    crashed = Outcome("crashed", (), "build", "it is gone", "s4")
    write(path, OK, WRONG, OK, Outcome("timed out", (), "time", "too long", "s3"), crashed)
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


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (("Zen 3", "gemm 64"), "Zen-3-gemm-64-@.jsonl"),
        (("../..", "é", "--x.y._"), "x.y-@.jsonl"),
        (("ü", "/"), "@.jsonl"),
        (("X" * 100,), "X" * 80 + "-@.jsonl"),
    ],
)
def test_names_of_journals_stay(values: tuple[str, ...], name: str) -> None:
    """What an earlier version wrote is found again; @ is the hash of the key in JSON."""
    key = {f"name {n}": value for n, value in enumerate(values)}
    digest = hashlib.sha256(json.dumps(key, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    assert journal_name(key) == name.replace("@", digest[:12])
