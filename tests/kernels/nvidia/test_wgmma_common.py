"""Products by ``gemm_wgmma`` whose rows and columns have common factors, up to some block or throughout, on the host."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.kernels.nvidia.wgmma.common_scale import SMALL_PROMOTION_BLOCKS
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import replacing
from support.host_cuda import needs_cpp
from support.host_hopper import HostHopper
from support.wgmma_on_host import planted, product

Array = np.ndarray[Any, np.dtype[Any]]

pytestmark = needs_cpp

Q = Matmul(130, 70, 600, FLOAT32)
"""Two tiles by one or two with edges, and nine blocks and a part of one."""

POINTS: dict[str, dict[str, Any]] = {
    "1": {"tn": 64, "stages": 4},
    "2": {"tn": 128, "stages": 3, "joint": 2},
    "4": {"tn": 64, "stages": 2, "joint": 4},
}

SHORTER = replacing(rf"min\(done \+ {SMALL_PROMOTION_BLOCKS}, ", "min(done + 4, ")
"""Small products join the others after four blocks."""

COMMON_ALONE = replacing(r"(for \(int step = done; step < )\w+;", r"\g<1>0;")
"""No block is multiplied with factors of its own."""

NONE_IN_COMMON = replacing(r"while \(done < \w+\)", "while (0)")
"""None is multiplied without its factors."""


@pytest.fixture(scope="module")
def host(folder):
    """A device whose small products join the others soon."""
    return planted(folder, SHORTER)


def digits(q: Matmul, in_a: bool = True) -> tuple[Array, Array]:
    """Whole numbers of 15 digits, which need both halves, by numbers of one: sums that floats hold, however they are added."""
    rng = np.random.default_rng(3)
    long, short = rng.integers(-(2**14), 2**14, 2**20) * 2 + 1, rng.choice([-2, -1, 1, 2], 2**20)
    kinds = (long, short) if in_a else (short, long)
    shapes = (q.items, q.m, q.k), (q.items, q.k, q.n)
    a, b = (np.resize(kind, shape).astype(np.float32) for kind, shape in zip(kinds, shapes, strict=True))
    return a, b


def stepped(q: Matmul, term: int, height: float, in_a: bool = True) -> tuple[Array, Array]:
    """Numbers of ``digits``, from some term on larger by a factor in A and smaller in B, so that the product stays."""
    a, b = digits(q, in_a)
    a[:, :, term:] *= np.float32(height)
    b[:, term:] /= np.float32(height)
    return a, b


def right(device: HostHopper, point: str, a: Array, b: Array, q: Matmul = Q) -> bool:
    """True if a product equals that of doubles."""
    return np.array_equal(product(device, POINTS[point], q, a, b), a.astype(float) @ b.astype(float))


def about(device: HostHopper, point: str, a: Array, b: Array) -> bool:
    """True if its elements differ from that of doubles by less than 2^-20 of the magnitudes that they are sums of."""
    exact, sizes = (x.astype(float) @ y.astype(float) for x, y in ((a, b), (np.abs(a), np.abs(b))))
    return bool(np.all(np.abs(product(device, POINTS[point], Q, a, b) - exact) <= 2.0**-20 * sizes))


@pytest.mark.budget(one_in=30)
@pytest.mark.parametrize("in_a", [True, False])
@pytest.mark.parametrize("point", POINTS)
def test_usual_numbers_have_common_factors_throughout(folder, host, point, in_a):
    """The loop of those with others is not needed, and the one of these is."""
    a, b = digits(Q, in_a)
    assert right(host, point, a, b)
    assert right(planted(folder, SHORTER, COMMON_ALONE), point, a, b)
    assert right(planted(folder, NONE_IN_COMMON), point, a, b)
    with pytest.raises(AssertionError, match="wait for ever"):
        right(planted(folder, NONE_IN_COMMON, COMMON_ALONE), point, a, b)


@pytest.mark.budget(one_in=90)
@pytest.mark.parametrize("height", [2.0**-3, 2.0**3, 2.0**-12, 2.0**12, 2.0**40])
@pytest.mark.parametrize("term", [64, 192, 256, 260, 512, 599])
@pytest.mark.parametrize("point", POINTS)
def test_factors_may_change_at_any_block(host, point, term, height):
    """The first one, the last, and those at the ends of groups and of what small products are summed over."""
    assert right(host, point, *stepped(Q, term, height))
    assert right(host, point, *stepped(Q, term, height, in_a=False))


@pytest.mark.budget(27)
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("row", [0, 40, 129])
def test_a_row_or_a_column_may_have_another_factor(folder, host, point, row):
    """Of either team, in one tile of several, from the first block on or later."""
    shorter = planted(folder, SHORTER, COMMON_ALONE)
    for col, term in ((63, 320), (69, 0)):
        a, b = digits(Q)
        a[:, row, term:] *= 2.0**9
        b[:, term:, col] *= 2.0**-9
        assert about(host, point, a, b)
        with pytest.raises(AssertionError, match="wait for ever"):
            about(shorter, point, a, b)


@pytest.mark.budget(one_in=15)
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(("high", "deep"), [(100, -90), (60, 40), (-60, -50), (-63, 63), (-100, 101)])
def test_magnitudes_of_all_common_factors(host, point, high, deep):
    """And of those that are none, since sums without them would have no room."""
    a, b = digits(Q)
    a, b = a * np.float32(2.0 ** (high - 15)), b * np.float32(2.0 ** (deep - 2))
    assert np.isfinite(a).all()
    assert right(host, point, a, b)


def test_a_sample_of_zeros(host):
    """A first row or column that is zero where it begins."""
    a, b = digits(Q)
    a[:, 0, :20] = 0
    b[:, :40, 0] = 0
    assert right(host, "1", a, b)
    a[...] = 0
    assert right(host, "2", a, b)


@pytest.mark.budget(9)
@pytest.mark.parametrize("point", POINTS)
def test_doubts_may_come_up_at_any_block(host, point):
    """Numbers beside which others lose their digits, behind blocks that have none of them."""
    for block, row in itertools.product((0, 1, 3, 4, 8, 9), (5, 100)):
        a, b = digits(Q)
        term = 64 * block + 7
        a[:, row, term], b[:, term] = 2.0**60, 0
        assert right(host, point, a, b), block


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("changes", [{"items": 2}, {"items": 3, "listed": True}, {"items": 2, "shared": "b"}])
def test_items_have_distinct_factors(host, changes):
    """Each of a batch has those of its own first numbers."""
    q = replace(Q, **changes)
    a, b = digits(q)
    heights = np.exp2(np.arange(q.items) * 20).astype(np.float32)[:, None, None]
    if q.shared:
        assert right(host, "1", a * heights, b[:1], q)
    else:
        assert right(host, "1", a * heights, b / heights, q)


FAULTS: dict[str, tuple[str, str]] = {
    "one operand's factor twice": (r"unit_b = (.*?)b_word0", r"unit_b = \1a_word0"),
    "a word without the factor": (r">> 8 << 23", ">> 9 << 23"),
    "small products that begin with others": (r"(MULTIPLY_SMALL\(left \+ \d+, right), 0\)", r"\1, 1)"),
    "small products that are lost": (r"(MULTIPLY_SMALL\(left \+ \d+, right), 1\)", r"\1, 0)"),
    "large products of the next block": (
        r"const int next = slot == \d+ \? 0 : slot \+ 1;",
        "const int next = slot;",
    ),
    "sums that are not added": (r"sum5 \+= acc5;", ""),
    "small products that do not join": (r"sum6 = fma\(low6, 0\.000244140625f, sum6\);", ""),
    "a sum without its factors": (r"sum7 = sum7 \* unit_a \* unit_b;", ""),
    "factors of rows that are not looked at": (r"said & 11", "said & 3"),
    "doubts that are not looked at": (r"said & 11", "said & 8"),
    "one block too many": (r"min\(done \+ 4, (\w+)\)", r"min(done + 4, \1 + 1)"),
}


def noticed(device: HostHopper) -> bool:
    """True if any of a few products is wrong."""
    cases = [digits(Q), stepped(Q, 320, 2.0**12, in_a=False)]
    a, b = digits(Q)
    within, term = slice(64 * 5, 64 * 6), 64 * 5 + 3
    a[:, 70, : 64 * 5] = a[:, 70, 64 * 6 :] = b[:, within] = 0
    a[:, 70, term], b[:, term] = 2.0**-24 * (1 + 2.0**-12 + 2.0**-20), 1  # all that is left of the row's sums
    cases.append((a, b))
    return not all(right(device, "1", *case) for case in cases)


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_detected(folder, fault):
    """Each of these."""
    try:
        noticed_fault = noticed(planted(folder, SHORTER, replacing(*FAULTS[fault])))
    except AssertionError:  # work-items that wait for ever
        noticed_fault = True
    assert noticed_fault


def test_nothing_is_noticed_without_a_fault(host):
    """In the same products."""
    assert not noticed(host)
