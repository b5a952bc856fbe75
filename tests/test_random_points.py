"""Random legal points of every kernel compute the right result: two hundred as written, some as optimised, more by night."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from kernel_cases import choice_of, is_portable, walks

from autoblas.devices.opencl import OpenCLDevice, OpenCLProgram
from autoblas.kernels import kernels
from autoblas.problems import Combine, Matmul, Pack, Split, Texture
from autoblas.runtime.trials import trial_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyopencl as cl
    from conftest import Rig

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.runtime.choose import Choice

NAMES = tuple(name for name, kernel in kernels().items() if is_portable(kernel))

PRODUCTS = (Combine, Matmul, Pack, Split, Texture)
"""The families whose kernels have so many parameters that a few points say little."""

AS_WRITTEN = 200
"""Points of each of their kernels, on each runtime, compiled without optimisation in a third of the time or less."""

FEWER = 10
"""The same for the kernels of other families."""

PART = 25
"""Of these, so many a test, so that several processes can share them."""

OPTIMISED = 3
"""Points a kernel and runtime that are compiled as they are served; each costs PoCL seconds."""

BY_NIGHT = 200
"""The same in the nightly run, other points than those."""


class Renamed(NamedTuple):
    """A program of many texts as one of them sees it: the names of its functions have got an ending.

    Attributes:
        program: What they were compiled to.
        ending: What was appended.
    """

    program: OpenCLProgram
    ending: str

    def kernel(self, name: str) -> Any:
        """A kernel object, by its name in that text."""
        return self.program.kernel(name + self.ending)


class AsWritten(OpenCLDevice):
    """A device whose compiler is asked not to optimise, and to take many texts at once, which costs it little more."""

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        super().__init__(context, device)
        self.known: dict[tuple[str, tuple[str, ...]], Renamed] = {}

    def build(self, text: str, options: tuple[str, ...]) -> Any:
        """Compile ``text`` without optimisation, where it was not compiled with others before."""
        return self.known.get((text, options)) or super().build(text, (*options, "-cl-opt-disable"))

    def build_together(self, choices: Iterable[Choice]) -> None:
        """Compile the texts of these choices and of their helpers."""
        texts: dict[tuple[str, ...], dict[str, None]] = {}
        for choice in choices:
            for each in (choice, *(helping for _, helping in choice.helpers)):
                text = each.kernel.source(each.params, each.problem, self.dialect)
                texts.setdefault(each.kernel.options(each.params), {})[text] = None
        for options, some in texts.items():
            endings = {text: f"_{index}" for index, text in enumerate(some)}
            joined = "\n".join(renamed(text, ending) for text, ending in endings.items())
            program = super().build(joined, (*options, "-cl-opt-disable"))
            self.known |= {(text, options): Renamed(program, ending) for text, ending in endings.items()}


def renamed(text: str, ending: str) -> str:
    """A text whose functions have got an ending; they are what begins a line and has arguments."""
    functions = re.findall(r"^(?!__kernel)(?:[^\s#(][^(\n]*[ *])?(\w+)\(", text, re.MULTILINE)
    names = "|".join(functions)
    return re.sub(rf"\b({names})\b", rf"\1{ending}", text)


@pytest.fixture(scope="session")
def as_written(any_device: Rig) -> Rig:
    """The chosen device, with its optimiser switched off."""
    device = any_device.device
    return any_device._replace(device=AsWritten(device.context, device.device))


def random_point(kernel: Kernel, problem: Any, facts: Facts, seed: int) -> Any:
    """A legal point of a kernel's space."""
    tries = (kernel.space.sample(problem, facts, 8, seed=1000 * seed + again) for again in range(1000))
    return next(points for points in tries if points)[-1]


def points(rig: Rig, name: str, first: int, count: int) -> list[Choice]:
    """A random point for each of ``count`` problems of the walk through types, batches and orders."""
    kernel, facts = kernels()[name], rig.device.facts
    some = enumerate(itertools.islice(walks(kernel, facts), first, first + count), first)
    return [choice_of(kernel, random_point(kernel, q, facts, index), q, facts) for index, q in some]


def check(rig: Rig, choices: Iterable[Choice]) -> None:
    """Check that each is right to the bit for integers, within the bound for reals, and writes nothing else."""
    for choice in choices:
        wrong = trial_for(rig.device, rig.queue, choice.problem).check(choice)
        assert wrong is None, f"{choice.problem} {choice.params}: {wrong}"


every_kernel = pytest.mark.parametrize("name", NAMES)
PARTS = [
    (name, first, min(PART, count))
    for name in NAMES
    for count in [AS_WRITTEN if kernels()[name].family in PRODUCTS else FEWER]
    for first in range(0, count, PART)
]


@pytest.mark.parametrize(("name", "first", "count"), PARTS)
def test_random_points_compute_the_right_result_as_written(
    as_written: Rig, name: str, first: int, count: int
) -> None:
    """What the rules allow computes what it should, and writes nothing else."""
    choices = points(as_written, name, first, count)
    assert isinstance(as_written.device, AsWritten)
    as_written.device.build_together(choices)
    check(as_written, choices)


@every_kernel
def test_random_points_compute_the_right_result_as_served(any_device: Rig, name: str) -> None:
    """The same for what the optimiser makes of them; kernels begin at different types, so that all are met."""
    check(any_device, points(any_device, name, AS_WRITTEN + NAMES.index(name), OPTIMISED))


@pytest.mark.nightly
@every_kernel
@pytest.mark.parametrize("first", range(0, BY_NIGHT, PART))
def test_many_random_points_compute_the_right_result_as_served(
    any_device: Rig, name: str, first: int
) -> None:
    """Two hundred points as they are served, through which every type meets every kind of batch."""
    check(any_device, points(any_device, name, AS_WRITTEN + first, PART))
