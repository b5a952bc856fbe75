"""Kernels wait for the launches before theirs before they read or write anything, in the machine code too."""

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from autoblas.emit.cuda_c import BEGIN, CUDA_C, begins_early
from autoblas.kernels import kernels
from support import nvrtc
from support.cuda_samples import CARD, CUDA_SAMPLES
from support.golden_sample import Sample
from support.kernel_cases import draw_legal, walks
from support.nvrtc import needs_nvrtc

pytestmark = [pytest.mark.cuda, needs_nvrtc]

WAIT, GO_ON = 0x82E, 0x82D
"""Instructions: wait for what was launched before, and let what follows begin; NVRTC makes them of ``griddepcontrol``."""

BEFORE = {
    0xB82: "load of an argument",
    0xAB9: "the same, for all of a sub-group",
    0x805: "zero, or a register of the multiprocessor",
    0x919: "a work-item's number",
    0x9C3: "a work-group's number",
    0x810: "sum of integers",
    0x836: "another sum of integers",
}
"""Instructions that may come before, as NVRTC was seen to move up to three of them there; none reads global memory."""

PROBLEMS = 7


def assert_waits_first(text: str, flags: Sequence[str]) -> None:
    """The first instructions are those that read no memory but constants, the wait, and the leave to go on."""
    assert begins_early(text)
    operations = nvrtc.operations(text, flags)
    assert operations.count(WAIT) == operations.count(GO_ON) == 1
    assert operations.index(WAIT) < operations.index(GO_ON)
    assert set(operations[: operations.index(WAIT)]) <= BEFORE.keys()


def named(sample: Sample) -> str:
    """A point's name."""
    return f"{sample.kernel}/{sample.label.replace(' ', '_')}"


@pytest.mark.budget(one_in=4)
@pytest.mark.parametrize("sample", CUDA_SAMPLES, ids=named)
def test_golden_points_wait_first(sample):
    """Loads of what is only read are moved upwards by compilers; over the wait they must not be."""
    text = kernels()[sample.kernel].source(sample.params, sample.problem, sample.dialect)
    assert_waits_first(text, sample.flags())


@pytest.mark.budget(one_in=27)
@pytest.mark.parametrize("name", sorted({sample.kernel for sample in CUDA_SAMPLES}))
def test_random_points_wait_first(name):
    """Types, batches, orders and forms of arithmetic."""
    kernel, rng = kernels()[name], np.random.default_rng(5)
    facts = dataclasses.replace(CARD, fp16=True)
    for problem in itertools.islice(walks(kernel, facts), PROBLEMS):
        params = draw_legal(kernel, problem, facts, rng)
        assert_waits_first(*kernel.written(params, problem, CUDA_C))


def test_a_load_before_the_wait_is_found():
    """As one would be that a compiler moved there."""
    sample = next(sample for sample in CUDA_SAMPLES if sample.kernel == "gemm_direct")
    text = kernels()[sample.kernel].source(sample.params, sample.problem, CUDA_C)
    load = "const float first = *(const volatile float *)a;"
    early = text.replace(BEGIN, f"{load} {BEGIN} if (first == 7) return;", 1)
    assert_waits_first(text, sample.flags())
    with pytest.raises(AssertionError):
        assert_waits_first(early, sample.flags())
