"""A queue whose ``with`` statement has ended is refused by name, by routines of every kind, in any process."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import ArgumentError

CALLS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "gemm": lambda a, _, q: autoblas.gemm(a[0], a[1], queue=q),
    "gemm_batched": lambda a, _, q: autoblas.gemm_batched(a, a, queue=q),
    "axpy": lambda _, x, q: autoblas.axpy(x[0], x[1], queue=q),
    "dot": lambda _, x, q: autoblas.dot(x[0], x[1], queue=q),
    "gemv": lambda a, x, q: autoblas.gemv(a[0], x[0], queue=q),
    "ger": lambda a, x, q: autoblas.ger(x[0], x[1], a[0], queue=q),
    "trsv": lambda a, x, q: autoblas.trsv(a[0], x[0], queue=q),
    "trsm": lambda a, _, q: autoblas.trsm(a[0], a[1], queue=q),
    "syrk": lambda a, _, q: autoblas.syrk(a[0], queue=q),
    "omatcopy": lambda a, _, q: autoblas.omatcopy(a[0], queue=q),
    "convgemm": lambda a, _, q: autoblas.convgemm(a[None], a[None], queue=q),
}
"""One routine of every kind, of two matrices and two vectors."""


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("memory", ["host", "device"])
def test_a_closed_queue_is_refused(pocl, name, memory):
    """Given with NumPy arrays, or held by arrays on the device."""
    given = np.ones((2, 8, 8), np.float32), np.ones((2, 8), np.float32)
    with cl.CommandQueue(pocl.queue.context) as queue:
        held = [cl_array.to_device(queue, each) for each in given]
    matrices, vectors = held if memory == "device" else given
    with pytest.raises(ArgumentError, match="queue") as caught:
        CALLS[name](matrices, vectors, queue)
    assert caught.value.argument == "queue"
    assert "ended" in str(caught.value)


OUTSIDE = """
import warnings, numpy, pyopencl, pyopencl.array, autoblas
context = pyopencl.create_some_context(interactive=False)
with pyopencl.CommandQueue(context) as queue:
    x = pyopencl.array.to_device(queue, numpy.ones(4, "float32"))
try:
    autoblas.scal(x, alpha=2)
except autoblas.errors.ArgumentError as refusal:
    print(refusal.argument)
with warnings.catch_warnings(record=True) as caught:
    queue.int_ptr
print(*(each.category.__name__ for each in caught))
"""


def test_pyopencls_own_warning_stays_one():
    """Where tests do not make errors of warnings, ours still refuses, and others are only warned."""
    done = subprocess.run(
        [sys.executable, "-c", OUTSIDE], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["queue", "CommandQueueUsedAfterExit"]
