"""Random legal points of every kernel compute the right result: 200 as written, some as optimised."""

import itertools
from collections.abc import Iterable
from typing import Any

import pytest

from autoblas.checks.product import trial_for
from autoblas.devices.device import Facts
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.plan.choose import Choice
from autoblas.problems import Combine, Matmul, Pack, Split, Texture
from support.as_written import AsWritten
from support.kernel_cases import choice_of, portable, walks
from support.rig import Rig

NAMES = portable()

MOVERS = (Combine, Pack, Split, Texture)
"""The families of the kernels that move operands of products."""

AS_WRITTEN = 200
"""Points of each kernel of products, on each runtime, compiled without optimisation in a third of the time or less.

Each is, of eight drawn at random, the one with the shortest text; those as served are any."""

SMALL = 60
"""Points of kernels that move operands, whose spaces are small: most have fewer legal points than this."""

FEWER = 6
"""Points of the kernels of other families."""

STEPS = 32
"""Points that are drawn, or reached from others, for each that is checked."""

PART = 5
"""Of these, so many a test, so that several processes can share them, and the ordinary run tries one part a kernel."""

OPTIMISED = 1
"""Points a kernel and runtime that are compiled as they are served; each costs PoCL seconds."""

RUNS = 200
"""Further points, of which every day has some."""


def random_points(kernel: Kernel, problem: Any, facts: Facts, seed: int) -> list[Any]:
    """Up to eight legal points of a kernel's space: where few draws are legal, many random steps from one that is."""
    first = kernel.suggested(problem, facts)
    start = (first,) if first is not None else ()
    return kernel.space.sample(problem, facts, STEPS, seed=seed, start=start)[-8:]


def shortest(kernel: Kernel, problem: Any, candidates: list[Any]) -> Any:
    """Of some points the one with the shortest text: compilers take their time by its length."""
    return min(candidates, key=lambda params: len(kernel.source(params, problem, OPENCL_C)))


def points(rig: Rig, name: str, first: int, count: int, *, short: bool = False) -> list[Choice]:
    """A random point for each of ``count`` problems of the walk through types, batches and orders."""
    kernel, facts = kernels()[name], rig.device.facts
    choices = []
    for index, problem in enumerate(itertools.islice(walks(kernel, facts), first, first + count), first):
        candidates = random_points(kernel, problem, facts, index)
        params = shortest(kernel, problem, candidates) if short else candidates[-1]
        choices.append(choice_of(kernel, params, problem, facts))
    return choices


def check(rig: Rig, choices: Iterable[Choice]) -> None:
    """Check that each is right to the bit for integers, within the bound for reals, and writes nothing else."""
    for choice in choices:
        wrong = trial_for(rig.device, rig.queue, choice.problem).check(choice)
        assert wrong is None, f"{choice.problem} {choice.params}: {wrong}"


def count_of(kernel: Kernel) -> int:
    """Points of a kernel that are compiled as written."""
    return AS_WRITTEN if kernel.family is Matmul else SMALL if kernel.family in MOVERS else FEWER


parametrize_kernels = pytest.mark.parametrize("name", NAMES)
PARTS = [
    (name, first, min(PART, count))
    for name in NAMES
    for count in [count_of(kernels()[name])]
    for first in range(0, count, PART)
]


@pytest.mark.budget(each="name", one_in=3)
@pytest.mark.parametrize(("name", "first", "count"), PARTS)
def test_random_points_compute_the_right_result_as_written(as_written, name, first, count):
    """Legal points compute the right result, and write nothing else."""
    choices = points(as_written, name, first, count, short=True)
    assert isinstance(as_written.device, AsWritten)
    as_written.device.build_together(choices)
    check(as_written, choices)


@pytest.mark.budget(one_in=18)
@parametrize_kernels
def test_random_points_compute_the_right_result_as_served(any_device, name):
    """Legal points compute the right result when optimised; kernels begin at different types, so that all are covered."""
    check(any_device, points(any_device, name, AS_WRITTEN + NAMES.index(name), OPTIMISED))


@pytest.mark.budget(30)
@parametrize_kernels
@pytest.mark.parametrize("first", range(0, RUNS, PART))
def test_many_random_points_compute_the_right_result_as_served(any_device, name, first):
    """Two hundred points as they are served, through which every type meets every kind of batch."""
    check(any_device, points(any_device, name, AS_WRITTEN + first, PART))
