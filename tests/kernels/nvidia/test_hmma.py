"""GEMM of halves in fragments: texts, with the instructions emulated, compute right; banks, rules, slices, suggestions."""

import itertools
import math
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.languages import CUDA
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from autoblas.kernels.nvidia.hmma.load import OperandCopies
from autoblas.kernels.nvidia.hmma.params import copies_of, local_bytes
from autoblas.plan.choose import choose
from autoblas.precision import BFLOAT16, COMPLEX64, FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, assert_whole
from support.declarations import declaration, evaluated
from support.emulated_halves import with_emulated_halves
from support.emulated_kernels import RandomPoints, RuleConformance
from support.kernel_cases import ACTIVATIONS, draw_legal, of_one_type, walk, with_lines
from support.kernel_checks import declared_bytes, groups_of

KERNEL = kernels()["gemm_hmma"]

LARGE = Matmul(4096, 4096, 4096, FLOAT16, accumulator=FLOAT32)

AMPERE = replace(HOPPER, compute_capability=(8, 0))

BY_CUDA = replace(HOPPER, extensions=(CUDA,))

ORDERS: Any = tuple(itertools.product(("row", "col"), repeat=2))

SMALL = {"tm": 32, "tn": 32, "tk": 32, "wm": 16, "wn": 16, "stages": 2, "a_bytes": 2, "b_bytes": 2}
"""A tile whose text compiles fast, for lines that begin anywhere."""


def _product(m: int, n: int, k: int, *orders: Any, of: Any = FLOAT16, **changes: Any) -> Matmul:
    a, b, c = (*orders, "row", "row", "row")[:3]
    return Matmul(m, n, k, of, a, b, c, accumulator=FLOAT32, **changes)


def _of(index: int) -> Matmul:
    """Problem ``index`` of the walk, of halves or bfloat16, in buffers, with orders that the kernel serves."""
    problem = with_lines(of_one_type(walk(Matmul, index), (FLOAT16, BFLOAT16)[index % 2]), "ab")
    if index % 4 == 1 and not problem.batched:
        kinds: dict[str, Any] = {"bias": ("cols", "rows")[index // 4 % 2]}
        kinds["activation"] = ACTIVATIONS[index // 4 % 5]
    else:
        kinds = {"part": ("", "lower", "upper")[index % 5 % 3]}
    return replace(problem, accumulator=FLOAT32, conjugate="", **kinds)


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (_product(37, 22, 45), {"tn": 16, "b_bytes": 4}),
    (_product(37, 21, 45, "col", "col"), {"tm": 16, "tn": 16, "wn": 8, "teams": 2}),
    (_product(40, 32, 64, "row", "col"), {"wm": 32, "a_bytes": 16, "b_bytes": 16, "stages": 3}),
    (_product(40, 24, 64, "col", "row", of=BFLOAT16), {"wn": 32, "a_bytes": 8, "b_bytes": 16, "turned": True}),
    (_product(5, 70, 333), {"tm": 8, "tn": 64, "tk": 64, "wm": 8, "b_bytes": 4, "turned": True, "slices": 3}),
    (_product(70, 3, 333, "row", "col", items=2), {"tm": 64, "tn": 8, "wn": 8, "slices": 2, "teams": 2, "a_bytes": 4}),
    (_product(70, 70, 33, "row", "col", part="lower"), {"tk": 16}),
    (_product(66, 40, 40, "row", "col", "any", of=BFLOAT16, items=2, listed=True), {"tk": 16, "a_bytes": 16}),
    (_product(70, 65, 40, pure=True), {"tk": 16, "band": 1}),
    (_product(1, 1, 130), {"tm": 16, "tn": 8, "tk": 128, "wn": 8, "teams": 8, "slices": 2, "band": 1}),
    (_product(45, 37, 45, bias="cols", activation="silu"), {"tn": 16, "b_bytes": 4}),
    (_product(45, 41, 64, "col", "row", of=BFLOAT16, bias="rows", activation="gelu"), {"turned": True}),
    (_product(45, 70, 33, pure=True, bias="cols", activation="relu"), {"turned": True}),
    (_product(38, 45, 64, "row", "col", "any", pure=True, bias="rows", activation="gelu_tanh"), {"a_bytes": 16}),
    (_product(70, 20, 164, "col", "row", "col", pure=True), {"a_bytes": 4, "slices": 2, "turned": True}),
    (_product(20, 35, 300, bias="cols"), {"slices": 4, "teams": 2}),
)  # fmt: skip
"""Every order, length of copies, kind of batch and edge, in few programs."""


ODD, DEEP = _product(37, 33, 45), _product(20, 24, 300, "row", "col")

WIDE = _product(37, 38, 45)
"""Whole tiles are left of it where beta is 0, when three columns less are checked."""

FAULTS = (
    Fault("terms beyond the last are not zeros", ODD, r"clamp\(a_room, 0, 2\)|\(b_lines > \d+ \? b_count : 0\)", "2"),
    Fault("odd lines are taken for aligned", ODD, r"(bool a_whole) = .*;", r"\1 = true;", {"a_bytes": 8}),
    Fault("a stage is filled while it is used", ODD, r"a_to \+ used", "a_to + 0"),
    Fault("the last element of an odd line is left out", ODD, r"odd && col == 0", "false", {"teams": 2}),
    Fault("old elements are read where beta is 0", ODD, r"beta == 0 \?", "beta == 5 ?"),
    Fault("a slice is left out", DEEP, r"\(s \+ 3 < slices\)", "(s + 3 < slices - 1)", {"slices": 4}),
    Fault("the counter is not set back", DEEP, r"arrived\[meeting\] = 0;", "", {"slices": 4}),
    Fault("a team is left out", DEEP, r"four \+= ", "(void)", {"teams": 2}),
    Fault("rounded lines begin elsewhere", WIDE, r" \+ \(begins \+ \(row_part \+ g\) \* c_row\) % 8", ""),
    Fault("ends of rounded lines are left out", WIDE, r"if \(shift > 0\)", "if (shift > 9)"),
)  # fmt: skip


POINTS: tuple[dict[str, Any], ...] = (
    {},
    {"turned": True},
    {"tm": 128, "tn": 8, "tk": 16, "wn": 8, "a_bytes": 4, "b_bytes": 8},
    {"tm": 16, "tn": 16, "tk": 256, "wm": 16, "wn": 16, "teams": 8, "a_bytes": 2, "b_bytes": 2},
    {"tm": 8, "tn": 128, "tk": 64, "wm": 8, "wn": 16, "turned": True, "a_bytes": 2},
)


def _all_copies() -> list[OperandCopies]:
    """The copies of both operands at different points, in every order."""
    problems = [replace(LARGE, a=a, b=b) for a, b in ORDERS]
    return [x for values in POINTS for q in problems for x in copies_of(KERNEL.space.point(values), q)]


def test_elements_are_copied_once():
    """No two copies of a stage have one place, and all its lines are full."""
    for copies in _all_copies():
        name, src = copies.x.name, Source(OPENCL_C)
        copies.declare(src, "0", "k")
        to, line, piece = (declaration(str(src), f"{name}_{word}") for word in ("to", "line", "piece"))
        addresses = []
        for item in range(copies.items):
            scope = {"base": 0, "place": item}
            scope |= {f"{name}_line": evaluated(line, **scope), f"{name}_piece": evaluated(piece, **scope)}
            first, lines = evaluated(to, **scope) - copies.start, copies.lines - scope[f"{name}_line"]
            addresses += [first + line * copies.pitch for line in copies.rounds if line < lines]
        copy_bytes = 2 * copies.wide
        wanted = [
            line * copies.pitch + at
            for line in range(copies.lines)
            for at in range(0, 2 * copies.length, copy_bytes)
        ]
        assert sorted(addresses) == wanted


@pytest.mark.parametrize("rows", [True, False])
def test_loads_of_a_matrix_lie_in_different_banks(rows):
    """Local memory serves the eight lines of a matrix at once: 128 bytes, each in a bank of its own."""
    for copies in _all_copies():
        src = Source(OPENCL_C)
        copies.declare_fragments(src, "0", rows=rows)
        at = declaration(str(src), f"{copies.x.name}_at")
        for matrix in range(4):
            addresses = [evaluated(at, base=0, team=0, lane=8 * matrix + line) for line in range(8)]
            assert all(address % 16 == 0 for address in addresses)
            assert len({address % 128 for address in addresses}) == 8


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, local memory is what the rule counts, groups are tiles and slices."""
    rng = np.random.default_rng(1)
    for index in range(60):
        problem = _of(index)
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert (
            declared_bytes(text)
            <= local_bytes(params, copies_of(params, problem))
            <= HOPPER.declared_local_bytes
        )
        tiles = math.ceil(problem.m / params.tm) * math.ceil(problem.n / params.tn)
        assert math.prod(groups_of(KERNEL, params, problem)) == tiles * params.slices * problem.items
        kind = {FLOAT16: "f16", BFLOAT16: "bf16"}[problem.type_a]
        assert f"m16n8k16.row.col.f32.{kind}.{kind}.f32" in text


def test_a_text_serves_any_number_of_slices():
    """Only that of a batch names it; memory has room for the sums of all, and counters that begin at zero."""
    deep = replace(LARGE, m=100, n=100)
    four_slices, sixteen_slices = (KERNEL.space.point({"slices": slices}) for slices in (4, 16))
    assert KERNEL.source(four_slices, deep, OPENCL_C) == KERNEL.source(sixteen_slices, deep, OPENCL_C)
    batch = replace(deep, items=3)
    assert KERNEL.source(four_slices, batch, OPENCL_C) != KERNEL.source(sixteen_slices, batch, OPENCL_C)
    needed = KERNEL.memory(sixteen_slices, batch)
    assert needed["partial"].nbytes == 3 * 4 * 16 * 64 * 64 * 4
    assert needed["arrived"].nbytes == 3 * 4 * 4
    assert needed["arrived"].cleared
    assert KERNEL.memory(KERNEL.space.point({}), deep) == {}


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, Matmul(64, 64, 64, COMPLEX64), HOPPER, "all matrices are of halves"),
    ({}, Matmul(64, 64, 64, FLOAT32), HOPPER, "the form suits the operands and the accuracy"),
    ({"form": "parts"}, LARGE, HOPPER, "the form suits the operands and the accuracy"),
    ({"form": "tf32x3"}, Matmul(64, 64, 64, FLOAT32, accuracy="strict"), HOPPER, "the form suits"),
    ({"form": "parts"}, Matmul(64, 64, 64, FLOAT32, accuracy="strict"), HOPPER, "the form suits"),
    ({"form": "plain"}, Matmul(64, 64, 64, FLOAT32, accuracy="strict"), HOPPER, ""),
    ({"form": "plain", "a_bytes": 2}, Matmul(64, 64, 64, FLOAT32), HOPPER, "copies are of whole elements"),
    ({}, replace(LARGE, precision=FLOAT32), HOPPER, "all matrices are of halves"),
    ({}, replace(LARGE, accumulator=FLOAT16), replace(HOPPER, fp16=True), "all matrices are of halves"),
    ({}, replace(LARGE, accumulator=FLOAT16), HOPPER, "the device computes in this precision"),
    ({}, replace(LARGE, a="any"), HOPPER, "A and B have adjacent elements"),
    ({}, replace(LARGE, c="any"), HOPPER, ""),
    ({}, replace(LARGE, b_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(LARGE, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, replace(LARGE, accuracy="strict"), HOPPER, "arithmetic other than IEEE multiply-adds"),
    ({}, replace(LARGE, k=0), HOPPER, "at least one term"),
    ({}, LARGE, PLAIN_GPU, "compute capability 8.0"),
    ({}, LARGE, AMPERE, ""),
    ({"wm": 8}, LARGE, HOPPER, "instructions divide the part of a sub-group"),
    ({"tk": 16, "teams": 2}, LARGE, HOPPER, "teams divide the depth"),
    ({}, LARGE, replace(HOPPER, max_items=64), "the work-group fits the device"),
    ({"tm": 16, "tn": 8, "tk": 256, "wm": 16, "wn": 8, "a_bytes": 2}, LARGE, HOPPER, "copy whole lines"),
    ({"tm": 128, "tn": 128, "wm": 64, "wn": 64, "a_bytes": 2, "b_bytes": 2}, LARGE, HOPPER, "at most 176 registers"),
    ({"tk": 256, "stages": 4}, LARGE, HOPPER, "local memory holds all stages"),
    ({}, replace(LARGE, n=20), HOPPER, "the tile does not exceed twice C"),
    ({"band": 1}, replace(LARGE, m=1 << 23), HOPPER, "at most 65535"),
    ({}, replace(LARGE, m=1 << 23), HOPPER, ""),
    ({"slices": 128}, LARGE, HOPPER, "a slice of the depth has at least"),
    ({"slices": 3, "cluster": True}, LARGE, BY_CUDA, "divide the rows of the tile"),
    ({"tm": 8, "slices": 16, "cluster": True, "turned": True, "wm": 8}, LARGE, BY_CUDA, "divide the rows of the tile"),
    ({"slices": 8, "cluster": True}, LARGE, HOPPER, "clusters are launched by CUDA"),
    ({"slices": 8, "cluster": True}, LARGE, replace(AMPERE, extensions=(CUDA,)), "clusters are launched by CUDA"),
    ({"slices": 16, "cluster": True}, LARGE, replace(BY_CUDA, compute_capability=(12, 0)), "clusters are launched by"),
    ({"slices": 16, "cluster": True}, LARGE, replace(BY_CUDA, compute_units=114), "clusters are launched by"),
    ({"slices": 8, "cluster": True}, LARGE, replace(BY_CUDA, compute_units=7), "clusters are launched by"),
    ({"slices": 8, "cluster": True}, LARGE, replace(BY_CUDA, compute_units=114), ""),
    ({"slices": 16, "cluster": True}, LARGE, BY_CUDA, ""),
)  # fmt: skip


@pytest.mark.parametrize(("a", "b"), ORDERS)
def test_small_narrow_odd_and_deep_products_are_served(a, b):
    """All that Hopper's own instructions are not made for, on either architecture; large products go elsewhere."""
    for of, sizes in itertools.product(
        (FLOAT16, BFLOAT16),
        (
            (1, 1, 1),
            (13, 13, 13),
            (1, 4000, 4000),
            (5000, 3, 999),
            (20, 12, 13809),
            (700, 11, 7),
            (90, 716, 878),
        ),
    ):
        problem = _product(*sizes, a, b, of=of)
        for facts in (HOPPER, AMPERE):
            choice = choose(problem, facts)
            assert choice.kernel is KERNEL
            assert choice.params.slices > 8 or sizes[2] < 13809
    assert choose(_product(4096, 4096, 4096, a, b), HOPPER).kernel is not KERNEL
    assert choose(_product(4096, 4096, 4096, a, b), AMPERE).kernel is KERNEL


def test_copies_are_as_wide_as_dense_lines_allow():
    """16 bytes where they have a multiple of 8 elements, and so on down to one element."""
    for line, nbytes in ((64, 16), (68, 8), (70, 4), (71, 2)):
        assert KERNEL.suggested(_product(100, 100, line, "row", "col"), HOPPER).a_bytes == nbytes
        assert KERNEL.suggested(_product(100, line, 100), HOPPER).b_bytes == nbytes


def test_a_choice_takes_little_time():
    """All tiles and slices are compared as arrays: a few milliseconds even where a processor is shared by others."""
    taken = []
    for extra in range(9):
        start = time.process_time()
        assert list(KERNEL.suggestions(_product(100 + extra, 3000, 20000), HOPPER))
        taken.append(time.process_time() - start)
    assert min(taken) < 0.01


class TestKernel(RuleConformance, RandomPoints):
    """The kernel's rules and its results."""

    kernel, emulate, point = KERNEL, staticmethod(with_emulated_halves), SMALL
    cases, faults, one_in, refused = CASES, FAULTS, (9, 16), REFUSED

    def drawn(self, seed, rng):
        """Any sizes, orders, batches and triangles."""
        m, n = (int(size) for size in rng.integers(1, 150, 2))
        k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300, 530]))
        return replace(_of(seed), m=m, n=m if _of(seed).part else n, k=k)

    def short(self, params):
        """By the terms that a sub-group multiplies between barriers."""
        return params.wm * params.wn * params.tk <= 16 * 32 * 64
