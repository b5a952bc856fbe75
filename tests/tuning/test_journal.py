"""The journal: what is written is what is read, by whoever may, and under a name that says what it is about."""

import hashlib
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import DatabaseError, TuningError
from autoblas.tuning import Journal, Outcome, journal_name, point_key, read_journal
from support.journals import KEY, OK, WRONG, write
from support.outcome_strategies import outcome_strategy, point_strategy


@given(st.lists(st.tuples(point_strategy(), outcome_strategy()), max_size=6))
def test_what_is_written_is_what_is_read(entries):
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


def test_equal_sources_share_what_is_known(path):
    """The last outcome of a source is that of all points that have it."""
    twice = Outcome("ok", (1.0, 2.0, 3.0), source="good")
    write(path, OK, twice)
    with Journal(path, KEY) as journal:
        assert journal.lookup({"n": 0}) == journal.lookup({"n": 1}) == twice
        assert journal.lookup({"n": 2}) is None
        journal.record({"n": 2}, Outcome("illegal", stage="source", message="no such tile"))
        assert journal.lookup({"n": 2}) == Outcome("illegal", stage="source", message="no such tile")


def test_a_journal_of_something_else_is_refused(path):
    """The sentence says what differs."""
    write(path, OK)
    with pytest.raises(DatabaseError, match=r"written for device 'Zen 3', not for device 'H200'"):
        Journal(path, {**KEY, "device": "H200"})
    there = r"device 'Zen 3', driver 'PoCL 3\.0', size 'unnamed'"
    here = r"device 'H200', driver 'unnamed', size '64'"
    with pytest.raises(DatabaseError, match=f"journal.jsonl: it was written for {there}, not for {here}$"):
        Journal(path, {"device": "H200", "problem": KEY["problem"], "size": "64"})


def test_a_file_that_is_no_journal_is_refused(path):
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


def test_what_cannot_be_opened_is_named(path):
    """A folder in the place of the journal, or a file in that of its folder."""
    path.mkdir(parents=True)
    with pytest.raises(DatabaseError, match=r"journal\.jsonl: it cannot be opened for writing: "):
        Journal(path, KEY)
    below = path.parent / "journal.jsonl.lock" / "other.jsonl"
    with pytest.raises(DatabaseError, match=r"other\.jsonl: it cannot be opened for writing: "):
        Journal(below, KEY)


def test_without_a_key_the_file_says_what_it_is_about(path):
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


def test_two_writers_are_refused_and_readers_are_not(path):
    """The second writer learns that there is a first; once that is gone it may write."""
    write(path, OK)
    with Journal(path, KEY):
        with pytest.raises(TuningError, match="another process is tuning"):
            Journal(path, KEY)
        assert read_journal(path)[0] == KEY
    write(path)


@pytest.mark.parametrize(("what", "counts"), [("good", (2, 0, 3)), ("bad", (0, 3, 2))])
def test_purge_drops_one_kind_and_keeps_the_other(path, what, counts):
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


def test_every_line_is_on_its_way_as_soon_as_it_is_written(path):
    """Others see a line before the journal is closed."""
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 0}, "s0")
        assert json.loads(path.read_text().splitlines()[-1])["intent"] == "build"


def test_the_name_of_a_journal_is_readable_and_unique():
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
def test_names_of_journals_stay(values, name):
    """What an earlier version wrote is found again; @ is the hash of the key in JSON."""
    key = {f"name {n}": value for n, value in enumerate(values)}
    digest = hashlib.sha256(json.dumps(key, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    assert journal_name(key) == name.replace("@", digest[:12])


def test_seconds_of_searching_add_up_over_runs(path):
    """Of each point those after which it was first done; pauses between runs are none, and a purge forgets them."""
    now = [100.0]
    with Journal(path, KEY, clock=lambda: now[0]) as journal:
        for n in range(2):
            now[0] += 1.5
            journal.record({"n": n}, OK)
        now[0] += 1
        journal.record({"n": 0}, WRONG)  # again
    now[0] = 7.0  # another start of the machine
    with Journal(path, KEY, clock=lambda: now[0]) as journal:
        now[0] += 2
        journal.record({"n": 2}, OK)
        wanted = {point_key({"n": n}): seconds for n, seconds in enumerate((1.5, 3.0, 6.0))}
        assert journal.after == wanted
        assert read_journal(path)[1].after == wanted
        journal.purge(bad=True)
        assert read_journal(path)[1].after == journal.after == {k: v for k, v in wanted.items() if v > 2}
        journal.purge(good=True)
        now[0] += 0.5
        journal.record({"n": 3}, OK)
        assert read_journal(path)[1].after == {point_key({"n": 3}): 0.5}


def test_journals_of_earlier_versions_know_no_seconds(path):
    """Their lines are read as before, lines with impossible seconds are damaged, and those that follow begin at 0."""
    write(path, OK, WRONG)
    lines = path.read_text(encoding="utf-8").splitlines()
    for wrong in ("-1", '"1"', "NaN", "true", "1e999"):
        path.write_text(
            "\n".join(
                [
                    lines[0],
                    lines[1].replace(', "after": 0.0', ""),
                    lines[2].replace('"after": 0.0', f'"after": {wrong}'),
                ]
            )
            + "\n",
            encoding="utf-8",
        )
        memory = read_journal(path)[1]
        assert list(memory.known.values()) == [OK], wrong
        assert memory.after == {}
