"""Maps of vectors: forms of rotations, stacks, and items that begin at offsets."""

import numpy as np
import pytest

from autoblas import axpby, rotm, scal
from support.memories import both_memories, in_memory, on_host
from support.vector_cases import PRECISIONS, numbers

pytestmark = pytest.mark.usefixtures("all_as_written")


@both_memories
def test_a_factor_of_zero_is_multiplied_by_where_the_output_is_the_input(any_device, memory):
    """NaN stays NaN, and a factor close to zero is a factor like others."""
    x, bad = numbers(37, PRECISIONS[1], 1), np.full(37, np.nan, np.float32)
    for call, arrays, options in ((scal, [bad], {"alpha": 0}), (axpby, [x, bad], {"beta": 1e-3})):
        placed = [in_memory(memory, any_device.queue, array.copy()) for array in arrays]
        assert np.all(np.isnan(on_host(call(*placed, queue=any_device.queue, **options))))


@both_memories
def test_a_modified_rotation_has_four_forms(any_device, memory):
    """The flag says which elements of the matrix count; -2 does nothing."""
    queue = any_device.queue
    x, y = (numbers(20, PRECISIONS[2], seed) for seed in range(2))
    forms = {-2: (1, 0, 0, 1), -1: (2, 3, 4, 5), 0: (1, 3, 4, 1), 1: (2, 1, -1, 5)}
    for flag, (h11, h12, h21, h22) in forms.items():
        left, right = in_memory(memory, queue, x.copy()), in_memory(memory, queue, y.copy())
        rotm(left, right, np.array([flag, 2, 4, 3, 5.0]), queue=queue)
        assert np.allclose(on_host(left), h11 * x + h12 * y, rtol=1e-14)
        assert np.allclose(on_host(right), h21 * x + h22 * y, rtol=1e-14)
