"""``gemm`` in every precision: exact whole numbers, mixes, accumulators, wrapping, conjugates, NaN and infinity."""

# mypy: disable-error-code="arg-type, call-overload, union-attr"
# Arguments that do not fit, and letters out of lists.

import dataclasses
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import NoKernelError, gemm
from autoblas.checks.verify import compare, integers, product_bound, product_reference, reals
from autoblas.plan.results import forget_plans
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64, PRECISIONS, Precision
from support.layouts import LAYOUTS, place
from support.memories import both_memories

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = pytest.mark.usefixtures("all_as_written")

SHAPE = (13, 21, 34)

every_type = pytest.mark.parametrize("name", PRECISIONS)


def _operands(name: str, seed: int = 0) -> tuple[Array, Array, Array]:
    """Small whole numbers in the shapes of A, B and C."""
    m, n, k = SHAPE
    rng = np.random.default_rng(seed)
    a, b, c = (integers(rng, shape, PRECISIONS[name]) for shape in ((m, k), (k, n), (m, n)))
    return a, b, c


def _exact(x: Array) -> Array:
    """Small whole numbers in a type whose sums of them are exact."""
    x = x.view(np.int32) if x.dtype.kind == "u" else x
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def _as(x: Array, name: str) -> Array:
    """Exact whole numbers in another type; in that of whole numbers they wrap."""
    return x.astype(np.int64).astype(name) if PRECISIONS[name].kind == "integer" else x.astype(name)


@every_type
@both_memories
def test_every_type_is_multiplied_in_place(any_device, memory, name):
    """Results are exact, factors have parts where the type has, and nothing around C changes."""
    queue = any_device.queue
    a, b, c = _operands(name)
    alpha, beta = (1 - 2j, 3j) if PRECISIONS[name].is_complex else (2, -3)
    on = queue if memory == "device" else None
    left, right, out = place(a, LAYOUTS["dense"], on), place(b, LAYOUTS["part of rows"], on), None
    out = place(c, LAYOUTS["part of rows"], on)
    assert gemm(left.view, right.view, alpha=alpha, beta=beta, c=out.view, queue=queue) is out.view
    expected = alpha * (_exact(a) @ _exact(b)) + beta * _exact(c)
    assert np.array_equal(out.values(), _as(expected, name))
    assert out.intact()
    fresh = gemm(left.view, right.view, queue=queue)
    assert fresh.dtype == name
    result = fresh if memory == "host" else fresh.get()
    assert np.array_equal(result, _as(_exact(a) @ _exact(b), name))


MIXES: dict[str, tuple[tuple[Precision, Precision], dict[str, Any], tuple[Precision, Precision]]] = {
    "float32 by float64 into float32, summed in float32": (
        (FLOAT32, FLOAT64),
        {"dtype": "float32", "accumulator": "float32"},
        (FLOAT32, FLOAT32),
    ),
    "float32 by float64": ((FLOAT32, FLOAT64), {}, (FLOAT64, FLOAT64)),
    "halves": ((FLOAT16, FLOAT16), {}, (FLOAT16, FLOAT32)),
    "halves by float32": ((FLOAT16, FLOAT32), {}, (FLOAT32, FLOAT32)),
    "halves into float64": ((FLOAT16, FLOAT16), {"dtype": float}, (FLOAT64, FLOAT64)),
    "float32 into float64": ((FLOAT32, FLOAT32), {"dtype": np.float64}, (FLOAT64, FLOAT64)),
    "float32 summed in float64": ((FLOAT32, FLOAT32), {"accumulator": "float64"}, (FLOAT32, FLOAT64)),
    "float64 summed in float32": ((FLOAT64, FLOAT64), {"accumulator": np.float32}, (FLOAT64, FLOAT32)),
}


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("mix", MIXES)
def test_real_types_mix(any_device, mix):
    """C has the wider type unless one is named, and sums are as accurate as their accumulator, no more."""
    (type_a, type_b), options, (type_c, summed) = MIXES[mix]
    rng = np.random.default_rng(7)
    a, b = reals(rng, (20, 800), type_a), reals(rng, (800, 24), type_b)
    result = gemm(a, b, alpha=0.3, accuracy="strict", queue=any_device.queue, **options)
    assert result.dtype == type_c.dtype
    reference, magnitude = product_reference(a, b, summed.scalar(0.3).item(), 0.0, None)
    verdict = compare(
        result, reference, product_bound(magnitude, reference, 800, type_c, summed, (type_a, type_b))
    )
    assert verdict.ok, str(verdict)
    if summed is not FLOAT64:
        tight = product_bound(magnitude, reference, 800, FLOAT64, FLOAT64)
        assert not compare(result, reference, tight).ok
    if type_c is FLOAT32:
        rounded_once = compare(
            result, reference, product_bound(magnitude, reference, 800, FLOAT32, FLOAT64)
        ).ok
        assert rounded_once == (summed is FLOAT64)


def test_an_output_of_another_type_is_filled(any_device):
    """A given C decides its type; the old C is converted on the way to the sum."""
    a, b, c = _operands("float32")
    out = c.astype(np.float64)
    gemm(a, b, beta=-2, c=out, queue=any_device.queue)
    assert np.array_equal(out, _exact(a) @ _exact(b) - 2 * _exact(c))
    small = gemm(a, b, c=np.full(c.shape, np.nan, np.float16), dtype="float16", queue=any_device.queue)
    assert np.array_equal(small, (a @ b).astype(np.float16))


def test_halves_are_a_format_and_sums_are_wider(any_device):
    """Sums beyond the largest half come back; what remains too large is infinite; the smallest half survives."""
    a = np.array([[6e4, 6e4, -6e4], [6e4, 6e4, 0], [2.0**-24, 0, 0], [np.nan, 0, 0]], np.float16)
    b = np.ones((3, 2), np.float16)
    result = gemm(a, b, queue=any_device.queue)
    assert result.dtype == np.float16
    expected = np.array([6e4, np.inf, 2.0**-24, np.nan], np.float16)
    assert np.array_equal(result, np.stack([expected, expected], 1), equal_nan=True)
    assert gemm(a, b, dtype="float32", queue=any_device.queue)[1, 0] == 2 * np.float32(np.float16(6e4))


def test_sums_in_halves_where_the_device_has_them(any_device):
    """With half as the accumulator 2048 + 1 is 2048; a device that cannot add halves says so."""
    a = np.ones((4, 2049), np.float16)
    b = np.ones((2049, 4), np.float16)
    if any_device.device.facts.fp16:
        result = gemm(a, b, accumulator="float16", queue=any_device.queue)
        assert result.dtype == np.float16
        assert np.all(result <= 2048)
        assert gemm(a, b, dtype="float32", queue=any_device.queue)[0, 0] == 2049
        return
    with pytest.raises(NoKernelError, match=r"hgemm NN .*the device computes in this precision"):
        gemm(a, b, accumulator="float16", queue=any_device.queue)


@pytest.mark.parametrize("name", ["float64", "complex128"])
def test_a_device_without_doubles_says_so(any_device, monkeypatch, name):
    """Doubles are refused before anything is enqueued, wherever they occur."""
    facts = dataclasses.replace(any_device.device.facts, fp64=False)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    monkeypatch.setattr(cl, "enqueue_nd_range_kernel", lambda *_, **__: pytest.fail("something was enqueued"))
    forget_plans()
    a, b, _ = _operands(name)
    with pytest.raises(NoKernelError, match=r"[dz]gemm NN .*the device computes in this precision"):
        gemm(a, b, queue=any_device.queue)
    if name == "float64":
        with pytest.raises(NoKernelError, match=r"sgemm NN .* accumulator=float64"):
            gemm(a.astype(np.float32), b.astype(np.float32), accumulator="float64", queue=any_device.queue)
    forget_plans()


@pytest.mark.parametrize("name", ["int32", "uint32"])
@both_memories
def test_whole_numbers_wrap(any_device, memory, name):
    """Products, sums and factors are exact modulo 2^32, like those of C and NumPy, for numbers of every size."""
    m, n, k = SHAPE
    rng = np.random.default_rng(3)
    a, b, c = (reals(rng, shape, PRECISIONS[name]) for shape in ((m, k), (k, n), (m, n)))
    wide = [x.astype(object) for x in (a, b, c)]
    factors: tuple[tuple[Any, Any], ...] = (
        (1, 0),
        (-7, 2**31),
        (2**32 - 1, np.uint32(5)),
        (np.int64(3), -1.0),
    )
    for alpha, beta in factors:
        placed = [
            x.copy() if memory == "host" else cl_array.to_device(any_device.queue, x) for x in (a, b, c)
        ]
        result = gemm(placed[0], placed[1], alpha=alpha, beta=beta, c=placed[2], queue=any_device.queue)
        exact = int(alpha) * (wide[0] @ wide[1]) + int(beta) * wide[2]
        expected = (exact % 2**32).astype(np.uint32).view(name)
        assert np.array_equal(result if memory == "host" else result.get(), expected)


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "complex64", "complex128"])
def test_what_is_no_number_stays_where_it_belongs(any_device, name):
    """A NaN in A spoils its row, an infinity makes it infinite, and both leave the other rows alone."""
    a, b, _ = _operands(name)
    b = np.where(b == 0, np.ones_like(b), b)  # an infinity times 0 is no number
    a[2, 5], a[7, 33] = np.nan, np.inf
    result = gemm(a, b, queue=any_device.queue)
    others = np.delete(np.arange(SHAPE[0]), [2, 7])
    assert np.array_equal(result[others], _as(_exact(a[others]) @ _exact(b), name))
    assert np.all(np.isnan(result[2]))
    assert not np.any(np.isfinite(result[7]))
    if not PRECISIONS[name].is_complex:
        assert np.array_equal(result[7], np.inf * np.sign(b[33]))
