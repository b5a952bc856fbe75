"""The kernel straight from global memory, with a work-item's columns side by side and a work-group apart."""

from dataclasses import replace
from typing import Any

import pytest

from autoblas.kernels import kernels
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32
from autoblas.problems import Matmul
from autoblas.testing.checks import assert_found, replacing
from support.kernel_checks import verdict

KERNEL = kernels()["gemm_direct"]

APART = {"wx": 4, "wy": 4, "rm": 2, "rn": 4, "apart": True}

CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (Matmul(71, 69, 3, FLOAT32), {}),
    (Matmul(9, 37, 12, COMPLEX64, "col", "col", "any", conjugate="b"), {"rn": 2}),
    (Matmul(40, 13, 5, FLOAT64, "row", "col", items=3, shared="a"), {"rm": 8}),
    (Matmul(37, 37, 9, COMPLEX128, part="lower", hermitian=True), {}),
    (Matmul(50, 50, 6, FLOAT32, part="upper"), {"rn": 8}),
    (Matmul(33, 41, 300, FLOAT16, accumulator=FLOAT32), {"slices": 2}),
    (Matmul(20, 35, 7, INT32), {"rm": 1}),
    (Matmul(30, 30, 30, FLOAT64, zeros="b_lower"), {}),
    (Matmul(30, 23, 30, COMPLEX64, zeros="a_upper", spread=True), {}),
    (Matmul(19, 30, 30, FLOAT32, zeros="b_upper", spread=True), {}),
)
"""Orders, batches, triangles, zeros, slices, and products that are computed again."""


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize(("problem", "values"), CASES, ids=lambda x: str(x) if isinstance(x, Matmul) else "")
def test_columns_apart_compute_the_right_result(any_device, problem, values):
    """Whatever C's edges cut off, and whichever triangle is wanted."""
    assert verdict(any_device, KERNEL, APART | values, problem) is None


@pytest.mark.parametrize(
    ("pattern", "by"),
    [(r"col \+ 12 < n", "true"), (r"min\(col \+ 8, n - 1\)", "min(col + 7, n - 1)")],
    ids=["the edge is not looked for", "a column comes twice"],
)
def test_a_planted_fault_is_detected(any_device, pattern, by):
    """A fault in the columns shows."""
    planted = replacing(pattern, by)
    faulty = replace(KERNEL, source=lambda p, q, d: planted(KERNEL.source(p, q, d)))
    assert_found(verdict(any_device, faulty, APART, Matmul(71, 70, 3, FLOAT32)))
