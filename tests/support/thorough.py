"""Which tests shorter runs leave to longer ones: whole tests, or most cases of those with many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

__all__ = ["left_out"]

RUNTIME = "any_device"
"""The argument that names a runtime: each has cases of its own."""


def left_out(items: Sequence[pytest.Item], named: Sequence[str], mark: str = "thorough") -> list[pytest.Item]:
    """The tests that only a longer run is for.

    The mark says which cases of a test a shorter run keeps: none; with ``one_in=n`` every n-th; with ``each`` one case
    for every value of an argument, or of what a function makes of the arguments, in turn the first case of the first
    value, the second of the second and so on, so that what else differs is met too.

    Args:
        items: The tests to look at.
        named: What the user named on the command line; a test that was named itself is never left out.
        mark: ``thorough`` or ``long``, by the run that they are for.
    """
    cases: dict[tuple[str, Any], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker(mark) and not any("::" in word and _base(item) in word for word in named):
            cases.setdefault((_base(item), _arguments(item).get(RUNTIME)), []).append(item)
    return [item for group in cases.values() for item in _others(group, mark)]


def _base(item: pytest.Item) -> str:
    """The test without its arguments."""
    return item.nodeid.partition("[")[0]


def _arguments(item: pytest.Item) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


def _others(group: list[pytest.Item], name: str) -> list[pytest.Item]:
    """The cases of one test that are not kept."""
    mark = group[0].get_closest_marker(name)
    options: dict[str, Any] = {} if mark is None else dict(mark.kwargs)
    every, each = options.pop("one_in", None), options.pop("each", None)
    if options or (every is not None and each is not None):
        raise ValueError(f"{group[0].nodeid}: {name} takes one_in or each, not {sorted(options)}")
    if every is not None:
        return [item for place, item in enumerate(group) if place % every]
    if each is None:
        return group
    values: dict[Any, list[pytest.Item]] = {}
    for item in group:
        arguments = _arguments(item)
        values.setdefault(each(arguments) if callable(each) else arguments[each], []).append(item)
    kept = {id(same[place % len(same)]) for place, same in enumerate(values.values())}
    return [item for item in group if id(item) not in kept]
