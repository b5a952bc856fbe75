"""Refusals of the tuner beyond the error bounds: products less accurate than their class, wrong ones at large sizes."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.accuracy import cut
from autoblas.checks.exact import SampledRows, Sums, sums_are_exact
from autoblas.checks.product import trial_for
from autoblas.checks.verify import compare, reals
from autoblas.plan.choose import choose
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, UINT32
from autoblas.problems import Bias, Matmul

DEEP = Matmul(48, 56, 4000, FLOAT32)


def computed(trial: Any, *, by: Any) -> Any:
    """The result of real operands in the trial's whole C, by a function of A and B in their own type."""
    operands, alpha, beta = trial.fractions, trial.reals.alpha, trial.reals.beta
    a, b, c = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in by(operands))
    return (alpha * (a @ b) + beta * c).astype(operands.c.dtype)


def whole(operands: Any) -> tuple[Any, Any, Any]:
    """A, B and C as they are."""
    return operands.a, operands.b, operands.c


def cut_operands(operands: Any) -> tuple[Any, Any, Any]:
    """A and B without the digits that tf32 has no room for."""
    return cut(operands.a), cut(operands.b), operands.c


@pytest.mark.parametrize("precision", [FLOAT32, COMPLEX64], ids=lambda p: p.name)
@pytest.mark.parametrize("accuracy", ["standard", "strict"])
def test_cut_operands_are_refused_although_the_bound_allows_them(precision, accuracy, pocl):
    """In a long sum of random terms the bound of each element is wide; the measured error is not."""
    problem = replace(DEEP, precision=precision, type_a=precision, type_b=precision, accumulator=precision)
    trial: Any = trial_for(pocl.device, pocl.queue, replace(problem, accuracy=accuracy))
    exact, result = trial.reals, computed(trial, by=cut_operands)
    rows = result[:, exact.rows, : exact.sizes[1]]
    assert compare(rows, exact.reference, exact.bound).ok
    assert "in the Frobenius norm, that of plain arithmetic" in str(exact.judge(result))
    assert exact.judge(computed(trial, by=whole)) is None


def test_fast_products_may_cut_their_operands_and_no_more(pocl):
    """Eleven digits are allowed, ten are not."""
    trial: Any = trial_for(pocl.device, pocl.queue, replace(DEEP, accuracy="fast"))
    assert trial.reals.judge(computed(trial, by=cut_operands)) is None

    def cut_further(operands):
        halves = [x.astype(np.float16).view(np.uint16) & np.uint16(0xFFF8) for x in (operands.a, operands.b)]
        return (*(x.view(np.float16) for x in halves), operands.c)

    assert "in the Frobenius norm" in str(trial.reals.judge(computed(trial, by=cut_further)))


@pytest.mark.budget(one_in=8)
@pytest.mark.parametrize("precision", [FLOAT16, FLOAT32, FLOAT64, COMPLEX64], ids=lambda p: p.name)
def test_kernels_of_plain_arithmetic_pass(precision, pocl):
    """Kernels that serve on a CPU err no more than the plainest program."""
    problem = Matmul(40, 37, 300, precision)
    choice = choose(problem, pocl.device.facts)
    assert trial_for(pocl.device, pocl.queue, problem).check(choice) is None


def stack(rng: np.random.Generator, *shape: int, dtype: str) -> Any:
    """Small integers."""
    return rng.integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize("precision", [FLOAT16, FLOAT32, COMPLEX64], ids=lambda p: p.name)
def test_one_wrong_element_of_a_large_product_is_found(precision):
    """By a sum of its row, or by the row itself where elements are rounded."""
    q, rng = Matmul(50, 70, 90, precision), np.random.default_rng(1)
    a, b, c = (stack(rng, 1, *shape, dtype=precision.name) for shape in ((q.m, q.k), (q.k, q.n), (q.m, q.n)))
    wide = np.complex128 if precision.is_complex else np.float64
    exact = (2.0 * (a.astype(wide) @ b.astype(wide)) - 1.0 * c).astype(precision.dtype)
    judge = (Sums if sums_are_exact(q) else SampledRows)(q, (a, b, c), (2.0, -1.0), rng)
    assert judge.judge(exact) is None
    exact[0, 33, 21] += 2
    assert "rows are wrong" in str(judge.judge(exact)) or "element" in str(judge.judge(exact))


def test_large_products_are_checked_by_sums(pocl, monkeypatch):
    """The whole check passes a right kernel, and one whose row is off by one is named."""
    monkeypatch.setattr("autoblas.checks.product.LARGE", 1000)
    problem = Matmul(40, 37, 30, FLOAT32)
    trial: Any = trial_for(pocl.device, pocl.queue, problem)
    choice = choose(problem, pocl.device.facts)
    assert trial.check(choice) is None
    trial.large.expected[0, 7, 0] += 1
    assert "1 rows are wrong; the first: the weighted sum of row 7 of item 0" in trial.check(choice)


@pytest.mark.parametrize("precision", [FLOAT32, UINT32], ids=lambda p: p.name)
def test_right_large_products_pass(pocl, monkeypatch, precision):
    """Of unsigned integers too, whose small negative ones are large."""
    monkeypatch.setattr("autoblas.checks.product.LARGE", 1000)
    biases: tuple[Bias, ...] = ("", "rows")
    for bias in biases:
        problem = Matmul(40, 37, 30, precision, bias=bias)
        choice = choose(problem, pocl.device.facts)
        assert trial_for(pocl.device, pocl.queue, problem).check(choice) is None


def test_many_random_numbers_repeat_at_an_odd_distance(monkeypatch):
    """Drawing is cut short, and neither rows nor columns are alike."""
    monkeypatch.setattr("autoblas.checks.verify.POOL", 251)
    drawn = reals(np.random.default_rng(0), (40, 64), FLOAT32)
    assert drawn.ravel()[:251].tolist() == drawn.ravel()[251:502].tolist()
    assert len({row.tobytes() for row in drawn}) == 40
    assert len({column.tobytes() for column in drawn.T}) == 64
