"""The table of features in the docs is whole, and every test that it names exists."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

from support.loops import over

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "contributing" / "gemm-features.md"
ROW = re.compile(r"\| (\d+) \| (.+?) \| (.+) \|")
ABSENT = {80, 86, 96}
"""Features that autoblas does not have; the page says why."""

NUMBERS = tuple(number for number in range(1, 103) if number not in ABSENT)


def _rows() -> list[tuple[int, str, str]]:
    """Number, feature and tests of each row."""
    found = (ROW.fullmatch(line) for line in PAGE.read_text(encoding="utf-8").splitlines())
    return [(int(row[1]), row[2], row[3]) for row in found if row]


@functools.cache
def _tests(path: str) -> frozenset[str]:
    """The tests that a file defines."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_feature_has_its_row() -> None:
    """In order, once each, with a sentence of its own."""
    rows = _rows()
    assert tuple(number for number, _, _ in rows) == NUMBERS
    assert len({feature for _, feature, _ in rows}) == len(rows)


def test_what_is_absent_is_said() -> None:
    """With the reason."""
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"\n- {number}: " in text for number in ABSENT)


@over("named", [named for _, _, named in _rows()])
def test_the_tests_of_a_feature_exist(named: str) -> None:
    """Each is written as the file and the function, and that function is there."""
    for cell in named.split(" "):
        path, _, name = cell.strip("`").partition("::")
        assert cell == f"`{path}::{name}`"
        assert name in _tests(path)
