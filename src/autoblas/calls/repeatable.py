"""A call that can be repeated: its launches, and where memory and factors of the next call belong in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.calls.dispatch import finish_queue
from autoblas.calls.repeated_plan import RepeatedLaunch, repeated_launches
from autoblas.plan.queues import queue_device
from autoblas.plan.symbols import ArrayMemory, DeviceList, Factor, Rounding, Temporary, number
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from autoblas.arrays.adapter import Adapter
    from autoblas.calls.bound_call import BoundCall
    from autoblas.devices.device import Event, Queue
    from autoblas.plan.bound import BoundLaunch, LaunchStep
    from autoblas.problems.base import Scratch

__all__ = ["BY_VALUE", "ArrayMaker", "CallTemplate", "RepeatableCall", "template_of"]

BY_VALUE = "the values of factors are part of the key"
"""Stands for calls whose lists in device memory hold factors, or products of them."""


class ArrayMaker(NamedTuple):
    """An array that the call makes.

    Attributes:
        like: The place of the array whose allocator makes it.
        make: Makes it for that array, and gives its memory.
    """

    like: int
    make: Callable[[Any], tuple[Any, Any]]


class MemorySource(NamedTuple):
    """Memory of a call that is no array's.

    Attributes:
        provide: Gives it, in every call.
        nbytes: Bytes of a buffer that a caller may give in its place, of any content; 0 where none may.
    """

    provide: Callable[[], Any]
    nbytes: int = 0


@dataclass(eq=False)
class RepeatableCall:
    """The launches of a call, for arrays by their positions: first those of the call, then those that it makes.

    Attributes:
        adapter: The adapter of the arrays.
        queue: Where it runs.
        launches: In order.
        kinds: The classes of the arrays of the call.
        ends: By the caller's argument for an operand, its place, and where it ends in memory whose size is asked.
        operands: The places of those that it waits for.
        written: The places of those that it writes.
        new: The arrays that it makes.
        scratch: Other memory of its launches, by the places that follow those of the arrays.
        roundings: The factors that vary, by their places.
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
    new: tuple[ArrayMaker, ...]
    scratch: tuple[MemorySource, ...]
    roundings: tuple[Rounding, ...]
    result: int | tuple[int, ...]

    def __post_init__(self) -> None:
        """Let the call be made without a function of its own at first."""
        self.run: Callable[..., Any] = self.general

    @property
    def steps(self) -> list[LaunchStep]:
        """The launches of kernels, in order."""
        return [launch.plan.steps[launch.step] for launch in self.launches]

    def general(
        self,
        arrays: Sequence[Any],
        memory: Sequence[Any],
        factors: Mapping[str, Any],
        wait_for: Sequence[Event] | None,
        fixed: bool = False,
    ) -> Any:
        """Enqueue the call for arrays of any kind and queue; what the routine returns.

        Args:
            arrays: Those of the call, with the layouts that the call was planned for.
            memory: The memory of each.
            factors: By argument, those that may vary.
            wait_for: Events to wait for, besides those that the arrays hold.
            fixed: The caller holds these arrays, and gives no others where it says so; their extents were checked.

        Raises:
            ArgumentError: a factor is none that its precision can hold, or memory does not hold its array.
            DeviceError: the device refused a kernel, or memory.
        """
        adapter, queue = self.adapter, self.queue
        if not fixed:
            for name, (index, end) in self.ends.items():
                if adapter.room(memory[index]) < end:
                    adapter.check_extent(name, arrays[index])
        rounded = [rounding.rounded(factors) for rounding in self.roundings]
        arrays, memory = [*arrays], [*memory]
        for like, make in self.new:
            array, base = make(arrays[like])
            arrays.append(array)
            memory.append(base)
        memory += [provide() for provide, _ in self.scratch]  # all of it before the first launch
        operands, outputs = (
            [arrays[index] for index in indices] for indices in (self.operands, self.written)
        )
        launch = self.launches[0]
        try:
            waits: Any = [*(wait_for or ()), *adapter.awaited(operands, outputs, queue)]
            for launch in self.launches:
                launch.set_constants()
                launch.state.memory_from = None
                for put, index, slot in launch.memory:
                    put(index, memory[slot])
                for index, name, kind, slot in launch.factors:
                    launch.set_number(index, kind(rounded[slot]))
                    launch.numbers[name] = rounded[slot]
                event = launch.enqueue(waits)
                waits = None if launch.plan.in_order else [*(waits or ()), event]
            in_order = self.launches[-1].plan.in_order
            adapter.leave_event(event, queue, operands, outputs, in_order=in_order)
        except BaseException as error:
            self.failed(launch, error)
            raise
        indices = self.result
        result = arrays[indices] if isinstance(indices, int) else tuple(arrays[index] for index in indices)
        return adapter.original(result) if adapter.foreign else result

    def failed(self, launch: RepeatedLaunch, error: BaseException) -> None:
        """Let the queue come to rest, and forget what was set of kernels.

        Args:
            launch: The launch that may have failed.
            error: How.

        Raises:
            LaunchError: the device refused it.
        """
        for repeated in self.launches:
            repeated.plan.forget_arguments()
        finish_queue(self.queue)
        if isinstance(error, launch.plan.device.errors):
            raise launch.plan.refusal(launch.plan.kernels[launch.step].name, error) from error


class CallTemplate(NamedTuple):
    """The launches of a call without its arrays: enough to repeat it, once there is a second one.

    Attributes:
        adapter: The adapter of the arrays.
        queue: Where it ran.
        kinds: The classes of its arrays.
        launches: Its launches, with symbols for memory and factors.
        indices: The place of each operand among the arrays of the call and those that it made.
        written: The names of the operands that are written.
        ends: By the name of an operand, where it ends in memory whose size is asked, or 0.
        created: The arrays that it made, each with the place of the one whose allocator made it.
        roundings: The factors that vary.
        result: The place of the array that was returned, or those of several.
        renamed: The caller's arguments, by operands that have another name.
    """

    adapter: Adapter
    queue: Queue
    kinds: tuple[type, ...]
    launches: Sequence[BoundLaunch]
    indices: dict[str, int]
    written: Collection[str]
    ends: dict[str, int]
    created: tuple[tuple[int, tuple[int, ...], Any, bool], ...]
    roundings: tuple[Rounding, ...]
    result: int | tuple[int, ...]
    renamed: Mapping[str, str] = {}

    def repeatable(self) -> RepeatableCall:
        """The call, to be repeated."""
        where = queue_device(self.queue), self.queue
        argument_count, created_count = len(self.kinds), len(self.created)
        sources: list[MemorySource] = []

        def add_source(memory: MemorySource) -> int:
            """The place of memory that is no array's."""
            sources.append(memory)
            return argument_count + created_count + len(sources) - 1

        def workspace(name: str, needed: Scratch) -> int:
            """The place of memory that launches share."""
            plain = not (needed.cleared or needed.texels)
            provide = WORKSPACE.provider(*where, name, needed)
            return add_source(MemorySource(provide, needed.nbytes if plain else 0))

        indices: dict[Any, int] = {ArrayMemory(name): index for name, index in self.indices.items()}
        launches: list[RepeatedLaunch] = []
        for plan, values in self.launches:
            memory, scalars, constants = dict[str, int](), dict[str, int](), dict[str, Any]()
            for name, value in values.items():
                if isinstance(value, Temporary) and value not in indices:
                    indices[value] = workspace(value.name, value.needed)
                if isinstance(value, (ArrayMemory, Temporary)):
                    memory[name] = indices[value]
                elif isinstance(value, DeviceList):
                    list_memory = where[0].allocate_copy(value.values)
                    memory[name] = add_source(MemorySource(partial(_constant, list_memory)))
                elif isinstance(value, Rounding):
                    scalars[name] = self.roundings.index(value)
                else:
                    constants[name] = value
            memory |= {name: workspace(name, needed) for name, needed in plan.scratch.items()}
            launches += repeated_launches(plan, constants, memory, scalars, argument_count, created_count)
        ends = {
            self.renamed.get(name, name): (index, self.ends[name])
            for name, index in self.indices.items()
            if index < argument_count
        }
        return RepeatableCall(
            self.adapter,
            self.queue,
            tuple(launches),
            self.kinds,
            {name: end for name, end in ends.items() if end[1]},
            tuple(sorted(set(self.indices.values()))),
            tuple(self.indices[name] for name in self.written),
            tuple(_new(self.adapter, self.queue, *new) for new in self.created),
            tuple(sources),
            self.roundings,
            self.result,
        )


def template_of(
    call: BoundCall, arrays: Sequence[Any], varying: Collection[str], kinds: Sequence[type]
) -> CallTemplate | str | None:
    """The form of a call on device arrays; None where calls with its key cannot be repeated, or ``BY_VALUE``.

    Args:
        call: The call.
        arrays: Its array arguments.
        varying: The arguments whose factors differ from call to call.
        kinds: The classes of the arrays that the caller gave.
    """
    plan = call.plan
    all_arrays = [*arrays, *(new.array for new in plan.created)]
    indices = {name: _index_of(array, all_arrays) for name, array in plan.arrays.items()}
    likes = [_index_of(new.like, arrays) for new in plan.created]
    results = [
        _index_of(array, all_arrays)
        for array in (plan.result if isinstance(plan.result, tuple) else (plan.result,))
    ]
    symbols = [symbol for _, values in call.launches for symbol in values.values()]
    listed = any(type(symbol) is DeviceList for symbol in symbols)
    if None in (*indices.values(), *likes, *results):
        return None
    if listed and varying:
        return BY_VALUE
    roundings: dict[Rounding, None] = {}

    def source(symbol: Any) -> Any:
        """The source of a factor that differs, the number of another one, and any other symbol itself."""
        if type(symbol) is Factor and symbol.rounding.argument in varying:
            roundings[symbol.rounding] = None
            return symbol.rounding
        return number(symbol)

    launches = [
        (bound, {name: source(symbol) for name, symbol in values.items()}) for bound, values in call.launches
    ]
    return CallTemplate(
        call.adapter,
        call.queue,
        tuple(kinds),
        launches,
        indices,
        plan.written,
        {name: call.adapter.end_of(array) for name, array in plan.arrays.items()},
        tuple((like, new.shape, new.dtype, new.zeros) for like, new in zip(likes, plan.created, strict=True)),
        tuple(roundings),
        tuple(results) if isinstance(plan.result, tuple) else results[0],
        plan.renamed,
    )


def _constant(memory: Any) -> Any:
    """Memory that stays from call to call."""
    return memory


def _new(
    adapter: Adapter, queue: Queue, like: int, shape: tuple[int, ...], dtype: Any, zeros: bool
) -> ArrayMaker:
    """An array that calls make, of the layout of one that was made."""
    if not zeros:
        return ArrayMaker(like, adapter.maker(queue, shape, dtype))

    def make(source: Any) -> tuple[Any, Any]:
        array = adapter.new(source, queue, shape, dtype, zeros=True)
        return array, adapter.memory_of(array)[0]

    return ArrayMaker(like, make)


def _index_of(array: Any, arrays: Sequence[Any]) -> Any:
    """Where an array is among others; None where it is not."""
    return next((index for index, candidate in enumerate(arrays) if candidate is array), None)
