"""The multiply-add peak of a device: given, from its facts, or measured once and kept with the user's results."""

from __future__ import annotations

import math
import time
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.database import Provenance, Record, measured_at
from autoblas.devices.backends import device_of
from autoblas.devices.device import Launch
from autoblas.devices.peak import tabulated_peak
from autoblas.devices.selftest.multiply_adds import (
    CROWDED,
    STARTS,
    compiler_flags,
    kernels_text,
    numbers,
    turned,
    variants,
)
from autoblas.errors import DatabaseError, DatabaseWarning, LaunchError, PrecisionError, VerificationError
from autoblas.isolate import progress
from autoblas.kernels.kernel import source_hash
from autoblas.plan.results import place_of, readable_results, user_results
from autoblas.precision import PRECISIONS, default_result

if TYPE_CHECKING:
    from autoblas.devices.device import BuiltKernel, Device, Facts, Queue
    from autoblas.devices.selftest.multiply_adds import Variant
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["FAMILY", "Peak", "measured_peak", "peak_of"]

FAMILY = "peak"
"""The family of its records: sizes are compute units and operations a launch, seconds those of the shortest launch."""

TRY_SECONDS, FINAL_SECONDS = 0.06, 0.4
"""Seconds for which launches of a variant, and at the end those of the best, are repeated."""

LAST_START, LAST_REPEAT = 1.8, 2.2
"""Seconds after which no further variant, and no further repetition of the best, is begun."""

CROWDED_NOTE = "never on all cores at once"

MOST_BYTES = 1 << 26
"""Device memory for results."""


class Peak(NamedTuple):
    """Peak rate of multiply-adds of a device.

    Attributes:
        gflops: Operations on real numbers, in 1e9 a second.
        origin: Origin of the figure, as text.
    """

    gflops: float
    origin: str


def peak_of(queue: Queue, precision: Precision, override: float | None = None) -> Peak:
    """The peak of a device: the one given, else what its facts tell, else what was or is now measured.

    Args:
        queue: A queue on the device.
        precision: Element type; of complex numbers the operations of their parts count.
        override: A figure to use instead, in GFLOP/s.

    Raises:
        PrecisionError: the device does not compute in that precision.
        BuildError: the device's compiler refused the kernel.
        LaunchError: the device refused to run it.
        VerificationError: no variant of it computed the right numbers.
    """
    if override is not None:
        return Peak(override, "given")
    device = device_of(queue)
    from_facts = tabulated_peak(device.facts, precision)
    if from_facts is not None:
        return Peak(from_facts, "from the device's facts")
    record = recorded(device.facts, precision)
    if record is None:
        record = measured_peak(device, queue, precision)
        if record.provenance.note:
            return Peak(rate(record), f"measured now, {record.provenance.note}, and not kept")
        try:
            user_results().add([record])
        except DatabaseError as error:
            warnings.warn(f"the measured peak is not kept: {error}", DatabaseWarning, stacklevel=2)
    return Peak(rate(record), f"measured on {record.provenance.date[:10]}")


def rate(record: Record) -> float:
    """GFLOP/s of a record of a peak."""
    return record.sizes[1] / record.seconds / 1e9


def recorded(facts: Facts, precision: Precision) -> Record | None:
    """The best that was measured on a device with as many compute units; a process may be given fewer another time."""
    name = number_type(precision).name
    by_sizes = measured_at(readable_results().group(FAMILY, name), name, place_of(facts), 2)
    records = [
        record for sizes, group in by_sizes.items() if sizes[0] == facts.compute_units for record in group
    ]
    return max(records, key=rate, default=None)


def number_type(precision: Precision) -> Precision:
    """The precision of the numbers that are computed with: of complex ones, of their parts; of integers, of sums."""
    precision = default_result(precision, precision) or precision
    return next(
        candidate
        for candidate in PRECISIONS.values()
        if candidate.part == precision.part and not candidate.is_complex
    )


def measured_peak(device: Device, queue: Queue, precision: Precision) -> Record:
    """Try the variants one after the other, repeat the best, and describe it: under 3 seconds with a quick compiler.

    On a CPU that other programs keep busy the best is repeated until all cores were free once, and where they never
    were, the record's provenance has a note.

    Raises:
        PrecisionError, BuildError, LaunchError, VerificationError: as for ``peak_of``.
    """
    began = time.perf_counter()
    number, facts = number_type(precision), device.facts
    if not {"double": facts.fp64, "half": facts.fp16}.get(number.part, True):
        raise PrecisionError("precision", f"a type that {facts.name} computes in", precision.name)
    load = Load(device, queue, number)
    best, tried = fastest(load, began + LAST_START)
    times: list[float] = []
    busy = time.process_time()
    crowded = True
    while crowded and (not times or time.perf_counter() - began < LAST_REPEAT):
        times += load.seconds(best, FINAL_SECONDS)
        undisturbed = (time.process_time() - busy) / len(times) / facts.compute_units
        crowded = facts.kind == "cpu" and min(times) > CROWDED * undisturbed
    return Record(
        place=place_of(facts),
        family=FAMILY,
        signature=number.name,
        sizes=(facts.compute_units, load.operations(best)),
        kernel="multiply_add",
        parameters=best._asdict(),
        seconds=min(times),
        spread=float(np.std(times)),
        samples=len(times),
        source=source_hash(load.text, load.options),
        provenance=Provenance.now("exhaustive", tried, tried, CROWDED_NOTE if crowded else ""),
    )


def fastest(load: Load, until: float) -> tuple[Variant, int]:
    """The variant with the highest rate of those that compute the right numbers, and how many were timed.

    Args:
        load: The work.
        until: When no further variant is begun, on the clock of ``time.perf_counter``.

    Raises:
        LaunchError: the device refused a launch.
        VerificationError: none computed the right numbers.
    """
    rates: dict[Variant, float] = {}
    wrong: list[str] = []
    for variant in load.variants:
        if rates and time.perf_counter() > until:
            break
        fault = load.fault(variant)
        if fault is None:
            rates[variant] = load.operations(variant) / min(load.seconds(variant, TRY_SECONDS))
        else:
            wrong.append(f"{variant.name} {fault}")
    if not rates:
        raise VerificationError(f"the peak cannot be measured: {'; '.join(wrong)}")
    return max(rates, key=rates.__getitem__), len(rates)


def turns_of(number: Precision) -> int:
    """Turns of a work-item, a power of two; float16 represents few whole numbers."""
    return 512 if number.size == 2 else 4096


class Load:
    """The work on one device: programs, numbers, extent, and the right results.

    Attributes:
        variants: The forms of the kernel.
        text: The text of all of them.
        options: The compiler's.
    """

    def __init__(self, device: Device, queue: Queue, number: Precision) -> None:
        facts = device.facts
        self.device, self.queue, self.number = device, queue, number
        self.variants = variants(facts, number)
        self.turns = turns_of(number)
        cpu = facts.kind == "cpu"
        self.group = 1 if cpu else min(256, facts.max_items, facts.max_item_sizes[0])
        self.unroll = 2 if cpu else 8
        self.text = kernels_text(self.variants, number, device.dialect, self.group, self.unroll)
        self.options = compiler_flags(device.dialect)
        device_name = f"{facts.name} ({facts.platform})"
        progress.report_start("compile", lambda: f"what measures the peak of {number.name} on {device_name}")
        self.program = device.build(self.text, self.options)
        widest = max(variant.numbers for variant in self.variants)
        self.steps, self.starts = numbers(number, widest + STARTS, np.random.default_rng(2026))
        items = facts.compute_units * (64 if cpu else 2048) * 4096 // self.turns
        room = min(MOST_BYTES, facts.max_alloc_bytes) // (widest * number.size)
        step = math.lcm(self.group, STARTS)
        self.items = max(min(items, room) // step, 1) * step
        self.operands = [device.allocate_copy(x) for x in (self.steps, self.starts)]
        self.out = device.allocate(self.items * widest * number.size)

    def operations(self, variant: Variant) -> int:
        """Operations of one launch: two multiply-adds a turn and number."""
        return 4 * self.turns * variant.numbers * self.items

    def launch(self, kernel: BuiltKernel) -> float:
        """Run once; the seconds that took."""
        progress.heartbeat()
        started = time.perf_counter()
        try:
            kernel.launch(self.queue, Launch((self.items,), (self.group,))).wait()
        except self.device.errors as error:
            raise LaunchError(f"the device failed while it ran {kernel.name}: {error}") from error
        return time.perf_counter() - started

    def kernel(self, variant: Variant) -> BuiltKernel:
        """The entry point with its arguments."""
        kernel = self.program.kernel(variant.name)
        kernel.set_number(0, np.int32(self.turns // self.unroll))
        for index, memory in enumerate((*self.operands, self.out), 1):
            kernel.set_memory(index, memory)
        return kernel

    def fault(self, variant: Variant) -> str | None:
        """Run once and compare every number; None where all are right."""
        offsets = np.arange(STARTS)[:, None] + np.arange(variant.numbers)
        x = self.starts[offsets].reshape(STARTS, variant.accumulators, variant.lanes)
        expected = turned(x, self.steps[:, : variant.lanes], self.turns).reshape(STARTS, variant.numbers)
        results = np.empty((self.items // STARTS, *expected.shape), expected.dtype)
        results.view(np.uint8).fill(255)  # not a number, so that a place that is not written is seen
        self.device.copy(self.queue, self.out, results)
        progress.report_start("run", lambda: f"{variant.name}, which measures the peak of {self.number.name}")
        self.launch(self.kernel(variant))
        self.device.copy(self.queue, results, self.out)
        wrong = results != expected
        if not wrong.any():
            return None
        turn, start, number = (int(i) for i in np.argwhere(wrong)[0])
        item = turn * STARTS + start
        return f"computed {results[turn, start, number]} in work-item {item} where {expected[start, number]} is right"

    def seconds(self, variant: Variant, at_least: float) -> list[float]:
        """The seconds of launches that take at least so long together."""
        kernel, times = self.kernel(variant), [0.0]
        while sum(times) < at_least or len(times) == 1:
            times.append(self.launch(kernel))
        return times[1:]
