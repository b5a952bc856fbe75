"""Products of NumPy arrays in tiles, on a device that is told it has memory of its own."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pytest

import autoblas
from autoblas.calls.streamed import product as streamed
from autoblas.calls.streamed import schedule
from autoblas.errors import AllocationError, LaunchError
from autoblas.testing.faulty import faulty
from support.memories import OUT_OF_ORDER, copying

pytestmark = pytest.mark.usefixtures("all_as_written")

M, N, K = 300, 260, 330

ERRORS: dict[str, Callable[[], Exception]] = {
    "allocate": lambda: AllocationError("planted"),
    "copy": lambda: LaunchError("planted"),
    "launch": lambda: LaunchError("planted"),
    "argument": lambda: cl.LogicError("planted"),
}


@pytest.fixture
def apart(any_device, monkeypatch):
    """A device with memory of its own, on which small products count as large."""
    copying(any_device, monkeypatch)
    monkeypatch.setattr(schedule, "LEAST_BYTES", 1 << 16)
    monkeypatch.setattr(schedule, "PANEL_LINES", 64)
    monkeypatch.setattr(schedule, "DEPTH", 100)
    return any_device


@pytest.fixture
def steps(monkeypatch):
    """How many tiles each product since had."""
    counts: list[int] = []
    true = streamed.stream

    def counted(work, plan, *rest):
        counts.append(len(list(plan.steps())))
        true(work, plan, *rest)

    monkeypatch.setattr("autoblas.calls.dispatch.stream", counted)
    return counts


def whole_numbers(seed: int, *shape: int, dtype: Any = np.float32, order: Any = "C") -> Any:
    """Numbers whose sums are exact."""
    return np.asarray(np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype), order=order)


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("memory", ["", "600e3"], ids=["fits", "streamed"])
@pytest.mark.parametrize("beta", [0, 2])
@pytest.mark.parametrize("orders", ["CCC", "FFF", "CFC", "FCF"])
def test_products_of_every_layout(apart, steps, monkeypatch, orders, beta, memory):
    """Exact, with and without the old C, whatever is divided."""
    if memory:
        monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", memory)
    shapes = ((M, K), (K, N), (M, N))
    a, b, c = (
        whole_numbers(i, *shape, order=order)
        for i, (shape, order) in enumerate(zip(shapes, orders, strict=True))
    )
    expected = 3 * a.astype(float) @ b + beta * c
    if beta == 0:
        c[...] = np.nan
    before = a.copy(), b.copy()
    assert autoblas.gemm(a, b, c=c, alpha=3, beta=beta, queue=apart.queue) is c
    np.testing.assert_array_equal(c, expected)
    np.testing.assert_array_equal(a, before[0])
    np.testing.assert_array_equal(b, before[1])
    assert len(steps) == 1
    assert steps[0] > (12 if memory else 2)


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("letters", ["TN", "NT", "TT", "CC"])
def test_transposes_and_views(apart, steps, letters):
    """Operands with gaps, turned round, and complex ones conjugated."""
    kind = np.complex64 if "C" in letters else np.float32
    a, b = whole_numbers(1, 2 * K, M, dtype=kind)[::2], whole_numbers(2, N, 2 * K, dtype=kind)[:, ::-2]
    a, b = (a if letters[0] != "N" else a.T), (b if letters[1] != "N" else b.T)
    if kind is np.complex64:
        a, b = a * (1 + 2j), b * (2 - 1j)
    left = a.T if letters[0] != "N" else a
    right = b.T if letters[1] != "N" else b
    expected = np.conj(left) @ np.conj(right) if "C" in letters else left @ right
    out = np.zeros((2 * M, N), kind)[::-2]
    autoblas.gemm(a, b, c=out, trans_a=letters[0], trans_b=letters[1], queue=apart.queue)
    np.testing.assert_array_equal(out, expected)
    assert len(steps) == 1


def test_halves_are_summed_through_the_whole_depth(apart, steps, monkeypatch):
    """Where C holds less than sums, no part of a sum is rounded to it."""
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "700e3")
    rng = np.random.default_rng(3)
    a, b = (rng.standard_normal(shape).astype(np.float16) for shape in ((M, K), (K, N)))
    got = autoblas.gemm(a, b, queue=apart.queue)
    exact = a.astype(float) @ b.astype(float)
    assert np.abs(got - exact).max() <= 2.0**-11 * np.abs(exact).max() + 1e-3
    assert len(steps) == 1


def test_what_is_no_plain_product_is_lent_whole(apart, steps):
    """Batches, and products that are small; also where no memory would do."""
    a = whole_numbers(4, 3, 120, 120)
    np.testing.assert_array_equal(autoblas.gemm_batched(a, a, queue=apart.queue), a @ a)
    small = whole_numbers(5, 30, 30)
    np.testing.assert_array_equal(autoblas.gemm(small, small, queue=apart.queue), small @ small)
    assert steps == []


def test_queues_out_of_order(apart, steps, monkeypatch):
    """Products of the same tile of C follow each other."""
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "600e3")
    queue = cl.CommandQueue(apart.device.context, apart.device.hardware, properties=OUT_OF_ORDER)
    a, b = whole_numbers(6, M, K), whole_numbers(7, K, N)
    np.testing.assert_array_equal(autoblas.gemm(a, b, queue=queue), a @ b)
    assert steps[0] > 12


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("kind", ["allocate", "copy", "launch", "argument"])
def test_after_a_failure_nothing_goes_on(apart, monkeypatch, kind):
    """Whichever of its steps fails: operands are as they were, an error of ours, and the next product is right."""
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "600e3")
    a, b = whole_numbers(8, M, K), whole_numbers(9, K, N)
    expected = a @ b
    autoblas.gemm(a, b, queue=apart.queue)
    with faulty() as faults:
        autoblas.gemm(a, b, queue=apart.queue)
        count = faults.counts[kind]
        assert count > 3
        for n in sorted({1, 2, count // 2, count}):
            faults.fresh()
            faults.arm(kind, n, ERRORS[kind])
            try:  # another kernel may do where one's argument is refused before anything was enqueued
                np.testing.assert_array_equal(autoblas.gemm(a, b, queue=apart.queue), expected)
                reported = kind == "argument"
            except autoblas.AutoblasError as error:
                reported = "planted" in str(error)
            assert reported
            assert faults.fired
            faults.disarm()
            np.testing.assert_array_equal(autoblas.gemm(a, b, queue=apart.queue), expected)
    np.testing.assert_array_equal(a, whole_numbers(8, M, K))
    np.testing.assert_array_equal(b, whole_numbers(9, K, N))


def test_devices_that_share_memory_stream_nothing(any_device, steps):
    """Arrays are used where they are."""
    a = whole_numbers(10, 600, 600)
    np.testing.assert_array_equal(autoblas.gemm(a, a, queue=any_device.queue), a @ a)
    assert steps == []


def test_what_the_driver_refuses_is_an_error_of_ours(apart, monkeypatch):
    """Pinned memory in the middle of a product; nothing goes on, and the next product is right."""
    a, b = whole_numbers(11, M, K), whole_numbers(12, K, N)

    def refuse(*_):
        raise cl.MemoryError("planted")

    monkeypatch.delitem(apart.device.__dict__, "staging", raising=False)
    with monkeypatch.context() as patched:
        patched.setattr("autoblas.devices.opencl.engines.OpenCLEngines.pin", refuse)
        with pytest.raises(LaunchError, match="planted"):
            autoblas.gemm(a, b, queue=apart.queue)
    np.testing.assert_array_equal(autoblas.gemm(a, b, queue=apart.queue), a @ b)


@pytest.mark.parametrize("spare", [0, 2, 1000])
def test_tiles_share_slots_where_there_is_no_room_for_more(apart, monkeypatch, spare):
    """Slots beyond those of a step and the next two are taken when they are first used; without them operands come again."""
    a, b = whole_numbers(13, M, K), whole_numbers(14, K, N)
    monkeypatch.setattr(
        streamed.StreamedProduct,
        "schedule",
        lambda product, facts: schedule.schedule_of_tiles(product.extents, 64, 64, facts),
    )
    slots: list[Any] = []
    taken: list[int] = []

    class Watched(streamed._Slots):
        def __init__(self, *rest):
            super().__init__(*rest)
            slots.append(self)

        def _new(self):
            if len(slots) == 3:  # of all operands the least
                if len(taken) == spare:
                    raise AllocationError("planted")
                taken.append(self._nbytes)
            return super()._new()

    monkeypatch.setattr(streamed, "_Slots", Watched)
    np.testing.assert_array_equal(autoblas.gemm(a, b, queue=apart.queue), a @ b)
    kinds = -(-M // 64), -(-N // 64)  # through the whole depth
    assert len(taken) == min(spare, sum(kinds) - 6)
    assert len(slots[0]._slots) + len(slots[1]._slots) == 6 + len(taken)
