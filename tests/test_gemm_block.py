"""The kernel that GATLAS, Chai and Adreno's are points of: every memory, type, form and edge, and its rules."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from kernel_cases import choice_of, draw

from autoblas.devices.opencl import OPENCL_C
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.kernels import kernels
from autoblas.kernels.block_params import LOOP_ORDERS
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, UINT32
from autoblas.problems import Matmul
from autoblas.runtime.plan import steps_of
from autoblas.runtime.trials import trial_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Rig

    from autoblas.problems import Memory, Order

KERNEL = kernels()["gemm_block"]
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"

SMALL = {"gy": 2, "gx": 4, "tk": 4}
"""A work-group that leaves several of them in a small matrix, rows other than columns."""

VECTORS = {"va": 4, "vb": 4, "vc": 4}
STAGED = {"a_way": "local", "b_way": "local", "pad": 1}

RAGGED = Matmul(37, 41, 47, FLOAT32)
"""Sizes that no block divides, so that every size up to three smaller has the same text."""


def _verdict(
    rig: Rig, problem: Matmul, values: dict[str, Any], plant: Callable[[str], str] | None = None
) -> str | None:
    """What the check says, after ``plant`` changed the text."""
    facts = rig.device.facts
    params = KERNEL.space.point(values)
    assert KERNEL.refusal(params, problem, facts) is None
    changed = KERNEL
    if plant is not None:
        changed = replace(KERNEL, source=lambda p, q, d: plant(KERNEL.source(p, q, d)))
    return trial_for(rig.device, rig.queue, problem).check(choice_of(changed, params, problem, facts))


def _text(problem: Matmul, **values: Any) -> str:
    return KERNEL.source(KERNEL.space.point(values), problem, OPENCL_C)


# Memories and types


@pytest.mark.parametrize("memories", tuple(itertools.product(("buffer", "image"), repeat=3)), ids="-".join)
def test_each_operand_is_in_a_buffer_or_an_image(as_written: Rig, memories: tuple[Any, Any, Any]) -> None:
    """All eight combinations, of a user's images and of copies; the padding of a user's image is not a number."""
    values = SMALL | VECTORS | {f"{x}_memory": memory for x, memory in zip("abc", memories, strict=True)}
    held = dict(zip(("a_in", "b_in", "c_in"), memories, strict=True))
    assert _verdict(as_written, replace(RAGGED, **held), values) is None
    pure = replace(RAGGED, pure=True)
    assert _verdict(as_written, pure, values | {"statement": "vector", "b_way": "local"}) is None
    names = [
        step.choice.kernel.name
        for step in steps_of(choice_of(KERNEL, KERNEL.space.point(values), pure, as_written.device.facts))
    ]
    copies = ["texture" if memory == "image" else "" for memory in memories]
    assert names == [name for name in (*copies[:2], "gemm_block", copies[2]) if name]


@pytest.mark.parametrize("precision", [FLOAT16, FLOAT64, COMPLEX64, COMPLEX128, UINT32], ids=lambda p: p.name)
def test_images_hold_every_type(as_written: Rig, precision: Any) -> None:
    """Halves as floats, doubles and integers as integers, complex numbers part by part; by rows and by columns."""
    images = SMALL | {"a_memory": "image", "b_memory": "image"}
    conjugate = "b" if precision.is_complex else ""
    problem = replace(RAGGED, precision=precision, type_a=precision, type_b=precision, conjugate=conjugate)
    problem = replace(problem, accumulator=FLOAT32 if precision is FLOAT16 else precision, pure=True)
    assert _verdict(as_written, problem, images | {"c_memory": "image"}) is None
    turned = replace(problem, a="col", b="col", a_in="image")
    assert _verdict(as_written, turned, images | {"a_way": "local"}) is None


@pytest.mark.parametrize(
    "types", tuple(itertools.product((FLOAT32, FLOAT64), repeat=3)), ids=lambda t: "-".join(p.name for p in t)
)
def test_real_types_mix(as_written: Rig, types: tuple[Any, Any, Any]) -> None:
    """Each of A, B and C is a float or a double, summed in C's type or in the wider one."""
    a, b, c = types
    accumulator = c if a is b else FLOAT64
    problem = replace(RAGGED, type_a=a, type_b=b, precision=c, accumulator=accumulator)
    assert _verdict(as_written, problem, SMALL | VECTORS | (STAGED if b is c else {})) is None


def test_halves_are_summed_in_floats(as_written: Rig) -> None:
    """Stored halves need no arithmetic in halves; some mixes of three types do as well."""
    halves = replace(RAGGED, type_a=FLOAT16, type_b=FLOAT16, precision=FLOAT16)
    assert _verdict(as_written, halves, SMALL | VECTORS | STAGED) is None
    mixed = replace(RAGGED, type_a=FLOAT16, precision=FLOAT64, accumulator=FLOAT64)
    assert _verdict(as_written, mixed, SMALL | VECTORS) is None
    assert "cl_khr_fp16" not in _text(halves, **SMALL)


def test_integers_are_exact_and_never_fused(as_written: Rig) -> None:
    """Sums wrap modulo 2^32; ``mad`` is refused, which may round."""
    whole = replace(RAGGED, precision=INT32, type_a=INT32, type_b=INT32, accumulator=INT32)
    assert _verdict(as_written, whole, SMALL | VECTORS | STAGED) is None
    fused = KERNEL.space.point({"multiply": "mad"})
    assert KERNEL.refusal(fused, whole, PLAIN_CPU) == "integers are multiplied and added plainly"


@pytest.mark.parametrize("length", [1, 2, 8, 16])
def test_vectors_of_every_length(as_written: Rig, length: int) -> None:
    """Each operand has a length of its own: A along the depth, B and C along the columns, C also where it has gaps."""
    deep = {"gy": 2, "gx": 4, "rm": 2, "rn": 1, "rk": 16, "va": length}
    assert _verdict(as_written, RAGGED, deep) is None
    wide = {
        "gy": 4,
        "gx": 1,
        "rm": 1,
        "rn": 16,
        "rk": 1,
        "vb": length,
        "vc": 16 // length,
        "statement": "vector",
    }
    assert _verdict(as_written, replace(RAGGED, a="any", c="any" if length == 2 else "row"), wide) is None


# Structure


def test_the_six_orders_are_six(as_written: Rig) -> None:
    """Each nesting of the loops gives an order of its own to the same statements, and the right result."""
    values = SMALL | {"rk": 2, "va": 2, "vb": 4, "vc": 4, "multiply": "mad"}
    orders = {}
    for order in LOOP_ORDERS:
        assert _verdict(as_written, RAGGED, values | {"order": order}) is None
        orders[order] = re.findall(r"sum\d.* = mad.*;", _text(RAGGED, **values, order=order))
    assert len({tuple(statements) for statements in orders.values()}) == 6
    assert len({tuple(sorted(statements)) for statements in orders.values()}) == 1
    assert len(orders["jkl"]) == 32
    assert orders["jkl"][1] == "sum0.s0 = mad(a0.s1, b1.s0, sum0.s0);"  # the innermost index is the term
    assert orders["ljk"][1] == "sum0.s1 = mad(a0.s0, b0.s1, sum0.s1);"  # the column
    assert orders["lkj"][1] == "sum1.s0 = mad(a1.s0, b0.s0, sum1.s0);"  # the row


def test_loops_have_the_six_orders_too(as_written: Rig) -> None:
    """Loops that are not written out nest in the order asked for."""
    values = {**SMALL, "unroll": False}
    heads = set()
    for order in LOOP_ORDERS:
        text = _text(RAGGED, **values, order=order)
        heads.add(re.sub(r"\s", "", "".join(re.findall(r"for \(int (\w) = 0; \w < 4", text))))
        assert "sum[i * 4 + j] += av[" in text
    assert len(heads) == 6
    assert _verdict(as_written, RAGGED, values | {"order": "klj"}) is None


@pytest.mark.parametrize("block", [(5, 4), (7, 2), (10, 6), (1, 3), (12, 1)], ids=lambda b: f"{b[0]}x{b[1]}")
def test_blocks_of_odd_heights(as_written: Rig, block: tuple[int, int]) -> None:
    """Any number of rows, in work-groups that are not square; of a transposed A too, by single elements."""
    rm, rn = block
    values = {"gy": 3, "gx": 2, "rm": rm, "rn": rn, "rk": 2, "tk": 5, "vc": 2 - rn % 2} | (
        STAGED if rm % 2 else {}
    )
    assert _verdict(as_written, replace(RAGGED, a="row" if rn % 2 else "col"), values) is None


SIZES = (*range(1, 18), 31, 100, 1000)


def test_every_size_is_computed(as_written: Rig) -> None:
    """Blocks and vectors that are larger than the matrix, equal to it, and everything between."""
    values = SMALL | VECTORS | {"rm": 2, "statement": "vector"}
    for index, size in enumerate(SIZES):
        way = {"a_way": "local"} if index % 2 else {}
        problem = Matmul(size, SIZES[-1 - index], SIZES[7 * index % len(SIZES)], FLOAT32)
        assert _verdict(as_written, problem, values | way) is None


def test_guards_stand_only_where_sizes_need_them(as_written: Rig) -> None:
    """Whole tiles have none; where work-items end with C those beyond do nothing; else elements are guarded."""
    values = SMALL | VECTORS
    whole, items, elements = (
        _text(Matmul(*sizes, FLOAT32), **values) for sizes in ((64, 64, 64), (60, 60, 64), (61, 61, 61))
    )
    assert "if" not in whole
    assert items.count("if (row < m && col < n) {") == 1
    assert "min(" not in items
    assert "min(row + 1, m - 1)" in elements
    for size in (64, 60):
        assert _verdict(as_written, Matmul(size, size, size, FLOAT32), values) is None


@pytest.mark.parametrize(
    "values",
    [
        {"ids": "group"},
        {"ids": "group", "swizzle": 4},
        {"ids": "group", "swizzle": 8, "gy": 1, "gx": 1} | STAGED,
        {"inline": True, "hint": True},
        {"barrier": True},
        {"multiply": "fma", "statement": "vector", "flags": "mad"},
        {"statement": "sum", "unroll": False, "flags": "relaxed"},
        {"statement": "vector", "unroll": False, "order": "lkj"} | STAGED,
        {"slices": 2, "inline": True} | STAGED,
        {"slices": 4, "vc": 4, "vb": 2, "rk": 8},
        {"a_way": "local", "tk": 1, "pad": 1},
        {"b_way": "local", "tk": 7, "rk": 2, "va": 2},
    ],
    ids=lambda values: " ".join(f"{name}={value}" for name, value in values.items()),
)
def test_every_form_computes_the_same(as_written: Rig, values: dict[str, Any]) -> None:
    """What changes the text only, or the way through memory, changes no result."""
    problem = replace(RAGGED, k=547) if "slices" in values else RAGGED
    assert _verdict(as_written, problem, SMALL | VECTORS | values) is None


IN_IMAGES = {"a_memory": "image", "b_memory": "image", "c_memory": "image"}

BATCHES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"shared": "a"}, STAGED),
    ({"listed": True, "shared": "b"}, {}),
    ({"a_in": "image", "c_in": "image"}, IN_IMAGES),
)


@pytest.mark.parametrize("way", ["grid", "loop"])
@pytest.mark.parametrize(("batch", "memories"), BATCHES, ids=["steps", "list", "images"])
def test_batches(as_written: Rig, way: str, batch: dict[str, Any], memories: dict[str, Any]) -> None:
    """A work-group for each item, or one that takes all in turn; A or B may be the same for all of them."""
    problem = replace(RAGGED, items=3, **batch)
    values = SMALL | VECTORS | memories | {"batch": way}
    assert _verdict(as_written, problem, values) is None
    launch = KERNEL.geometry(KERNEL.space.point(values), problem)
    assert (launch.global_size[2:] == (3,)) == (way == "grid")


def test_storage_orders_are_not_rewritten() -> None:
    """Each pair of orders has a kernel of its own: a transposed product is not computed as another one's transpose."""
    orders: tuple[Order, ...] = ("row", "col", "any")
    assert len({_text(replace(RAGGED, a=a, b=b), **SMALL) for a in orders for b in orders}) == 9


# Text


def test_literal_sizes_need_no_arguments() -> None:
    """Sizes are in the text or arguments, never both."""
    values = SMALL | VECTORS
    inline, plain = (_text(RAGGED, **values, inline=inline) for inline in (True, False))
    assert "const int m" in plain
    assert not re.search(r"\b[mnk]\b", inline)
    assert "l < 47" in inline
    names = KERNEL.arguments(KERNEL.space.point(values | {"inline": True}), RAGGED)
    assert not {"m", "n", "k"} & set(names)


def test_a_pure_product_neither_scales_nor_reads() -> None:
    """Alpha and beta are not arguments, and C is only written."""
    text = _text(replace(RAGGED, pure=True), **SMALL)
    assert "alpha" not in text
    assert "beta" not in text
    assert len(re.findall(r"\bc\[", text)) == 16
    assert len(re.findall(r"\bc\[.*\] = sum", text)) == 16


def test_texts_have_no_noise() -> None:
    """Nothing is multiplied by 1 or added to 0, whatever the point; same inputs, same text."""
    rng = np.random.default_rng(7)
    problems = [
        RAGGED,
        Matmul(64, 64, 64, FLOAT64, "col", "any", items=3),
        replace(RAGGED, precision=COMPLEX64, type_a=COMPLEX64, type_b=COMPLEX64, accumulator=COMPLEX64),
    ]
    seen = 0
    for index in range(3000):
        params, problem = draw(KERNEL, rng), problems[index % 3]
        if index % 3 == 2:
            params = replace(params, statement="element", vc=1)
        params = replace(params, c_memory="buffer", slices=1, batch="grid", swizzle=1)
        if KERNEL.refusal(params, problem, PLAIN_CPU) is not None:
            continue
        text = KERNEL.source(params, problem, OPENCL_C)
        assert not re.search(r"\* 1\b|\+ 0\b|/ 1\b|- 0\b|\b0 \+|\b1 \*", text), text
        assert text == KERNEL.source(params, problem, OPENCL_C)
        seen += 1
    assert seen > 20


def test_forms_are_seen_in_the_text() -> None:
    """Each choice of form is what its description says."""
    values = SMALL | VECTORS
    assert "get_global_id(0) * 4" in _text(RAGGED, **values)
    assert "(get_group_id(0) * 4 + get_local_id(0)) * 4" in _text(RAGGED, **values, ids="group")
    assert "vec_type_hint(float4)" in _text(RAGGED, **values, hint=True)
    assert "sum0 += a0.s0 * b0 + a0.s1 * b1 + a0.s2 * b2 + a0.s3 * b3;" in _text(
        RAGGED, **values, statement="sum"
    )
    assert "sum0 = fma((float4)(a0.s0), b0, sum0);" in _text(
        RAGGED, **values, statement="vector", multiply="fma"
    )
    assert "#pragma unroll" in _text(RAGGED, **values, unroll=False)
    assert _text(RAGGED, **values, barrier=True).count(BARRIER) == 1
    assert _text(RAGGED, **values).count(BARRIER) == 0
    padded, dense = (_text(RAGGED, **values, a_way="local", pad=pad) for pad in (1, 0))
    assert "float4 a_tile[40]" in padded
    assert "float4 a_tile[32]" in dense
    assert KERNEL.options(KERNEL.space.point({"flags": "relaxed"})) == ("-cl-fast-relaxed-math",)
    assert KERNEL.options(KERNEL.space.point({"flags": "mad"})) == ("-cl-mad-enable",)
    assert KERNEL.options(KERNEL.space.point({})) == ()


# Rules

DOUBLES = replace(RAGGED, precision=FLOAT64, type_a=FLOAT64, type_b=FLOAT64, accumulator=FLOAT64)
COMPLEX = replace(RAGGED, precision=COMPLEX64, type_a=COMPLEX64, type_b=COMPLEX64, accumulator=COMPLEX64)

REFUSALS: tuple[tuple[Any, Matmul, dict[str, Any], str], ...] = (
    (PLAIN_CPU, replace(RAGGED, a_in="image"), {}, "an operand that is held in an image is not taken from a buffer"),
    (SMALL_GPU, RAGGED, {"b_memory": "image"}, "the device has images where the parameters ask for one"),
    (SMALL_GPU, replace(RAGGED, b_in="image"), {}, "the device has images where an operand is held in one"),
    (PLAIN_CPU, RAGGED, {"c_memory": "image"}, "C is written to an image only where"),
    (PLAIN_CPU, replace(RAGGED, pure=True, k=512), {"c_memory": "image", "slices": 2}, "C is written to an image only"),
    (PLAIN_CPU, replace(RAGGED, m=9000), {"a_memory": "image"}, "images are within the device's limits"),
    (PLAIN_CPU, replace(RAGGED, a="any", a_in="image"), {"a_memory": "image"}, "an image holds adjacent elements"),
    (PLAIN_CPU, replace(RAGGED, a_in="image", items=2, listed=True), {}, "the items of a list lie in plain memory"),
    (PLAIN_CPU, RAGGED, {"va": 8}, "vectors of A are adjacent elements, and divide"),
    (PLAIN_CPU, replace(RAGGED, a="col"), {"va": 2, "rm": 5}, "vectors of A are adjacent elements, and divide"),
    (PLAIN_CPU, replace(RAGGED, a="any"), {"va": 2}, "vectors of A are adjacent elements, and divide"),
    (PLAIN_CPU, replace(RAGGED, a="col"), {"a_memory": "image", "rm": 5}, "vectors of A are adjacent elements"),
    (PLAIN_CPU, RAGGED, {"vb": 4, "rn": 6}, "vectors of B are adjacent elements, and divide"),
    (PLAIN_CPU, RAGGED, {"vc": 4, "rn": 6}, "vectors of C divide the columns of a work-item"),
    (PLAIN_CPU, COMPLEX, {"vc": 2}, "complex elements are multiplied and stored one by one"),
    (PLAIN_CPU, RAGGED, {"statement": "sum", "multiply": "mad"}, "the sum of several terms is written plainly"),
    (PLAIN_CPU, DOUBLES, {"flags": "relaxed"}, "relaxed arithmetic is not for doubles"),
    (PLAIN_CPU, RAGGED, {"swizzle": 4}, "work-groups walk in bands by group and local ids"),
    (PLAIN_CPU, RAGGED, {"batch": "loop"}, "a loop over the items needs a batch and a whole depth"),
    (PLAIN_CPU, RAGGED, {"barrier": True, "a_way": "local"}, "a barrier in every step is for operands that come directly"),
    (PLAIN_GPU, replace(RAGGED, m=512, n=512), {"gx": 64, "gy": 32}, "the work-group fits the device"),
    (SMALL_GPU, replace(RAGGED, m=512), {"gy": 16, "gx": 2}, "each side of the work-group fits the device"),
    (SMALL_GPU, replace(RAGGED, m=512, n=512), STAGED | {"rk": 8, "tk": 32}, "local memory holds the tiles"),
    (PLAIN_CPU, DOUBLES, {"rm": 16, "rn": 16, "gx": 1, "gy": 1}, "a work-item's registers hold its block"),
    (PLAIN_CPU, RAGGED, {"rm": 12, "rn": 16, "rk": 8, "gx": 1, "gy": 1}, "at most 768 multiply-adds are written out"),
    (PLAIN_CPU, replace(RAGGED, m=5), {"gy": 16}, "the tile does not exceed twice C"),
    (PLAIN_CPU, RAGGED, {"slices": 2}, "a slice of the depth has at least 128 terms"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "problem", "values", "sentence"), REFUSALS, ids=lambda v: v if isinstance(v, str) else ""
)
def test_a_rule_says_why(facts: Any, problem: Matmul, values: dict[str, Any], sentence: str) -> None:
    """What does not work is refused in words, before any compiler sees it."""
    assert str(KERNEL.refusal(KERNEL.space.point(values), problem, facts)).startswith(sentence)


def test_a_height_matters_only_to_vectors() -> None:
    """A transposed A may have blocks of any height where it is read element by element."""
    odd = KERNEL.space.point({"rm": 5})
    assert KERNEL.refusal(odd, replace(RAGGED, a="col"), PLAIN_CPU) is None
    rows = KERNEL.space.point({"rm": 5, "va": 4, "a_memory": "image"})
    assert KERNEL.refusal(rows, RAGGED, PLAIN_CPU) is None


def test_there_is_always_a_suggestion() -> None:
    """On every kind of device, for every type and size, and wherever the operands are held."""
    for facts in (PLAIN_CPU, PLAIN_GPU, replace(SMALL_GPU, max_items=16, max_item_sizes=(16, 2, 1))):
        for problem, sizes in itertools.product(
            (RAGGED, COMPLEX, replace(RAGGED, a="any", c="any")), ((1, 1, 1), (4096, 3, 700), (512, 512, 512))
        ):
            memories: tuple[Memory, ...] = (
                ("buffer", "image") if facts.images and problem.a == "row" else ("buffer",)
            )
            for held in itertools.product(memories, repeat=3):
                q = replace(problem, m=sizes[0], n=sizes[1], k=sizes[2])
                q = replace(q, a_in=held[0], b_in=held[1], c_in=held[2])
                wanted = (KERNEL.space.point(values) for values in KERNEL.suggestions(q, facts))
                assert any(KERNEL.refusal(point, q, facts) is None for point in wanted)


# Faults

FAULTS: tuple[tuple[str, Matmul, dict[str, Any], str, str], ...] = (
    ("both barriers are missing", RAGGED, STAGED, re.escape(BARRIER), ""),
    ("the edge is not guarded", RAGGED, {}, r"if \(row \+ 1 < m\)", "if (true)"),
    ("columns beyond the last are written", RAGGED, {}, r"\), n - col\);", "), 4);"),
    ("elements of C are skipped", RAGGED, {"vc": 1}, r"if \(col \+ 2 < n\)", "if (col + 2 < n && (row != 8 || col != 12))"),
    ("a row is skipped", RAGGED, {}, r"if \(row \+ 2 < m\)", "if (row + 2 < m && row != 8)"),
    ("the strides of A are exchanged", replace(RAGGED, a="any", k=41), {"va": 1}, r"\* a_(row|col)", r"* (a_col + a_row - a_\1)"),
    ("the last term is left out", RAGGED, {}, r"first_a\((.*), k - l\)", r"first_a(\1, k - l - 1)"),
    ("zeros beyond the depth are missing", RAGGED, {"va": 1, "b_memory": "image"}, r"l( \+ \d)? < k \?", "true ?"),
    ("an image's padding is multiplied", replace(RAGGED, a_in="image"), {"a_memory": "image"}, r"keep_a\((.*), k - l\)", r"\1"),
    ("C is read where beta is 0", RAGGED, {}, r"beta == 0 \? ", "false ? "),
    ("alpha is forgotten", RAGGED, {}, r"alpha \*", "1 *"),
    ("a step of the tile is left out", RAGGED, STAGED, r"step < min\(4", "step < min(3"),
    ("items are exchanged", replace(RAGGED, items=3), {"batch": "loop"}, r"item \* b_step", "(2 - item) * b_step"),
    ("the texels of B are exchanged", RAGGED, {"b_memory": "image"}, r"\(int2\)\(col / 4, l\)", "(int2)(col / 4 ^ 1, l)"),
    ("operands are swapped", RAGGED, {}, r"mad\(a(\d)\.s(\d), b\2", r"mad(a\1.s\2, b0"),
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0])
def test_a_planted_fault_is_found(
    as_written: Rig, fault: tuple[str, Matmul, dict[str, Any], str, str]
) -> None:
    """A text that computes something else, or writes elsewhere, fails its check; as it was it passes."""
    _, problem, values, pattern, by = fault
    values = SMALL | VECTORS | {"multiply": "mad"} | values

    def plant(text: str) -> str:
        changed = re.sub(pattern, by, text)
        assert changed != text
        return changed

    wrong = _verdict(as_written, problem, values, plant)
    assert wrong is not None
    assert "wrong" in wrong or "written" in wrong


@pytest.mark.parametrize("which", [0, 1], ids=["first", "second"])
def test_a_missing_barrier_is_found(intel: Rig, which: int) -> None:
    """GATLAS and Chai had only the first; the second one's absence shows where work-items of a group drift apart."""

    def plant(text: str) -> str:
        pieces = text.split(BARRIER)
        assert len(pieces) == 3
        return pieces[0] + (BARRIER if which else "") + pieces[1] + ("" if which else BARRIER) + pieces[2]

    values = VECTORS | STAGED | {"gy": 8, "gx": 8}
    assert _verdict(intel, Matmul(128, 128, 128, FLOAT32), values) is None
    wrong = _verdict(intel, Matmul(128, 128, 128, FLOAT32), values, plant)
    assert wrong is not None
    assert "elements are wrong" in wrong
