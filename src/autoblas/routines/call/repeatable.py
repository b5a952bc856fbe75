"""A call that can be repeated: its launches, and where memory and factors of the next call belong in them."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.factors import rounded_factor
from autoblas.routines.call.capture import OperandMemory, ScratchMemory
from autoblas.routines.call.dispatch import come_to_rest
from autoblas.routines.call.places import picking
from autoblas.runtime.context import queue_device
from autoblas.runtime.repeated_plan import RepeatedLaunch, repeated_launches
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.problems.base import Scratch
    from autoblas.routines.call.capture import Capture, Captured, Made
    from autoblas.runtime.adapters.adapter import Adapter
    from autoblas.runtime.plan import BoundLaunch, Step

__all__ = ["New", "RepeatableCall", "repeatable_of"]


class New(NamedTuple):
    """An array that the call makes.

    Attributes:
        like: The place of the array whose allocator makes it.
        made: Makes it for that array, and gives its memory.
    """

    like: int
    made: Callable[[Any], tuple[Any, Any]]


class Borrowed(NamedTuple):
    """Memory of a call that is no array's.

    Attributes:
        lend: Gives it, in every call.
        nbytes: Bytes of a buffer that a caller may give in its place, of any content; 0 where none may.
    """

    lend: Callable[[], Any]
    nbytes: int = 0


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
        new: The arrays that it makes.
        scratch: Other memory of its launches, by the places that follow those of the arrays.
        roundings: By argument, the precision of each factor that varies.
        result: The place of the array that is returned, or those of several.
        run: ``general``, or what does the same for usual arrays and asks that for the others; see ``launcher``.
    """

    adapter: Adapter
    queue: Queue
    launches: tuple[RepeatedLaunch, ...]
    kinds: tuple[type, ...]
    ends: Mapping[str, tuple[int, int]]
    operands: tuple[int, ...]
    written: tuple[int, ...]
    new: tuple[New, ...]
    scratch: tuple[Borrowed, ...]
    roundings: tuple[tuple[str, Precision], ...]
    result: int | tuple[int, ...]

    def __post_init__(self) -> None:
        """What makes the call at first."""
        self.run: Callable[..., Any] = self.general

    @property
    def steps(self) -> list[Step]:
        """The launches of kernels, in order."""
        return [launch.plan.steps[launch.step] for launch in self.launches]

    def general(
        self,
        arrays: Sequence[Any],
        memory: Sequence[Any],
        factors: Mapping[str, Any],
        wait_for: Sequence[Event] | None,
        held: bool = False,
    ) -> Any:
        """Enqueue the call for arrays of any kind and queue; what the routine returns.

        Args:
            arrays: Those of the call, with the layouts that the work was captured for.
            memory: The memory of each.
            factors: By argument, those that may vary.
            wait_for: Events to wait for, besides those that the arrays hold.
            held: The caller holds these arrays, and gives no others where it says so; their extents were checked.

        Raises:
            ArgumentError: a factor is none that its precision can hold, or memory does not hold its array.
            DeviceError: the device refused a kernel, or memory.
        """
        adapter, queue = self.adapter, self.queue
        if not held:
            for name, (place, end) in self.ends.items():
                if adapter.room(memory[place]) < end:
                    adapter.check_extent(name, arrays[place])
        rounded = [rounded_factor(name, factors[name], precision) for name, precision in self.roundings]
        arrays, memory = [*arrays], [*memory]
        for like, make in self.new:
            array, base = make(arrays[like])
            arrays.append(array)
            memory.append(base)
        memory += [lend() for lend, _ in self.scratch]  # all of it before the first launch
        operands, outputs = picking(self.operands)(arrays), picking(self.written)(arrays)
        launch = self.launches[0]
        try:
            waits: Any = [*(wait_for or ()), *adapter.awaited(operands, outputs, queue)]
            for launch in self.launches:
                launch.set_constants()
                launch.state.memory_from = None
                for put, index, place in launch.memory:
                    put(index, memory[place])
                for index, name, kind, place in launch.factors:
                    launch.set_number(index, kind(rounded[place]))
                    launch.numbers[name] = rounded[place]
                event = launch.enqueue(waits)
                waits = None if launch.plan.in_order else [*(waits or ()), event]
            in_order = self.launches[-1].plan.in_order
            adapter.leave_event(event, queue, operands, outputs, in_order=in_order)
        except BaseException as error:
            self.failed(launch, error)
            raise
        returned = picking([self.result] if isinstance(self.result, int) else self.result)(arrays)
        result = returned[0] if isinstance(self.result, int) else returned
        return adapter.original(result) if adapter.foreign else result

    def failed(self, launch: RepeatedLaunch, error: BaseException) -> None:
        """Let the queue come to rest, and forget what was set of kernels.

        Args:
            launch: The launch that may have failed.
            error: How.

        Raises:
            LaunchError: the device refused it.
        """
        for other in self.launches:
            other.plan.forget_arguments()
        come_to_rest(self.queue)
        if isinstance(error, launch.plan.device.errors):
            raise launch.plan.refusal(launch.plan.kernels[launch.step].name, error) from error


def repeatable_of(
    capture: Capture,
    probe: Capture | None,
    given: Sequence[Any],
    free: Sequence[str],
    result: Any,
    kinds: Sequence[type],
) -> RepeatableCall | None:
    """The work of a call that was captured; None where it cannot be repeated.

    Args:
        capture: What it did.
        probe: What it would have done with other factors; None where it has none, or where they are not to vary.
        given: Its arrays.
        free: The arguments of the factors that are to vary, where there is a probe.
        result: What it returned.
        kinds: The classes of those arrays.
    """
    if len(capture.works) != 1 or (probe is not None and len(probe.works) != 1):
        return None
    work, arrays = capture.works[0], [*given, *(made.array for made in capture.made)]
    places: dict[Any, Any] = {
        OperandMemory(name): _place(array, arrays) for name, array in work.arrays.items()
    }
    likes = [_place(made.like, given) for made in capture.made]
    results = [_place(array, arrays) for array in (result if isinstance(result, tuple) else (result,))]
    if None in (*places.values(), *likes, *results):
        return None
    rounded: dict[str, tuple[Any, Any]] = {}
    if probe is not None:
        if any(name not in capture.factors or name not in probe.factors for name in free):
            return None
        rounded = {name: (capture.factors[name][1], probe.factors[name][1]) for name in free}
    twins = work.launches if probe is None else probe.works[0].launches
    if len(twins) != len(work.launches):
        return None
    where, adapter = (queue_device(work.queue), work.queue), work.adapter
    borrowed: list[Borrowed] = []

    def place_of(memory: Borrowed) -> int:
        """The place of memory that is no array's."""
        borrowed.append(memory)
        return len(arrays) + len(borrowed) - 1

    def workspace(name: str, needed: Scratch) -> int:
        """The place of memory that launches share."""
        plain = not (needed.cleared or needed.texels)
        lend = WORKSPACE.lender(*where, name, needed)
        return place_of(Borrowed(lend, needed.nbytes if plain else 0))

    places |= {scratch: workspace(scratch.name, scratch.needed) for scratch in work.scratch}
    launches: list[RepeatedLaunch] = []
    for launch, twin in zip(work.launches, twins, strict=True):
        sources = _sources(launch, twin, places, list(rounded.values()))
        if sources is None:
            return None
        plan, (constants, memory, factors) = launch[0], sources
        memory |= {name: workspace(name, needed) for name, needed in plan.scratch.items()}
        shared = {name for arguments in plan.memory for _, name in arguments} - memory.keys()
        memory |= {name: place_of(Borrowed(partial(constants.get, name))) for name in shared}
        launches += repeated_launches(plan, constants, memory, factors, len(given), len(capture.made))
    used = tuple(
        place
        for place, array in enumerate(arrays)
        if any(array is operand for operand in work.arrays.values())
    )
    ends = [(name, _place(array, arrays), adapter.end_of(array)) for name, array in work.arrays.items()]
    return RepeatableCall(
        adapter,
        work.queue,
        tuple(launches),
        tuple(kinds),
        {name: (place, end) for name, place, end in ends if end and place < len(kinds)},
        used,
        tuple(places[OperandMemory(name)] for name in work.written),
        tuple(_new(made, like, work) for made, like in zip(capture.made, likes, strict=True)),
        tuple(borrowed),
        tuple((name, capture.factors[name][0]) for name in rounded),
        tuple(results) if isinstance(result, tuple) else results[0],
    )


def _new(made: Made, like: int, work: Captured) -> New:
    """An array that calls make, of the layout of one that was made."""
    adapter, queue = work.adapter, work.queue
    if not made.zeros:
        return New(like, adapter.maker(adapter.template(queue, made.shape, made.dtype)))

    def make(source: Any) -> tuple[Any, Any]:
        array = adapter.new(source, queue, made.shape, made.dtype, zeros=True)
        return array, adapter.memory_of(array)[0]

    return New(like, make)


def _place(array: Any, arrays: Sequence[Any]) -> Any:
    """Where an array is among others; None where it is not."""
    return next((place for place, each in enumerate(arrays) if each is array), None)


Sources = tuple[dict[str, Any], dict[str, int], dict[str, int]]
"""Where the values of a launch come from: constants; places of memory; places of factors."""


def _sources(
    launch: BoundLaunch, twin: BoundLaunch, places: Mapping[Any, int], rounded: Sequence[tuple[Any, Any]]
) -> Sources | None:
    """The sources of a launch's values; None where one of them is not known to come again.

    Args:
        launch: The launch.
        twin: The same with other factors.
        places: By what stands for it, where memory is.
        rounded: Each factor of both calls.
    """
    (plan, values), (other, others) = launch, twin
    if plan is not other or values.keys() != others.keys():
        return None
    constants: dict[str, Any] = {}
    operands: dict[str, int] = {}
    factors: dict[str, int] = {}
    for name, value in values.items():
        if isinstance(value, (OperandMemory, ScratchMemory)):
            operands[name] = places[value]
        elif value is others[name] or (isinstance(value, numbers.Number) and value == others[name]):
            constants[name] = value
        elif (value, others[name]) in rounded:
            factors[name] = rounded.index((value, others[name]))
        else:
            return None
    return constants, operands, factors
