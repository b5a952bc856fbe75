"""Kernels in CUDA C++ compute the right results on the host, whose compiler takes the prelude and their texts as they are.

What is tried is what the dialect means: lanes, masks, conversions, indices, local memory and barriers. Kernels with
instructions of NVIDIA's are compiled elsewhere (``test_cuda_resources``), and run on cards.
"""

import dataclasses

import numpy as np
import pytest

from autoblas.checks.product import trial_for
from autoblas.devices.device import Launch
from autoblas.devices.selftest import run
from autoblas.devices.selftest.cases import cases_of
from autoblas.emit.nvidia.ptx import fence
from autoblas.emit.source import Source
from autoblas.kernels import kernels
from support.cuda_samples import CARD, CUDA_SAMPLES
from support.host_cuda import HostCuda, needs_cpp
from support.kernel_cases import choice_of, draw_legal, problem_for

pytestmark = needs_cpp

FACTS = dataclasses.replace(CARD, fp16=True)
WITH_INSTRUCTIONS = {s.kernel for s in CUDA_SAMPLES if "asm" in s.text().replace(fence(), "")}
NAMES = sorted({sample.kernel for sample in CUDA_SAMPLES} - WITH_INSTRUCTIONS)
PROBLEMS = 4
"""Problems of the walk for each kernel; kernels begin at different ones, so that all types are met."""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """A device that compiles into a folder of its own.

    Its launches have at most two work-groups along the second and the third dimension, so that most take several.
    """
    return HostCuda(FACTS, tmp_path_factory.mktemp("programs"), most_groups=2)


POINTS = [(name, PROBLEMS * index + turn) for turn in range(PROBLEMS) for index, name in enumerate(NAMES)]


@pytest.mark.budget(one_in=30)
@pytest.mark.parametrize(("name", "index"), POINTS)
def test_random_points_compute_the_right_result(host, name, index):
    """To the bit for integers, within the bound for reals, and nothing else is written."""
    kernel = kernels()[name]
    problem = problem_for(kernel, index, FACTS)
    choice = choice_of(
        kernel, draw_legal(kernel, problem, FACTS, np.random.default_rng(index)), problem, FACTS
    )
    assert trial_for(host, host.queue(), problem).check(choice) is None


@pytest.mark.budget(3)
def test_every_operation_on_vectors_of_every_length_is_right(host, monkeypatch):
    """Those that a device proves itself with before it serves."""
    monkeypatch.setattr(run, "device_on", lambda device: device)
    assert run.SelfTestRun(host, FACTS, cases_of(FACTS), timed=False).wrong() == {}


def test_a_barrier_that_some_work_items_miss_is_seen(host):
    """Which would stop a card for ever, or not, as it likes."""
    src = Source(host.dialect)
    with src.kernel("f", (), (4, 1)):
        src(f"if ({host.dialect.local_id(0)} == 3) return;")
        src(host.dialect.barrier)
    kernel = host.build(str(src), ()).kernel("f")
    with pytest.raises(AssertionError, match="ended while others waited"):
        kernel.launch(host.queue(), Launch((8,), (4,)))
