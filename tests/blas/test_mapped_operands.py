"""Every routine takes operands that the host maps, as it takes those of pyopencl."""

from typing import Any

import numpy as np
import pytest

import autoblas
from autoblas.errors import ArgumentError
from support.rig import Rig
from support.routine_calls import RETURNED, Case, Numbers, wrong
from support.routine_cases import CASES


def mapped(case: Case, rig: Rig) -> Case:
    """A call with its operands in mapped arrays."""
    arrays: dict[str, Any] = {}
    for name, values in case.arrays.items():
        arrays[name] = autoblas.mapped_empty(values.shape, values.dtype, queue=rig.queue)
        with arrays[name].mapped() as view:
            view[...] = values
    return case._replace(arrays=arrays)


def on_host(array: Any) -> Any:
    """The elements of a mapped array."""
    with array.mapped(write=False) as view:
        return np.array(view)


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("name", CASES)
def test_every_routine_takes_them(any_device, name):
    """None asks them for what they have not, nor do calls that are repeated."""
    case = mapped(CASES[name](Numbers(1, "float32")), any_device)
    for _ in range(3):
        case.call(name, queue=any_device.queue)


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.budget(one_in=30)
@pytest.mark.parametrize("name", ["gemv_batched", *CASES])
def test_results_are_those_of_other_arrays(any_device, name):
    """And lie in the arrays that were given."""
    case = CASES[name](Numbers(1, "float32"))
    wanted, there = case.wanted, mapped(case, any_device)
    found = there.call(name, queue=any_device.queue)
    found |= {each: on_host(array) for each, array in there.arrays.items()}
    if RETURNED in wanted:
        found[RETURNED] = found[RETURNED].get()[0]
    assert wrong(wanted, {each: found[each] for each in wanted}) == []


def test_a_stack_of_vectors_in_an_image_is_refused(any_device):
    """Where rows begin on texels, the vectors are no matrices of one column."""
    if not any_device.device.facts.images:
        pytest.skip("the device has no images")
    a = autoblas.mapped_empty((3, 5, 6), "float32", queue=any_device.queue)
    x = autoblas.mapped_empty((3, 6), "float32", image=True, queue=any_device.queue)
    with pytest.raises(ArgumentError, match=r"^x: expected vectors in a buffer; got an image"):
        autoblas.gemv_batched(a, x)


def test_sizes(any_device):
    """As NumPy counts them."""
    x = autoblas.mapped_empty((3, 6), "float32", queue=any_device.queue)
    assert (x.ndim, x.size) == (2, 18)
