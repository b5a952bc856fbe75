"""GEMM of small float32 matrices: texts, with the instructions emulated, compute right; banks, rules, suggestions."""

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from autoblas.kernels.nvidia.small.kernel import lines_of
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, assert_whole
from support.declarations import evaluated
from support.emulated_kernels import RandomPoints, RuleConformance
from support.emulated_ptx import emulated, with_emulation
from support.kernel_cases import draw_legal, of_one_type, walk, with_lines
from support.kernel_checks import assert_empty_sum, groups_of, verdict

KERNEL = kernels()["gemm_small"]

EMULATED = with_emulation(KERNEL)

BATCH = Matmul(64, 64, 64, FLOAT32, items=4096)

ORDERS: Any = tuple(itertools.product(("row", "col"), repeat=2))


def walked(index: int) -> Matmul:
    """Product ``index`` of the walk, of floats, in orders that the kernel serves."""
    return replace(with_lines(of_one_type(walk(Matmul, index), FLOAT32)), conjugate="")


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (Matmul(32, 32, 32, FLOAT32, items=3), {}),
    (Matmul(70, 45, 37, FLOAT32, "row", "col", items=2, listed=True), {"tk": 8, "stages": 3}),
    (Matmul(33, 66, 20, FLOAT32, "col", "row", items=3, shared="b"), {"tn": 64, "rn": 8, "registers": 168}),
    (Matmul(65, 36, 53, FLOAT32, "col", "col"), {"tm": 64, "tk": 32}),
    (Matmul(31, 29, 8, FLOAT32, pure=True), {"tk": 8, "stages": 4}),
)
"""Every order, kind of batch and edge, in few programs."""


@pytest.mark.budget(30)
def test_a_text_serves_lines_of_any_length(emulating):
    """Vectors are copied where lines allow it, single elements elsewhere, in one program: sizes are arguments."""
    for a, b in (ORDERS[0], ORDERS[-1]):
        for size in (32, 33, 34, 35):
            assert verdict(emulating, EMULATED, {}, Matmul(size, 67 - size, size + 9, FLOAT32, a, b)) is None


PLAIN, TURNED = Matmul(44, 36, 52, FLOAT32), Matmul(44, 36, 52, FLOAT32, "col", "col")

FAULTS = (
    Fault("the last row is read instead of others", PLAIN, r"min\(row0 \+ a_line, m - 1\)", "m - 1"),
    Fault("lines are stored in another order than read", PLAIN, r"a_line % 4 \* 4", "a_line % 2 * 4"),
    Fault("terms beyond the last are not zeros", PLAIN, r"next \+ b_line < k|clamp\(k - next - a_first, 0, 4\)", "4"),
    Fault("nor are those of other orders", TURNED, r"next \+ a_line < k|clamp\(k - next - b_first, 0, 4\)", "4"),
    Fault("odd lines are taken for aligned", Matmul(44, 36, 53, FLOAT32), r"(bool a_whole) = .*;", r"\1 = true;"),
    Fault("the end of a line of C is overrun", Matmul(44, 35, 52, FLOAT32), r"if \(room > 3\)", "if (room > 2)"),
    Fault("old elements are read where beta is 0", PLAIN, r"beta == 0 \?", "beta == 5 ?"),
    Fault("a stage is filled while it is used", PLAIN, r"stage = stage == .*;", "stage = 0;"),
    Fault("the last terms are left out", PLAIN, r"l >= k", "l + 16 > k"),
)  # fmt: skip


def test_an_empty_sum_leaves_beta_times_c(emulating):
    """Without terms nothing is copied, and no sum is anything but zero."""
    assert_empty_sum(emulating, EMULATED, {}, FLOAT32)


POINTS: tuple[dict[str, Any], ...] = (
    {},
    {"tm": 64, "tn": 64, "tk": 32},
    {"tk": 8},
    {"tn": 64, "rn": 8, "registers": 168},
)


def _offset(load: str) -> int:
    match = re.search(r"\[%4 \+ (\d+)\]", load)
    return int(match[1]) if match else 0


@pytest.mark.parametrize("values", POINTS, ids=str)
def test_reads_of_neighbours_lie_in_different_banks(values):
    """Work-items of a sub-group that read different 16 bytes at once find them in different banks, or in one line."""
    params = KERNEL.space.point(values)
    for (a, b), piece in itertools.product(ORDERS, range(params.tk // 4)):
        for lines in lines_of(params, replace(BATCH, a=a, b=b)):
            src = Source(OPENCL_C)
            lines.declare_reads(src, "0", "lane")
            match = re.search(r"_at = (.*);", src.lines[-1])
            assert match is not None
            src.lines.clear()
            lines.read(src, 4, piece)
            for load in src.lines:
                addresses = [
                    evaluated(match[1], base=0, stage=0, lane=lane) + _offset(load)
                    for lane in range(lines.lanes)
                ]
                assert len({address // 16 % 8 for address in addresses}) == lines.lanes


@pytest.mark.parametrize("values", POINTS, ids=str)
def test_lines_have_distinct_addresses(values):
    """No two lines lie at one place, and those a work-item reads are those that it owns."""
    params = KERNEL.space.point(values)
    for a, b in ORDERS:
        for lines in lines_of(params, replace(BATCH, a=a, b=b)):
            assert sorted(map(lines.permuted, range(lines.extent))) == list(range(lines.extent))
            for lane, e in itertools.product(range(lines.lanes), range(8)):
                offset = e // 4 * lines.block + e % 4
                assert lines.permuted(4 * lane + offset) == lane + lines.permuted(offset)


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, and all assembly is of the words that are known."""
    rng = np.random.default_rng(1)
    for index in range(40):
        problem = walked(index)
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert "asm" not in emulated(text)
        groups = groups_of(KERNEL, params, problem)
        assert groups[:2] == [math.ceil(problem.n / params.tn), math.ceil(problem.m / params.tm)]
        assert math.prod(groups[2:]) == problem.items
        assert f"reqd_work_group_size({params.items}, 1, 1)" in text
        assert OPENCL_C.flags(KERNEL.options(params)) == (f"-cl-nv-maxrregcount={params.registers}",)


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, Matmul(64, 64, 64, FLOAT64), HOPPER, "all matrices are of type float32"),
    ({}, replace(BATCH, a="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(BATCH, c="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(BATCH, a_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(BATCH, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, BATCH, PLAIN_GPU, "compute capability 8.0"),
    ({}, BATCH, replace(HOPPER, compute_capability=(8, 0)), ""),
    ({"rn": 8, "registers": 168}, BATCH, HOPPER, "sub-groups of 4 by 8 work-items divide the tile"),
    ({"tm": 64, "tn": 64}, BATCH, replace(HOPPER, max_items=64), "the work-group fits the device"),
    ({"tm": 32, "tn": 32, "tk": 8, "stages": 2}, BATCH, HOPPER, ""),
    ({"tm": 128, "tn": 128, "tk": 64, "stages": 6}, Matmul(128, 128, 64, FLOAT32), HOPPER, "local memory holds"),
    ({"tn": 64, "rn": 8}, BATCH, HOPPER, "a work-item has registers for its sums"),
    ({"tm": 128, "tn": 128, "registers": 168}, Matmul(128, 128, 64, FLOAT32), HOPPER, "the registers of a work-group fit"),
    ({"tm": 128, "tk": 8}, Matmul(128, 32, 64, FLOAT32, "col"), HOPPER, "share the copies of each operand's lines"),
    ({"tm": 64}, Matmul(32, 64, 64, FLOAT32), HOPPER, "the tile does not exceed twice C"),
)  # fmt: skip


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize(("a", "b"), ORDERS)
def test_batches_of_small_items_are_served(a, b):
    """Items that one tile holds, where there are many; larger and fewer ones are for other kernels."""
    for size in (20, 32, 33, 64):
        problem = Matmul(size, size, size, FLOAT32, a, b, items=4096)
        choice = choose(problem, HOPPER)
        assert choice.kernel.name == "gemm_small"
        assert min(choice.params.tm, choice.params.tn) >= min(size, 32)
    for problem in (replace(BATCH, a=a, b=b, items=8), Matmul(256, 256, 256, FLOAT32, a, b, items=4096)):
        assert choose(problem, HOPPER).kernel.name != "gemm_small"


class TestKernel(RuleConformance, RandomPoints):
    """The kernel's rules, of which a strict product breaks none, and its results."""

    kernel, cases, faults, one_in = KERNEL, CASES, FAULTS, (9, 12)
    refused = tuple((values, replace(q, accuracy="strict"), *rest) for values, q, *rest in REFUSED)

    def drawn(self, seed, rng):
        """Any sizes, orders and batches."""
        m, n = (int(size) for size in rng.integers(1, 150, 2))
        k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300]))
        return replace(walked(seed), m=m, n=n, k=k)
