"""Calls that the host's BLAS computes, noted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.routines.host import level12 as host_calls
from autoblas.runtime.host.crossover import held_at, host_call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.precision import Precision


@pytest.fixture
def hosted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Everything that can goes to the host, and each routine that did is noted."""
    calls: list[str] = []

    def noted(routine: str, precision: Precision, size: int) -> Callable[..., Any] | None:
        function = host_call(routine, precision, size)
        if function is not None:
            calls.append(routine)
        return function

    monkeypatch.setattr(host_calls, "host_call", noted)
    with held_at(math.inf):
        yield calls
