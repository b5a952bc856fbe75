"""Products on Hopper's matrix units in machine code: they wait for what their text waits for, and are named in uniform registers.

Where the compiler does not see that registers may be used as they are, it lets every product wait for the one before it.
"""

import re

import pytest

from autoblas.kernels import kernels
from autoblas.testing.checks import replacing
from support import nvrtc
from support.cuda_samples import CUDA_SAMPLES
from support.golden_sample import Sample
from support.nvrtc import needs_nvrtc

pytestmark = [pytest.mark.cuda, needs_nvrtc]

IN_STEP = 0x9C5
"""The instruction that waits for groups of products, and that before products whose registers others wrote."""

TO_UNIFORM = 0x2CA
"""The instruction that moves a number of a work-item to a register of its sub-group."""

SHUFFLE = re.compile(
    r'asm volatile\("shfl[^;]*;"\s*: "=r"\((left|right)\)\s*: "r"\((.*?)\),\s*"r"\(0\)\);', re.DOTALL
)

SAMPLES = [sample for sample in CUDA_SAMPLES if sample.kernel in {"gemm_halves", "gemm_wgmma"}]

WITHOUT_WAITS = replacing(r'asm volatile\("wgmma\.wait_group\.sync\.aligned 1;"[^;]*;', "")
"""The compiler is not told that sums are not under way when they are added."""


def source(sample: Sample) -> str:
    """The text of a point."""
    return kernels()[sample.kernel].source(sample.params, sample.problem, sample.dialect)


def in_step(text: str, sample: Sample) -> tuple[int, int]:
    """How many there are in the text, and in the machine code."""
    written = re.findall(r"wgmma\.(?:wait_group|fence)", text)
    return len(written), nvrtc.operations(text, sample.flags()).count(IN_STEP)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kernel}/{sample.label}")
def test_products_wait_where_their_text_does(sample):
    """As often as there."""
    written, made = in_step(source(sample), sample)
    assert written / 2 < made <= written


def test_otherwise_products_wait_for_the_product_before():
    """Where a text says less."""
    (sample, *_) = (
        sample for sample in SAMPLES if (sample.kernel, sample.label) == ("gemm_wgmma", "production")
    )
    written, made = in_step(WITHOUT_WAITS(source(sample)), sample)
    assert made > 3 * written


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kernel}/{sample.label}")
def test_few_numbers_are_moved_to_uniform_registers(sample):
    """What names matrices is computed once for a sub-group: without the shuffles at least half as many more are moved."""
    text = source(sample)
    without, shuffles = SHUFFLE.subn(r"\1 = \2;", text)
    assert shuffles >= 2
    moved, otherwise = (
        nvrtc.operations(source_text, sample.flags()).count(TO_UNIFORM) for source_text in (text, without)
    )
    assert 1.5 * moved <= otherwise
