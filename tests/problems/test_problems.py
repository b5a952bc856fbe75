"""Problem records: what a problem counts, how it is called, and what memory it shares with another."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.checks.verify import integers
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Combine, Matmul, Pack
from support.kernel_cases import TYPES, walk

PLAIN = Matmul(10, 20, 30, FLOAT32)


def test_a_product_counts_its_operations_and_bytes():
    """Complex operations count as those on their parts; items multiply all but what they share."""
    assert (PLAIN.flops(), PLAIN.min_bytes()) == (2 * 6000, 4 * (300 + 600 + 200))
    twisted = replace(PLAIN, precision=COMPLEX64, type_a=COMPLEX64, type_b=COMPLEX64, accumulator=COMPLEX64)
    assert (twisted.flops(), twisted.min_bytes()) == (4 * PLAIN.flops(), 2 * PLAIN.min_bytes())
    batch = replace(PLAIN, items=7)
    assert (batch.flops(), batch.min_bytes()) == (7 * PLAIN.flops(), 7 * PLAIN.min_bytes())
    assert replace(batch, shared="b").min_bytes() == 7 * PLAIN.min_bytes() - 6 * 4 * 600
    mixed = replace(PLAIN, type_a=FLOAT16, type_b=FLOAT64)
    assert mixed.min_bytes() == 2 * 300 + 8 * 600 + 4 * 200


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (PLAIN, "gemm m=10 n=20 k=30 float32 row*row=row"),
        (Matmul(1, 2, 3, FLOAT16), "gemm m=1 n=2 k=3 float16 in float32 row*row=row"),
        (
            replace(PLAIN, type_b=FLOAT64),
            "gemm m=10 n=20 k=30 float32*float64=float32 in float32 row*row=row",
        ),
        (
            replace(PLAIN, items=5, shared="a"),
            "gemm m=10 n=20 k=30 items=5 float32 row*row=row batched shared=a",
        ),
        (replace(PLAIN, listed=True), "gemm m=10 n=20 k=30 items=1 float32 row*row=row listed"),
        (
            Matmul(1, 2, 3, COMPLEX64, "col", conjugate="ab"),
            "gemm m=1 n=2 k=3 complex64 col*row=row conjugate=ab",
        ),
        (Pack(4, 5, 6, FLOAT16, to=FLOAT32), "pack rows=4 depth=5 float16 row width=6 to=float32"),
        (Combine(4, 5, 8, FLOAT32, accumulator=FLOAT64), "combine m=4 n=5 float32 row slices=8 from=float64"),
    ],
)
def test_a_problem_says_what_it_is(problem, words):
    """The sentence has the sizes and the class; the class alone has no sizes."""
    assert str(problem) == words
    assert str(problem).endswith(problem.signature)
    assert len(problem.sizes) == words.split(problem.signature, maxsplit=1)[0].count("=")


@pytest.mark.parametrize("index", range(4 * len(TYPES)))
def test_classes_of_products_are_told_apart(index):
    """Every field that is no size changes the class, and a size does not."""
    problem = walk(Matmul, index)
    classes = {
        replace(problem, a="row" if problem.a == "col" else "col").signature,
        replace(problem, listed=not problem.listed, items=2).signature,
        replace(problem, pure=not problem.pure).signature,
        replace(problem, accuracy="strict").signature,
        replace(problem, b_in="buffer" if problem.b_in == "image" else "image").signature,
        replace(problem, precision=FLOAT32 if problem.precision is INT32 else INT32).signature,
        replace(problem, shared={"": "a", "a": "b", "b": "ab", "ab": ""}[problem.shared]).signature,
    }
    assert len(classes) == 7
    assert problem.signature not in classes
    assert replace(problem, m=999, k=1).signature == problem.signature


def test_what_arithmetic_is_done_in():
    """Halves that are only a format are left out; doubles never are."""
    assert Matmul(1, 1, 1, FLOAT16).computed == (FLOAT32,)
    assert set(Matmul(1, 1, 1, FLOAT16, accumulator=FLOAT16).computed) == {FLOAT16}
    assert FLOAT64 in Matmul(1, 1, 1, FLOAT64, accumulator=FLOAT32).computed
    assert Pack(1, 1, 4, FLOAT16, to=FLOAT32).computed == (FLOAT32,)
    assert set(Pack(1, 1, 4, COMPLEX128).computed) == {COMPLEX128}


@given(
    st.integers(1, 40),
    st.integers(0, 20),
    st.sampled_from([4, 6, 8]),
    st.sampled_from([FLOAT32, COMPLEX64]),
    st.booleans(),
)
def test_a_packed_copy_holds_every_element_once(rows, depth, width, precision, conjugate):
    """Element (r, d) is where the record says, parts apart, zeros below the last row."""
    q = Pack(rows, depth, width, precision, conjugate=conjugate, items=2)
    x = integers(np.random.default_rng(rows), (rows, depth), precision)
    packed = q.reference(x)
    assert packed.size == q.packed_elements * precision.parts
    assert q.scratch.nbytes == 2 * q.packed_elements * precision.size
    panels = packed.reshape(q.panels, depth, precision.parts, width)
    for r in range(q.panels * width):
        for d in range(depth):
            parts = panels[r // width, d, :, r % width]
            element = x[r, d] if r < rows else 0
            element = np.conj(element) if conjugate else element
            assert parts[0] == np.real(element)
            assert precision.parts == 1 or parts[1] == np.imag(element)


def test_partial_products_lie_item_by_item():
    """Memory for the slices of every item, in the accumulator's type."""
    q = Combine(3, 5, 4, FLOAT32, accumulator=FLOAT64, items=6)
    assert q.scratch.nbytes == 6 * 4 * 15 * 8
    assert q.scratch.texels is None
    assert q.min_bytes() == q.scratch.nbytes + 6 * 15 * 4
