"""Triangular systems with zeros, infinities, NaN, tiny and huge elements: what substitution makes of them, and no more."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.level3 import trsm as triangular_systems
from autoblas.blas.plan_builder import PlanBuilder
from autoblas.checks.verify import compare, solution_bound
from autoblas.precision import precision_of
from support.as_written import rehearsed

pytestmark = pytest.mark.usefixtures("all_as_written")

WIDTH = 16
"""Rows of a block here."""

HUGE = {"float16": 2.0**14, "float32": 1e30, "float64": 1e200, "complex64": 1e15, "complex128": 1e100}
"""Numbers whose sums are finite and whose products are not."""


@pytest.fixture
def narrow(monkeypatch):
    """Blocks so small that there are several."""
    monkeypatch.setattr(triangular_systems, "block_width", lambda *_: WIDTH)


def substituted(matrix: Any, right: Any, *, unit: bool) -> Any:
    """X for a lower triangle, row by row in the precision of the routine."""
    kind = precision_of(right.dtype)
    a, x = matrix.astype(kind.worked.dtype), right.astype(kind.worked.dtype)
    with np.errstate(all="ignore"):
        for i in range(len(a)):
            for j in range(i):
                x[i] -= a[i, j] * x[j]
            if not unit:  # the range of extended precision is larger, so that no part of a quotient leaves it
                wide = np.clongdouble if kind.is_complex else np.longdouble
                x[i] = (x[i].astype(wide) / a[i, i].astype(wide)).astype(a.dtype)
        return x.astype(right.dtype)


def unlike_substitution(matrix: Any, right: Any, found: Any, *, unit: bool, label: object) -> list[str]:
    """What is wrong: infinities, NaN and finite elements lie where substitution has them, the latter within its bound."""
    kind, wanted = precision_of(right.dtype), substituted(matrix, right, unit=unit)
    finite = np.isfinite(wanted)
    if not np.array_equal(np.isfinite(found), finite):
        return [f"{label}: {found} is not {wanted}"]
    if not kind.is_complex and not np.array_equal(found[~finite], wanted[~finite], equal_nan=True):
        return [f"{label}: {found} is not {wanted}"]
    sound = np.isfinite(matrix).all(axis=1)
    wide = np.clongdouble if kind.is_complex else np.longdouble
    triangle = np.where(sound[:, None], matrix, 0).astype(wide)
    if unit:
        np.fill_diagonal(triangle, 1)
    judged = finite & sound[:, None]
    x, known = (np.where(finite, each, 0).astype(wide) for each in (found, right))
    bound = 2 * solution_bound(triangle, x, kind, kind.worked)
    verdict = compare(np.where(judged, triangle @ x, 0), np.where(judged, known, 0), bound)
    return [] if verdict.ok else [f"{label}: {verdict}"]


def systems(dtype: str, n: int) -> Iterator[tuple[str, Any, Any, bool]]:
    """A name, a lower triangle, right-hand sides, and whether the diagonal counts as ones."""
    kind = precision_of(dtype)
    rng, middle = np.random.default_rng(n), n // 2
    turn = 0.8 - 0.6j if kind.is_complex else 1.0
    info, huge = np.finfo(dtype), HUGE[dtype]

    def ordinary() -> tuple[Any, Any]:
        a = np.tril(rng.standard_normal((n, n)) / (2 * np.sqrt(n))) * turn
        np.fill_diagonal(a, (1.5 + np.arange(n) % 3) * turn)
        return a.astype(dtype), (rng.standard_normal((n, 5)) * turn).astype(dtype)

    a, b = ordinary()
    yield "ordinary", a, b, False
    yield "ones", a, b, True
    last = np.zeros((n, 5), dtype)
    last[-1] = 1
    yield "growing inverse", (np.eye(n) + min(huge, 1e8) * np.eye(n, k=-1)).astype(dtype), last, True
    smallest = 2.0**-9 if dtype == "float16" else float(info.smallest_subnormal) * 3
    for value in (0.0, np.nan, np.inf, smallest, float(info.max) / 2):
        a, b = ordinary()
        a[middle, middle] = value
        yield f"{value} on the diagonal", a, b, False
    tiny = np.asarray(info.smallest_subnormal * 1000, dtype)
    yield "subnormal", (np.eye(n) * tiny).astype(dtype), np.full((n, 5), tiny, dtype), False
    for value in (np.nan, -np.inf):
        a, b = ordinary()
        b[middle, 1] = value
        yield f"{value} on the right", a, b, False
        a, b = ordinary()
        a[-1, 0] = value
        yield f"{value} below the diagonal", a, b, False
    steps = np.logspace(-1, 1, n) ** (1 if dtype == "float16" else 9)
    a, b = ordinary()
    yield "graded", (a * steps[:, None]).astype(dtype), (b * steps[:, None]).astype(dtype), False


def stored(matrix: Any, uplo: str, trans: str, *, unit: bool) -> Any:
    """A so that op(A) is a lower triangle, or that turned by half; what is not read is NaN."""
    lower = (uplo == "L") == (trans == "N")
    whole = matrix if lower else matrix[::-1, ::-1]
    whole = whole.T if trans != "N" else whole
    whole = whole.conj() if trans == "C" else whole
    rows, cols = np.indices(whole.shape)
    unread = cols > rows if uplo == "L" else rows > cols
    unread = unread | (rows == cols) if unit else unread
    return np.where(unread, np.nan, whole).astype(matrix.dtype)


def turned(x: Any, uplo: str, trans: str) -> Any:
    """Right-hand sides or solutions in the order of op(A)."""
    return x if (uplo == "L") == (trans == "N") else x[::-1]


RUNS = (
    (5, "L", "L", "N"),
    (WIDTH, "R", "L", "T"),
    (2 * WIDTH + 3, "L", "U", "N"),
    (2 * WIDTH + 3, "R", "U", "C"),
)
"""Sizes around those of blocks and tiles, sides, triangles and transposes."""


@pytest.mark.parametrize("dtype", ["float32", "complex64", "float16"])
@pytest.mark.usefixtures("narrow")
@rehearsed
def test_systems_in_blocks_are_as_by_substitution(any_device, dtype):
    """On either side and in every direction."""
    errors = []
    for n, side, uplo, trans in RUNS:
        for name, matrix, right, unit in systems(dtype, n):
            a, b = stored(matrix, uplo, trans, unit=unit), turned(right, uplo, trans)
            kinds: dict[str, Any] = {"side": side, "uplo": uplo, "trans": trans, "diag": "NU"[unit]}
            if side == "R":  # X op(A) = B is op(A)^T X^T = B^T
                a, b, kinds["uplo"] = a.T, b.T, {"L": "U", "U": "L"}[uplo]
            a, b = (cl_array.to_device(any_device.queue, np.ascontiguousarray(each)) for each in (a, b))
            found = autoblas.trsm(a, b, **kinds).get()
            found = turned(found.T if side == "R" else found, uplo, trans)
            label = (name, dtype, n, side, uplo, trans)
            errors += unlike_substitution(matrix, right, found, unit=unit, label=label)
    assert errors == []


@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@rehearsed
def test_vectors_are_as_by_substitution(any_device, dtype):
    """Whole, packed and banded, in every direction."""
    n, errors = 21, []
    letters = itertools.cycle(itertools.product("LU", "NC" if dtype == "complex128" else "NT"))
    for (name, matrix, right, unit), (uplo, trans) in zip(systems(dtype, n), letters, strict=False):
        a, b = stored(matrix, uplo, trans, unit=unit), np.ascontiguousarray(turned(right, uplo, trans)[:, 1])
        kinds: dict[str, Any] = {"uplo": uplo, "trans": trans, "diag": "NU"[unit], "queue": any_device.queue}
        inside = np.tril_indices(n) if uplo == "L" else np.triu_indices(n)
        band = np.full((n, n), np.nan, dtype)
        for i, j in zip(*inside, strict=True):
            band[i - j if uplo == "L" else n - 1 + i - j, j] = a[i, j]
        found = {
            "trsv": autoblas.trsv(a, b.copy(), **kinds),
            "tpsv": autoblas.tpsv(a[inside], b.copy(), order="C", **kinds),
            "tbsv": autoblas.tbsv(band, b.copy(), **kinds),
        }
        for routine, x in found.items():
            one = turned(x, uplo, trans)[:, None]
            label = (routine, name, uplo, trans)
            errors += unlike_substitution(matrix, right[:, 1:2], one, unit=unit, label=label)
    assert errors == []


@pytest.mark.parametrize("rows", [4, 11, 40])
@pytest.mark.usefixtures("narrow")
def test_odd_elements_anywhere_spread_as_by_substitution(any_device, rows):
    """Stacks of systems with a few elements of each kind, each on its own."""
    rng, dtype = np.random.default_rng(rows), np.dtype(np.float32)
    odd = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 1e30, -1e30], dtype)
    items = 60
    a = np.tril(rng.uniform(-1, 1, (items, rows, rows))).astype(dtype)
    a[:, range(rows), range(rows)] += np.where(a[:, range(rows), range(rows)] < 0, -1, 1)
    b = rng.uniform(1, 2, (items, rows, 3)).astype(dtype)
    for item in range(items):
        for _ in range(item % 3):
            i = rng.integers(rows)
            a[item, i, rng.integers(i + 1)] = rng.choice(odd)
            b[item, rng.integers(rows), rng.integers(3)] = rng.choice(odd)
    x = cl_array.to_device(any_device.queue, b)
    autoblas.trsm_batched(cl_array.to_device(any_device.queue, a), x, uplo="L")
    for item, found in enumerate(x.get()):
        assert unlike_substitution(a[item], b[item], found, unit=False, label=(rows, item)) == []


def test_systems_of_one_block_take_no_memory(pocl, monkeypatch):
    """However many they are: nothing but the operands."""

    def refuse(_self, name, *_):
        raise AssertionError(name)

    monkeypatch.setattr(PlanBuilder, "temporary", refuse)
    for dtype in ("float32", "float16"):
        a = np.broadcast_to(2 * np.eye(6, dtype=dtype), (1000, 6, 6)).copy()
        x = cl_array.to_device(pocl.queue, np.ones((1000, 6, 1), dtype))
        autoblas.trsm_batched(cl_array.to_device(pocl.queue, a), x, uplo="L")
        assert np.all(x.get() == 0.5)


def test_the_host_does_the_same_without_a_warning(pocl, monkeypatch):
    """Systems that NumPy solves."""
    assert pocl
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "1e12")
    for dtype in ("float32", "complex128"):
        for name, matrix, right, unit in systems(dtype, 11):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                a, x = stored(matrix, "L", "N", unit=unit), right.copy()
                autoblas.trsm(a, x, uplo="L", diag="NU"[unit])
            assert unlike_substitution(matrix, right, x, unit=unit, label=(name, dtype)) == []
