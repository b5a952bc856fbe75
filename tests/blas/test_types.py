"""Element types: which operands may differ, what they meet in, whatever their order, and what a refusal says."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import itertools
import math
import re
import warnings
from typing import Any

import ml_dtypes
import numpy as np
import pyopencl.array as cl_array
import pytest
from scipy.sparse.linalg import LinearOperator, cg

import autoblas
from autoblas import AutoblasError, BuildError, NoKernelError, PrecisionError, ShapeError
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.promotion import ORDER, WIDER_TYPES, common_type
from autoblas.blas.refusals import ALTERNATIVES
from support.golden_sample import GOLDEN
from support.routine_calls import RETURNED, Numbers
from support.routine_cases import CASES

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = pytest.mark.usefixtures("as_written_at_first")

NARROW = {
    "float64": ("int8", "uint16", "int32", "float16", "bfloat16", "float32", "bool"),
    "float32": ("int8", "uint16", "float16", "bfloat16"),
    "complex128": ("int32", "float64", "complex64"),
}
"""Types beside which other ones are converted."""

THOROUGHLY = ("axpy", "dot", "gemv", "symv")
"""Routines that all of them are tried with; others have the same mechanism, and one of each."""

MIXING = ("gemm", "gemv_", "conv", "omatcopy")
"""What the names of routines begin with whose kernels read and write any real types."""


def dtype_of(name: str) -> Any:
    """The type of a name."""
    return np.dtype(getattr(ml_dtypes, name, name))


def limits(name: str) -> list[Any]:
    """Numbers of a type that another one may not hold."""
    dtype = dtype_of(name)
    if dtype.kind == "b":
        return [False, True]
    about: Any = ml_dtypes.iinfo if dtype.kind in "iu" else ml_dtypes.finfo
    info = about(dtype)
    if dtype.kind in "iu":
        return [info.min, info.max, info.max - 1]
    numbers = [info.max, info.tiny, info.smallest_subnormal, 1 + info.eps]
    return [complex(0, number) for number in numbers] if dtype.kind == "c" else numbers


@pytest.mark.parametrize("name", WIDER_TYPES)
def test_types_hold_the_numbers_that_the_table_says(name):
    """The largest, the smallest, and the finest difference, there and back; the table has all such types."""
    values = np.array(limits(name)).astype(dtype_of(name))
    for other in ORDER:
        with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
            there = values.astype(dtype_of(other))
            exact = np.array_equal(there.astype(np.clongdouble), values.astype(np.clongdouble))
        assert (other in WIDER_TYPES[name] or other == name) == exact, other


def test_operands_meet_in_one_type_whatever_their_order():
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


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("routine", CASES)
def test_numpy_inputs_are_converted_where_nothing_is_lost(routine):
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
                    with fixed_crossover(math.inf):
                        results.append(case._replace(arrays=arrays).call(routine))
                for key in case.expected:
                    assert np.array_equal(results[0][key], results[1][key], equal_nan=True), (name, kind)
                    assert results[0][key].dtype == results[1][key].dtype
    case = CASES[routine](Numbers(5, "float64"))
    operands = [
        array for array in case.arrays.values() if array.dtype.kind in "fc"
    ]  # pivots have a type of their own
    for name in set(case.expected) - {RETURNED} if len(operands) > 1 else ():
        output = case.arrays[name]
        if output.dtype != np.float64 or routine.startswith(MIXING):
            continue
        arrays = {**case.arrays, name: output.astype(np.float32)}
        with pytest.raises(PrecisionError, match=r"expected .*float(32|64)"):
            case._replace(arrays=arrays).call(routine)
        assert np.array_equal(arrays[name], output)


def test_device_arrays_of_several_types_are_refused(any_device):
    """They may be large; the message names both types."""
    a = cl_array.to_device(any_device.queue, np.ones((4, 4), np.float32))
    x = cl_array.to_device(any_device.queue, np.ones(4, np.float16))
    with pytest.raises(PrecisionError, match="x: expected float32 like a; got float16"):
        autoblas.gemv(a, x)


def test_a_linear_operator_of_scipy_finds_its_type():
    """SciPy calls it with a vector of int8 first, and solvers go on with what it returns."""
    matrix = 4 * np.eye(9) + np.eye(9, k=1) + np.eye(9, k=-1)
    for routine in (autoblas.gemv, autoblas.symv):
        operator = LinearOperator((9, 9), matvec=lambda v, call=routine: call(matrix, v))
        assert operator.dtype == np.float64
        solution, _ = cg(operator, np.arange(9.0), rtol=1e-12)
        assert np.allclose(matrix @ solution, np.arange(9.0))


@pytest.mark.parametrize("routine", CASES)
def test_a_refusal_lists_the_types_that_the_routine_takes(routine):
    """All of them and no others; bfloat16, which NumPy alone computes in most routines, need not be named."""

    def refusal(name):
        dtype = dtype_of(name)
        case = CASES[routine](Numbers(3, "complex64" if dtype.kind == "c" else "float32"))
        arrays = {
            x: a if a.dtype.kind == "i" else (a if dtype.kind == "c" else np.abs(a.real)).astype(dtype)
            for x, a in case.arrays.items()
        }
        options = {
            x: v.real if isinstance(v, complex) and dtype.kind != "c" else v for x, v in case.options.items()
        }
        try:
            with fixed_crossover(math.inf):
                case._replace(arrays=arrays, options=options).call(routine)
        except PrecisionError as error:
            return str(error)
        except AutoblasError:  # of what the numbers are
            return ""
        return ""

    unknown = refusal("uint16")
    for name in ("float32", "complex64", "int32"):
        other = refusal(name)
        assert (f"{name}," in f"{unknown},".replace(" or ", ", ").replace("; got", ", got")) == (
            other == ""
        ), name
        assert not other or other.split(" got")[0] == unknown.split(" got")[0]


@pytest.mark.parametrize(("routine", "axes"), ALTERNATIVES)
def test_a_refused_shape_names_the_routine_that_takes_it(routine, axes):
    """Stacks, matrices and vectors that are given to another one; of vectors ``ravel`` is named too."""
    case = CASES[routine](Numbers(3, "float32"))
    wrong = "x" if "x" in case.arrays and axes < 3 else next(iter(case.arrays))
    arrays = {**case.arrays, wrong: np.ones((4,) * axes, np.float32)}
    with pytest.raises(ShapeError) as raised:
        case._replace(arrays=arrays).call(routine)
    assert raised.value.argument == wrong
    assert ALTERNATIVES[routine, axes] in str(raised.value)
    assert hasattr(autoblas, ALTERNATIVES[routine, axes])
    assert "vector" not in raised.value.expected or "ravel" in raised.value.expected


REFUSALS = [
    line.strip()
    for line in (GOLDEN / "messages.txt").read_text(encoding="utf-8").splitlines()
    if "Error: " in line
]


def test_messages_are_one_sentence_that_fits_a_terminal():
    """At most 300 characters on one line that name the argument, what was expected and what came, with no full stop."""
    assert len(REFUSALS) > 100
    for line in REFUSALS:
        message = line.split("Error: ", 1)[1]
        assert len(message) <= 300, line
        assert not message.endswith((".", " ", ";")), line
        assert re.match(r"\w+: expected .+; got .+", message) or "ArgumentError" not in line, line


def test_long_reasons_are_cut_and_kept_as_attributes():
    """However many kernels there are, whatever a compiler writes, whatever a user gives."""
    reasons = {f"kernel_{i}": f"{'a long rule ' * 9}{i % 7}" for i in range(40)}
    error = NoKernelError("a problem " * 30, reasons)
    assert len(str(error)) <= 250
    assert "it requires that" in str(error)
    assert "autoblas explain" in str(error)
    assert error.excluded == reasons
    log = "warning: nothing\n" * 50 + "x.cl:3: error: " + "what is wrong " * 50 + "\nmore"
    built = BuildError(log, "text")
    assert len(str(built)) <= 250
    assert "error: what is wrong" in str(built)
    assert "\n" not in str(built)
    assert built.log == log
    for value in ("x" * 999, "two\nlines", 10**5000, ["x"] * 99):
        with pytest.raises(AutoblasError) as raised:
            autoblas.gemm(np.eye(2), np.eye(2), trans_a=value)
        assert len(str(raised.value)) <= 200
        assert "\n" not in str(raised.value)
