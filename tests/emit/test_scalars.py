"""Arithmetic on elements of every precision as text, evaluated; and how memory is read and written for each."""

import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.operands import Matrix
from autoblas.emit.scalars import MULTIPLY_FORMS, convert, is_zero, product, product_sum, read, write
from autoblas.emit.source import Source, declare_complex
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, UINT32, Precision

whole = st.integers(-9, 9)
GLOBAL = OPENCL_C.global_memory


def _complex(real: int, imag: int) -> SimpleNamespace:
    return SimpleNamespace(x=real, y=imag)


@given(st.sampled_from(MULTIPLY_FORMS), *[st.tuples(whole, whole)] * 3)
def test_a_complex_sum_of_products(form, acc: tuple[int, int], left: tuple[int, int], right: tuple[int, int]):
    """The statements, run, add the product of two complex numbers to a third, in each form."""
    names = {"s": _complex(*acc), "a": _complex(*left), "b": _complex(*right)}
    fused = {"mad": lambda x, y, z: x * y + z, "fma": lambda x, y, z: x * y + z}
    exec(product_sum(OPENCL_C, form, COMPLEX64, "s", "a", "b"), fused, names)
    assert complex(names["s"].x, names["s"].y) == complex(*acc) + complex(*left) * complex(*right)


def _functions(precision: Precision) -> dict[str, str]:
    """Results of the declared functions by name, as expressions of the parts of their arguments."""
    src = Source(OPENCL_C)
    declare_complex(src, precision)
    kind = OPENCL_C.element(precision)
    functions = re.findall(rf"{kind} (\w+)\((.*?)\) {{\s*return \({kind}\)(\(.*\));", str(src))
    return {name: value for name, _, value in functions}


@pytest.mark.parametrize("precision", [COMPLEX64, COMPLEX128], ids=str)
@given(*[st.tuples(whole, whole)] * 2)
def test_complex_functions(precision, left: tuple[int, int], right: tuple[int, int]):
    """``times`` multiplies and ``conj`` conjugates, as Python does."""
    functions = _functions(precision)
    assert set(functions) == {"times", "conj"}
    names = {"a": _complex(*left), "b": _complex(*right)}
    assert complex(*eval(functions["times"], {}, names)) == complex(*left) * complex(*right)
    assert complex(*eval(functions["conj"], {}, names)) == complex(*left).conjugate()


@pytest.mark.parametrize("value", [(0, 0), (0, 1), (1, 0), (-1, 2)])
def test_a_complex_number_is_zero_in_both_parts(value: tuple[int, int]):
    """Only then is a factor 0; a real one is compared as it is."""
    text = is_zero(COMPLEX64, "beta").replace("&&", "and")
    assert eval(text, {}, {"beta": _complex(*value)}) == (value == (0, 0))
    assert is_zero(FLOAT16, "beta") == "beta == 0"
    assert (product(COMPLEX64, "a", "b"), product(INT32, "a", "b")) == ("times(a, b)", "a * b")


READS: tuple[tuple[Precision, Precision, int, str, str], ...] = (
    (FLOAT32, FLOAT32, 1, "", "*p"),
    (FLOAT32, FLOAT32, 4, "", "vload4(0, p)"),
    (FLOAT32, FLOAT32, 4, GLOBAL, "*(__global const float4 *)p"),
    (UINT32, UINT32, 2, "", "vload2(0, p)"),
    (FLOAT64, FLOAT32, 1, "", "convert_float(*p)"),
    (FLOAT64, FLOAT32, 4, "", "convert_float4(vload4(0, p))"),
    (FLOAT32, FLOAT64, 2, GLOBAL, "convert_double2(*(__global const float2 *)p)"),
    (FLOAT16, FLOAT32, 1, "", "vload_half(0, p)"),
    (FLOAT16, FLOAT32, 8, GLOBAL, "vload_half8(0, p)"),
    (FLOAT16, FLOAT64, 4, "", "convert_double4(vload_half4(0, p))"),
    (FLOAT16, FLOAT16, 4, "", "vload4(0, p)"),
    (FLOAT32, FLOAT16, 1, "", "convert_half(*p)"),
    (COMPLEX64, COMPLEX64, 1, "", "*p"),
    (COMPLEX64, COMPLEX64, 4, "", "vload8(0, (__global const float *)p)"),
    (COMPLEX128, COMPLEX128, 2, GLOBAL, "*(__global const double4 *)p"),
)


@pytest.mark.parametrize(("stored", "target", "width", "memory", "words"), READS)
def test_elements_are_read_and_converted(stored, target, width, memory, words):
    """Halves are a format unless they are worked in; complex elements have two lanes; only what differs is converted."""
    assert read(OPENCL_C, stored, target, width, "p", memory) == words


WRITES: tuple[tuple[Precision, Precision, int, str, str], ...] = (
    (FLOAT32, FLOAT32, 1, "", "*p = v;"),
    (FLOAT32, FLOAT32, 4, "", "vstore4(v, 0, p);"),
    (FLOAT32, FLOAT32, 4, GLOBAL, "*(__global float4 *)p = v;"),
    (FLOAT32, FLOAT64, 4, "", "vstore4(convert_float4(v), 0, p);"),
    (FLOAT16, FLOAT32, 1, "", "vstore_half_rte(v, 0, p);"),
    (FLOAT16, FLOAT32, 4, GLOBAL, "vstore_half4_rte(v, 0, p);"),
    (FLOAT16, FLOAT64, 2, "", "vstore_half2_rte(convert_float2(v), 0, p);"),
    (FLOAT16, FLOAT32, 16, "", "vstore_half8_rte((v).lo, 0, p), vstore_half8_rte((v).hi, 0, p + 8);"),
    (FLOAT16, FLOAT16, 1, "", "*p = v;"),
    (COMPLEX64, COMPLEX64, 1, "", "*p = v;"),
    (COMPLEX64, COMPLEX64, 2, "", "vstore4(v, 0, (__global float *)p);"),
    (COMPLEX128, COMPLEX128, 2, GLOBAL, "*(__global double4 *)p = v;"),
)


@pytest.mark.parametrize(("stored", "source", "width", "memory", "words"), WRITES)
def test_elements_are_rounded_and_written(stored, source, width, memory, words):
    """The counterpart: halves are rounded to nearest."""
    assert write(OPENCL_C, stored, source, width, "v", "p", memory) == words


@pytest.mark.parametrize(
    ("source", "target"), [(INT32, UINT32), (FLOAT32, FLOAT32), (COMPLEX64, COMPLEX64), (FLOAT64, COMPLEX128)]
)
def test_equal_parts_are_not_converted(source, target):
    """Whole numbers of both signs are the same to a kernel."""
    assert convert(OPENCL_C, source, target, 4, "v") == "v"


@pytest.mark.parametrize(
    ("matrix", "element", "statement"),
    [
        (Matrix("m", FLOAT32, "row"), "m[m_offset + {at}]", "m[m_offset + {at}] = v;"),
        (Matrix("m", FLOAT16, "row", worked=FLOAT32), "vload_half(0, m + m_offset + {at})", "vstore_half_rte(v, 0, m + m_offset + {at});"),
        (Matrix("m", FLOAT64, "row", worked=FLOAT32), "convert_float(*(m + m_offset + {at}))", "*(m + m_offset + {at}) = convert_double(v);"),
        (Matrix("m", COMPLEX64, "row", conjugate=True), "conj(*(m + m_offset + {at}))", "m[m_offset + {at}] = v;"),
    ],
)  # fmt: skip
def test_a_matrix_knows_what_its_elements_are_worked_in(matrix, element, statement):
    """Elements are converted, and conjugated, on their way in, and rounded on their way out."""
    at = matrix.index(OPENCL_C, "r", "c")
    assert matrix.read(OPENCL_C, "r", "c") == element.format(at=at)
    assert matrix.write(OPENCL_C, "r", "c", "v") == statement.format(at=at)
