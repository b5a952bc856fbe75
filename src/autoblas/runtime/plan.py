"""The steps of one call, bound once and run many times by one thread on one queue."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.errors import LaunchError
from autoblas.runtime.build import program_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Launch
    from autoblas.devices.opencl import OpenCLDevice
    from autoblas.runtime.choose import Choice

__all__ = ["BoundPlan", "Step", "Workspace", "steps_of"]

_SCALARS = {"alpha", "beta"}


@dataclass(frozen=True)
class Step:
    """One launch.

    Attributes:
        choice: The kernel, its parameters and the problem it solves.
        launch: Its extent.
        sources: For each argument of the kernel, the name of the value of the call that it takes.
    """

    choice: Choice
    launch: Launch
    sources: tuple[str, ...]


def steps_of(choice: Choice) -> tuple[Step, ...]:
    """The launches of a choice in order: operands that are packed first, then the kernel itself."""
    steps = []
    renamed: dict[str, str] = {}
    for name, pack in choice.packs.items():
        flip = name == "b"  # panels of B are cut across its columns, which are the rows of its transpose
        sources = {
            "rows": "n" if flip else "m",
            "depth": "k",
            "x": name,
            "x_offset": f"{name}_offset",
            "x_row": f"{name}_col" if flip else f"{name}_row",
            "x_col": f"{name}_row" if flip else f"{name}_col",
            "packed": f"packed_{name}",
        }
        launch = pack.kernel.geometry(pack.params, pack.problem)
        steps.append(Step(pack, launch, tuple(sources[a] for a in pack.kernel.arguments)))
        renamed[name] = f"packed_{name}"
    sources_of_kernel = tuple(renamed.get(a, a) for a in choice.kernel.arguments)
    steps.append(Step(choice, choice.kernel.geometry(choice.params, choice.problem), sources_of_kernel))
    return tuple(steps)


class Workspace(threading.local):
    """Device memory for packed operands, one set a thread and queue, grown as calls need it and then kept."""

    def __init__(self) -> None:
        self.buffers: dict[tuple[int, str], Any] = {}
        self._queues: dict[int, cl.CommandQueue] = {}  # held, so that no other queue gets one's address

    def take(self, queue: cl.CommandQueue, name: str, size: int) -> Any:
        """Memory of at least ``size`` bytes, the same as last time where that was large enough."""
        key = (queue.int_ptr, name)
        self._queues.setdefault(queue.int_ptr, queue)
        buffer = self.buffers.get(key)
        if buffer is None or buffer.size < size:
            buffer = self.buffers[key] = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, size)
        return buffer

    def release(self) -> None:
        """Give the memory of this thread back."""
        self.buffers.clear()
        self._queues.clear()


WORKSPACE = Workspace()


class BoundPlan:
    """Steps with kernel objects of their own, for one thread and one queue.

    Args:
        device: Where to run.
        queue: The queue to use.
        choice: What to run.
        constants: Values that stay the same from call to call: sizes and strides.
    """

    def __init__(
        self, device: OpenCLDevice, queue: cl.CommandQueue, choice: Choice, constants: Mapping[str, Any]
    ) -> None:
        self.choice, self.queue = choice, queue
        self.in_order = not queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        self.packed = {
            f"packed_{name}": pack.problem.packed_elements * pack.problem.precision.size
            for name, pack in choice.packs.items()
        }
        self.steps = steps_of(choice)
        self.kernels = []
        self.varying: list[list[tuple[int, str]]] = []
        for step in self.steps:
            kernel = program_for(device, step.choice.kernel, step.choice.params, step.choice.problem).kernel(
                step.choice.kernel.name
            )
            varying = []
            for index, name in enumerate(step.sources):
                if name in constants:
                    kernel.set_arg(index, np.int32(constants[name]))
                else:
                    varying.append((index, name))
            self.kernels.append(kernel)
            self.varying.append(varying)
        self.bound: list[dict[str, Any]] = [{} for _ in self.steps]
        self.scalar = choice.problem.precision.dtype.type

    def __call__(self, values: Mapping[str, Any], wait_for: Sequence[cl.Event] | None = None) -> cl.Event:
        """Enqueue every step and return the event of the last; see ``launch``."""
        return self.launch(values, wait_for)[-1]

    def launch(self, values: Mapping[str, Any], wait_for: Sequence[cl.Event] | None = None) -> list[cl.Event]:
        """Enqueue every step and return their events.

        Args:
            values: What varies: alpha, beta, memory and offset (in elements) of each operand.
            wait_for: Events that must have happened before the first step.

        Raises:
            LaunchError: the device refused a step.
        """
        if self.packed:
            values = {**values, **self._workspace()}
        events: list[cl.Event] = []
        try:
            for step, kernel, varying, bound in zip(
                self.steps, self.kernels, self.varying, self.bound, strict=True
            ):
                for index, name in varying:
                    value = values[name]
                    if name in _SCALARS or name.endswith("_offset"):
                        if bound.get(name) != value or value != value:  # noqa: PLR0124  # a NaN differs from itself
                            kernel.set_arg(
                                index, self.scalar(value) if name in _SCALARS else np.uint64(value)
                            )
                            bound[name] = value
                    else:
                        kernel.set_arg(index, value)
                waits = [*(wait_for or ()), *events[-1:]] if not events or not self.in_order else None
                extent = step.launch
                events.append(
                    cl.enqueue_nd_range_kernel(
                        self.queue, kernel, extent.global_size, extent.local_size, wait_for=waits
                    )
                )
        except cl.Error as error:
            raise LaunchError(f"the device refused kernel {step.choice.kernel.name}: {error}") from error
        return events

    def _workspace(self) -> dict[str, Any]:
        if self.in_order:
            return {name: WORKSPACE.take(self.queue, name, size) for name, size in self.packed.items()}
        flags = cl.mem_flags.READ_WRITE  # calls on such a queue may overlap, so each has memory of its own
        return {name: cl.Buffer(self.queue.context, flags, size) for name, size in self.packed.items()}
