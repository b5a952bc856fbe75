"""L U with partial pivoting against the bound of its residual and LAPACK's pivots and info, on matrices of ten kinds."""

# mypy: disable-error-code="arg-type,misc,has-type"
# Letters out of lists; results in pairs.

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest
from scipy.linalg import get_lapack_funcs

import autoblas
from autoblas.blas.lapack import lu
from autoblas.checks.factorization import exchanged
from autoblas.errors import SingularError
from support.definite_matrices import assert_bounded
from support.layouts import Layout, place
from support.level3_cases import plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))

ROWS = 53
"""Of four panels and a smaller one, so that the recursion has equal and unequal halves."""

WIDTH = 12

REGULAR = ("random", "well conditioned", "graded", "nearly singular", "equals", "large")

SINGULAR = ("zero column", "zero row")

NOT_FINITE = ("not a number", "infinite")


@pytest.fixture(autouse=True)
def narrow_panels(monkeypatch):
    """Panels of few columns, and products by the plain kernel."""
    monkeypatch.setattr(lu, "block_width", lambda *_: WIDTH)
    with plain_products():
        yield


def general(kind, m, n, dtype, seed=0):
    """A matrix of one of these kinds."""
    rng = np.random.default_rng(seed)
    a = rng.standard_normal((m, n))
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal((m, n))
    k = min(m, n)
    if kind == "well conditioned":
        a = a / k + np.eye(m, n)
    elif kind == "graded":
        a = a * 2.0 ** -(np.arange(m) % 24)[:, None]
    elif kind == "nearly singular":
        a[:, k // 2] = a[:, 0] + np.finfo(dtype).eps * 64 * a[:, k // 2]
    elif kind == "equals":
        a = np.sign(a.real) + 0 * a
    elif kind == "large":
        a = a * 2.0**40
    elif kind == "zero column":
        a[:, k // 2] = 0
    elif kind == "zero row":
        a[k // 2] = 0
    elif kind == "not a number":
        a[k // 2, 0] = np.nan
    elif kind == "infinite":
        a[k // 2, 0] = np.inf
    return a.astype(dtype)


def lapack(a):
    """LAPACK's factors, pivots and info."""
    return get_lapack_funcs(["getrf"], [a])[0](a)


def assert_factors(found, pivots, a, what):
    """Theorem 9.3: |P A - L U| <= gamma(n) |L| |U|, of pivots that are the largest of their columns."""
    wide = found.astype(np.clongdouble if found.dtype.kind == "c" else np.longdouble)
    k = min(a.shape)
    lower = np.tril(wide, -1)[:, :k] + np.eye(len(a), k)
    upper = np.triu(wide)[:k]
    order = exchanged(np.arange(len(a)), pivots)
    size = np.abs(lower) @ np.abs(upper)
    assert_bounded(lower @ upper, a[order], k, size, a.dtype, what)
    largest = np.sqrt(2) if a.dtype.kind == "c" else 1
    assert np.max(np.abs(lower)) <= largest * (1 + 8 * np.finfo(a.dtype).eps), what


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", REGULAR)
def test_factors_are_within_their_bound(any_device, kind, dtype):
    """Of square, tall and wide matrices in all layouts; what is beside the matrix stays."""
    for (m, n), layout in zip(((ROWS, ROWS), (ROWS, 30), (30, ROWS)), LAYOUTS, strict=True):
        a = general(kind, m, n, dtype)
        matrix = place(a, layout, any_device.queue)
        pivots = cl_array.empty(any_device.queue, (min(m, n),), np.int32)
        info = cl_array.to_device(any_device.queue, np.full(1, -1, np.int32))
        assert autoblas.getrf(matrix.view, pivots, info=info) == (matrix.view, pivots)
        assert info.get()[0] == 0, (kind, layout)
        found, exchanges = matrix.values(), pivots.get()
        assert_factors(found, exchanges, a, (kind, layout))
        if kind in {"random", "well conditioned", "large"}:  # pivots that no rounding decides
            assert np.array_equal(exchanges, lapack(a)[1]), (kind, layout)
        assert matrix.intact()


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", ["float64", "complex64"])
@pytest.mark.parametrize("kind", [*SINGULAR, *NOT_FINITE])
def test_info_is_that_of_lapack(any_device, kind, dtype):
    """A zero pivot does not end the factorization; what is not finite is no zero. Of NumPy arrays it is an error."""
    a = general(kind, ROWS, ROWS, dtype)
    expected = lapack(a)[2] if kind == "zero column" else ROWS if kind == "zero row" else 0
    matrix = cl_array.to_device(any_device.queue, a)
    info = cl_array.to_device(any_device.queue, np.full(1, -1, np.int32))
    pivots: Any = autoblas.getrf(matrix, info=info)[1]
    assert info.get()[0] == expected
    if kind in SINGULAR:
        assert_factors(matrix.get(), pivots.get(), a, kind)
        with pytest.raises(SingularError) as caught:
            autoblas.getrf(a.copy(), queue=any_device.queue)
        assert caught.value.row == expected - 1


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
def test_systems_are_solved_from_factors(any_device, dtype):
    """Theorem 9.4: |b - op(A) x| <= gamma(3 n) |L| |U| |x|, with the matrix, its transpose and its conjugate."""
    a = general("random", ROWS, ROWS, dtype)
    b = general("random", ROWS, 3, dtype, 1)
    results: Any = autoblas.getrf(cl_array.to_device(any_device.queue, a))
    factors, pivots = results
    kind = np.clongdouble if np.dtype(dtype).kind == "c" else np.longdouble
    wide = factors.get().astype(kind)
    size = np.empty((ROWS, ROWS), np.longdouble)
    order = exchanged(np.arange(ROWS), pivots.get())
    size[order] = np.abs(np.tril(wide, -1) + np.eye(ROWS)) @ np.abs(np.triu(wide))
    for trans, op in (("N", a), ("T", a.T), ("C", a.conj().T)):
        right = cl_array.to_device(any_device.queue, b)
        autoblas.getrs(factors, pivots, right, trans=trans)
        x = right.get()
        bound = (size if trans == "N" else size.T) @ np.abs(x)
        assert_bounded(op.astype(kind) @ x, b, 3 * ROWS, bound, dtype, trans)
