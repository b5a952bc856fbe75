"""Every routine under every condition of its operands: where they lie, how, and calls that are made again."""

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.devices.opencl.backend import device_of
from support.as_written import compiled_together
from support.budget import examples
from support.memories import OUT_OF_ORDER, copying, wrapping
from support.rig import Rig
from support.routine_calls import RETURNED, wrong
from support.routine_cases import CASES
from support.samples import Memory, Sample, laid_out, relaid, tried

LENDING = (copying, wrapping)
"""How NumPy arrays reach devices that have memory of their own, and those that share the host's."""

SHIFTS = {"float32": (2, 1), "float64": (4, 1), "complex64": (4, 1), "complex128": (8, 1)}
"""Bytes between where elements begin and where they would be aligned, by their type."""

COMPLETE = cl.command_execution_status.COMPLETE


def on_numpy_arrays(routine: str, sample: Sample, layout: str, shift: int = 0) -> Iterator[str]:
    """The faults of a call; outputs are returned, and what lies beside operands stays as it is."""
    case, memory = relaid(sample.case(), layout, shift)
    result = case.call(routine)
    yield from wrong(case.wanted, result)
    written = [name for name in case.expected if name != RETURNED]
    if len(written) == 1 and sample.n and not np.shares_memory(result[RETURNED], case.arrays[written[0]]):
        yield "another array is returned"
    yield from (f"beside {name}" for name, allocation in memory.items() if not allocation.intact())


def on_a_late_queue(context: cl.Context, routine: str, sample: Sample, layout: str) -> Iterator[str]:
    """The faults of two calls on an out-of-order queue, the first of which may not begin before both were made."""
    results = []
    for late in (False, True):
        queue = cl.CommandQueue(context, properties=OUT_OF_ORDER) if late else cl.CommandQueue(context)
        gates = [cl.UserEvent(context)] if late else []
        case, memory = relaid(sample.case(), layout)
        arrays = {name: on_device(queue, name, allocation) for name, allocation in memory.items()}
        returned = [
            getattr(autoblas, routine)(**arrays, **case.options, wait_for=events) for events in (gates, [])
        ]
        written = [arrays[name] for name in case.expected if name != RETURNED]
        outputs = written or returned
        states = [[event.command_execution_status for event in output.events] for output in outputs]
        for gate in gates:
            gate.set_status(COMPLETE)
        if late and any({*state} <= {COMPLETE} for state in states):
            yield "the call was waited for"
        cl.wait_for_events([event for output in outputs for event in output.events])
        for allocation in memory.values():
            allocation.back()
        results.append([*(x.view for x in memory.values()), *(x.get() for x in outputs if not written)])
    if not all(np.array_equal(a, b, equal_nan=True) for a, b in zip(*results, strict=True)):
        yield "calls do not follow each other"


def on_device(queue: cl.CommandQueue, _: str, memory: Memory) -> Any:
    """An operand in device memory."""
    return memory.on_device(queue)


def noted(name: str, faults: Iterator[str], sample: Sample, layout: str) -> list[str]:
    """Lines of an assertion."""
    return [f"{name}: {sample} {layout}: {fault}" for fault in faults]


@pytest.mark.parametrize("routine", CASES)
def test_every_routine(here: Rig, routine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples of types, sizes, letters and factors in layouts, right on NumPy's and on device arrays.

    NumPy arrays are left to the host, lent to a device that shares the host's memory, or copied to one that does not,
    aligned or not. On a device a call is the same to the bit where it is made again, on other memory, and prepared;
    nothing is waited for.
    """
    queue, rows = autoblas.default_queue(), list(laid_out(routine, examples(5)))
    rig = Rig(device_of(queue), queue)

    def host_errors() -> Iterator[str]:
        for place, row in enumerate(rows):
            shift = SHIFTS.get(row[0].dtype, (0, 0))[place % 2] * (place % 3 != 2)
            yield from noted("numpy", on_numpy_arrays(routine, *row, shift), *row)
            with fixed_crossover(math.inf):
                yield from noted("host", on_numpy_arrays(routine, *row, shift), *row)
        for row, lending in zip(rows, LENDING * examples(1), strict=False):
            with monkeypatch.context() as patch:
                lending(rig, patch)
                yield from noted(lending.__name__, on_numpy_arrays(routine, *row), *row)

    def make_calls() -> None:
        list(host_errors())  # wrong ones: nothing is computed
        for sample, layout in rows:
            case, memory = relaid(sample.case(), layout)
            arrays = {name: on_device(queue, name, allocation) for name, allocation in memory.items()}
            getattr(autoblas, routine)(**arrays, **case.options)

    with compiled_together(make_calls):
        errors = [*host_errors()]
        for row in rows[:5]:
            errors += tried(*row, functools.partial(on_device, queue), cl_array.Array.get)
            late = (
                "Intel" not in queue.device.platform.name
            )  # there tests/blas/test_queue_order.py asks alone
            if late and row[0].n and row[0].factor != "zero":
                errors += noted("late", on_a_late_queue(queue.context, routine, *row), *row)
    assert errors == []
