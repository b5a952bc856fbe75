"""The kernel that GATLAS, Chai and Adreno's are points of, without a device: what its texts say, and its rules."""

import itertools
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.precision import COMPLEX64, FLOAT64
from autoblas.problems import Matmul, Memory, Order
from support.block_cases import KERNEL, RAGGED, SMALL, STAGED, VECTORS, text_of
from support.kernel_cases import draw
from support.kernel_checks import BARRIER


def test_storage_orders_are_not_rewritten():
    """Each pair of orders has a kernel of its own: a transposed product is not computed as another one's transpose."""
    orders: tuple[Order, ...] = ("row", "col", "any")
    assert len({text_of(replace(RAGGED, a=a, b=b), **SMALL) for a in orders for b in orders}) == 9


def test_literal_sizes_need_no_arguments():
    """Sizes are in the text or arguments, never both."""
    values = SMALL | VECTORS
    inline, plain = (text_of(RAGGED, **values, inline=inline) for inline in (True, False))
    assert "const int m" in plain
    assert not re.search(r"\b[mnk]\b", inline)
    assert "l < 47" in inline
    arguments = KERNEL.arguments(KERNEL.space.point(values | {"inline": True}), RAGGED)
    assert not {"m", "n", "k"} & {argument.name for argument in arguments}


def test_a_pure_product_neither_scales_nor_reads():
    """Alpha and beta are not arguments, and C is only written."""
    text = text_of(replace(RAGGED, pure=True), **SMALL)
    assert "alpha" not in text
    assert "beta" not in text
    assert len(re.findall(r"\bc\[", text)) == 16
    assert len(re.findall(r"\bc\[.*\] = sum", text)) == 16


def test_texts_have_no_noise():
    """No number is multiplied by 1 or added to 0, whatever the point; same inputs, same text."""
    rng = np.random.default_rng(7)
    problems = [
        RAGGED,
        Matmul(64, 64, 64, FLOAT64, "col", "any", items=3),
        replace(RAGGED, precision=COMPLEX64, type_a=COMPLEX64, type_b=COMPLEX64, accumulator=COMPLEX64),
    ]
    texts = 0
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
        texts += 1
    assert texts > 20


def test_forms_show_in_the_text():
    """Each choice of form is what its description says."""
    values = SMALL | VECTORS
    assert "get_global_id(0) * 4" in text_of(RAGGED, **values)
    assert "(get_group_id(0) * 4 + get_local_id(0)) * 4" in text_of(RAGGED, **values, ids="group")
    assert "vec_type_hint(float4)" in text_of(RAGGED, **values, hint=True)
    assert "sum0 += a0.s0 * b0 + a0.s1 * b1 + a0.s2 * b2 + a0.s3 * b3;" in text_of(
        RAGGED, **values, statement="sum"
    )
    assert "sum0 = fma((float4)(a0.s0), b0, sum0);" in text_of(
        RAGGED, **values, statement="vector", multiply="fma"
    )
    assert "#pragma unroll" in text_of(RAGGED, **values, unroll=False)
    assert text_of(RAGGED, **values, barrier=True).count(BARRIER) == 1
    assert text_of(RAGGED, **values).count(BARRIER) == 0
    padded, dense = (text_of(RAGGED, **values, a_way="local", pad=pad) for pad in (1, 0))
    assert "float4 a_tile[40]" in padded
    assert "float4 a_tile[32]" in dense
    for name, flags in (("relaxed", ("-cl-fast-relaxed-math",)), ("mad", ("-cl-mad-enable",)), ("none", ())):
        assert OPENCL_C.flags(KERNEL.options(KERNEL.space.point({"flags": name}))) == flags


# Rules

DOUBLES = replace(RAGGED, precision=FLOAT64, type_a=FLOAT64, type_b=FLOAT64, accumulator=FLOAT64)
COMPLEX = replace(RAGGED, precision=COMPLEX64, type_a=COMPLEX64, type_b=COMPLEX64, accumulator=COMPLEX64)

REFUSALS: tuple[tuple[Any, Matmul, dict[str, Any], str], ...] = (
    (PLAIN_CPU, replace(RAGGED, a_in="image"), {}, "an operand that is held in an image is not taken from a buffer"),
    (SMALL_GPU, RAGGED, {"b_memory": "image"}, "the device has images where the parameters need one"),
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
    (PLAIN_CPU, RAGGED, {"swizzle": 4}, "bands of work-groups need group and local ids"),
    (PLAIN_CPU, RAGGED, {"batch": "loop"}, "a loop over the items needs a batch and a whole depth"),
    (PLAIN_CPU, RAGGED, {"barrier": True, "a_way": "local"}, "a barrier in every step is for operands that come directly"),
    (PLAIN_GPU, replace(RAGGED, m=512, n=512), {"gx": 64, "gy": 32}, "the work-group fits the device"),
    (SMALL_GPU, replace(RAGGED, m=512), {"gy": 16, "gx": 2}, "each side of the work-group fits the device"),
    (SMALL_GPU, replace(RAGGED, m=512, n=512), STAGED | {"rk": 8, "tk": 32}, "local memory holds the tiles"),
    (PLAIN_CPU, DOUBLES, {"rm": 16, "rn": 16, "gx": 1, "gy": 1}, "a work-item's registers hold its block"),
    (PLAIN_CPU, RAGGED, {"rm": 12, "rn": 16, "rk": 8, "gx": 1, "gy": 1}, "at most 768 multiply-adds are unrolled"),
    (PLAIN_CPU, replace(RAGGED, m=5), {"gy": 16}, "the tile does not exceed twice C"),
    (PLAIN_CPU, RAGGED, {"slices": 2}, "a slice of the depth has at least 128 terms"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "problem", "values", "sentence"), REFUSALS, ids=lambda v: v if isinstance(v, str) else ""
)
def test_rules_name_the_reason(facts, problem, values, sentence):
    """Points that do not work are refused in words, before any compiler sees them."""
    assert str(KERNEL.refusal(KERNEL.space.point(values), problem, facts)).startswith(sentence)


def test_a_height_matters_only_to_vectors():
    """A transposed A may have blocks of any height where it is read element by element."""
    odd = KERNEL.space.point({"rm": 5})
    assert KERNEL.refusal(odd, replace(RAGGED, a="col"), PLAIN_CPU) is None
    rows = KERNEL.space.point({"rm": 5, "va": 4, "a_memory": "image"})
    assert KERNEL.refusal(rows, RAGGED, PLAIN_CPU) is None


def test_there_is_always_a_suggestion():
    """On every kind of device, for every type and size, and wherever the operands are held."""
    for facts in (PLAIN_CPU, PLAIN_GPU, replace(SMALL_GPU, max_items=16, max_item_sizes=(16, 2, 1))):
        for problem, sizes in itertools.product(
            (RAGGED, COMPLEX, replace(RAGGED, a="any", c="any")), ((1, 1, 1), (4096, 3, 700), (512, 512, 512))
        ):
            memories: tuple[Memory, ...] = (
                ("buffer", "image") if facts.images and problem.a == "row" else ("buffer",)
            )
            for operand_kinds in itertools.product(memories, repeat=3):
                q = replace(problem, m=sizes[0], n=sizes[1], k=sizes[2])
                q = replace(q, a_in=operand_kinds[0], b_in=operand_kinds[1], c_in=operand_kinds[2])
                wanted = (KERNEL.space.point(values) for values in KERNEL.suggestions(q, facts))
                assert any(KERNEL.refusal(point, q, facts) is None for point in wanted)
