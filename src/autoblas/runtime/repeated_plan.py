"""A plan whose values are known by what they are, so that launching it again sets what differs and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from autoblas.devices.device import BuiltKernel, Event, Launch
    from autoblas.runtime.plan import BoundPlan, Step

__all__ = ["Given", "RepeatedPlan"]

Given = tuple[Sequence[Any], Mapping[str, Any], bool]
"""What varies from call to call: memory, by its place; the factors by name, rounded; and whether the caller gives the same
memory whenever it says so here, and holds it."""


class _Launch(NamedTuple):
    """One launch of the plan.

    Attributes:
        kernel: The kernel.
        extent: Its work-items.
        operands: The arguments that are memory which varies: index and place.
        shared: The arguments that are other memory: index and name.
        constants: The numbers that stay as they are: index, name and value, of the kernel's type.
        factors: The numbers that are factors: index, name, the constructor of the kernel's type, and the factor.
        bound: What numbers were set last, by name; see ``BoundPlan``.
    """

    kernel: BuiltKernel
    extent: Launch
    operands: tuple[tuple[int, int], ...]
    shared: tuple[tuple[int, str], ...]
    constants: tuple[tuple[int, str, Any], ...]
    factors: tuple[tuple[int, str, Any, str], ...]
    bound: dict[str, Any]


class RepeatedPlan:
    """A plan, and where its values come from.

    Args:
        plan: The plan, which was launched before.
        constants: The values that stay as they are, by name; memory too.
        operands: The values that are memory which varies, and its place.
        factors: The values that are factors, and their names.

    Attributes:
        in_order: Commands on the queue run in the order in which they were enqueued.
    """

    __slots__ = ("_constants", "_launches", "_plan", "in_order")

    def __init__(
        self,
        plan: BoundPlan,
        constants: Mapping[str, Any],
        operands: Mapping[str, int],
        factors: Mapping[str, str],
    ) -> None:
        self._plan, self._constants, self.in_order = plan, constants, plan.in_order
        self._launches = tuple(
            _Launch(
                kernel,
                step.launch,
                tuple((index, operands[name]) for index, name in memory if name in operands),
                tuple((index, name) for index, name in memory if name not in operands),
                tuple(
                    (index, name, kind(constants[name])) for index, name, kind in numbers if name in constants
                ),
                tuple((index, name, kind, factors[name]) for index, name, kind in numbers if name in factors),
                bound,
            )
            for step, kernel, memory, numbers, bound in zip(
                plan.steps, plan.kernels, plan.memory, plan.numbers, plan.bound, strict=True
            )
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """The launches of the plan."""
        return self._plan.steps

    def launch(self, given: Given, wait_for: Sequence[Event] | None = None) -> list[Event]:
        """Enqueue every step; the event of the last, in a list, as that of a plan is.

        Args:
            given: What varies.
            wait_for: Events that must have happened before the first step.

        Raises:
            LaunchError: the device refused a step.
        """
        memory, rounded, fixed = given
        plan = self._plan
        queue = plan.queue
        in_place = fixed and plan.memory_from is self
        plan.memory_from = None
        shared = {**self._constants, **plan.workspace()} if plan.scratch else self._constants
        known = plan.numbers_from is self  # other launches of the same plan may have set other constants
        event: Any = None
        try:
            for kernel, extent, operands, others, constants, factors, bound in self._launches:
                if not known:
                    self._set_constants(kernel, constants, bound)
                if not in_place:
                    for index, place in operands:
                        kernel.set_memory(index, memory[place])
                for index, name in others:
                    kernel.set_memory(index, shared[name])
                for index, name, kind, factor in factors:
                    value = rounded[factor]
                    if bound.get(name) != value:
                        kernel.set_number(index, kind(value))
                        bound[name] = value
                waits = wait_for
                if event is not None:
                    waits = None if self.in_order else [*(wait_for or ()), event]
                event = kernel.launch(queue, extent, waits)
        except BaseException as error:
            plan.forget_numbers()
            if isinstance(error, plan.device.errors):
                raise plan.refusal(kernel.name, error) from error
            raise
        plan.numbers_from = self
        if fixed:
            plan.memory_from = self
        return [event]

    def _set_constants(
        self, kernel: BuiltKernel, constants: Sequence[tuple[int, str, Any]], bound: dict[str, Any]
    ) -> None:
        """Set the numbers of a kernel that stay as they are, where they are others."""
        for index, name, value in constants:
            if bound.get(name) != self._constants[name]:
                kernel.set_number(index, value)
                bound[name] = self._constants[name]
