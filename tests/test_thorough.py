"""Which tests the ordinary run keeps of those that are marked as long or thorough, and how many processes it starts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from conftest import leave_out, pytest_xdist_auto_num_workers
from support.thorough import left_out


def _items(mark: Any, **arguments: list[Any]) -> list[Any]:
    """A test with a case for every entry of its arguments' lists."""
    cases = [dict(zip(arguments, values, strict=True)) for values in zip(*arguments.values(), strict=True)]
    return [
        SimpleNamespace(
            nodeid=f"tests/test_x.py::test_y[{i}]",
            callspec=SimpleNamespace(params=case),
            get_closest_marker=lambda name: mark.mark if mark and name == mark.mark.name else None,
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


def _ordinary_and_long(option: str | None) -> set[str]:
    """The tests, by name and case, that run of four with every combination of the two marks."""
    long, thorough = pytest.mark.long(one_in=2).mark, pytest.mark.thorough(one_in=2).mark
    found = {"plain": (), "long": (long,), "thorough": (thorough,), "both": (long, thorough)}
    skipped: set[str] = set()
    items: list[Any] = [
        SimpleNamespace(
            nodeid=f"tests/test_x.py::test_{name}[{n}]",
            name=f"{name}{n}",
            callspec=SimpleNamespace(params={"n": n}),
            get_closest_marker=lambda name, marks=marks: next((m for m in marks if m.name == name), None),
            add_marker=lambda mark, own=f"{name}{n}": skipped.add(own),
        )
        for name, marks in found.items()
        for n in range(4)
    ]
    deselected: list[Any] = []

    def deselect(*, items: list[Any]) -> None:
        deselected.extend(items)

    hook = SimpleNamespace(pytest_deselected=deselect)
    config: Any = SimpleNamespace(args=["tests"], getoption=lambda name: option, hook=hook)
    before = len(items)
    leave_out(config, items)
    assert len(items) + len(deselected) == before
    return {item.name for item in items} - skipped


def test_runs_differ_in_what_they_add() -> None:
    """What is long runs beside the ordinary tests or alone, and then without what is thorough."""
    ordinary = {f"plain{n}" for n in range(4)} | {"long0", "long2", "thorough0", "thorough2", "both0"}
    added = {"long1", "long3", "both2"}
    assert _ordinary_and_long(None) == ordinary
    assert _ordinary_and_long("only") == added
    assert _ordinary_and_long("also") == ordinary | added


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
