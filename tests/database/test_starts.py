"""Points that searches begin with: kept once, found by problem, nearest sizes first, and never in the way of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.database import Start, Starts, starts
from autoblas.errors import ArgumentError, DatabaseError, DatabaseWarning
from support.damaged_texts import damaged_json, refusal

if TYPE_CHECKING:
    from pathlib import Path


def _start(n: int = 64, kernel: str = "gemm_tile", kind: str = "float32") -> Start:
    return Start("gemm", kernel, {"tm": n}, f"imported at {n}", kind, (n, n, n))


def test_points_are_kept_once(tmp_path: Path) -> None:
    """The same point again replaces the earlier one; what is new is counted."""
    kept = Starts(tmp_path / "deep" / "starts.json")
    assert kept.add([]) == 0
    assert not kept.path.exists()
    assert kept.add([_start(), _start(128), _start()]) == 2
    assert kept.add([_start(), _start(256)]) == 1
    assert len(Starts(kept.path).matching("gemm", "float32", (1, 1, 1))) == 3
    assert kept.clear() == 3
    assert kept.clear() == 0
    assert kept.matching("gemm", "float32", (1, 1, 1)) == []


def test_the_nearest_sizes_come_first(tmp_path: Path) -> None:
    """Points for any type are for all; those of other families and types are left out."""
    kept = Starts(tmp_path / "starts.json")
    kept.add(
        [
            _start(64),
            _start(2048),
            _start(512, kind="float64"),
            _start(512, kind=""),
            Start("map", "map", {}, "x"),
        ]
    )
    found = kept.matching("gemm", "float32", (1024, 1024, 1024))
    assert [each.sizes[0] for each in found] == [2048, 512, 64]
    assert Start("gemm", "k", {}, "x").distance((8, 8, 8)) == 0


def test_no_more_are_kept_than_are_worth_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go."""
    monkeypatch.setattr(starts, "MOST", 3)
    kept = Starts(tmp_path / "starts.json")
    for n in (1, 2, 3, 4, 5):
        kept.add([_start(n)])
    assert sorted(each.sizes[0] for each in kept.matching("gemm", "float32", (1,))) == [3, 4, 5]


def test_a_damaged_file_stops_no_search(tmp_path: Path) -> None:
    """It is warned of once, nothing is added to it, and it can be removed."""
    kept = Starts(tmp_path / "starts.json")
    kept.path.write_text("[{}]", encoding="utf-8")
    with pytest.warns(DatabaseWarning, match=r"starts\.json"):
        assert kept.matching("gemm", "float32", (1,)) == []
    with pytest.raises(DatabaseError, match="db purge --starts"):
        kept.add([_start()])
    assert kept.clear() == 0
    assert kept.add([_start()]) == 1


@given(
    damaged_json(
        st.just([{"family": "gemm", "kernel": "k", "parameters": {"a": 1}, "origin": "x", "sizes": [3]}])
    )
)
def test_damaged_texts(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    """They are read, or refused as documented."""
    kept = Starts(tmp_path_factory.mktemp("starts") / "starts.json")
    kept.path.write_bytes(text)
    said = refusal(lambda: kept.add([_start()]))
    assert said is None or str(kept.path) in said


def test_sizes_that_nothing_has() -> None:
    """They are refused."""
    with pytest.raises(ArgumentError, match="sizes"):
        Start("gemm", "k", {}, "x", "", (-1,))
