"""Which cases a run takes of tests with many, and how many examples properties get: by its budget, and in turns by the date.

A run at ``--budget 1x`` takes the same cases every day. A greater budget takes those too, and of the others some, by the
number that ``--seed`` names, which is the date: whatever a mark leaves out is run on some day.
"""

import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

import pytest

Case = TypeVar("Case")

RUNTIME = "any_device"
"""The argument that names a runtime: each has cases of its own."""

OPTIONS = {"one_in", "each"}


class Budget(NamedTuple):
    """What a run may take.

    Attributes:
        times: As many times as the ordinary run.
        seed: The number of the day, which says whose turn it is.
    """

    times: int = 1
    seed: int = 0

    def takes(self, turn: int, turns: int) -> bool:
        """Whether a case is run: the first of so many turns always, of the others one more for each time."""
        more, turn = self.times - 1, turn % turns
        return turn == 0 or (turn - 1 - self.seed * more) % (turns - 1) < more


class _Run:
    budget = Budget()


def set_budget(times: int, seed: int) -> None:
    """Set, before tests are collected, what the run may take."""
    _Run.budget = Budget(times, seed)


def budget(text: str) -> int:
    """The number of ``3x``.

    Raises:
        ValueError: it is no number, or none above zero.
    """
    times = int(text.removesuffix("x"))
    if times < 1:
        raise ValueError(text)
    return times


def today() -> int:
    """The date as a number."""
    return int(datetime.now(tz=UTC).strftime("%Y%m%d"))


def examples(ordinary: int) -> int:
    """The number for ``max_examples``."""
    return ordinary * _Run.budget.times


def is_ordinary() -> bool:
    """True of the run that the README names, which takes no more than it has to."""
    return _Run.budget.times == 1


def share(cases: Sequence[Case], which: int, parts: int = 3) -> Sequence[Case]:
    """One of ``parts`` parts of the cases, chosen by ``which``; as many parts as the budget has times."""
    taken = [case for place, case in enumerate(cases) if _Run.budget.takes(place - which, parts)]
    return taken or cases[:1]


def outside(items: Sequence[pytest.Item], named: Sequence[str]) -> list[pytest.Item]:
    """The tests that are not run.

    The mark says what the ordinary run takes: ``budget(n)`` nothing, and a run with n times its budget all cases;
    ``budget(one_in=n)`` every n-th case; ``budget(each=...)`` one case for every value of an argument, or of what a
    function makes of the arguments, in turn the first case of the first value, the second of the second and so on, so
    that what else differs is met too; with both options for every n-th value.

    Args:
        items: The tests to look at.
        named: What the user named on the command line; a test that was named itself is never left out.
    """
    groups: dict[tuple[str, Any], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("budget") and not any(
            "::" in word and _base(item) in word for word in named
        ):
            groups.setdefault((_base(item), _arguments(item).get(RUNTIME)), []).append(item)
    return [item for group in groups.values() for item in _others(group)]


def _base(item: pytest.Item) -> str:
    """The test without its arguments."""
    return item.nodeid.partition("[")[0]


def _arguments(item: pytest.Item) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


def _others(group: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of one test that are not run."""
    values: dict[Any, int] = {}
    sizes: dict[Any, int] = {}
    cases = []
    for item in group:
        mark = item.get_closest_marker("budget")
        whole, options = (mark.args, mark.kwargs) if mark else ((), {})
        if len(whole) + bool(options) != 1 or set(options) - OPTIONS:
            raise ValueError(f"{item.nodeid}: budget takes a number, or one_in and each")
        each = options.get("each")
        value = (each(_arguments(item)) if callable(each) else _arguments(item)[each]) if each else None
        place = sizes[value] = sizes.get(value, -1) + 1
        cases.append((item, whole, options, values.setdefault(value, len(values)), place, value))
    gone = []
    for item, whole, options, number, place, value in cases:
        every = options.get("one_in", 1)
        if whole:  # the first turn is that of the ordinary run
            turn, turns = 1 + zlib.crc32(item.nodeid.encode()) % max(whole[0] - 1, 1), whole[0]
        elif "each" in options:
            size = sizes[value] + 1
            turn, turns = (place - number) % size * every + number % every, size * every
        else:
            turn, turns = place, every
        if not _Run.budget.takes(turn, turns):
            gone.append(item)
    return gone
