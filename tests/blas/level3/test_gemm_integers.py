"""``gemm`` and its batches on integers: exact sums, which wrap, of operands of any size in any memory."""

# mypy: disable-error-code="call-overload"
# Letters out of lists.

import itertools
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas import PrecisionError
from autoblas.precision import TYPES, default_result
from support.layouts import LAYOUTS, place
from support.memories import both_memories

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = pytest.mark.usefixtures("all_as_written")

INTEGERS = [name for name, precision in TYPES.items() if precision.kind == "integer"]


def numbers(shape: tuple[int, ...], name: str, seed: int = 0) -> Array:
    """Numbers of all sizes, the least and the largest often among them."""
    info, rng = np.iinfo(name), np.random.default_rng(seed)
    values = rng.integers(info.min, info.max, shape, dtype=name, endpoint=True)
    return np.where(rng.random(shape) < 0.5, values, rng.choice(np.array([info.min, info.max], name), shape))


def exact(a: Array, b: Array, name: str, alpha: int = 1, beta: int = 0, c: Any = 0) -> Array:
    """The sum alpha A B + beta C by Python's integers, modulo the range of a type."""
    total = alpha * (a.astype(object) @ b.astype(object)) + beta * np.asarray(c).astype(object)
    size = np.dtype(name).itemsize
    wrapped: Array = (total % 2 ** (8 * size)).astype(f"u{size}").view(name)
    return wrapped


@pytest.mark.budget(one_in=3)
@both_memories
@pytest.mark.parametrize(("left", "right"), [*itertools.product(INTEGERS, repeat=2)])
def test_every_mix_is_exact(any_device, memory, left, right):
    """Ragged, transposed, in parts of larger arrays, with an old C; nothing around C changes."""
    m, n, k = 13, 21, 70
    result = default_result(TYPES[left], TYPES[right])
    assert result is not None
    on = any_device.queue if memory == "device" else None
    for trans_a, trans_b in ("NN", "TN", "NT"):
        a = numbers((m, k) if trans_a == "N" else (k, m), left, 1)
        b = numbers((k, n) if trans_b == "N" else (n, k), right, 2)
        c = numbers((m, n), result.name, 3)
        op_a, op_b = (x if trans == "N" else x.T for x, trans in ((a, trans_a), (b, trans_b)))
        given_a, given_b = place(a, LAYOUTS["part of rows"], on), place(b, LAYOUTS["dense"], on)
        out = place(c, LAYOUTS["part of rows"], on)
        letters = {"trans_a": trans_a, "trans_b": trans_b, "queue": any_device.queue}
        autoblas.gemm(given_a.view, given_b.view, alpha=-3, beta=5, c=out.view, **letters)
        assert np.array_equal(out.values(), exact(op_a, op_b, result.name, -3, 5, c))
        assert out.intact()
        fresh = autoblas.gemm(given_a.view, given_b.view, **letters)
        assert fresh.dtype == result.name
        assert np.array_equal(fresh if on is None else fresh.get(), exact(op_a, op_b, result.name))


@pytest.mark.parametrize("name", INTEGERS)
def test_a_wider_result_holds_all_sums(any_device, name):
    """Sums of the least numbers of int8 to int32 wrap in no type of 64 bits; in int32 those of int16 do."""
    least = np.full((3, 300), np.iinfo(name).min, name)
    largest = np.full((300, 3), np.iinfo(name).max, name)
    for a, b in ((least, largest), (least, least[:, :3].T.repeat(100, 0)), (largest.T, largest)):
        got = autoblas.gemm(
            np.ascontiguousarray(a), np.ascontiguousarray(b), dtype="int64", queue=any_device.queue
        )
        assert got.dtype == np.int64
        assert np.array_equal(got, exact(a, b, "int64"))
        narrow = autoblas.gemm(np.ascontiguousarray(a), np.ascontiguousarray(b), queue=any_device.queue)
        assert np.array_equal(narrow, exact(a, b, narrow.dtype.name))
    assert autoblas.gemm(least, largest, dtype="int64").tolist() == exact(least, largest, "int64").tolist()


def test_factors_have_the_type_of_sums(any_device):
    """Whole numbers of 64 bits in int64, of 32 in int32, also from device memory."""
    queue = any_device.queue
    a, b = numbers((9, 5), "int8"), numbers((5, 7), "int8", 1)
    given = [cl_array.to_device(queue, x) for x in (a, b)]
    for name, factor in (
        ("int32", -(2**31)),
        ("int64", 2**62 + 1),
        ("int64", -(2**63)),
        ("int64", 2**64 - 1),
    ):
        got = autoblas.gemm(a, b, alpha=factor, dtype=name, queue=queue)
        assert np.array_equal(got, exact(a, b, name, factor))
    alpha = cl_array.to_device(queue, np.array([2**40 + 3]))
    got = autoblas.gemm(*given, alpha=alpha, dtype="int64")
    assert np.array_equal(got.get(), exact(a, b, "int64", 2**40 + 3))
    bias = np.arange(7, dtype=np.int32)
    assert np.array_equal(autoblas.gemm(a, b, bias=bias, queue=queue), exact(a, b, "int32", 1, 1, bias))
    with pytest.raises(PrecisionError, match="alpha: expected int32 in device memory; got int64"):
        autoblas.gemm(*given, alpha=alpha)


@pytest.mark.parametrize("name", ["int8", "uint8", "int16", "int64"])
def test_batches_repeated_calls_and_rows_that_do_not_depend(any_device, name):
    """Stacks, lists of offsets, vectors, the third call with the same arguments, and ``invariant`` by a copy of few rows."""
    queue, result = any_device.queue, "int64" if name == "int64" else "int32"
    a, b, x = numbers((3, 20, 33), name), numbers((3, 33, 10), name, 1), numbers((3, 33), name, 2)
    expected = np.stack([exact(*pair, result) for pair in zip(a, b, strict=True)])
    assert np.array_equal(autoblas.gemm_batched(a, b, queue=queue), expected)
    given = [cl_array.to_device(queue, array) for array in (a, b)]
    for _ in range(4):
        got = autoblas.gemm_batched(*given)
        assert got.dtype == result
        assert np.array_equal(got.get(), expected)
    c, starts = np.zeros(600, result), np.arange(3)
    autoblas.gemm_offsets(
        a.ravel(), starts * 660, b.ravel(), starts * 330, c, starts * 200, m=20, n=10, k=33, queue=queue,
    )  # fmt: skip
    assert np.array_equal(c.reshape(3, 20, 10), expected)
    y = autoblas.gemv_batched(a, x, queue=queue)
    assert np.array_equal(y, np.stack([exact(*pair, result) for pair in zip(a, x, strict=True)]))
    assert np.array_equal(autoblas.gemm(a[0], b[0], invariant=True, queue=queue), expected[0])
