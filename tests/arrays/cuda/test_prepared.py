"""Prepared calls on arrays in CUDA memory: other arrays of the same layout, of whatever library, in their order."""

import numpy as np
import pytest

import autoblas
from autoblas.arrays.cuda.array import ALIGNED
from autoblas.calls.launcher import NOT_LAUNCHED
from autoblas.plan.results import forget_plans
from autoblas.plan.workspace import WORKSPACE
from autoblas.torch.products import Product
from support.cuda_arrays import Shown, Tensor, fake_torch
from support.emulated_card import emulated_card
from support.fake_driver import DeviceMemory

A = np.arange(64, dtype=np.float32).reshape(8, 8)
B = np.eye(8, dtype=np.float32)[::-1] * 2


@pytest.fixture(name="driver")
def a_driver(pocl):
    """That of an emulated card, beside what stands for PyTorch."""
    with emulated_card(pocl) as driver, fake_torch():
        yield driver


def test_tensors_wait_for_nothing(driver):
    """The library is told what is written; the driver is asked for nothing but the launch."""
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    call = autoblas.prepare(autoblas.gemm, a, b, c=c)
    for _ in range(3):
        driver.calls.clear()
        assert call() is c
    assert driver.calls == []  # the emulated card launches by itself
    assert (a.written, b.written, c.written) == (0, 0, 3)


def test_an_array_of_another_stream_is_waited_for(driver):
    """A call that was prepared with tensors of one stream waits for another one's, and that one for the call."""
    c = Tensor(A)
    call = autoblas.prepare(autoblas.gemm, Tensor(A), Tensor(B), c=c)
    call()
    for _ in range(2):
        driver.calls.clear()
        call(b=Shown(A, 32))
        assert driver.calls.count("cuStreamWaitEvent") == 2
        assert np.array_equal(c.values, A @ A)
    driver.calls.clear()
    call()
    assert "cuStreamWaitEvent" not in driver.calls
    assert np.array_equal(c.values, A @ B)


def test_a_launcher_takes_other_tensors_by_their_addresses(driver):
    """Results are those of the routine, also with a factor; with new records it computes nothing."""
    a, b, c = Tensor(A), Tensor(B), Tensor(A)
    for beta in (0.0, 1.0, 0.5):
        launch, workspace = autoblas.prepare(autoblas.gemm, a, b, c=c, beta=beta).launcher()
        assert workspace == ()
        arrays = Tensor(B), Tensor(A), Tensor(A)
        driver.calls.clear()
        assert launch(arrays, [array.data_ptr() & -ALIGNED for array in arrays]) is arrays[2]
        assert driver.calls == []
        assert arrays[2].written == 0
        assert np.array_equal(arrays[2].values, B @ A + beta * A)
    forget_plans()
    assert launch(arrays, [array.data_ptr() & -ALIGNED for array in arrays]) is NOT_LAUNCHED


def test_a_launcher_takes_workspace_from_its_caller(driver):
    """Packed operands lie there, and nothing is kept for the thread; memory that is too near the end is not written."""
    del driver
    n = 384  # from which on an operand is packed
    a = np.random.default_rng(0).integers(-8, 9, (n, n)).astype(np.float32)
    x, c = Tensor(a), Tensor(np.full_like(a, np.nan))
    launch, workspace = autoblas.prepare(autoblas.gemm, x, x, c=c).launcher()
    assert workspace == (n * n * 4,)
    WORKSPACE.release()
    located = DeviceMemory.place(workspace[0] + 256)
    located[:] = 7
    memory = [array.data_ptr() for array in (x, x, c)]
    assert launch((x, x, c), [*memory, located.ctypes.data]) is c
    assert np.array_equal(c.values, a @ a)
    assert WORKSPACE.allocations == []
    assert (located[:-256] != 7).any()
    assert (located[-256:] == 7).all()


def test_served_products_take_workspace_from_pytorch(pocl, monkeypatch):
    """In every call, from the first on, as much as the plan needs; with new records too, also of its own preparation."""
    forgets = [True, False]

    def preparing(*args, **named):
        call = autoblas.prepare(*args, **named)
        if forgets and forgets.pop(0):
            forget_plans()
        return call

    n = 512  # a recorded point, which is checked before it serves
    a = np.random.default_rng(0).integers(-8, 9, (n, n)).astype(np.float32)
    with emulated_card(pocl), fake_torch() as torch:
        WORKSPACE.release()
        x = Tensor(a)
        product = Product("standard", (x, x), None, (1, 1))
        for turn in range(3):
            result = product.compute((x, x), None)
            assert np.array_equal(result.values, a @ a)
            if turn == 1:
                forget_plans()
                monkeypatch.setattr("autoblas.torch.products.prepare", preparing)
        assert torch.storages == [(n * n * 4, 0)] * len(torch.storages)
        assert len(torch.storages) >= 3
        row, column = (Tensor(np.arange(n, dtype=np.float32).reshape(shape)) for shape in ((n,), (n, 1)))
        for bias in (row, column):
            result = Product("standard", (bias, x, x), None, (2, 1)).compute((bias, x, x), None)
            assert np.array_equal(result.values, 2 * (a @ a) + bias.values)
        assert WORKSPACE.allocations == []
