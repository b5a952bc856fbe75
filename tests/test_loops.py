"""Tests that are loops over tables say which rows fail, and fail where there is none."""

import pytest

from support.loops import over


def test_every_failure_is_named():
    """Rows that fail do not hide those behind them, and arguments that are no rows' are given to all."""
    seen = []

    @over("a, b", [(1, 2), (3, 3), (4, 5)])
    def equal(tail, a, b):
        seen.append(tail)
        assert a == b, f"{a} is not {b}"

    with pytest.raises(AssertionError) as caught:
        equal(tail="x")
    lines = str(caught.value).splitlines()
    assert lines[:2] == ["2 of 3 fail", "{'a': 1, 'b': 2}: 1 is not 2"]
    assert "{'a': 4, 'b': 5}: 4 is not 5" in lines
    assert seen == ["x"] * 3


def test_no_row_is_no_success():
    """A table that was emptied by mistake tests nothing."""

    @over("name", [])
    def nothing(name):
        raise NotImplementedError(name)

    with pytest.raises(AssertionError, match="there is no row"):
        nothing()


@over("number", range(3))
@over("letter", "ab")
def test_loops_in_loops_with_a_fixture(tmp_path_factory, letter, number):
    """All pairs are met, and fixtures are given."""
    assert tmp_path_factory.getbasetemp().is_dir()
    assert f"{letter}{number}" in {"a0", "a1", "a2", "b0", "b1", "b2"}
