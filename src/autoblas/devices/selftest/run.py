"""Runs the cases of the self-test on a device, and measures the speed of the device and of the host's BLAS beside it."""

from __future__ import annotations

import time
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.devices.backends import device_on
from autoblas.devices.device import Launch
from autoblas.devices.selftest.cases import (
    ARGUMENTS,
    GROUP,
    ITEMS,
    by_kind,
    kernel_text,
    operands,
    precision_of,
    right_results,
    sub_groups_text,
    wrong_operation,
)
from autoblas.devices.selftest.multiply_adds import CROWDED, STARTS, kernels_text, numbers, variants
from autoblas.emit.dialect import CompilerOptions
from autoblas.precision import FLOAT32, UINT32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest.cases import Case

__all__ = ["SelfTestRun", "host_gflops"]

HOST_SIDE = 64
"""Rows and columns of the host's products: OpenBLAS multiplies such small matrices in the calling thread, where other load on
the processor hardly shows."""

HOST_SECONDS, HOST_PRODUCTS = 0.03, 4
"""Seconds in which turns begin, of which the shortest counts, and the products of a turn."""

LAUNCHES = 20
"""Empty launches, each of which is awaited."""

LONG_ENOUGH, SPEED_SECONDS, CROWDED_SECONDS = 4e-3, 0.05, 0.6
"""Shortest launch, in seconds, whose time is meaningful; and seconds after which no further one begins, the latter on a processor
that is busy with other programs."""

UNROLL = 2
"""Turns of the multiply-adds written one after the other."""

WIDEST = 64
"""Widest sub-groups of any hardware, in work-items; PoCL offers whole work-groups."""

CANARY = 0xA5
"""The byte that outputs are filled with, so that unwritten elements are noticed."""


class SelfTestKernel(NamedTuple):
    """One kernel of the program.

    Attributes:
        name: Its entry point.
        cases: The cases that it tests.
        items: Work-items of its launch.
        group: Work-items of a work-group.
        text: Its text.
    """

    name: str
    cases: Sequence[Case]
    items: int
    group: int
    text: str


class SelfTestRun:
    """A device in a context of its own, and the program that tests cases on it.

    Args:
        device: The device.
        claims: The facts that it claims.
        cases: The cases; one program has them all, because compilers take longest to begin.
        timed: The program has the kernel of ``speed`` too.

    Raises:
        BuildError: the compiler refused the program.
    """

    def __init__(self, device: Any, claims: Facts, cases: Sequence[Case], *, timed: bool) -> None:
        self.device = device_on(device)
        self.queue = self.device.queue()
        self.claims, self.cases = claims, cases
        self.width = max((width for width in claims.sub_group_sizes if width <= WIDEST), default=0)
        self.variant = variants(claims, FLOAT32)[0]
        self.group = 1 if claims.kind == "cpu" else min(256, claims.max_items)
        self.kernels = self._kernels()
        d = self.device.dialect
        texts = [kernel.text for kernel in self.kernels]
        if timed:
            texts.append(kernels_text([self.variant], FLOAT32, d, self.group, UNROLL))
        sub_groups = any(case.kind == "sub-groups" for case in cases)
        self.program = self.device.build(
            "\n".join(texts), d.flags(CompilerOptions(contract=True, sub_groups=sub_groups))
        )

    def _kernels(self) -> list[SelfTestKernel]:
        """Kernels of the cases, without barriers and with: a barrier makes compilers keep all values for every work-item."""
        d, width = self.device.dialect, self.width
        numeric = [case for case in self.cases if case.is_vector]
        exchanging = [case for case in self.cases if case.kind == "sub-groups"]
        shared = [case for case in self.cases if case not in (*numeric, *exchanging)]
        kernels = [
            SelfTestKernel(name, cases, ITEMS, group, kernel_text(name, cases, d, group))
            for name, group, cases in (("compute", 1, numeric), ("share", GROUP, shared))
            if cases
        ]
        if exchanging:
            kernels.append(
                SelfTestKernel("exchange", exchanging, 2 * width, width, sub_groups_text(width, d))
            )
        return kernels

    def wrong(self) -> dict[str, str]:
        """The first wrong operation of each case that fails, by the case's name.

        Raises:
            LaunchError: the device refused a launch.
        """
        wrong: dict[str, str] = {}
        for tested in self.kernels:
            kernel = self.program.kernel(tested.name)
            kinds = by_kind(tested.cases)
            memory = {kind: self._memory(kind, cases) for kind, cases in kinds.items()}
            for index, argument in enumerate(chain.from_iterable(memory.values())):
                kernel.set_memory(index, argument)
            kernel.launch(self.queue, Launch((tested.items,), (tested.group,)))
            for kind, cases in kinds.items():
                wrong |= wrong_operation(cases, self._read(cases, memory[kind][-1]), self.width)
        return wrong

    def _memory(self, kind: str, cases: Sequence[Case]) -> list[Any]:
        """Inputs of a kind, and its output, filled with bytes of no right result."""
        if kind == "images":
            return self._images()
        if kind == "atomics":
            inputs: list[Any] = [np.zeros(1, np.int32)]
        else:
            inputs = list(operands(precision_of(kind)))[: len(ARGUMENTS[kind]) - 1]
        size = sum(numbers.nbytes for _, _, numbers in right_results(cases, self.width))
        return [self.device.allocate_copy(values) for values in (*inputs, np.full(size, CANARY, np.uint8))]

    def _images(self) -> list[Any]:
        texels = operands(FLOAT32)[0][: 8 * ITEMS]
        x, words = (self.device.image((ITEMS, 2), 4, kind) for kind in (FLOAT32, UINT32))
        for image in (x, words):
            self.device.copy(self.queue, image, texels)
        return [x, words, self.device.image((ITEMS, 4), 4, FLOAT32)]

    def _read(self, cases: Sequence[Case], out: Any) -> Any:
        """Numbers of an output; tickets in rising order, because any work-item may be first."""
        right = [numbers for _, _, numbers in right_results(cases, self.width)]
        output = np.empty(sum(numbers.size for numbers in right), right[0].dtype)
        self.device.copy(self.queue, output, out)
        return np.sort(output) if cases[0].kind == "atomics" else output

    def speed(self) -> tuple[float, float]:
        """Speed of the device in float32, in 1e9 operations a second, and seconds of a launch that is awaited.

        The speed suffices to rank devices. It is that of the likeliest variant of ``multiply_adds``, in launches that become
        longer until their time is meaningful. The seconds are the median of launches of the same kernel that compute next
        to nothing.
        """
        facts, variant = self.claims, self.variant
        kernel = self.program.kernel(variant.name)
        items = facts.compute_units * (8 if facts.kind == "cpu" else 2048) // self.group * self.group
        steps, starts = numbers(FLOAT32, variant.numbers + STARTS, np.random.default_rng(2026))
        out = self.device.allocate(items * variant.numbers * FLOAT32.size)
        arguments = (self.device.allocate_copy(steps), self.device.allocate_copy(starts), out)
        for index, memory in enumerate(arguments, 1):
            kernel.set_memory(index, memory)

        def seconds(turns: int, work_items: int) -> float:
            kernel.set_number(0, np.int32(turns // UNROLL))
            started = time.perf_counter()
            kernel.launch(self.queue, Launch((work_items,), (self.group,))).wait()
            return time.perf_counter() - started

        launches = [seconds(0, self.group) for _ in range(LAUNCHES)]
        began, busy, best, turns = time.perf_counter(), time.process_time(), 0.0, 64

        def has_time() -> bool:
            passed = time.perf_counter() - began
            cpu_seconds = (time.process_time() - busy) / facts.compute_units
            crowded = facts.kind == "cpu" and passed > CROWDED * cpu_seconds
            return passed < (CROWDED_SECONDS if crowded else SPEED_SECONDS)

        while best == 0.0 or has_time():
            elapsed = seconds(turns, items)
            best = max(best, 4 * turns * variant.numbers * items / elapsed / 1e9)
            turns *= 4 if elapsed < LONG_ENOUGH else 1
        return best, float(np.median(launches))


def host_gflops() -> float:
    """Speed of one core in small products of NumPy in float32, in 1e9 operations a second.

    Products of NumPy arrays are computed where they are faster.
    """
    a = np.random.default_rng(2026).random((HOST_SIDE, HOST_SIDE), np.float32)
    out, best, began = np.empty_like(a), np.inf, time.perf_counter()
    while time.perf_counter() - began < HOST_SECONDS:
        started = time.perf_counter()
        for _ in range(HOST_PRODUCTS):
            np.matmul(a, a, out=out)
        best = min(best, time.perf_counter() - started)
    return float(HOST_PRODUCTS * 2 * HOST_SIDE**3 / best / 1e9)
