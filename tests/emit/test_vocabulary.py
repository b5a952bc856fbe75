"""The vocabulary of kernel texts: lines and blocks, words of a dialect, operands, multiply-adds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.emit.arguments import integers
from autoblas.emit.expressions import ceil_div, dereferenced, minus, plus, quotient, remainder, strides, times
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.operands import Matrix
from autoblas.emit.scalars import MULTIPLY_FORMS, multiply_add, product_sum
from autoblas.emit.source import Source
from autoblas.emit.vectors import lanes_of
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64


def test_blocks_close_themselves_and_indent():
    """A block's lines stand two spaces deeper, and its brace comes without being written."""
    src = Source(OPENCL_C)
    with src.block("if (x)"), src.block():
        src("y = 1;")
    src.comment("done")
    assert str(src) == "if (x) {\n  {\n    y = 1;\n  }\n}\n// done\n"


def test_a_block_left_by_an_error_does_not_hide_it():
    """An error while a text is written propagates unchanged."""
    src = Source(OPENCL_C)
    with pytest.raises(ZeroDivisionError), src.block():
        src(str(1 // 0))


@pytest.mark.parametrize(("step", "advance"), [(1, "++i"), (4, "i += 4"), ("w", "i += w")])
def test_loops_count_upward(step, advance):
    """A loop declares its variable and leaves before the stop."""
    src = Source(OPENCL_C)
    with src.loop("i", 0, "n", step):
        src("f(i);")
    assert str(src) == f"for (int i = 0; i < n; {advance}) {{\n  f(i);\n}}\n"


def test_staged_memory_has_a_barrier_on_either_side():
    """The barrier that is easily forgotten, after the use, is written too."""
    src = Source(OPENCL_C)
    with src.staged():
        src("use();")
    assert src.lines == [OPENCL_C.barrier, "use();", OPENCL_C.barrier]


def test_rounds_of_a_tree_of_sums_begin_with_a_barrier():
    """A round adds only elements written before its barrier, in the round before or ahead of the loop."""
    src = Source(OPENCL_C)
    with src.halved("item", 8):
        src("sums[item] += sums[item + half_size];")
    assert str(src).splitlines() == [
        "for (int half_size = 4; half_size > 0; half_size /= 2) {",
        f"  {OPENCL_C.barrier}",
        "  if (item < half_size) {",
        "    sums[item] += sums[item + half_size];",
        "  }",
        "}",
    ]


@pytest.mark.parametrize(("precision", "pragma"), [(FLOAT32, False), (FLOAT64, True)])
def test_an_entry_point_fixes_its_work_group(precision, pragma):
    """The group's size stands in the text, and so does what doubles need, where they are used."""
    src = Source(OPENCL_C)
    with src.kernel("f", integers("a", "b"), (8, 4), precision):
        src("g();")
    text = str(src)
    assert ("cl_khr_fp64 : enable" in text) == pragma
    assert (
        "__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void\nf(const int a, const int b)\n{\n  g();\n}\n"
        in text
    )


@pytest.mark.parametrize("width", [2, 4, 8, 16])
def test_vector_words_name_the_width(width):
    """Types, loads, stores and lanes of vectors are OpenCL's."""
    d = OPENCL_C
    assert d.vector("float", width) == f"float{width}"
    assert d.splat("float", width, "0") == f"(float{width})(0)"
    assert d.load(width, "p") == f"vload{width}(0, p)"
    assert d.store(width, "v", "p") == f"vstore{width}(v, 0, p);"
    assert d.load_aligned("float", width, "p", "__local ") == f"*(__local const float{width} *)p"
    assert d.store_aligned("float", width, "v", "p", "__local ") == f"*(__local float{width} *)p = v;"
    assert d.lane("v", width, width - 1) == f"v.s{width - 1:x}"


def test_a_vector_of_one_is_a_scalar():
    """Width 1 gives plain C, which OpenCL has no vector words for."""
    d = OPENCL_C
    assert d.vector("float", 1) == "float"
    assert d.splat("float", 1, "0") == "0"
    assert d.load(1, "p") == d.load_aligned("float", 1, "p", "__local ") == "*p"
    assert d.store(1, "v", "p") == d.store_aligned("float", 1, "v", "p", "__local ") == "*p = v;"
    assert d.lane("v", 1, 0) == "v"


@pytest.mark.parametrize("width", [1, 4])
def test_multiply_adds_come_in_three_forms(width):
    """Each form is another statement that adds a product to the accumulator."""
    statements = {multiply_add(OPENCL_C, form, "float", width, "s", "a", "b") for form in MULTIPLY_FORMS}
    scalar = "a" if width == 1 else "(float4)(a)"
    assert statements == {"s += a * b;", f"s = mad({scalar}, b, s);", f"s = fma({scalar}, b, s);"}


def test_a_matrix_argument_is_a_pointer_an_offset_and_two_strides():
    """The declarations name the arguments in their order, and only an input is const."""
    for const in (True, False):
        matrix = Matrix("m", FLOAT32, "any", const=const)
        declared = [OPENCL_C.declare(argument) for argument in matrix.arguments]
        assert [re.split(r"[ *]", text)[-1] for text in declared] == ["m", "m_offset", "m_row", "m_col"]
        assert ("const" in declared[0]) == const
        assert declared[1].startswith("const ulong ")


@given(
    st.sampled_from(["row", "col", "any"]),
    st.tuples(st.integers(0, 50), st.integers(0, 50)),
    st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
)
def test_an_index_is_row_and_column_by_their_strides(order, at, strides):
    """The expression, evaluated, is the element's position; the stride that an order knows to be 1 is not named."""
    matrix = Matrix("m", FLOAT32, order)
    text = matrix.index(OPENCL_C, "r", "c")
    row_stride = 1 if order == "col" else strides[0]
    col_stride = 1 if order == "row" else strides[1]
    value = eval(
        text.replace("(size_t)", ""), {"r": at[0], "c": at[1], "m_row": row_stride, "m_col": col_stride}
    )
    assert value == at[0] * row_stride + at[1] * col_stride
    assert ("m_row" in text) == (order != "col")
    assert ("m_col" in text) == (order != "row")
    assert matrix.pointer(OPENCL_C, "r", "c") == f"m + m_offset + {text}"
    assert matrix.element(OPENCL_C, "r", "c") == f"m[m_offset + {text}]"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (times("x", 4), "x * 4"),
        (times("x", 1), "x"),
        (times("x", 0), "0"),
        (times("x + 1", 2), "(x + 1) * 2"),
        (times("f(x + 1)", 2), "f(x + 1) * 2"),
        (times("3", 4), "12"),
        (quotient("col", 4), "col / 4"),
        (quotient("col", 1), "col"),
        (quotient(12, 4), "3"),
        (remainder("l + 1", 4), "(l + 1) % 4"),
        (remainder("l", 1), "0"),
        (ceil_div("m", 4), "(m + 3) / 4"),
        (ceil_div("m", 1), "m"),
        (strides("size_t", "row + 1", "a_row"), "(size_t)(row + 1) * a_row"),
        (strides("size_t", 1, "a_row"), "a_row"),
        (strides("size_t", "0", "a_row"), "0"),
        (dereferenced("x"), "*x"),
        (dereferenced("x + 1"), "*(x + 1)"),
        (plus("x", 0), "x"),
        (plus(1, "x", "2", "y"), "x + y + 3"),
        (plus(), "0"),
        (minus("k", "l + 4"), "k - (l + 4)"),
        (minus("k", 0), "k"),
        (minus("47", 1), "46"),
    ],
)
def test_expressions_have_no_noise(expression, text):
    """Products by 1 and sums with 0 disappear, numbers are computed, and parentheses stand where they are needed."""
    assert expression == text


def test_lanes_of_complex_vectors_come_in_pairs():
    """An element is one lane of a real vector, two of a complex one; all of a vector is the vector."""
    assert lanes_of(OPENCL_C, FLOAT32, "v", 4, 2) == "v.s2"
    assert lanes_of(OPENCL_C, FLOAT32, "v", 16, 12, 4) == "v.scdef"
    assert lanes_of(OPENCL_C, FLOAT32, "v", 4, 0, 4) == "v"
    assert lanes_of(OPENCL_C, FLOAT32, "v", 1, 0) == "v"
    assert lanes_of(OPENCL_C, COMPLEX64, "v", 2, 1) == "v.s23"
    assert lanes_of(OPENCL_C, COMPLEX64, "v", 1, 0) == "v"
    assert product_sum(OPENCL_C, "mad", COMPLEX64, "s", "v.s23", "w").startswith("s.x = mad(v.s2, w.x, s.x);")
