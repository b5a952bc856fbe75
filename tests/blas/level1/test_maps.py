"""Maps of vectors: forms of rotations, stacks, and items that begin at offsets."""

from typing import Any

import numpy as np
import pytest

from autoblas import axpby, axpy_batched, axpy_offsets, rotm, scal
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


@pytest.mark.budget(one_in=15)
@both_memories
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_axpy_of_stacks(any_device, precision, memory):
    """One factor for all or one for each, a stack or one vector for all, dense stacks and parts of larger ones."""
    queue, items, n = any_device.queue, 5, 113
    rng = np.random.default_rng(7)
    whole = rng.integers(-4, 5, (2, items, 3 * n)).astype(precision.dtype)
    factors = np.array([0, 1, -2, 3, 2])
    for cut in (slice(0, n), slice(None, None, 3), slice(None, None, -3)):
        for alpha in (2, factors, list(factors)):
            for shared in (False, True):
                x, y = in_memory(memory, queue, whole[0].copy()), in_memory(memory, queue, whole[1].copy())
                left = x[2, cut] if shared else x[:, cut]
                result = axpy_batched(left, y[:, cut], alpha=alpha, queue=queue)
                expected = whole[1].copy()
                source = whole[0][2, cut] if shared else whole[0][:, cut]
                expected[:, cut] += np.reshape(np.asarray(alpha), (-1, 1)).astype(precision.dtype) * source
                assert np.array_equal(on_host(y), expected)
                assert result.shape == (items, n)


@both_memories
def test_axpy_at_offsets(any_device, memory):
    """Vectors begin anywhere, in any order, interleaved or backwards."""
    queue, precision = any_device.queue, PRECISIONS[2]
    whole_x, whole_y = numbers(100, precision, 1), numbers(100, precision, 2)
    for x_offsets, y_offsets, steps in (
        ([0, 20, 7], [60, 0, 30], (1, 1)),
        (11, [0, 1, 2], (2, 3)),
        ([40, 30, 90], [99, 50, 20], (-3, -1)),
        (np.arange(3), [1, 40, 80], (0, 1)),
    ):
        x, y = in_memory(memory, queue, whole_x.copy()), in_memory(memory, queue, whole_y.copy())
        options: dict[str, Any] = {"n": 10, "x_step": steps[0], "y_step": steps[1], "alpha": [2, 0, -1]}
        axpy_offsets(x, x_offsets, y, y_offsets, queue=queue, **options)
        expected = whole_y.copy()
        for i, alpha in enumerate(options["alpha"]):
            from_x = np.broadcast_to(x_offsets, 3)[i] + steps[0] * np.arange(10)
            expected[y_offsets[i] + steps[1] * np.arange(10)] += alpha * whole_x[from_x]
        assert np.allclose(on_host(y), expected, rtol=1e-15, atol=1e-15)
