"""Whatever stands in a file that comes from elsewhere: it is read, or refused in one sentence that names the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.cli.exchange.importing import Imported, read
from autoblas.errors import DatabaseError
from autoblas.exchange import bundle_text, cache_text, files, load, t4_text
from support.damaged_texts import damaged_json, refusal
from support.database_cases import make_record
from support.examples import examples
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
def test_whole_files_are_read(tmp_path: Path, held: dict[str, Any]) -> None:
    """So that the tests below begin with something that works."""
    path = tmp_path / "file.json"
    path.write_text(json.dumps(held), encoding="utf-8")
    into = Imported()
    read(path, into)
    assert into.records or into.starts


@settings(max_examples=examples(300))
@given(damaged_json(st.sampled_from(WHOLE)))
def test_damaged_files_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
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
def test_truncated_files_are_refused(tmp_path_factory: pytest.TempPathFactory, junk: bytes, cut: int) -> None:
    """Unless what is missing is the end that Kernel Tuner leaves open."""
    path = tmp_path_factory.mktemp("cut") / "file.json"
    for held in WHOLE:
        text = json.dumps(held).encode()
        path.write_bytes(text[: min(cut, len(text) - 40)] + junk)
        said = refusal(lambda: read(path, Imported()))
        assert said is None or str(path) in said


def test_files_that_are_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of them is read than they may have, though they be devices without an end."""
    path = tmp_path / "huge.json"
    path.write_text(json.dumps(FOREIGN_CACHE), encoding="utf-8")
    monkeypatch.setattr(files, "LARGEST", 100)
    for endless in (path, *(each for each in [Path("/dev/zero")] if each.exists())):
        with pytest.raises(DatabaseError, match="more than 0 MiB"):
            load(endless)


@pytest.mark.parametrize("text", ["[]", "3", '"cache"', "null", "[" * 5000, "{}", '{"results": []}', ""])
def test_json_of_no_form(tmp_path: Path, text: str) -> None:
    """Lists, numbers, and objects of other programs."""
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatabaseError, match=r"file\.json: "):
        read(path, Imported())


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """A missing file and a folder."""
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(DatabaseError):
            load(path)
