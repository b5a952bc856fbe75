"""What ``gate.py`` says of two checkouts: a row for each call, and which are too slow."""

from __future__ import annotations

import sys
from pathlib import Path

import autoblas

sys.path.insert(0, str(Path(autoblas.__file__).parents[2] / "benchmarks"))

import gate  # a script beside others, found there

BEFORE = {"device": {"gemm": 3.5, "dot": 2.5}, "numpy": {"gemm": 1.5}, "import": {"to the first result": 5e5}}


def after(device: float, numpy: float) -> gate.Rows:
    """The same with gemm so much slower on each kind of array, and an import that takes twice as long."""
    return {
        "device": {"gemm": 3.5 + device, "dot": 2.5},
        "numpy": {"gemm": 1.5 + numpy},
        "import": {"to the first result": 1e6},
    }


def test_a_little_more_is_no_fault() -> None:
    """Each kind of call has its limit, and imports have none."""
    lines, slower = gate.report(BEFORE, after(0.15, 0.04))
    assert slower == []
    assert lines[1].split() == ["device:", "gemm", "3.50", "3.65", "+0.15"]


def test_calls_that_take_longer_are_named() -> None:
    """Each by itself."""
    assert gate.report(BEFORE, after(0.25, 0.04))[1] == ["device: gemm"]
    lines, slower = gate.report(BEFORE, after(0.1, 0.1))
    assert slower == ["numpy: gemm"]
    assert [line for line in lines if line.endswith("slower")] == [lines[3]]


def test_the_least_of_rounds_counts_row_by_row() -> None:
    """What disturbs a machine only adds."""
    first, second = after(0.0, 0.3), after(0.3, 0.0)
    assert gate.lesser(gate.lesser(None, first), second) == after(0.0, 0.0)
