"""Points that searches begin with: kept once, found by problem, nearest sizes first, and never in the way of a search."""

import pytest

from autoblas.database import Start, Starts
from autoblas.errors import ArgumentError


def _start(n: int = 64, kernel: str = "gemm_tile", kind: str = "float32") -> Start:
    return Start("gemm", kernel, {"tm": n}, f"imported at {n}", kind, (n, n, n))


def test_points_are_kept_once(tmp_path):
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


def test_the_nearest_sizes_come_first(tmp_path):
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


def test_sizes_that_nothing_has():
    """They are refused."""
    with pytest.raises(ArgumentError, match="sizes"):
        Start("gemm", "k", {}, "x", "", (-1,))
