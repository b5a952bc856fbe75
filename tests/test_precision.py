"""Element types: one object for each, numbers in them, and the default accumulators of mixes of them."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import PrecisionError
from autoblas.precision import (
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    PRECISIONS,
    TYPES,
    UINT32,
    default_accumulator,
    default_result,
    precision_of,
)

every_precision = pytest.mark.parametrize(
    "precision", [precision for name, precision in TYPES.items() if name != "bfloat16"], ids=str
)
REALS = (FLOAT16, FLOAT32, FLOAT64)
INTEGERS = tuple(precision for precision in TYPES.values() if precision.kind == "integer")


@every_precision
def test_numpy_and_c_agree(precision):
    """Sizes, parts and roundoff are those that NumPy knows the type by."""
    dtype = precision.dtype
    assert (dtype.name, dtype.itemsize) == (precision.name, precision.size)
    assert precision.is_complex == (dtype.kind == "c")
    assert precision.size == precision.parts * precision.real.size
    if precision.kind == "integer":
        assert (precision.roundoff, precision.tiny) == (0.0, 0.0)
    else:
        limits = np.finfo(dtype)
        assert (precision.roundoff, precision.tiny) == (limits.eps / 2, limits.tiny)


@every_precision
def test_there_is_one_object_for_each(precision):
    """Copies and pickles are that object again, because keys compare by identity."""
    assert copy.deepcopy(precision) is precision
    assert pickle.loads(pickle.dumps(precision)) is precision
    for spelling in (precision.name, precision.dtype, precision.dtype.type):
        assert precision_of(spelling) is precision


@pytest.mark.parametrize("spelling", ["float8", "uint64", object, "", bool])
def test_other_types_are_refused_by_name(spelling):
    """The argument is blamed, and the types that there are kernels for are named."""
    with pytest.raises(PrecisionError, match="x: expected float16, float32, float64") as caught:
        precision_of(spelling, "x")
    assert caught.value.argument == "x"


@given(st.integers(-(2**70), 2**70))
def test_whole_scalars_wrap(value):
    """A number of any size becomes the one that it is modulo a power of two."""
    for precision in INTEGERS:
        scalar, bits = precision.scalar(value), 8 * precision.size
        least = -(2 ** (bits - 1)) if precision.signed else 0
        assert scalar.dtype == precision.dtype
        assert least <= int(scalar) < least + 2**bits
        assert (int(scalar) - value) % 2**bits == 0


@given(st.complex_numbers(allow_nan=False, max_magnitude=1e4))
def test_other_scalars_are_rounded(value):
    """A number becomes the nearest one of the type."""
    for precision in (*REALS, COMPLEX64, COMPLEX128):
        wanted = value if precision.is_complex else value.real
        scalar = precision.scalar(wanted)
        assert scalar.dtype == precision.dtype
        assert abs(complex(scalar) - wanted) <= 1.5 * precision.roundoff * abs(wanted) + precision.tiny


@pytest.mark.parametrize(("a", "b", "c"), list(itertools.product(REALS, repeat=3)), ids=str)
def test_real_types_are_summed_in_the_widest(a, b, c):
    """The widest of the three is the accumulator, and at least float32, whatever the order."""
    summed = default_accumulator(a, b, c)
    assert summed.size == max(a.size, b.size, c.size, 4)
    assert summed is default_accumulator(b, a, c) is default_accumulator(c, b, a)


@pytest.mark.parametrize(("one", "other"), list(itertools.permutations(PRECISIONS.values(), 2)), ids=str)
def test_other_types_do_not_mix(one, other):
    """Complex numbers go with themselves alone; the operand that differs from A is named."""
    if {one, other} <= set(REALS) or {one, other} <= set(INTEGERS):
        return
    for operands, blamed in (((one, other, one), "b"), ((one, one, other), "out")):
        with pytest.raises(PrecisionError, match=f"{one.name} (like a|by {one.name}; got)") as caught:
            default_accumulator(*operands, output="out")
        assert (caught.value.argument, caught.value.got) == (blamed, other.name)


RESULTS = {
    ("int8", "int8"): "int32", ("int8", "uint8"): "int32", ("uint8", "uint8"): "int32", ("int16", "int16"): "int32",
    ("int16", "uint8"): "int32", ("int8", "int16"): "int32", ("int8", "int32"): "int32", ("int16", "int32"): "int32",
    ("uint8", "int32"): "int32", ("uint8", "uint32"): "uint32", ("int8", "uint32"): "int64", ("int16", "uint32"): "int64",
    ("int32", "uint32"): "int64", ("int32", "int32"): "int32", ("uint32", "uint32"): "uint32",
}  # fmt: skip
"""The default type of a product of integers; that of int64 with any of them is int64."""


@pytest.mark.parametrize(("a", "b"), list(itertools.product(INTEGERS, repeat=2)), ids=str)
def test_integers_are_summed_in_a_result_that_holds_them(a, b):
    """Of 32 bits or more, by default the first such type; a C of another type is refused with those that there are."""
    result = default_result(a, b)
    assert result is default_result(b, a)
    names = RESULTS.get((a.name, b.name)) or RESULTS.get((b.name, a.name)) or "int64"
    assert result is not None
    assert result.name == names
    for c in INTEGERS:
        limits = [np.iinfo(x.dtype) for x in (a, b)]
        held = all(np.iinfo(c.dtype).min <= x.min and x.max <= np.iinfo(c.dtype).max for x in limits)
        if held and c.size >= 4:
            assert default_accumulator(a, b, c) is c
            continue
        with pytest.raises(
            PrecisionError, match=f"^c: expected .*{result.name}.*, for sums of .*; got {c.name}$"
        ):
            default_accumulator(a, b, c)


@pytest.mark.parametrize("precision", [COMPLEX64, COMPLEX128, INT32, UINT32, INT64], ids=str)
def test_other_types_are_summed_in_themselves(precision):
    """There is nothing else to choose."""
    assert default_accumulator(precision, precision, precision) is precision


@pytest.mark.parametrize("name", ["", "9" * 5000 + ",f4", "(1,", "(-1,)f4", "\udcff", "f4,f4", "\0" * 3])
def test_a_text_that_is_no_type(name):
    """NumPy parses some of them, and fails in its own ways."""
    with pytest.raises(PrecisionError, match="dtype: expected float16, float32"):
        precision_of(name)
