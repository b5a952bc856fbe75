"""Kernels compiled as they are written: tests of what texts mean need no optimiser, which takes most of their time."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial, wraps
from typing import Any, NamedTuple

import pyopencl as cl
import pytest

from autoblas.calls import serve
from autoblas.checks.product import SLACK
from autoblas.devices.opencl.backend import OpenCLDevice, OpenCLProgram
from autoblas.devices.opencl.loans import OpenCLLoan
from autoblas.devices.recording import RecordedProgram
from autoblas.plan import bound
from autoblas.plan.choose import Choice
from autoblas.plan.results import forget_plans
from autoblas.problems import Matmul
from support.budget import is_ordinary

UNOPTIMISED = ("-cl-opt-disable",)
"""What asks a compiler to leave a text as it is."""

TOGETHER = 40
"""Texts of a program: ten kernels take as long to compile as one."""


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
        return self.known.get((text, options)) or super().build(text, (*options, *UNOPTIMISED))

    def build_together(self, choices: Iterable[Choice]) -> None:
        """Compile the texts of these choices and of their helpers."""
        texts: dict[tuple[str, ...], dict[str, None]] = {}
        for choice in choices:
            for each in (choice, *(helping for _, helping in choice.helpers)):
                for problem in (each.problem, *ragged(each.problem)):
                    if each.kernel.refusal(each.params, problem, self.facts) is None:
                        text, flags = each.kernel.written(each.params, problem, self.dialect)
                        texts.setdefault(flags, {})[text] = None
        for options, some in texts.items():
            programs = joined(list(some), (*options, *UNOPTIMISED), super().build)
            self.known |= {(text, options): program for text, program in programs.items()}


def joined(
    texts: Sequence[str], options: tuple[str, ...], build: Callable[[str, tuple[str, ...]], Any]
) -> dict[str, Renamed]:
    """One program of many texts, by text."""
    endings = {text: f"_{index}" for index, text in enumerate(texts)}
    program = build("\n".join(renamed(text, ending) for text, ending in endings.items()), options)
    return {text: Renamed(program, ending) for text, ending in endings.items()}


@contextmanager
def compiled_together(make_calls: Callable[[], object]) -> Iterator[None]:
    """The programs of these calls compiled many at once, which takes a third of the time.

    In the ordinary run they are compiled as written, with a greater budget as users are served.

    Args:
        make_calls: Makes calls like those that follow. Here they only tell which texts these need.
    """
    texts: dict[tuple[OpenCLDevice, tuple[str, ...]], dict[str, None]] = {}
    flags = UNOPTIMISED if is_ordinary() else ()
    build, programs = OpenCLDevice.build, dict[tuple[OpenCLDevice, tuple[str, ...], str], Renamed]()
    with recorded(lambda device, text, options: texts.setdefault((device, options), {}).setdefault(text)):
        make_calls()
    for (device, options), some in texts.items():
        for first in range(0, len(some), TOGETHER):
            batch = list(some)[first : first + TOGETHER]
            together = joined(batch, (*options, *flags), partial(build, device))
            programs |= {(device, options, text): program for text, program in together.items()}

    def build_or_take(self: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
        return programs.get((self, options, text)) or build(self, text, (*options, *flags))

    with _building(build_or_take):
        yield


def rehearsed(test: Callable[..., None]) -> Callable[..., None]:
    """A test that runs twice: to tell which programs it needs, which are then compiled together, and to be judged.

    It goes on with all its calls, whatever they compute: where nothing is compiled, that is nothing.
    """

    @wraps(test)
    def whole(*args: Any, **kwargs: Any) -> None:
        def rehearse() -> None:
            with suppress(Exception):  # the second run judges
                test(*args, **kwargs)

        with compiled_together(rehearse):
            test(*args, **kwargs)

    return whole


@contextmanager
def compiled_as_written() -> Iterator[None]:
    """Every device compiles so, and its programs are used by no other; compiling takes a third of the time."""
    whole = OpenCLDevice.build

    def build_as_written(self: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
        return whole(self, text, (*options, *UNOPTIMISED))

    with _building(build_as_written):
        yield


@contextmanager
def recorded(
    told: Callable[[OpenCLDevice, str, tuple[str, ...]], object] = lambda *_: None,
) -> Iterator[None]:
    """No device compiles, and what is bound to its programs is remembered: for tests of which launches a call makes.

    No record is checked before it serves, as those of other processors are: what is never run is not right.

    Args:
        told: Is told of each program.
    """

    def record(self: OpenCLDevice, text: str, options: tuple[str, ...]) -> Any:
        told(self, text, options)
        return RecordedProgram(text, options, self.facts, [])

    with _building(record), pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "checked", lambda _, choice: choice)
        patch.setattr(OpenCLLoan, "return_after", lambda loan, _: loan.settle())
        yield


@contextmanager
def _building(build_otherwise: Callable[..., Any]) -> Iterator[None]:
    """Devices build programs in another way; no other test uses them, and these tests use no others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenCLDevice, "build", build_otherwise)
        patch.setattr(bound, "_programs", {})
        forget_plans()
        yield
    forget_plans()


def ragged(problem: Any) -> Iterable[Any]:
    """The smaller size at which a trial checks a product too; texts may have guards there that they lack elsewhere."""
    if isinstance(problem, Matmul):
        sizes = {name: max(getattr(problem, name) - SLACK, 1) for name in problem.extents}
        yield replace(problem, **sizes)


def renamed(text: str, ending: str) -> str:
    """A text whose functions and types have got an ending; functions are what begins a line and has arguments."""
    names = re.findall(r"^typedef .*?(\w+);$", text, re.MULTILINE)
    names += re.findall(r"^(?!__kernel)(?:[^\s#(][^(\n]*[ *])?(\w+)\(", text, re.MULTILINE)
    pattern = "|".join(names)
    return re.sub(rf"\b({pattern})\b", rf"\1{ending}", text)
