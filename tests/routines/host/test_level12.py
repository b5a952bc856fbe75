"""Levels 1 and 2 by the host's own BLAS: every routine, type and layout, and what goes to the device all the same."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import ArgumentError
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems.matvec import RankUpdate
from autoblas.problems.vector import Reduce
from autoblas.routines.host import level12 as host_calls
from autoblas.routines.host import operands as host_operands
from autoblas.runtime.host import crossover
from autoblas.runtime.host.blas import PROTOTYPES, host_function
from autoblas.runtime.host.crossover import held_at, host_call
from autoblas.verify import compare, integers, product_bound, reals, solution_bound
from support.layouts import LAYOUTS, place
from support.matvec_cases import PRODUCTS, UPDATES, Given, Option, applied
from support.threads import in_threads
from support.vector_cases import numbers, place_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.precision import Precision
    from support.rig import Rig

TYPES = (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
LENGTHS = (1, 2, 33, 1000, 20011)
STEPS = ((1, 1), (2, -3), (-1, -1), (-3, 2), (1, -1))
SIDES = (1, 2, 9, 150)
HOST_LAYOUTS = ("dense", "by columns", "part of rows", "part of columns")
"""Those that a leading dimension describes."""

FOUND = host_function("dotu", FLOAT32) is not None
pytestmark = pytest.mark.skipif(not FOUND, reason="NumPy has no BLAS here whose functions can be found")

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


@pytest.fixture
def hosted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Everything that can goes to the host, and each routine that did is noted."""
    calls: list[str] = []

    def noted(routine: str, precision: Precision, size: int) -> Callable[..., Any] | None:
        function = host_call(routine, precision, size)
        if function is not None:
            calls.append(routine)
        return function

    monkeypatch.setattr(host_calls, "host_call", noted)
    with held_at(math.inf):
        yield calls


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
    per_turn = ["copy", "swap", "axpy", "scal" if precision.is_complex else "real scal", "real scal"]
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


@pytest.mark.long
def test_what_is_unusual_goes_the_longer_way(here: Rig, hosted: list[str]) -> None:
    """Chosen queues, events, device arrays, halves, overlaps, layouts without a leading dimension: as ever."""
    x, y, a = numbers(12, FLOAT32, 1), numbers(12, FLOAT32, 2), numbers(144, FLOAT32, 3).reshape(12, 12)
    exact = a.astype(float) @ x
    assert np.allclose(autoblas.gemv(a, x, queue=here.queue), exact, rtol=1e-5, atol=1e-5)
    assert np.allclose(autoblas.gemv(a, x, wait_for=[]), exact, rtol=1e-5, atol=1e-5)
    there = [cl_array.to_device(here.queue, v) for v in (a, x)]
    assert np.allclose(autoblas.gemv(*there).get(), exact, rtol=1e-5, atol=1e-5)
    for name in ("stepped", "upside down"):
        held = place(a, LAYOUTS[name])
        assert np.allclose(autoblas.gemv(held.view, x), exact, rtol=1e-5, atol=1e-5)
    assert np.array_equal(autoblas.scal(np.ones(3, np.float16), alpha=2), [2, 2, 2])
    assert autoblas.dot(x, y, accumulator="float64").dtype == np.float32
    whole = np.arange(10.0)
    autoblas.axpy(whole[::2], whole[1::2])
    assert np.array_equal(whole, [0, 1, 2, 5, 4, 9, 6, 13, 8, 17])
    bad = np.full(4, np.nan)
    assert np.array_equal(autoblas.axpy(bad, np.arange(4.0), alpha=0), np.arange(4))
    assert np.all(np.isnan(autoblas.scal(bad, alpha=0)))
    assert autoblas.scal(np.ones(0)).size == 0
    assert autoblas.axpy(x[:0], y[:0]).size == 0
    assert hosted == []
    assert autoblas.dot(x, np.broadcast_to(y[:1], (12,))) == pytest.approx(float(y[0]) * x.sum(), rel=1e-4)
    assert hosted == ["dotu"]  # by NumPy, which takes any stride


@every_type
def test_usual_calls_are_computed_at_once(precision: Precision) -> None:
    """With nothing but arrays, and alpha for ``axpy``; a step, a gap or another option leaves them to the routine."""
    rng = np.random.default_rng(3)
    a, x, y = integers(rng, (5, 4), precision), integers(rng, (4,), precision), integers(rng, (5,), precision)
    with held_at(math.inf):
        assert np.array_equal(host_calls.gemv_at_once((a, x), {}), a @ x)
        for args, kwargs in (((a, x, y), {}), ((a, x), {"y": y})):
            y[...] = np.nan
            assert host_calls.gemv_at_once(args, kwargs) is y
            assert np.array_equal(y, a @ x)
        assert host_calls.dot_at_once((y[::-2], y[:3]), {}) == np.sum(y[::-2] * y[:3])
        before = y.copy()
        assert host_calls.axpy_at_once((y[:4].copy(), y[1:]), {}).base is y
        assert np.array_equal(y[1:], before[1:] + before[:4])
        assert host_calls.axpy_at_once((x, y[:4]), {"alpha": 2}) is not None
        usual = (
            (host_calls.gemv_at_once, (a, x)),
            (host_calls.dot_at_once, (x, x)),
            (host_calls.axpy_at_once, (x, y[:4])),
        )
        for compute, args in usual:
            assert compute(args[:1], {}) is None
            assert compute(args, {"queue": None}) is None
            assert compute((*args[:-1], args[-1].real.astype(np.float16)), {}) is None
        assert host_calls.gemv_at_once((a[:, ::2], x[::2]), {}) is None
        assert host_calls.gemv_at_once((a, x, np.zeros(10, precision.dtype)[::2]), {}) is None
        assert host_calls.axpy_at_once((x[::-1], y[:4]), {}) is None
        assert host_calls.axpy_at_once((y[:4], y[1:]), {}) is None
        assert host_calls.dot_at_once((x[:0], x[:0]), {}) is None


def test_wrong_arguments_raise_as_ever(here: Rig, hosted: list[str]) -> None:
    """The longer way says what is wrong; nothing was computed before."""
    x, a, z = np.arange(4.0), np.eye(4), np.ones(4, np.complex64)
    fixed = np.arange(4.0)
    fixed.flags.writeable = False
    wrong: list[tuple[str, Callable[[], Any]]] = [
        ("y", lambda: autoblas.axpy(x, x)),
        ("y", lambda: autoblas.axpy(x, fixed)),
        ("y", lambda: autoblas.axpy(x, np.arange(5.0))),
        ("y", lambda: autoblas.dot(x, x.astype(np.float32))),
        ("alpha", lambda: autoblas.scal(x, alpha=1j)),
        ("alpha", lambda: autoblas.scal(x.astype(np.float32), alpha=1e300)),
        ("alpha", lambda: autoblas.axpy(x, x.copy(), alpha="2")),  # type: ignore[arg-type]  # that is the mistake
        ("trans", lambda: autoblas.gemv(a, x, trans=["N"])),  # type: ignore[arg-type]  # that is the mistake
        ("x", lambda: autoblas.gemv(a, x[:3])),
        ("y", lambda: autoblas.gemv(a, x, beta=2)),
        ("beta", lambda: autoblas.gemv(a, x, beta=0j)),
        ("y", lambda: autoblas.gemv(a, x, a[0])),
        ("uplo", lambda: autoblas.symv(a, x, uplo="N")),
        ("diag", lambda: autoblas.trmv(a, x, diag="L")),
        ("y", lambda: autoblas.syr2(x, None, a)),
        ("a", lambda: autoblas.syr(x, np.ones((4, 5)))),
        ("a", lambda: autoblas.ger(x, x, np.broadcast_to(x, (4, 4)))),
        ("alpha", lambda: autoblas.her(z, np.eye(4, dtype=np.complex64), alpha=1j)),  # type: ignore[arg-type]  # likewise
        ("wait_for", lambda: autoblas.asum(x, wait_for=0)),  # type: ignore[arg-type]  # likewise
    ]
    for argument, call in wrong:
        with pytest.raises(ArgumentError, match=rf"^{argument}: "):
            call()
    assert hosted == []
    assert np.array_equal(x, np.arange(4))


def test_the_crossover_counts_bytes_of_operands(here: Rig, hosted: list[str]) -> None:
    """Of vectors all together, of a matrix its own; as many as the crossover go to the device, and 0 sends all there."""
    x, a = np.arange(1.0, 33.0), np.ones((32, 32))
    for limit, expected in ((513, ["axpy"]), (512, []), (0, [])):
        hosted.clear()
        with held_at(limit):
            assert np.array_equal(autoblas.axpy(x, x.copy()), 2 * x)
        assert hosted == expected
    for limit, expected in ((8193, ["gemv"]), (8192, []), (0, [])):
        hosted.clear()
        with held_at(limit):
            assert np.array_equal(autoblas.gemv(a, x), np.full(32, x.sum()))
        assert hosted == expected


def test_what_is_held_is_not_kept(here: Rig, hosted: list[str]) -> None:
    """The suite has everything on the device; a thread that holds a crossover changes that only for a while."""
    crossover.forget_crossovers()
    x = np.arange(50.0)
    autoblas.asum(x)
    assert hosted == ["asum"]
    with held_at(0):
        autoblas.asum(x)
    in_threads(1, lambda _: autoblas.asum(x))
    assert hosted == ["asum"]


def test_without_functions_devices_compute(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where NumPy's BLAS cannot be found."""
    monkeypatch.setattr(crossover, "host_function", lambda *_: None)
    crossover.forget_crossovers()
    x = np.arange(50.0)
    with held_at(math.inf):
        assert np.array_equal(autoblas.axpy(x, x.copy()), 2 * x)
        assert autoblas.dot(x, x) == np.sum(x * x)


def test_addresses_are_those_of_first_elements() -> None:
    """Of parts, of what runs backwards and of what cannot be written too."""
    for array in (
        np.arange(9.0),
        np.arange(9.0)[::-2],
        np.ones((4, 5))[1:, 2:],
        np.broadcast_to(1.0, (3, 2)),
    ):
        assert host_operands.address(array) == array.ctypes.data


def test_threads_may_call_at_once(hosted: list[str]) -> None:
    """Each gets what it computed."""

    def work(number: int) -> None:
        rng = np.random.default_rng(number)
        a, x = (integers(rng, shape, FLOAT64) for shape in ((90, 90), (90,)))
        with held_at(math.inf):
            for _ in range(50):
                assert np.array_equal(autoblas.gemv(a, x), a @ x)
                assert autoblas.dotc(x * 1j, x * 1j) == np.dot(x, x)

    in_threads(6, work)
    assert hosted.count("gemv") == hosted.count("dotc") == 300
