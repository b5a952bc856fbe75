"""GEMM in float32 for NVIDIA's devices: texts, with the instructions emulated, compute right; banks, rules, suggestions."""

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.nvidia.ffma.params import stagings, tile
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, assert_whole
from support.declarations import declaration, evaluated
from support.emulated_kernels import RandomPoints, RuleConformance
from support.emulated_ptx import emulated, with_emulation
from support.kernel_cases import draw_legal, legal_points, of_one_type, walk, with_lines
from support.kernel_checks import assert_empty_sum, groups_of, verdict

KERNEL = kernels()["gemm_ffma"]

EMULATED = with_emulation(KERNEL)

SMALL = {"tm": 64, "tn": 64, "rn": 8, "tk": 8, "stages": 2, "registers": 168}
"""A small tile."""

SMALLEST = {"tm": 32, "tn": 32, "rn": 4}
"""A tile of one sub-group, of more where teams compute it."""

LARGE = Matmul(4096, 4096, 4096, FLOAT32)

ORDERS: Any = tuple(itertools.product(("row", "col"), repeat=2))


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (Matmul(150, 139, 75, FLOAT32), {"tk": 16}),
    (Matmul(70, 132, 44, FLOAT32, "row", "col"), {"loop": "advanced", "tk": 16, "stages": 3}),
    (Matmul(132, 70, 43, FLOAT32, "col", "row", items=2, listed=True), {"lead": 4, "band": 1}),
    (Matmul(68, 66, 36, FLOAT32, "col", "col", pure=True), {"loop": "counted", "order": "blocks"}),
    (Matmul(20, 9, 300, FLOAT32, items=3, shared="b"), {"slices": 2, "order": "columns"}),
    (Matmul(70, 67, 45, COMPLEX64, conjugate="a"), {"tk": 16}),
    (Matmul(66, 40, 21, COMPLEX64, "col", "col", conjugate="b", items=2, listed=True), {"loop": "advanced"}),
    (Matmul(40, 33, 260, COMPLEX64, "col", "row", conjugate="ab"), {"slices": 2, "stages": 4}),
    (Matmul(70, 67, 75, FLOAT32), {"teams": 2, "tk": 16}),
    (Matmul(50, 45, 70, FLOAT32, "row", "col"), SMALLEST | {"teams": 4, "tk": 32, "loop": "advanced"}),
    (Matmul(40, 36, 44, FLOAT32, "col", "row"), SMALLEST | {"teams": 4, "tk": 16, "lead": 1, "stages": 3}),
    (Matmul(39, 30, 37, COMPLEX64, "row", "col"), SMALLEST | {"teams": 2, "tk": 16}),
    (Matmul(150, 150, 40, FLOAT32, part="lower"), {"tk": 16}),
    (Matmul(140, 140, 21, FLOAT32, "row", "col", part="upper", items=2), {"loop": "advanced", "band": 1}),
    (Matmul(68, 68, 44, FLOAT32, "col", "row", part="upper", pure=True), SMALLEST | {"teams": 2}),
    (Matmul(67, 67, 260, FLOAT32, part="lower"), SMALLEST | {"slices": 2}),
    (Matmul(67, 67, 21, COMPLEX64, part="lower", hermitian=True, conjugate="b"), {}),
    (Matmul(45, 45, 260, COMPLEX64, part="upper", hermitian=True), SMALLEST | {"slices": 2}),
)
"""Every order, kind of batch, edge and loop, in few programs."""


@pytest.mark.budget(30)
def test_a_text_serves_lines_of_any_length(emulating):
    """Vectors are copied where lines allow it, single elements elsewhere, in one program: sizes are arguments."""
    for a, b in (ORDERS[0], ORDERS[-1]):
        for size in (64, 65, 66, 67):
            problem = Matmul(size, 131 - size, size + 9, FLOAT32, a, b)
            assert verdict(emulating, EMULATED, SMALL, problem) is None


EVEN, ODD = Matmul(132, 76, 44, FLOAT32), Matmul(132, 75, 44, FLOAT32)
TURNED = replace(EVEN, b="col")
TEAMS, TEAM = Matmul(60, 52, 44, FLOAT32), {"tk": 16, "teams": 2}

FAULTS = (
    Fault("the last row is read instead of others", EVEN, r"min\(row0 \+ a_line, m - 1\)", "m - 1"),
    Fault("the first columns are read instead of others", EVEN, r"min\(col0 \+ b_e, \(n - 1\) / 4 \* 4\)", "0"),
    Fault("the last term is left out", EVEN, r"l < tail;", "l < tail - 1;"),
    Fault("the end of the depth is taken from the beginning", EVEN, r"k - tail \+ l", "l"),
    Fault("the places of turned rows are not exchanged", TURNED, r"\(b_line \^ ", "(b_line | ", {"tk": 16}),
    Fault("places are exchanged for reads alone", replace(TURNED, m=64), r"\(e \^ l / 8 \* 8\)", "e", {"tk": 16}),
    Fault("odd lines are taken for aligned", ODD, r"(bool b_whole) = .*;", r"\1 = true;"),
    Fault("the end of a line of C is overrun", ODD, r"if \(room > 3\)", "if (room > 2)"),
    Fault("old elements are read where beta is 0", EVEN, r"beta == 0 \?", "beta == 5 ?"),
    Fault("a stage is filled while it is used", EVEN, r"next = next == .*;", "next = 0;"),
    Fault("fewer stages than there are", EVEN, r"more = whole", "more = whole - 1"),
    Fault("a team multiplies another's depths", TEAMS, r"team \* 8 \* 272", "team * 4 * 272", TEAM),
    Fault("the sums of a team are left out", TEAMS, r"if \(team < 1\)", "if (team < 0)", TEAM),
    Fault("all teams store", TEAMS, r"if \(team == 0\)", "if (team >= 0)", TEAM),
)  # fmt: skip


def test_an_empty_sum_leaves_beta_times_c(emulating):
    """Without terms the only stage is of zeros."""
    assert_empty_sum(emulating, EMULATED, SMALL, FLOAT32)


def _evaluated(text: str, variables: tuple[str, ...], scope: dict[str, Any]) -> dict[str, Any]:
    """Values of a text's variables, evaluated in this order from those in ``scope``."""
    for variable in variables:
        scope[variable] = evaluated(declaration(text, variable), **scope)
    return scope


POINTS: tuple[dict[str, Any], ...] = (
    {"tn": 256},
    {"loop": "advanced"},
    {"rn": 8, "tk": 8, "registers": 255},
    {"tm": 64, "rn": 8, "tk": 32, "stages": 2},
    {"tm": 64, "rn": 8, "tk": 32, "teams": 2, "registers": 168},
)


@pytest.mark.parametrize("precision", [FLOAT32, COMPLEX64], ids=lambda p: p.name)
@pytest.mark.parametrize("values", POINTS, ids=str)
def test_stores_of_a_sub_group_meet_no_bank_twice(values, precision):
    """Stores of 32 work-items at once, or of 16 in pairs of numbers, go to 32 banks of 4 bytes."""
    params = KERNEL.space.point(values)
    for a, b in ORDERS:
        problem = with_lines(of_one_type(replace(LARGE, a=a, b=b), precision))
        text = KERNEL.source(params, problem, OPENCL_C)
        for staging in stagings(params, problem):
            if not staging.via_registers:
                continue
            x, width = staging.x.name, 2 if precision.is_complex and staging.axis == "col" else 1
            first = "e" if precision.is_complex else "line"
            for start in range(0, params.items, 32 // width):
                banks = {
                    _evaluated(text, (f"{x}_{first}", f"{x}_l", f"{x}_to"), {"base": 0, "place": item})[f"{x}_to"] // 4 % 32
                    for item in range(start, start + 32 // width)
                }  # fmt: skip
                assert len(banks) == 32 // width


@pytest.mark.parametrize("values", [*POINTS, SMALLEST | {"tk": 32, "teams": 4}], ids=str)
def test_reads_of_eight_work_items_are_a_line_or_an_address(values):
    """Of A they read the same 16 bytes, of B 128 that follow each other, exchanged or not."""
    params = KERNEL.space.point(values)
    text = KERNEL.source(params, replace(LARGE, b="col"), OPENCL_C)
    teams = ("team", "own") if params.teams > 1 else ()
    for start in range(0, params.items, 8):
        at = [
            _evaluated(text, (*teams, "y", "x", "left_at0", "right_at0"), {"base": 0, "place": item})
            for item in range(start, start + 8)
        ]
        assert len({addresses["left_at0"] for addresses in at}) == 1
        assert {addresses["right_at0"] // 16 % 8 for addresses in at} == set(range(8))


def test_elements_of_a_tile_have_distinct_addresses():
    """No two work-items store to one place, and together they fill the tile."""
    for values, (a, b) in itertools.product(POINTS, ORDERS):
        params, problem = KERNEL.space.point(values), replace(LARGE, a=a, b=b)
        for staging in stagings(params, problem):
            positions = {(l, e ^ staging.swizzle(l)) for l in range(params.tk) for e in range(staging.extent)}
            assert len(positions) == params.tk * staging.extent
            assert max(e for _, e in positions) < staging.extent


def test_the_loop_has_only_reads_and_multiply_adds():
    """Edges and odd lines cost the loop no instruction: what is conditional stands before the first multiply-add."""
    for (a, b), values in itertools.product(ORDERS, POINTS):
        params = KERNEL.space.point(values)
        text = KERNEL.source(params, replace(LARGE, a=a, b=b), OPENCL_C)
        loop = re.search(r"^  for \(int (?:more|stage) .*?^  }$", text, re.MULTILINE | re.DOTALL)
        assert loop is not None
        copies, multiply_adds = loop[0][: loop[0].index("fma(")], loop[0][loop[0].index("fma(") :]
        assert "if (" in copies
        assert "if (" not in multiply_adds
        assert loop[0].count("fma(") == params.depths * 8 * params.rn
        assert loop[0].count("ld.shared.v4.f32") == params.depths * (8 + params.rn) / 4
        assert loop[0].count("barrier(") == 1


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, and all assembly is of the words that are known."""
    rng = np.random.default_rng(1)
    for index in range(40):
        problem = with_lines(of_one_type(walk(Matmul, index), (FLOAT32, COMPLEX64)[index % 2]))
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert text.count("barrier(") % 2 == 0
        assert "asm" not in emulated(text)
        groups = groups_of(KERNEL, params, problem)
        tm, tn, _ = tile(params, problem)
        assert groups[:2] == [math.ceil(problem.n / tn), math.ceil(problem.m / tm)]
        assert math.prod(groups[2:]) == problem.items * params.slices
        assert f"reqd_work_group_size({params.items}, 1, 1)" in text
        assert OPENCL_C.flags(KERNEL.options(params)) == (
            () if params.registers == 255 else (f"-cl-nv-maxrregcount={params.registers}",)
        )


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, Matmul(64, 64, 64, FLOAT64), HOPPER, "all matrices are of type float32"),
    ({}, Matmul(64, 64, 64, FLOAT32, type_a=FLOAT64), HOPPER, "all matrices are of type float32"),
    ({}, replace(LARGE, a="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(LARGE, c="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(LARGE, a_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(LARGE, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, LARGE, PLAIN_GPU, "compute capability 8.0"),
    ({}, LARGE, replace(HOPPER, compute_capability=(7, 5)), "compute capability 8.0"),
    ({"stages": 2}, LARGE, replace(HOPPER, compute_capability=(8, 0)), ""),
    ({"tn": 64}, LARGE, HOPPER, "sub-groups of 4 by 8 work-items divide the tile"),
    (
        {**SMALLEST, "tk": 16, "teams": 4, "lead": 4, "registers": 128},
        LARGE,
        HOPPER,
        "a team multiplies more depths of a stage",
    ),
    ({}, LARGE, replace(HOPPER, max_items=64), "the work-group fits the device"),
    ({"tm": 256, "tn": 256}, LARGE, HOPPER, "the registers of a work-group fit"),
    ({"registers": 168}, LARGE, HOPPER, "a work-item has registers for its sums"),
    ({"rn": 8, "registers": 128}, LARGE, HOPPER, ""),
    ({"rn": 8, "registers": 128}, replace(LARGE, b="col"), HOPPER, "a work-item has registers for its sums"),
    ({**SMALL, "tk": 32, "registers": 255}, LARGE, HOPPER, "share the copies of each tile evenly"),
    ({"tn": 256, "stages": 4}, LARGE, replace(HOPPER, compute_capability=(8, 0)), "local memory holds all"),
    ({}, Matmul(64, 4096, 64, FLOAT32), HOPPER, "the tile does not exceed twice C"),
    ({}, Matmul(4096, 64, 64, COMPLEX64), HOPPER, ""),
    ({"slices": 64}, LARGE, HOPPER, "a slice of the depth has at least"),
    ({"last": True}, LARGE, HOPPER, "there are slices for the last work-group to add"),
)


@pytest.mark.parametrize("precision", [FLOAT32, COMPLEX64], ids=lambda p: p.name)
@pytest.mark.parametrize(("a", "b"), ORDERS)
def test_all_sizes_have_a_suggestion(a, b, precision):
    """Small and narrow products too: large tiles where there are enough of them, slices where there are few."""
    for sizes in ((1, 1, 1), (5, 5, 0), (33, 4096, 4096), (4096, 33, 4096), (1000, 1000, 1000)):
        problem = Matmul(*sizes, precision, a, b)
        params = KERNEL.suggested(problem, HOPPER)
        assert params is not None
        assert KERNEL.refusal(params, problem, HOPPER) is None
    large = KERNEL.suggested(Matmul(8192, 8192, 8192, precision, a, b), HOPPER)
    assert (large.tm, large.tn, large.rn, large.slices) == (128, 256, 16, 1)
    deep = KERNEL.suggested(Matmul(128, 128, 1 << 16, precision, a, b), HOPPER)
    assert deep.slices > 8
    small = KERNEL.suggested(Matmul(256, 256, 256, precision, a, b), HOPPER)
    assert small.tm * small.tn < 128 * 128


def test_random_legal_points_stay_within_the_device():
    """Points that the rules allow fit registers and local memory, and are many."""
    points = legal_points(KERNEL, LARGE, HOPPER)
    for params in points:
        local = params.stages * 4 * params.tk * (params.tm + params.tn)
        assert local <= HOPPER.declared_local_bytes
        assert params.items * params.registers <= 65536
    assert len(points) > 100


class TestKernel(RuleConformance, RandomPoints):
    """The kernel's rules, of which a strict product breaks none, and its results."""

    kernel, point, cases, faults, one_in = KERNEL, SMALL, CASES, FAULTS, (27, 15)
    refused = tuple((values, replace(q, accuracy="strict"), *rest) for values, q, *rest in REFUSED)

    def drawn(self, seed, rng):
        """Any sizes, orders, batches and conjugates."""
        m, n = (int(size) for size in rng.integers(1, 300, 2))
        k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300, 530]))
        problem = with_lines(of_one_type(walk(Matmul, seed), (FLOAT32, COMPLEX64)[seed % 2]))
        conjugate = ("", "a", "b", "ab")[seed // 2 % 4] if seed % 2 else ""
        return replace(problem, m=m, n=n, k=k, conjugate=conjugate)
