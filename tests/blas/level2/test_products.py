"""Routines on a matrix and vectors: large ones, 64 bits, factors of zero, and the ends of the range."""

# mypy: disable-error-code="arg-type"
# Letters out of lists.

import itertools
import re

import numpy as np
import pytest

from autoblas import gemv, ger, her, symv, syr, trsv
from autoblas.checks.verify import compare, solution_bound
from autoblas.devices.recording import PLAIN_CPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import serving
from autoblas.plan.layouts.matvec import MatvecLayout, RowsView
from autoblas.precision import COMPLEX64, FLOAT32
from autoblas.problems.matvec import Matvec, RankUpdate, Solve
from support.routine_calls import op
from support.vector_cases import PRECISIONS, numbers

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.mark.budget(3)
def test_wide_and_tall_matrices(any_device):
    """Where rows are few or short, columns or rows are shared out, with a second launch."""
    rng = np.random.default_rng(3)
    for shape in ((3, 40_000), (40_000, 3), (400, 700)):
        a, x, z = rng.standard_normal(shape), rng.standard_normal(shape[1]), rng.standard_normal(shape[0])
        for held in (a, np.asfortranarray(a)):
            assert np.allclose(gemv(held, x, queue=any_device.queue), a @ x, rtol=1e-9, atol=1e-9)
            assert np.allclose(gemv(held, z, trans="T", queue=any_device.queue), z @ a, rtol=1e-9, atol=1e-9)
    square = rng.standard_normal((600, 600))
    whole = np.tril(square) + np.tril(square, -1).T
    x = rng.standard_normal(600)
    assert np.allclose(symv(square, x, uplo="L", queue=any_device.queue), whole @ x, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "problem",
    [
        Matvec(70_000, 70_000, FLOAT32),
        Matvec(70_000, 70_000, FLOAT32, "symmetric", "packed", "lower"),
        RankUpdate(70_000, 70_000, FLOAT32),
        Solve(70_000, 70_000, FLOAT32, storage="packed", triangle="upper"),
    ],
    ids=str,
)
def test_places_beyond_32_bits_are_reached(problem):
    """Where a row begins is computed in 64 bits: of these matrices the last one begins beyond 2^32 elements, or 2^31."""
    kernel = serving(type(problem))[0]
    text = kernel.source(kernel.suggested(problem, PLAIN_CPU), problem, OPENCL_C)
    starts = re.findall(r"\*row\d+ = a \+ \((.*)\);", text)
    assert starts
    for start in starts:
        wide = r"a_offset \+ \(size_t\)\(?[\w +]+\)? \* (a_row|\(\(size_t\)|\(2 \* \(size_t\)n)"
        assert re.match(wide, start), start
    assert "const ulong a_offset" in text


def test_what_lies_far_apart_gets_64_bits():
    """Offsets and strides reach the kernel as they are, negative ones wrapped."""
    view = RowsView(FLOAT32, 70_000, 70_000, 2**31 - 1, 1)
    constants = MatvecLayout(view, x=-3, y=2**33).constants
    assert constants["a_row"] == np.uint64(2**31 - 1)
    assert constants["x_inc"] == np.uint64(2**64 - 3)
    assert constants["y_inc"] == np.uint64(2**33)


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
def test_larger_systems_are_solved(any_device, precision):
    """Many blocks of rows, in all four directions."""
    n = 300
    values = numbers(n * n, precision, 7).reshape(n, n) / np.asarray(np.sqrt(n), precision.dtype)
    np.fill_diagonal(values, 1 + np.random.default_rng(7).random(n) / 4)
    worked = FLOAT32 if precision.part == "half" else precision
    b = numbers(n, precision, 1)
    for uplo, trans in itertools.product("UL", "NT"):
        x = trsv(values, b.copy(), uplo=uplo, trans=trans, queue=any_device.queue)
        wide = values.astype(np.clongdouble if precision.is_complex else np.longdouble)
        matrix = op(np.triu(wide) if uplo == "U" else np.tril(wide), trans)
        solution = x.astype(matrix.dtype)
        bound = solution_bound(matrix, solution, precision, worked)
        assert compare(matrix @ solution, b.astype(matrix.dtype), bound).ok


def test_complex_quotients_stay_in_range(any_device):
    """Diagonals whose squares would overflow or vanish."""
    for size in (1e30, 1e-30):
        d = np.array([size + size * 1j, size, size * 1j, 2 * size - size * 1j], np.complex64)
        x = trsv(np.diag(d), d * np.complex64(2 + 1j), queue=any_device.queue)
        assert np.allclose(x, 2 + 1j, rtol=1e-6)


def test_a_zero_factor_does_nothing(any_device):
    """Not even to the imaginary parts of a Hermitian diagonal; what is not a number does not spread."""
    bad, a = np.full(4, np.nan, np.complex64), numbers(16, COMPLEX64, 1).reshape(4, 4)
    before = a.copy()
    for update in (her, syr):
        update(bad, a, alpha=0, queue=any_device.queue)
    ger(bad, bad, a, alpha=0, queue=any_device.queue)
    assert a.tobytes() == before.tobytes()
    her(np.zeros(4, np.complex64), a, queue=any_device.queue)
    assert np.array_equal(a.diagonal(), before.diagonal().real)


def test_larger_matrices_are_shared_out(any_device):
    """Several work-groups, each with rows of its own."""
    x, y = numbers(700, PRECISIONS[2], 1), numbers(450, PRECISIONS[2], 2)
    for a in (np.zeros((700, 450)), np.zeros((450, 700)).T):
        assert np.array_equal(ger(x, y, a, queue=any_device.queue), np.outer(x, y))
    square = np.zeros((450, 450))
    syr(y, square, uplo="L", queue=any_device.queue)
    assert np.array_equal(square, np.tril(np.outer(y, y)))
