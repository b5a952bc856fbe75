"""Products and the rest of level 3 on several devices: right results, whoever computes and whoever fails."""

# mypy: disable-error-code="arg-type, call-overload"
# Arguments that do not fit, and letters out of lists.

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.calls import complete
from autoblas.calls.several import division, execution, members, prediction
from autoblas.calls.streamed import schedule as streams
from autoblas.errors import AllocationError, FallbackWarning, LaunchError
from autoblas.testing.faulty import faulty
from support.memories import copying
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES

pytestmark = pytest.mark.usefixtures("all_as_written")

M, N, K = 300, 260, 330


@pytest.fixture
def two(any_device, monkeypatch):
    """Two queues that always work together, on parts that are small, whatever else keeps the machine busy."""
    monkeypatch.setattr(prediction, "TOGETHER", 1e9)
    monkeypatch.setattr(members.Member, "measured", lambda *_: None)  # a queue may have waited for the other
    monkeypatch.setattr(division, "LINES", (64,))
    monkeypatch.setattr(division, "PANEL_LINES", 32)
    monkeypatch.setattr(division, "SLICE", 64)
    monkeypatch.setattr(streams, "DEPTH", 100)
    queues = [cl.CommandQueue(any_device.device.context, any_device.device.hardware) for _ in "ab"]
    return autoblas.devices(*queues)


@pytest.fixture
def parts(monkeypatch):
    """The calls that were divided since."""
    found: list[Any] = []
    true = execution.compute

    def counted(*call):
        found.append(call[0])
        return true(*call)

    monkeypatch.setattr(complete, "compute", counted)
    return found


def whole_numbers(seed: int, *shape: int, dtype: Any = np.float32, order: Any = "C") -> Any:
    """Numbers whose sums are exact."""
    return np.asarray(np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype), order=order)


@pytest.mark.parametrize("apart", [False, True], ids=["shared memory", "own memory"])
@pytest.mark.parametrize("beta", [0, 2])
def test_tiles_of_products(two, any_device, monkeypatch, parts, apart, beta):
    """Exact, transposed and in other orders too, with and without the old C, also where operands travel."""
    if apart:
        copying(any_device, monkeypatch)
        monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "900e3")
    for letters, order in (("NN", "C"), ("TN", "F"), ("NT", "C")):
        a = whole_numbers(1, *((M, K) if letters[0] == "N" else (K, M)), order=order)
        b = whole_numbers(2, *((K, N) if letters[1] == "N" else (N, K)))
        c = whole_numbers(3, M, N, order=order)
        left, right = (a if letters[0] == "N" else a.T), (b if letters[1] == "N" else b.T)
        expected = 3 * left.astype(float) @ right + beta * c
        if beta == 0:
            c[...] = np.nan
        out = autoblas.gemm(
            a, b, c=c, alpha=3, beta=beta, trans_a=letters[0], trans_b=letters[1], devices=two
        )
        assert out is c
        np.testing.assert_array_equal(c, expected)
    assert [len(each.parts) for each in parts] == [25] * 3
    assert all(each.tiled is not None for each in parts)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.complex128, np.int32])
def test_slices_of_the_depth(two, parts, dtype):
    """Where C is smaller than a tile: sums in the type that a single device sums in, rounded to C once."""
    a, b, c = (
        whole_numbers(i, *shape, dtype=dtype) for i, shape in enumerate([(30, 900), (900, 40), (30, 40)])
    )
    wide = np.int64 if dtype is np.int32 else complex if dtype is np.complex128 else float
    expected = (2 * (a.astype(wide) @ b.astype(wide)) - c.astype(wide)).astype(dtype)
    got = autoblas.gemm(a, b, c=c, alpha=2, beta=-1, devices=two)
    np.testing.assert_array_equal(got, expected)
    assert len(parts[0].parts) == 8
    assert parts[0].tiled is None


@pytest.mark.budget(each="name")
@pytest.mark.parametrize("dtype", ["complex64", "float64"])
@pytest.mark.parametrize(
    "name", ["gemm", "gemmt", "symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm"]
)
def test_every_routine_is_divided(two, parts, name, dtype):
    """Exactly, with any letters, strides and factors; what is not read or written stays."""
    for seed in range(3):
        case = CASES[name](Numbers(seed, dtype, 150))
        wanted = case.wanted
        assert wrong(wanted, case.call(name, devices=two)) == []
    assert min(len(each.parts) for each in parts) > 4


def lent_in(routine: Callable[..., Any]) -> int:
    """Arrays that devices were lent."""
    with faulty() as faults:
        routine()
        return faults.counts["lend"]


def test_what_parts_have_in_common_travels_once(two, any_device, monkeypatch, parts):
    """To each device with memory of its own: the triangular or symmetric matrix, and lines of A; the results are right."""
    copying(any_device, monkeypatch)
    a, b = whole_numbers(1, 150, 150), whole_numbers(2, 150, M)
    upper = np.triu(a)
    count = lent_in(lambda: np.testing.assert_array_equal(autoblas.trmm(a, b.copy(), devices=two), upper @ b))
    assert len(parts[-1].parts) <= count <= 2 + len(parts[-1].parts)
    full = upper + np.triu(upper, 1).T
    count = lent_in(lambda: np.testing.assert_array_equal(autoblas.symm(a, b, devices=two), full @ b))
    assert 2 * len(parts[-1].parts) <= count <= 2 + 2 * len(parts[-1].parts)
    count = lent_in(lambda: np.testing.assert_array_equal(autoblas.syrk(a, devices=two), np.triu(a @ a.T)))
    lines = len(parts[-1].shared)
    assert lines == 5
    assert len(parts[-1].parts) < count <= 2 * lines + len(parts[-1].parts)


def test_what_does_not_fit_travels_with_each_part(two, any_device, monkeypatch, parts):
    """And copies that are kept give way to what a part needs."""
    copying(any_device, monkeypatch)
    a, b = whole_numbers(1, 150, 150), whole_numbers(2, 150, M)
    for most in ("150e3", "260e3"):
        monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", most)
        got = autoblas.trmm(a, b.copy(), devices=two)
        np.testing.assert_array_equal(got, np.triu(a) @ b)
        np.testing.assert_array_equal(autoblas.syrk(a, devices=two), np.triu(a @ a.T))


ERRORS: dict[str, Callable[[], Exception]] = {
    "lend": lambda: AllocationError("planted"),
    "launch": lambda: LaunchError("planted"),
    "return": lambda: LaunchError("planted"),
}


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("n", [1, 4])
def test_others_compute_what_a_device_fails_at(two, kind, n):
    """Its parts are restored and dealt again, with a warning; the old C is counted once."""
    a, b, c = whole_numbers(1, M, K), whole_numbers(2, K, N), whole_numbers(3, M, N)
    expected = a.astype(float) @ b + 2 * c
    with faulty() as faults:
        faults.arm(kind, n, ERRORS[kind], after=kind == "return")
        with pytest.warns(FallbackWarning, match="other devices computed its parts: .*planted"):
            autoblas.gemm(a, b, c=c, beta=2, devices=two)
        assert faults.fired
        faults.disarm()
    np.testing.assert_array_equal(c, expected)


@pytest.mark.parametrize("kind", ["allocate", "copy", "launch"])
def test_others_compute_tiles_that_a_stream_fails_at(two, any_device, monkeypatch, kind):
    """Devices with memory of their own: what had not left is computed again."""
    copying(any_device, monkeypatch)
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "900e3")
    a, b = whole_numbers(1, M, K), whole_numbers(2, K, N)
    expected = a.astype(float) @ b
    autoblas.gemm(a, b, devices=two)
    errors: dict[str, Any] = {"allocate": AllocationError, "copy": LaunchError, "launch": LaunchError}
    with faulty() as faults:
        autoblas.gemm(a, b, devices=two)
        assert faults.counts[kind] > 24
        for n in (
            1,
            12,
        ):  # how often each is asked for depends on how the devices share the tiles, from 25 times upwards
            c = whole_numbers(3, M, N)
            wanted = expected + 2 * c
            faults.fresh()
            faults.arm(kind, n, lambda: errors[kind]("planted"))
            with pytest.warns(FallbackWarning, match="planted"):
                autoblas.gemm(a, b, c=c, beta=2, devices=two)
            assert faults.fired
            faults.disarm()
            np.testing.assert_array_equal(c, wanted)


def test_where_all_fail_that_is_the_error(two):
    """With a note of the other's; what was to be overwritten is as it was, and the next call is right."""
    a, b, c = whole_numbers(1, M, K), whole_numbers(2, K, N), whole_numbers(3, M, N)
    before = c.copy()
    with faulty() as faults:
        faults.arm("launch", 1, lambda: LaunchError("planted"), lasting=True)
        with pytest.raises(LaunchError, match="planted") as caught:
            autoblas.gemm(a, b, c=c, beta=2, devices=two)
        faults.disarm()
        assert "planted" in caught.value.__notes__[0]
        np.testing.assert_array_equal(c, before)
        np.testing.assert_array_equal(autoblas.gemm(a, b, devices=two), a @ b)


def test_an_interruption_ends_the_call(two, monkeypatch):
    """Nothing runs any more afterwards, and the next call is right."""
    a, b = whole_numbers(1, M, K), whole_numbers(2, K, N)
    true = execution._Execution._next_part

    asked: list[int] = []

    def interrupted(call, who):
        asked.append(who)
        if len(asked) == 5:
            raise KeyboardInterrupt
        return true(call, who)

    with monkeypatch.context() as patched:
        patched.setattr(execution._Execution, "_next_part", interrupted)
        with pytest.raises(KeyboardInterrupt):
            autoblas.gemm(a, b, devices=two)
    np.testing.assert_array_equal(autoblas.gemm(a, b, devices=two), a @ b)


def test_what_one_computes_alone(two, parts, monkeypatch):
    """Small products, products without operands, and those that are not expected to be faster."""
    a = whole_numbers(1, 20, 20)
    np.testing.assert_array_equal(autoblas.gemm(a, a, devices=two), a @ a)
    c = whole_numbers(2, 20, 20)
    np.testing.assert_array_equal(autoblas.gemm(a, a, c=c.copy(), alpha=0, beta=2, devices=two), 2 * c)
    monkeypatch.setattr(prediction, "TOGETHER", 0.0)
    big = whole_numbers(3, M, M)
    lower = np.tril(big)
    product = big.copy()
    autoblas.trmm(lower, product, uplo="L", devices=two)
    np.testing.assert_array_equal(product, lower.astype(float) @ big)
    assert [len(each.parts) for each in parts] == [1, 1, 1]
    assert autoblas.gemm(np.zeros((0, 3)), np.zeros((3, 4)), devices=two).shape == (0, 4)


def test_refusals(two, any_device):
    """Devices beside a queue, and operands in a device's memory."""
    a = whole_numbers(1, 20, 20)
    with pytest.raises(autoblas.ArgumentError, match="None where a queue is given"):
        autoblas.gemm(a, a, devices=two, queue=any_device.queue)
    there = cl_array.to_device(any_device.queue, a)
    for routine in (autoblas.gemm, autoblas.symm):
        with pytest.raises(autoblas.DeviceMismatchError, match="a NumPy array where devices are named"):
            routine(there, there, devices=two)
    with pytest.raises(autoblas.NoDeviceError):
        autoblas.gemm(a, a, devices="no such device")


def test_a_forked_process_is_refused(two, monkeypatch):
    """The threads of the set are not in it, and a call would wait for them for ever."""
    from autoblas.devices import access

    a = whole_numbers(1, M, K)
    monkeypatch.setattr(access.PROCESS, "orphaned", True)
    monkeypatch.setattr(access.PROCESS, "barred", True)
    with pytest.raises(autoblas.DeviceError, match="was forked from one that had used a device"):
        autoblas.gemm(a, a.T, devices=two)
