"""Whatever stands in a file that comes from elsewhere: it is read, or refused in one sentence that names the file."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.cli.exchange.importing import Imported, read
from autoblas.cli.tuning.sources import problems_in
from autoblas.database import read_json, to_json
from autoblas.devices.recording import PLAIN_CPU
from autoblas.errors import DatabaseError
from autoblas.exchange import bundle_text, cache_text, load, t4_text
from autoblas.records import files
from autoblas.store.table import JsonTable
from support.budget import examples
from support.damaged_texts import damaged_json, refusal
from support.database_cases import make_record
from support.exchange_cases import CLBLAST, FOREIGN_CACHE, FOREIGN_T4, make_found

WHOLE: list[dict[str, Any]] = [
    json.loads(cache_text(make_found(), "gemm_direct", "0.1.0")),
    json.loads(t4_text(make_found(), "0.1.0")),
    json.loads(bundle_text([make_record(), make_record(kernel="other")], version="0.1.0")),
    FOREIGN_CACHE,
    FOREIGN_T4,
    CLBLAST,
]


@pytest.mark.parametrize("held", WHOLE, ids=["cache", "t4", "bundle", "other cache", "other t4", "clblast"])
def test_whole_files_are_read(tmp_path, held):
    """So that the tests below begin with something that works."""
    path = tmp_path / "file.json"
    path.write_text(json.dumps(held), encoding="utf-8")
    into = Imported()
    read(path, into)
    assert into.records or into.starts


@settings(max_examples=examples(300))
@given(damaged_json(st.sampled_from(WHOLE)))
def test_damaged_files_are_read_or_refused(tmp_path_factory, text):
    """No other exception, one line, and what is read can be kept."""
    path = tmp_path_factory.mktemp("damaged") / "file.json"
    path.write_bytes(text)
    into = Imported()
    said = refusal(lambda: read(path, into))
    if said is not None:
        assert str(path) in said
        assert "\n" not in said
    assert all(0 < record.seconds < float("inf") for record in into.records)


@given(st.binary(max_size=60), st.integers(0, 2000))
def test_truncated_files_are_refused(tmp_path_factory, junk, cut):
    """Unless what is missing is the end that Kernel Tuner leaves open."""
    path = tmp_path_factory.mktemp("cut") / "file.json"
    for held in WHOLE:
        text = json.dumps(held).encode()
        path.write_bytes(text[: min(cut, len(text) - 40)] + junk)
        said = refusal(lambda: read(path, Imported()))
        assert said is None or str(path) in said


def _entries(held: dict[str, Any]) -> dict[Any, Any] | list[Any]:
    """Where the entries of a file lie, in any form."""
    entries: dict[Any, Any] | list[Any] = held.get("cache") or held.get("results") or held["records"]
    return entries


TIMES: list[Any] = [
    None,
    float("nan"),
    float("inf"),
    float("-inf"),
    -1.0,
    0,
    10**400,
    True,
    "SomethingFailed",
    "\ud800",
    [],
    {},
]
"""What stands in the place of a time and is none; Python's writer makes all of them."""


def _odd_entries(entry: dict[str, Any]) -> Iterator[Any]:
    """An entry in whose place something odd stands, and without each of what it must have."""
    yield from (None, 3, "word", [], {}, float("nan"))
    for time in TIMES:
        if "seconds" in entry:
            yield {**entry, "seconds": time}
        elif isinstance(entry["time" if "time" in entry else "times"], dict):
            yield {**entry, "times": {**entry["times"], "runtimes": [time]}}
        else:
            yield {**entry, "time": time, "times": [time]}


@pytest.mark.parametrize("held", WHOLE, ids=["cache", "t4", "bundle", "other cache", "other t4", "clblast"])
def test_an_odd_entry_hides_no_sound_one(tmp_path, held):
    """It is left out and counted, in one short line; what is beside it comes in."""
    path = tmp_path / "file.json"
    whole = Imported()
    path.write_text(json.dumps(held), encoding="utf-8")
    read(path, whole)
    among = _entries(held)
    first = next(iter(among.values())) if isinstance(among, dict) else among[0]
    for odd in _odd_entries(first):
        more = copy.deepcopy({name: each for name, each in held.items() if name != "bundle"})
        entries = _entries(more)
        if isinstance(entries, dict):
            entries["a\nname"] = odd
        else:
            entries.insert(0, odd)
        path.write_text(json.dumps(more), encoding="utf-8")
        into = Imported()
        read(path, into)
        assert (into.records, into.starts) == (whole.records, whole.starts), odd
        (skipped,) = into.skipped.values()
        assert skipped.count == 1
        assert "\n" not in str(skipped)
        assert len(str(skipped)) <= 250


def test_a_file_of_odd_entries_is_refused(tmp_path):
    """With what is wrong with the first."""
    path = tmp_path / "file.json"
    held = {**FOREIGN_CACHE, "cache": {"a\nb": {"time": None}, "c": 3}}
    path.write_text(json.dumps(held), encoding="utf-8")
    with pytest.raises(DatabaseError, match="none of its 2 entries can be read: 'a b': it lacks a parameter"):
        read(path, Imported())


MARKS = ["utf-8-sig", "utf-16", "utf-32"]


@pytest.mark.parametrize("encoding", MARKS)
def test_files_with_a_byte_order_mark(tmp_path, encoding, monkeypatch):
    """As editors write it: in every form, in our own files, in logs of calls, and in files of problems."""
    path = tmp_path / "file.json"
    for held in WHOLE:
        path.write_text(json.dumps(held), encoding=encoding)
        into = Imported()
        read(path, into)
        assert into.records or into.starts
    path.write_text(to_json([make_record()]), encoding=encoding)
    assert read_json(path) == [make_record()]
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    table = JsonTable("rows.json", msgspec.json.Decoder(dict[str, int]))
    table.path.write_text('{"a": 1}', encoding=encoding)
    assert table.read() == {"a": 1}
    path.write_text("# problems\nsgemm NN 64\n", encoding=encoding)
    assert len(problems_in(path, PLAIN_CPU)) == 1


def test_files_that_are_too_large(tmp_path, monkeypatch):
    """No more of them is read than they may have, though they be devices without an end."""
    path = tmp_path / "huge.json"
    path.write_text(json.dumps(FOREIGN_CACHE), encoding="utf-8")
    monkeypatch.setattr(files, "LARGEST", 100)
    for endless in (path, *(each for each in [Path("/dev/zero")] if each.exists())):
        with pytest.raises(DatabaseError, match="more than 0 MiB"):
            load(endless)


@pytest.mark.parametrize("text", ["[]", "3", '"cache"', "null", "[" * 5000, "{}", '{"results": []}', ""])
def test_json_of_no_form(tmp_path, text):
    """Lists, numbers, and objects of other programs."""
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatabaseError, match=r"file\.json: "):
        read(path, Imported())


def test_files_that_are_not_there(tmp_path):
    """A missing file and a folder."""
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(DatabaseError):
            load(path)
