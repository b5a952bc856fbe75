"""GEMM of floats in fragments: texts, with the instructions emulated, compute right, whatever the numbers; what a cut keeps."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.recording import HOPPER
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from autoblas.kernels.nvidia.hmma.floats import PARTS as PARTS_OF_A_NUMBER
from autoblas.kernels.nvidia.hmma.params import copies_of, local_bytes
from autoblas.kernels.nvidia.hmma.store import HmmaEpilogue
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import Fault, replacing
from support import special_values
from support.emulated_halves import with_emulated_halves
from support.emulated_kernels import RandomPoints
from support.kernel_cases import draw_legal, of_one_type, walk, with_lines
from support.kernel_checks import verdict

KERNEL = kernels()["gemm_hmma"]

EMULATED = with_emulated_halves(KERNEL)

SMALL = {"tm": 32, "tn": 32, "tk": 32, "wm": 16, "wn": 16, "stages": 2, "a_bytes": 4, "b_bytes": 4}
"""A tile whose text compiles fast, for lines that begin anywhere."""

PARTS, PAIRS, PLAIN = ({"form": form} for form in ("parts", "tf32x3", "plain"))


def _product(m: int, n: int, k: int, *orders: Any, **changes: Any) -> Matmul:
    a, b, c = (*orders, "row", "row", "row")[:3]
    return Matmul(m, n, k, FLOAT32, a, b, c, **changes)


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (_product(37, 22, 45), PARTS | {"tn": 16, "b_bytes": 8}),
    (_product(37, 21, 45, "col", "col"), PARTS | {"tm": 16, "tn": 16, "wn": 8, "teams": 2}),
    (_product(40, 32, 64, "row", "col"), PARTS | {"wm": 32, "a_bytes": 16, "b_bytes": 16, "stages": 3}),
    (_product(40, 24, 64, "col", "row"), PARTS | {"wn": 32, "a_bytes": 8, "b_bytes": 16, "turned": True}),
    (_product(5, 70, 333), PARTS | {"tm": 8, "tn": 64, "wm": 8, "turned": True, "slices": 3}),
    (_product(70, 3, 333, "row", "col", items=2), PARTS | {"tm": 64, "tn": 8, "wn": 8, "slices": 2, "teams": 2}),
    (_product(70, 70, 33, "row", "col", part="lower"), PARTS | {"tk": 16}),
    (_product(37, 22, 77), PAIRS | {"tn": 16, "b_bytes": 8}),
    (_product(37, 21, 77, "col", "col"), PAIRS | {"tm": 16, "tn": 16, "wn": 8, "tk": 64, "teams": 2}),
    (_product(40, 32, 96, "row", "col"), PAIRS | {"wm": 32, "a_bytes": 16, "b_bytes": 16, "stages": 3}),
    (_product(40, 24, 100, "col", "row"), PAIRS | {"wn": 32, "a_bytes": 8, "b_bytes": 16, "turned": True, "tk": 16}),
    (_product(5, 70, 333), PAIRS | {"tm": 8, "tn": 64, "wm": 8, "tk": 128, "turned": True, "slices": 3}),
    (_product(70, 3, 333, "row", "col", items=2), PAIRS | {"tm": 64, "tn": 8, "wn": 8, "slices": 5, "teams": 2}),
    (_product(37, 22, 45), PLAIN | {"wn": 32}),
    (_product(40, 24, 64, "col", "row"), PLAIN | {"a_bytes": 8, "b_bytes": 16, "turned": True}),
    (_product(9, 70, 333, "row", "col", accuracy="strict"), PLAIN | {"tm": 16, "tk": 64, "teams": 4, "slices": 3}),
    (_product(66, 40, 40, "col", "col", "any", items=2, listed=True), PLAIN | {"tk": 16, "a_bytes": 16}),
)  # fmt: skip
"""All forms, every order, length of copies, kind of batch and edge, in few programs."""


@pytest.mark.parametrize("values", [PARTS, PAIRS | {"tk": 64}], ids=lambda values: values["form"])
def test_the_way_out_for_all_numbers_computes_the_right_result(emulating, values):
    """Terms that parts cannot multiply are multiplied as they are: here all of them, whatever the numbers."""
    always = with_emulated_halves(KERNEL, replacing(r"if \((any|wrong0 .*) == 0\)", r"if (\1 != 0)"))
    problem = _product(37, 22, 77, "col", "row")
    assert verdict(emulating, always, SMALL | {"teams": 2} | values, problem) is None


@pytest.mark.budget(3)
@pytest.mark.parametrize("form", [PARTS, PAIRS, PLAIN], ids=lambda form: form["form"])
def test_special_values(emulating, form):
    """Infinities, NaN and subnormal numbers give what multiply-adds give, and wide ranges lose nothing."""
    params = KERNEL.space.point(SMALL | form)
    problem = Matmul(*special_values.SIZES, FLOAT32)
    plan = special_values.plan_of(emulating, EMULATED, params, problem)
    result = special_values.computed(emulating, plan, *special_values.operands(FLOAT32), problem)
    judge = special_values.judge
    judge(form["form"], result, problem, subnormals=True)


ODD, DEEP = _product(37, 33, 45), _product(20, 24, 300, "row", "col")

LONGER = _product(37, 33, 77)

WHOLE = _product(35, 35, 45)
"""Tiles of 32 columns are whole in it, also where three columns less are checked, and its lines begin anywhere."""

FAULTS = (
    Fault("the second parts are left out", ODD, r"first, second, left", "first, 0, left", PARTS),
    Fault("the products of second parts with first ones are added twice", ODD, r"new(\d_\d_\d) \+= small", r"new\1 += 2 * small", PARTS),
    Fault("what is left of second numbers is left out", LONGER, r"(short\d_\d) = as_uint\(y - y_high\)", r"\1 = 0", PAIRS),
    Fault("terms of a pair change places in one operand", LONGER, r'"=f"\(x\), "=f"\(y\)', '"=f"(y), "=f"(x)', PAIRS),
    Fault("sums are not lowered as much as numbers are lifted", LONGER, "0x1p-26f", "0x1p-25f", PAIRS),
    Fault("the second half of a team's terms is another team's", LONGER, r"\[%2 \+ 128\]", "[%2 + 64]", PAIRS | {"tk": 64, "teams": 2}),
    Fault("terms beyond the last are not zeros", ODD, r"clamp\(a_room, 0, 1\)|\(b_lines > \d+ \? b_count : 0\)", "1", PARTS),
    Fault("the last terms are left out", ODD, r"min\(lasting, 16\)", "min(lasting - 4, 16)", PLAIN),
    Fault("rounded lines begin elsewhere", WHOLE, r" \+ \(begins \+ \(row_part \+ g\) \* c_row\) % 4", "", PARTS),
    Fault("ends of rounded lines are left out", WHOLE, r"if \(shift > 0\)", "if (shift > 9)", PLAIN),
    Fault("a slice is left out", DEEP, r"\(s \+ 3 < slices\)", "(s + 3 < slices - 1)", PARTS | {"slices": 4, "tm": 16}),
    Fault("what other work-items added is left out", DEEP, r"four \+= \*", "four += 0 * *", PARTS | {"slices": 4, "teams": 2, "tm": 16}),
)  # fmt: skip


def test_a_cut_loses_no_digit():
    """Three numbers of bfloat16 add up to a float that is not too small; what does not fit shows in the remainder."""
    rng = np.random.default_rng(3)
    x = (rng.standard_normal(20000) * np.ldexp(1.0, rng.integers(-100, 120, 20000))).astype(np.float32)
    rest, total = x.copy(), np.zeros(x.shape)
    for part in range(PARTS_OF_A_NUMBER):
        bits = rest.view(np.uint32)
        word = (bits + 0x7FFF + (bits >> 16 & 1)) & np.uint32(0xFFFF0000)
        number = word.view(np.float32)
        assert (np.abs(number) <= np.ldexp(np.abs(x), -8 * part)).all() or part == 0
        total += number.astype(float)
        rest = rest - number
    assert np.array_equal(total, x.astype(float))


def test_two_numbers_lose_only_the_last_digit():
    """Scaled, both parts as tf32 have room for a float of any magnitude, but for its last digit and too large ones."""
    rng = np.random.default_rng(4)
    drawn = rng.standard_normal(40000) * np.ldexp(1.0, rng.integers(-149, 113, 40000))
    x = np.concatenate([drawn, np.ldexp(1.0, np.arange(-149, 113)), np.ldexp(4097.0, np.arange(-149, 100))])
    x = x.astype(np.float32)
    lifted = x * np.float32(2**13)
    high = ((lifted.view(np.uint32) + 0x1000) & 0xFFFFE000).view(np.float32)
    low = ((lifted - high).view(np.uint32) & 0xFFFFE000).view(np.float32)
    lost = np.abs(high.astype(float) + low - lifted.astype(float)) / 2**13
    digit = np.ldexp(1.0, np.maximum(np.frexp(np.abs(x))[1] - 24, -149))
    assert (lost <= digit).all()
    assert (np.abs(low) <= np.ldexp(np.abs(lifted), -10)).all()


def test_pairs_are_for_sums_of_at_least_64_terms():
    """Shorter ones err less in single precision."""
    point = KERNEL.space.point(SMALL | PAIRS)
    assert KERNEL.refusal(point, _product(40, 40, 64), HOPPER) is None
    assert "the form suits" in str(KERNEL.refusal(point, _product(40, 40, 63), HOPPER))


def test_local_memory_has_room_behind_the_stages():
    """The sums of all teams, of every work-item's four, and rounded lines."""
    rng = np.random.default_rng(1)
    for index in range(200):
        problem = _product(*(int(size) for size in rng.integers(1, 600, 3)), ("row", "col")[index % 2])
        p = draw_legal(KERNEL, problem, HOPPER, rng)
        c = HmmaEpilogue(Source(OPENCL_C), p, problem, [])
        assert local_bytes(p, copies_of(p, problem)) >= 4 * max(p.tm * c.line, 4 * p.items)


@pytest.mark.parametrize("side", [361, 448, 512])
def test_of_equals_the_tall_tile_comes_first(side):
    """Turned tiles are expected to take as long, and took 5 % longer."""
    params = next(KERNEL.legal_suggestions(_product(side, side, side), HOPPER))
    assert (params.tm, params.tn) == (64, 32)


def test_tiles_that_are_slow_turned_are_not_suggested():
    """Of 32 rows, with stages of 32 terms that two teams share; as they stand they are, and turned with 64 terms."""
    tiles = set()
    for m, n, k in itertools.product((32, 60, 182, 459, 640), (640, 881, 1566, 5030), (31, 200, 846, 949)):
        for p in KERNEL.legal_suggestions(_product(m, n, k), HOPPER):
            tiles.add((p.tm, p.tn, p.wm, p.wn, p.teams, p.tk))
    assert (64, 32, 16, 32, 2, 32) in tiles
    assert (32, 64, 32, 16, 2, 64) in tiles
    assert (32, 64, 32, 16, 2, 32) not in tiles


class TestKernel(RandomPoints):
    """The kernel's results."""

    kernel, emulate, point = KERNEL, staticmethod(with_emulated_halves), SMALL
    cases, faults, one_in = CASES, FAULTS, (9, 16)

    def drawn(self, seed, rng):
        """Any sizes, orders, batches and triangles."""
        m, n = (int(size) for size in rng.integers(1, 150, 2))
        k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300, 530]))
        part: Any = ("", "lower", "upper")[seed % 5 % 3]
        problem = with_lines(of_one_type(walk(Matmul, seed), FLOAT32), "ab")
        return replace(problem, m=m, n=m if part else n, k=k, part=part, conjugate="")

    def short(self, params):
        """By the elements that a sub-group computes."""
        return params.wm * params.wn <= 16 * 32
