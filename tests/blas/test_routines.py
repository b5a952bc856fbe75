"""Every routine under every condition of its operands: where they lie, how, and calls that are made again."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import autoblas
from support.budget import examples
from support.random_calls import UNPREPARED
from support.routine_calls import RETURNED, wrong
from support.routine_cases import CASES
from support.samples import relaid, samples

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyopencl as cl

    from support.rig import Rig
    from support.routine_calls import Case
    from support.samples import Memory, Sample

    Array = np.ndarray[Any, np.dtype[Any]]


def laid_out(routine: str, count: int) -> Iterator[tuple[Sample, str]]:
    """Samples of a routine, each with the next of its layouts."""
    for sample, layout in zip(samples(routine, count), cycle(range(60)), strict=False):
        yield sample, sample.layouts[layout % len(sample.layouts)]


def disturbed(memory: dict[str, Memory]) -> list[str]:
    """Allocations whose canaries changed."""
    return [f"beside {name}" for name, allocation in memory.items() if not allocation.intact()]


@pytest.mark.parametrize("routine", CASES)
def test_numpy_arrays(routine: str) -> None:
    """Samples of types, sizes and factors in layouts; inputs and what lies beside operands stay as they are."""
    errors = []
    for sample, layout in laid_out(routine, examples(5)):
        case, memory = relaid(sample.case(), layout)
        faults = wrong(case.wanted, case.call(routine)) + disturbed(memory)
        errors += [f"{sample} {layout}: {fault}" for fault in faults]
    assert errors == []


def on_device(
    sample: Sample, layout: str, queue: cl.CommandQueue
) -> tuple[dict[str, Any], dict[str, Memory]]:
    """The operands of a sample in device memory, and their memory."""
    _, memory = relaid(sample.case(), layout)
    return {name: held.on_device(queue) for name, held in memory.items()}, memory


def results(case: Case, returned: Any, memory: dict[str, Memory]) -> dict[str, Array]:
    """What a call on device arrays came to."""
    for allocation in memory.values():
        allocation.back()
    values: dict[str, Array] = {name: allocation.view.copy() for name, allocation in memory.items()}
    return values | ({RETURNED: returned.get()[0]} if RETURNED in case.expected else {})


@pytest.mark.parametrize("routine", CASES)
def test_device_arrays(any_device: Rig, routine: str) -> None:
    """The first call is right, and the same to the bit where it is made again, on other memory, and prepared."""
    queue, errors = any_device.queue, []
    for sample, layout in laid_out(routine, 4):
        case, outcomes = sample.case(), []
        for prepared in (False, False, False, *[True] * (routine not in UNPREPARED)):
            arrays, memory = on_device(sample, layout, queue)
            call = getattr(autoblas, routine)
            if prepared:
                returned = autoblas.prepare(call, **arrays, **case.options)()
            else:
                returned = call(**arrays, **case.options)
            outcomes.append(results(case, returned, memory))
            errors += [f"{sample} {layout}: {fault}" for fault in disturbed(memory)]
        errors += [f"{sample} {layout}: {name}" for name in wrong(case.wanted, outcomes[0])]
        for outcome in outcomes[1:]:
            same = [np.array_equal(outcome[x], outcomes[0][x], equal_nan=True) for x in outcome]
            errors += [] if all(same) else [f"{sample} {layout}: not the same again"]
    assert errors == []
