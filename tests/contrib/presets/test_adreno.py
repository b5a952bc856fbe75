"""Adreno's name of a kernel: the text that it stands for, and its work-groups."""

from dataclasses import replace

import pytest

from autoblas.contrib import presets
from autoblas.contrib.presets import adreno
from autoblas.devices.recording import PLAIN_GPU
from autoblas.emit.dialect import CompilerOptions
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from support.preset_cases import text_of


def test_the_kernel_of_adrenos_text():
    """Four texels of B, eight vectors of A, and a sum of four products for each row, as in its listing."""
    preset = presets.parse("adreno_8x4")
    text = text_of(preset)
    assert "bv[i] = read_imagef(b, sampler, (int2)(col / 4, l + i));" in text
    assert "av[i] = vload4(0, a + (size_t)(row + i) * a_row + l);" in text
    assert "sum[i] += av[i].s0 * bv[0] + av[i].s1 * bv[1] + av[i].s2 * bv[2] + av[i].s3 * bv[3];" in text
    assert "vstore4(sum[i], 0, c + (size_t)(row + i) * c_row + col);" in text
    assert "if" not in text
    partial = text_of(presets.parse("adreno_8x4", (104, 100, 64)))
    assert "if (row < m && col < n) {" in partial
    assert "min(" not in partial
    block = kernels()["gemm_block"]
    assert block.options(block.space.point(preset.parameters)) == CompilerOptions(relaxed=True)


def test_work_groups_of_adreno():
    """A name may say which; one that no parameter has is refused."""
    preset = presets.parse("adreno_8x4_16x32", (64, 64, 64))
    assert (preset.parameters["gy"], preset.parameters["gx"]) == (16, 32)
    assert adreno.encode(preset) == "adreno_8x4_16x32"
    assert adreno.encode(presets.parse("adreno_8x4_16x16")) == "adreno_8x4"
    for name, sentence in (
        ("adreno_8x4_17x32", "gy: expected one of"),
        ("adreno_4x4", "name: expected adreno_8x4"),
    ):
        with pytest.raises(ArgumentError, match=sentence):
            presets.parse(name)


@pytest.mark.parametrize(
    ("sizes", "facts", "group"),
    [
        ((1024, 1024, 64), PLAIN_GPU, (16, 16)),  # no work-item is idle in the largest group
        (
            (99, 99, 99),
            PLAIN_GPU,
            (13, 13),
        ),  # 13 x 26 of 13 x 25 work-items, where 16 x 16 would leave 187 idle
        ((1024, 1024, 64), replace(PLAIN_GPU, max_items=64), (4, 16)),
        ((1024, 1024, 64), replace(PLAIN_GPU, max_item_sizes=(8, 8, 8)), (8, 8)),
    ],
)
def test_adrenos_work_group_is_chosen_for_the_device(sizes, facts, group):
    """As few idle work-items as its limits allow; a name that says which group keeps it."""
    preset = presets.parse("adreno_8x4", sizes)
    chosen = presets.fitted(preset, facts).parameters
    assert (chosen["gy"], chosen["gx"]) == group
    named = presets.parse("adreno_8x4_4x8", sizes)
    assert presets.fitted(named, facts) == named
