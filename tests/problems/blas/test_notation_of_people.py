"""Problems as people write them are read as the problems that they are, and words that are none are refused."""

from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from autoblas.database import Shipped
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, Precision
from autoblas.problems import FAMILIES, Matmul, Problem
from autoblas.problems.blas.notation import read, record_text, written
from autoblas.problems.blas.notations import BLAS_NAMES, NOTATIONS
from autoblas.problems.blas.words import ALL_TYPES, blas_name, number_text, sizes_in, whole_number
from autoblas.problems.convolution import Convolution
from autoblas.problems.matvec import Matvec, RankUpdate, Solve
from autoblas.problems.notation import fields_allowed, hints_of, problem_called
from autoblas.problems.vector import Map, Reduce
from support.budget import examples
from support.damaged_texts import odd_text, refusal
from support.golden_samples import SAMPLES

SAID = {
    "sgemm NN 1024x1024x1024": Matmul(1024, 1024, 1024, FLOAT32),
    "sgemm NT 3x4x5": Matmul(3, 4, 5, FLOAT32, "row", "col"),
    "cgemm TC 3x4x5": Matmul(3, 4, 5, COMPLEX64, "col", "col", conjugate="b"),
    "hgemm NN 64x64x64 items=16": Matmul(64, 64, 64, FLOAT16, items=16),
    "igemm NN 7x8x9": Matmul(7, 8, 9, INT32),
    "sgemm NN 64x64x64 accuracy=fast": Matmul(64, 64, 64, FLOAT32, accuracy="fast"),
    "dgemv T 4096x1024": Matvec(4096, 1024, FLOAT64, across=True),
    "ssymv L 7": Matvec(7, 7, FLOAT32, "symmetric", triangle="lower"),
    "sspmv U 7": Matvec(7, 7, FLOAT32, "symmetric", "packed", "lower"),
    "strsv LTU 9": Solve(9, 9, FLOAT32, triangle="lower", across=True, unit=True),
    "sger 7x9": RankUpdate(7, 9, FLOAT32),
    "saxpy 1e6": Map("axpy", 10**6, FLOAT32),
    "isamax 1e6": Reduce("iamax", 10**6, FLOAT32),
    "scnrm2 77": Reduce("nrm2", 77, COMPLEX64, accumulator=NOTATIONS["nrm2"].make(COMPLEX64, "", [77], {})["accumulator"]),
    "sconvgemm 64x3x224x224 window=7 pad=3 stride=2": Convolution(
        3, 224, 224, FLOAT32, 7, 7, 3, 3, 2, 2, kernels=64
    ),
}  # fmt: skip


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    """What a field may be."""
    if hint is bool:
        return st.booleans()
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if hint is Precision:
        return st.sampled_from(ALL_TYPES)
    if hint is int:
        return st.one_of(st.integers(0, 9), st.sampled_from([1, 64, 10**5, 10**6, 25 * 10**5, 2**20, 2**62]))
    return st.sampled_from(
        ["a", "b", "ab", "alpha", "alpha beta", "axpy", "scal", "dot", "nrm2", "iamax", ""]
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem of any family with any fields."""
    record = draw(st.sampled_from(list(FAMILIES.values())))
    hints = hints_of(record)
    wanted = {
        name: draw(_values(name, hint))
        for name, hint in hints.items()
        if record.__dataclass_fields__[name].default.__class__.__name__ == "_MISSING_TYPE"
        or draw(st.booleans())
    }
    try:
        made = record(**wanted)
    except (KeyError, ValueError, PrecisionError):
        assume(False)
        raise
    assume(fields_allowed(made))
    assume(any(made.precision in form.types for form in NOTATIONS.values() if form.record is record))
    return made


@given(problems())
@settings(max_examples=examples(300), deadline=None)
def test_what_is_written_is_read_as_the_same(problem):
    """Of any family, with any fields; and what was read is written as before."""
    text = written(problem)
    assert read(text) == problem
    assert written(read(text)) == text


@pytest.mark.parametrize(("text", "problem"), SAID.items())
def test_usual_problems_are_written_as_in_blas(text, problem):
    """Letters and sizes in BLAS's order."""
    assert read(text) == problem
    assert written(problem) == text


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("sgemm 512", "sgemm NN 512x512x512"),
        ("SGEMM nt 512x512x512", "sgemm NT 512x512x512"),
        ("saxpy 1_000_000", "saxpy 1e6"),
        ("saxpy 2^20", "saxpy 1048576"),
        ("dgemv 4096x1024", "dgemv N 4096x1024"),
        ("cnrm2 9", "scnrm2 9"),
        ("sdsdot 9", "sdsdot 9"),
        ("sgemm TC 3x4x5", "sgemm TT 3x4x5"),
        (
            "sgemm NN 64x64x64 items=16 pure accuracy=strict",
            "sgemm NN 64x64x64 items=16 pure accuracy=strict",
        ),
        (
            "sgemm NN 64x64x64 accuracy=strict pure items=16",
            "sgemm NN 64x64x64 items=16 pure accuracy=strict",
        ),
        ("sconvgemm 64x3x9x9 window=5x5 pad=2", "sconvgemm 64x3x9x9 window=5 pad=2"),
        ("sscal 2.5e6", "sscal 2.5e6"),
    ],
)
def test_people_may_be_brief(text, means):
    """Letters that are left out are the usual ones, one size is square, and words may have any order."""
    assert written(read(text)) == means


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a problem, such as"),
        ("sgem NN 5x5x5", "sgemm"),
        ("gemm 5x5x5", "letter of its type"),
        ("sgemm", "sizes mxnxk"),
        ("sgemm NT", "sizes mxnxk"),
        ("sgemm NQ 5x5x5", "letters N/T/C then N/T/C"),
        ("sgemm N 5x5x5", "letters N/T/C then N/T/C"),
        ("saxpy N 5", "no letters"),
        ("sgemm NN 5x5", "sizes mxnxk"),
        ("sgemm NN 5x-5x5", "sizes mxnxk"),
        ("saxpy 1.5", "sizes n"),
        ("saxpy 1e19", "sizes n"),
        ("saxpy 99^99", "sizes n"),
        ("sgemm NN 5x5x5 items=0", "values that its fields may have"),
        ("sgemm NN 5x5x5 items=two", "a whole number"),
        ("sgemm NN 5x5x5 colour=red", "words among"),
        ("sgemm NN 5x5x5 accuracy=none", "standard or strict or fast"),
        ("sgemm NN 5x5x5 pure=perhaps", "true or false"),
        ("spack 64x64", "to say more"),
        ("sconvgemm 4x3x9x9 window=a", "window=3"),
        ("ssbmv U 9 k=x", "k to be a whole number"),
        ("caxpy 9 real=gamma", "values that its fields may have"),
    ],
)
def test_what_is_no_problem_is_refused_with_a_reason(text, said):
    """The sentence says what was expected."""
    with pytest.raises(ArgumentError) as caught:
        read(text)
    assert said in str(caught.value)


@given(st.one_of(odd_text(), st.lists(st.one_of(odd_text(), st.sampled_from([*BLAS_NAMES, "NT", "5x5", "1e6", "pure", "=", "items=3"])), max_size=5).map(" ".join)))  # fmt: skip
@settings(max_examples=examples(200), deadline=None)
def test_any_text_is_a_problem_or_is_refused(text):
    """Nothing else is raised."""
    if refusal(lambda: read(text)) is None:
        assert read(written(read(text))) == read(text)


def test_no_two_routines_are_called_the_same():
    """The first word says the routine and the type."""
    names = [blas_name(form.routine, kind) for form in NOTATIONS.values() for kind in form.types]
    assert len(set(names)) == len(names)
    assert set(names) <= BLAS_NAMES.keys()


def test_records_are_titled_by_their_problems():
    """Those that ship, golden samples, and what this version does not know in its own words."""
    for record in Shipped().records():
        text = record_text(record.family, record.signature, record.sizes)
        assert read(text) == problem_called(record.family, record.signature, record.sizes)
    for sample in SAMPLES:
        assert read(written(sample.problem)) == sample.problem
    assert record_text("crossover", "float32", (2, 100)) == "crossover 2x100 float32"


@given(st.integers(0, 2**63), st.integers(0, 99))
@example(0, 0)
def test_powers_are_numbers(base, exponent):
    """As far as sizes go."""
    assert whole_number(f"{base}^{exponent}") == (base**exponent if base**exponent < 2**63 else None)


@given(st.integers(0, 2**63 - 1))
def test_numbers_are_read_as_they_are_written(number):
    """With an exponent where that is short."""
    assert whole_number(number_text(number)) == number
    assert sizes_in(f"{number_text(number)}x7") == (number, 7)
