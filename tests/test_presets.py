"""Names that other projects gave their kernels: read, written back, refused with reasons, and run."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from kernel_cases import choice_of

from autoblas import presets
from autoblas.cli import main
from autoblas.devices.opencl import OPENCL_C
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, PLAIN_GPU
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32, FLOAT64, INT32, UINT32
from autoblas.presets import adreno, chai, gatlas
from autoblas.problems import Matmul
from autoblas.runtime.trials import trial_for

if TYPE_CHECKING:
    from conftest import Rig

    from autoblas.devices.device import Facts
    from autoblas.presets.preset import Preset

SEED = "evergreenmatmul_4_8_4_2_0_0_10_0_400_400_400_1_0_10_10_4_4_23"
"""The kernel that Chai's text shows: ten products, floats by doubles, one operand in a buffer and two in images."""


def _source(preset: Preset) -> str:
    kernel = kernels()[preset.kernel]
    return kernel.source(kernel.space.point(preset.parameters), preset.problem, OPENCL_C)


# Grammars


@pytest.mark.parametrize("name", presets.names())
def test_a_name_is_a_kernel_and_the_kernel_is_that_name(name: str) -> None:
    """Every name that is listed is found, written back the same, and legal on some device."""
    preset = presets.find(name)
    grammar = next(each for each in presets._grammars() if each.decode(name, None))
    assert preset.name == name
    assert grammar.encode(preset) == name
    kernel = kernels()[preset.kernel]
    params = kernel.space.point(preset.parameters)
    assert None in [
        kernel.refusal(params, preset.problem, facts) for facts in (PLAIN_CPU, PLAIN_GPU, INTEL_GPU)
    ]


def test_no_name_is_listed_twice() -> None:
    """Grammars do not overlap."""
    names = presets.names()
    assert len(set(names)) == len(names)
    for name in names:
        assert sum(grammar.decode(name, None) is not None for grammar in presets._grammars()) == 1


def test_an_unknown_name_is_answered_with_examples() -> None:
    """The error names one kernel of every grammar."""
    with pytest.raises(ArgumentError, match=r"adreno_8x4, evergreen.*, gatlas1.*, naive; got gemm_fast"):
        presets.find("gemm_fast")


def test_sizes_replace_those_of_a_name() -> None:
    """Everything else stays."""
    for name, sizes in ((gatlas.NAMES[0], (64, 96, 32)), (SEED, (40, 80, 120)), ("adreno_8x4", (7, 8, 9))):
        own, other = presets.find(name), presets.find(name, sizes)
        assert (other.problem.m, other.problem.n, other.problem.k) == sizes
        assert other.parameters == own.parameters


# GATLAS


def test_the_winners_of_the_page_have_the_forms_it_prints() -> None:
    """Beside ``5120 5120 5120 8 4`` it prints ``0 argsMNK jkl``, ``10 inlineMNK klj`` and ``5 argsMNK lkj``."""
    for extra, inline, order in ((0, False, "jkl"), (10, True, "klj"), (5, False, "lkj")):
        preset = presets.find(f"gatlas1:gemm_image:1:0:5120:5120:5120:8:4:{extra}")
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
def test_the_first_generation_is_a_bijection(program: str) -> None:
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
        preset = presets.find(name)
        assert gatlas.encode(preset) == name
        seen.add((str(preset.problem), tuple(sorted(preset.parameters.items()))))
    assert len(seen) == extras * 4


@pytest.mark.parametrize("kind", gatlas.TYPES)
def test_the_second_generation_is_a_bijection(kind: str) -> None:
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
        preset = presets.find(name)
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
def test_gatlas_refuses_what_it_did_not_generate(name: str, sentence: str) -> None:
    """Each of its conditions has a sentence, with the multiple that a size should have."""
    with pytest.raises(ArgumentError) as caught:
        presets.find(name)
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
def test_operations_are_counted_as_gatlas_does(
    name: str, operations: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """MN(2K - 1) of a product, 2MN(K + 1) with alpha and beta, each times the pack; printed beside our own count."""
    preset = presets.find(name)
    assert gatlas.operations(preset.problem) == operations
    assert main(["print", "gemm", "--preset", name]) == 0
    said = f"// {operations} operations as GATLAS counts them, {preset.problem.flops()} as autoblas does\n"
    assert said in capsys.readouterr().out


def test_operations_on_vectors_are_counted_as_gatlas_does() -> None:
    """M(2N - 1) of a matrix times a vector, 2M(N + 1) with alpha and beta, 2MN of alpha X + Y; times the pack."""
    product = Matmul(300, 1, 500, FLOAT32, pure=True)
    assert gatlas.operations(product) == 300 * 999
    assert gatlas.operations(replace(product, pure=False)) == 2 * 300 * 501
    assert gatlas.operations(replace(product, items=7)) == 7 * 300 * 999
    assert gatlas.axpy_operations(300, 500) == 300_000
    assert gatlas.axpy_operations(300, items=7) == 4200


# Chai


def test_the_name_in_chais_text() -> None:
    """Ten products, 400 x 400 x 400, floats by doubles into floats, summed in floats as the listing does."""
    preset = presets.find(SEED)
    q, p = preset.problem, kernels()["gemm_block"].space.point(preset.parameters)
    assert (q.type_a, q.type_b, q.precision, q.accumulator) == (FLOAT32, FLOAT64, FLOAT32, FLOAT32)
    assert (q.m, q.n, q.k, q.items, q.shared, q.pure) == (400, 400, 400, 10, "", True)
    assert (q.a, q.b, q.a_in, q.b_in, q.c_in) == ("col", "row", "buffer", "image", "image")
    assert (p.va, p.staged, p.images, p.gy, p.gx, p.rm, p.rn) == (2, "a", "bc", 10, 10, 4, 4)
    assert (p.inline, p.order, p.ids, p.batch) == (True, "lkj", "global", "loop")
    text = _source(preset)
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


def test_names_of_both_forms() -> None:
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
        preset = presets.find(name)
        assert chai.encode(preset) == name
        assert preset.problem.precision is types[codes[2]]
        assert preset.problem.shared == ("", "a", "b")[sum(data)]
        wider = FLOAT64 if 8 in codes else types[codes[2]]
        assert preset.problem.accumulator is (wider if later else types[codes[2]])
        assert ("mad(" in _source(preset)) == (min(codes) >= 4)
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
def test_chai_refuses_what_it_did_not_generate(change: dict[int, int], sentence: str) -> None:
    """Each of its conditions has a sentence, with the multiple that a size should have."""
    numbers = [change.get(index, int(word)) for index, word in enumerate(SEED.split("_")[1:])]
    with pytest.raises(ArgumentError) as caught:
        presets.find("_".join(map(str, ["evergreenmatmul", *numbers])))
    assert str(caught.value).startswith(sentence)


def test_a_name_of_another_length_is_refused() -> None:
    """Eighteen numbers or nineteen."""
    with pytest.raises(ArgumentError, match="18 or 19 numbers"):
        presets.find(SEED + "_1_1")


# Adreno


def test_the_kernel_of_adrenos_text() -> None:
    """Four texels of B, eight vectors of A, and a sum of four products for each row, as in its listing."""
    preset = presets.find("adreno_8x4")
    text = _source(preset)
    assert "bv[i] = read_imagef(b, sampler, (int2)(col / 4, l + i));" in text
    assert "av[i] = vload4(0, a + (size_t)(row + i) * a_row + l);" in text
    assert "sum[i] += av[i].s0 * bv[0] + av[i].s1 * bv[1] + av[i].s2 * bv[2] + av[i].s3 * bv[3];" in text
    assert "vstore4(sum[i], 0, c + (size_t)(row + i) * c_row + col);" in text
    assert "if" not in text
    partial = _source(presets.find("adreno_8x4", (104, 100, 64)))
    assert "if (row < m && col < n) {" in partial
    assert "min(" not in partial
    assert kernels()["gemm_block"].options(kernels()["gemm_block"].space.point(preset.parameters)) == (
        "-cl-fast-relaxed-math",
    )


def test_work_groups_of_adreno() -> None:
    """A name may say which; one that no parameter has is refused."""
    preset = presets.find("adreno_8x4_16x32", (64, 64, 64))
    assert (preset.parameters["gy"], preset.parameters["gx"]) == (16, 32)
    assert adreno.encode(preset) == "adreno_8x4_16x32"
    assert adreno.encode(presets.find("adreno_8x4_16x16")) == "adreno_8x4"
    for name, sentence in (
        ("adreno_8x4_17x32", "gy: expected one of"),
        ("adreno_4x4", "name: expected adreno_8x4"),
    ):
        with pytest.raises(ArgumentError, match=sentence):
            presets.find(name)


@pytest.mark.parametrize(
    ("sizes", "facts", "group"),
    [
        ((1024, 1024, 64), PLAIN_GPU, (16, 16)),  # nobody idle in the largest group
        (
            (99, 99, 99),
            PLAIN_GPU,
            (13, 13),
        ),  # 13 x 26 of 13 x 25 work-items, where 16 x 16 would leave 187 idle
        ((1024, 1024, 64), replace(PLAIN_GPU, max_items=64), (4, 16)),
        ((1024, 1024, 64), replace(PLAIN_GPU, max_item_sizes=(8, 8, 8)), (8, 8)),
    ],
)
def test_adrenos_work_group_is_chosen_for_the_device(
    sizes: tuple[int, int, int], facts: Facts, group: tuple[int, int]
) -> None:
    """As few idle work-items as its limits allow; a name that says which group keeps it."""
    preset = presets.find("adreno_8x4", sizes)
    chosen = presets.fitted(preset, facts).parameters
    assert (chosen["gy"], chosen["gx"]) == group
    named = presets.find("adreno_8x4_4x8", sizes)
    assert presets.fitted(named, facts) == named


def test_encoding_something_else_is_refused() -> None:
    """A grammar writes only what it reads."""
    naive = presets.find("naive")
    for grammar in (adreno, chai, gatlas):
        with pytest.raises(ArgumentError):
            grammar.encode(naive)


# On devices

SMALL = {
    "gatlas1:gemm_image:1:0:5120:5120:5120:8:4:0": (64, 64, 64),
    "gatlas1:gemm_buffer:0:0:1024:1024:1024:8:5:11": (80, 64, 64),
    "gatlas1:mm_buffer:1:1:5440:5440:5440:10:4:10": (80, 80, 80),
    "gatlas1:mm_image:1:1:2240:2240:2240:8:4:17": (64, 64, 64),
    "gatlas2:floatimg-v:4:1:3520:3520:3520:0:1:8:8:7:4:20": (56, 64, 64),
    "gatlas2:double2:1:0:1024:1024:1024:0:0:8:8:10:2:3": (80, 64, 32),
    "gatlas2:doubleimg:2:0:1024:1024:1024:1:0:4:4:6:2:14": (48, 32, 32),
    "gatlas2:float1:1:1:1024:1024:1024:1:1:16:16:3:1:6": (96, 64, 64),
    "evergreenmatmul_4_4_4_4_1_2_1_1_1024_1024_1024_0_0_8_8_5_4_10": (80, 64, 64),
    "evergreenmatmul_8_4_8_0_2_0_3_1_0_400_400_400_0_1_4_4_5_4_7": (40, 32, 32),
    "evergreenmatmul_1_1_1_0_4_4_3_2_1_400_400_400_1_1_4_4_4_8_18": (32, 64, 32),
    "adreno_8x4": (64, 68, 64),
    "adreno_8x4_8x16": (61, 67, 63),
}
"""Kernels of every kind, and sizes that they may have in a test."""


@pytest.mark.parametrize("name", SMALL)
def test_presets_compute_the_right_result(as_written: Rig, name: str) -> None:
    """Each name's kernel, with its operands where it wants them, passes the check of the tuner's candidates."""
    preset = presets.find(name, SMALL[name])
    facts = as_written.device.facts
    choice = choice_of(
        kernels()[preset.kernel],
        kernels()[preset.kernel].space.point(preset.parameters),
        preset.problem,
        facts,
    )
    assert trial_for(as_written.device, as_written.queue, preset.problem).check(choice) is None


LISTED = dict.fromkeys((*gatlas.NAMES, *chai.NAMES, *adreno.NAMES), (64, 64, 64)) | {
    "gatlas1:mm_buffer:0:1:5440:5440:5440:10:4:10": (80, 80, 80),
    SEED: (40, 80, 40),
    "evergreenmatmul_8_8_8_0_0_0_10_1_0_400_400_400_0_1_8_8_5_2_7": (80, 64, 32),
}
"""The names that are listed, at sizes for a test; those of Intel have a file of their own."""


@pytest.mark.parametrize("name", LISTED)
def test_every_listed_name_computes_the_right_result(as_written: Rig, name: str) -> None:
    """With the work-group of the device where the name leaves it free."""
    preset = presets.fitted(presets.find(name, LISTED[name]), as_written.device.facts)
    kernel, facts = kernels()[preset.kernel], as_written.device.facts
    params = kernel.space.point(preset.parameters)
    assert kernel.refusal(params, preset.problem, facts) is None
    choice = choice_of(kernel, params, preset.problem, facts)
    assert trial_for(as_written.device, as_written.queue, preset.problem).check(choice) is None


def test_ten_products_of_the_seed(as_written: Rig) -> None:
    """Chai's kernel at its own sizes: ten products 400 x 400 x 400 of mixed types, packed into one launch."""
    preset = presets.find(SEED)
    facts, kernel = as_written.device.facts, kernels()[preset.kernel]
    choice = choice_of(kernel, kernel.space.point(preset.parameters), preset.problem, facts)
    assert choice.helpers == ()
    assert trial_for(as_written.device, as_written.queue, preset.problem).check(choice) is None


# Commands


def test_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line, with no size asked for."""
    assert main(["print", "gemm", "--presets"]) == 0
    assert tuple(capsys.readouterr().out.split()) == presets.names()


def test_a_preset_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own sizes or others, and without a device; a parameter may be held at another value."""
    monkeypatch.setattr("pyopencl.get_platforms", lambda: pytest.fail("a device was looked for"))
    assert main(["print", "gemm", "--preset", SEED]) == 0
    assert _source(presets.find(SEED)) in capsys.readouterr().out
    assert main(["print", "gemm", "--preset", SEED, "-n", "80", "-k", "40", "--fix", "inline=false"]) == 0
    out = capsys.readouterr().out
    assert "m=80 n=80 k=40" in out
    assert "const int m" in out
    assert main(["print", "gemm", "--preset", "L3_SIMD_8x4_1x8", "-k", "100"]) == 0
    assert "k=100 is not a multiple of 8" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["print", "gemm", "--preset", "nonsense"], 2, "preset: expected a name like adreno_8x4"),
        (["print", "gemm", "--preset", SEED, "-n", "81"], 2, "m: expected a multiple of 40; got 81"),
        (
            ["print", "gemm", "--preset", SEED, "--fix", "va=4", "--fix", "rm=6"],
            1,
            "vectors of A are adjacent",
        ),
        (["check", "gemm"], 2, "Missing option '-n'"),
    ],
)
def test_a_wrong_preset_is_one_sentence(
    words: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong stands on one line, with an exit status."""
    assert main(words) == status
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_a_preset_is_checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel, its parameters and the verdict; a wrong result fails the command."""
    command = ["check", "gemm", "--preset", "adreno_8x4", "-n", "99", "--device", "Portable"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "gemm_block: gy=13 gx=13 rm=8 rn=4" in out
    assert out.rstrip().splitlines()[-1].startswith("right: ")
    monkeypatch.setattr(
        "autoblas.runtime.trials.MatmulTrial.check", lambda self, choice: "element (1, 2) is off"
    )
    assert main(command) == 1
    assert "adreno_8x4 is wrong: element (1, 2) is off" in capsys.readouterr().err


def test_a_preset_that_a_device_cannot_run_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule is the message."""
    real: Any = presets.find("adreno_8x4_64x64", (4096, 4096, 64))
    kernel = kernels()[real.kernel]
    assert (
        kernel.refusal(kernel.space.point(real.parameters), real.problem, PLAIN_GPU)
        == "the work-group fits the device"
    )
    refusal = type(kernel).refusal
    monkeypatch.setattr(type(kernel), "refusal", lambda self, p, q, facts: refusal(self, p, q, PLAIN_GPU))
    command = [
        "check",
        "gemm",
        "--preset",
        "adreno_8x4_64x64",
        "-n",
        "512",
        "-m",
        "1024",
        "--device",
        "Portable",
    ]
    assert main(command) == 1
    assert "does not run here; what does not hold: the work-group fits the device" in capsys.readouterr().err
