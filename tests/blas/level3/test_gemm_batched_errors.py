"""Wrong arguments of ``gemm_batched`` and ``gemm_offsets``: each is named before anything is enqueued."""

import numpy as np

from autoblas import ArgumentError, PrecisionError, ShapeError, gemm_batched, gemm_offsets
from support.error_cases import ErrorConformance, Mistake

A = np.arange(36, dtype=np.float32).reshape(3, 4, 3)
B = np.arange(45, dtype=np.float32).reshape(3, 3, 5)
C = np.ones((3, 4, 5), np.float32)


class Broken:
    """What is no number."""

    def __bool__(self) -> bool:
        raise AssertionError("it was asked for its truth")


STACKS = (
    Mistake("b is None", ArgumentError, "b", lambda: {"b": None}, ("NoneType",)),
    Mistake("no stack at all", ShapeError, "a", lambda: {"a": A[0], "b": B[0]}, ("three axes", "(4, 3)")),
    Mistake("one axis", ShapeError, "a", lambda: {"a": A[0, 0]}, ("two axes", "(3,)")),
    Mistake("another number of items", ShapeError, "b", lambda: {"b": B[:2]}, ("3 items like a", "2 items")),
    Mistake("another number of items in c", ShapeError, "c", lambda: {"c": C[:1]}, ("3 items like a", "1 items")),
    Mistake("c is one matrix", ShapeError, "c", lambda: {"c": C[0]}, ("three axes", "(4, 5)")),
    Mistake("c has another shape", ShapeError, "c", lambda: {"c": np.ones((3, 5, 4), np.float32)}, ("(4, 5)", "(5, 4)")),
    Mistake("inner sizes differ", ShapeError, "b", lambda: {"b": np.ones((3, 4, 5), np.float32)}, ("3 rows", "(4, 5)")),
    Mistake("inner sizes differ, transposed", ShapeError, "b", lambda: {"trans_b": "C"}, ("3 columns",)),
    Mistake("whole and real numbers", PrecisionError, "b", lambda: {"b": B.astype(np.int32)}, ("float32 like a", "int32"), host=False),
    Mistake("a dtype beside a c of another", PrecisionError, "dtype", lambda: {"c": C.copy(), "dtype": "float64"}, ("float32",)),
    Mistake("an accumulator of another kind", PrecisionError, "accumulator", lambda: {"accumulator": "complex64"}, ("float32",)),
    Mistake("an unknown accuracy", ArgumentError, "accuracy", lambda: {"accuracy": None}, ("'fast'", "None")),
    Mistake("beta without c", ArgumentError, "c", lambda: {"beta": 1}, ("(4, 5)", "None")),
    Mistake("some beta without c", ArgumentError, "c", lambda: {"beta": [0, 0, 2]}, ("(4, 5)", "None")),
    Mistake("too few factors", ShapeError, "alpha", lambda: {"alpha": [1, 2]}, ("a number or 3", "2")),
    Mistake("too many factors", ShapeError, "beta", lambda: {"beta": np.ones(4), "c": C.copy()}, ("a number or 3", "4")),
    Mistake("a matrix of factors", ShapeError, "alpha", lambda: {"alpha": np.ones((3, 1))}, ("a number or 3", "(3, 1)")),
    Mistake("a factor is text", ArgumentError, "alpha", lambda: {"alpha": [1, "2", 3]}, ("a real number", "'2'")),
    Mistake("factors are text", ArgumentError, "alpha", lambda: {"alpha": "123"}, ("a real number", "'123'")),
    Mistake("a factor is complex", ArgumentError, "beta", lambda: {"beta": [1, 2, 3j], "c": C.copy()}, ("a real number", "3j")),
    Mistake("a factor is too large", ArgumentError, "alpha", lambda: {"alpha": [1, 2, 1e300]}, ("float32 can hold", "1e+300")),
    Mistake("a factor is nothing like a number", ArgumentError, "beta", lambda: {"beta": [0, Broken(), 0], "c": C.copy()}, ("a number", "Broken")),
    Mistake("factors are none", ArgumentError, "alpha", lambda: {"alpha": None}, ("a real number", "None")),
)  # fmt: skip

VECTORS = {"a": A.ravel(), "b": B.ravel(), "c": C.ravel()}
PLACES = {"a_offsets": [0, 12, 24], "b_offsets": [0, 15, 30], "c_offsets": [0, 20, 40]}
SIZES = {"m": 4, "n": 5, "k": 3}

OFFSETS = (
    Mistake("c is None", ArgumentError, "c", lambda: {"c": None}, ("NoneType",)),
    Mistake("a is a matrix", ShapeError, "a", lambda: {"a": A[0]}, ("a dense vector", "(4, 3)")),
    Mistake("b has gaps", ShapeError, "b", lambda: {"b": np.zeros(90, np.float32)[::2]}, ("a dense vector",)),
    Mistake("c goes backwards", ShapeError, "c", lambda: {"c": np.zeros(60, np.float32)[::-1]}, ("a dense vector",)),
    Mistake("whole and real numbers", PrecisionError, "c", lambda: {"c": VECTORS["c"].astype(np.int32)}, ("float32 like a", "int32")),
    Mistake("m is no number", ArgumentError, "m", lambda: {"m": 4.0}, ("whole number", "4.0")),
    Mistake("n is negative", ArgumentError, "n", lambda: {"n": -5}, ("at least 0", "-5")),
    Mistake("k is enormous", ArgumentError, "k", lambda: {"k": 2**31}, ("less than 2^31", "2147483648")),
    Mistake("rows of a overlap", ArgumentError, "lda", lambda: {"lda": 2}, ("at least 3", "2")),
    Mistake("rows of b overlap", ArgumentError, "ldb", lambda: {"ldb": 0}, ("at least 5", "0")),
    Mistake("rows of a overlap, transposed", ArgumentError, "lda", lambda: {"lda": 3, "trans_a": "T"}, ("at least 4", "3")),
    Mistake("ldc is no number", ArgumentError, "ldc", lambda: {"ldc": "5"}, ("at least 5", "'5'")),
    Mistake("an offset before the vector", ArgumentError, "a_offsets", lambda: {"a_offsets": [0, -1, 3]}, ("within a", "-1")),
    Mistake("an item beyond the vector", ArgumentError, "b_offsets", lambda: {"b_offsets": [0, 31, 30]}, ("15 elements", "45", "31")),
    Mistake("an item that its pitch carries beyond", ArgumentError, "c_offsets", lambda: {"ldc": 6}, ("23 elements", "60")),
    Mistake("an item that sizes of few bits carry beyond", ArgumentError, "a_offsets", lambda: {"m": np.uint8(129), "lda": np.uint8(128)}, ("16387 elements", "36")),
    Mistake("one place beyond the vector", ArgumentError, "a_offsets", lambda: {"a_offsets": 25}, ("12 elements", "36", "25")),
    Mistake("an offset too large to add to", ArgumentError, "a_offsets", lambda: {"a_offsets": np.array([2**64 - 1, 0, 0], np.uint64)}, ("within a",)),
    Mistake("offsets are no whole numbers", ArgumentError, "b_offsets", lambda: {"b_offsets": [0.0, 1.0, 2.0]}, ("whole numbers", "1.0")),
    Mistake("offsets are none", ArgumentError, "a_offsets", lambda: {"a_offsets": None}, ("whole numbers", "None")),
    Mistake("too few offsets", ArgumentError, "a_offsets", lambda: {"a_offsets": [0, 1]}, ("3 whole numbers", "[0, 1]")),
    Mistake("one place for c", ArgumentError, "c_offsets", lambda: {"c_offsets": 0, "a_offsets": [0], "b_offsets": [0]}, ("1 whole numbers", "0")),
    Mistake("a matrix of offsets", ArgumentError, "c_offsets", lambda: {"c_offsets": [[0, 20, 40]]}, ("3 whole numbers",)),
    Mistake("items of c overlap", ArgumentError, "c_offsets", lambda: {"c_offsets": [0, 39, 20]}, ("apart", "overlap")),
    Mistake("rows of items of c overlap", ArgumentError, "c_offsets", lambda: {"c_offsets": [0, 4, 8], "ldc": 12}, ("apart", "overlap")),
    Mistake("too few factors", ShapeError, "beta", lambda: {"beta": [1.0]}, ("a number or 3", "1")),
    Mistake("a factor is text", ArgumentError, "alpha", lambda: {"alpha": "1"}, ("a real number", "'1'")),
    Mistake("a factor is nothing like a number", ArgumentError, "beta", lambda: {"beta": Broken()}, ("a number", "Broken")),
    Mistake("an unknown accumulator", PrecisionError, "accumulator", lambda: {"accumulator": "tf32"}, ("float16", "tf32")),
)  # fmt: skip


class TestStacks(ErrorConformance):
    """Mistakes in calls of ``gemm_batched``."""

    routine, mistakes = staticmethod(gemm_batched), STACKS
    right, result = {"a": A, "b": B}, A @ B


class TestOffsets(ErrorConformance):
    """Mistakes in calls of ``gemm_offsets``."""

    routine, mistakes = staticmethod(gemm_offsets), OFFSETS
    right, result = VECTORS | PLACES | SIZES, A @ B
