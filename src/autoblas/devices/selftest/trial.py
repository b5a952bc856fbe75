"""Runs the cases of the proof on a device, and measures how fast it is: what the child process does."""

from __future__ import annotations

import time
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
from autoblas.emit.dialect import Options
from autoblas.precision import FLOAT32, UINT32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts
    from autoblas.devices.selftest.cases import Case

__all__ = ["Trial"]

LAUNCHES = 20
"""Empty launches that are waited for one by one."""

LONG_ENOUGH, SPEED_SECONDS, CROWDED_SECONDS = 4e-3, 0.05, 0.6
"""Seconds that a launch must take for its time to mean something, and after which no further one is begun: later where
other programs keep the processor busy."""

UNROLL = 2
"""Turns of the multiply-adds written one after the other."""

WIDEST = 64
"""Work-items of the widest sub-groups that any hardware has; PoCL offers whole work-groups."""

CANARY = 0xA5
"""The byte that outputs are filled with, so that a place that is not written is seen."""


class Part(NamedTuple):
    """One kernel of the program.

    Attributes:
        name: Its entry point.
        cases: What it tries.
        items: Work-items of its launch.
        group: Work-items of a work-group.
        text: Its text.
    """

    name: str
    cases: Sequence[Case]
    items: int
    group: int
    text: str


class Trial:
    """A device in a context of its own, and the program that tries cases on it.

    Args:
        device: The device.
        claims: The facts that it claims.
        cases: What is tried; one program holds it all, because compilers take longest to begin.
        timed: It holds the kernel of ``speed`` too.

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
        self.parts = self._parts()
        d = self.device.dialect
        texts = [part.text for part in self.parts]
        if timed:
            texts.append(kernels_text([self.variant], FLOAT32, d, self.group, UNROLL))
        sub_groups = any(case.kind == "sub-groups" for case in cases)
        self.program = self.device.build(
            "\n".join(texts), d.flags(Options(contract=True, sub_groups=sub_groups))
        )

    def _parts(self) -> list[Part]:
        """What needs no barrier is a kernel of its own: with one, compilers keep everything for every work-item."""
        d, width = self.device.dialect, self.width
        numeric = [case for case in self.cases if case.is_vector]
        apart = [case for case in self.cases if case.kind == "sub-groups"]
        shared = [case for case in self.cases if case not in (*numeric, *apart)]
        parts = [
            Part(name, cases, ITEMS, group, kernel_text(name, cases, d, group))
            for name, group, cases in (("compute", 1, numeric), ("share", GROUP, shared))
            if cases
        ]
        if apart:
            parts.append(Part("exchange", apart, 2 * width, width, sub_groups_text(width, d)))
        return parts

    def wrong(self) -> dict[str, str]:
        """The operation at which each case that computes wrong numbers does, by the case's name.

        Raises:
            LaunchError: the device refused a launch.
        """
        wrong: dict[str, str] = {}
        for part in self.parts:
            kernel = self.program.kernel(part.name)
            kinds = by_kind(part.cases)
            memory = {kind: self._memory(kind, cases) for kind, cases in kinds.items()}
            for index, each in enumerate(each for own in memory.values() for each in own):
                kernel.set_memory(index, each)
            kernel.launch(self.queue, Launch((part.items,), (part.group,)))
            for kind, cases in kinds.items():
                wrong |= wrong_operation(cases, self._read(cases, memory[kind][-1]), self.width)
        return wrong

    def _memory(self, kind: str, cases: Sequence[Case]) -> list[Any]:
        """What a kind reads, and its output, whose bytes are those of no right result."""
        if kind == "images":
            return self._images()
        if kind == "atomics":
            inputs: list[Any] = [np.zeros(1, np.int32)]
        else:
            inputs = list(operands(precision_of(kind)))[: len(ARGUMENTS[kind]) - 1]
        size = sum(numbers.nbytes for _, _, numbers in right_results(cases, self.width))
        return [self.device.holding(values) for values in (*inputs, np.full(size, CANARY, np.uint8))]

    def _images(self) -> list[Any]:
        texels = operands(FLOAT32)[0][: 8 * ITEMS]
        x, words = (self.device.image((ITEMS, 2), 4, kind) for kind in (FLOAT32, UINT32))
        for image in (x, words):
            self.device.copy(self.queue, image, texels)
        return [x, words, self.device.image((ITEMS, 4), 4, FLOAT32)]

    def _read(self, cases: Sequence[Case], out: Any) -> Any:
        """The numbers of an output; tickets in rising order, because any work-item may be first."""
        right = [numbers for _, _, numbers in right_results(cases, self.width)]
        found = np.empty(sum(each.size for each in right), right[0].dtype)
        self.device.copy(self.queue, found, out)
        return np.sort(found) if cases[0].kind == "atomics" else found

    def speed(self) -> tuple[float, float]:
        """How many operations on float32 the device does, in 1e9 a second, and the seconds of a launch that is waited for.

        The first is enough to rank devices by: one form of multiply-adds in registers, that of
        ``multiply_adds`` which is the likeliest to be the fastest, in launches that become longer until their time means something. The second is
        the median of launches of the same kernel that compute next to nothing.
        """
        facts, variant = self.claims, self.variant
        kernel = self.program.kernel(variant.name)
        items = facts.compute_units * (8 if facts.kind == "cpu" else 2048) // self.group * self.group
        steps, starts = numbers(FLOAT32, variant.numbers + STARTS, np.random.default_rng(2026))
        out = self.device.allocate(items * variant.numbers * FLOAT32.size)
        held = (self.device.holding(steps), self.device.holding(starts), out)
        for index, memory in enumerate(held, 1):
            kernel.set_memory(index, memory)

        def seconds(turns: int, work_items: int) -> float:
            kernel.set_number(0, np.int32(turns // UNROLL))
            started = time.perf_counter()
            kernel.launch(self.queue, Launch((work_items,), (self.group,))).wait()
            return time.perf_counter() - started

        launches = [seconds(0, self.group) for _ in range(LAUNCHES)]
        began, busy, best, turns = time.perf_counter(), time.process_time(), 0.0, 64

        def goes_on() -> bool:
            passed = time.perf_counter() - began
            own = (time.process_time() - busy) / facts.compute_units
            crowded = facts.kind == "cpu" and passed > CROWDED * own
            return passed < (CROWDED_SECONDS if crowded else SPEED_SECONDS)

        while best == 0.0 or goes_on():
            taken = seconds(turns, items)
            best = max(best, 4 * turns * variant.numbers * items / taken / 1e9)
            turns *= 4 if taken < LONG_ENOUGH else 1
        return best, float(np.median(launches))
