"""``benchmarks/nvidia.py`` runs from end to end, on a device that is not NVIDIA's and with no other library."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.mark.budget(3)
def test_every_routine_is_timed_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of case has seconds, an error of a few units of roundoff, and its share of a copy."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("AUTOBLAS_DEVICE", "Portable Computing Language")
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "cupy", None)
    import nvidia
    import nvidia_cases
    import nvidia_peers

    monkeypatch.setattr(nvidia_peers, "PLUG_BYTES", 1 << 16)
    monkeypatch.setattr(nvidia, "POOL", 1009)
    monkeypatch.setattr(nvidia, "TURN_SECONDS", 1e-5)
    case = nvidia_cases.Case
    small = {
        "untuned": (case("gemm", "float32", (33, 40, 50), "strict", "TN"),),
        "batched": (case("batched", "float32", (4, 8, 9, 10)),),
        "vectors": (
            case("gemv", "float32", (64, 48)),
            case("gemv", "float32", (64, 48), trans="TN"),
            case("axpy", "float32", (4096,)),
            case("dot", "float32", (4096,)),
            case("nrm2", "float32", (4096,)),
        ),
    }
    groups = {name: nvidia_cases.Group(name, 1.0, cases) for name, cases in small.items()}
    monkeypatch.setattr(nvidia, "GROUPS", groups)
    path = tmp_path / "figures.json"
    words = ["--rounds", "1", "--json", str(path), *(word for name in small for word in ("--only", name))]
    run = CliRunner().invoke(nvidia.main, words, catch_exceptions=False)
    assert run.exit_code == 0, run.output
    figures = json.loads(path.read_text())
    assert figures["header"]["cublas"] is None
    assert [row["group"] for row in figures["results"]] == ["untuned", "batched", *["vectors"] * 5]
    for row in figures["results"]:
        assert row["seconds"]["autoblas"] > 0
        assert row["routine"] == "axpy" or row["errors"]["autoblas"] < 1e-5
        assert (row["group"] == "vectors") == ("copy" in row["ratios"])


def test_forty_shapes_that_no_record_ships_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shapes that are to show how choices fare where nothing was tuned were not tuned, and differ."""
    monkeypatch.syspath_prepend(str(FOLDER))
    import nvidia_cases

    from autoblas.database import Shipped

    tuned = {r.sizes for r in Shipped().records() if r.place.device == "NVIDIA H200" and r.family == "gemm"}
    shapes = [case.sizes for case in nvidia_cases.GROUPS["untuned"].cases]
    assert len(shapes) == 40
    assert tuned
    assert not tuned & set(shapes)
