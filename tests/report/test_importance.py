"""Which parameters matter: known effects are found, noise is not, and the formula is the one that is named."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.report import RecordedTrial
from autoblas.report.importance import FEWEST, explained_together, shares


def _trial(seconds: float, kernel: str = "k", **parameters: Any) -> RecordedTrial:
    return RecordedTrial(kernel, parameters, "ok", seconds)


def _trials(effect: float, noise: float, count: int = 64) -> list[RecordedTrial]:
    """Two parameters, of which one has an effect, and noise."""
    drawn = np.random.default_rng(3)
    return [
        _trial(
            float(np.exp(effect * (i % 4) + noise * drawn.normal())),
            tile=8 << (i % 4),
            form="ab"[(i // 4) % 2],
            same=1,
        )
        for i in range(count)
    ]


def test_a_parameter_with_all_of_the_effect_has_all_of_the_share():
    """The other one has none, and one that never changes is not listed."""
    found = {each.parameter: each for each in shares(_trials(1.0, 1e-9))}
    assert found.keys() == {"tile", "form"}
    assert found["tile"].share == pytest.approx(1)
    assert found["tile"].best == "8"
    assert found["tile"].values == 4
    assert found["form"].share == 0
    assert found["tile"].matters
    assert not found["form"].matters


def test_noise_is_no_effect():
    """Over many draws of noise alone, shares are above what chance reaches about once in twenty times."""
    drawn = np.random.default_rng(0)
    above = 0
    for _ in range(100):
        trials = [_trial(float(np.exp(drawn.normal())), a=int(drawn.integers(5))) for _ in range(40)]
        above += sum(each.matters for each in shares(trials))
    assert 0 <= above <= 14  # of a binomial distribution of 100 and 1/20, 99.9 % are within


def test_the_estimate_is_unbiased():
    """The mean of Kelley's estimate is the variance of the means, which the plain ratio exceeds with few trials a value."""
    drawn = np.random.default_rng(1)
    found = []
    for _ in range(200):
        values = drawn.integers(0, 4, 24)
        logs = np.array([0.0, 0.5, 1.0, 1.5])[values] + drawn.normal(0, 1, 24)
        trials = [_trial(float(np.exp(log)), a=int(value)) for log, value in zip(logs, values, strict=True)]
        found.append(shares(trials)[0].share)
    assert np.mean(found) == pytest.approx(0.3125 / 1.3125, abs=0.04)


def test_effects_together():
    """Two effects that add up are explained together; an interaction is not."""
    adding = [_trial(float(np.exp((i % 4) + 2 * (i // 4 % 2))), a=i % 4, b=i // 4 % 2) for i in range(32)]
    assert explained_together(adding) == pytest.approx(1)
    crossing = [_trial(float(np.exp(i % 2 == i // 2 % 2)), a=i % 2, b=i // 2 % 2) for i in range(32)]
    assert explained_together(crossing) == 0
    assert all(each.share == 0 for each in shares(crossing))
    assert explained_together(adding[: FEWEST - 1]) is None


def test_too_few_trials_say_nothing():
    """Neither do trials that all took the same time, nor parameters that are different in every trial."""
    assert shares(_trials(1.0, 0.1, FEWEST - 1)) == []
    assert shares([_trial(1.0, a=i % 2) for i in range(20)]) == []
    assert shares([_trial(1.0 + i, a=i) for i in range(20)]) == []


def test_kernels_are_compared_as_a_parameter_is():
    """Of trials of several kernels the kernel's own share is asked for."""
    trials = [_trial(1.0 + (i % 2) + i / 1000, kernel="ab"[i % 2], a=i % 3) for i in range(30)]
    (found,) = shares(trials, kernel=True)
    assert found.parameter == "kernel"
    assert found.best == "a"
    assert found.share > 0.9


@given(st.lists(st.tuples(st.floats(1e-9, 1e3), st.integers(0, 3), st.booleans()), max_size=40))
def test_shares_are_shares(rows):
    """Whatever was measured, a share is between 0 and 1, and so is what is explained together."""
    trials = [_trial(seconds, a=a, b=b) for seconds, a, b in rows]
    assert all(0 <= each.share <= 1 and 0 <= each.chance <= 1 for each in shares(trials))
    together = explained_together(trials) if trials else None
    assert together is None or 0 <= together <= 1
