"""Householder's factors and products with Q against derived bounds and LAPACK's results, on matrices of ten kinds."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest
from scipy.linalg import get_lapack_funcs

import autoblas
from autoblas.blas.lapack import householder
from autoblas.blas.level3 import trsm
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from autoblas.precision import precision_of
from support.layouts import Layout, place
from support.level3_cases import plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))

ROWS, COLS = 61, 29

SHAPES = ((ROWS, COLS), (COLS, ROWS), (COLS, COLS))

FINITE = (
    "random",
    "orthonormal",
    "graded columns",
    "graded rows",
    "equal columns",
    "zero column",
    "zero rows",
    "squares beyond the range",
)

NOT_FINITE = ("not a number", "infinite")


@pytest.fixture(autouse=True)
def narrow_blocks(monkeypatch):
    """Blocks of three panels, and products by the plain kernel."""
    monkeypatch.setattr(householder, "WIDTH", 4)
    monkeypatch.setattr(householder, "BLOCK", 12)
    monkeypatch.setattr(trsm, "block_width", lambda *_: 8)
    with plain_products():
        yield


def numbers(dtype, *shape, seed=6):
    """Random numbers of a type, in more digits."""
    rng = np.random.default_rng(seed)
    a: Any = rng.standard_normal(shape)
    return a + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else a


def matrix_of(kind, dtype, shape=(ROWS, COLS)):
    """A matrix of one of these kinds."""
    a, single = numbers(dtype, *shape), np.dtype(dtype).char in "fF"
    rows, cols = shape
    if kind == "orthonormal":
        a = np.linalg.qr(a)[0] if rows >= cols else np.linalg.qr(a.T)[0].T
    elif kind == "graded columns":
        a = a * np.ldexp(1.0, np.linspace(-80 if single else -700, 60, cols).astype(int))
    elif kind == "graded rows":
        a = a * np.geomspace(1, 2.0**-40, rows)[:, None]
    elif kind == "equal columns":
        a[:, 7] = a[:, 3]
    elif kind == "zero column":
        a[:, 7] = 0
    elif kind == "zero rows":
        a[5:21] = 0
    elif kind == "squares beyond the range":
        a *= np.finfo(dtype).max / 1e4
    elif kind == "not a number":
        a[5, 7] = np.nan
    elif kind == "infinite":
        a[5, 7] = np.inf
    return a.astype(dtype)


def wide(x):
    """More digits."""
    return x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble)


def likely(dtype, rows, columns):
    """The bound of Higham's theorem 19.4 relative to a column's norm, with likely errors of sums, of four steps."""
    kind = precision_of(np.dtype(dtype))
    return 4 * columns * (4 * np.sqrt(kind.parts * rows) + 8) * kind.roundoff * np.sqrt(kind.parts)


def norms(x):
    """Euclidean norms of columns."""
    return np.sqrt(np.sum(np.abs(wide(x)) ** 2, axis=0))


def q_of(factors, tau):
    """Q of all rows, in more digits."""
    rows = len(factors)
    v, q = np.tril(wide(factors), -1) + np.eye(*factors.shape), np.eye(rows, dtype=wide(factors).dtype)
    for k in reversed(range(len(tau))):
        q -= wide(tau)[k] * np.outer(v[:, k], np.conj(v[:, k]) @ q)
    return q


def assert_factors(a, factors, tau, what):
    """Errors of each column within the bound, and LAPACK's reflectors: 1 <= re tau <= 2, or none."""
    rows, dtype = len(a), a.dtype
    bound, q = likely(dtype, rows, min(a.shape)), q_of(factors, tau)
    assert np.linalg.norm(np.conj(q.T) @ q - np.eye(rows)) <= bound * np.sqrt(rows), what
    error = norms(wide(a) - q @ np.triu(wide(factors)))
    assert np.all(error <= bound * norms(a) + rows * np.finfo(dtype).tiny), what
    assert np.all((tau == 0) | ((tau.real >= 1 - bound) & (tau.real <= 2 + bound))), what
    assert not np.any(np.diagonal(factors).imag), what


@pytest.mark.budget(one_in=3)
@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FINITE)
def test_factors_are_within_their_bounds(any_device, kind, dtype):
    """Tall, wide and square, in any layout, on the device and by NumPy; numbers of reflectors that do nothing are LAPACK's."""
    queue = any_device.queue
    for shape, layout in zip(SHAPES, LAYOUTS, strict=True):
        a = matrix_of(kind, dtype, shape)
        (geqrf,) = get_lapack_funcs(["geqrf"], [a])
        expected, sizes, *_ = geqrf(a)
        matrix, tau = place(a, layout, queue), cl_array.to_device(queue, np.full(min(shape), np.nan, dtype))
        assert autoblas.geqrf(matrix.view, tau) == (matrix.view, tau)
        assert matrix.intact()
        assert_factors(a, matrix.values(), tau.get(), (kind, layout))
        ranked = (
            kind != "zero rows" or shape[0] == ROWS
        )  # otherwise roundings decide upon the last reflectors
        assert np.array_equal(tau.get() == 0, sizes == 0) or not ranked
        if kind in {"random", "orthonormal", "zero rows"} and ranked:
            scale = np.max(np.abs(expected)) * 1e3 * likely(dtype, ROWS, COLS)
            assert np.allclose(matrix.values(), expected, rtol=0, atol=scale)
            assert np.allclose(tau.get(), sizes, rtol=0, atol=scale)
        on_host = a.copy()
        assert_factors(a, *autoblas.geqrf(on_host), (kind, "on the host"))


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@pytest.mark.parametrize("kind", NOT_FINITE)
def test_what_is_not_finite_stays_in_sight(any_device, kind, dtype):
    """Columns before it have LAPACK's factors; its own and those behind it have none."""
    a, column = matrix_of(kind, dtype), 7
    factors, tau = autoblas.geqrf(cl_array.to_device(any_device.queue, a))
    (geqrf,) = get_lapack_funcs(["geqrf"], [a])
    expected, sizes, *_ = geqrf(a[:, :column])
    assert np.allclose(factors.get()[:, :column], expected, atol=1e-4)
    assert np.allclose(tau.get()[:column], sizes, atol=1e-4)
    assert not np.isfinite(tau.get()[column])
    assert not np.any(np.isfinite(np.diagonal(factors.get())[column:]))


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("count", [COLS, 5, 0])
def test_products_with_q(any_device, dtype, count):
    """On both sides, of Q and its adjoint, of a matrix and a vector, and Q itself, with all reflectors or some."""
    queue, bound = any_device.queue, likely(dtype, ROWS, COLS)
    factors, tau = autoblas.geqrf(matrix_of("random", dtype))
    tau = tau[:count]
    q = q_of(factors[:, :count], tau)
    held, sizes = place(factors, LAYOUTS[2], queue), cl_array.to_device(queue, tau.copy())
    for layout, side, trans in zip((*LAYOUTS, LAYOUTS[0]), "LLRR", "NCNC", strict=True):
        c = numbers(dtype, *((ROWS, 7) if side == "L" else (7, ROWS)), seed=7).astype(dtype)
        factor = q if trans == "N" else np.conj(q.T)
        expected = factor @ c if side == "L" else c @ factor
        placed, on_host = place(c, layout, queue), c.copy()
        options: Any = {"side": side, "trans": trans}
        assert autoblas.ormqr(held.view, sizes, placed.view, **options) is placed.view
        autoblas.ormqr(factors, tau, on_host, **options)
        assert placed.intact()
        for product in (placed.values(), on_host):
            assert np.linalg.norm(wide(product) - expected) <= bound * np.linalg.norm(c)
    vector = numbers(dtype, ROWS).astype(dtype)
    expected = np.conj(q.T) @ vector
    assert np.linalg.norm(autoblas.ormqr(factors, tau, vector, trans="c") - expected) <= bound * ROWS
    on_host = factors.copy()
    autoblas.orgqr(on_host, tau)
    assert autoblas.orgqr(held.view, sizes) is held.view
    assert held.intact()
    for columns in (held.values(), on_host):
        assert np.linalg.norm(wide(columns) - q[:, :COLS]) <= bound * np.sqrt(COLS)


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_factors_of_any_columns_by_reflectors(any_device, monkeypatch, dtype):
    """``qr`` of a NumPy array whose columns depend on each other computes it on the device, by Householder's reflectors."""
    monkeypatch.setattr(np.linalg, "qr", None)
    a = matrix_of("zero column", dtype)
    q, r = autoblas.qr(a, queue=any_device.queue)
    bound = likely(dtype, ROWS, COLS)
    assert np.linalg.norm(np.conj(q.T) @ q - np.eye(COLS)) <= bound * np.sqrt(COLS)
    assert np.all(norms(a - q @ r) <= bound * norms(a))
    assert np.array_equal(r, np.triu(r))
    assert np.all(np.diagonal(r).real >= 0)
    b, large = numbers(dtype, ROWS, 2, seed=8).astype(dtype), matrix_of("squares beyond the range", dtype)
    x = autoblas.gels(large, b, queue=any_device.queue) * (np.finfo(dtype).max / 1e4)
    assert np.allclose(x, np.linalg.lstsq(matrix_of("random", dtype), b)[0], atol=1e3 * bound)


def test_what_does_not_fit_is_refused():
    """Stacks, halves, sizes of tau, strides, overlaps, and letters."""
    a, tau = np.ones((4, 2)), np.ones(2)
    calls: Any = (
        (ShapeError, autoblas.geqrf, (a[None],)),
        (ShapeError, autoblas.geqrf, (a, np.ones(3))),
        (StrideError, autoblas.geqrf, (a, np.ones(4)[::2])),
        (PrecisionError, autoblas.geqrf, (a, np.ones(2, np.float32))),
        (PrecisionError, autoblas.geqrf, (a.astype(np.float16),)),
        (ArgumentError, autoblas.geqrf, (a, a[0])),
        (ShapeError, autoblas.orgqr, (a.T, tau)),
        (ShapeError, autoblas.orgqr, (a, np.ones(3))),
        (ShapeError, autoblas.orgqr, (a, tau[None])),
        (ShapeError, autoblas.ormqr, (a, tau, np.ones((3, 4)))),
        (ArgumentError, autoblas.ormqr, (a, tau, a)),
    )
    for error, routine, arguments in calls:
        with pytest.raises(error):
            routine(*arguments)
    with pytest.raises(ShapeError):
        autoblas.ormqr(a, tau, np.ones((4, 3)), side="R")
    with pytest.raises(ArgumentError):
        autoblas.ormqr(a.astype(complex), tau.astype(complex), np.ones((4, 3), complex), trans="T")


def test_nothing_is_left_alone():
    """No rows, no columns, no reflectors, or nothing to multiply."""
    empty = np.ones((3, 0))
    assert autoblas.geqrf(empty)[1].shape == (0,)
    assert autoblas.orgqr(empty, np.ones(0)) is empty
    assert np.array_equal(autoblas.orgqr(np.full((3, 2), np.nan), np.ones(0)), np.eye(3, 2))
    c = np.ones((3, 2))
    assert np.array_equal(autoblas.ormqr(empty, np.ones(0), c), np.ones((3, 2)))
