"""A call on device arrays whose launches are bound, and memory in the place of symbols."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.calls.serve import bind
from autoblas.emit.arguments import ScalarMemory
from autoblas.errors import ArgumentError, DeviceMismatchError
from autoblas.plan.queues import queue_device
from autoblas.plan.symbols import ArrayMemory, DeviceList, FactorArray, Temporary, number
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from autoblas.arrays.adapter import Adapter
    from autoblas.calls.call_plan import CallPlan
    from autoblas.devices.device import Queue
    from autoblas.plan.bound import BoundLaunch, BoundPlan
    from autoblas.plan.symbols import Launch

__all__ = ["BoundCall", "bound", "with_factors", "with_memory"]


class BoundCall(NamedTuple):
    """A plan on device arrays, bound to a queue.

    Attributes:
        plan: The plan.
        adapter: The adapter of the arrays.
        queue: The queue.
        launches: Bound plans, with symbols for all that differs from call to call.
    """

    plan: CallPlan
    adapter: Adapter
    queue: Queue
    launches: Sequence[tuple[BoundPlan, Mapping[str, Any]]]

    def with_memory(self) -> list[BoundLaunch]:
        """The launches with the memory of the plan's arrays, and temporaries."""
        memory = {name: self.adapter.memory_of(array)[0] for name, array in self.plan.arrays.items()}
        return with_memory(self.launches, self.queue, memory)


def with_factors(call: CallPlan, launches: Iterable[Launch], adapter: Adapter) -> CallPlan:
    """A plan whose operands include the factors in device memory that its launches read.

    Args:
        call: The plan.
        launches: Its launches.
        adapter: The adapter of its operands.

    Raises:
        ArgumentError: such an array lies elsewhere, or in the memory of an output.
    """
    factors = {
        symbol.rounding.argument: symbol.array
        for launch in launches
        for symbol in launch.values.values()
        if type(symbol) is FactorArray
    }
    for name, array in factors.items():
        if not isinstance(array, adapter.arrays) or not adapter.lives_with(array, call.queue):
            raise DeviceMismatchError(name, "an array in the context of the queue", "one in another context")
        adapter.check_extent(name, array)
        for output in call.written:
            if adapter.overlap(array, call.arrays[output]):
                argument = call.renamed.get(output, output)
                raise ArgumentError(
                    argument, f"memory that {name} does not use", f"an array that overlaps {name}"
                )
    return call._replace(arrays={**call.arrays, **factors}) if factors else call


def bound(
    queue: Queue, launches: Iterable[Launch], offsets: Mapping[str, int] = MappingProxyType({})
) -> list[tuple[BoundPlan, Mapping[str, Any]]]:
    """Launches of a plan, bound to a queue.

    Args:
        queue: The queue.
        launches: The launches.
        offsets: Where factors lie in their memory, in elements, by argument.

    Raises:
        DeviceMismatchError: a factor is in device memory, and operands are not.
        NoKernelError: no kernel of the device computes one of them.
        BuildError: the device's compiler refused the kernel.
    """
    bound_launches = []
    for layout, values in launches:
        factors = {name: symbol for name, symbol in values.items() if type(symbol) is FactorArray}
        if not factors:
            bound_launches.append((bind(queue, layout), values))
            continue
        in_memory, expanded = list[ScalarMemory](), dict(values)
        for name, symbol in factors.items():
            argument, _, conjugate = symbol.rounding
            if argument not in offsets:
                raise symbol.without_value
            in_memory.append(ScalarMemory(name, symbol.stored, conjugate))
            expanded |= {name: ArrayMemory(argument), f"{name}_offset": offsets[argument]}
        bound_launches.append((bind(queue, layout, tuple(in_memory)), expanded))
    return bound_launches


def with_memory(
    launches: Sequence[tuple[BoundPlan, Mapping[str, Any]]], queue: Queue, memory: Mapping[str, Any]
) -> list[BoundLaunch]:
    """Bound launches with memory and numbers in the place of symbols.

    Temporaries are taken here, before the first launch is enqueued.

    Args:
        launches: Bound plans with symbols.
        queue: Their queue.
        memory: The memory of the operands, by name.

    Raises:
        AllocationError: the device has no room.
    """
    device = queue_device(queue)
    temporaries: dict[Temporary, Any] = {}

    def value(symbol: Any) -> Any:
        kind = type(symbol)
        if kind is ArrayMemory:
            return memory[symbol.name]
        if kind is Temporary:
            if symbol not in temporaries:
                temporaries[symbol] = WORKSPACE.take(device, queue, symbol.name, symbol.needed)
            return temporaries[symbol]
        return device.allocate_copy(symbol.values) if kind is DeviceList else number(symbol)

    return [(plan, {name: value(symbol) for name, symbol in values.items()}) for plan, values in launches]
