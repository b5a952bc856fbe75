"""How many keys and ways to give arguments are kept of calls that may be repeated."""

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas import cached_calls as module
from autoblas.calls import reader as reader_module


def walk(queue: cl.CommandQueue, shapes: range) -> None:
    """A call of axpy for each of 3600 layouts, then the same at the next element, and so on."""
    x, y = (cl_array.zeros(queue, 4096, np.float32) for _ in range(2))
    for shape in shapes:
        n, step, start = 1 + shape % 900, 1 + shape // 900 % 4, shape // 3600
        part = slice(start, start + n * step, step)
        autoblas.axpy(x[part], y[part], alpha=0.5)
    queue.finish()


def test_keys_that_are_not_used_give_way(here, repeated, monkeypatch):
    """And those that are used stay."""
    monkeypatch.setattr(module, "MAX_KEYS", 16)
    for first in range(0, 60, 4):
        walk(here.queue, range(1000, 1001))
        walk(here.queue, range(first, first + 4))
    assert len(module._caches.of(here.queue)) <= 16
    assert len(repeated) == 14


def test_ways_to_give_arguments_are_kept_up_to_a_number(repeated, square, monkeypatch):
    """With yet another way all are forgotten, and calls go on as before."""
    reader_module.forget_signatures()
    monkeypatch.setattr(reader_module, "MAX_SIGNATURES", 1)
    a, b, c = square(), square(), square()
    for _ in range(3):
        autoblas.gemm(a, b, c=c)
    assert len(repeated) == 2
    for _ in range(3):
        autoblas.gemm(c=c, b=b, a=a)
    assert len(reader_module.READERS) == len(reader_module.LATEST_READERS) == 1
    assert len(repeated) == 4
    np.testing.assert_allclose(c.get(), a.get() @ b.get(), rtol=1e-5)


@pytest.mark.budget(30)
def test_memory_does_not_grow_with_shapes(here, repeated):
    """A hundred thousand of them; most of the time goes into choosing kernels."""
    resource = pytest.importorskip("resource")
    walk(here.queue, range(10_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    walk(here.queue, range(10_000, 100_000))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
    assert repeated == []
