"""GEMM on matrix units: texts, with the instructions emulated, compute right; banks, rules, launches, suggestions."""

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
from autoblas.kernels.nvidia.dmma.load import Tile
from autoblas.kernels.nvidia.dmma.params import columns, tiles_of
from autoblas.plan.candidates import rank
from autoblas.precision import COMPLEX128, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, assert_whole
from support.declarations import declaration, evaluated
from support.emulated_kernels import RandomPoints, RuleConformance
from support.emulated_ptx import emulated, with_emulation
from support.kernel_cases import draw_legal, legal_points, of_one_type, walk
from support.kernel_checks import assert_empty_sum, groups_of

KERNEL = kernels()["gemm_dmma"]

EMULATED = with_emulation(KERNEL)

SMALL = {"tm": 32, "tn": 32, "wm": 16, "wn": 16}
"""A tile whose text compiles fast, of four sub-groups."""

LARGE = Matmul(4096, 4096, 4096, FLOAT64)

CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (Matmul(71, 66, 45, FLOAT64), {}),
    (Matmul(70, 68, 150, FLOAT64, "row", "col"), {"ahead": "all", "band": 1}),
    (Matmul(66, 130, 33, FLOAT64, "col", "row", items=2, listed=True), {"ahead": "nothing", "stages": 2}),
    (Matmul(65, 34, 100, FLOAT64, "col", "col", items=3, shared="b"), {"tk": 32, "stages": 4}),
    (Matmul(9, 20, 17, FLOAT64, "any", "any", "any"), {}),
    (Matmul(20, 9, 530, FLOAT64, "row", "row", items=2), {"slices": 4}),
    (Matmul(70, 9, 45, FLOAT64, "col", "row", "col"), {}),
    (Matmul(64, 96, 48, FLOAT64, "col", "row", pure=True), {"wm": 32, "tn": 64}),
    (Matmul(71, 33, 45, COMPLEX128, conjugate="a"), {}),
    (Matmul(66, 40, 21, COMPLEX128, "row", "col", "any", conjugate="ab"), {"ahead": "all", "wn": 32}),
    (Matmul(9, 5, 18, COMPLEX128, "col", "row", conjugate="b", items=2, listed=True), {"tk": 32}),
    (Matmul(40, 33, 260, COMPLEX128, "any", "any"), {"slices": 2}),
    (Matmul(71, 71, 45, FLOAT64, part="lower"), {}),
    (Matmul(100, 100, 33, FLOAT64, "col", "row", "any", part="upper", items=2), {"tn": 64, "band": 1}),
    (Matmul(37, 37, 260, FLOAT64, "row", "col", part="upper"), {"slices": 2}),
    (Matmul(45, 45, 21, COMPLEX128, "row", "col", part="lower", hermitian=True, conjugate="b"), {}),
    (Matmul(40, 40, 18, COMPLEX128, part="upper", hermitian=True, pure=True), {"ahead": "all", "wn": 32}),
)
"""Every order, kind of batch, edge and way to load fragments, in few programs."""


EVEN, ODD = Matmul(71, 66, 46, FLOAT64), Matmul(71, 67, 45, FLOAT64)

FAULTS = (
    Fault("chunks do not change places for loads", EVEN, r"\) \^ 32\)", ") ^ 64)"),
    Fault("the last terms are not cut off", EVEN, r"left = terms - before", "left = 16"),
    Fault("tiles at the edge stay outside", EVEN, r"min\(col_wanted, n - 32\)", "col_wanted"),
    Fault("what a neighbour computes is stored too", EVEN, r">= col_wanted", ">= 0"),
    Fault("old elements are read where beta is 0", EVEN, r"if \(beta == 0\)", "if (false)"),
    Fault("odd lines are taken for aligned", ODD, r"(bool b_aligned) = .*;", r"\1 = true;"),
    Fault("a stage is filled while it is used", EVEN, r"used == 0 \? 16384 : used - 8192", "used"),
)


def test_an_empty_sum_leaves_beta_times_c(emulating):
    """Without terms nothing is copied, and no sum is anything but zero."""
    assert_empty_sum(emulating, EMULATED, SMALL, FLOAT64)


def _declared(tile: Tile, variable: str) -> str:
    """The expression that a variable is declared as."""
    src = Source(OPENCL_C)
    tile.declare_copies(src, "0")
    tile.declare_fragments(src, "0")
    return declaration(str(src), variable)


POINTS: tuple[dict[str, Any], ...] = (
    {},
    {"tm": 64, "tn": 128, "wm": 32, "wn": 64},
    {"tk": 32, "stages": 2},
    {**SMALL, "stages": 4},
)


def _tiles(precision: Any) -> list[Tile]:
    """Tiles of both operands at different points, in every order."""
    orders: Any = itertools.product(("row", "col"), repeat=2)
    problems = [of_one_type(replace(LARGE, a=a, b=b), precision) for a, b in orders]
    return [t for values in POINTS for q in problems for t in tiles_of(KERNEL.space.point(values), q)]


@pytest.mark.parametrize("precision", [FLOAT64, COMPLEX128], ids=lambda p: p.name)
def test_loads_of_half_a_sub_group_lie_in_different_banks(precision):
    """Local memory serves 128 bytes at once, which are 16 elements of a fragment."""
    for tile in _tiles(precision):
        name = tile.x.name
        first = _declared(tile, f"{name}_at")
        for half, block, step in itertools.product(range(2), range(2), range(4)):
            load = re.search(r'\[%1(?: \+ (\d+))?\].*"r"\((.*)\)\);', tile.load("x", block, step))
            assert load is not None
            addresses = []
            for lane in range(16 * half, 16 * half + 16):
                scope = {"g": lane // 4, "t": lane % 4, "base": 0, "used": 0}
                scope[f"{name}_at"] = evaluated(first, **scope)
                addresses.append(evaluated(load[2], **scope) + int(load[1] or 0))
            assert len({address % 128 for address in addresses}) == 16


@pytest.mark.parametrize("precision", [FLOAT64, COMPLEX128], ids=lambda p: p.name)
def test_copies_of_eight_work_items_lie_in_different_banks(precision):
    """So do chunks on their way into local memory, and no two of a tile have one place."""
    for tile in _tiles(precision):
        name = tile.x.name
        to, line, chunk = (_declared(tile, f"{name}_{word}") for word in ("to", "line", "chunk"))
        addresses = []
        for item in range(tile.items):
            scope = {"base": 0, "place": item}
            scope |= {f"{name}_line": evaluated(line, **scope), f"{name}_chunk": evaluated(chunk, **scope)}
            addresses.append(evaluated(to, **scope))
        assert len(set(addresses)) == tile.items
        assert all(len({at % 128 for at in group}) == 8 for group in zip(*[iter(addresses)] * 8, strict=True))


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, and all assembly is of the words that are known."""
    rng = np.random.default_rng(1)
    for index in range(60):
        precision = (FLOAT64, COMPLEX128)[index % 2]
        problem = of_one_type(walk(Matmul, index), precision)
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert "asm" not in emulated(text)
        groups = groups_of(KERNEL, params, problem)
        assert groups[0] == math.ceil(problem.n / columns(params, problem))
        assert groups[1] == math.ceil(problem.m / params.tm)
        assert math.prod(groups[2:]) == problem.items * params.slices
        assert f"reqd_work_group_size({params.items}, 1, 1)" in text


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, LARGE, replace(HOPPER, fp64=False), "the device computes in this precision"),
    ({}, replace(LARGE, a_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(LARGE, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, Matmul(64, 64, 64, FLOAT32), HOPPER, "all matrices are of doubles"),
    ({}, Matmul(64, 64, 64, FLOAT64, type_a=FLOAT32), HOPPER, "all matrices are of doubles"),
    ({}, LARGE, PLAIN_GPU, "compute capability 9.0"),
    ({}, LARGE, replace(HOPPER, compute_capability=(8, 0)), "compute capability 9.0"),
    ({"tm": 32}, LARGE, HOPPER, "the parts of sub-groups divide the tile"),
    ({}, LARGE, replace(HOPPER, max_items=128), "the work-group fits the device"),
    ({"tk": 32, "stages": 4}, LARGE, HOPPER, "local memory holds the tiles"),
    ({"wn": 64}, LARGE, HOPPER, "at most 224 registers"),
    ({"wm": 32, "ahead": "all"}, LARGE, HOPPER, "the registers of a work-group fit"),
    ({"wm": 16, "wn": 16, "tm": 32, "tn": 64}, replace(LARGE, b="col"), HOPPER, ""),
    ({"tm": 128, "tn": 32, "wm": 64, "wn": 32}, replace(LARGE, a="col", precision=COMPLEX128, type_a=COMPLEX128, type_b=COMPLEX128, accumulator=COMPLEX128), HOPPER, "share the copies of each tile evenly"),
    ({}, Matmul(60, 4096, 64, FLOAT64), HOPPER, "the tile does not exceed twice C"),
    ({"slices": 64}, Matmul(4096, 4096, 4096, FLOAT64), HOPPER, "a slice of the depth has at least"),
    ({"last": True}, LARGE, HOPPER, "there are slices for the last work-group to add"),
)  # fmt: skip


@pytest.mark.parametrize("precision", [FLOAT64, COMPLEX128], ids=lambda p: p.name)
def test_all_sizes_have_a_suggestion(precision):
    """Small and narrow products too: as many tiles as the device can hold, and slices where there are few."""
    for sizes in ((1, 1, 1), (5, 5, 0), (33, 4096, 4096), (4096, 33, 4096), (1000, 1000, 1000), (8192,) * 3):
        problem = Matmul(*sizes, precision)
        params = KERNEL.suggested(problem, HOPPER)
        assert params is not None
        assert KERNEL.refusal(params, problem, HOPPER) is None
    large = KERNEL.suggested(Matmul(8192, 8192, 8192, precision), HOPPER)
    assert (large.tm, large.tn, large.slices) == (64 if precision is COMPLEX128 else 128, 128, 1)
    deep = KERNEL.suggested(Matmul(128, 128, 1 << 16, precision), HOPPER)
    assert deep.slices > 8
    tile = kernels()["gemm_tile"]
    mine, theirs = (rank(kernel, kernel.suggested(LARGE, HOPPER), LARGE, HOPPER) for kernel in (KERNEL, tile))
    assert mine < theirs
    small = KERNEL.suggested(Matmul(256, 256, 256, precision), HOPPER)
    assert small.tm * small.tn < 64 * 128


def test_random_legal_points_stay_within_the_device():
    """Points that the rules allow fit registers and local memory, and two hundred points are not all alike."""
    points = legal_points(KERNEL, LARGE, HOPPER)
    for params in points:
        local = params.stages * 8 * params.tk * (params.tm + params.tn)
        assert local <= HOPPER.declared_local_bytes
        assert params.items * params.registers <= 65536
    assert len(points) > 100


class TestKernel(RuleConformance, RandomPoints):
    """The kernel's rules, of which a strict product breaks none, and its results."""

    kernel, point, cases, faults, one_in = KERNEL, SMALL, CASES, FAULTS, (15, 4)
    refused = tuple((values, replace(q, accuracy="strict"), *rest) for values, q, *rest in REFUSED)

    def drawn(self, seed, rng):
        """Any sizes, orders, batches and conjugates."""
        m, n = (int(size) for size in rng.integers(1, 150, 2))
        k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300, 530]))
        problem = replace(of_one_type(walk(Matmul, seed), (FLOAT64, COMPLEX128)[seed % 2]), m=m, n=n, k=k)
        return replace(problem, conjugate=("", "a", "b", "ab")[seed // 2 % 4] if seed % 2 else "")

    def short(self, params):
        """By the terms that a sub-group multiplies between barriers."""
        return params.wm * params.wn * params.tk <= 16 * 512
