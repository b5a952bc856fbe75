"""GEMM from split blocks on Hopper's matrix units, without one: texts, rules, launches, and what sums promise."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import product_bound
from autoblas.devices.opencl.compiler import MARK, needs_specific_target
from autoblas.devices.recording import HOPPER, PLAIN_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.emit.source import Source
from autoblas.kernels.nvidia.hopper.store import HopperEpilogue
from autoblas.kernels.nvidia.wgmma.params import SHORTEST, splits
from autoblas.plan.bound import steps_of
from autoblas.precision import COMPLEX64, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul, Split
from autoblas.problems.split import ASIDE, FAR, SPREAD, UNSCALED
from autoblas.testing.checks import assert_whole
from support.declarations import evaluated
from support.emulated_kernels import RuleConformance
from support.kernel_cases import choice_of, draw, draw_legal, walk
from support.kernel_checks import declared_bytes
from support.wgmma_cases import HALVES, KERNEL, LARGE, text_of

FORMS: tuple[tuple[dict[str, Any], Matmul], ...] = (
    ({"form": "half3"}, LARGE),
    ({"form": "half3", "joint": 2}, replace(LARGE, a="any", b="col", c="any")),
    ({"form": "tf32x3", "tn": 64}, replace(LARGE, items=3, listed=True)),
    ({"form": "tf32x3", "joint": 2}, replace(LARGE, items=3, shared="b")),
    ({"form": "tf32", "tn": 256, "turns": False}, replace(LARGE, accuracy="fast")),
    ({"form": "half1", "tn": 256, "stages": 4, "turns": False}, replace(LARGE, accuracy="fast", b="col")),
    ({"form": "half", "tn": 256, "turns": False}, HALVES),
    ({"form": "half", "tn": 192, "turns": False}, replace(HALVES, precision=FLOAT32, pure=True)),
)
all_forms = pytest.mark.parametrize(
    ("values", "problem"), FORMS, ids=lambda x: x.get("form", "") if isinstance(x, dict) else ""
)


def problems() -> Iterator[Matmul]:
    """Problems that the kernel serves, of every kind."""
    for index in itertools.count():
        types = ((FLOAT32, FLOAT32), (FLOAT16, FLOAT16), (FLOAT16, FLOAT32))[index % 3]
        depth = (256, 1000, 8192)[index % 3 - index % 2]
        kinds: dict[str, Any] = {"type_a": types[0], "type_b": types[0], "precision": types[1]}
        kinds |= {"accumulator": FLOAT32, "conjugate": "", "k": depth}
        kinds |= {"part": ("", "lower", "upper")[index % 5 % 3], "hermitian": False, "zeros": ""}
        kinds |= dict.fromkeys(("a_in", "b_in", "c_in"), "buffer")
        yield replace(walk(Matmul, index), **kinds, accuracy=("standard", "fast")[index // 3 % 2])


def test_texts_are_whole_at_random_points():
    """Arguments are those named, brackets pair up, local memory is what the rule counts, and traffic is plausible."""
    rng = np.random.default_rng(1)
    for problem in itertools.islice(problems(), 60):
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = assert_whole(KERNEL, params, problem)
        assert declared_bytes(text) + 1024 - 16 * params.stages <= HOPPER.declared_local_bytes


@pytest.mark.parametrize("part", ["lower", "upper"])
def test_of_a_pair_of_sums_those_in_the_triangle_are_stored(part):
    """Counted and passed over as ``put_some`` does, by every place of a pair about the diagonal and C's edge."""
    n = 21
    epilogue = HopperEpilogue(Source(OPENCL_C), Matmul(n, n, 64, FLOAT32, part=part), 64, [])
    for row, col, offset in itertools.product(range(n), range(0, n, 2), (0, 8)):
        first = col + offset
        counts = epilogue.existing_arguments("row", str(offset)).rsplit(", ", 1) if part == "upper" else None
        count_text, skip_text = counts or (epilogue.existing_arguments("row", str(offset)), "0")
        scope = {"row": row, "col": col, "n": n}
        count, skip = evaluated(count_text, **scope), evaluated(skip_text, **scope)
        stored = {first + j for j in range(2) if j < count and j >= skip}
        wanted = {c for c in (first, first + 1) if c < n and (c <= row if part == "lower" else c >= row)}
        assert stored == wanted


@pytest.mark.parametrize("part", ["lower", "upper"])
def test_whole_vectors_are_stored_only_inside_the_triangle(part):
    """Sixteen rows of a tile count as inside where each of their elements is wanted, and off the diagonal."""
    epilogue = HopperEpilogue(Source(OPENCL_C), Matmul(512, 512, 64, FLOAT32, part=part), 64, [])
    for row, tile_col, g in itertools.product(range(0, 512, 8), range(8), (0, 7)):
        inside = evaluated(
            epilogue.inside_triangle().replace("&&", "and"), row=row + g, g=g, tile_col=tile_col
        )
        rows, cols = range(row, row + 16), range(64 * tile_col, 64 * tile_col + 64)
        assert inside == (rows[0] > cols[-1] if part == "lower" else cols[0] > rows[-1])


@pytest.mark.parametrize("part", ["lower", "upper"])
def test_tiles_outside_the_triangle_are_passed_over_by_all(part):
    """By those that bring operands and by those that multiply, so that stages stay in step."""
    text = text_of({}, Matmul(2048, 2048, 2048, FLOAT32, part=part))
    conditions = re.findall(r"if \((.*)\) continue;", text)
    assert len(conditions) == 2
    assert len(set(conditions)) == 1
    for row, col in itertools.product(range(4), range(4)):
        outside = evaluated(conditions[0], tile_row=row, tile_col=col)
        assert outside == (col > row if part == "lower" else row > col)


@all_forms
def test_only_instructions_of_the_architecture_are_marked(values, problem):
    """The marks are those that the device lays open, and hide nothing that the front end knows."""
    text = text_of(values, problem)
    assert needs_specific_target(text)
    assert OPENCL_C.newest == MARK
    words = set(re.findall(rf"{MARK}(\w+)", text))
    assert words == {"wgmma", "setmaxnreg"}
    assert not re.search(rf"(?<!{MARK})(wgmma\.|setmaxnreg)", text)
    marked = [line for line in text.splitlines() if MARK in line]
    assert all(re.search(rf'{MARK}[^"]*;(\\n \}})?"', line) for line in marked), (
        "nothing may follow on its line"
    )


@all_forms
def test_blocks_are_multiplied_once(values, problem):
    """Small products in all pieces of the depth, then large ones, from the planes that hold their parts.

    With common factors, the first block's small ones come before the loop over the others, and the last one's large ones
    behind it; of one plane there are no small ones.
    """
    params = KERNEL.space.point(values)
    text = text_of(values, problem)
    a, b = splits(params, problem)
    calls = re.findall(
        r"^ +(MULTIPLY\w*)\(left(?: \+ (\d+))?, right(?: \+ (\d+))?, (.*)\);$", text, re.MULTILINE
    )
    small, large = ((1, 0), (0, 1)), ((0, 0),)
    lifted, joint = params.form == "half3", params.joint
    blocks: list[tuple[tuple[tuple[int, int], ...], str]] = []
    if lifted:
        continued = f"done % {joint} ? 1 : 0" if joint > 1 else "0"
        blocks += [(small, "0"), (large, continued), (small, "1"), (large, continued)]
    if a.planes > 1:
        for accumulate in ("0", "1")[: min(joint, 2)]:
            blocks += [(small, accumulate), (large, accumulate if lifted else "1")]
    elif a.scaled:
        blocks += [(large, "done > 0 ? 1 : 0")]
    else:
        blocks += [(large, "step ? 1 : 0")]
    expected = [
        (
            "MULTIPLY_SMALL" if lifted and pairs is small else "MULTIPLY",
            pair[0] * a.plane_bytes + piece * 32,
            pair[1] * b.plane_bytes + piece * 32,
            accumulate if (pair, piece) == (pairs[0], 0) else "1",
        )
        for pairs, accumulate in blocks
        for pair, piece in itertools.product(pairs, range(4))
    ]
    if a.form == "half1":
        expected = [("MULTIPLY_ALL", *call[1:]) for call in expected]
        expected += [
            ("MULTIPLY", piece * 32, start * 128 + piece * 32, "1" if piece else "0")
            for start in range(0, params.tn, params.part)
            for piece in range(4)
        ]
    assert [
        (name, int(first_matrix or 0) * 16, int(right or 0) * 16, accumulate)
        for name, first_matrix, right, accumulate in calls
    ] == expected


def test_teams_take_as_many_turns_as_they_pass_on():
    """One more is given before the first, by the team that comes second; without turns there are none."""
    for form, first in (("half3", 2), ("tf32x3", 0)):
        for joint in (1, 2):
            text = text_of({"form": form, "joint": joint, "tn": 64}, LARGE)
            taken, passed_on = (len(re.findall(word, text)) for word in (r"bar\.sync %0", r"bar\.arrive %0"))
            assert passed_on == taken + 1 == first + joint + 1
    assert not re.search(r"bar\.(sync|arrive)", text_of({"turns": False}, LARGE))


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, LARGE, HOPPER, ""),
    ({}, replace(LARGE, b_in="image"), HOPPER, "no operand is held in an image"),
    ({}, replace(LARGE, zeros="a_upper", spread=True), HOPPER, "C is not what the same product made"),
    ({}, Matmul(4096, 4096, 4096, FLOAT64), HOPPER, "all matrices are of floats"),
    ({}, Matmul(4096, 4096, 4096, COMPLEX64), HOPPER, "all matrices are of floats"),
    ({}, replace(LARGE, type_b=FLOAT16), HOPPER, "all matrices are of floats"),
    ({}, replace(HALVES, accumulator=FLOAT16), replace(HOPPER, fp16=True), "all matrices are of floats"),
    ({}, replace(HALVES, accumulator=FLOAT16), HOPPER, "the device computes in this precision"),
    ({}, replace(LARGE, accuracy="strict"), HOPPER, "other than IEEE multiply-adds"),
    ({}, replace(LARGE, k=0), HOPPER, "the sum has at least one term"),
    ({}, LARGE, PLAIN_GPU, "compute capability 9.0"),
    ({}, LARGE, replace(HOPPER, compute_capability=(10, 0)), "compute capability 9.0"),
    ({"form": "tf32", "turns": False}, LARGE, HOPPER, "the form suits the operands"),
    ({"form": "tf32", "turns": False}, replace(LARGE, accuracy="fast"), HOPPER, ""),
    ({"form": "half1", "turns": False}, LARGE, HOPPER, "the form suits the operands"),
    ({"form": "half1", "turns": False}, replace(LARGE, accuracy="fast", k=40), HOPPER, ""),
    ({"form": "half3"}, HALVES, HOPPER, "the form suits the operands"),
    ({"form": "half", "turns": False}, LARGE, HOPPER, "the form suits the operands"),
    ({"form": "half", "turns": False}, HALVES, HOPPER, ""),
    ({"stages": 4}, LARGE, HOPPER, "local memory holds the blocks"),
    ({"tn": 192, "stages": 2}, LARGE, HOPPER, "at most 192 registers"),
    ({"form": "half", "turns": False, "joint": 2}, HALVES, HOPPER, "leave the matrix units together"),
    ({"form": "half", "turns": True}, HALVES, HOPPER, "teams take turns"),
    ({"slices": 16}, replace(LARGE, k=960), HOPPER, "blocks of the depth for every slice"),
    ({"slices": 16}, replace(LARGE, k=1024), HOPPER, ""),
    ({}, replace(LARGE, k=255), HOPPER, "the sum is so long"),
    ({}, replace(LARGE, k=127), HOPPER, "sums of floats have 128 terms or more"),
    ({"joint": 2}, replace(LARGE, k=2047), HOPPER, "the sum is so long"),
    ({}, replace(LARGE, m=63), HOPPER, "at least 64 rows"),
    ({"form": "half", "tn": 256, "turns": False}, replace(HALVES, n=127), HOPPER, "do not exceed twice C's"),
    ({}, LARGE, replace(HOPPER, max_alloc_bytes=1 << 26), "fit in allocations"),
)  # fmt: skip


@pytest.mark.parametrize(
    "sizes", [(64, 64, 256), (1000, 1000, 1000), (4096,) * 3, (8192,) * 3, (300, 5000, 700)]
)
def test_all_sizes_have_a_suggestion(sizes: tuple[int, int, int]):
    """In the form that is fastest of those that are accurate enough, with blocks joined where that is faster."""
    for precision, accuracy, form in ((FLOAT32, "standard", "half3"), (FLOAT32, "fast", "half1"), (FLOAT16, "standard", "half")):  # fmt: skip
        problem = Matmul(*sizes, precision, accuracy=accuracy)  # type: ignore[arg-type]  # of a literal
        params = KERNEL.suggested(problem, HOPPER)
        assert KERNEL.refusal(params, problem, HOPPER) is None
        assert params.form == form
        assert params.groups == HOPPER.compute_units
        if form == "half3":
            assert params.joint == (4 if sizes[2] >= SHORTEST["half3"][4] else 1)


def test_a_few_terms_are_multiplied_as_tf32():
    """Of a large C: a block of halves is twice as deep, and half of it would be padding."""
    params = KERNEL.suggested(Matmul(8192, 8192, 32, FLOAT32, accuracy="fast"), HOPPER)
    assert params.form == "tf32"


def test_all_arguments_of_launches_have_values():
    """The splits come first and are given A and B, B by its columns; all names are those of a call's values."""
    names = {"m", "n", "k", "alpha", "beta", "alphas", "betas", "split_a", "split_b", "partial", "arrived"}
    names |= {f"{x}{word}" for x in "abc" for word in ("", "_offset", "_row", "_col", "_step", "_offsets")}
    rng = np.random.default_rng(3)
    for problem in itertools.islice(problems(), 24):
        choice = choice_of(KERNEL, draw_legal(KERNEL, problem, HOPPER, rng), problem, HOPPER)
        steps = steps_of(choice)
        assert [step.choice.kernel.name for step in steps] == ["split", "split", "gemm_wgmma"]
        assert all(set(step.sources) <= names for step in steps)
        for x, step, rows, across in zip("ab", steps, "mn", ("row", "col"), strict=False):
            sources = dict(zip((argument.name for argument in step.arguments), step.sources, strict=True))
            assert (sources["rows"], sources["depth"], sources["x"]) == (rows, "k", x)
            assert sources["x_row"] == f"{x}_{across}"
            assert step.choice.problem.batched == (problem.batched and x not in problem.shared)


def test_random_points_are_often_legal_somewhere():
    """A search has points to choose from for every form."""
    rng = np.random.default_rng(2)
    points = {draw(KERNEL, rng) for _ in range(4000)}
    for problem, count in ((LARGE, 60), (replace(LARGE, accuracy="fast"), 90), (HALVES, 30)):
        assert sum(KERNEL.refusal(p, problem, HOPPER) is None for p in points) >= count


def parts_of(q: Split, x: Any) -> tuple[Any, Any, Any, Any]:
    """First and second parts of each number, zeros where there is no second; its row's factor and flags."""
    words = q.reference(x).reshape(q.tiles, q.steps, -1)
    row, chunk = np.arange(q.width)[:, None], np.arange(8)
    offset = (row * 8 + (chunk ^ row % 8)).reshape(-1)
    size = q.plane_bytes // 4
    planes = (
        words[:, :, i * size : (i + 1) * size].reshape(q.tiles, q.steps, -1, 4)[:, :, offset]
        for i in range(q.planes)
    )
    first, *low_parts = (
        np.ascontiguousarray(plane).view(np.float16).astype(float).reshape(q.tiles, q.steps, q.width, -1)
        for plane in planes
    )
    second = low_parts[0] if low_parts else np.zeros_like(first)
    guards = words[:, :, q.planes * size :].reshape(q.tiles, q.steps, -1, 2, 64)
    factors, flags = (
        np.ascontiguousarray(guards[:, :, :, i]).reshape(q.tiles, q.steps, q.width) for i in range(2)
    )
    return first[0], second[0], factors.view(np.float32).astype(float)[0], flags[0] & (SPREAD | ASIDE | FAR)


@pytest.mark.parametrize("joint", [1, 4])
@pytest.mark.parametrize("kind", ["normal", "graded", "decaying", "identity"])
@pytest.mark.parametrize("form", ["half3", "half1"])
def test_certified_sums_are_as_accurate_as_promised(form, kind, joint):
    """The arithmetic of halves, all but the rounding of sums, on numbers that they hold badly.

    Whatever is not multiplied plainly errs less, for each element, than the bound of its accuracy allows.
    """
    rng = np.random.default_rng(5)
    k = 256
    a, b = rng.standard_normal((128, k)), rng.standard_normal((128, k))
    if kind == "graded":
        scale = np.exp2(rng.uniform(-20, 20, k))
        a, b = a * scale, b / scale
    if kind == "decaying":
        a, b = np.exp(-rng.uniform(0, 60, a.shape)), np.exp(-rng.uniform(0, 60, b.shape))
    if kind == "identity":
        a = np.eye(128, k) + 1e-10 * a
        b[np.arange(128), np.arange(128)] = 0
    a, b = a.astype(np.float32), b.astype(np.float32)
    q = Split(128, k, 128, form, joint=joint)
    (a1, a2, fa, sa), (b1, b2, fb, sb) = (parts_of(q, x) for x in (a, b))
    errors, plainly, spread = np.zeros((128, 128)), 0.0, False
    for start in range(0, q.steps, joint):
        blocks = range(start, start + joint)
        sums = sum(a1[i] @ b1[i].T + 2.0**-12 * (a2[i] @ b1[i].T + a1[i] @ b2[i].T) for i in blocks)
        flags = sa[start][:, None] | sb[start]
        scale = fa[start][:, None] * fb[start]
        assert not (flags & ASIDE).any()
        flags &= ~np.uint32(FAR)
        certain = (flags == 0) | (np.abs(sums) >= 2.0**7 * joint) | (scale == 0)
        part = slice(start * 64, (start + joint) * 64)
        exact = a[:, part].astype(float) @ b[:, part].astype(float).T
        errors += np.where(certain, np.abs(sums * scale - exact), 0)
        plainly += np.mean(~certain) / (q.steps // joint)
        spread |= bool((flags == SPREAD).any())
    magnitude = np.abs(a).astype(float) @ np.abs(b).astype(float).T
    fast = form == "half1"
    bound = product_bound(magnitude, a.astype(float) @ b.astype(float).T, 4, FLOAT32, fast=fast)
    assert np.all(errors <= bound), "each product and each certified sum errs by less than four roundings"
    assert spread == (kind != "normal")
    expected = {"normal": (0, 0), "decaying": (0, 0.1), "graded": (0.3, 1), "identity": (0, 0.5)}[kind]
    assert expected[0] <= plainly <= expected[1]


@pytest.mark.parametrize("tn", [64, 128])
def test_fragments_of_wide_numbers_are_cut_by_a_single_sub_group(tn):
    """The four of a team cut each of the fragments of B for two instructions' terms once, into the memory they are read from."""
    text = text_of({"tn": tn}, replace(LARGE, n=tn))
    count = {
        int(x)
        for x in re.findall(r"i < (\d+); \+\+i\) \{\s+const int pair = warp % 4 \+ 4 \* i, j = pair", text)
    }
    assert len(count) == 1
    pairs = sorted(warp + 4 * i for warp in range(4) for i in range(*count))
    assert pairs == list(range(2 * tn // 8))
    (least,) = {int(x) for x in re.findall(r"\(pair < (\d+) \?", text)}
    assert least == tn // 8
    assert 512 * least <= 8192, "in the team's rows of a plane of A"
    offsets = re.findall(r"ld\.shared\.v4\.b32 \{[^}]*\}, \[%4(?: \+ (\d+))?\]", text)
    assert sorted(int(x or 0) for x in offsets) == sorted(2 * [512 * j for j in range(tn // 8)])


def test_two_tf32_numbers_represent_what_halves_do_not():
    """All but the last digit of a float, as the kernel cuts it, wherever a row is not told to be far apart."""
    rng = np.random.default_rng(7)
    exponents = rng.integers(UNSCALED[0] - 127, UNSCALED[1] - 127 + 1, (128, 256))
    x = (
        rng.choice([-1, 1], exponents.shape) * np.ldexp(rng.uniform(1, 2, exponents.shape), exponents)
    ).astype(np.float32)
    x[np.abs(x) >= 2.0 ** (UNSCALED[1] - 126)] = 1
    *_, flags = parts_of(Split(128, 256, 128, "half3"), x)
    assert not (flags & FAR).any()
    high = ((x.view(np.uint32) + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)
    low = (((x - high).view(np.uint32) + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)
    assert np.all(np.abs(x.astype(float) - high - low) <= 2.0**-23 * np.abs(x))
    x[0, 0], x[1, 64] = 2.0**-101, 2.0**62
    *_, flags = parts_of(Split(128, 256, 128, "half3"), x)
    assert {(block, row) for block, row in zip(*np.nonzero(flags & FAR), strict=True)} == {(0, 0), (1, 1)}


class TestKernel(RuleConformance):
    """The kernel's rules."""

    kernel, refused = KERNEL, REFUSED

    def test_strict_products_get_no_suggestion(self):
        """They must be exact."""
        assert KERNEL.suggested(replace(LARGE, accuracy="strict"), HOPPER) is None
