"""Random legal calls of the routines of levels 2 and 3: any type, size, layout, triangle, side, transpose and factor.

Vectors, products and convolutions have theirs in ``blas/level1/test_properties``, ``test_gemm_properties`` and
``test_convolution``. A greater budget has more calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import autoblas
from autoblas.checks.verify import compare, product_bound, reals, solution_bound
from autoblas.precision import FLOAT32, precision_of
from autoblas.problems.matvec import RankUpdate
from support.budget import examples
from support.layouts import LAYOUTS, layouts, place
from support.level3_cases import (
    assert_close,
    assert_solved,
    assert_triangle,
    bounded,
    diagonal,
    entering,
    kept,
    mirrored,
    operand,
    plain_products,
    system_matrix,
    unread,
)
from support.matvec_cases import PRODUCTS, SOLUTIONS, UPDATES, Given, Option, applied, well_conditioned
from support.vector_cases import place_vector, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.rig import Rig

pytestmark = pytest.mark.budget(3)

MANY = settings(
    max_examples=examples(10),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
TYPES = ("float16", "float32", "float64", "complex64", "complex128")
SIZES = st.integers(0, 40)


@pytest.fixture(scope="module", autouse=True)
def _plain_and_as_written(all_as_written: None) -> Iterator[None]:
    with plain_products():
        yield


def factors(whole: bool) -> st.SearchStrategy[Any]:
    """0 and 1, which are special, and others."""
    return st.sampled_from([0.0, 1.0, -0.75, 1.25 - 0.5j if whole else 1.25])


def letters(*choices: str) -> st.SearchStrategy[str]:
    """One letter of some."""
    return st.sampled_from(choices)


def options() -> st.SearchStrategy[Option]:
    """How a matrix of level 2 is stored and enters."""
    layout, step = st.sampled_from(list(LAYOUTS)), st.sampled_from([1, 1, -2, 3])
    return st.builds(
        Option, letters("U", "L"), letters("N", "T", "C"), st.booleans(), letters("F", "C"), layout, step
    )


def legal(names: Any) -> st.SearchStrategy[tuple[str, str]]:
    """A routine and a type that it knows."""
    pairs = [(name, dtype) for name in names for dtype in TYPES]
    known = [(name, dtype) for name, dtype in pairs if dtype[0] == "c" or name[0] != "h"]
    return st.sampled_from(known)


@MANY
@given(legal(PRODUCTS), options(), SIZES, SIZES, steps(), steps(), st.data())
def test_matrix_times_vector(
    any_device: Rig, which: Any, option: Option, m: int, n: int, x_step: int, y_step: int, data: Any
) -> None:
    """The products that a routine adds to y, and those in place of x."""
    (name, dtype), queue = which, any_device.queue
    (form, storage), precision = PRODUCTS[name], precision_of(dtype)
    rng, where = np.random.default_rng(m * 41 + n), queue if data.draw(st.booleans()) else None
    option = option if form in {"general", "triangular"} else option._replace(trans="N")
    option = option if form == "triangular" else option._replace(unit=False)
    given = Given(
        form, storage, reals(rng, (m, n) if form == "general" else (n, n), precision), option, where
    )
    matrix = applied(given.matrix, option.trans)
    x = place_vector(reals(rng, matrix.shape[1:], precision), x_step, 3, where)
    before, old = x.values().astype(matrix.dtype), reals(rng, matrix.shape[:1], precision)
    kinds = dict(given.options) | ({"trans": option.trans} if form in {"general", "triangular"} else {})
    if form == "triangular":
        alpha, beta, y = 1.0, 0.0, x
        getattr(autoblas, name)(given.placed.view, x.view, diag="NU"[option.unit], queue=queue, **kinds)
    else:
        alpha, beta = (data.draw(factors(precision.is_complex)) for _ in range(2))
        y = place_vector(old if beta else np.full_like(old, np.nan), y_step, 2, where)
        getattr(autoblas, name)(
            given.placed.view, x.view, y.view, alpha=alpha, beta=beta, queue=queue, **kinds
        )
    if not matrix.size:  # a quick return, which leaves y alone
        assert np.array_equal(y.values(), old if beta else np.full_like(old, np.nan), equal_nan=True)
        return
    exact, size = alpha * (matrix @ before), abs(alpha) * (np.abs(matrix) @ np.abs(before))
    exact, size = exact + beta * old.astype(matrix.dtype), size + abs(beta) * np.abs(old)
    worked = FLOAT32 if precision.part == "half" else precision
    assert compare(y.values(), exact, product_bound(size, exact, matrix.shape[1], precision, worked)).ok
    assert y.intact()
    assert given.placed.intact()


@MANY
@given(legal(UPDATES), options(), SIZES, SIZES, steps(), steps(), st.data())
def test_updates_of_small_rank(
    any_device: Rig, which: Any, option: Option, m: int, n: int, x_step: int, y_step: int, data: Any
) -> None:
    """A = A + alpha x y^T and related updates."""
    (name, dtype), queue = which, any_device.queue
    (form, storage, rank), precision = UPDATES[name], precision_of(dtype)
    shape = (m, n) if form == "general" else (n, n)
    rng, where = np.random.default_rng(m * 41 + n), queue if data.draw(st.booleans()) else None
    values = reals(rng, shape, precision)
    given = Given(form, storage, values, option._replace(trans="N", unit=False), where)
    pairs = zip(shape, (x_step, y_step), strict=True)
    x, y = (place_vector(reals(rng, (length,), precision), step, 2, where) for length, step in pairs)
    alpha = data.draw(factors(precision.is_complex and name not in {"her", "hpr"}))
    vectors = (x,) if form != "general" and rank == 1 else (x, y)
    before = given.stored()
    getattr(autoblas, name)(
        *(v.view for v in vectors), given.placed.view, alpha=alpha, queue=queue, **given.options
    )
    side: Any = "cols" if form == "hermitian" or (name == "gerc" and precision.is_complex) else ""
    problem = RankUpdate(*shape, precision, form, rank=rank, conjugate=side)  # type: ignore[arg-type]  # one of its words
    exact, size = problem.reference(values, x.values(), vectors[-1].values(), alpha)
    inside, after = given.kept, given.stored()
    if alpha == 0:  # nothing is done, not even to the diagonal
        assert after.tobytes() == before.tobytes()
        return
    bound = product_bound(size[inside], exact[inside], 2 * rank, precision, problem.worked)
    assert compare(after[inside], exact[inside], bound).ok
    assert after[~inside].tobytes() == before[~inside].tobytes()
    assert given.placed.intact()
    assert all(v.intact() for v in vectors)


@MANY
@given(st.sampled_from(list(SOLUTIONS)), st.sampled_from(TYPES), options(), SIZES, steps(), st.booleans())
def test_triangular_systems_of_a_vector(
    any_device: Rig, name: str, dtype: str, option: Option, n: int, step: int, on_device: bool
) -> None:
    """op(A) x = b."""
    precision, where = precision_of(dtype), any_device.queue if on_device else None
    rng = np.random.default_rng(n)
    given = Given(
        "triangular", SOLUTIONS[name], well_conditioned(rng, max(n, 1), precision)[:n, :n], option, where
    )
    x = place_vector(reals(rng, (n,), precision), step, 3, where)
    b = x.values()
    kinds = dict(given.options) | {"trans": option.trans, "diag": "NU"[option.unit]}
    getattr(autoblas, name)(given.placed.view, x.view, queue=any_device.queue, **kinds)
    matrix = applied(given.matrix, option.trans)
    solution = x.values().astype(matrix.dtype)
    worked = FLOAT32 if precision.part == "half" else precision
    bound = solution_bound(matrix, solution, precision, worked)
    assert compare(matrix @ solution, b.astype(matrix.dtype), bound).ok
    assert x.intact()
    assert given.placed.intact()


PLACES = st.tuples(layouts(), layouts(), layouts(), st.booleans())


@MANY
@given(legal(("symm", "hemm")), letters("L", "R"), letters("U", "L"), SIZES, SIZES, PLACES, st.data())
def test_products_with_a_symmetric_matrix(
    any_device: Rig, which: Any, side: str, uplo: str, m: int, n: int, places: Any, data: Any
) -> None:
    """C = alpha A B + beta C, or with A on the right."""
    (name, dtype), (la, lb, lc, on_device), queue = which, places, any_device.queue
    rng, where, order = (
        np.random.default_rng(m * 41 + n),
        queue if on_device else None,
        m if side == "L" else n,
    )
    a, b, c = (operand(rng, shape, dtype) for shape in ((order, order), (m, n), (m, n)))
    alpha, beta = (data.draw(factors(dtype[0] == "c")) for _ in range(2))
    hermitian = name == "hemm"
    placed_a, placed_b = place(unread(a, uplo, hermitian=hermitian), la, where), place(b, lb, where)
    placed = place(c if beta != 0 else np.full_like(c, np.nan), lc, where)
    kinds = {"side": side, "uplo": uplo, "alpha": alpha, "beta": beta}
    getattr(autoblas, name)(placed_a.view, placed_b.view, c=placed.view, queue=queue, **kinds)
    full = mirrored(a, uplo, hermitian=hermitian)
    reference, bound = bounded([(alpha, *((full, b) if side == "L" else (b, full)))], beta, c)
    assert_close(placed, reference, bound, which)


@MANY
@given(legal(("syrk", "herk", "syr2k", "her2k")), letters("N", "T"), letters("U", "L"), SIZES, SIZES, PLACES, st.data())  # fmt: skip
def test_one_triangle_of_a_product(
    any_device: Rig, which: Any, trans: str, uplo: str, n: int, k: int, places: Any, data: Any
) -> None:
    """C = alpha A A^T + beta C and related updates; what lies outside of the triangle is neither read nor written."""
    (name, dtype), (la, lb, lc, on_device), queue = which, places, any_device.queue
    rng, where = np.random.default_rng(n * 41 + k), queue if on_device else None
    hermitian = name.startswith("her")
    trans = "C" if hermitian and trans == "T" else trans
    a, b = (operand(rng, (n, k) if trans == "N" else (k, n), dtype) for _ in range(2))
    c = operand(rng, (n, n), dtype)
    alpha = data.draw(factors(dtype[0] == "c" and name != "herk"))
    beta = data.draw(factors(dtype[0] == "c" and not hermitian))
    before = unread(c if beta != 0 else np.full_like(c, np.nan), uplo, hermitian=hermitian)
    placed = place(before, lc, where)
    inputs = [place(x, layout, where).view for x, layout in ((a, la), (b, lb))][: 1 + name.endswith("2k")]
    kinds = {"uplo": uplo, "trans": trans, "alpha": alpha, "beta": beta}
    getattr(autoblas, name)(*inputs, c=placed.view, queue=queue, **kinds)
    turn = np.conj if hermitian else np.asarray
    left, other = entering(a, trans), entering(b, trans)
    terms = [(alpha, left, turn(left).T)]
    if name.endswith("2k"):
        terms = [(alpha, left, turn(other).T), (turn(alpha), other, turn(left).T)]
    reference, bound = bounded(terms, beta, diagonal(c, real=hermitian), launches=len(terms))
    if beta == 1 and (alpha == 0 or not k):  # a quick return, which leaves even the diagonal alone
        assert placed.matrix().tobytes() == before.tobytes()
        return
    assert_triangle(placed, before, diagonal(reference, real=hermitian), bound, uplo, which)


@MANY
@given(st.sampled_from(("trmm", "trsm")), st.sampled_from(TYPES), letters("L", "R"), options(), SIZES, SIZES, PLACES, st.data())  # fmt: skip
def test_triangular_matrices(
    any_device: Rig, name: str, dtype: str, side: str, option: Option, m: int, n: int, places: Any, data: Any
) -> None:
    """B = alpha op(A) B, the solution of op(A) X = alpha B, and both with A on the right."""
    (la, lb, _, on_device), queue = places, any_device.queue
    rng, where, order = (
        np.random.default_rng(m * 41 + n),
        queue if on_device else None,
        m if side == "L" else n,
    )
    a, b = system_matrix(rng, order, dtype), operand(rng, (m, n), dtype)
    alpha = data.draw(factors(dtype[0] == "c"))
    given, placed = place(unread(a, option.uplo, unit=option.unit), la, where), place(b, lb, where)
    kinds: dict[str, Any] = {"uplo": option.uplo, "trans": option.trans, "diag": "NU"[option.unit]}
    getattr(autoblas, name)(given.view, placed.view, side=side, alpha=alpha, queue=queue, **kinds)
    matrix = entering(kept(diagonal(a, unit=option.unit), option.uplo), option.trans)
    if name == "trmm":
        pair = (matrix, b) if side == "L" else (b, matrix)
        assert_close(placed, *bounded([(alpha, *pair)], 0, None, b.dtype), (dtype, side, option))
        return
    found, known = placed.matrix(), alpha * b
    if order:
        matrix, found, known = (matrix, found, known) if side == "L" else (matrix.T, found.T, known.T)
        assert_solved(matrix, found, known, dtype, (dtype, side, option))
    assert placed.intact()
    assert given.intact()
