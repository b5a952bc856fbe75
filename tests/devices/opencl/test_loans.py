"""NumPy arrays lent to a device: views that span more than an allocation, and memory that is refused."""

import mmap
from typing import Any

import numpy as np
import pytest

from autoblas.blas.routines import axpy, gemm
from autoblas.errors import AllocationError

Array = np.ndarray[Any, np.dtype[Any]]


def _far_apart(facts: Any, rows: int, cols: int) -> Array:
    """A matrix whose rows span more memory than the device allocates; only the pages of its elements exist."""
    step = (facts.max_alloc_bytes // (rows - 1) // 4 + 1024) * 4
    memory = mmap.mmap(-1, step * rows)
    view = np.ndarray((rows, cols), np.float32, memory, strides=(step, 4))
    view[...] = np.arange(rows * cols).reshape(rows, cols) % 7
    return view


def test_views_wider_than_an_allocation_are_copied(any_device):
    """As operands and as outputs; elements that lie between theirs are not touched."""
    facts, queue = any_device.device.facts, any_device.queue
    wide, dense = _far_apart(facts, 5, 30), np.arange(60, dtype=np.float32).reshape(30, 2) % 5
    assert np.array_equal(gemm(wide, dense, queue=queue), wide @ dense)
    y = wide[:, 0]
    expected = 2 * np.ones(5, np.float32) + y
    axpy(np.ones(5, np.float32), y, alpha=2.0, queue=queue)
    assert np.array_equal(wide[:, 0], expected)


def test_memory_that_is_refused_is_an_error_of_ours(any_device):
    """It names the device and how much was asked for."""
    with pytest.raises(AllocationError, match=r"refused to allocate 1152921504606846976 bytes"):
        any_device.device.allocate(1 << 60)
