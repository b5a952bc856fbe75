"""Orthonormal factors and least squares against derived bounds and LAPACK's results, on tall matrices of ten kinds."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.lapack import cholesky, orthogonal
from autoblas.blas.level3 import trsm
from autoblas.checks.verify import gamma
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, SingularError
from autoblas.precision import precision_of
from support.layouts import Layout, place
from support.level3_cases import plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))

ROWS, COLS, WIDTH = 61, 29, 12
"""More columns than two blocks, and more rows than columns."""

FULL_RANK = ("random", "orthonormal", "graded columns", "graded rows", "at the limit", "equal columns")

WITHOUT = ("zero column", "not a number", "infinite", "squares beyond the range")


@pytest.fixture(autouse=True)
def narrow_blocks(monkeypatch):
    """Blocks of few rows, and products by the plain kernel."""
    for module in (cholesky, trsm):
        monkeypatch.setattr(module, "block_width", lambda *_: WIDTH)
    with plain_products():
        yield


def limit(dtype):
    """The condition number up to which there are factors."""
    return 1 / (6 * precision_of(np.dtype(dtype)).roundoff * COLS * np.sqrt(ROWS + COLS))


def tall(kind, dtype):
    """A matrix of one of these kinds."""
    rng = np.random.default_rng(6)
    a: Any = rng.standard_normal((ROWS, COLS))
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal((ROWS, COLS))
    basis, other = np.linalg.qr(a)[0], np.linalg.qr(a[:COLS])[0]
    if kind == "orthonormal":
        a = basis
    elif kind == "graded columns":
        a = basis * np.geomspace(1, 1 / limit(dtype), COLS)
    elif kind == "graded rows":
        a *= np.geomspace(1, 2.0**-8, ROWS)[:, None]
    elif kind == "at the limit":
        a = (basis * np.geomspace(1, 1 / limit(dtype), COLS)) @ other
    elif kind == "equal columns":  # which the factors find orthonormal columns for all the same
        a[:, 7] = a[:, 3]
    elif kind == "zero column":
        a[:, 7] = 0
    elif kind == "not a number":
        a[5, 7] = np.nan
    elif kind == "infinite":
        a[5, 7] = np.inf
    elif kind == "squares beyond the range":
        a *= np.finfo(dtype).max / 1e3
    return a.astype(dtype)


def rounding(dtype, terms):
    """The error constant of sums of so many terms, complex ones included."""
    kind = precision_of(np.dtype(dtype))
    return gamma(kind.parts * terms, kind.roundoff) * (np.sqrt(2) if kind.is_complex else 1)


def wide(x):
    """More digits, where norms can still be computed."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def assert_factors(a, q, r, dtype, what):
    """|Q^H Q - 1| <= 6 (m n + n (n + 1)) u and |A - Q R| <= 6 n gamma(n) |A|.

    The first bound is of Y. Yamamoto, Y. Nakatsukasa, Y. Yanagisawa, T. Fukaya (ETNA 44, 2015), in Frobenius' norm. The
    second one adds the errors of three divisions, gamma(n) |Q| |R| each with |Q|, |R| <= sqrt(n) |A|, and two products.
    """
    q, r, a = wide(q), wide(r), wide(a)
    orthogonality = np.linalg.norm(np.conj(q.T) @ q - np.eye(COLS))
    assert orthogonality <= 6 * rounding(dtype, ROWS * COLS + COLS * (COLS + 1)), what
    assert np.linalg.norm(a - q @ r) <= 6 * COLS * rounding(dtype, COLS) * np.linalg.norm(a, 2), what
    assert np.array_equal(r, np.triu(r)), what
    assert np.all(np.diagonal(r).real > 0), what


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FULL_RANK)
def test_factors_are_within_their_bounds(any_device, kind, dtype):
    """Of arrays on the host and on the device, in memory that was given or is new; A stays, and ``info`` is 0."""
    a, queue = tall(kind, dtype), any_device.queue
    for layout in LAYOUTS:
        matrix, q, r = (
            place(x, layout, queue) for x in (a, np.empty_like(a), np.empty((COLS, COLS), a.dtype))
        )
        info = cl_array.to_device(queue, np.full(1, -1, np.int32))
        assert autoblas.qr(matrix.view, q.view, r.view, info=info) == (q.view, r.view)
        assert info.get()[0] == 0
        assert_factors(a, q.values(), r.values(), dtype, (kind, layout))
        assert np.array_equal(matrix.values(), a)
        assert q.intact()
        assert r.intact()
    assert_factors(a, *autoblas.qr(a, queue=queue), dtype, kind)


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FULL_RANK[:4])
def test_least_squares(any_device, kind, dtype):
    """Wedin's bound of both errors (Higham, theorem 20.1), for as large backward errors as those of the factors."""
    a, queue, rng = tall(kind, dtype), any_device.queue, np.random.default_rng(7)
    b = a @ rng.standard_normal((COLS, 3)).astype(dtype) + rng.standard_normal((ROWS, 3)).astype(dtype) / 64
    expected = np.linalg.lstsq(wide(a), wide(b), rcond=0)[0]
    condition, norm = np.linalg.cond(wide(a)), np.linalg.norm(a, 2)
    backward = 12 * rounding(dtype, ROWS * COLS + COLS * (COLS + 1))
    residual = np.linalg.norm(b - wide(a) @ expected, axis=0) / (norm * np.linalg.norm(expected, axis=0))
    least = max(1 - condition * backward, 1e-3)
    bound = 2 * condition * backward / least * (2 + (condition + 1) * residual)
    matrix, right = place(a, LAYOUTS[2], queue), place(b, LAYOUTS[1], queue)
    for x in (autoblas.gels(a, b, queue=queue), autoblas.gels(matrix.view, right.view).get()):
        error = np.linalg.norm(x - expected, axis=0) / np.linalg.norm(expected, axis=0)
        assert np.all(error <= bound)
    one = cl_array.empty(queue, COLS, a.dtype)
    assert autoblas.gels(matrix.view, right.view[:, 1], one) is one
    assert np.linalg.norm(one.get() - expected[:, 1]) <= bound[1] * np.linalg.norm(expected[:, 1])
    assert np.array_equal(matrix.values(), a)
    assert np.array_equal(right.values(), b)


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@pytest.mark.parametrize("kind", WITHOUT)
def test_matrices_without_such_factors_are_told(any_device, kind, dtype):
    """In device memory by ``info``; of NumPy arrays Householder's are computed, unless ``info`` is given."""
    a, queue = tall(kind, dtype), any_device.queue
    info = cl_array.to_device(queue, np.zeros(1, np.int32))
    autoblas.qr(cl_array.to_device(queue, a), info=info)
    assert info.get()[0] != 0
    info.set(np.zeros(1, np.int32))
    autoblas.gels(cl_array.to_device(queue, a), cl_array.to_device(queue, a[:, 0].copy()), info=info)
    assert info.get()[0] != 0
    status = np.zeros(1, np.int32)
    autoblas.qr(a, info=status, queue=queue)
    assert status[0] != 0
    q, r = autoblas.qr(a, queue=queue)
    if kind == "zero column":
        assert np.linalg.norm(np.conj(q.T) @ q - np.eye(COLS)) <= 6 * rounding(dtype, ROWS * COLS)
        assert np.linalg.norm(a - q @ r) <= rounding(dtype, ROWS * COLS) * np.linalg.norm(a)
        with pytest.raises(SingularError) as caught:
            autoblas.gels(a, a[:, 0].copy(), queue=queue)
        assert caught.value.row == 7


@pytest.mark.usefixtures("all_as_written")
def test_columns_that_are_not_orthonormal_are_told(any_device, monkeypatch):
    """Two passes leave such columns of a matrix at the limit, although all of its Gram matrices have factors."""
    monkeypatch.setattr(orthogonal, "PASSES", 2)
    info = cl_array.to_device(any_device.queue, np.zeros(1, np.int32))
    q, _ = autoblas.qr(cl_array.to_device(any_device.queue, tall("at the limit", "float64")), info=info)
    assert info.get()[0] != 0
    assert np.linalg.norm(q.get().T @ q.get() - np.eye(COLS)) > 1e-12


def test_what_does_not_fit_is_refused():
    """Wide matrices, stacks, halves, right-hand sides and outputs of other shapes, and outputs that overlap A."""
    a, b = np.ones((4, 2)), np.ones((4, 3))
    matrices: Any = ((a.T,), (a[None],), (a, a.T), (a, None, np.ones((3, 3))))
    for arguments in matrices:
        with pytest.raises(ShapeError):
            autoblas.qr(*arguments)
    systems: Any = ((a, b[:3]), (a.T, b), (a, b, np.ones((3, 3))), (a, b[:, 0], np.ones((2, 1))))
    for arguments in systems:
        with pytest.raises(ShapeError):
            autoblas.gels(*arguments)
    with pytest.raises(PrecisionError):
        autoblas.qr(a.astype(np.float16))
    with pytest.raises(ArgumentError, match="overlaps a"):
        autoblas.qr(a, a)


def test_nothing_is_left_alone():
    """No columns, or no right-hand sides."""
    q, r = autoblas.qr(np.ones((3, 0)))
    assert (q.shape, r.shape) == ((3, 0), (0, 0))
    assert autoblas.gels(np.ones((3, 1)), np.ones((3, 0))).shape == (1, 0)
