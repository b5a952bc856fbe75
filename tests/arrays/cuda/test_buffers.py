"""Buffers of JAX's callbacks on an emulated card: products of their elements on the callback's stream."""

import weakref
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import autoblas
from autoblas.arrays.cuda.capsule import exported_capsule
from autoblas.arrays.cuda.dlpack import JaxBuffers
from autoblas.arrays.cuda.libraries import LIBRARIES
from autoblas.errors import AllocationError, ArgumentError
from autoblas.jax.product import Stream, compute
from autoblas.problems.contraction import StackLayout
from support.cuda_arrays import Shown
from support.emulated_card import emulated_card

A = np.arange(48, dtype=np.float32).reshape(6, 8)
B = np.arange(56, dtype=np.float32).reshape(8, 7) % 5


class Buffer(Shown):
    """A buffer as JAX shows it: bfloat16 through DLPack alone."""

    def __init__(self, values: Any, *, writeable: bool = False) -> None:
        super().__init__(values, read_only=not writeable)
        self.shape, self.writeable = values.shape, writeable

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Without strides and stream."""
        assert self.dtype != ml_dtypes.bfloat16
        shown = super().__cuda_array_interface__
        return {name: shown[name] for name in ("shape", "typestr", "data")}

    def __dlpack_device__(self) -> tuple[int, int]:
        """The first card."""
        return 2, 0

    def __dlpack__(self) -> Any:
        """A capsule."""
        values = self.values
        return exported_capsule(self, values.ctypes.data, values.shape, values.strides, self.dtype, (2, 0))


class Context:
    """The context of a callback."""

    stream = 32


@pytest.fixture(name="driver", autouse=True)
def a_driver(pocl, monkeypatch):
    """That of an emulated card."""
    monkeypatch.setitem(LIBRARIES, Buffer, JaxBuffers())
    with emulated_card(pocl) as driver:
        yield driver


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_a_callback_multiplies_where_operands_lie(driver, dtype):
    """A transposed operand and a stack, into the buffer that is given; no other stream is waited for."""
    out = Buffer(np.zeros((6, 7), dtype), writeable=True)
    layouts = [StackLayout((6, 8), (1, 6)), StackLayout((8, 7), (7, 1)), StackLayout((6, 7), (7, 1))]
    for _ in range(2):
        driver.calls.clear()
        compute(layouts, "standard", Context, out, Buffer(A.T.copy().astype(dtype)), Buffer(B.astype(dtype)))
        assert "cuStreamWaitEvent" not in driver.calls
    assert np.array_equal(out.values, (A @ B).astype(dtype))
    stack = Buffer(np.zeros((2, 3, 7), dtype), writeable=True)
    layouts = [
        StackLayout((2, 3, 8), (24, 8, 1)),
        StackLayout((2, 8, 7), (0, 7, 1)),
        StackLayout((2, 3, 7), (21, 7, 1)),
    ]
    compute(layouts, "standard", Context, stack, Buffer(A.astype(dtype)), Buffer(B.astype(dtype)))
    assert np.array_equal(stack.values.reshape(6, 7), (A @ B).astype(dtype))


def test_operands_cannot_be_written_and_the_stream_is_named():
    """An operand is no output, and a call without the stream of the callback is refused."""
    a, b, c = Buffer(A), Buffer(B), Buffer(np.zeros((6, 7), np.float32), writeable=True)
    stream: Any = Stream(32, 0)
    assert autoblas.gemm(a, b, c=c, queue=stream) is c
    assert np.array_equal(c.values, A @ B)
    with pytest.raises(ArgumentError, match="c: expected an array that can be written"):
        autoblas.gemm(a, b, c=Buffer(np.zeros((6, 7), np.float32)), queue=stream)
    with pytest.raises(ArgumentError, match="queue: expected the stream of the callback"):
        autoblas.gemm(a, b, c=c)


def test_without_memory_for_split_operands_the_product_is_strict(monkeypatch, caplog):
    """It needs none, and begins when that of the first trial is free; a line of the log says so."""
    gemm, tried, buffers = autoblas.gemm, [], list[Any]()

    def full(*args, accuracy, **options):
        tried.append((accuracy, [reference() for reference in buffers]))
        if accuracy != "strict":
            workspace = np.zeros(3)
            buffers.append(weakref.ref(workspace))
            raise AllocationError("the card has no room")
        return gemm(*args, accuracy="strict", **options)

    monkeypatch.setattr(autoblas, "gemm", full)
    out = Buffer(np.zeros((6, 7), np.float32), writeable=True)
    layouts = [StackLayout(x.shape, (x.shape[1], 1)) for x in (A, B, out)]
    compute(layouts, "standard", Context, out, Buffer(A), Buffer(B))
    assert tried == [("standard", []), ("strict", [None])]
    assert caplog.messages == ["a product of (6, 8) and (8, 7) is strict, because of the card has no room"]
    assert np.array_equal(out.values, A @ B)
