"""The kernel that GATLAS, Chai and Adreno's are points of, on devices: every memory, type, form and edge, and faults."""

import itertools
import re
from dataclasses import replace
from typing import Any

import pytest

from autoblas.devices.recording import PLAIN_CPU
from autoblas.kernels.gemm.block.params import LOOP_ORDERS
from autoblas.plan.bound import steps_of
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, INT32, UINT32
from autoblas.problems import Matmul
from autoblas.testing.checks import assert_found, replacing, rewritten
from support.block_cases import KERNEL, RAGGED, SMALL, STAGED, VECTORS, text_of
from support.kernel_cases import choice_of
from support.kernel_checks import BARRIER, verdict, without_barrier

# Memories and types


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize("memories", tuple(itertools.product(("buffer", "image"), repeat=3)), ids="-".join)
def test_operands_are_in_buffers_or_images(as_written, memories):
    """All eight combinations, of a user's images and of copies; the padding of a user's image is not a number."""
    values = SMALL | VECTORS | {f"{x}_memory": memory for x, memory in zip("abc", memories, strict=True)}
    kinds = dict(zip(("a_in", "b_in", "c_in"), memories, strict=True))
    assert verdict(as_written, KERNEL, values, replace(RAGGED, **kinds)) is None
    pure = replace(RAGGED, pure=True)
    assert verdict(as_written, KERNEL, values | {"statement": "vector", "b_way": "local"}, pure) is None
    names = [
        step.choice.kernel.name
        for step in steps_of(choice_of(KERNEL, KERNEL.space.point(values), pure, as_written.device.facts))
    ]
    copies = ["texture" if memory == "image" else "" for memory in memories]
    assert names == [name for name in (*copies[:2], "gemm_block", copies[2]) if name]


@pytest.mark.budget(one_in=5)
@pytest.mark.parametrize("precision", [FLOAT16, FLOAT64, COMPLEX64, COMPLEX128, UINT32], ids=lambda p: p.name)
def test_images_have_all_types(as_written, precision):
    """Halves as floats, doubles and integers as integers, complex numbers part by part; by rows and by columns."""
    images = SMALL | {"a_memory": "image", "b_memory": "image"}
    conjugate = "b" if precision.is_complex else ""
    problem = replace(RAGGED, precision=precision, type_a=precision, type_b=precision, conjugate=conjugate)
    problem = replace(problem, accumulator=FLOAT32 if precision is FLOAT16 else precision, pure=True)
    assert verdict(as_written, KERNEL, images | {"c_memory": "image"}, problem) is None
    turned = replace(problem, a="col", b="col", a_in="image")
    assert verdict(as_written, KERNEL, images | {"a_way": "local"}, turned) is None


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize(
    "types", tuple(itertools.product((FLOAT32, FLOAT64), repeat=3)), ids=lambda t: "-".join(p.name for p in t)
)
def test_real_types_mix(as_written, types):
    """Each of A, B and C is a float or a double, summed in C's type or in the wider one."""
    a, b, c = types
    accumulator = c if a is b else FLOAT64
    problem = replace(RAGGED, type_a=a, type_b=b, precision=c, accumulator=accumulator)
    assert verdict(as_written, KERNEL, SMALL | VECTORS | (STAGED if b is c else {}), problem) is None


def test_halves_are_summed_in_floats(as_written):
    """Stored halves need no arithmetic in halves; some mixes of three types do as well."""
    halves = replace(RAGGED, type_a=FLOAT16, type_b=FLOAT16, precision=FLOAT16)
    assert verdict(as_written, KERNEL, SMALL | VECTORS | STAGED, halves) is None
    mixed = replace(RAGGED, type_a=FLOAT16, precision=FLOAT64, accumulator=FLOAT64)
    assert verdict(as_written, KERNEL, SMALL | VECTORS, mixed) is None
    assert "cl_khr_fp16" not in text_of(halves, **SMALL)


def test_integers_are_exact_and_never_fused(as_written):
    """Sums wrap modulo 2^32; ``mad`` is refused, which may round."""
    whole = replace(RAGGED, precision=INT32, type_a=INT32, type_b=INT32, accumulator=INT32)
    assert verdict(as_written, KERNEL, SMALL | VECTORS | STAGED, whole) is None
    fused = KERNEL.space.point({"multiply": "mad"})
    assert KERNEL.refusal(fused, whole, PLAIN_CPU) == "integers are multiplied and added plainly"


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("length", [1, 2, 8, 16])
def test_vectors_of_all_lengths(as_written, length):
    """Each operand has a length of its own: A along the depth, B and C along the columns, C also where it has gaps."""
    deep = {"gy": 2, "gx": 4, "rm": 2, "rn": 1, "rk": 16, "va": length}
    assert verdict(as_written, KERNEL, deep, RAGGED) is None
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
    assert (
        verdict(as_written, KERNEL, wide, replace(RAGGED, a="any", c="any" if length == 2 else "row")) is None
    )


# Structure


@pytest.mark.budget(30)
def test_the_six_orders_are_six(as_written):
    """Each nesting of the loops gives an order of its own to the same statements, and the right result."""
    values = SMALL | {"rk": 2, "va": 2, "vb": 4, "vc": 4, "multiply": "mad"}
    orders = {}
    for order in LOOP_ORDERS:
        assert verdict(as_written, KERNEL, values | {"order": order}, RAGGED) is None
        orders[order] = re.findall(r"sum\d.* = mad.*;", text_of(RAGGED, **values, order=order))
    assert len({tuple(statements) for statements in orders.values()}) == 6
    assert len({tuple(sorted(statements)) for statements in orders.values()}) == 1
    assert len(orders["jkl"]) == 32
    assert orders["jkl"][1] == "sum0.s0 = mad(a0.s1, b1.s0, sum0.s0);"  # the innermost index is the term
    assert orders["ljk"][1] == "sum0.s1 = mad(a0.s0, b0.s1, sum0.s1);"  # the column
    assert orders["lkj"][1] == "sum1.s0 = mad(a1.s0, b0.s0, sum1.s0);"  # the row


def test_loops_have_the_six_orders_too(as_written):
    """Loops that are not written out nest in the order asked for."""
    values = {**SMALL, "unroll": False}
    heads = set()
    for order in LOOP_ORDERS:
        text = text_of(RAGGED, **values, order=order)
        heads.add(re.sub(r"\s", "", "".join(re.findall(r"for \(int (\w) = 0; \w < 4", text))))
        assert "sum[i * 4 + j] += av[" in text
    assert len(heads) == 6
    assert verdict(as_written, KERNEL, values | {"order": "klj"}, RAGGED) is None


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("block", [(5, 4), (7, 2), (10, 6), (1, 3), (12, 1)], ids=lambda b: f"{b[0]}x{b[1]}")
def test_blocks_of_odd_heights(as_written, block):
    """Any number of rows, in work-groups that are not square; of a transposed A too, by single elements."""
    rm, rn = block
    values = {"gy": 3, "gx": 2, "rm": rm, "rn": rn, "rk": 2, "tk": 5, "vc": 2 - rn % 2} | (
        STAGED if rm % 2 else {}
    )
    assert verdict(as_written, KERNEL, values, replace(RAGGED, a="row" if rn % 2 else "col")) is None


SIZES = (*range(1, 18), 31, 100, 1000)


@pytest.mark.budget(3)
def test_all_sizes_are_computed(as_written):
    """Blocks and vectors that are larger than the matrix, equal to it, and everything between."""
    values = SMALL | VECTORS | {"rm": 2, "statement": "vector"}
    for index, size in enumerate(SIZES):
        way = {"a_way": "local"} if index % 2 else {}
        problem = Matmul(size, SIZES[-1 - index], SIZES[7 * index % len(SIZES)], FLOAT32)
        assert verdict(as_written, KERNEL, values | way, problem) is None


def test_guards_stand_only_where_sizes_need_them(as_written):
    """Whole tiles have none; where work-items end with C those beyond do nothing; else elements are guarded."""
    values = SMALL | VECTORS
    whole, items, elements = (
        text_of(Matmul(*sizes, FLOAT32), **values) for sizes in ((64, 64, 64), (60, 60, 64), (61, 61, 61))
    )
    assert "if" not in whole
    assert items.count("if (row < m && col < n) {") == 1
    assert "min(" not in items
    assert "min(row + 1, m - 1)" in elements
    for size in (64, 60):
        assert verdict(as_written, KERNEL, values, Matmul(size, size, size, FLOAT32)) is None


@pytest.mark.budget(one_in=9)
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
def test_all_forms_compute_the_same(as_written, values):
    """Parameters that change only the text, or the path through memory, change no result."""
    problem = replace(RAGGED, k=547) if "slices" in values else RAGGED
    assert verdict(as_written, KERNEL, SMALL | VECTORS | values, problem) is None


IN_IMAGES = {"a_memory": "image", "b_memory": "image", "c_memory": "image"}

BATCHES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"shared": "a"}, STAGED),
    ({"listed": True, "shared": "b"}, {}),
    ({"a_in": "image", "c_in": "image"}, IN_IMAGES),
)


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("way", ["grid", "loop"])
@pytest.mark.parametrize(("batch", "memories"), BATCHES, ids=["steps", "list", "images"])
def test_batches(as_written, way, batch, memories):
    """A work-group for each item, or one that takes all in turn; A or B may be the same for all of them."""
    problem = replace(RAGGED, items=3, **batch)
    values = SMALL | VECTORS | memories | {"batch": way}
    assert verdict(as_written, KERNEL, values, problem) is None
    launch = KERNEL.geometry(KERNEL.space.point(values), problem)
    assert (launch.global_size[2:] == (3,)) == (way == "grid")


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


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0])
def test_a_planted_fault_is_detected(as_written, fault):
    """A text that computes something else, or writes elsewhere, fails its check; as it was it passes."""
    _, problem, values, pattern, by = fault
    values = SMALL | VECTORS | {"multiply": "mad"} | values
    faulty = rewritten(KERNEL, replacing(pattern, by))
    assert_found(verdict(as_written, faulty, values, problem))


@pytest.mark.parametrize("which", [0, 1], ids=["first", "second"])
def test_a_missing_barrier_is_detected(intel, which):
    """GATLAS and Chai had only the first; the second one's absence shows where work-items of a group drift apart."""
    values, problem = VECTORS | STAGED | {"gy": 8, "gx": 8}, Matmul(128, 128, 128, FLOAT32)
    assert verdict(intel, KERNEL, values, problem) is None
    wrong = verdict(intel, rewritten(KERNEL, without_barrier(which)), values, problem)
    assert "elements are wrong" in str(wrong)
