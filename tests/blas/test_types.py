"""Element types: which operands may differ, what they meet in, whatever their order, and what a refusal says."""

from __future__ import annotations

import itertools
import math
import warnings
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pyopencl.array as cl_array
import pytest
from scipy.sparse.linalg import LinearOperator, cg

import autoblas
from autoblas import PrecisionError
from autoblas.promotion import HELD_BY, ORDER, common_type
from autoblas.runtime.host.crossover import held_at
from support.routine_calls import RETURNED, Numbers
from support.routine_cases import CASES

if TYPE_CHECKING:
    from support.rig import Rig

    Array = np.ndarray[Any, np.dtype[Any]]

NARROW = {
    "float64": ("int8", "uint16", "int32", "float16", "bfloat16", "float32", "bool"),
    "float32": ("int8", "uint16", "float16", "bfloat16"),
    "complex128": ("int32", "float64", "complex64"),
}
"""Types beside which other ones are converted."""

THOROUGHLY = ("axpy", "dot", "gemv", "symv")
"""Routines that all of them are tried with; others have the same mechanism, and one of each."""

MIXING = ("gemm", "gemv_", "conv")
"""What the names of routines begin with whose kernels read and write any real types."""


def dtype_of(name: str) -> Any:
    """The type of a name."""
    return np.dtype(getattr(ml_dtypes, name, name))


def limits(name: str) -> list[Any]:
    """Numbers of a type that another one may not hold."""
    dtype = dtype_of(name)
    if dtype.kind == "b":
        return [False, True]
    info = ml_dtypes.iinfo(dtype) if dtype.kind in "iu" else ml_dtypes.finfo(dtype)
    if dtype.kind in "iu":
        return [info.min, info.max, info.max - 1]
    numbers = [info.max, info.tiny, info.smallest_subnormal, 1 + info.eps]
    return [complex(0, number) for number in numbers] if dtype.kind == "c" else numbers


@pytest.mark.parametrize("name", HELD_BY)
def test_types_hold_the_numbers_that_the_table_says(name: str) -> None:
    """The largest, the smallest, and the finest difference, there and back; the table has all such types."""
    values = np.array(limits(name)).astype(dtype_of(name))
    for other in ORDER:
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            there = values.astype(dtype_of(other))
            exact = np.array_equal(there.astype(np.clongdouble), values.astype(np.clongdouble))
        assert (other in HELD_BY[name] or other == name) == exact, other


def test_operands_meet_in_one_type_whatever_their_order() -> None:
    """In a product too: what it returns holds the numbers of both operands."""
    for left, right in itertools.combinations(("float16", "bfloat16", "float64", "complex64"), 2):
        expected = common_type([left, right])
        assert expected == common_type([right, left])
        a, b = (np.full((3, 3), 100, dtype_of(name)) for name in (left, right))
        assert autoblas.gemm(a, b).dtype == expected == autoblas.gemm(b, a).dtype
    assert common_type(["int32", "uint32"]) is common_type(["int64", "float64"]) is None


def inputs(routine: str, dtype: str) -> list[str]:
    """The operands of a routine that it does not write, of that type."""
    case = CASES[routine](Numbers(5, dtype))
    written = set(case.expected) | ({"c"} if routine == "gemm_offsets" else set())
    return [name for name, array in case.arrays.items() if name not in written and array.dtype == dtype]


@pytest.mark.parametrize("routine", CASES)
def test_numpy_inputs_are_converted_where_nothing_is_lost(routine: str) -> None:
    """To the bit as if the caller had converted them; outputs never are, and a refusal names one of both."""
    for dtype, narrow in NARROW.items():
        for name in inputs(routine, dtype):
            case = CASES[routine](Numbers(5, dtype))
            if len(case.arrays) == 1:
                continue
            for kind in narrow if routine in THOROUGHLY else narrow[:1]:
                real = np.abs(case.arrays[name].real).astype(dtype_of(kind))
                results = []
                for array in (real, real.astype(dtype)):
                    arrays = {x: np.array(a) for x, a in case.arrays.items()} | {name: array}
                    with held_at(math.inf):
                        results.append(case._replace(arrays=arrays).call(routine))
                for key in case.expected:
                    assert np.array_equal(*(result[key] for result in results), equal_nan=True), (name, kind)
                    assert results[0][key].dtype == results[1][key].dtype
    case = CASES[routine](Numbers(5, "float64"))
    for name in set(case.expected) - {RETURNED} if len(case.arrays) > 1 else ():
        output = case.arrays[name]
        if output.dtype != np.float64 or routine.startswith(MIXING):
            continue
        arrays = {**case.arrays, name: output.astype(np.float32)}
        with pytest.raises(PrecisionError, match=r"expected .*float(32|64)"):
            case._replace(arrays=arrays).call(routine)
        assert np.array_equal(arrays[name], output)


def test_device_arrays_of_several_types_are_refused(any_device: Rig) -> None:
    """They may be large; the message names both types."""
    a = cl_array.to_device(any_device.queue, np.ones((4, 4), np.float32))
    x = cl_array.to_device(any_device.queue, np.ones(4, np.float16))
    with pytest.raises(PrecisionError, match="x: expected float32 like a; got float16"):
        autoblas.gemv(a, x)


def test_a_linear_operator_of_scipy_finds_its_type() -> None:
    """SciPy calls it with a vector of int8 first, and solvers go on with what it returns."""
    matrix = 4 * np.eye(9) + np.eye(9, k=1) + np.eye(9, k=-1)
    for routine in (autoblas.gemv, autoblas.symv):
        operator = LinearOperator((9, 9), matvec=lambda v, call=routine: call(matrix, v))
        assert operator.dtype == np.float64
        solution, _ = cg(operator, np.arange(9.0), rtol=1e-12)
        assert np.allclose(matrix @ solution, np.arange(9.0))
