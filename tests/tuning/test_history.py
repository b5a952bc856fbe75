"""The lines of a journal: what they say of a trial that began, and what is made of those that did not come back."""

import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from autoblas.errors import DatabaseError
from autoblas.tuning import Outcome, point_key
from autoblas.tuning.history import (
    LIMITS,
    Attempt,
    boot,
    cause,
    encoded,
    header,
    history,
    intent,
    loss,
    outcome,
    shortages,
)

KEY = {"device": "Zen 3", "problem": "gemm ü"}
OK = Outcome("ok", (1.0, 2.0), source="text")
PATH = Path("journal.jsonl")


def lines(*entries: Any) -> bytes:
    """A journal with a header and these entries."""
    return b"".join(map(encoded, (header(KEY), *entries)))


def test_a_line_is_one_object():
    """Whatever a name or a message contains."""
    data = lines(outcome({"n": 0}, Outcome("wrong", message="two\nlines, ü")))
    assert data.count(b"\n") == 2
    assert json.loads(data.splitlines()[0])["key"] == KEY
    found = history(PATH, data)
    assert (found.key, found.damaged, found.whole) == (KEY, 0, len(data))
    assert [each.message for each in found.memory.known.values()] == ["two\nlines, ü"]


def test_an_intent_says_which_process_on_which_start_of_the_machine(monkeypatch):
    """And how often memory had run out by then; all of it is read again."""
    monkeypatch.setattr("autoblas.tuning.history.boot", lambda: "first")
    monkeypatch.setattr("autoblas.tuning.history.shortages", lambda: "3")
    entry = intent("check", {"n": 0}, "text")
    assert entry["pid"] == os.getpid()
    (trial,) = history(PATH, lines(entry)).begun.values()
    assert trial == Attempt({"n": 0}, "check", "text", "first", "3")
    assert cause(trial) == "signal"
    monkeypatch.setattr("autoblas.tuning.history.shortages", lambda: "4")
    assert cause(trial) == "process"
    monkeypatch.setattr("autoblas.tuning.history.boot", lambda: "second")
    assert cause(trial) == "machine"


@pytest.mark.skipif(sys.platform != "linux", reason="what Linux says")
def test_what_the_system_says_of_itself():
    """The start of the machine does not change while it runs, and processes that were ended are counted."""
    assert len(boot()) == len("8d0b2a4e-0000-0000-0000-000000000000")
    assert boot() == boot()
    counts = dict(line.split() for line in Path("/proc/vmstat").read_text("ascii").splitlines())
    assert shortages() == counts.get("oom_kill", "")


def test_other_systems_say_nothing_of_themselves(monkeypatch):
    """Then the machine counts as started anew, and memory as run out."""

    def missing(*_, **__):
        raise FileNotFoundError

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", missing)
        assert (boot(), shortages()) == ("", "")
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "pgfault 7\noom_kill 12\nthp 1\n")
    assert shortages() == "12"
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "pgfault 7\n")
    assert shortages() == ""


@pytest.mark.parametrize("end", [b'{"outcome"', b'{"abandoned": true', b'{"intent"', b""])
def test_a_line_that_was_cut_short_clears_the_last_trial_if_it_ended_it(end):
    """That is the one that began last, although another with the same point had begun before."""
    first, second = ({"n": n} for n in (0, 1))
    entries = [intent("build", second, "b"), intent("build", first, "a"), intent("check", second, "b")]
    found = history(PATH, lines(*entries) + end)
    begun = {point_key(first), point_key(second)}
    assert set(found.begun) == (begun if end in (b'{"intent"', b"") else {point_key(first)})
    assert found.damaged == 0
    assert found.whole == len(lines(*entries))


def test_trials_that_did_not_come_back_add_up_by_their_causes():
    """The last of them says at which stage and of which text it was, and an outcome ends the count."""
    point = {"n": 0}
    trials = [Attempt(point, stage, "text") for stage in ("build", "check", "time")]
    lost = [loss(trial, what) for trial, what in zip(trials, ("signal", "process", "signal"), strict=True)]
    found = history(PATH, lines(*lost))
    assert found.suspects == {
        point_key(point): Attempt(point, "time", "text", lost={"signal": 2, "process": 1})
    }
    assert found.memory.known == {}
    again = history(PATH, lines(*found.suspects[point_key(point)].lines()))
    assert again.suspects == found.suspects
    found = history(PATH, lines(*lost, outcome(point, OK), *lost))
    assert found.suspects[point_key(point)].lost == {"signal": 2, "process": 1}
    assert found.memory.known == {point_key(point): OK}


@pytest.mark.parametrize(("what", "limit"), LIMITS.items())
def test_the_limit_of_each_cause(what, limit):
    """One trial fewer, of that cause and of others, blames nobody."""
    trial = Attempt({"n": 0}, "check", "text", lost={name: most - 1 for name, most in LIMITS.items()})
    assert trial.verdict is None
    found = history(PATH, lines(*[loss(trial, what)] * (limit - 1)))
    assert (found.memory.known, len(found.suspects)) == ({}, 1)
    found = history(PATH, lines(*[loss(trial, what)] * limit))
    (verdict,) = found.memory.known.values()
    assert (verdict.kind, verdict.stage, verdict.source) == ("crashed", "check", "text")
    assert f"{limit} times" in verdict.message


def test_what_was_broken_off_is_no_longer_begun():
    """Neither is what ended or was lost."""
    ends = [
        {"abandoned": True, "point": {"n": 0}},
        outcome({"n": 0}, OK),
        loss(Attempt({"n": 0}, "build", "text"), "process"),
    ]
    for end in ends:
        assert history(PATH, lines(intent("build", {"n": 0}, "text"), end)).begun == {}
        assert history(PATH, lines(end)).damaged == 0, "nor need it have begun"
    assert history(PATH, b"").key is None


@pytest.mark.parametrize("more", [{}, {"boot": "first"}, {"shortages": "3"}, {"pid": 4711}])
def test_an_intent_may_lack_what_earlier_versions_did_not_write(more):
    """Then that is not known."""
    entry = {"intent": "build", "point": {"n": 0}, "source": "text", **more}
    found = history(PATH, lines(entry))
    (trial,) = found.begun.values()
    assert (trial.boot, trial.shortages, found.damaged) == (
        more.get("boot", ""),
        more.get("shortages", ""),
        0,
    )


def test_a_line_holds_no_nan():
    """Other readers of JSON refuse it."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        encoded({"point": {"n": math.nan}})


def test_a_header_that_is_none_is_one_damaged_line_only_where_the_name_says_what_it_is():
    """Else the file is no journal."""
    data = b"junk\n" + encoded(outcome({"n": 0}, OK))
    found = history(PATH, data, key_in_name=True)
    assert (found.key, found.damaged, len(found.memory.known)) == (None, 1, 1)
    with pytest.raises(DatabaseError, match=r"journal\.jsonl: its first line is not the header"):
        history(PATH, data)
