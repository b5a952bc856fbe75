"""What tests of repeated calls share: which calls were repeated, and arrays to call with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas.plan.results import forget_plans
from support.repeated_calls import replace_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.calls.repeatable import RepeatableCall
    from support.rig import Rig


@pytest.fixture
def repeated(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RepeatableCall]]:
    """The work that was repeated, a line a call; nothing is known at first."""
    found: list[RepeatableCall] = []

    def counting(work: RepeatableCall) -> Callable[..., Any]:
        run = work.run

        def counted(*given: Any) -> Any:
            found.append(work)
            return run(*given)

        return counted

    replace_runs(monkeypatch, counting)
    forget_plans()
    yield found
    forget_plans()


@pytest.fixture
def square(here: Rig) -> Callable[..., cl_array.Array]:
    """Makes arrays of random numbers, 8 x 8 where no shape is given."""
    rng = np.random.default_rng(5)

    def made(*shape: int) -> cl_array.Array:
        return cl_array.to_device(here.queue, rng.random(shape or (8, 8), np.float32))

    return made
