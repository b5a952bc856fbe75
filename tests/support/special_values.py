"""Products of infinities, NaN, subnormal and huge numbers: operands, a result of a plan, and what it must be."""

import functools
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.checks.verify import compare, product_bound, product_reference, reals
from autoblas.kernels.kernel import Kernel
from autoblas.plan.bound import BoundPlan
from autoblas.plan.choose import Choice, with_helpers
from autoblas.plan.layouts.product import ProductLayout
from autoblas.precision import Precision
from autoblas.problems import Matmul
from autoblas.problems.views import MatrixView
from support.rig import Rig

SIZES = (150, 139, 300)
"""Edges in every direction, and a sum long enough for kernels that cut numbers into parts."""


@functools.cache
def operands(precision: Precision) -> tuple[Any, Any]:
    """Random A and B, of which some rows and columns hold what is special.

    Row 3 of A has an infinity, row 5 both, row 7 a NaN, row 9 a number whose product overflows, row 11 is subnormal;
    column 2 of B has an infinity, column 4 a NaN; row 9 of B is 0 there, so that infinity meets 0. Row 13 of A spans all
    magnitudes that the type has.
    """
    m, n, k = SIZES
    rng = np.random.default_rng(7)
    a, b = reals(rng, (m, k), precision), reals(rng, (k, n), precision)
    limits = np.finfo(precision.dtype)
    a[3, 9], a[5, 9], a[5, 10], a[7, 20] = np.inf, -np.inf, np.inf, np.nan
    a[9] /= 64
    a[9, 30] = limits.max
    b[30, 6] = 4
    a[11] = (a[11] * float(limits.tiny) / 16).astype(precision.dtype)
    b[40, 2], b[41, 4], b[9, 8] = np.inf, np.nan, 0
    a[13] *= np.ldexp(1.0, rng.integers(limits.minexp + 2, limits.maxexp // 2, k)).astype(precision.dtype)
    return a, b


def plan_of(rig: Rig, kernel: Kernel, params: Any, problem: Matmul) -> BoundPlan:
    """The launches of a kernel at a point, of dense operands by rows."""
    left, right, out = (
        MatrixView(precision, rows, cols, cols, 1)
        for precision, rows, cols in (
            (problem.type_a, problem.m, problem.k),
            (problem.type_b, problem.k, problem.n),
            (problem.precision, problem.m, problem.n),
        )
    )
    layout = ProductLayout(left, right, out, problem.accumulator, accuracy=problem.accuracy)
    choice = with_helpers(Choice(problem, kernel, params, "tested"), rig.device.facts)
    return BoundPlan(rig.device, rig.queue, choice, layout.constants)


def computed(rig: Rig, plan: BoundPlan, a: Any, b: Any, problem: Matmul) -> Any:
    """C, which was full of other numbers before."""
    c = np.full((problem.m, problem.n), 77, problem.precision.dtype)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memory = {
        name: cl.Buffer(rig.queue.context, flags, hostbuf=x) for name, x in (("a", a), ("b", b), ("c", c))
    }
    values = {"alpha": 1.0, "beta": 0.0, **memory, **dict.fromkeys(("a_offset", "b_offset", "c_offset"), 0)}
    plan(values).wait()
    cl.enqueue_copy(rig.queue, c, memory["c"])
    return c


def judge(name: str, result: Any, problem: Matmul, *, subnormals: bool) -> None:
    """Every element is what IEEE arithmetic makes of it, within its bound."""
    a, b = operands(problem.type_a)
    with np.errstate(invalid="ignore", over="ignore"):
        reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
        kinds = (problem.type_a, problem.type_b)
        fast = problem.accuracy == "fast"
        bound = product_bound(
            magnitude, reference, problem.k, problem.precision, problem.accumulator, kinds, fast=fast
        )
        expected = reference.astype(problem.precision.dtype)
    assert np.array_equal(np.isnan(result), np.isnan(expected)), name
    assert np.array_equal(np.isposinf(result), np.isposinf(expected)), name
    assert np.array_equal(np.isneginf(result), np.isneginf(expected)), name
    assert np.isnan(expected[7]).all(), "the data is not what it should be"
    assert np.isnan(expected[5]).any(), "the data is not what it should be"
    assert np.isnan(expected[3, 8]), "the data is not what it should be"
    assert np.isinf(expected[9, 6]), "the data is not what it should be"
    for row in (11, 13) if subnormals else (13,):
        finite = np.isfinite(expected[row])
        verdict = compare(result[row][finite], reference[row][finite], bound[row][finite])
        assert verdict.ok, (name, row, str(verdict))
    rest = np.ones(problem.m, bool)
    rest[[3, 5, 7, 9, 11, 13]] = (
        False  # those that were judged, or are judged by the places of what is not finite
    )
    finite = np.isfinite(expected[rest])
    assert compare(result[rest][finite], reference[rest][finite], bound[rest][finite]).ok, name
    if (
        subnormals
    ):  # a bound that counts no flushing: the products of subnormal numbers with normal ones must be there
        assert np.abs(result[11][np.isfinite(expected[11])]).max() > 0, name
