"""What tests of repeated calls share: which calls were repeated, and arrays to call with."""

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas.calls.repeatable import RepeatableCall
from autoblas.plan.results import forget_plans
from support.repeated_calls import replace_runs


@pytest.fixture
def repeated(monkeypatch):
    """The work that was repeated, a line a call; nothing is known at first."""
    found: list[RepeatableCall] = []

    def counting(work):
        run = work.run

        def counted(*given):
            found.append(work)
            return run(*given)

        return counted

    replace_runs(monkeypatch, counting)
    forget_plans()
    yield found
    forget_plans()


@pytest.fixture
def square(here):
    """Makes arrays of random numbers, 8 x 8 where no shape is given."""
    rng = np.random.default_rng(5)

    def made(*shape):
        return cl_array.to_device(here.queue, rng.random(shape or (8, 8), np.float32))

    return made
