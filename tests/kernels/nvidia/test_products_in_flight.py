"""Products on Hopper's matrix units wait for what their text waits for and for nothing else, in the machine code.

Where the compiler does not see that registers may be used as they are, it lets every product wait for the one before it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from autoblas.kernels import kernels
from autoblas.testing.checks import replacing
from support import nvrtc
from support.cuda_samples import CUDA_SAMPLES
from support.nvrtc import needs_nvrtc

if TYPE_CHECKING:
    from support.golden_sample import Sample

pytestmark = [pytest.mark.cuda, needs_nvrtc]

IN_STEP = 0x9C5
"""The instruction that waits for groups of products, and that before products whose registers others wrote."""

SAMPLES = [sample for sample in CUDA_SAMPLES if sample.kernel in {"gemm_halves", "gemm_wgmma"}]

TOLD = replacing(r'asm volatile\("wgmma\.wait_group\.sync\.aligned 1;"[^;]*;', "")
"""The compiler is not told that sums are not under way when they are added."""


def source(sample: Sample) -> str:
    """The text of a point."""
    return kernels()[sample.kernel].source(sample.params, sample.problem, sample.dialect)


def in_step(text: str, sample: Sample) -> tuple[int, int]:
    """How many there are in the text, and in the machine code."""
    told = re.findall(r"wgmma\.(?:wait_group|fence)", text)
    return len(told), nvrtc.operations(text, sample.flags()).count(IN_STEP)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kernel}/{sample.label}")
def test_products_wait_where_their_text_does(sample: Sample) -> None:
    """As often as there."""
    told, made = in_step(source(sample), sample)
    assert told / 2 < made <= told


def test_otherwise_each_waits_for_the_one_before() -> None:
    """Where a text says less."""
    (sample, *_) = (each for each in SAMPLES if (each.kernel, each.label) == ("gemm_wgmma", "production"))
    told, made = in_step(TOLD(source(sample)), sample)
    assert made > 3 * told
