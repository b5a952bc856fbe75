"""Which tests a run takes: by its budget, by the day, by what is installed; and how many processes it starts."""

from types import SimpleNamespace
from typing import Any

import pytest

from conftest import pytest_xdist_auto_num_workers, unnamed
from support.budget import budget, examples, outside, set_budget, share

mark = pytest.mark.budget


@pytest.fixture(autouse=True)
def _budget_of_this_run(request):
    set_budget(1, 0)
    yield
    set_budget(request.config.option.budget, request.config.option.seed)


def _items(*marks: Any, **arguments: list[Any]) -> list[Any]:
    """A test with a case for every entry of its arguments' lists."""
    cases = [dict(zip(arguments, values, strict=True)) for values in zip(*arguments.values(), strict=True)]
    by_name = {each.mark.name: each.mark for each in marks}
    return [
        SimpleNamespace(
            nodeid=f"tests/test_x.py::test_y[{i}]",
            callspec=SimpleNamespace(params=case),
            get_closest_marker=by_name.get,
        )
        for i, case in enumerate(cases)
    ]


def _kept(items: list[Any], named: tuple[str, ...] = ("tests",)) -> list[dict[str, Any]]:
    gone = {id(item) for item in outside(items, named)}
    return [item.callspec.params for item in items if id(item) not in gone]


def test_the_ordinary_run_takes_cases_by_number_or_by_value():
    """Every n-th; one of each value, the first of the first, the second of the second; none; or all without the mark."""
    numbers = {"n": list(range(7))}
    assert _kept(_items(mark(one_in=3), **numbers)) == [{"n": 0}, {"n": 3}, {"n": 6}]
    pairs: dict[str, list[Any]] = {"name": list("aabbb"), "kind": list("xyxyz")}
    kept = [{"name": "a", "kind": "x"}, {"name": "b", "kind": "y"}]
    assert _kept(_items(mark(each="name"), **pairs)) == kept
    assert _kept(_items(mark(each=lambda case: case["name"]), **pairs)) == kept
    assert _kept(_items(mark(each="name", one_in=2), **pairs)) == kept[:1]
    assert _kept(_items(mark(3), **numbers)) == []
    assert len(_kept(_items(**numbers))) == 7


@pytest.mark.parametrize(
    ("options", "turns"),
    [
        (mark(one_in=6), 6),
        (mark(9), 9),
        (mark(each="name"), 8),
        (mark(each="name", one_in=3), 24),
        (mark(2), 2),
    ],
    ids=["one in six", "whole", "each", "one in three values", "from two on"],
)
def test_whatever_is_left_out_has_its_day(options, turns):
    """A greater budget takes what the ordinary run takes, other cases every day, and all where it is great enough."""
    items = _items(options, n=list(range(24)), name=list("abc" * 8))
    ordinary = {case["n"] for case in _kept(items)}
    for times in (2, 3):
        met = set()
        for day in range(turns):
            set_budget(times, 20250101 + day)
            today = {case["n"] for case in _kept(items)}
            assert ordinary <= today
            met |= today
        assert len(met) == 24
    set_budget(turns, 20250101)
    assert len(_kept(items)) == 24


def test_every_runtime_has_its_cases():
    """What is kept of one runtime is kept of the other."""
    cases: dict[str, list[Any]] = {"any_device": ["pocl"] * 3 + ["intel"] * 3, "name": list("aab") * 2}
    kept = _kept(_items(mark(each="name"), **cases))
    assert [case["any_device"] for case in kept] == ["pocl", "pocl", "intel", "intel"]


def test_a_test_that_is_named_runs_whole():
    """A test that is named runs whole; a file that is named is thinned out like all of them."""
    items = _items(mark(30), n=[1, 2])
    assert len(_kept(items, ("tests/test_x.py::test_y",))) == 2
    assert _kept(items, ("tests/test_x.py",)) == []


@pytest.mark.parametrize(
    "options", [mark, mark(3, one_in=2), mark(every=2)], ids=["nothing", "both", "another word"]
)
def test_other_words_are_refused(options):
    """The mark has a number, or options."""
    with pytest.raises(ValueError, match="budget takes a number, or one_in and each"):
        outside(_items(options, n=[1]), ())


def test_budgets_are_numbers():
    """With the letter or without it, and more than nothing."""
    assert (budget("3x"), budget("30")) == (3, 30)
    for text in ("0x", "-1", "much"):
        with pytest.raises(ValueError, match=r".+"):
            budget(text)


def test_properties_and_sweeps_grow():
    """Examples by the factor, parts of a sweep by one for each time."""
    cases = list(range(12))
    assert (examples(20), share(cases, 1)) == (20, [1, 4, 7, 10])
    set_budget(3, 5)
    assert (examples(20), share(cases, 1)) == (60, cases)
    assert share([], 1) == []


def test_what_happens_to_be_installed_changes_no_ordinary_run():
    """A mark names what a test needs; -m or the test's own name asks for it."""
    items = _items(pytest.mark.cuda, n=[1, 2])

    def left(expression, *words):
        options = {"markexpr": expression}
        config: Any = SimpleNamespace(
            option=SimpleNamespace(**options),
            args=list(words),
            getoption={"--runtime": "pocl", "--site": None}.get,
        )
        return len(items) - len(unnamed(config, items))

    assert left("") == 0
    assert left("intel") == 0
    assert left("", "tests/test_x.py") == 0
    assert left("cuda and not intel") == 2
    assert left("", "tests/test_x.py::test_y[0]") == 2


def test_files_that_are_named_start_no_processes():
    """A run of everything has at least one."""
    files: Any = SimpleNamespace(args=["tests/test_x.py", "tests/test_y.py::test_z[a]"])
    everything: Any = SimpleNamespace(args=["tests"])
    assert pytest_xdist_auto_num_workers(files) == 0
    assert pytest_xdist_auto_num_workers(everything) >= 1
