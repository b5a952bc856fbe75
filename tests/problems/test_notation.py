"""The words of records are read back as the problems that they are of."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.database import Shipped
from autoblas.devices.recording import PLAIN_CPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import serving
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import FAMILIES, Combine, Matmul, Pack, Split, Texture
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.factorization import Factorization, RowExchange
from autoblas.problems.matrix import MatrixCopy, Substitution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from autoblas.problems.notation import problem_called
from autoblas.problems.vector import Finish, Map, Reduce
from support.budget import examples
from support.damaged_texts import MARK, odd_text
from support.golden_samples import SAMPLES

PROBLEMS = [
    *(sample.problem for sample in SAMPLES),
    Matmul(3, 4, 5, FLOAT64, "col", "any", "row", type_a=FLOAT32, type_b=FLOAT16, accumulator=FLOAT64),
    Matmul(
        3, 3, 5, COMPLEX64, conjugate="ab", items=2, listed=True, shared="b", part="lower", hermitian=True
    ),
    Matmul(3, 4, 4, FLOAT32, a_in="image", c_in="image", pure=True, accuracy="fast", zeros="b_upper"),
    Matmul(3, 4, 5, FLOAT32, items=7),
    Pack(3, 4, 8, COMPLEX64, "any", to=COMPLEX128, conjugate=True, items=2),
    Split(64, 64, 128, "tf32x3", FLOAT32, "col", joint=2),
    Combine(3, 4, 2, FLOAT32, "col", accumulator=FLOAT64, items=3, listed=True, part="upper"),
    Texture(3, 4, FLOAT32, "col", back=True, channels=1),
    Map("axpby", 9, COMPLEX64, strided=True, real="alpha beta", items=3),
    Reduce("dot", 9, FLOAT16, accumulator=FLOAT64, result=FLOAT64, strided=True, items=2, listed=True),
    Reduce("iamax", 9, FLOAT32, index="uint32"),
    Finish("nrm2", 9, FLOAT32, accumulator=FLOAT64, items=3),
    Matvec(7, 9, FLOAT32, storage="band", kl=2, ku=1, order="any", across=True, strided=True),
    Matvec(9, 9, COMPLEX64, "hermitian", "packed", "upper", conjugate=True),
    Matvec(9, 9, FLOAT32, "triangular", triangle="lower", unit=True, in_place=True),
    VectorSum(9, 4, FLOAT32, strided=True),
    RankUpdate(7, 9, FLOAT32, order="any"),
    Solve(9, 9, FLOAT32, "triangular", triangle="upper", across=True, unit=True),
    Im2col(2, 9, 8, FLOAT32, 3, 2, 1, 2, 2, 1, 1, 2, flipped=True, items=2),
    Col2im(2, 9, 8, FLOAT32, 3, 3, strided=True),
    Convolution(2, 9, 8, FLOAT32, 3, 3, kernels=5, accuracy="fast"),
    MatrixCopy(3, 4, FLOAT32, "row", "col", type_x=FLOAT64, conjugate=True, scaled=True),
    MatrixCopy(4, 4, COMPLEX64, form="hermitian", lower=False, items=2),
    MatrixCopy(4, 4, FLOAT32, form="triangular", unit=True),
    Factorization(9, 9, 0, FLOAT64, lower=False, a="col"),
    Factorization(6, 6, 2, FLOAT32, "lu", "solve", b="any", trans="T", items=3),
    RowExchange(9, 4, 3, FLOAT32, "col", reverse=True),
    Substitution(9, 4, FLOAT32, "col", type_a=FLOAT16, unit=True, lower=False, items=2),
]


def test_problems_are_read_back():
    """Every family's words."""
    assert {problem.family for problem in PROBLEMS} == FAMILIES.keys()
    for problem in PROBLEMS:
        parsed = problem_called(problem.family, problem.signature, problem.sizes)
        assert parsed == problem, problem


def test_what_ships_is_read():
    """Every record that ships is of a problem that this version knows."""
    for record in Shipped().records():
        problem = problem_called(record.family, record.signature, record.sizes)
        assert problem is not None, (record.family, record.signature)
        assert (problem.signature, problem.sizes) == (record.signature, record.sizes)


@pytest.mark.parametrize(
    ("family", "signature", "sizes"),
    [
        ("peak", "float32", (1,)),
        ("gemm", "", (1, 2, 3)),
        ("gemm", "float32", (1, 2, 3)),
        ("gemm", "float33 row*row=row", (1, 2, 3)),
        ("gemm", "float32 row*row=row", (1, 2)),
        ("gemm", "float32 row*row=row", (1, 2, 3, 4)),
        ("gemm", "float32 row*row=row in", (1, 2, 3)),
        ("gemm", "float32 row*row=row part=left =", (1, 2, 3)),
        ("gemm", "float32 row*row=row precision=float64", (1, 2, 3)),
        ("pack", "float32 row width=x", (1, 2)),
        ("map", "float32 jump", (1,)),
        ("map", "float32", (1,)),
        ("matvec", "float32 general band 1", (1, 2)),
        ("substitution", "float32 a=diagonal b=row lower", (1, 1)),
        ("split", "float32 row width=64 form=none", (1, 2)),
    ],
)
def test_other_words_name_nothing(family, signature, sizes):
    """Files of records come from anywhere."""
    problem = problem_called(family, signature, sizes)
    assert problem is None or (problem.signature, problem.sizes) == (signature, sizes)


SHIPPED = [(record.family, record.signature, record.sizes) for record in Shipped().records()[::29]]
WORDS = sorted({word for problem in PROBLEMS for word in problem.signature.split()})


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, str, tuple[int, ...]]:
    """Signatures of problems with words exchanged, left out, added or changed, and other numbers."""
    candidates = [*((problem.family, problem.signature, problem.sizes) for problem in PROBLEMS), *SHIPPED]
    family, signature, sizes = draw(st.sampled_from(candidates))
    words = signature.split()
    any_word = st.sampled_from(WORDS)
    for _ in range(draw(st.integers(0, 3))):
        index = draw(st.integers(0, len(words)))
        begin = (words[index : index + 1] or draw(any_word).split())[0].partition("=")[0]
        word = draw(st.one_of(any_word, odd_text(), odd_text().map(f"{begin}=".__add__)))
        words[index : index + draw(st.integers(0, 1))] = [] if draw(st.booleans()) else [word]
    number = st.one_of(st.integers(-1, 9), st.sampled_from([2**31, 2**63 - 1, 2**63, 10**400]))
    changed = st.lists(number, max_size=5).map(tuple)
    family = draw(st.one_of(st.just(family), st.sampled_from(list(FAMILIES)), odd_text()))
    return family, " ".join(words), draw(st.one_of(st.just(sizes), changed))


@settings(max_examples=examples(80))
@given(calls())
def test_any_words(call: tuple[str, str, tuple[int, ...]]):
    """Words name one problem or none; what they name has no word of theirs in it, nor has any text of a kernel."""
    problem = problem_called(*call)
    if problem is None:
        return
    assert (problem.family, problem.signature, problem.sizes) == call
    assert MARK not in repr([getattr(problem, field.name) for field in fields(problem)])
    for kernel in serving(type(problem)):
        params = kernel.space.point({})
        if kernel.refusal(params, problem, PLAIN_CPU) is None:
            assert MARK not in kernel.written(params, problem, OPENCL_C)[0]


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ("gemm", "float32 row*row=row conjugate=x"),
        ("gemm", "float32 row*row=row shared=c"),
        ("gemm", "float32 row*row=row accuracy=best"),
        ("gemm", "float32 row*row=row part=half"),
        ("map", "float32 axpy real=x"),
        ("reduce", "float32 iamax index=char"),
        ("matvec", "float32 loose"),
        ("pack", "float32 row width=-8"),
        ("pack", "float32 row width=0"),
    ],
)
def test_values_that_there_are_not(family, words):
    """A field takes the values of its type only, although the words would be written back the same."""
    assert problem_called(family, words, (9,) * len(FAMILIES[family].extents)) is None
