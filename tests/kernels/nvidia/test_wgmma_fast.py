"""Products of one half a number, on the host: what ``fast`` promises on every kind of data, and that its guard is what keeps it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import product_bound, product_reference
from autoblas.devices.recording import HOPPER
from autoblas.emit.cuda_c import CUDA_C
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import replacing
from support.host_cuda import needs_cpp
from support.host_hopper import HostHopper
from support.nvrtc import compiled, needs_nvrtc
from support.special_values import judge, operands
from support.wgmma_cases import KERNEL
from support.wgmma_on_host import planted, product

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = needs_cpp

Q = Matmul(139, 150, 300, FLOAT32, accuracy="fast")
"""Two tiles by two or three of them with edges, and a last block that is not full."""

POINTS: dict[str, dict[str, Any]] = {
    "64": {"form": "half1", "turns": False, "tn": 64, "stages": 4},
    "128": {"form": "half1", "turns": False, "tn": 128, "stages": 6},
    "192": {"form": "half1", "turns": False, "tn": 192, "stages": 5},
    "256": {"form": "half1", "turns": False, "tn": 256, "stages": 4},
}

all_points = pytest.mark.parametrize("point", POINTS)


def normal(rng: np.random.Generator) -> tuple[Array, Array]:
    """A stack of one A, and of one B."""
    return rng.standard_normal((1, Q.m, Q.k)), rng.standard_normal((1, Q.k, Q.n))


def huge(rng: np.random.Generator) -> tuple[Array, Array]:
    """Normal numbers but one in some rows and columns."""
    a, b = normal(rng)
    a[:, 5, 7], a[:, 100, 299], b[:, 3, 9] = 1e20, -1e15, 1e15
    return a, b


def zeros(rng: np.random.Generator) -> tuple[Array, Array]:
    """Rows, columns and blocks of zeros."""
    a, b = normal(rng)
    a[:, ::3] = a[:, :, 60:200] = b[:, :, ::4] = 0
    return a, b


def along_the_depth(rng: np.random.Generator, binades: float) -> tuple[Array, Array]:
    """Terms of all magnitudes in A, which B makes equal."""
    a, b = normal(rng)
    heights = np.exp2(rng.uniform(-binades, binades, Q.k))
    return a * heights, b / heights[:, None]


def across(rng: np.random.Generator) -> tuple[Array, Array]:
    """Rows of A and columns of B of all magnitudes."""
    a, b = normal(rng)
    heights = (np.exp2(rng.uniform(-30, 30, n)) for n in (Q.m, Q.n))
    return a * next(heights)[:, None], b * next(heights)


def disjoint(rng: np.random.Generator) -> tuple[Array, Array]:
    """Large numbers of A that mostly meet small ones of B."""
    a, b = normal(rng)
    return np.where(rng.random(a.shape) < 0.5, a, 1e-20 * a), np.where(
        rng.random(b.shape) < 0.02, b, 1e-12 * b
    )


def scaled(rng: np.random.Generator, power: float) -> tuple[Array, Array]:
    """Numbers whose logarithms are normal."""
    a, b = normal(rng)
    c, d = normal(rng)
    return np.sign(c) * np.exp(power * a).clip(1e-18, 1e18), np.sign(d) * np.exp(power * b).clip(1e-18, 1e18)


KINDS = {
    "uniform": lambda rng: tuple(np.abs(np.sin(x)) for x in normal(rng)),
    "normal": normal,
    "rows and columns": across,
    "three binades along the depth": lambda rng: along_the_depth(rng, 3),
    "thirty binades along the depth": lambda rng: along_the_depth(rng, 30),
    "exp(3 normal)": lambda rng: scaled(rng, 3),
    "exp(10 normal)": lambda rng: scaled(rng, 10),
    "one huge number": huge,
    "zeros": zeros,
    "subnormal": lambda rng: (normal(rng)[0] * 1e-39, normal(rng)[1]),
    "large and small by each other": disjoint,
}
"""Data by name."""


def worst(host: HostHopper, point: str, kind: str, q: Matmul = Q) -> float:
    """The largest error of an element of a product of some data, in terms of its bound."""
    a, b = (x.astype(np.float32) for x in KINDS[kind](np.random.default_rng(3)))
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, q.k, FLOAT32, fast=True)
    errors = np.abs(product(host, POINTS[point], q, a, b) - reference) / bound
    return float(np.nan_to_num(errors, nan=np.inf).max())


@pytest.mark.budget(one_in=18)
@all_points
@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_of_data_stay_within_the_bound_of_fast(host, kind, point):
    """Sums that stay in the matrix units, rows with factors of their own, and numbers that halves do not hold."""
    assert worst(host, point, kind) <= 1


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("orders", [("col", "col"), ("col", "row"), ("row", "col"), ("any", "any")])
def test_operands_lie_in_all_orders(host, orders):
    """Data that need all ways."""
    a, b = orders
    assert worst(host, "64", "thirty binades along the depth", replace(Q, a=a, b=b)) <= 1


@pytest.mark.budget(one_in=6)
@all_points
def test_infinities_and_nan_are_what_arithmetic_makes_of_them(host, point):
    """Subnormal numbers may count as zero."""
    a, b = operands(FLOAT32)
    q = Matmul(len(a), b.shape[1], len(b), FLOAT32, accuracy="fast")
    judge("gemm_wgmma", product(host, POINTS[point], q, a[None], b[None])[0], q, subnormals=False)


@pytest.mark.budget(one_in=6)
@all_points
def test_sums_of_all_registers_are_computed_anew(host, point):
    """A few of a sub-group one by one, and many by the team: what is left where a large number meets zeros."""
    q = replace(Q, m=128, n=POINTS[point]["tn"], k=70)
    rng = np.random.default_rng(5)
    for start in range(0, 16, 5):
        for rows, cols in (
            (range(start, q.m, 16), range(start % 4, q.n, 4)),
            (range(q.m), range(start, q.n, q.n // 2)),
        ):
            a = rng.integers(1, 8, (1, q.m, q.k)).astype(np.float32)
            b = rng.choice([-2, -1, 1, 2], (1, q.k, q.n)).astype(np.float32)
            a[:, list(rows), 30], b[:, 30, list(cols)] = 2.0**52, 0
            these = np.ix_(range(1), list(rows), list(cols))
            got = product(host, POINTS[point], q, a, b)
            assert np.array_equal(got[these], (a.astype(float) @ b.astype(float))[these]), start


@pytest.mark.budget(one_in=3)
@pytest.mark.cuda
@needs_nvrtc
@all_points
def test_the_compiler_lets_products_overlap(point):
    """It says nothing of products that wait for each other, and has registers enough for both loops."""
    params = KERNEL.space.point(POINTS[point])
    problem = replace(Q, m=4096, n=4096, k=4096)
    assert KERNEL.refusal(params, problem, HOPPER) is None
    assert compiled(KERNEL.source(params, problem, CUDA_C), "sm_90a", ()).spilled == 0


NO_GUARD = replacing(r"uint plain = 0;", "doubts = 0; uint plain = 0;")
"""Blocks whose rows are spread or set aside count as any."""

COMMON_FACTOR = replacing(r"said & 11", "said & 3")
"""Rows with factors of their own are added to those with the common ones."""

FAULTS = {
    "one huge number": NO_GUARD,
    "thirty binades along the depth": NO_GUARD,
    "large and small by each other": NO_GUARD,
    "subnormal": NO_GUARD,
    "rows and columns": COMMON_FACTOR,
}


@pytest.mark.budget(one_in=15)
@all_points
@pytest.mark.parametrize("kind", FAULTS)
def test_a_product_without_its_guard_is_noticed(folder, kind, point):
    """Each guard is what keeps the bound of some data."""
    assert worst(planted(folder, FAULTS[kind]), point, kind) > 1
