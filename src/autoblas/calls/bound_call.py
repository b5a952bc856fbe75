"""A call on device arrays whose launches are bound, and memory in the place of symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.calls.serve import bind
from autoblas.plan.queues import queue_device
from autoblas.plan.symbols import ArrayMemory, DeviceList, Temporary, number
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from autoblas.arrays.adapter import Adapter
    from autoblas.calls.call_plan import CallPlan
    from autoblas.devices.device import Queue
    from autoblas.plan.bound import BoundLaunch, BoundPlan
    from autoblas.plan.symbols import Launch

__all__ = ["BoundCall", "bound", "with_memory"]


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


def bound(queue: Queue, launches: Iterable[Launch]) -> list[tuple[BoundPlan, Mapping[str, Any]]]:
    """Launches of a plan, bound to a queue.

    Args:
        queue: The queue.
        launches: The launches.

    Raises:
        NoKernelError: no kernel of the device computes one of them.
        BuildError: the device's compiler refused the kernel.
    """
    return [(bind(queue, launch.layout), launch.values) for launch in launches]


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
