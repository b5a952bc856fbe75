"""Which tests the ordinary run keeps of those that are marked as thorough, and how many processes it starts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from conftest import pytest_xdist_auto_num_workers
from support.thorough import left_out


def _items(mark: Any, **arguments: list[Any]) -> list[Any]:
    """A test with a case for every entry of its arguments' lists."""
    cases = [dict(zip(arguments, values, strict=True)) for values in zip(*arguments.values(), strict=True)]
    return [
        SimpleNamespace(
            nodeid=f"tests/test_x.py::test_y[{i}]",
            callspec=SimpleNamespace(params=case),
            get_closest_marker=lambda name: mark.mark if mark and name == "thorough" else None,
        )
        for i, case in enumerate(cases)
    ]


def _kept(items: list[Any], named: tuple[str, ...] = ("tests",)) -> list[dict[str, Any]]:
    gone = {id(item) for item in left_out(items, named)}
    return [item.callspec.params for item in items if id(item) not in gone]


def test_cases_are_kept_by_number_or_by_value() -> None:
    """Every n-th; one of each value, the first of the first, the second of the second; none; or all without the mark."""
    numbers = {"n": list(range(7))}
    assert _kept(_items(pytest.mark.thorough(one_in=3), **numbers)) == [{"n": 0}, {"n": 3}, {"n": 6}]
    pairs: dict[str, list[Any]] = {"name": list("aabbb"), "kind": list("xyxyz")}
    kept = [{"name": "a", "kind": "x"}, {"name": "b", "kind": "y"}]
    assert _kept(_items(pytest.mark.thorough(each="name"), **pairs)) == kept
    assert _kept(_items(pytest.mark.thorough(each=lambda case: case["name"]), **pairs)) == kept
    assert _kept(_items(pytest.mark.thorough, **numbers)) == []
    assert len(_kept(_items(None, **numbers))) == 7


def test_every_runtime_has_its_cases() -> None:
    """What is kept of one runtime is kept of the other."""
    cases: dict[str, list[Any]] = {"any_device": ["pocl"] * 3 + ["intel"] * 3, "name": list("aab") * 2}
    kept = _kept(_items(pytest.mark.thorough(each="name"), **cases))
    assert [case["any_device"] for case in kept] == ["pocl", "pocl", "intel", "intel"]


def test_a_test_that_is_named_runs_whole() -> None:
    """A test that is named runs whole; a file that is named is thinned out like all of them."""
    items = _items(pytest.mark.thorough, n=[1, 2])
    assert len(_kept(items, ("tests/test_x.py::test_y",))) == 2
    assert _kept(items, ("tests/test_x.py",)) == []


@pytest.mark.parametrize("options", [{"one_in": 2, "each": "n"}, {"every": 2}])
def test_other_words_are_refused(options: dict[str, Any]) -> None:
    """The mark has two options, of which one is given."""
    with pytest.raises(ValueError, match="thorough takes one_in or each"):
        left_out(_items(pytest.mark.thorough(**options), n=[1]), ())


def test_files_that_are_named_start_no_processes() -> None:
    """A run of everything has at least one."""
    files: Any = SimpleNamespace(args=["tests/test_x.py", "tests/test_y.py::test_z[a]"])
    everything: Any = SimpleNamespace(args=["tests"])
    assert pytest_xdist_auto_num_workers(files) == 0
    assert pytest_xdist_auto_num_workers(everything) >= 1
