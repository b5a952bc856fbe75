"""Every wrong argument of ``gemm`` is refused by name before anything is enqueued."""

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas import ArgumentError, PrecisionError, ShapeError, gemm
from support.error_cases import ErrorConformance, Mistake, forbid_launches

A = np.arange(12, dtype=np.float32).reshape(4, 3)
B = np.arange(15, dtype=np.float32).reshape(3, 5)
C = np.ones((4, 5), np.float32)
WHOLE = {"a": A.astype(np.int32), "b": B.astype(np.int32)}
BYTES = {"a": A.astype(np.int8), "b": B.astype(np.int8)}


HOST = (
    Mistake("bytes", PrecisionError, "b", lambda: {"b": B.astype(np.uint64)}, ("float16", "uint64")),
    Mistake("complex", PrecisionError, "b", lambda: {"b": B.astype(np.complex64)}, ("complex64",), host=False),
    Mistake("whole and real numbers", PrecisionError, "b", lambda: {"b": B.astype(np.int32)}, ("float32 like a", "int32"), host=False),
    Mistake("signed and unsigned numbers", PrecisionError, "dtype", lambda: WHOLE | {"dtype": "uint32"}, ("int32 or int64, for sums", "uint32")),
    Mistake("sums of too few bits", PrecisionError, "dtype", lambda: BYTES | {"dtype": "int8"}, ("int32 or int64, for sums of int8 by int8", "int8")),
    Mistake("a c that holds no sums", PrecisionError, "c", lambda: WHOLE | {"c": C.astype(np.int16)}, ("int32 or int64, for sums", "int16")),
    Mistake("bytes and real numbers", PrecisionError, "b", lambda: BYTES | {"b": B}, ("int8 like a", "float32"), host=False),
    Mistake("c of another kind", PrecisionError, "c", lambda: {"c": C.astype(np.complex64)}, ("float32 like a", "complex64"), host=False),
    Mistake("a dtype without kernels", PrecisionError, "dtype", lambda: {"dtype": "uint16"}, ("float16", "uint16")),
    Mistake("a dtype that is none", PrecisionError, "dtype", lambda: {"dtype": "half a float"}, ("half a float",)),
    Mistake("a dtype of another kind", PrecisionError, "dtype", lambda: {"dtype": np.int32}, ("float32 like a", "int32")),
    Mistake("a dtype beside a c of another", PrecisionError, "dtype", lambda: {"dtype": float, "c": C.copy()}, ("float32", "float64")),
    Mistake("an accumulator of another kind", PrecisionError, "accumulator", lambda: {"accumulator": "int32"}, ("float32 for these", "int32")),
    Mistake("an accumulator of integers", PrecisionError, "accumulator", lambda: WHOLE | {"accumulator": "float32"}, ("int32 for these", "float32")),
    Mistake("an unknown accumulator", PrecisionError, "accumulator", lambda: {"accumulator": "tf32"}, ("float32", "tf32")),
    Mistake("an unknown accuracy", ArgumentError, "accuracy", lambda: {"accuracy": "high"}, ("'strict'", "'high'")),
    Mistake("inner sizes differ", ShapeError, "b", lambda: {"b": B.T}, ("3 rows", "(4, 3)", "(5, 3)")),
    Mistake("inner sizes differ, transposed", ShapeError, "b", lambda: {"trans_b": "T"}, ("3 columns", "(3, 5)")),
    Mistake("a is a vector", ShapeError, "a", lambda: {"a": A[0]}, ("two axes", "(3,)")),
    Mistake("c has another shape", ShapeError, "c", lambda: {"c": C.T.copy()}, ("(4, 5)", "(5, 4)")),
    Mistake("c is a vector", ShapeError, "c", lambda: {"c": C.ravel()}, ("two axes", "(20,)")),
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
    Mistake("alpha is a broken number", ArgumentError, "alpha", lambda: WHOLE | {"alpha": 1.5}, ("int32 can hold", "1.5")),
    Mistake("alpha wraps", ArgumentError, "alpha", lambda: WHOLE | {"alpha": 2**32}, ("int32 can hold", "4294967296")),
    Mistake("alpha is no whole number", ArgumentError, "alpha", lambda: WHOLE | {"alpha": np.nan}, ("int32 can hold", "nan")),
    Mistake("beta is an array", ArgumentError, "beta", lambda: {"beta": np.ones(1), "c": C.copy()}, ("real", "ndarray")),
    Mistake("queue is text and C is empty", ArgumentError, "queue", lambda: {"a": A[:0], "queue": "gpu"}, ("command queue", "str"), devices=False),
)  # fmt: skip


@pytest.fixture
def idle(monkeypatch):
    """Fail where anything is enqueued."""
    forbid_launches(monkeypatch)


class TestMistakes(ErrorConformance):
    """Mistakes in calls of ``gemm``."""

    routine, mistakes = staticmethod(gemm), HOST
    right, result = {"a": A, "b": B}, A @ B


def test_overlap_is_seen_through_parts_of_a_buffer(pocl):
    """Interleaved columns of one array are apart; a common element of two views is found."""
    whole = cl_array.zeros(pocl.queue, (6, 12), np.float32)
    assert gemm(whole[:, 0::2], whole[:6, 0::2], c=whole[:, 1::2]).shape == (6, 6)
    with pytest.raises(ArgumentError, match="c: expected memory that neither a nor b uses"):
        gemm(whole[:, :6], whole[:, :6], c=whole[:, 5:11])
