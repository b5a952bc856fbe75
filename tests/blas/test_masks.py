"""Numbers that are not finite come to no element of a result that does not depend on them, by BLAS's definitions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Literal

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.kernels import kernels, serving
from autoblas.kernels.space import Rule
from autoblas.plan import candidates
from autoblas.problems import Matmul
from support.as_written import rehearsed
from support.routine_cases import CASES

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = pytest.mark.usefixtures("all_as_written")

BAND = 3
"""Diagonals beside the main one of matrices that are bands."""


def numbers(*shape: int, dtype: str = "float64") -> Array:
    """Small whole numbers, none of them zero."""
    return np.random.default_rng(sum(shape)).integers(1, 4, shape).astype(dtype)


def triangle(n: int, uplo: str, dtype: str, *, band: bool = False) -> Array:
    """A triangular matrix with zeros elsewhere, maybe of some diagonals alone."""
    a = (np.tril if uplo == "L" else np.triu)(numbers(n, n, dtype=dtype))
    return np.tril(np.triu(a, -BAND), BAND) if band else a


def stored(matrix: Array, inside: Array, kind: str, uplo: str) -> dict[str, Any]:
    """A matrix as an argument, with NaN in all elements of its array that are not the matrix's own."""
    n = len(matrix)
    if kind == "full":
        return {"a": np.where(inside, matrix, np.nan)}
    if kind == "packed":
        columns = [matrix[: j + 1, j] if uplo == "U" else matrix[j:, j] for j in range(n)]
        return {"ap": np.concatenate(columns), "order": "F"}
    low, high = {"U": (0, BAND), "L": (BAND, 0), "": (BAND, BAND)}[uplo]
    a = np.full((low + high + 1, n), np.nan, matrix.dtype)
    for i, j in zip(*np.nonzero(inside), strict=True):
        a[high + i - j, j] = matrix[i, j]
    return {"a": a, "order": "F"} | ({"kl": low, "ku": high} if not uplo else {})


TRIANGULAR = {"trmv": "full", "tbmv": "band", "tpmv": "packed"}

MIRRORED = {
    "symv": "full",
    "sbmv": "band",
    "spmv": "packed",
    "hemv": "full",
    "hbmv": "band",
    "hpmv": "packed",
}


def products_with_vectors(n: int, dtype: str) -> Iterator[tuple[str, Callable[..., Array], Array]]:
    """A name, a call that multiplies a vector, and where the whole matrix is not zero."""
    for (name, kind), uplo, trans, diag in product(TRIANGULAR.items(), "UL", "NT", "NU"):
        a = triangle(n, uplo, dtype, band=kind == "band")
        inside = a != 0
        if diag == "U":
            np.fill_diagonal(a, np.nan)
        options = {**stored(a, inside, kind, uplo), "uplo": uplo, "trans": trans, "diag": diag}
        routine = getattr(autoblas, name)
        call = partial(routine, **options)
        yield f"{name} {uplo}{trans}{diag}", call, inside if trans == "N" else inside.T
    for (name, kind), uplo in product(MIRRORED.items(), "UL"):
        if name[0] == "h" and not dtype.startswith("c"):
            continue
        a = triangle(n, uplo, dtype, band=kind == "band")
        options = {**stored(a, a != 0, kind, uplo), "uplo": uplo}
        routine = getattr(autoblas, name)
        yield f"{name} {uplo}", partial(routine, **options), (a != 0) | (a != 0).T
    a = np.tril(np.triu(numbers(n, n, dtype=dtype), -BAND), BAND)
    options = stored(a, a != 0, "band", "")
    yield "gbmv", partial(autoblas.gbmv, **options), a != 0


@pytest.mark.budget(each="dtype")
@pytest.mark.parametrize("below", ["0", "1e18"])
@pytest.mark.parametrize("dtype", ["float64", "complex64"])
@rehearsed
def test_products_with_vectors(dtype, below, monkeypatch):
    """Triangles, bands and packed matrices: x holds one such number, and what is not stored is NaN."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", below)
    errors = []
    for name, call, inside in products_with_vectors(37, dtype):
        for k, value in ((0, np.nan), (18, np.inf), (36, np.nan)):
            x = np.ones(37, dtype)
            x[k] = value
            if not np.array_equal(np.isfinite(call(x=x)), ~inside[:, k]):
                errors.append(f"{name}: {value} at {k}")
    assert errors == []


def spread_by_trmm(n: int, dtype: str) -> list[str]:
    """What is wrong with products of triangles and matrices that hold one such number."""
    errors = []
    orders: tuple[Literal["C", "F"], ...] = ("C", "F")
    for side, uplo, trans, diag, order in product("LR", "UL", "NT", "NU", orders):
        a = triangle(n, uplo, dtype)
        held = np.where(a == 0, np.nan, a)
        if diag == "U":
            np.fill_diagonal(held, np.nan)
            np.fill_diagonal(a, 1)
        op = a if trans == "N" else a.T
        options: dict[str, Any] = {"side": side, "uplo": uplo, "trans": trans, "diag": diag, "alpha": 2.0}
        for k, value in ((0, np.nan), (n // 2, np.inf), (n - 1, -np.inf)):
            b = np.array(
                numbers(n, 21, dtype=dtype) if side == "L" else numbers(21, n, dtype=dtype), order=order
            )
            wanted = 2 * (op @ b if side == "L" else b @ op)
            if side == "L":
                wanted[op[:, k] != 0, 3], b[k, 3] = np.nan, value
            else:
                wanted[3, op[k] != 0], b[3, k] = np.nan, value
            found = autoblas.trmm(held, b, **options)
            found[~np.isfinite(found)] = np.nan
            if not np.array_equal(found, wanted, equal_nan=True):
                errors.append(f"{n} {side}{uplo}{trans}{diag}{order}: {value} at {k}")
    return errors


@pytest.mark.budget(each="dtype")
@pytest.mark.parametrize("below", ["0", "1e18"])
@pytest.mark.parametrize(("n", "dtype"), [(37, "float64"), (70, "complex64")])
@rehearsed
def test_trmm(n, dtype, below, monkeypatch):
    """On every side of every triangle, in rows and columns of tiles; the rest is exact."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", below)
    assert spread_by_trmm(n, dtype) == []


def test_trmm_by_kernels_that_multiply_by_zeros(here, monkeypatch):
    """What they spread is computed again, where a number that is not finite shows in the row that depends on all."""
    direct = kernels()["gemm_direct"]
    second = Rule("it comes second", lambda p, q, f: q.spread)
    again = replace(direct, space=replace(direct.space, requirements=(*direct.space.requirements, second)))
    found = (kernels()["gemm_tile"], again)
    monkeypatch.setattr(candidates, "serving", lambda family: found if family is Matmul else serving(family))
    monkeypatch.setattr(candidates, "kernels", lambda: {each.name: each for each in found})
    assert spread_by_trmm(41, "float32") == []
    a, b = (cl_array.to_device(here.queue, numbers(41, 41)) for _ in range(2))
    assert [step.split()[0] for step in autoblas.prepare(autoblas.trmm, a, b).plan[-2:]] == [
        "gemm_tile",
        "gemm_direct",
    ]


def test_what_is_tried_has_all_triangles_and_bands():
    """Names are of routines that there are."""
    assert {*TRIANGULAR, *MIRRORED, "gbmv", "trmm"} <= set(CASES)
