"""Programs of kernels, and the steps of one call, bound once and run many times by one thread on one queue.

Each text is compiled once a device and process.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from autoblas.emit.arguments import passed
from autoblas.errors import BuildError, LaunchError
from autoblas.isolate import progress
from autoblas.kernels.space import parameters
from autoblas.plan.texts import kernel_text
from autoblas.plan.workspace import WORKSPACE
from autoblas.problems.blas.title import title

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping, Sequence

    from autoblas.devices.device import BuiltKernel, Device, Event, Facts, Launch, Program, Queue
    from autoblas.emit.arguments import Argument, ScalarMemory
    from autoblas.emit.dialect import Dialect
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.choose import Choice
    from autoblas.problems.base import Scratch

__all__ = [
    "BoundLaunch",
    "BoundPlan",
    "KernelArguments",
    "LaunchStep",
    "announce_run",
    "compile_steps",
    "program_for",
    "scalar_type",
    "steps_of",
]

INTEGERS: dict[str, Callable[[Any], Any]] = {
    "int": np.int32,
    "offset": np.uint64,
    "uint": np.uint32,
    "long": np.int64,
}
"""NumPy's types for those of arguments that are no elements."""

CONSTANTS = {"zero": 0, "one": 1}
"""Values that helpers may refer to, the same in every call."""

_programs: MutableMapping[Device, dict[str, Program]] = WeakKeyDictionary()
_locks: dict[str, threading.Lock] = {}
_guard = threading.Lock()


@dataclass(frozen=True)
class LaunchStep:
    """One launch.

    Attributes:
        choice: The kernel, its parameters and the problem it solves.
        launch: Its extent.
        arguments: Those of the kernel.
        sources: For each of them, the name of the value of the call that it takes.
        in_memory: The arguments that the kernel reads from memory.
    """

    choice: Choice
    launch: Launch
    arguments: Sequence[Argument]
    sources: tuple[str, ...]
    in_memory: tuple[ScalarMemory, ...] = ()

    def with_memory(self, numbers: Sequence[ScalarMemory]) -> LaunchStep:
        """The launch of a kernel that reads numbers from memory, by the names of the call's values."""
        chosen = [
            (argument.name, number)
            for argument, source in zip(self.arguments, self.sources, strict=True)
            for number in numbers
            if source == number.name and argument.kind == "scalar"
        ]
        if not chosen:
            return self
        in_memory = tuple(number._replace(name=name) for name, number in chosen)
        arguments: list[Argument] = []
        sources: list[str] = []
        for argument, source in zip(self.arguments, self.sources, strict=True):
            parts = passed(argument, in_memory)
            arguments += parts
            sources += [source, f"{source}_offset"][: len(parts)]
        return replace(self, arguments=arguments, sources=tuple(sources), in_memory=in_memory)

    def dialect(self, device: Device) -> Dialect:
        """The language of the kernel's text on a device."""
        return replace(device.dialect, in_memory=self.in_memory) if self.in_memory else device.dialect

    def __str__(self) -> str:
        """The kernel and its parameters."""
        values = parameters(self.choice.params).items()
        return " ".join((self.choice.kernel.name, *(f"{name}={value}" for name, value in values)))


def steps_of(choice: Choice) -> tuple[LaunchStep, ...]:
    """The launches of a choice in order: helpers before, the kernel itself, helpers after."""
    replaced = {name: value for helper, _ in choice.helpers for name, value in helper.replaces.items()}
    before, after = (
        [
            replace(step, sources=tuple(helper.sources.get(name, name) for name in step.sources))
            for helper, helping in choice.helpers
            if helper.after is last
            for step in steps_of(helping)
        ]
        for last in (False, True)
    )
    return (*before, _step(choice, replaced), *after)


def shared_memory(choice: Choice) -> dict[str, Scratch]:
    """The memory that the launches of a choice share, by the name of its value."""
    scratches = dict(choice.kernel.memory(choice.params, choice.problem))
    for helper, helping in choice.helpers:
        scratches |= {**shared_memory(helping), helper.memory: helper.problem.scratch}
    return scratches


def compile_steps(device: Device, choice: Choice) -> None:
    """Compile a kernel and its helpers.

    Raises:
        BuildError: the device's compiler refused one.
    """
    for step in steps_of(choice):
        program_for(device, step.choice.kernel, step.choice.params, step.choice.problem)


def _step(choice: Choice, sources: Mapping[str, str]) -> LaunchStep:
    """The launch of a kernel whose arguments take the values that ``sources`` names, or those of their own name."""
    kernel, params, problem = choice.kernel, choice.params, choice.problem
    arguments = kernel.arguments(params, problem)
    names = tuple([sources.get(argument.name, argument.name) for argument in arguments])
    return LaunchStep(choice, kernel.geometry(params, problem), arguments, names)


def program_for(
    device: Device, kernel: Kernel, params: Any, problem: Any, d: Dialect | None = None
) -> Program:
    """The program of a kernel at these parameters; threads that ask for the same one wait for one compilation.

    Args:
        device: The device.
        kernel: The kernel.
        params: Its parameters.
        problem: What it computes.
        d: The language of its text; by default that of the device.

    Raises:
        BuildError: the device's compiler refused it.
    """
    text, flags, key = kernel_text(kernel, params, problem, d or device.dialect)
    with _guard:
        lock = _locks.setdefault(key, threading.Lock())
    with lock:
        programs = _programs.setdefault(device, {})
        if key not in programs:
            progress.report_start("compile", lambda: _description(kernel, params, problem, device.facts))
            programs[key] = device.build(text, flags)
        return programs[key]


def _description(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str:
    """A kernel and its parameters, the problem and the device, in words."""
    values = " ".join(f"{name}={value}" for name, value in parameters(params).items())
    return f"{kernel.name} for {title(problem)} on {facts.name} ({facts.platform}), {values or 'without parameters'}"


def announce_run(choice: Choice, facts: Facts) -> None:
    """Announce a run of a kernel with its helpers to the process that watches this one, with its operations and bytes."""

    def description() -> str:
        helpers = ", ".join(helping.kernel.name for _, helping in choice.helpers)
        kernel = _description(choice.kernel, choice.params, choice.problem, facts)
        return f"{kernel} (with {helpers})" if helpers else kernel

    progress.report_start("run", description, choice.problem.flops(), choice.problem.min_bytes())


def built_kernel(device: Device, step: LaunchStep) -> BuiltKernel:
    """A new kernel object of a step.

    Raises:
        BuildError: the compiler refused the text, or made of it a kernel for smaller work-groups only.
    """
    choice = step.choice
    program = program_for(device, choice.kernel, choice.params, choice.problem, step.dialect(device))
    kernel = program.kernel(choice.kernel.name)
    limit, items = kernel.most_items, math.prod(step.launch.local_size)
    if items > limit:
        text = choice.kernel.source(choice.params, choice.problem, step.dialect(device))
        raise BuildError(f"{choice.kernel.name} was built for at most {limit} work-items, not {items}", text)
    return kernel


def scalar_type(argument: Argument) -> Callable[[Any], Any]:
    """The constructor of the type that a kernel declares for a number."""
    kind = argument.type
    if isinstance(kind, str):
        return INTEGERS[kind]
    return kind.scalar if kind.kind == "integer" else kind.dtype.type  # a look-up that calls need not repeat


class KernelArguments:
    """The arguments of a kernel that were set last.

    Attributes:
        numbers: The numbers that vary, by name.
        numbers_from: The ``source`` of the repeated launch that set the numbers last, and may leave its constants as they
            are; or None.
        memory_from: That of the one that set memory last, to memory that its caller holds and will give again; or None.
    """

    __slots__ = ("memory_from", "numbers", "numbers_from")

    def __init__(self) -> None:
        self.numbers: dict[str, Any] = {}
        self.numbers_from: object = None
        self.memory_from: object = None


class BoundPlan:
    """Steps with kernel objects of their own, for one thread and one queue.

    Args:
        device: Where to run.
        queue: The queue to use.
        choice: What to run.
        constants: Values that stay the same from call to call: sizes and strides.
        in_memory: Numbers that kernels read from memory, by the names of the call's values.

    Raises:
        BuildError: the device's compiler refused a kernel, or its driver an argument.

    Attributes:
        in_order: Commands on the queue run in the order in which they were enqueued.
        scratch: Memory that launches share, by the name of its value.
        steps: The launches.
        kernels: Their kernels.
        memory: Of each, the arguments that are memory: index, and the name of the value.
        numbers: Of each, the arguments that are numbers which vary: index, name and type.
        states: Of each, what was set last.
    """

    def __init__(
        self,
        device: Device,
        queue: Queue,
        choice: Choice,
        constants: Mapping[str, Any],
        in_memory: Sequence[ScalarMemory] = (),
    ) -> None:
        self.device, self.choice, self.queue = device, choice, queue
        self.in_order = device.in_order(queue)
        self.scratch = shared_memory(choice)
        self.steps = tuple([step.with_memory(in_memory) for step in steps_of(choice)])
        self.kernels = []
        self.memory: list[list[tuple[int, str]]] = []
        self.numbers: list[list[tuple[int, str, Callable[[Any], Any]]]] = []
        constants = {**CONSTANTS, **constants}
        for step in self.steps:
            chosen = step.choice
            kernel = built_kernel(device, step)
            memory, numbers = [], []
            for index, (argument, name) in enumerate(zip(step.arguments, step.sources, strict=True)):
                if argument.kind != "scalar":
                    memory.append((index, name))
                elif name in constants:
                    value = constants[name]
                    wrapped = int(value) % 2**64 if argument.type == "offset" else value
                    try:
                        kernel.set_number(index, scalar_type(argument)(wrapped))
                    except device.errors as error:
                        log = f"the driver refused argument {name} of kernel {chosen.kernel.name}: {error}"
                        text = chosen.kernel.source(chosen.params, chosen.problem, step.dialect(device))
                        raise BuildError(log, text) from error
                else:
                    numbers.append((index, name, scalar_type(argument)))
            self.kernels.append(kernel)
            self.memory.append(memory)
            self.numbers.append(numbers)
        self.states = [KernelArguments() for _ in self.steps]
        if progress.has_watcher():  # else calls pay nothing for it
            self.__dict__["launch"] = self._first_launch

    def __call__(self, values: Mapping[str, Any], wait_for: Sequence[Event] | None = None) -> Event:
        """Enqueue every step and return the event of the last; see ``launch``."""
        return self.launch(values, wait_for)[-1]

    def launch(self, values: Mapping[str, Any], wait_for: Sequence[Event] | None = None) -> list[Event]:
        """Enqueue every step and return their events.

        Args:
            values: What varies: alpha, beta, memory and offset (in elements) of each operand.
            wait_for: Events that must have happened before the first step.

        Raises:
            LaunchError: the device refused a step.
        """
        if self.scratch:
            values = {**values, **self.workspace()}
        events: list[Event] = []
        try:
            for step, kernel, memory, numbers, state in zip(
                self.steps, self.kernels, self.memory, self.numbers, self.states, strict=True
            ):
                state.numbers_from = state.memory_from = None
                bound = state.numbers
                for index, name in memory:
                    kernel.set_memory(index, values[name])
                for index, name, scalar in numbers:
                    value = values[name]
                    if bound.get(name) != value:  # as a NaN does always
                        kernel.set_number(index, scalar(value))
                        bound[name] = value
                waits = wait_for
                if events:
                    waits = None if self.in_order else [*(wait_for or ()), events[-1]]
                events.append(kernel.launch(self.queue, step.launch, waits))
        except BaseException as error:
            self.forget_arguments()
            if isinstance(error, self.device.errors):
                raise self.refusal(step.choice.kernel.name, error) from error
            raise
        return events

    def forget_arguments(self) -> None:
        """Set all arguments again in the next launch, after one in which it is not known which were set."""
        for state in self.states:
            state.numbers_from = state.memory_from = None
            state.numbers.clear()

    @staticmethod
    def refusal(kernel: str, error: Exception) -> LaunchError:
        """The error for a kernel, or an argument of one, that the driver refused."""
        return LaunchError(f"the device refused kernel {kernel}: {error}")

    def _first_launch(
        self, values: Mapping[str, Any], wait_for: Sequence[Event] | None = None
    ) -> list[Event]:
        """``launch``, after the process that watches this one was told what may take it; once."""
        self.__dict__.pop("launch", None)
        announce_run(self.choice, self.device.facts)
        return self.launch(values, wait_for)

    def workspace(self) -> dict[str, Any]:
        """The memory that the launches of one call share, by the name of its value."""
        device, queue = self.device, self.queue
        take = WORKSPACE.shared if self.in_order else WORKSPACE.take
        return {name: take(device, queue, name, needed) for name, needed in self.scratch.items()}


BoundLaunch = tuple[BoundPlan, dict[str, Any]]
"""A plan to be enqueued, with the values that vary from call to call; see ``BoundPlan.launch``."""
