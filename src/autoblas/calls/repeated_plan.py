"""Launches of bound plans whose values are sorted by where they come from, so that a repetition sets only what differs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import BuiltKernel, Event, Launch, QuickKernel
    from autoblas.plan.bound import BoundPlan, KernelArguments

__all__ = ["RepeatedLaunch", "repeated_launches", "setter"]

Setting = tuple["Callable[[int, Any], object]", int, int]
"""A function that sets an argument of a kernel, the argument's index, and the position of its memory among the call's."""


class RepeatedLaunch(NamedTuple):
    """One launch of a call that is repeated.

    Attributes:
        state: The arguments of its kernel that were set last.
        source: The object that stands for this launch in ``state``.
        enqueue: Enqueues the kernel, from the events that it waits for.
        set_number: Sets an argument that is a number.
        memory: Arguments that are memory.
        constants: Numbers that are the same in every call: index, name, value, and the value in the kernel's type.
        factors: Numbers that are factors: index, name, the constructor of the kernel's type, and the place of the factor.
        numbers: ``state.numbers``.
        plan: The plan that it belongs to.
        step: Its number there.
    """

    state: KernelArguments
    source: object
    enqueue: Callable[[Sequence[Event] | None], Event]
    set_number: Callable[[int, Any], object]
    memory: tuple[Setting, ...]
    constants: tuple[tuple[int, str, Any, Any], ...]
    factors: tuple[tuple[int, str, Callable[[Any], Any], int], ...]
    numbers: dict[str, Any]
    plan: BoundPlan
    step: int

    def set_constants(self) -> None:
        """Set the numbers that are the same in every call, where another call of the plan has set others."""
        self.state.numbers_from = self.source
        for index, name, value, typed in self.constants:
            if self.numbers.get(name) != value:
                self.set_number(index, typed)
                self.numbers[name] = value


def repeated_launches(
    plan: BoundPlan,
    constants: Mapping[str, Any],
    memory_indices: Mapping[str, int],
    factors: Mapping[str, int],
    argument_count: int,
    created_count: int,
) -> list[RepeatedLaunch]:
    """The launches of a plan.

    Args:
        plan: The plan.
        constants: The numbers that stay as they are, by name.
        memory_indices: Memory, by name: its position among that of the call.
        factors: The numbers that are factors, by name: their places among those of the call.
        argument_count: Arrays of the caller, the first places of memory.
        created_count: Arrays that the call makes, the places behind them. What follows is other memory.
    """
    launches = []
    for number, (step, kernel, memory, numbers, state) in enumerate(
        zip(plan.steps, plan.kernels, plan.memory, plan.numbers, plan.states, strict=True)
    ):
        settings = tuple(
            (
                *(
                    setter(kernel, index)
                    if memory_indices[name] < argument_count + created_count
                    else (kernel.set_memory, index)
                ),
                memory_indices[name],
            )
            for index, name in memory
        )
        launches.append(
            RepeatedLaunch(
                state,
                object(),
                _launcher(kernel, plan.queue, step.launch),
                kernel.set_number,
                settings,
                tuple(
                    (i, name, constants[name], kind(constants[name]))
                    for i, name, kind in numbers
                    if name in constants
                ),
                tuple((i, name, kind, factors[name]) for i, name, kind in numbers if name in factors),
                state.numbers,
                plan,
                number,
            )
        )
    return launches


def _launcher(kernel: BuiltKernel, queue: Any, extent: Launch) -> Callable[[Sequence[Event] | None], Event]:
    """A function that enqueues a kernel, from the events that it waits for."""
    if hasattr(kernel, "launcher"):
        return cast("QuickKernel", kernel).launcher(queue, extent)
    return partial(kernel.launch, queue, extent)


def setter(kernel: BuiltKernel, index: int) -> tuple[Callable[[int, Any], object], int]:
    """A function that sets an argument of a kernel to memory of a caller, and the number that it takes for the index.

    Args:
        kernel: The kernel.
        index: The index of the argument.
    """
    if hasattr(kernel, "setter"):
        return cast("QuickKernel", kernel).setter(index)
    return kernel.set_memory, index
