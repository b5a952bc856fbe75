"""Whatever stands in a journal: damaged lines are left out and counted, the others are known, and it can be rewritten."""

import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.errors import DatabaseWarning
from autoblas.tuning import Journal, Outcome, journal_name, point_key, rank, read_journal
from autoblas.tuning.history import history
from support.budget import examples
from support.damaged_texts import damaged_bytes, damaged_json, refusal
from support.journals import KEY, OK

POINT = {"kernel": "gemm_tile", "rm": 4, "hint": True, "share": 0.5}
ENTRIES: list[dict[str, Any]] = [
    {"outcome": OK.to_dict(), "point": POINT},
    {"outcome": Outcome("wrong", (), "check", "C[0] is 1", "bad", 0.1, cut=True).to_dict(), "point": POINT},
    {"intent": "build", "point": POINT, "source": "3fa9", "pid": 4711, "boot": "8d0b", "shortages": "0"},
    {"abandoned": True, "point": POINT},
    {"abandoned": True, "lost": "machine", "stage": "build", "source": "3fa9", "point": POINT},
]

lines = damaged_json(st.sampled_from(ENTRIES)).map(lambda text: text.replace(b"\n", b" ") + b"\n")


@settings(max_examples=examples(20))
@given(st.lists(lines, max_size=3))
def test_lines_that_are_damaged_are_left_out(damaged):
    """What is known is told, ranked, purged and read again; nobody else's points are touched."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DatabaseWarning)
        path = Path(folder) / journal_name(KEY)
        with Journal(path, KEY) as journal:
            journal.record({"n": 0}, OK)
        path.write_bytes(path.read_bytes() + b"".join(damaged))
        with Journal(path, KEY) as journal:
            journal.record({"n": 1}, OK)
            _sound(journal)
            suspects = {
                name: trial.lost for name, trial in journal._suspects.items() if name not in journal.known
            }
            known = dict(journal.known)
            journal.purge()
        assert path.read_bytes().count(b"\n") == 1 + len(known) + sum(
            sum(each.values()) for each in suspects.values()
        )
        with Journal(path, KEY) as journal:
            assert journal.known == known
            assert {name: trial.lost for name, trial in journal._suspects.items()} == suspects
            _sound(journal)
        assert {each.name for each in Path(folder).iterdir()} == {path.name, f"{path.name}.lock"}


def _sound(journal: Journal) -> None:
    """The sound points are known, and of all there are words and a time, if only an infinite one."""
    assert [journal.known[point_key({"n": n})] for n in (0, 1)] == [OK, OK]
    rank([(journal.points[name], outcome) for name, outcome in journal.known.items()], 1e9)
    for name, outcome in journal.known.items():
        assert outcome.median >= 0
        assert point_key(journal.points[name]) == name
        assert all(isinstance(value, str | int | bool | float) for value in journal.points[name].values())
        assert Outcome.from_dict(json.loads(json.dumps(outcome.to_dict(), allow_nan=False))) == outcome


files = st.one_of(
    st.binary(max_size=60),
    st.tuples(damaged_json(st.just({"journal": 1, "key": KEY})), lines).map(b"\n".join),
    st.just(
        b"".join(json.dumps(each).encode() + b"\n" for each in ({"journal": 1, "key": KEY}, *ENTRIES))
    ).flatmap(damaged_bytes),
)


@settings(max_examples=examples(20))
@given(files)
def test_any_bytes_are_a_journal_or_are_refused(data):
    """Under its own name it can always be continued; under another one an error says what is wrong."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DatabaseWarning)
        path, other = Path(folder) / journal_name(KEY), Path(folder) / "other.jsonl"
        for each in (path, other):
            each.write_bytes(data)
        said = refusal(lambda: read_journal(other))
        assert str(other) in said if said else read_journal(other)[0] == history(other, data).key
        said = refusal(lambda: Journal(other).close())
        assert said is None or str(other) in said

        def go_on():
            with Journal(path, KEY) as journal:
                journal.record({"n": 1}, OK)

        said = refusal(go_on)
        if said is None:
            assert read_journal(path)[1].known[point_key({"n": 1})] == OK
        else:
            assert "it was written for" in said or "it is a journal of version" in said
