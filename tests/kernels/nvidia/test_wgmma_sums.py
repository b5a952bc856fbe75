"""Results of ``gemm_wgmma`` for numbers that its halves hold badly, on the host: single sums, whole tiles, special values.

Its text in CUDA C++ is compiled for the host with functions for the instructions (``support.host_hopper``).
"""

import itertools
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.product import trial_for
from autoblas.checks.verify import product_bound, product_reference
from autoblas.emit.cuda_c import CUDA_C
from autoblas.kernels.nvidia.wgmma.repair import FEW
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import replacing
from support.host_cuda import needs_cpp
from support.host_hopper import HostHopper
from support.kernel_cases import choice_of
from support.special_values import judge, operands
from support.wgmma_cases import KERNEL
from support.wgmma_on_host import FACTS, planted, product

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = needs_cpp

WIDE = Matmul(139, 150, 300, FLOAT32)
"""Two tiles by two or three of them with edges, and a last block that is not full."""

POINTS: dict[str, dict[str, Any]] = {"64": {"tn": 64, "stages": 4}, "128": {"tn": 128, "stages": 3}}


def wide(rng: np.random.Generator, shape: tuple[int, ...], low: float, high: float) -> Array:
    """Numbers of either sign with exponents uniform between two."""
    return (rng.choice([-1, 1], shape) * np.exp2(rng.uniform(low, high, shape))).astype(np.float32)


def worst(got: Array, a: Array, b: Array, k: int) -> float:
    """The largest error of an element in terms of its bound."""
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, k, FLOAT32)
    return float(np.max(np.nan_to_num(np.abs(got - reference) / bound, nan=np.inf)))


LARGE = 30
"""The term of the first block that is large in some rows."""


def spread(q: Matmul, rows: range, cols: range, large: float = 2.0**55) -> tuple[Array, Array]:
    """Small integers, and in one term of some rows of A a number so large that halves lose the others.

    Some columns of B have a zero in that term: of the sums of the first block only those where both meet are uncertain, and
    all that is left of them. No other sum of that block is even, so that none is 0.
    """
    rng = np.random.default_rng(11)
    a = rng.integers(1, 8, (q.items, q.m, q.k)).astype(np.float32) * 2
    b = rng.choice([-2, -1, 1, 2], (q.items, q.k, q.n)).astype(np.float32)
    a[:, :, 1], b[:, 1] = 3, 1
    a[:, list(rows), LARGE] = large
    b[:, LARGE, list(cols)] = 0
    return a, b


def exact(got: Array, a: Array, b: Array, rows: range, cols: range) -> bool:
    """True if all elements that hold no large number are exact, and the others are about right."""
    reference = a.astype(float) @ b.astype(float)
    small = np.ones(reference.shape, bool)
    small[:, list(rows)] = False
    small[np.ix_(range(len(a)), list(rows), list(cols))] = True
    about = np.abs(got - reference) <= 2.0**-20 * np.abs(reference)
    return bool(np.all(np.where(small, got == reference, about)))


ORDERS = (
    replace(WIDE, a="col", b="col"),
    replace(WIDE, a="row", b="any", items=2),
    replace(WIDE, a="any", b="row", c="any", items=3, listed=True),
    replace(WIDE, a="col", b="row", items=2, shared="b"),
)


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("form", ["half3", "tf32x3"])
@pytest.mark.parametrize("point", POINTS)
def test_usual_numbers_are_right_on_the_host(host, point, form):
    """To the bit for integers, and within the bound for reals: the functions do what the instructions do."""
    params = KERNEL.space.point({"form": form, **POINTS[point]})
    if KERNEL.refusal(params, WIDE, FACTS) is not None:
        params = replace(params, stages=2)
    assert trial_for(host, host.queue(), WIDE).check(choice_of(KERNEL, params, WIDE, FACTS)) is None


@pytest.mark.budget(12)
@pytest.mark.parametrize("joint", [1, 2, 4])
@pytest.mark.parametrize("point", POINTS)
def test_numbers_of_many_binades_stay_within_their_bound(host, point, joint):
    """Blocks in which no sum, a few of them or most are uncertain, also beside blocks that tf32 numbers do not hold."""
    rng = np.random.default_rng(1)
    values = POINTS[point] | {"joint": joint}
    for low, high in ((-15, 15), (-30, 30), (-45, 45), (-60, 60), (-115, 40)):
        a, b = (wide(rng, shape, low, high) for shape in ((1, WIDE.m, WIDE.k), (1, WIDE.k, WIDE.n)))
        assert worst(product(host, values, WIDE, a, b), a, b, WIDE.k) <= 1, (low, high)


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("q", ORDERS, ids=lambda q: q.signature)
def test_single_sums_are_read_from_all_layouts(host, q):
    """Rows and columns of each order and item, to the last term of the block and not beyond; in edges of tiles."""
    rows, cols = range(1, q.m, 23), range(2, q.n, 29)
    for k in (q.k, 300 - 44, 37):
        shortened = replace(q, k=k)
        a, b = spread(shortened, rows, cols)
        b = b[:1] if q.shared else b
        got = product(host, POINTS["64"], shortened, a, b)
        assert exact(got, a, np.broadcast_to(b, (q.items, *b.shape[1:])), rows, cols), k


NO_TEAM = replacing(r"(first = step \* 64, end = )min\(first \+ \d+, k\)(;\s+uint far)", r"\1first\2")
"""No product of the team's own, of pairs or of floats."""

NO_SUMS = replacing(r"if \(marked\) \{", "if (0) {")
"""No single sum."""


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize(
    ("rows", "cols", "single"),
    [
        (range(16, 17), range(FEW), True),
        (range(16, 17), range(FEW + 1), False),
        (range(9, 10), range(1), True),
        (range(16, 32), range(FEW // 16), True),
        (range(128), range(3, 4), True),
        (range(64, 66), range(FEW // 2 + 1), False),
        (range(64, 66), range(20, 20 + FEW, 2), True),
    ],
)
def test_few_sums_are_computed_alone_and_many_by_the_team(host, folder, rows, cols, single):
    """By how many of a sub-group's 16 rows are uncertain; without the way that is not taken the result is the same."""
    q = Matmul(128, 128, 300, FLOAT32)
    a, b = spread(q, rows, cols)
    results = [
        product(rig, POINTS["128"], q, a, b)
        for rig in (host, planted(folder, NO_SUMS), planted(folder, NO_TEAM))
    ]
    right = [exact(got, a, b, rows, cols) for got in results]
    assert right == [True, not single, single]
    assert np.array_equal(results[0], results[2 if single else 1])


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("large", [2.0**70, 2.0**99])
def test_single_sums_represent_what_pairs_of_tf32_numbers_do_not(folder, host, large):
    """Numbers of all magnitudes that factors are made for, by floats."""
    rows, cols = range(3, 120, 40), range(0, 150, 30)
    a, b = spread(WIDE, rows, cols, large)
    for device in (host, planted(folder, NO_TEAM)):
        assert exact(product(device, POINTS["64"], WIDE, a, b), a, b, rows, cols)


@pytest.mark.parametrize("point", POINTS)
def test_infinities_and_nan_beside_wide_rows_are_what_arithmetic_makes_of_them(host, point):
    """Of a team's block with some of both, and of one with wide rows alone."""
    a, b = operands(FLOAT32)
    q = Matmul(len(a), b.shape[1], len(b), FLOAT32)
    judge("gemm_wgmma", product(host, POINTS[point], q, a[None], b[None])[0], q, subnormals=True)
    rows, cols = range(70, 100, 7), range(0, 100, 11)
    a, b = (x[0] for x in spread(q, rows, cols))
    a[75, 70], a[80, 3] = np.inf, -np.inf
    b[70, 50], b[2, 51] = np.nan, np.inf
    got = product(host, POINTS[point], q, a[None], b[None])[0]
    with np.errstate(invalid="ignore"):
        expected = a.astype(float) @ b.astype(float)
    finite = np.isfinite(expected)
    assert np.array_equal(got[~finite], expected[~finite].astype(np.float32), equal_nan=True)
    assert np.all(np.abs(got[finite] - expected[finite]) <= 2.0**-20 * np.abs(expected[finite]))


STAYS_INSIDE = replacing(
    r"(float total = 0;)", r"while (others && (left_row >= m || right_col >= n)) wait_for_the_others(); \1"
)
"""A work-item that computes a sum of padding waits for ever."""

EDGES = ((127, 64, "64"), (128, 63, "64"), (128, 127, "128"))
"""A row or a column of padding in sub-groups that have no other uncertain sum."""


def right_at_edge(device: HostHopper, m: int, n: int, point: str) -> bool:
    """True if a product is exact, whose tiles have padding beside wide rows."""
    q, rows, cols = replace(WIDE, m=m, n=n), range(3, 120, 30), range(0)
    a, b = spread(q, rows, cols)
    return exact(product(device, POINTS[point], q, a, b), a, b, rows, cols)


def test_no_sum_beyond_the_edge_is_computed(folder):
    """Rows and columns of padding count as certain."""
    device = planted(folder, STAYS_INSIDE)
    assert all(right_at_edge(device, *edge) for edge in EDGES)


@pytest.mark.budget(9)
@pytest.mark.parametrize("edge", EDGES)
def test_a_sum_beyond_the_edge_would_be_noticed(folder, edge: tuple[int, int, str]):
    """If factors of 0 did not say that it is certain, and a row of 64 sums were few enough."""
    certain = replacing(r" && row_factor\d \* col_factor\d+ != 0", "")
    device = planted(folder, STAYS_INSIDE, certain, replacing(rf"marked > {FEW}", "marked > 64"))
    with pytest.raises(AssertionError, match="wait for ever"):
        right_at_edge(device, *edge)


FAULTS = {
    "another row": (r"owner / 4 \+", "owner / 4 + 1 +"),
    "the other half's row": (r"place / 2 % 2 \* 8", "place % 2 * 8"),
    "another column": (r"owner % 4 \* 2 \+ place", "owner % 4 + place"),
    "the first term left out": (r"l = first \+ lane % 8", "l = first + 1 + lane % 8"),
    "a term of the next block": (r"others \? end : first", "others ? end + 1 : first"),
    "a term left out": (r"l \+ 56 < stop \? a\[", "l + 57 < stop ? a["),
    "a lane left out": (r"shfl\.sync\.bfly\.b32 %0, %1, 2,", "shfl.sync.bfly.b32 %0, %1, 4,"),
    "a lane that has another sum": (r"ahead \* 8 & 31", "(ahead * 8 + 8) & 31"),
    "a lane of another sum": (r"lane >= 16\) others", "lane > 16) others"),
    "the wrong owner": (r"owner &= 31;", "owner = owner + 1 & 31;"),
    "a mark of the next sum": (r"marked0 \|= 0x20u", "marked0 |= 0x40u"),
    "the second mask's sums": (r"which \+= 32", "which += 31"),
    "another register": (r"case 37: sum37 \+=", "case 37: sum38 +="),
    "added twice": (r"acc5 = 0;", ""),
    "small products added": (r"low37 = 0;", ""),
    "served without being served": (r"ahead < 4\)", "ahead <= 4)"),
    "sums not certain enough": (r"fabs\((.*?)\) < 128\.0f", r"fabs(\1) < 1e-9f"),
}


def right_in_all_registers(device: HostHopper) -> bool:
    """True if sums of all registers are right, of numbers that halves hold, hold in part, and lose."""
    q = Matmul(128, 128, 70, FLOAT32)
    for start, large in itertools.product(range(16), (2.0**38, 2.0**45, 2.0**52)):
        for rows, cols in (
            (range(start, 128, 16), range(start % 4, 128, 4)),  # many of two work-items in a sub-group
            (range(128), range(start, 128, 128 * 16 // FEW)),  # a few of many
        ):
            a, b = spread(q, rows, cols, large)
            if not exact(product(device, POINTS["128"], q, a, b), a, b, rows, cols):
                return False
    return True


@pytest.mark.budget(3)
def test_sums_of_all_registers_are_right(host):
    """As they are not where there is a fault."""
    assert right_in_all_registers(host)


@pytest.mark.budget(one_in=18)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_detected(folder, fault):
    """Each of these in some register."""
    assert not right_in_all_registers(planted(folder, replacing(*FAULTS[fault])))


def test_all_registers_have_a_case():
    """A sum's own, one after the other."""
    for tn in (64, 128):
        text = KERNEL.source(KERNEL.space.point({"tn": tn}), replace(WIDE, k=8192), CUDA_C)
        cases = re.findall(r"case (\d+): sum(\d+) \+= other; break;", text)
        assert cases == [(str(i), str(i)) for i in range(tn // 2)]
