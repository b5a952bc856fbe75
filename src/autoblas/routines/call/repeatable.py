"""A call that can be repeated: its launches, and where memory and factors of the next call belong in them."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from autoblas.factors import rounded_factor
from autoblas.routines.call.capture import OperandMemory, ScratchMemory
from autoblas.routines.call.dispatch import enqueue_together
from autoblas.routines.call.places import picking
from autoblas.runtime.context import queue_device
from autoblas.runtime.plan import BoundPlan
from autoblas.runtime.repeated_plan import RepeatedPlan
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.routines.call.capture import Capture
    from autoblas.routines.call.places import Pick
    from autoblas.runtime.adapters.adapter import Adapter
    from autoblas.runtime.plan import BoundLaunch, Step

__all__ = ["New", "RepeatableCall", "repeatable_of"]


class New(NamedTuple):
    """An array that the call makes.

    Attributes:
        like: The place of the array whose allocator makes it.
        template: What it is made from; see ``Adapter.template``.
        zeros: It is to be of zeros.
    """

    like: int
    template: Any
    zeros: bool


@dataclass(eq=False)
class RepeatableCall:
    """What is enqueued, for arrays by their places: first those of the call, then those that it makes.

    Attributes:
        adapter: The adapter of the arrays.
        queue: Where it runs.
        launches: In order.
        kinds: The classes of the arrays of the call.
        ends: By the name of an operand that the caller gives, its place, and where it ends in memory whose size is asked.
        operands: The places of those that it waits for.
        written: The places of those that it writes.
        in_one_stream: See ``Adapter.in_one_stream``.
        new: The arrays that it makes.
        scratch: Memory that its launches share, by the places that follow those of the arrays.
        roundings: By argument, the precision of each factor that varies.
        result: The place of the array that is returned, or those of several.
        run: ``repeat``, or what does the same for usual calls and asks that for the others; see ``running``.
    """

    adapter: Adapter
    queue: Queue
    launches: tuple[RepeatedPlan, ...]
    kinds: tuple[type, ...]
    ends: Mapping[str, tuple[int, int]]
    operands: tuple[int, ...]
    written: tuple[int, ...]
    in_one_stream: bool
    new: tuple[New, ...]
    scratch: tuple[ScratchMemory, ...]
    roundings: tuple[tuple[str, Precision], ...]
    result: int | tuple[int, ...]

    def __post_init__(self) -> None:
        """What does it at first."""
        self.run: Callable[..., Any] = self.repeat

    @cached_property
    def _picks(self) -> tuple[Pick, Pick]:
        """What picks the arrays that it waits for, and those that it writes."""
        return picking(self.operands), picking(self.written)

    @property
    def steps(self) -> list[Step]:
        """The launches of kernels, in order."""
        return [step for launch in self.launches for step in launch.steps]

    def repeat(
        self,
        arrays: Sequence[Any],
        memory: Sequence[Any],
        factors: Mapping[str, Any],
        wait_for: Sequence[Event] | None,
        fixed: bool = False,
    ) -> Any:
        """Enqueue it for other arrays and factors; what the routine returns.

        Args:
            arrays: Those of the call, with the layouts that the work was captured for.
            memory: The memory of each.
            factors: By argument, those that may vary.
            wait_for: Events to wait for, besides those that the arrays hold.
            fixed: The caller holds this memory, and says so of no other: kernels that still have it are not given it again.

        Raises:
            ArgumentError: a factor is none that its precision can hold, or memory does not hold its array.
            DeviceError: the device refused a kernel, or memory.
        """
        adapter, queue, rounded = self.adapter, self.queue, NONE
        if not fixed:
            for name, (place, end) in self.ends.items():
                if adapter.room(memory[place]) < end:
                    adapter.check_extent(name, arrays[place])
        if self.roundings:
            rounded = {
                name: rounded_factor(name, factors[name], precision) for name, precision in self.roundings
            }
        if self.new or self.scratch:
            fixed, arrays, memory = False, [*arrays], [*memory]
            for new in self.new:
                array = self.made(new, arrays[new.like])
                arrays.append(array)
                memory.append(adapter.memory_of(array)[0])
            for scratch in self.scratch:
                memory.append(WORKSPACE.take(queue_device(queue), queue, scratch.name, scratch.needed))
        given, (pick_operands, pick_written) = (memory, rounded, fixed), self._picks
        enqueue_together(
            [(each, given) for each in self.launches],
            queue,
            adapter,
            pick_operands(arrays),
            pick_written(arrays),
            wait_for,
            in_one_stream=self.in_one_stream,
        )
        result = self.result
        found = (
            arrays[result] if type(result) is int else tuple(arrays[place] for place in cast("Any", result))
        )
        return adapter.original(found) if adapter.foreign else found

    def made(self, new: New, like: Any) -> Any:
        """A new array, from the allocator of another."""
        template = new.template
        if new.zeros:
            return self.adapter.new(like, self.queue, template.shape, template.dtype, zeros=True)
        return self.adapter.new_like(template, like)


NONE: Mapping[str, Any] = {}


def repeatable_of(
    capture: Capture,
    probe: Capture | None,
    given: Sequence[Any],
    free: Sequence[str],
    result: Any,
    kinds: Sequence[type],
    *,
    in_one_stream: bool,
) -> RepeatableCall | None:
    """The work of a call that was captured; None where it cannot be repeated.

    Args:
        capture: What it did.
        probe: What it would have done with other factors; None where it has none, or where they are not to vary.
        given: Its arrays.
        free: The arguments of the factors that are to vary, where there is a probe.
        result: What it returned.
        kinds: The classes of those arrays.
        in_one_stream: What ``Adapter.in_one_stream`` says of those arrays.
    """
    if len(capture.works) != 1 or (probe is not None and len(probe.works) != 1):
        return None
    work, arrays = capture.works[0], [*given, *(made.array for made in capture.made)]
    places: dict[Any, Any] = {
        OperandMemory(name): _place(array, arrays) for name, array in work.arrays.items()
    }
    likes = [_place(made.like, given) for made in capture.made]
    results = [_place(each, arrays) for each in (result if isinstance(result, tuple) else (result,))]
    if None in (*places.values(), *likes, *results):
        return None
    rounded = {}
    if probe is not None:
        if any(name not in capture.factors or name not in probe.factors for name in free):
            return None
        rounded = {name: (capture.factors[name][1], probe.factors[name][1]) for name in free}
    twins = work.launches if probe is None else probe.works[0].launches
    if len(twins) != len(work.launches):
        return None
    places |= {scratch: len(arrays) + place for place, scratch in enumerate(work.scratch)}
    found = [
        _repeated(launch, twin, places, rounded) for launch, twin in zip(work.launches, twins, strict=True)
    ]
    launches = [each for each in found if each is not None]
    if len(launches) < len(found):
        return None
    used = tuple(
        place for place, array in enumerate(arrays) if any(array is each for each in work.arrays.values())
    )
    ends = [
        (name, places[OperandMemory(name)], work.adapter.end_of(array)) for name, array in work.arrays.items()
    ]
    return RepeatableCall(
        work.adapter,
        work.queue,
        tuple(launches),
        tuple(kinds),
        {name: (place, end) for name, place, end in ends if end and place < len(kinds)},
        used,
        tuple(places[OperandMemory(name)] for name in work.written),
        in_one_stream,
        tuple(
            New(like, work.adapter.template(work.queue, made.shape, made.dtype), made.zeros)
            for like, made in zip(likes, capture.made, strict=True)
        ),
        tuple(work.scratch),
        tuple((name, capture.factors[name][0]) for name in rounded),
        tuple(results) if isinstance(result, tuple) else results[0],
    )


def _place(array: Any, arrays: Sequence[Any]) -> Any:
    """Where an array is among others; None where it is not."""
    return next((place for place, each in enumerate(arrays) if each is array), None)


def _repeated(
    launch: BoundLaunch, twin: BoundLaunch, places: Mapping[Any, int], rounded: Mapping[str, tuple[Any, Any]]
) -> RepeatedPlan | None:
    """A launch whose values are sorted by what they are; None where one of them is not known to come again.

    Args:
        launch: The launch.
        twin: The same with other factors.
        places: By what stands for it, where memory is.
        rounded: Each factor of both calls.
    """
    (plan, values), (other, others) = launch, twin
    if not isinstance(plan, BoundPlan) or plan is not other or values.keys() != others.keys():
        return None
    constants: dict[str, Any] = {}
    operands: dict[str, int] = {}
    factors: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, (OperandMemory, ScratchMemory)):
            operands[name] = places[value]
        elif value is others[name] or (isinstance(value, numbers.Number) and value == others[name]):
            constants[name] = value
        else:
            both = (value, others[name])
            found = next((argument for argument, pair in rounded.items() if pair == both), None)
            if found is None:
                return None
            factors[name] = found
    return RepeatedPlan(plan, constants, operands, factors)
