"""A plan whose values are known by what they are, so that launching it again sets what differs and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from autoblas.runtime.adapters.words import Words, joined
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import BuiltKernel, Event, Launch, QuickKernel
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

    def memory_words(self, number: int) -> Words:
        """Lines that bind ``s``, ``number`` and a place to memory that the kernels of a plan on an in-order queue share.

        They raise ``AllocationError`` where the device has no room for it.

        Args:
            number: See ``words``.
        """
        plan = self._plan
        return joined(
            [
                WORKSPACE.words(f"s_{number}_{place}", plan.device, plan.queue, name, needed)
                for place, (name, needed) in enumerate(plan.scratch.items())
            ]
        )

    def words(self, number: int, factors: Mapping[str, str], shared_from: int, *, fixed: bool) -> Words:
        """Lines that do what ``launch`` does, for memory ``m`` with its place and ``waits``; and bind ``event``.

        Those of ``memory_words`` come before them.

        Args:
            number: What is different in the names of another plan's.
            factors: The names of rounded factors in the lines, by their arguments.
            shared_from: Where places of memory begin that is no caller's.
            fixed: The memory is the same whenever they run, and held.
        """
        plan, tag = self._plan, f"_{number}"
        names: dict[str, Any] = {f"plan{tag}": plan, f"own{tag}": self}
        lines = [f"known = plan{tag}.numbers_from is own{tag}"]
        if fixed:
            lines.append(f"kept = plan{tag}.memory_from is own{tag}")
        lines.append(f"{'if not kept: ' if fixed else ''}plan{tag}.memory_from = None")
        inside: list[str] = []
        for at, launch in enumerate(self._launches):
            parts = (
                self._arguments(launch, number, f"{tag}_{at}", shared_from, fixed=fixed),
                _factors(launch, f"{tag}_{at}", factors),
            )
            names |= {name: value for part in parts for name, value in part.names.items()}
            names[f"launch{tag}_{at}"] = _launcher(launch.kernel, plan.queue, launch.extent)
            waits = "waits" if (number, at) == (0, 0) else "None"
            lines_of_parts = [line for part in parts for line in part.lines]
            inside += [*([f"at = {at}"] if at else []), *lines_of_parts, f"event = launch{tag}_{at}({waits})"]
        names[f"failed{tag}"] = self._failed
        block = [f"    {line}" for each in inside for line in each.splitlines()]
        rest = f"except BaseException as error:\n    failed{tag}(at, error)\n    raise"
        lines += ["at = 0", "\n".join(["try:", *block, rest])]
        lines.append(f"if not known:\n    plan{tag}.numbers_from = own{tag}")
        if fixed:
            lines.append(f"if not kept:\n    plan{tag}.memory_from = own{tag}")
        return Words(lines, names)

    def _arguments(self, launch: _Launch, number: int, tag: str, shared_from: int, *, fixed: bool) -> Words:
        """Lines that set constants where they are others, and memory."""
        own = {name: f"s_{number}_{place}" for place, name in enumerate(self._plan.scratch)}
        kernel, lines, names = launch.kernel, list[str](), dict[str, Any]()
        if launch.constants:
            names[f"constants{tag}"] = partial(self._set_constants, kernel, launch.constants, launch.bound)
            lines.append(f"if not known:\n    constants{tag}()")
        settings = []
        for index, place in launch.operands:
            name = f"set{tag}_{index}"
            names[name], where = _setter(kernel, index, of_caller=place < shared_from)
            settings.append(f"{name}({where}, m{place})")
        if settings and fixed:
            settings = ["\n    ".join(["if not kept:", *settings])]
        lines += settings
        for index, name in launch.shared:
            names[f"set{tag}"] = kernel.set_memory
            if name not in own:
                names[f"i{tag}_{index}"] = self._constants[name]
            lines.append(f"set{tag}({index}, {own.get(name, f'i{tag}_{index}')})")
        return Words(lines, names)

    def _failed(self, at: int, error: BaseException) -> None:
        """Forget what was set in a launch that failed.

        Raises:
            LaunchError: the device refused it.
        """
        plan = self._plan
        plan.forget_arguments()
        if isinstance(error, plan.device.errors):
            raise plan.refusal(self._launches[at].kernel.name, error) from error

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
            plan.forget_arguments()
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


def _factors(launch: _Launch, tag: str, factors: Mapping[str, str]) -> Words:
    """Lines that set the factors of a kernel where they are others than the last time."""
    lines, names = list[str](), dict[str, Any]()
    for index, name, kind, factor in launch.factors:
        which, value = f"i{tag}_{index}", factors[factor]
        names |= {f"number{tag}": launch.kernel.set_number, f"bound{tag}": launch.bound}
        names |= {which: name, f"kind{tag}_{index}": kind}
        lines.append(
            f"if bound{tag}.get({which}) != {value}:\n"
            f"    number{tag}({index}, kind{tag}_{index}({value}))\n"
            f"    bound{tag}[{which}] = {value}"
        )
    return Words(lines, names)


def _launcher(kernel: BuiltKernel, queue: Any, extent: Launch) -> Callable[[Sequence[Event] | None], Event]:
    """What enqueues a kernel, from the events that it waits for."""
    if hasattr(kernel, "launcher"):
        return cast("QuickKernel", kernel).launcher(queue, extent)
    return partial(kernel.launch, queue, extent)


def _setter(kernel: BuiltKernel, index: int, *, of_caller: bool) -> tuple[Callable[[int, Any], object], int]:
    """What lets an argument of a kernel be memory, and what it is to be given for its index."""
    if of_caller and hasattr(kernel, "setter"):
        return cast("QuickKernel", kernel).setter(index)
    return kernel.set_memory, index
