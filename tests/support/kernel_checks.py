"""What tests of kernels assert beside ``autoblas.testing``: faults of kernels by name, and rules that refuse."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.kernels import kernels
from autoblas.kernels.kernel import Kernel
from autoblas.plan.bound import BoundPlan
from autoblas.precision import Precision
from autoblas.problems import Matmul, Problem
from autoblas.testing.checks import Fault as PlantedFault
from autoblas.testing.checks import verdict as checked
from support.kernel_cases import choice_of
from support.rig import Rig

BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"


def verdict(rig: Rig, kernel: Kernel, values: dict[str, Any], problem: Problem) -> str | None:
    """What the check that candidates of the tuner must pass says about a legal point."""
    return checked(rig.device, rig.queue, kernel, kernel.space.point(values), problem)


def without_barrier(which: int) -> Callable[[str], str]:
    """A fault to plant: of a text's two barriers the first (0) or the second (1) is missing."""

    def plant(text: str) -> str:
        pieces = text.split(BARRIER)
        assert len(pieces) == 3
        return pieces[0] + (BARRIER if which else "") + pieces[1] + ("" if which else BARRIER) + pieces[2]

    return plant


@dataclass(frozen=True)
class Fault:
    """A change of a kernel's text.

    Attributes:
        name: What is wrong afterwards.
        kernel: The kernel.
        problem: What it then computes wrongly.
        pattern: A regular expression for what is replaced, everywhere.
        by: What replaces it.
        options: Parameters besides those of the kernel's small point.
    """

    name: str
    kernel: str
    problem: Problem
    pattern: str
    by: str
    options: tuple[tuple[str, Any], ...] = ()

    def assert_found(self, rig: Rig, point: dict[str, Any]) -> None:
        """The text as it is passes its check; the changed one does not."""
        fault = PlantedFault(self.name, self.problem, self.pattern, self.by, {**point, **dict(self.options)})
        fault.assert_found(rig.device, rig.queue, kernels()[self.kernel])


def assert_empty_sum(rig: Rig, kernel: Kernel, values: dict[str, Any], precision: Precision) -> None:
    """A product without terms leaves beta times C."""
    choice = choice_of(kernel, kernel.space.point(values), Matmul(40, 40, 0, precision), rig.device.facts)
    strides = {"a_row": 1, "b_row": 40, "c_row": 40, "a_col": 1, "b_col": 1, "c_col": 1}
    plan = BoundPlan(rig.device, rig.queue, choice, {"m": 40, "n": 40, "k": 0, **strides})
    c = np.arange(1600, dtype=precision.dtype)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memory = {name: cl.Buffer(rig.queue.context, flags, hostbuf=c) for name in "abc"}
    plan({"alpha": 2.0, "beta": 3.0, "a_offset": 0, "b_offset": 0, "c_offset": 0, **memory}).wait()
    cl.enqueue_copy(rig.queue, got := np.empty_like(c), memory["c"])
    np.testing.assert_array_equal(got, 3 * c)


def declared_bytes(text: str) -> int:
    """The local memory that a text of NVIDIA's instructions declares."""
    declared = re.findall(r"__local (uint4|ulong) \w+\[(\d+)\]", text)
    return sum(int(count) * {"uint4": 16, "ulong": 8}[ctype] for ctype, count in declared)


def groups_of(kernel: Kernel, params: Any, problem: Problem) -> list[int]:
    """The work-groups of a launch along each of its dimensions."""
    launch = kernel.geometry(params, problem)
    return [size // group for size, group in zip(launch.global_size, launch.local_size, strict=True)]
