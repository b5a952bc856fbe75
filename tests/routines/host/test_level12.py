"""Levels 1 and 2 by the host's own BLAS: every routine in every type and layout."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import autoblas
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems.matvec import RankUpdate
from autoblas.problems.vector import Reduce
from autoblas.runtime.host.blas import PROTOTYPES, host_function
from autoblas.verify import compare, integers, product_bound, reals, solution_bound
from support.marks import needs_host_blas
from support.matvec_cases import PRODUCTS, UPDATES, Given, Option, applied
from support.vector_cases import numbers, place_vector

if TYPE_CHECKING:
    from autoblas.precision import Precision

TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
LENGTHS = (1, 2, 33, 1000, 20011)
STEPS = ((1, 1), (2, -3), (-1, -1), (-3, 2), (1, -1))
SIDES = (1, 2, 9, 150)
HOST_LAYOUTS = ("dense", "by columns", "part of rows", "part of columns")
"""Those that a leading dimension describes."""

pytestmark = needs_host_blas

every_type = pytest.mark.parametrize("precision", TYPES, ids=str)


def _has(name: str, precision: Precision) -> bool:
    """CBLAS has a routine for a type: symmetric ones for real, Hermitian ones for complex types."""
    return name not in ({"symv", "syr", "syr2"} if precision.is_complex else {"hemv", "her", "her2"})


def each_of(*names: str) -> pytest.MarkDecorator:
    """Every routine in every type that it has."""
    cases = [
        (name, precision) for name, precision in itertools.product(names, TYPES) if _has(name, precision)
    ]
    return pytest.mark.parametrize(("name", "precision"), cases, ids=str)


@every_type
def test_vectors_in_every_layout(hosted: list[str], precision: Precision) -> None:
    """Values within a rounding, canaries alive, and what is only read unchanged."""
    alpha = -1.5 if not precision.is_complex else 0.75 - 2j
    wide = np.clongdouble if precision.is_complex else np.longdouble
    for index, (n, steps) in enumerate(itertools.product(LENGTHS, STEPS)):
        old = [numbers(n, precision, 2 * index + i) for i in range(2)]
        x, y = (place_vector(v, step, index % 3 + 1) for v, step in zip(old, steps, strict=True))
        assert autoblas.copy(x.view, y.view) is y.view
        assert y.values().tobytes() == x.values().tobytes() == old[0].tobytes()
        y.view[...] = old[1]
        autoblas.swap(x.view, y.view)
        assert (x.values().tobytes(), y.values().tobytes()) == (old[1].tobytes(), old[0].tobytes())
        assert autoblas.axpy(x.view, y.view, alpha=alpha) is y.view
        first, second = (v.astype(wide) for v in old)
        exact = alpha * second + first
        size = abs(alpha) * np.abs(second) + np.abs(first)
        assert compare(y.values(), exact, product_bound(size, exact, 1, precision)).ok, (n, steps)
        assert x.values().tobytes() == old[1].tobytes()
        for factor in (alpha, 3):
            before = x.values().astype(wide)
            assert autoblas.scal(x.view, alpha=factor) is x.view
            exact = factor * before
            assert compare(x.values(), exact, product_bound(np.abs(exact), exact, 1, precision)).ok
        assert x.intact()
        assert y.intact()
    per_turn = ["copy", "swap", "axpy", "scal", "scal"]
    assert hosted == per_turn * len(LENGTHS) * len(STEPS)


@each_of("dot", "dotu", "dotc", "nrm2", "asum")
def test_reductions_in_every_layout(hosted: list[str], name: str, precision: Precision) -> None:
    """NumPy scalars of the elements' type, or of their parts', within their bounds."""
    operation = name if name != "dotu" and (precision.is_complex or name != "dotc") else "dot"
    for index, (n, steps) in enumerate(itertools.product(LENGTHS, STEPS)):
        problem = Reduce(operation, n, precision)
        values = [numbers(n, precision, 2 * index + i) for i in range(len(problem.kind.vectors))]
        placed = [place_vector(v, step, 2) for v, step in zip(values, steps, strict=False)]
        result = getattr(autoblas, name)(*(v.view for v in placed))
        reference, magnitude = problem.reference(*values)
        bound = product_bound(magnitude, reference, n, problem.result, problem.accumulator)
        assert result.dtype == problem.result.dtype
        assert isinstance(result, np.generic)
        expected = reference if result.dtype.kind == "c" else reference.real
        verdict = compare(np.array([result]), np.atleast_1d(expected), np.atleast_1d(bound))
        assert verdict.ok, f"n={n} {steps}: {verdict}"
    assert len(hosted) == len(LENGTHS) * len(STEPS)


def options(form: str, *, transposes: bool) -> list[Option]:
    """Every way that a host's BLAS takes a matrix."""
    return [
        Option(uplo, trans, unit, layout=layout)
        for uplo, trans, unit, layout in itertools.product(
            "U" if form == "general" else "UL",
            "NTC" if transposes else "N",
            (False, True) if form == "triangular" else (False,),
            HOST_LAYOUTS,
        )
    ]


@each_of("gemv", "symv", "hemv", "trmv")
def test_products_in_every_layout(hosted: list[str], name: str, precision: Precision) -> None:
    """Within their bounds from poisoned results; nothing is read beside the triangle, nor imaginary diagonals."""
    form, _ = PRODUCTS[name]
    rng = np.random.default_rng(len(name))
    cases = options(form, transposes=form in {"general", "triangular"})
    shapes = ((1, 1), (5, 9), (141, 23), (2, 170)) if form == "general" else [(n, n) for n in SIDES]
    for turn, (option, shape) in enumerate(itertools.product(cases, shapes)):
        given = Given(form, "full", reals(rng, shape, precision), option, None)
        _product(name, precision, given, option, turn, rng)
    assert hosted == [name] * len(cases) * len(shapes)


def _product(name: str, precision: Precision, given: Given, option: Option, turn: int, rng: Any) -> None:
    """One call on placed operands."""
    matrix = applied(given.matrix, option.trans)
    steps, wide = STEPS[turn % len(STEPS)], matrix.dtype
    x = place_vector(reals(rng, matrix.shape[1:], precision), steps[0], 3)
    before, old = x.values(), reals(rng, matrix.shape[:1], precision)
    scaled = turn % 2 == 0 and name != "trmv"
    alpha, beta = ((1.5, -0.5) if not precision.is_complex else (1.5 - 1j, 0.5j)) if scaled else (1.0, 0.0)
    y = place_vector(old if beta else np.full_like(old, np.nan), steps[1], 2)
    told = dict(given.options)
    if name in {"gemv", "trmv"}:
        told["trans"] = option.trans.lower() if turn % 3 else option.trans
    if name == "trmv":
        assert autoblas.trmv(given.placed.view, x.view, diag="U" if option.unit else "N", **told) is x.view
        y = x
    else:
        call = getattr(autoblas, name)
        assert call(given.placed.view, x.view, y.view, alpha=alpha, beta=beta, **told) is y.view
        assert x.values().tobytes() == before.tobytes()
        assert x.intact()
    exact = alpha * (matrix @ before.astype(wide))
    size = abs(alpha) * (np.abs(matrix) @ np.abs(before.astype(wide)))
    if beta:
        exact, size = exact + beta * old.astype(wide), size + abs(beta) * np.abs(old.astype(wide))
    verdict = compare(y.values(), exact, product_bound(size, exact, matrix.shape[1], precision))
    assert verdict.ok, f"{option} {matrix.shape} {steps}: {verdict}"
    assert y.intact()
    assert given.placed.intact()


@every_type
def test_solutions_in_every_layout(hosted: list[str], precision: Precision) -> None:
    """What is left of the right-hand side lies within its bound."""
    rng = np.random.default_rng(7)
    cases = options("triangular", transposes=True)
    for turn, (option, n) in enumerate(itertools.product(cases, SIDES)):
        values = (reals(rng, (n, n), precision) / np.sqrt(n)).astype(precision.dtype)
        np.fill_diagonal(values, 1 + rng.random(n) / 4)
        given = Given("triangular", "full", values, option, None)
        x = place_vector(reals(rng, (n,), precision), STEPS[turn % len(STEPS)][0], 3)
        b = x.values()
        told = {"trans": option.trans, "diag": "U" if option.unit else "N", **given.options}
        assert autoblas.trsv(given.placed.view, x.view, **told) is x.view
        matrix = applied(given.matrix, option.trans)
        solution = x.values().astype(matrix.dtype)
        bound = solution_bound(matrix, solution, precision, precision)
        verdict = compare(matrix @ solution, b.astype(matrix.dtype), bound)
        assert verdict.ok, f"{option} {n}: {verdict}"
        assert x.intact()
        assert given.placed.intact()
    assert hosted == ["trsv"] * len(cases) * len(SIDES)


@each_of("ger", "geru", "gerc", "syr", "her", "syr2", "her2")
def test_updates_in_every_layout(hosted: list[str], name: str, precision: Precision) -> None:
    """Only stored elements are read and change; Hermitian diagonals become real."""
    form, _, rank = UPDATES[name]
    rng = np.random.default_rng(len(name))
    cases = options(form, transposes=False)
    shapes = ((1, 1), (5, 9), (141, 23), (2, 170)) if form == "general" else [(n, n) for n in SIDES]
    for turn, (option, shape) in enumerate(itertools.product(cases, shapes)):
        values = reals(rng, shape, precision)
        given, steps = Given(form, "full", values, option, None), STEPS[turn % len(STEPS)]
        x, y = (
            place_vector(reals(rng, (n,), precision), step, 2) for n, step in zip(shape, steps, strict=True)
        )
        vectors = (x,) if form != "general" and rank == 1 else (x, y)
        alpha = 1.5 - 1j if precision.is_complex and name != "her" else -1.5
        before, kept = given.stored(), given.kept
        result = getattr(autoblas, name)(
            *(v.view for v in vectors), given.placed.view, alpha=alpha, **given.options
        )
        assert result is given.placed.view
        side: Any = "cols" if form == "hermitian" or (name == "gerc" and precision.is_complex) else ""
        problem = RankUpdate(*shape, precision, form, rank=rank, conjugate=side)  # type: ignore[arg-type]  # one of its words
        exact, size = problem.reference(values, x.values(), vectors[-1].values(), alpha)
        after = given.stored()
        bound = product_bound(size[kept], exact[kept], 2 * rank, precision)
        verdict = compare(after[kept], exact[kept], bound)
        assert verdict.ok, f"{option} {shape} {steps}: {verdict}"
        assert after[~kept].tobytes() == before[~kept].tobytes()
        assert form != "hermitian" or not np.any(after.diagonal().imag)
        assert all(v.intact() for v in vectors)
        assert given.placed.intact()
    assert len(hosted) == len(cases) * len(shapes)


def test_every_function_is_one_of_a_type(hosted: list[str]) -> None:
    """What CBLAS has: real symmetric ones, complex Hermitian ones, everything else in all four types."""
    for routine, precision in itertools.product(PROTOTYPES, TYPES):
        assert (host_function(routine, precision) is not None) is _has(routine, precision)
    assert hosted == []


def test_new_results_are_made(hosted: list[str]) -> None:
    """Where none is given: of the right length and type, from sums that begin at 0."""
    a, x, y = (integers(np.random.default_rng(i), s, FLOAT64) for i, s in enumerate([(6, 9), (9,), (6,)]))
    for result, expected in (
        (autoblas.gemv(a, x), a @ x),
        (autoblas.gemv(a, y, trans="T", alpha=2), 2 * y @ a),
        (autoblas.ger(y, x), np.outer(y, x)),
        (autoblas.copy(x), x),
    ):
        assert np.array_equal(result, expected)
        assert result.dtype == expected.dtype
    assert hosted == ["gemv", "gemv", "geru", "copy"]


def test_what_is_no_number(hosted: list[str]) -> None:
    """NaN spreads through everything but an old y with beta = 0; norms at the ends of the range are the device's."""
    x = numbers(40, FLOAT32, 1)
    bad, a = x.copy(), numbers(1600, FLOAT32, 2).reshape(40, 40)
    bad[7] = np.nan
    for number in (autoblas.asum(bad), autoblas.nrm2(bad), autoblas.dot(x, bad), autoblas.dot(bad, x)):
        assert np.isnan(number)
    assert np.isnan(autoblas.axpy(bad, x.copy())[7])
    assert np.all(np.isnan(autoblas.gemv(a, bad)))
    assert not np.any(np.isnan(autoblas.gemv(a, x, bad.copy())))
    hosted.clear()
    for size in (1e-30, 1e30):
        assert math.isclose(autoblas.nrm2(np.full(9, size, np.float32)), 3 * size, rel_tol=1e-5)
    assert autoblas.nrm2(np.zeros(5)) == 0
    assert autoblas.nrm2(np.array([3.0, np.inf])) == math.inf
