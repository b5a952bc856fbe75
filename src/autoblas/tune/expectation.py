"""Expected gain of tuning a problem: by records of near sizes, by models of kernels' time, and by their absence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.database import measured_at
from autoblas.errors import NoKernelError
from autoblas.kernels import serving
from autoblas.plan.candidates import Candidate, suggestions
from autoblas.plan.choose import choose
from autoblas.plan.results import place_of, readable_results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["FAR_DOUBLINGS", "NEAR_DOUBLINGS", "UNMEASURED_GAIN", "Expectation", "expected_gain"]

NEAR_DOUBLINGS = 1.0
"""Records up to so many doublings away say what rate to expect; the distance is that of the logarithms of all sizes."""

LOSS_PER_DOUBLING = 0.15
"""The part of a near record's rate that is not expected any more for each doubling."""

FAR_DOUBLINGS = 3.0
"""Doublings beyond which records say nothing; so far, they serve."""

UNMEASURED_GAIN = 0.5
"""Speed-up that is assumed for a problem so far from all measured ones, in proportion where nearer: a guess,
of which only the order that it puts problems in counts."""

MOST_MODELLED = 2.0
"""A model is believed up to this factor."""


class Expectation(NamedTuple):
    """Expected effect of a search for a problem.

    Attributes:
        now: Seconds that a call is expected to take as it is served; NaN where nothing says.
        ratio: Expected speed-up, at least 1.
        reason: Reason, as text.
        measured: A search has measured this problem on this device.
    """

    now: float
    ratio: float
    reason: str
    measured: bool


def expected_gain(problem: Problem, facts: Facts) -> Expectation:
    """Time of the kernel that serves relative to the expected one: the largest of three ratios.

    - Where this size was not measured here, it grows with the distance to the nearest that was, up to ``UNMEASURED_GAIN``.
    - Near sizes of its class that run at a higher rate, less ``LOSS_PER_DOUBLING``, say that this one can.
    - So does the model of a kernel's time, where the best suggestion is expected to take less than what serves.

    Args:
        problem: The problem.
        facts: The device.
    """
    group = readable_results().group(problem.family, problem.signature)
    by_sizes = measured_at(group, problem.signature, place_of(facts), len(problem.sizes))
    fastest = {
        sizes: min(record.seconds for record in records) for sizes, records in by_sizes.items() if records
    }
    measured = fastest.pop(problem.sizes, None)
    near = sorted((_distance(problem.sizes, sizes), sizes) for sizes in fastest)
    now = measured if measured is not None else _by_nearest(problem, near, fastest)
    estimates = [(1.0, "searched before")] if measured is not None else [_unmeasured(near)]
    estimates += _by_rate(problem, now, near, fastest)
    modelled = _modelled(problem, facts)
    if modelled is not None:
        served_seconds, best = modelled
        now = served_seconds if math.isnan(now) else now
        ratio = min((now if measured is not None else served_seconds) / best, MOST_MODELLED)
        estimates.append((ratio, f"a model expects {best * 1e6:.3g} us"))
    ratio, reason = max(estimates)
    return Expectation(now, max(ratio, 1.0), reason, measured is not None)


def _distance(sizes: Sequence[int], measured: Sequence[int]) -> float:
    """Distance of two problems in doublings."""
    logs = ([math.log2(max(size, 1)) for size in vector] for vector in (sizes, measured))
    return math.dist(*logs)


def _work(problem: Problem) -> int:
    """Work that the rate of a problem counts: operations, or bytes where there are none."""
    return problem.flops() or problem.min_bytes() or 1


def _by_nearest(problem: Problem, near: Sequence[tuple[float, Any]], fastest: Mapping[Any, float]) -> float:
    """Seconds at the rate of the nearest record; NaN where none is near enough to serve."""
    if not near or near[0][0] > FAR_DOUBLINGS:
        return math.nan
    sizes = near[0][1]
    return fastest[sizes] * _work(problem) / _work(problem.resized(sizes))


def _unmeasured(near: Sequence[tuple[float, Any]]) -> tuple[float, str]:
    """Expectation for a problem without a measurement: ratio and reason."""
    if not near or near[0][0] >= FAR_DOUBLINGS:
        return 1 + UNMEASURED_GAIN, "nothing near was measured here"
    distance = near[0][0]
    gain = UNMEASURED_GAIN * distance / FAR_DOUBLINGS
    return 1 + gain, f"the nearest size measured is {distance:.2g} doublings away"


def _by_rate(
    problem: Problem, now: float, near: Sequence[tuple[float, Any]], fastest: Mapping[Any, float]
) -> list[tuple[float, str]]:
    """Expectations by records within ``NEAR_DOUBLINGS``: ratio and reason each."""
    if math.isnan(now):
        return []
    rate = _work(problem) / now
    estimates = []
    for distance, sizes in near:
        if distance > NEAR_DOUBLINGS:
            break
        possible = _work(problem.resized(sizes)) / fastest[sizes] * (1 - LOSS_PER_DOUBLING * distance)
        estimates.append(
            (possible / rate, f"{'x'.join(map(str, sizes))} runs at {possible / rate:.2f} times its rate")
        )
    return estimates


def _modelled(problem: Problem, facts: Facts) -> tuple[float, float] | None:
    """Seconds by models of time: of the kernel that serves, and of the best suggestion; None without such a model."""
    kernels = serving(type(problem))
    if not any(kernel.predict is not None and facts.kind in kernel.made_for for kernel in kernels):
        return None
    try:
        served = choose(problem, facts)
    except NoKernelError:
        return None
    served_seconds = served.kernel.expected(served.params, problem, facts)
    times = [
        candidate.kernel.expected(candidate.params, problem, facts)
        for candidate in suggestions(problem, facts)
        if isinstance(candidate, Candidate)
    ]
    predictions = [seconds for seconds in times if seconds is not None and seconds > 0]
    return (
        (served_seconds, min([*predictions, served_seconds]))
        if served_seconds is not None and served_seconds > 0
        else None
    )
