"""Calls that the host's BLAS or NumPy computes, noted."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from autoblas.blas.host import crossover, expressions
from autoblas.blas.host.crossover import fixed_crossover

_decided = crossover._decided  # what all ways to the host ask


class _Noted:
    """A function of the host that notes its calls."""

    def __init__(self, plain: Callable[..., Any], routine: str, calls: list[str]) -> None:
        self.plain, self._routine, self._calls = plain, routine, calls

    def __call__(self, *arguments: Any) -> Any:
        self._calls.append(self._routine)
        return self.plain(*arguments)


@pytest.fixture
def noted(monkeypatch):
    """Each routine that a short way to the host computed."""
    calls: list[str] = []

    def decided(routine, precision):
        function, below = _decided(routine, precision)
        return (None if function is None else _Noted(function, routine, calls)), below

    def computed(routine, precision, size):
        """NumPy's own functions take the place of the one that is returned, or it is called."""
        function: Any = crossover.host_call(routine, precision, size)
        if function is None:
            return None
        calls.append(routine)
        plain: Callable[..., Any] = function.plain
        return plain

    decided.cache_clear = _decided.cache_clear  # type: ignore[attr-defined]  # as that of a cache
    monkeypatch.setattr(crossover, "_decided", decided)
    monkeypatch.setattr(expressions, "host_call", computed)
    return calls


@pytest.fixture
def hosted(noted):
    """The same, where everything that can goes to the host."""
    with fixed_crossover(math.inf):
        yield noted
