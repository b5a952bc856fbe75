"""Intel's names of kernels: read, written, and run on every device in the exchange that it has."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from autoblas.cli import main
from autoblas.contrib.presets import Preset
from autoblas.contrib.presets.intel import (
    NAMES,
    decode,
    encode,
    for_device,
    hardware_threads,
    misfit,
    multiples,
)
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, SMALL_GPU
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.subgroup.params import REGISTER_BUDGET
from support.preset_cases import preset_verdict, text_of

SIZES = (134, 67, 75)
"""Larger than half of the largest tile along each axis, and no multiple of any."""

KHRONOS = replace(INTEL_GPU, extensions=("cl_intel_required_subgroup_size", "cl_khr_subgroups"))

GOLDEN = Path(__file__).parents[2] / "golden_intel"

KEPT = ("L3_SIMD_8x4_8x8_barrier", "block_read_4x1_1x8", "block_read_32x2_1x8", "block_read_16x4_4x8")
"""Names whose texts are kept in files; those without sub-groups are kept with their kernel's."""

every_name = pytest.mark.parametrize("name", NAMES)


def _decoded(name: str, sizes: tuple[int, int, int] | None = None) -> Preset:
    preset = decode(name, sizes)
    assert preset is not None
    return preset


def test_all_kernels_of_the_sample_are_known():
    """One plain, three through local memory, six by shuffles, eleven by blocks of images."""
    families = [name.partition("_")[0] for name in NAMES]
    assert len(set(NAMES)) == 21
    assert [families.count(family) for family in ("naive", "L3", "block")] == [1, 9, 11]
    assert sum(name.startswith("L3_SIMD") for name in NAMES) == 6


@every_name
def test_a_name_is_read_and_written(name):
    """Parameters and back, at the article's size and at another, and legal on the graphics it was made for."""
    for sizes in (None, (512, 256, 128)):
        preset = _decoded(name, sizes)
        assert encode(preset) == preset.name == name
        assert (preset.problem.m, preset.problem.n, preset.problem.k) == (sizes or (1024, 1024, 1024))
        kernel = kernels()[preset.kernel]
        assert kernel.refusal(kernel.space.point(preset.parameters), preset.problem, INTEL_GPU) is None


@pytest.mark.budget(one_in=9)
@every_name
def test_a_preset_is_right_on_every_device(as_written, name):
    """In the exchange that the device has: Intel's on Intel's runtime, local memory on PoCL."""
    preset = for_device(_decoded(name, SIZES), as_written.device.facts)
    assert preset_verdict(as_written, preset) is None
    if preset.kernel == "gemm_subgroup":
        with_sub_groups = as_written.device.facts.sub_groups
        assert preset.parameters["exchange"] == ("intel" if with_sub_groups else "local")


@pytest.mark.parametrize("name", ["L3_SIMD_16x2_4x8", "L3_SIMD_8x4_8x8_barrier", "block_read_16x2_4x8"])
def test_a_preset_is_right_with_khronos_sub_groups(intel, name):
    """Where Intel's extension is missing, which a runtime that has both stands in for."""
    only_khronos = replace(
        intel.device.facts,
        extensions=tuple(e for e in intel.device.facts.extensions if not e.startswith("cl_intel_subgroups")),
    )
    preset = for_device(_decoded(name, SIZES), only_khronos)
    text = text_of(preset)
    assert preset.parameters["exchange"] == "broadcast"
    assert "intel_sub_group_shuffle" not in text
    assert "intel_sub_group_block" not in text
    assert preset_verdict(intel, preset) is None


@pytest.mark.parametrize(
    ("name", "items", "tile"),
    [
        ("naive", 256, (16, 16)),
        ("L3_SLM_8x8_4x16", 64, (32, 128)),
        ("L3_SLM_8x8_8x16", 128, (64, 128)),
        ("L3_SLM_8x8_16x16", 256, (128, 128)),
        ("L3_SIMD_32x2_1x8", 8, (32, 16)),
        ("L3_SIMD_16x2_4x8", 32, (64, 16)),
        ("L3_SIMD_8x4_8x8_barrier", 64, (64, 32)),
        ("block_read_32x1_1x8", 8, (32, 8)),
        ("block_read_16x4_8x8", 64, (128, 32)),
        ("block_read_4x1_1x8", 8, (4, 8)),
    ],
)
def test_a_name_tells_the_tile(name, items, tile):
    """Work-items of a work-group, and the rows and columns of C that they compute together."""
    preset = _decoded(name)
    kernel = kernels()[preset.kernel]
    launch = kernel.geometry(kernel.space.point(preset.parameters), preset.problem)
    groups = [size // group for size, group in zip(launch.global_size, launch.local_size, strict=True)]
    assert math.prod(launch.local_size) == items
    assert (1024 // groups[1], 1024 // groups[0]) == tile


def test_texts_are_those_of_the_article():
    """Blocks of 4 rows and 8 terms, eight shuffles a step; the barrier in its variant only; no scaling anywhere."""
    taught = text_of(_decoded("block_read_4x1_1x8"))
    assert "intel_sub_group_block_read4(a, (int2)(start * 4, row))" in taught
    assert "intel_sub_group_block_read8(b, (int2)(col * 4, start))" in taught
    assert taught.count("intel_sub_group_shuffle(a0_0, ") == 8
    assert "__local" not in taught
    assert "barrier(" in text_of(_decoded("L3_SIMD_8x4_8x8_barrier"))
    assert "barrier(" not in text_of(_decoded("L3_SIMD_8x4_8x8"))
    assert "__local float a_tile" in text_of(_decoded("L3_SLM_8x8_4x16"))
    assert all("alpha" not in text_of(_decoded(name)) for name in NAMES)


@pytest.mark.parametrize("name", KEPT)
def test_texts_are_the_golden_ones(name, update_golden):
    """What an author of the sample would recognise; a change shows in a file that a reviewer reads."""
    path = GOLDEN / f"{name}.cl"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(_decoded(name)), encoding="utf-8", newline="\n")
    assert text_of(_decoded(name)) == path.read_text(encoding="utf-8")


def test_golden_texts_compile(intel):
    """As they stand in the files, which are all in use."""
    assert {path.stem for path in GOLDEN.iterdir()} == set(KEPT)
    for name in KEPT:
        program = intel.device.build((GOLDEN / f"{name}.cl").read_text(encoding="utf-8"), ())
        assert program.kernel("gemm_subgroup").kernel.num_args > 0


@pytest.mark.parametrize(
    "name",
    ["", "Naive", "naive_8x8", "L3_SIMD_8x4", "L3_SIMD_8x4_8x8_barriers", "L3_SLM_8_8_4_16", "adreno_8x4"],
)
def test_other_names_are_not_intels(name):
    """Somebody else may know them."""
    assert decode(name, None) is None


@pytest.mark.parametrize(
    ("name", "sizes", "message"),
    [
        ("L3_SIMD_7x2_1x8", None, "rm: expected one of 4, 8, 16, 32; got 7"),
        ("L3_SIMD_8x2_1x12", None, "width: expected one of 8, 16, 32; got 12"),
        ("L3_SIMD_8x2_2x8", None, "groups_m: expected one of 1, 4, 8; got 2"),
        ("L3_SIMD_8x4_1x8_barrier", None, "a barrier only where several sub-groups make up a work-group"),
        ("L3_SLM_8x8_4x16_barrier", None, "a barrier only where several sub-groups make up a work-group"),
        ("block_read_32x2_1x8", (31, 64, 64), "at least 32 rows and 16 columns of C"),
        ("block_read_16x4_4x8", (64, 31, 64), "at least 16 rows and 32 columns of C"),
    ],
)
def test_a_wrong_name_is_an_error(name, sizes, message):
    """Intel's grammar with numbers that no kernel has, or for a C that has no room for a tile."""
    with pytest.raises(ArgumentError, match=message):
        decode(name, sizes)


@pytest.mark.parametrize("name", ["L3_SIMD_8x1_4x16", "block_read_8x2_8x16_barrier", "L3_SLM_4x4_8x8"])
def test_names_that_the_sample_lacks_are_read_too(name):
    """The grammar says what they mean."""
    assert encode(_decoded(name)) == name


@pytest.mark.parametrize("values", [{"spans": 2}, {"load": "block"}, {"slices": 4}, {"multiply": "fma"}])
def test_what_has_no_name_is_not_written(values):
    """A name stands for its kernel and no other."""
    preset = _decoded("L3_SIMD_8x4_1x8")
    with pytest.raises(ArgumentError, match="a point of naive, L3_SLM, L3_SIMD or block_read"):
        encode(replace(preset, parameters={**preset.parameters, **values}))


@pytest.mark.parametrize(
    ("facts", "exchange", "load", "barrier"),
    [
        (INTEL_GPU, "intel", "image", True),
        (KHRONOS, "broadcast", "image", True),
        (PLAIN_CPU, "local", "image", False),
        (replace(INTEL_GPU, sub_group_sizes=(16, 32)), "local", "image", False),
        (SMALL_GPU, "local", "plain", False),
    ],
    ids=["Intel", "Khronos", "neither", "no width of 8", "no images"],
)
def test_a_device_gets_the_exchange_it_has(facts, exchange, load, barrier):
    """Intel's extension, then Khronos' sub-groups, then local memory; the tile stays, and so does the name."""
    made = _decoded("block_read_16x2_4x8_barrier")
    preset = for_device(made, facts)
    changed = {"exchange": exchange, "load": load, "barrier": barrier}
    assert preset == replace(made, parameters={**made.parameters, **changed})
    kernel = kernels()[preset.kernel]
    assert kernel.refusal(kernel.space.point(preset.parameters), preset.problem, facts) is None


def test_sizes_that_the_sample_would_refuse_are_reported():
    """With the multiple that each should be; at the article's sizes every tile is whole."""
    assert multiples("block_read_32x2_8x8") == (256, 16, 8)
    assert multiples("L3_SLM_8x8_16x16") == (128, 128, 8)
    assert all(misfit(_decoded(name)) is None for name in NAMES)
    report = str(misfit(_decoded("L3_SIMD_16x2_4x8", (96, 100, 20))))
    assert (
        "m=96 is not a multiple of 64, n=100 is not a multiple of 16, k=20 is not a multiple of 8" in report
    )
    with pytest.raises(ArgumentError, match="one of Intel's"):
        multiples("adreno_8x4")


@pytest.mark.parametrize(
    ("name", "lanes", "threads"), [("naive", 16, 65536), ("block_read_32x2_1x8", 8, 2048)]
)
def test_hardware_threads_are_those_of_the_article(name, lanes, threads, capsys):
    """What its profiler counts at 1024 x 1024, and what is printed of the kernel."""
    assert hardware_threads(_decoded(name), lanes) == threads
    assert main(["print", "gemm", "--preset", name]) == 0
    said = f"// {threads} hardware threads of {lanes} lanes on Intel's graphics\n"
    assert said in capsys.readouterr().out


@every_name
def test_every_preset_by_lanes_fits_the_registers_of_its_graphics(name):
    """The article's tiles were made for them: with 8 lanes all fit, with 16 the largest do not."""
    preset = _decoded(name)
    if preset.kernel != "gemm_subgroup":
        return
    kernel = kernels()[preset.kernel]
    assert REGISTER_BUDGET.predicate(kernel.space.point(preset.parameters), preset.problem, INTEL_GPU)
    if "32x2" in name or "16x4" in name:
        wider = kernel.space.point({**preset.parameters, "width": 16})
        assert not REGISTER_BUDGET.predicate(wider, preset.problem, INTEL_GPU)
