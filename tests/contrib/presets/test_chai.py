"""Chai's names of kernels: the one in its text, both forms of names, and its conditions."""

import random

import pytest

from autoblas.contrib import presets
from autoblas.contrib.presets import chai
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32, FLOAT64, INT32, UINT32
from support.preset_cases import SEED, text_of


def test_the_name_in_chais_text():
    """Ten products, 400 x 400 x 400, floats by doubles into floats, summed in floats as the listing does."""
    preset = presets.parse(SEED)
    q, p = preset.problem, kernels()["gemm_block"].space.point(preset.parameters)
    assert (q.type_a, q.type_b, q.precision, q.accumulator) == (FLOAT32, FLOAT64, FLOAT32, FLOAT32)
    assert (q.m, q.n, q.k, q.items, q.shared, q.pure) == (400, 400, 400, 10, "", True)
    assert (q.a, q.b, q.a_in, q.b_in, q.c_in) == ("col", "row", "buffer", "image", "image")
    assert (p.va, p.staged, p.images, p.gy, p.gx, p.rm, p.rn) == (2, "a", "bc", 10, 10, 4, 4)
    assert (p.inline, p.order, p.ids, p.batch) == (True, "lkj", "global", "loop")
    text = text_of(preset)
    for line in (
        "__local float2 a_tile[880];",
        "for (int item = 0; item < 10; ++item) {",
        "for (int start = 0; start < 400; start += 40) {",
        "a_tile[y * 88 + x * 2 + 23] =",
        "for (int step = 0; step < 10; ++step) {",
        "as_double2(read_imageui(b, sampler, (int2)(col / 2 + 1, b_above + l + 3)))",
        "sum3.s3 = mad(a3_1.s1, b3_1.s1, sum3.s3);",
        "write_imagef(c, (int2)(col / 4, c_above + row + 3), sum3);",
    ):
        assert line in text
    assert text.count("mad(") == 64


def test_names_of_both_forms():
    """With and without the digit for shared operands; the later ones sum in the widest type."""
    types = {0: UINT32, 1: INT32, 4: FLOAT32, 8: FLOAT64}
    rng = random.Random(11)
    seen = set()
    for index in range(150):
        codes = [rng.choice((4, 8)) for _ in "abc"] if index % 3 else [rng.choice((0, 1))] * 3
        general, later = rng.randint(0, 1), rng.randint(0, 1)
        lengths = [rng.choice((0, 1, 2, 4)) for _ in "ab"] + [
            rng.choice((1, 2, 4) if general else (0, 1, 2, 4))
        ]
        packed = rng.choice((1, 10))
        data = [rng.randint(0, 2 if packed > 1 else 0)] * later
        side, height, width = rng.randint(4, 16), 4 * rng.randint(1, 3), 4 * rng.randint(1, 2)
        sizes = (side * height, side * width * 2, side * width)
        shape = (rng.randint(0, 1), rng.randint(0, 1), side, side, height, width, rng.randint(0, 23))
        name = "_".join(
            map(str, ["evergreenmatmul", *codes, *lengths, packed, *data, general, *sizes, *shape])
        )
        preset = presets.parse(name)
        assert chai.encode(preset) == name
        assert preset.problem.precision is types[codes[2]]
        assert preset.problem.shared == ("", "a", "b")[sum(data)]
        wider = FLOAT64 if 8 in codes else types[codes[2]]
        assert preset.problem.accumulator is (wider if later else types[codes[2]])
        assert ("mad(" in text_of(preset)) == (min(codes) >= 4)
        seen.add(name)
    assert len(seen) == 150


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({0: 3}, "types: expected codes among 0, 1, 4, 8"),
        ({0: 1}, "b: expected int32 like a"),
        ({3: 3}, "lengths: expected 0, 1, 2 or 4"),
        ({6: 0}, "packed: expected at least 1"),
        ({7: 1}, "memory of C: expected a buffer, since C is read"),
        ({8: 410}, "m: expected a multiple of 40; got 410"),
        ({9: 0}, "n: expected a multiple of 40; got 0"),
        ({10: 402}, "k: expected a multiple of 40; got 402"),
        ({11: 2}, "flags: expected 0 or 1"),
        ({13: 8}, "group: expected a square of 4 to 16"),
        ({13: 17, 14: 17}, "group: expected a square of 4 to 16"),
        ({15: 13}, "block: expected 2 to 12 rows"),
        ({15: 5}, "height: expected a multiple of 2, the vectors of a transposed A"),
        ({16: 6}, "width: expected a multiple of 4, the vectors of C"),
        ({17: 24}, "extra: expected less than 24"),
    ],
)
def test_chai_refuses_what_it_did_not_generate(change, sentence):
    """Each of its conditions has a sentence, with the multiple that a size should have."""
    numbers = [change.get(index, int(word)) for index, word in enumerate(SEED.split("_")[1:])]
    with pytest.raises(ArgumentError) as caught:
        presets.parse("_".join(map(str, ["evergreenmatmul", *numbers])))
    assert str(caught.value).startswith(sentence)


def test_a_name_of_another_length_is_refused():
    """Eighteen numbers or nineteen."""
    with pytest.raises(ArgumentError, match="18 or 19 numbers"):
        presets.parse(SEED + "_1_1")
