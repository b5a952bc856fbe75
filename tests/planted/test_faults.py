"""Every planted fault has its place in the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from planted.__main__ import TODAY, chosen
from planted.faults import FAULTS
from planted.plant import PACKAGE, Fault, GoneError, changed, tree_of

ROOT = Path(__file__).parents[2]

FEWEST = 60
"""Faults at least: the list only grows."""

TEXT = '''
def first(a, b):
    """A docstring."""
    if a < b:
        return a
    return b + 1  # a comment


class Pair:
    def first(self):
        return self.a
'''


def planted(function: str, old: str, new: str) -> str:
    """The text with a fault in it."""
    return changed(Fault("a fault", "It does harm.", "module", function, old, new, ()), TEXT)


def test_every_fault_has_its_place() -> None:
    """Exactly one, in a module that can still be read; and tests that could notice it."""
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= FEWEST
    for fault in FAULTS:
        tree = tree_of(fault, (PACKAGE / fault.path).read_text(encoding="utf-8"))
        compile(tree, fault.path, "exec")
        assert fault.old != fault.new
        assert fault.tests
        assert all((ROOT / path).is_file() for path in fault.tests), fault.name


def test_code_is_found_by_its_syntax() -> None:
    """Whatever its layout; a statement with a block by its first line."""
    assert "if a <= b:" in planted("first", "a<b", "a <= b")
    assert "return b\n" in planted("first", "(b+1)", "b")
    assert "if " not in planted("first", "if a < b:", "")
    assert "return None" in planted("Pair.first", "return self.a", "return None")


@pytest.mark.parametrize(
    ("function", "old"),
    [("first", "a > b"), ("second", "a < b"), ("Pair.second", "self.a"), ("first", "a"), ("Pair", "b + 1")],
)
def test_a_place_that_is_gone_is_an_error(function: str, old: str) -> None:
    """So is one of two that look alike."""
    with pytest.raises(GoneError, match="a fault: "):
        planted(function, old, "None")


def test_a_day_has_its_faults() -> None:
    """The same all day, and others tomorrow."""
    import datetime as dt

    today, tomorrow = dt.date(2026, 11, 28), dt.date(2026, 11, 29)
    assert chosen([], today) == chosen([], today) != chosen([], tomorrow)
    assert len(set(chosen([], today))) == TODAY
    assert [fault.name for fault in chosen(["stale key"], None)] == ["stale key"]
    with pytest.raises(SystemExit, match="no fault is called spring"):
        chosen(["spring"], None)
