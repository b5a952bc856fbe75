"""GEMM of small float32 matrices: texts, with the instructions emulated, compute right; banks, rules, suggestions."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pytest
from conftest import Rig
from emulated_ptx import emulated
from kernel_cases import TYPES, choice_of, draw_legal, walk

from autoblas.devices.opencl import OPENCL_C, OpenCLDevice
from autoblas.devices.recording import HOPPER, PLAIN_CPU, PLAIN_GPU
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from autoblas.kernels.gemm_small import lines_of
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.runtime.choose import choose
from autoblas.runtime.plan import BoundPlan
from autoblas.runtime.trials import trial_for

if TYPE_CHECKING:
    from collections.abc import Callable

KERNEL = kernels()["gemm_small"]

BATCH = Matmul(64, 64, 64, FLOAT32, items=4096)

ORDERS: Any = tuple(itertools.product(("row", "col"), repeat=2))


def _of(problem: Matmul) -> Matmul:
    """The problem with all its matrices of floats, in buffers, in orders that the kernel serves."""
    types = dict.fromkeys(("precision", "type_a", "type_b", "accumulator"), FLOAT32)
    memory = dict.fromkeys(("a_in", "b_in", "c_in"), "buffer")
    orders = {x: "row" for x in "abc" if x == "c" or getattr(problem, x) == "any"}
    whole: dict[str, Any] = {"part": "", "hermitian": False, "zeros": "", "conjugate": ""}
    return replace(problem, **whole, **types, **memory, **orders)  # type: ignore[arg-type]  # fields by name


@pytest.fixture(scope="module")
def emulating(pocl: Rig) -> Rig:
    """PoCL's device, which says that it has the instructions."""
    device = OpenCLDevice(pocl.device.context, pocl.device.device)
    device.facts = replace(device.facts, compute_capability=(9, 0))
    return Rig(device, pocl.queue)


def _emulating(plant: Callable[[str], str] = lambda text: text) -> Any:
    """The kernel with its text changed by ``plant``, the instructions emulated; compiled fast, not well."""
    return replace(
        KERNEL,
        source=lambda p, q, d: emulated(plant(KERNEL.source(p, q, d))),
        options=lambda p: ("-cl-opt-disable",),
    )


def _verdict(
    rig: Rig, values: dict[str, Any], problem: Matmul, plant: Callable[[str], str] = lambda text: text
) -> str | None:
    """What the check says about a point whose text went through ``plant`` and is emulated."""
    params = KERNEL.space.point(values)
    assert KERNEL.refusal(params, problem, rig.device.facts) is None
    return trial_for(rig.device, rig.queue, problem).check(
        choice_of(_emulating(plant), params, problem, rig.device.facts)
    )


CASES: tuple[tuple[Matmul, dict[str, Any]], ...] = (
    (Matmul(32, 32, 32, FLOAT32, items=3), {}),
    (Matmul(70, 45, 37, FLOAT32, "row", "col", items=2, listed=True), {"tk": 8, "stages": 3}),
    (Matmul(33, 66, 20, FLOAT32, "col", "row", items=3, shared="b"), {"tn": 64, "rn": 8, "registers": 168}),
    (Matmul(65, 36, 53, FLOAT32, "col", "col"), {"tm": 64, "tk": 32}),
    (Matmul(31, 29, 8, FLOAT32, pure=True), {"tk": 8, "stages": 4}),
)
"""Every order, kind of batch and edge, in few programs."""


@pytest.mark.parametrize(("problem", "values"), CASES, ids=lambda x: str(x) if isinstance(x, Matmul) else "")
def test_the_text_computes_the_right_result(emulating: Rig, problem: Matmul, values: dict[str, Any]) -> None:
    """With what the instructions do written out, every address, guard and edge is right; nothing is misaligned."""
    assert _verdict(emulating, values, problem) is None


def test_one_text_serves_lines_of_any_length(emulating: Rig) -> None:
    """Vectors are copied where lines allow it, single elements elsewhere, in one program: sizes are arguments."""
    for a, b in (ORDERS[0], ORDERS[-1]):
        for size in (32, 33, 34, 35):
            assert _verdict(emulating, {}, Matmul(size, 67 - size, size + 9, FLOAT32, a, b)) is None


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40))
def test_random_points_compute_the_right_result(emulating: Rig, seed: int) -> None:
    """The same for random points, sizes, orders and batches."""
    rng = np.random.default_rng(seed)
    m, n = (int(size) for size in rng.integers(1, 150, 2))
    k = int(rng.choice([1, 5, 15, 16, 17, 31, 48, 77, 300]))
    problem = replace(_of(walk(Matmul, seed)), m=m, n=n, k=k)
    params = draw_legal(KERNEL, problem, emulating.device.facts, rng)
    assert _verdict(emulating, vars(params), problem) is None


PLAIN, TURNED = Matmul(44, 36, 52, FLOAT32), Matmul(44, 36, 52, FLOAT32, "col", "col")

FAULTS: tuple[tuple[str, Matmul, str, str], ...] = (
    ("the last row is read instead of others", PLAIN, r"min\(row0 \+ a_line, m - 1\)", "m - 1"),
    ("lines are stored in another order than read", PLAIN, r"a_line % 4 \* 4", "a_line % 2 * 4"),
    ("terms beyond the last are not zeros", PLAIN, r"next \+ b_line \+ 0 < k|clamp\(k - next - a_first, 0, 4\)", "4"),
    ("nor are those of other orders", TURNED, r"next \+ a_line \+ 0 < k|clamp\(k - next - b_first, 0, 4\)", "4"),
    ("odd lines are taken for aligned", Matmul(44, 36, 53, FLOAT32), r"(bool a_whole) = .*;", r"\1 = true;"),
    ("the end of a line of C is overrun", Matmul(44, 35, 52, FLOAT32), r"if \(room > 3\)", "if (room > 2)"),
    ("old elements are read where beta is 0", PLAIN, r"beta == 0 \?", "beta == 5 ?"),
    ("a stage is filled while it is used", PLAIN, r"stage = stage == .*;", "stage = 0;"),
    ("the last terms are left out", PLAIN, r"l >= k", "l + 16 > k"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "pattern", "by"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_a_planted_fault_is_found(emulating: Rig, problem: Matmul, pattern: str, by: str) -> None:
    """The emulation shows what is wrong, or written elsewhere."""

    def plant(text: str) -> str:
        changed = re.sub(pattern, by, text)
        assert changed != text
        return changed

    wrong = _verdict(emulating, {}, problem, plant)
    assert wrong is not None
    assert "wrong" in wrong or "written" in wrong


def test_an_empty_sum_leaves_beta_times_c(emulating: Rig) -> None:
    """Without terms nothing is copied, and no sum is anything but zero."""
    problem, facts = Matmul(40, 40, 0, FLOAT32), emulating.device.facts
    choice = choice_of(_emulating(), KERNEL.space.point({}), problem, facts)
    strides = {"a_row": 1, "b_row": 40, "c_row": 40, "a_col": 1, "b_col": 1, "c_col": 1}
    plan = BoundPlan(emulating.device, emulating.queue, choice, {"m": 40, "n": 40, "k": 0, **strides})
    c = np.arange(1600, dtype=np.float32)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memory = {name: cl.Buffer(emulating.queue.context, flags, hostbuf=c) for name in "abc"}
    plan({"alpha": 2.0, "beta": 3.0, "a_offset": 0, "b_offset": 0, "c_offset": 0, **memory}).wait()
    cl.enqueue_copy(emulating.queue, got := np.empty_like(c), memory["c"])
    np.testing.assert_array_equal(got, 3 * c)


POINTS: tuple[dict[str, Any], ...] = (
    {},
    {"tm": 64, "tn": 64, "tk": 32},
    {"tk": 8},
    {"tn": 64, "rn": 8, "registers": 168},
)


def _offset(load: str) -> int:
    found = re.search(r"\[%4 \+ (\d+)\]", load)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("values", POINTS, ids=str)
def test_reads_of_neighbours_lie_in_different_banks(values: dict[str, Any]) -> None:
    """Work-items of a sub-group that read different 16 bytes at once find them in different banks, or in one line."""
    params = KERNEL.space.point(values)
    for (a, b), piece in itertools.product(ORDERS, range(params.tk // 4)):
        for lines in lines_of(params, replace(BATCH, a=a, b=b)):
            src = Source(OPENCL_C)
            lines.declare_reads(src, "0", "lane")
            found = re.search(r"_at = (.*);", src.lines[-1])
            assert found is not None
            src.lines.clear()
            lines.read(src, 4, piece)
            for load in src.lines:
                places = [
                    eval(found[1], {"base": 0, "stage": 0, "lane": lane}) + _offset(load)
                    for lane in range(lines.lanes)
                ]
                assert len({place // 16 % 8 for place in places}) == lines.lanes


@pytest.mark.parametrize("values", POINTS, ids=str)
def test_lines_have_places_of_their_own(values: dict[str, Any]) -> None:
    """No two lines lie at one place, and those a work-item reads are those that it owns."""
    params = KERNEL.space.point(values)
    for a, b in ORDERS:
        for lines in lines_of(params, replace(BATCH, a=a, b=b)):
            assert sorted(map(lines.placed, range(lines.extent))) == list(range(lines.extent))
            for lane, e in itertools.product(range(lines.lanes), range(8)):
                owned = eval(lines.owned("lane", e), {"lane": lane})
                first = lines.placed(e // 4 * lines.block + e % 4)
                assert lines.placed(owned) == lane + first


def test_texts_are_whole_at_random_points() -> None:
    """Arguments are those named, brackets pair up, and all assembly is of the words that are known."""
    rng = np.random.default_rng(1)
    for index in range(40):
        problem = _of(walk(Matmul, index))
        params = draw_legal(KERNEL, problem, HOPPER, rng)
        text = KERNEL.source(params, problem, OPENCL_C)
        entry = re.search(r"^gemm_small\((.*)\)$", text, re.MULTILINE)
        assert entry is not None
        named = tuple(re.split(r"[ *]", argument)[-1] for argument in entry[1].split(", "))
        assert named == KERNEL.arguments(params, problem)
        assert all(text.count(left) == text.count(right) for left, right in ("{}", "()", "[]"))
        assert "asm" not in emulated(text)
        launch = KERNEL.geometry(params, problem)
        groups = [size // group for size, group in zip(launch.global_size, launch.local_size, strict=True)]
        assert groups[:2] == [math.ceil(problem.n / params.tn), math.ceil(problem.m / params.tm)]
        assert math.prod(groups[2:]) == problem.items
        assert f"reqd_work_group_size({params.items}, 1, 1)" in text
        assert KERNEL.traffic(params, problem) >= problem.min_bytes()
        assert KERNEL.options(params) == (f"-cl-nv-maxrregcount={params.registers}",)


REFUSED: tuple[tuple[dict[str, Any], Matmul, Any, str], ...] = (
    ({}, Matmul(64, 64, 64, FLOAT64), HOPPER, "all matrices are of type float32"),
    ({}, replace(BATCH, a="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(BATCH, c="any"), HOPPER, "each operand has adjacent elements"),
    ({}, replace(BATCH, a_in="image"), HOPPER, "no operand is held in an image"),
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


@pytest.mark.parametrize(
    ("values", "problem", "facts", "sentence"), REFUSED, ids=lambda x: x if isinstance(x, str) else ""
)
def test_rules_refuse_what_would_fail(
    values: dict[str, Any], problem: Matmul, facts: Any, sentence: str
) -> None:
    """Each rule is the one that refuses some point; a strict product is no reason, as nothing is rounded twice."""
    refusal = KERNEL.refusal(KERNEL.space.point(values), replace(problem, accuracy="strict"), facts)
    assert sentence in refusal if sentence and refusal else refusal is None and not sentence


def test_every_rule_is_among_them() -> None:
    """No rule is without a point that it refuses."""
    sentences = {rule.sentence for rule in (*KERNEL.space.requirements, *KERNEL.space.rules)}
    assert all(any(words and words in sentence for *_, words in REFUSED) for sentence in sentences)


@pytest.mark.parametrize(("a", "b"), ORDERS)
def test_batches_of_small_items_are_served(a: Any, b: Any) -> None:
    """Items that one tile holds, where there are many; larger and fewer ones are for other kernels."""
    for size in (20, 32, 33, 64):
        problem = Matmul(size, size, size, FLOAT32, a, b, items=4096)
        choice = choose(problem, HOPPER)
        assert choice.kernel.name == "gemm_small"
        assert min(choice.params.tm, choice.params.tn) >= min(size, 32)
    for other in (replace(BATCH, a=a, b=b, items=8), Matmul(256, 256, 64, FLOAT32, a, b, items=4096)):
        assert choose(other, HOPPER).kernel.name != "gemm_small"


def test_nothing_is_suggested_elsewhere() -> None:
    """Devices without the instructions never see the kernel, whatever the problem."""
    for index, facts in itertools.product(range(len(TYPES)), (PLAIN_CPU, PLAIN_GPU)):
        assert KERNEL.suggested(walk(Matmul, index), facts) is None
