"""``gemm_batched`` and ``gemm_offsets`` for users: shared operands, types and places of items, and launches."""

# mypy: disable-error-code="arg-type, call-overload"
# Arguments that do not fit, and letters out of lists.

import itertools
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import gemm_batched, gemm_offsets
from autoblas.checks.verify import integers
from autoblas.precision import FLOAT16, FLOAT32, PRECISIONS, Precision
from support.memories import OUT_OF_ORDER, both_memories, in_memory, on_host

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = pytest.mark.usefixtures("all_as_written")

M, N, K = 7, 12, 19
ITEMS = 5


def _whole(*shape: int, precision: Precision = FLOAT32, seed: int = 0) -> Array:
    return integers(np.random.default_rng([seed, *shape]), shape, precision)


def _operands(precision: Precision = FLOAT32) -> tuple[Array, Array, Array]:
    """Stacks of A, B and C."""
    shapes = ((ITEMS, M, K), (ITEMS, K, N), (ITEMS, M, N))
    a, b, c = (_whole(*shape, precision=precision, seed=seed) for seed, shape in enumerate(shapes))
    return a, b, c


@pytest.mark.parametrize("out_of_order", [False, True])
def test_items_that_need_no_operands_are_in_time(any_device, out_of_order):
    """Where they take a launch of their own, the result's one event stands for both."""
    properties = OUT_OF_ORDER if out_of_order else 0
    queue = cl.CommandQueue(any_device.queue.context, properties=properties)
    a, b, c = _operands()
    ones = np.ones((N, 3), np.float32)
    left, right, out, last = (cl_array.to_device(queue, x) for x in (a, b, c, ones))
    queue.finish()
    gate = cl.UserEvent(queue.context)
    gemm_batched(left, right, alpha=[0, 1, 0, 1, 0], beta=[1, 1, 2, 1, 1], c=out, wait_for=[gate])
    complete = cl.command_execution_status.COMPLETE
    (event,) = out.events
    assert event.command_execution_status != complete
    again = gemm_batched(out, last)
    gate.set_status(complete)
    expected = (
        np.array([0, 1, 0, 1, 0])[:, None, None] * (a @ b) + np.array([1, 1, 2, 1, 1])[:, None, None] * c
    )
    assert np.array_equal(again.get(), expected @ ones)
    assert np.array_equal(out.get(), expected)


@pytest.mark.parametrize("name", ["float64", "int32", "uint32", "complex128"])
def test_types_of_items(any_device, name):
    """Factors of items are numbers of the accumulator's type, whole ones where it is."""
    a, b, c = _operands(PRECISIONS[name])
    alphas: list[Any] = [1, 2, -3, 4, 5]
    if PRECISIONS[name].is_complex:
        alphas = [1j * x for x in alphas]
    result = gemm_batched(a, b, alpha=alphas, beta=[1] * ITEMS, c=c.copy(), queue=any_device.queue)
    expected = np.array(alphas)[:, None, None] * (a.astype(complex) @ b.astype(complex)) + c
    if PRECISIONS[name].kind == "integer":
        wide = [x.view(np.int32).astype(np.int64) for x in (a, b, c)]
        expected = (np.array(alphas)[:, None, None] * (wide[0] @ wide[1]) + wide[2]).astype(name)
    assert np.array_equal(result, expected)


def test_halves_in_a_batch(any_device):
    """Items of halves begin at any element, odd ones included; sums are in float32, and C may be too."""
    a, b = _whole(ITEMS, 3, 5, precision=FLOAT16), _whole(ITEMS, 5, 3, precision=FLOAT16)
    result = gemm_batched(a, b, queue=any_device.queue)
    assert result.dtype == np.float16
    assert np.array_equal(result, a @ b)
    wide = gemm_batched(a, b[2], dtype="float32", alpha=[1, 2, 3, 4, 5.5], queue=any_device.queue)
    assert wide.dtype == np.float32
    assert np.array_equal(wide, np.array([1, 2, 3, 4, 5.5])[:, None, None] * (a @ b[2]).astype(np.float32))


def test_thousands_of_items_are_one_launch(any_device, monkeypatch):
    """However many items there are, the number of launches stays that of one product."""
    launches: list[Any] = []
    original = cl.enqueue_nd_range_kernel

    def counted(*arguments, **options):
        launches.append(arguments)
        return original(*arguments, **options)

    monkeypatch.setattr(cl, "enqueue_nd_range_kernel", counted)
    for items in (2, 5000):
        a, b = _whole(items, 4, 4), _whole(items, 4, 4, seed=1)
        assert np.array_equal(gemm_batched(a, b, queue=any_device.queue), a @ b)
    assert 0 < len(launches) <= 6


def test_stacks_may_lie_between_each_other(any_device):
    """Every other item of one array is an output while the ones between are read."""
    whole = _whole(2 * ITEMS, 9, 9)
    expected = whole[::2] @ whole[::2]
    device = cl_array.to_device(any_device.queue, whole)
    gemm_batched(whole[::2], whole[::2], c=whole[1::2], queue=any_device.queue)
    assert np.array_equal(whole[1::2], expected)
    gemm_batched(device[::2], device[::2], c=device[1::2])
    assert np.array_equal(device.get(), whole)


def test_tiles_of_one_matrix_are_items(any_device):
    """Blocks of a row-major matrix lie between each other's rows, and are apart all the same."""
    a, b = _whole(12, 10), _whole(10, 16, seed=1)
    out = np.full(12 * 16, np.nan, np.float32)
    corners = list(itertools.product(range(0, 12, 4), range(0, 16, 8)))
    gemm_offsets(
        a.ravel(), [10 * i for i, _ in corners], b.ravel(), [j for _, j in corners], out,
        [16 * i + j for i, j in corners], m=4, n=8, k=10, ldb=16, ldc=16, queue=any_device.queue,
    )  # fmt: skip
    assert np.array_equal(out.reshape(12, 16), a @ b)


@both_memories
def test_offsets_of_nothing(any_device, memory):
    """No items, empty items and empty sums are no special cases."""
    vector = np.arange(20, dtype=np.float32)
    a, b, c = (in_memory(memory, any_device.queue, vector.copy()) for _ in "abc")
    assert gemm_offsets(a, [], b, [], c, [], m=2, n=2, k=2, queue=any_device.queue) is c
    gemm_offsets(a, 0, b, 0, c, [5, 9], m=0, n=2, k=2, queue=any_device.queue)
    assert np.array_equal(on_host(c), vector)
    gemm_offsets(a, 0, b, 20, c, [4, 12], m=2, n=2, k=0, beta=[3, 1], queue=any_device.queue)
    expected = vector.copy()
    expected[4:8] *= 3
    assert np.array_equal(on_host(c), expected)
