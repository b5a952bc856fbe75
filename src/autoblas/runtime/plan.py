"""The steps of one call, bound once and run many times by one thread on one queue."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.errors import BuildError, LaunchError
from autoblas.runtime import announce
from autoblas.runtime.build import program_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Launch
    from autoblas.devices.opencl.backend import OpenCLDevice
    from autoblas.emit.arguments import Argument
    from autoblas.precision import Precision
    from autoblas.problems import Scratch
    from autoblas.runtime.choose import Choice

__all__ = [
    "WORKSPACE",
    "BoundPlan",
    "Step",
    "Workspace",
    "allocate",
    "scalar_type",
    "steps_of",
    "texel_format",
]

IMAGES_KEPT = 8
"""Images of different sizes that a thread keeps; buffers are kept once a name, and only grow."""

_set_scalar = getattr(cl.Kernel, "_set_arg_buf", cl.Kernel.set_arg)
"""Sets an argument from its bytes; ``set_arg`` comes to that too, after it has tried five other kinds of argument,
each of which raises, in 6 us."""

INTEGERS: dict[str, Callable[[Any], Any]] = {
    "int": np.int32,
    "offset": np.uint64,
    "uint": np.uint32,
    "long": np.int64,
}
"""NumPy's types for those of arguments that are no elements."""

CONSTANTS = {"zero": 0, "one": 1}
"""Values that helpers may refer to, the same in every call."""


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
    """The launches of a choice in order: helpers before, the kernel itself, helpers after."""
    replaced = {name: other for helper, _ in choice.helpers for name, other in helper.replaces.items()}
    before, after = (
        [_step(helping, helper.sources) for helper, helping in choice.helpers if helper.after is last]
        for last in (False, True)
    )
    return (*before, _step(choice, replaced), *after)


def _step(choice: Choice, sources: Mapping[str, str]) -> Step:
    """The launch of a kernel whose arguments take the values that ``sources`` names, or those of their own name."""
    kernel, params, problem = choice.kernel, choice.params, choice.problem
    names = tuple(sources.get(each.name, each.name) for each in kernel.arguments(params, problem))
    return Step(choice, kernel.geometry(params, problem), names)


class Workspace(threading.local):
    """Device memory that launches share, one set a thread and queue, grown as calls need it and then kept."""

    def __init__(self) -> None:
        self.buffers: dict[tuple[Any, ...], Any] = {}
        self._queues: dict[int, cl.CommandQueue] = {}  # held, so that no other queue gets one's address

    def take(self, queue: cl.CommandQueue, name: str, scratch: Scratch) -> Any:
        """Memory that has room for ``scratch``, the same as last time where that was large enough."""
        image = scratch.texels and (*scratch.texels, scratch.channels, texel_format(scratch.precision))
        key = (queue.int_ptr, name, image)
        self._queues.setdefault(queue.int_ptr, queue)
        memory = self.buffers.get(key)
        if image is None:
            if memory is None or memory.size < scratch.nbytes:
                memory = self.buffers[key] = allocate(queue.context, scratch)
            return memory
        self.buffers.pop(key, None)
        self.buffers[key] = memory or allocate(queue.context, scratch)  # the last one used gives way last
        images = [key for key in self.buffers if key[2] is not None]
        if len(images) > IMAGES_KEPT:
            del self.buffers[images[0]]
        return self.buffers[key]

    def release(self) -> None:
        """Give the memory of this thread back."""
        self.buffers.clear()
        self._queues.clear()


WORKSPACE = Workspace()


def allocate(context: cl.Context, scratch: Scratch) -> Any:
    """New device memory: a buffer, or an image."""
    if scratch.texels is None:
        if scratch.cleared:
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            return cl.Buffer(context, flags, hostbuf=np.zeros(scratch.nbytes, np.uint8))
        return cl.Buffer(context, cl.mem_flags.READ_WRITE, scratch.nbytes)
    order = cl.channel_order.R if scratch.channels == 1 else cl.channel_order.RGBA
    image_format = cl.ImageFormat(order, texel_format(scratch.precision))
    description = cl.ImageDescriptor()
    description.image_type = cl.mem_object_type.IMAGE2D
    description.shape = (*scratch.texels, 1)
    return cl.Image(context, cl.mem_flags.READ_WRITE, image_format, desc=description)


def texel_format(precision: Precision) -> int:
    """The type of an image's channels; doubles and integers travel as 32-bit integers, two to a double."""
    formats = {
        "half": cl.channel_type.HALF_FLOAT,
        "float": cl.channel_type.FLOAT,
        "double": cl.channel_type.UNSIGNED_INT32,
        "uint": cl.channel_type.UNSIGNED_INT32,
    }
    return int(formats[precision.part])


def built_kernel(device: OpenCLDevice, step: Step) -> cl.Kernel:
    """A new kernel object of a step.

    Raises:
        BuildError: the compiler refused the text, or made of it a kernel for smaller work-groups only.
    """
    choice = step.choice
    program = program_for(device, choice.kernel, choice.params, choice.problem)
    kernel = program.kernel(choice.kernel.name)
    limit, items = work_group_limit(kernel, device), math.prod(step.launch.local_size)
    if items > limit:
        text = choice.kernel.source(choice.params, choice.problem, device.dialect)
        raise BuildError(f"{choice.kernel.name} was built for at most {limit} work-items, not {items}", text)
    return kernel


def work_group_limit(kernel: cl.Kernel, device: OpenCLDevice) -> int:
    """Work-items that a work-group of a built kernel may have; registers may leave room for fewer than the device has.

    NVIDIA's driver counts the registers that work-items begin with, and so underrates kernels some of whose sub-groups
    give registers to others.
    """
    if device.facts.compute_capability > (0, 0):
        return device.facts.max_items
    limit: Any = kernel.get_work_group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE, device.device)
    return int(limit)


def scalar_type(argument: Argument) -> Callable[[Any], Any]:
    """What makes of a number one of the type that a kernel declares."""
    kind = argument.type
    return INTEGERS[kind] if isinstance(kind, str) else kind.scalar


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
        self.scratch = {helper.memory: helper.problem.scratch for helper, _ in choice.helpers}
        self.steps = steps_of(choice)
        for chosen in (step.choice for step in self.steps):
            self.scratch |= chosen.kernel.memory(chosen.params, chosen.problem)
        self.kernels = []
        self.memory: list[list[tuple[int, str]]] = []
        self.numbers: list[list[tuple[int, str, Callable[[Any], Any]]]] = []
        constants = {**CONSTANTS, **constants}
        for step in self.steps:
            chosen = step.choice
            kernel = built_kernel(device, step)
            memory, numbers = [], []
            arguments = chosen.kernel.arguments(chosen.params, chosen.problem)
            for index, (argument, name) in enumerate(zip(arguments, step.sources, strict=True)):
                if argument.kind != "scalar":
                    memory.append((index, name))
                elif name in constants:
                    value = constants[name]
                    wrapped = int(value) % 2**64 if argument.type == "offset" else value
                    kernel.set_arg(index, scalar_type(argument)(wrapped))
                else:
                    numbers.append((index, name, scalar_type(argument)))
            self.kernels.append(kernel)
            self.memory.append(memory)
            self.numbers.append(numbers)
        self.bound: list[dict[str, Any]] = [{} for _ in self.steps]
        if announce.watched():  # else calls pay nothing for it
            self.__dict__["launch"] = partial(self._first_launch, device)

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
        if self.scratch:
            values = {**values, **self._workspace()}
        events: list[cl.Event] = []
        try:
            for step, kernel, memory, numbers, bound in zip(
                self.steps, self.kernels, self.memory, self.numbers, self.bound, strict=True
            ):
                for index, name in memory:
                    kernel.set_arg(index, values[name])
                for index, name, scalar in numbers:
                    value = values[name]
                    if bound.get(name) != value:  # as a NaN does always
                        _set_scalar(kernel, index, scalar(value))
                        bound[name] = value
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

    def _first_launch(
        self, device: OpenCLDevice, values: Mapping[str, Any], wait_for: Sequence[cl.Event] | None = None
    ) -> list[cl.Event]:
        """``launch``, after the process that watches this one was told what may take it; once."""
        self.__dict__.pop("launch", None)
        announce.about_to_run(self.choice, device.facts)
        return self.launch(values, wait_for)

    def _workspace(self) -> dict[str, Any]:
        if self.in_order:
            return {name: WORKSPACE.take(self.queue, name, needed) for name, needed in self.scratch.items()}
        # Calls on such a queue may overlap, so each has memory of its own.
        return {name: allocate(self.queue.context, needed) for name, needed in self.scratch.items()}
