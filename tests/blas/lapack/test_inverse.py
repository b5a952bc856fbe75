"""Inverses against the bounds of their residuals and LAPACK's results, and determinants, on matrices of ten kinds."""

# mypy: disable-error-code="arg-type"
# Letters out of lists.

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.lapack import inverse
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, SingularError
from support.definite_matrices import (
    DEFINITE,
    FAILING,
    UNREAD,
    assert_bounded,
    hermitian,
    named,
    potrf,
    weak_row,
)
from support.layouts import Layout, place
from support.level3_cases import plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))

ROWS, WIDTH = 53, 12
"""Four blocks and a smaller one, so that the recursion has equal and unequal halves."""


@pytest.fixture(autouse=True)
def narrow_blocks(monkeypatch):
    """Blocks of few rows, and products by the plain kernel."""
    monkeypatch.setattr(inverse, "block_width", lambda *_: WIDTH)
    with plain_products():
        yield


def lower(a, uplo, *, unit=False):
    """The named triangle as a lower one, by transposition, in more digits."""
    wide = (np.tril(a) if uplo == "L" else np.triu(a).T).astype(
        np.clongdouble if a.dtype.kind == "c" else np.longdouble
    )
    if unit:
        np.fill_diagonal(wide, 1)
    return wide


def assert_inverse(x, a, dtype, what):
    """|X L - 1| <= gamma(n) |X| |L| for lower triangles: method 2C of Higham's section 14.2."""
    assert_bounded(x @ a, np.eye(len(a), dtype=a.dtype), len(a), np.abs(x) @ np.abs(a), dtype, what)


def outside(uplo, *, unit=False):
    """Where nothing may be written."""
    rows, cols = np.indices((ROWS, ROWS))
    beside = cols > rows if uplo == "L" else rows > cols
    return beside | ((rows == cols) & unit)


@pytest.mark.budget(one_in=3)
@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
def test_inverses_of_triangles(any_device, kind, dtype):
    """Of Cholesky's factors, with their diagonals and with ones; nothing beside the triangle is written."""
    queue = any_device.queue
    for number, (uplo, unit) in enumerate((uplo, unit) for uplo in "LU" for unit in (False, True)):
        factor = potrf(named(hermitian(kind, ROWS, dtype), uplo), uplo)[0]
        if unit:  # rows and columns scaled so that the diagonal would be ones
            factor = np.where(outside(uplo), factor, factor / np.diagonal(factor)).astype(dtype)
            np.fill_diagonal(factor, UNREAD)
        a = place(factor, LAYOUTS[number % 3], queue if number % 2 else None)
        info = np.full(1, -1, np.int32)
        status: Any = cl_array.to_device(queue, info) if number % 2 else info
        autoblas.trtri(a.view, uplo=uplo, diag="U" if unit else "N", info=status, queue=queue)
        x = a.values()
        assert_inverse(lower(x, uplo, unit=unit), lower(factor, uplo, unit=unit), dtype, (kind, uplo, unit))
        assert np.all(x[outside(uplo, unit=unit)] == UNREAD)
        assert a.intact()
        assert int((status.get() if number % 2 else status)[0]) == 0


@pytest.mark.budget(one_in=3)
@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
def test_inverses_of_definite_matrices(any_device, kind, dtype):
    """The square of the factor's inverse X, which has a test of its own: |P - X^H X| <= gamma(n) |X^H| |X|."""
    queue = any_device.queue
    for uplo, layout in zip("LU", LAYOUTS[1:], strict=True):
        factor = potrf(named(hermitian(kind, ROWS, dtype), uplo), uplo)[0]
        a, triangle = place(factor, layout, queue), place(factor, layout, queue)
        autoblas.potri(a.view, uplo=uplo)
        x = lower(autoblas_inverse(triangle, uplo), uplo)
        product, size = np.conj(x.T) @ x, np.abs(x.T) @ np.abs(x)
        inside = np.tri(ROWS, dtype=bool)
        result = lower(a.values(), uplo)
        terms = np.where(inside, size, 0)
        assert_bounded(result, np.where(inside, product, 0), ROWS, terms, dtype, (kind, uplo))
        assert not np.any(np.diagonal(result).imag)
        assert np.all(a.values()[outside(uplo)] == UNREAD)
        assert a.intact()


def autoblas_inverse(triangle, uplo):
    """The inverse of a triangle in device memory."""
    autoblas.trtri(triangle.view, uplo=uplo)
    return triangle.values()


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("host", [False, True])
@pytest.mark.parametrize("dtype", TYPES)
def test_the_first_zero_of_a_diagonal_is_told(any_device, dtype, host, monkeypatch):
    """In ``info``, or as an error; diagonals of ones are not looked at, and NaN is no zero."""
    if host:
        monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "inf")
    queue = None if host else any_device.queue
    for uplo, zeros in (("L", (7, 9)), ("U", (ROWS - 1,)), ("U", (0, 5))):
        a = named(hermitian("well conditioned", ROWS, dtype), uplo)
        a[3 if zeros[0] else 1, 3 if zeros[0] else 1] = np.nan
        for zero in zeros:
            a[zero, zero] = 0
        info = np.full(1, -1, np.int32)
        autoblas.trtri(a.copy(), uplo=uplo, info=info, queue=queue)
        assert info[0] == zeros[0] + 1
        with pytest.raises(SingularError) as caught:
            autoblas.trtri(a.copy(), uplo=uplo, queue=queue)
        assert caught.value.row == zeros[0]
        autoblas.trtri(a.copy(), uplo=uplo, diag="U", info=info, queue=queue)
        assert info[0] == 0


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_what_is_not_finite_reaches_no_more_than_it_must(any_device, number):
    """Of an element below the blocks on the diagonal: the columns up to its own, of the rows from its own on."""
    row, col = 40, 15
    a = named(hermitian("well conditioned", ROWS, "float64"), "L")
    a[row, col] = number
    x = autoblas.trtri(a.copy(), uplo="L", queue=any_device.queue)
    rows, cols = np.indices(a.shape)
    assert np.array_equal(~np.isfinite(x), (rows >= row) & (cols <= col))


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
def test_logarithms_of_determinants(any_device, kind, dtype):
    """Sums of float64 for float32 too; each logarithm errs by 3 units, and their sum by gamma(n)."""
    factor = potrf(named(hermitian(kind, ROWS, dtype), "L"), "L")[0]
    terms = 2 * np.log(np.diagonal(factor).real.astype(np.longdouble))
    size = np.sum(np.abs(terms))
    real = np.dtype(dtype).type(0).real.dtype
    bound = (ROWS + 8) * np.finfo(np.float64).eps * size + np.finfo(real).eps * abs(np.sum(terms))
    for layout in LAYOUTS:
        a = place(factor, layout, any_device.queue)
        result = autoblas.logdet(a.view)
        assert result.dtype == real
        out = cl_array.zeros(any_device.queue, 1, real)
        assert autoblas.logdet(a.view, out=out) is out
        on_host = autoblas.logdet(factor)
        for value in (
            result.get()[0],
            out.get()[0],
            on_host,
            autoblas.logdet(factor, queue=any_device.queue),
        ):
            assert abs(value - np.sum(terms)) <= bound


@pytest.mark.parametrize("kind", FAILING)
def test_a_matrix_without_a_factor_has_no_logarithm(any_device, kind):
    """What a failing pivot leaves: NaN of a negative one or of NaN, minus infinity of zero."""
    a = cl_array.to_device(any_device.queue, named(hermitian(kind, ROWS, "float64"), "L"))
    info = cl_array.zeros(any_device.queue, 1, np.int32)
    autoblas.potrf(a, uplo="L", info=info)
    assert info.get()[0] == weak_row(ROWS) + 1
    assert not np.isfinite(autoblas.logdet(a).get()[0])


def test_what_does_not_fit_is_refused(any_device):
    """Rectangles, stacks, types and outputs that are none."""
    for shape in ((3, 4), (2, 3, 3)):
        for routine in (autoblas.trtri, autoblas.potri, autoblas.logdet):
            with pytest.raises(ShapeError):
                routine(np.ones(shape))
    with pytest.raises(PrecisionError):
        autoblas.logdet(np.ones((2, 2), np.float16))
    with pytest.raises(ArgumentError, match="out"):
        autoblas.logdet(np.eye(2), out=np.zeros(1))
    a = cl_array.to_device(any_device.queue, np.eye(2, dtype=np.complex64))
    out = cl_array.zeros(any_device.queue, 1, np.complex64)
    with pytest.raises(PrecisionError):
        autoblas.logdet(a, out=out)


def test_nothing_is_left_alone():
    """Of no rows the inverse is the matrix, and the determinant one."""
    a = np.ones((0, 0))
    assert autoblas.trtri(a) is a
    assert autoblas.potri(a) is a
    assert autoblas.logdet(a) == 0
