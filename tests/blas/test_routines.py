"""Every routine under every condition of its operands: where they lie, how, and calls that are made again."""

import pytest

from support.budget import examples
from support.routine_calls import wrong
from support.routine_cases import CASES
from support.samples import Memory, laid_out, relaid, tried

pytestmark = pytest.mark.usefixtures("as_written_at_first")


def disturbed(memory: dict[str, Memory]) -> list[str]:
    """Allocations whose canaries changed."""
    return [f"beside {name}" for name, allocation in memory.items() if not allocation.intact()]


@pytest.mark.parametrize("routine", CASES)
def test_numpy_arrays(routine):
    """Samples of types, sizes and factors in layouts; inputs and what lies beside operands stay as they are."""
    errors = []
    for sample, layout in laid_out(routine, examples(5)):
        case, memory = relaid(sample.case(), layout)
        faults = wrong(case.wanted, case.call(routine)) + disturbed(memory)
        errors += [f"{sample} {layout}: {fault}" for fault in faults]
    assert errors == []


@pytest.mark.parametrize("routine", CASES)
def test_device_arrays(any_device, routine):
    """The first call is right, and the same to the bit where it is made again, on other memory, and prepared."""
    errors = []
    for sample, layout in laid_out(routine, examples(4)):
        errors += tried(
            sample, layout, lambda _, memory: memory.on_device(any_device.queue), lambda made: made.get()
        )
    assert errors == []
