"""``gemm_batched`` and ``gemm_offsets`` for users: shared operands, types and places of items, and launches."""

# mypy: disable-error-code="arg-type, call-overload"
# Arguments that do not fit, and letters out of lists.

from __future__ import annotations

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
from support.rig import Rig

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


def _repeated(memory: str, rig: Rig, stack: Array) -> Any:
    """A stack that may repeat one matrix, as it is."""
    if memory == "host" or stack.strides[0] != 0:
        return in_memory(memory, rig.queue, stack)
    one = cl_array.to_device(rig.queue, stack[0])
    return cl_array.Array(rig.queue, stack.shape, stack.dtype, data=one.base_data, strides=stack.strides)


@pytest.mark.budget(one_in=3)
@both_memories
@pytest.mark.parametrize("shared", ["a", "b", "ab"])
@pytest.mark.parametrize("how", ["one matrix", "a stack of step 0"])
def test_operands_may_be_shared(any_device, memory, shared, how):
    """A matrix of two axes, or a stack that repeats one, enters every product."""
    a, b, c = _operands()
    stacks = {"a": a, "b": b}
    for name in shared:
        one = stacks[name][3]
        stacks[name] = one if how == "one matrix" else np.broadcast_to(one, (ITEMS, *one.shape))
    left, right = (_repeated(memory, any_device, x) for x in stacks.values())
    out = in_memory(memory, any_device.queue, c.copy())
    gemm_batched(left, right, c=out, beta=1, queue=any_device.queue)
    assert np.array_equal(on_host(out), stacks["a"] @ stacks["b"] + c)
    if shared != "ab" or how != "one matrix":
        fresh = gemm_batched(left, right, queue=any_device.queue)
        assert (fresh.shape, fresh.flags.c_contiguous) == ((ITEMS, M, N), True)
        assert np.array_equal(on_host(fresh), stacks["a"] @ stacks["b"])


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


def _vector(rng: np.random.Generator, places: Any, matrices: Array, pitch: int, spare: int = 9) -> Array:
    """A vector of canaries in which matrix i begins at ``places[i]``."""
    rows, cols = matrices.shape[1:]
    vector = np.full(int(np.max(places)) + rows * pitch + spare, -77, matrices.dtype)
    for at, matrix in zip(places, matrices, strict=True):
        for row in range(rows):
            vector[at + row * pitch : at + row * pitch + cols] = matrix[row]
    return vector


def _read(vector: Array, places: Any, shape: tuple[int, int], pitch: int) -> Array:
    """The matrices that begin at these places."""
    rows, cols = shape
    at = np.asarray(places)[:, None, None] + np.arange(rows)[:, None] * pitch + np.arange(cols)
    return np.asarray(vector[at])


PLACES_A, PLACES_B, PLACES_C = [300, 7, 151, 151, 480], [0, 1000, 333, 667, 2], [400, 11, 203, 302, 502]
"""Out of order; two items of A are one, and two of B overlap."""


@both_memories
@pytest.mark.parametrize(("trans_a", "trans_b"), [("N", "N"), ("T", "N"), ("N", "T")])
def test_items_begin_where_offsets_say(any_device, memory, trans_a, trans_b):
    """Rows have a pitch of their own, items any place and order, and nothing around them in C changes."""
    shape_a, shape_b = (M, K) if trans_a == "N" else (K, M), (K, N) if trans_b == "N" else (N, K)
    pitches: dict[str, Any] = {"lda": shape_a[1] + 3, "ldb": shape_b[1] + 1, "ldc": N + 2}
    rng = np.random.default_rng(1)
    vector_a, vector_b = (rng.integers(-4, 5, 1800).astype(np.float32) for _ in "ab")
    c = _whole(ITEMS, M, N, seed=5)
    vector_c = _vector(rng, PLACES_C, c, pitches["ldc"])
    a = _read(vector_a, PLACES_A, shape_a, pitches["lda"])
    b = _read(vector_b, PLACES_B, shape_b, pitches["ldb"])
    expected = (a if trans_a == "N" else a.swapaxes(1, 2)) @ (b if trans_b == "N" else b.swapaxes(1, 2))
    left, right, out = (in_memory(memory, any_device.queue, x) for x in (vector_a, vector_b, vector_c.copy()))
    given = (left, PLACES_A, right, np.array(PLACES_B), out, tuple(PLACES_C))
    result = gemm_offsets(
        *given, m=M, n=N, k=K, **pitches, alpha=[1, 0, -1, 2, 3], beta=[0, 1, 2, 0, 1],
        trans_a=trans_a, trans_b=trans_b, queue=any_device.queue,
    )  # fmt: skip
    assert result is out
    alphas, betas = (np.array(x)[:, None, None] for x in ([1, 0, -1, 2, 3], [0, 1, 2, 0, 1]))
    after = on_host(out)
    assert np.array_equal(_read(after, PLACES_C, (M, N), pitches["ldc"]), alphas * expected + betas * c)
    outside = vector_c.copy()
    for at, matrix in zip(PLACES_C, _read(after, PLACES_C, (M, N), pitches["ldc"]), strict=True):
        for row in range(M):
            outside[at + row * pitches["ldc"] : at + row * pitches["ldc"] + N] = matrix[row]
    assert np.array_equal(after, outside)


@both_memories
@pytest.mark.parametrize("shared", ["a", "b", "ab"])
def test_items_may_share_one_place(any_device, memory, shared):
    """A number instead of a list is the place of all items; vectors may begin inside others."""
    a, b, c = _operands()
    given: dict[str, Any] = {"a": (a, np.arange(ITEMS) * M * K), "b": (b, np.arange(ITEMS) * K * N)}
    for name in shared:
        stack, places = given[name]
        given[name] = (stack, int(places[2]))
    before = np.full(4, np.nan, np.float32)
    vectors = [
        in_memory(memory, any_device.queue, np.concatenate([before, x.ravel()]))[4:] for x in (a, b, c)
    ]
    gemm_offsets(
        vectors[0], given["a"][1], vectors[1], given["b"][1], vectors[2], np.arange(ITEMS, dtype=np.uint64) * M * N,
        m=M, n=N, k=K, beta=-1, queue=any_device.queue,
    )  # fmt: skip
    left, right = (x[2] if name in shared else x for name, x in (("a", a), ("b", b)))
    assert np.array_equal(on_host(vectors[2]).reshape(c.shape), left @ right - c)


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
