"""GATLAS's names of kernels: both generations, its conditions, and how it counts operations."""

import itertools
import random
from dataclasses import replace

import pytest

from autoblas.cli import main
from autoblas.contrib import presets
from autoblas.contrib.presets import gatlas
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul


def test_the_winners_of_the_page_have_the_forms_it_prints():
    """Beside ``5120 5120 5120 8 4`` it prints ``0 argsMNK jkl``, ``10 inlineMNK klj`` and ``5 argsMNK lkj``."""
    for extra, inline, order in ((0, False, "jkl"), (10, True, "klj"), (5, False, "lkj")):
        preset = presets.parse(f"gatlas1:gemm_image:1:0:5120:5120:5120:8:4:{extra}")
        values = kernels()["gemm_block"].space.point(preset.parameters)
        assert (values.inline, values.order) == (inline, order)
        assert (values.gy, values.gx, values.rm, values.rn, preset.problem.a, preset.problem.b) == (
            8,
            8,
            4,
            4,
            "col",
            "row",
        )
        assert (values.images, preset.problem.c_in, preset.problem.pure) == ("ab", "buffer", False)


@pytest.mark.parametrize("program", gatlas.PROGRAMS)
def test_the_first_generation_is_a_bijection(program):
    """Every extra parameter, with random shapes, is another kernel, and has one name."""
    rng = random.Random(3)
    seen = set()
    extras = 24 if program == "mm_image" else 12
    for extra, tall_a, tall_b in itertools.product(range(extras), (0, 1), (0, 1)):
        group, height = rng.choice((4, 8)), 4 if tall_a else rng.choice((1, 2, 5, 10))
        sizes = (
            group * height * rng.randint(1, 9),
            group * 4 * rng.randint(1, 9),
            group * 4 * rng.randint(1, 9),
        )
        numbers = (tall_a, tall_b, *sizes, group, height, extra)
        name = ":".join(["gatlas1", program, *map(str, numbers)])
        preset = presets.parse(name)
        assert gatlas.encode(preset) == name
        seen.add((str(preset.problem), tuple(sorted(preset.parameters.items()))))
    assert len(seen) == extras * 4


@pytest.mark.parametrize("kind", gatlas.TYPES)
def test_the_second_generation_is_a_bijection(kind):
    """Of each type every extra parameter, scaled or not, alone or packed, with the hint or without."""
    precision, length, memory = gatlas.TYPES[kind]
    seen, extras = set(), 24 if memory == "image" else 12
    cases = itertools.product((kind, f"{kind}-v"), (1, 7), (0, 1), (0, 1), range(extras))
    for index, (word, packed, general, tall, extra) in enumerate(cases):
        group, height = (8, 10, 16)[index % 3], (length, 3 * length)[index % 2]
        numbers = (
            packed,
            general,
            group * height,
            group * length,
            group * length * 2,
            tall,
            0,
            group,
            group,
            height,
            length,
            extra,
        )
        name = ":".join(["gatlas2", word, *map(str, numbers)])
        preset = presets.parse(name)
        assert gatlas.encode(preset) == name
        assert preset.problem.precision is precision
        assert preset.parameters["hint"] == (word == kind)
        assert (preset.parameters.get("batch") == "loop") == (packed > 1)
        seen.add((str(preset.problem), tuple(sorted(preset.parameters.items()))))
    assert len(seen) == 16 * extras


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gatlas1:mm_buffer:0:0:1024:1024:1024:8:4", "name: expected names like gatlas1:"),
        ("gatlas1:mm_texture:0:0:1024:1024:1024:8:4:0", "name: expected one of mm_buffer"),
        ("gatlas1:mm_buffer:0:0:1000:1024:1024:8:4:0", "m: expected a multiple of 32; got 1000"),
        ("gatlas1:mm_buffer:0:0:1024:1000:1024:8:4:0", "n: expected a multiple of 32; got 1000"),
        ("gatlas1:mm_buffer:0:0:1024:1024:1000:8:4:0", "k: expected a multiple of 32; got 1000"),
        ("gatlas1:mm_buffer:0:0:1024:1024:1024:9:4:0", "group: expected 1 to 8"),
        ("gatlas1:mm_image:0:0:1024:1024:1024:17:4:0", "group: expected 1 to 16"),
        ("gatlas1:mm_buffer:0:0:1024:1024:1024:8:11:0", "height: expected 1 to 10"),
        ("gatlas1:mm_image:1:0:1024:1024:1024:8:5:0", "height: expected 1 to 4"),
        (
            "gatlas1:mm_image:1:0:1024:1024:1024:8:2:0",
            "height: expected a multiple of 4, since A is transposed",
        ),
        ("gatlas1:mm_buffer:0:2:1024:1024:1024:8:4:0", "transposes: expected 0 or 1"),
        ("gatlas1:mm_buffer:0:0:1024:1024:1024:8:4:12", "extra: expected less than 12"),
        ("gatlas1:mm_image:0:0:1024:1024:1024:8:4:24", "extra: expected less than 24"),
        ("gatlas2:half4:1:0:64:64:64:0:0:8:8:4:4:0", "name: expected one of float1"),
        ("gatlas2:float4:0:0:64:64:64:0:0:8:8:4:4:0", "packed: expected at least 1"),
        ("gatlas2:float4:1:0:64:64:64:0:0:8:4:4:4:0", "group: expected a square"),
        ("gatlas2:float4:1:0:64:64:64:0:0:8:8:4:2:0", "width: expected 4, the vector length of float4"),
        ("gatlas2:doubleimg:1:0:64:64:64:0:0:8:8:4:2:24", "extra: expected less than 24"),
    ],
)
def test_gatlas_refuses_what_it_did_not_generate(name, sentence):
    """Each of its conditions has a sentence, with the multiple that a size should have."""
    with pytest.raises(ArgumentError) as caught:
        presets.parse(name)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "operations"),
    [
        ("gatlas1:mm_buffer:0:1:5440:5440:5440:10:4:10", 5440 * 5440 * (2 * 5440 - 1)),
        ("gatlas1:gemm_buffer:0:0:1024:1024:1024:8:4:11", 2 * 1024 * 1024 * 1025),
        ("gatlas2:floatimg:10:0:640:320:1280:1:0:8:8:8:4:4", 10 * 640 * 320 * 2559),
        ("gatlas2:floatimg:10:1:640:320:1280:1:0:8:8:8:4:4", 10 * 2 * 640 * 320 * 1281),
    ],
)
def test_operations_are_counted_as_gatlas_does(name, operations, capsys):
    """MN(2K - 1) of a product, 2MN(K + 1) with alpha and beta, each times the pack; printed beside our own count."""
    preset = presets.parse(name)
    assert gatlas.operations(preset.problem) == operations
    assert main(["print", "gemm", "--preset", name]) == 0
    said = f"// {operations} operations as GATLAS counts them, {preset.problem.flops()} as autoblas does\n"
    assert said in capsys.readouterr().out


def test_operations_on_vectors_are_counted_as_gatlas_does():
    """M(2N - 1) of a matrix times a vector, 2M(N + 1) with alpha and beta; times the pack."""
    product = Matmul(300, 1, 500, FLOAT32, pure=True)
    assert gatlas.operations(product) == 300 * 999
    assert gatlas.operations(replace(product, pure=False)) == 2 * 300 * 501
    assert gatlas.operations(replace(product, items=7)) == 7 * 300 * 999
