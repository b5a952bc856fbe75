"""Descriptors of matrices for Hopper's product instructions are computed once for a sub-group, in the machine code too."""

import re

import pytest

from autoblas.kernels import kernels
from support import nvrtc
from support.cuda_samples import CUDA_SAMPLES
from support.nvrtc import needs_nvrtc

pytestmark = [pytest.mark.cuda, needs_nvrtc]

TO_UNIFORM = 0x2CA
"""The instruction that moves a number of a work-item to a register of its sub-group."""

SHUFFLE = re.compile(
    r'asm volatile\("shfl[^;]*;"\s*: "=r"\((left|right)\)\s*: "r"\((.*?)\),\s*"r"\(0\)\);', re.DOTALL
)

SAMPLES = [sample for sample in CUDA_SAMPLES if sample.kernel in {"gemm_halves", "gemm_wgmma"}]


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kernel}/{sample.label}")
def test_few_numbers_are_moved_to_uniform_registers(sample):
    """Without the shuffles at least half as many more: every descriptor of every product."""
    text = kernels()[sample.kernel].source(sample.params, sample.problem, sample.dialect)
    without, shuffles = SHUFFLE.subn(r"\1 = \2;", text)
    assert shuffles >= 2
    moved, otherwise = (
        nvrtc.operations(source_text, sample.flags()).count(TO_UNIFORM) for source_text in (text, without)
    )
    assert 1.5 * moved <= otherwise
