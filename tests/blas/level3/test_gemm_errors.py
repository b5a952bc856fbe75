"""Every wrong argument of ``gemm`` is refused by name before anything is enqueued."""

from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

from autoblas import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError, gemm
from support.error_cases import ErrorConformance, Mistake, forbid_launches, read_only

A = np.arange(12, dtype=np.float32).reshape(4, 3)
B = np.arange(15, dtype=np.float32).reshape(3, 5)
C = np.ones((4, 5), np.float32)
WHOLE = {"a": A.astype(np.int32), "b": B.astype(np.int32)}


def _overlapping(of: str) -> dict[str, Any]:
    """Operands of which one shares a single element with C."""
    whole = np.zeros(100, np.float32)
    shape = A.shape if of == "a" else B.shape
    first = whole[: shape[0] * shape[1]].reshape(shape)
    last = shape[0] * shape[1] - 1
    return {of: first, "c": whole[last : last + 20].reshape(4, 5)}


HOST = (
    Mistake("a is a list", ArgumentError, "a", lambda: {"a": [[1.0]]}, ("NumPy array", "list")),
    Mistake("b is a list", ArgumentError, "b", lambda: {"b": [[1.0]]}, ("NumPy array", "list")),
    Mistake("c is a list", ArgumentError, "c", lambda: {"c": [[1.0]]}, ("NumPy array", "list")),
    Mistake("a is None", ArgumentError, "a", lambda: {"a": None}, ("NoneType",)),
    Mistake("b is None", ArgumentError, "b", lambda: {"b": None}, ("NoneType",)),
    Mistake("integers", PrecisionError, "a", lambda: {"a": A.astype(int)}, ("float16, float32, float64", "int64")),
    Mistake("bytes", PrecisionError, "b", lambda: {"b": B.astype(np.uint64)}, ("float16", "uint64")),
    Mistake("complex", PrecisionError, "b", lambda: {"b": B.astype(np.complex64)}, ("complex64",), host=False),
    Mistake("whole and real numbers", PrecisionError, "b", lambda: {"b": B.astype(np.int32)}, ("float32 like a", "int32"), host=False),
    Mistake("signed and unsigned numbers", PrecisionError, "b", lambda: WHOLE | {"b": B.astype(np.uint32)}, ("int32 like a", "uint32")),
    Mistake("c of another kind", PrecisionError, "c", lambda: {"c": C.astype(np.complex64)}, ("float32 like a", "complex64"), host=False),
    Mistake("a dtype without kernels", PrecisionError, "dtype", lambda: {"dtype": "int8"}, ("float16", "int8")),
    Mistake("a dtype that is none", PrecisionError, "dtype", lambda: {"dtype": "half a float"}, ("half a float",)),
    Mistake("a dtype of another kind", PrecisionError, "dtype", lambda: {"dtype": np.int32}, ("float32 like a", "int32")),
    Mistake("a dtype beside a c of another", PrecisionError, "dtype", lambda: {"dtype": float, "c": C.copy()}, ("float32", "float64")),
    Mistake("an accumulator of another kind", PrecisionError, "accumulator", lambda: {"accumulator": "int32"}, ("float32 for these", "int32")),
    Mistake("an accumulator of integers", PrecisionError, "accumulator", lambda: WHOLE | {"accumulator": "float32"}, ("int32 for these", "float32")),
    Mistake("an unknown accumulator", PrecisionError, "accumulator", lambda: {"accumulator": "tf32"}, ("float32", "tf32")),
    Mistake("an unknown accuracy", ArgumentError, "accuracy", lambda: {"accuracy": "high"}, ("'strict'", "'high'")),
    Mistake("foreign byte order", ArgumentError, "a", lambda: {"a": A.astype(">f4")}, ("byte order",), devices=False),
    Mistake("inner sizes differ", ShapeError, "b", lambda: {"b": B.T}, ("3 rows", "(4, 3)", "(5, 3)")),
    Mistake("inner sizes differ, transposed", ShapeError, "b", lambda: {"trans_b": "T"}, ("3 columns", "(3, 5)")),
    Mistake("a is a vector", ShapeError, "a", lambda: {"a": A[0]}, ("two axes", "(3,)")),
    Mistake("b is a cube", ShapeError, "b", lambda: {"b": B[None]}, ("two axes", "(1, 3, 5)")),
    Mistake("a is a number", ShapeError, "a", lambda: {"a": np.array(1.0)}, ("two axes", "()")),
    Mistake("c has another shape", ShapeError, "c", lambda: {"c": C.T.copy()}, ("(4, 5)", "(5, 4)")),
    Mistake("c is a cube", ShapeError, "c", lambda: {"c": np.stack([C] * 3)}, ("two axes", "(3, 4, 5)")),
    Mistake("c is a vector", ShapeError, "c", lambda: {"c": C.ravel()}, ("two axes", "(20,)")),
    Mistake("c is read-only", ArgumentError, "c", lambda: {"c": read_only(C)}, ("written", "read-only"), devices=False),
    Mistake("c overlaps a", ArgumentError, "c", lambda: _overlapping("a"), ("neither a nor b", "overlaps")),
    Mistake("c overlaps b", ArgumentError, "c", lambda: _overlapping("b"), ("neither a nor b", "overlaps")),
    Mistake("c overlaps itself", StrideError, "c", lambda: {"c": np.lib.stride_tricks.as_strided(C.copy(), (4, 5), (0, 4), writeable=True)}, ("lie apart", "(0, 4)"), devices=False),
    Mistake("bias is a list", ArgumentError, "bias", lambda: {"bias": [1.0] * 5}, ("NumPy array", "list")),
    Mistake("bias is too short", ShapeError, "bias", lambda: {"bias": A[0]}, ("(5,), a number for each column", "(3,)")),
    Mistake("bias has a number for each row", ShapeError, "bias", lambda: {"bias": C[:, 0].copy()}, ("(4, 1), one for each row", "(4,)")),
    Mistake("bias is a matrix", ShapeError, "bias", lambda: {"bias": C}, ("(4, 1)", "(4, 5)")),
    Mistake("bias is a cube", ShapeError, "bias", lambda: {"bias": C[None]}, ("(5,)", "(1, 4, 5)")),
    Mistake("bias is a number", ShapeError, "bias", lambda: {"bias": np.array(1.0)}, ("(5,)", "()")),
    Mistake("bias of another type", PrecisionError, "bias", lambda: {"bias": np.ones(5)}, ("float32 like C", "float64"), host=False),
    Mistake("bias of another type than c", PrecisionError, "bias", lambda: {"bias": np.ones(5), "c": C.copy()}, ("float32 like C", "float64")),
    Mistake("an unknown activation", ArgumentError, "activation", lambda: {"activation": "tanh"}, ("'gelu_tanh'", "'tanh'")),
    Mistake("activation is a function", ArgumentError, "activation", lambda: {"activation": np.tanh}, ("'relu'", "ufunc")),
    Mistake("an activation of whole numbers", ArgumentError, "activation", lambda: WHOLE | {"activation": "relu"}, ("C is int32", "'relu'")),
    Mistake("beta without c", ArgumentError, "c", lambda: {"beta": 1.0}, ("(4, 5)", "None")),
    Mistake("unknown transposition", ArgumentError, "trans_a", lambda: {"trans_a": "X"}, ("'T'", "'X'")),
    Mistake("transposition is a bool", ArgumentError, "trans_b", lambda: {"trans_b": True}, ("'T'", "True")),
    Mistake("alpha is complex", ArgumentError, "alpha", lambda: {"alpha": 1j}, ("real", "complex")),
    Mistake("alpha is text", ArgumentError, "alpha", lambda: {"alpha": "1"}, ("real", "str")),
    Mistake("alpha is a broken number", ArgumentError, "alpha", lambda: WHOLE | {"alpha": 1.5}, ("int32 can hold", "1.5")),
    Mistake("alpha wraps", ArgumentError, "alpha", lambda: WHOLE | {"alpha": 2**32}, ("int32 can hold", "4294967296")),
    Mistake("alpha is no whole number", ArgumentError, "alpha", lambda: WHOLE | {"alpha": np.nan}, ("int32 can hold", "nan")),
    Mistake("beta is an array", ArgumentError, "beta", lambda: {"beta": np.ones(1), "c": C.copy()}, ("real", "ndarray")),
    Mistake("queue is text", ArgumentError, "queue", lambda: {"queue": "gpu"}, ("command queue", "str")),
    Mistake("queue is text and C is empty", ArgumentError, "queue", lambda: {"a": A[:0], "queue": "gpu"}, ("command queue", "str"), devices=False),
)  # fmt: skip


@pytest.fixture
def idle(monkeypatch):
    """Fail where anything is enqueued."""
    forbid_launches(monkeypatch)


class TestMistakes(ErrorConformance):
    """Mistakes in calls of ``gemm``."""

    routine, mistakes = staticmethod(gemm), HOST
    right, c, result = {"a": A, "b": B}, C, A @ B


@pytest.mark.usefixtures("idle")
def test_contexts_are_not_mixed(pocl):
    """An array of another context than the queue's is named."""
    elsewhere = cl.CommandQueue(cl.Context([pocl.queue.device]))
    here, there = (
        {n: cl_array.empty(queue, x.shape, np.float32) for n, x in (("a", A), ("b", B), ("c", C))}
        for queue in (pocl.queue, elsewhere)
    )
    for odd in "abc":
        arguments = {**here, odd: there[odd]}
        with pytest.raises(DeviceMismatchError, match="context") as caught:
            gemm(arguments["a"], arguments["b"], c=arguments["c"], queue=pocl.queue)
        assert caught.value.argument == odd
    with pytest.raises(DeviceMismatchError):
        gemm(there["a"], there["b"], queue=pocl.queue)


@pytest.mark.usefixtures("idle")
def test_without_any_queue_there_is_nowhere_to_run(pocl):
    """Arrays that have none need one to be given."""
    a, b = (cl_array.empty(pocl.queue, x.shape, np.float32).with_queue(None) for x in (A, B))
    with pytest.raises(ArgumentError, match="queue: expected a pyopencl command queue"):
        gemm(a, b)


@pytest.mark.parametrize("change", [{"wait_for": 3}, {"wait_for": [3]}, {"alpha": 10**400}], ids=str)
def test_events_and_numbers_that_are_none_are_named(pocl, change):
    """Events that are none, and numbers beyond a double, are arguments that do not fit."""
    a, b = (cl_array.empty(pocl.queue, x.shape, np.float32) for x in (A, B))
    with pytest.raises(ArgumentError):
        gemm(a, b, **change)


@pytest.mark.usefixtures("idle")
def test_an_offset_between_elements_is_refused(pocl):
    """A pyopencl array may begin anywhere; kernels count whole elements."""
    memory = cl.Buffer(pocl.queue.context, cl.mem_flags.READ_WRITE, 64)
    a = cl_array.Array(pocl.queue, (2, 2), np.float32, data=memory, offset=2)
    with pytest.raises(StrideError):
        gemm(a, a)


def test_overlap_is_seen_through_parts_of_a_buffer(pocl):
    """Interleaved columns of one array are apart; a common element of two views is found."""
    whole = cl_array.zeros(pocl.queue, (6, 12), np.float32)
    assert gemm(whole[:, 0::2], whole[:6, 0::2], c=whole[:, 1::2]).shape == (6, 6)
    with pytest.raises(ArgumentError, match="c: expected memory that neither a nor b uses"):
        gemm(whole[:, :6], whole[:, :6], c=whole[:, 5:11])
