"""Trials in a journal: those that did not come back are counted, and those that did or were broken off blame no point."""

import json
from pathlib import Path

import pytest

from autoblas.tuning import Journal, read_journal
from autoblas.tuning.journal import Purged
from support.journals import KEY, OK, write


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
    path, machine, shortages, limit, lost, monkeypatch
):
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


def test_an_outcome_clears_a_point_of_suspicion(path):
    """What came back once is not given up for what happened before, and the count begins anew."""
    for _ in range(3):
        for _ in range(3):
            lose(path)
        with Journal(path, KEY) as journal:
            assert journal.lookup({"n": 0}) in (None, OK)
            journal.purge()  # keeps the count
            journal.record({"n": 0}, OK)
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_purge_keeps_the_count_of_trials_that_did_not_come_back(path):
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


def test_an_earlier_version_reads_what_did_not_come_back_as_abandoned(path):
    """It finds a word that it knows in the line, and all that it needs of it."""
    lose(path)
    write(path)
    entry = json.loads(path.read_text().splitlines()[-1])
    assert (entry["abandoned"], entry["point"]) == (True, {"n": 0})


def test_the_first_intent_of_a_trial_is_on_the_disk(path, monkeypatch):
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


def test_an_intent_with_an_outcome_or_abandoned_is_none(path):
    """Points that came back, and those the user broke off, are not bad."""
    with Journal(path, KEY) as journal:
        journal.intend("build", {"n": 0}, "good")
        journal.record({"n": 0}, OK)
        journal.intend("build", {"n": 1}, "s1")
        journal.abandon({"n": 1})
        journal.abandon({"n": 2})
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_point_keeps_its_good_times_when_a_later_launch_is_abandoned(path):
    """Ctrl-C during further launches leaves the earlier outcome."""
    with Journal(path, KEY) as journal:
        journal.record({"n": 0}, OK)
        journal.intend("time", {"n": 0}, "good")
        journal.abandon({"n": 0})
    assert list(read_journal(path)[1].known.values()) == [OK]


def test_a_point_whose_outcome_was_being_written_did_come_back(path):
    """Where the outcome's own line was cut short, the point is unknown, not bad."""
    with Journal(path, KEY) as journal:
        journal.intend("time", {"n": 0}, "s0")
        journal.record({"n": 0}, OK)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_journal(path)[1].known == {}
