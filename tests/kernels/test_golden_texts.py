"""The texts that are kept in files: as they were, legal, compiled, and the same in every process."""

import itertools
import logging
import os
import subprocess
import sys

import pytest

from autoblas.devices.opencl import compiler
from autoblas.devices.recording import HOPPER, PLAIN_CPU
from autoblas.kernels import kernels
from support.cuda_samples import CUDA_SAMPLES, IN_FILES
from support.golden_sample import GOLDEN
from support.golden_samples import SAMPLES, hash_of_samples
from support.kernel_cases import portable
from support.loops import over

pytestmark = pytest.mark.usefixtures("all_as_written")

PORTABLE = tuple(sample for sample in SAMPLES if sample.kernel in portable() and "asm" not in sample.text())
OF_THE_PROCESSOR = "changes the ABI"
"""How PoCL's compiler ends its remark that vectors longer than the processor's travel another way than elsewhere."""

OF_NVIDIA = tuple(sample for sample in SAMPLES if sample not in PORTABLE)


@over("sample", (*SAMPLES, *IN_FILES))
def test_texts_are_the_golden_ones(sample, update_golden):
    """A change of a kernel's text shows in a file that a reviewer reads."""
    if update_golden:
        sample.path.parent.mkdir(parents=True, exist_ok=True)
        sample.path.write_text(sample.text(), encoding="utf-8", newline="\n")
    assert sample.text() == sample.path.read_text(encoding="utf-8")


@pytest.mark.budget(one_in=6)
@pytest.mark.parametrize("sample", PORTABLE, ids=lambda s: f"{s.kernel}-{s.label}-{s.dialect.extension}")
def test_golden_texts_are_of_legal_points_and_compile(sample, pocl, caplog):
    """Users run the texts in the files: no rule refuses them, the compiler takes them without a warning."""
    kernel = kernels()[sample.kernel]
    assert kernel.refusal(sample.params, sample.problem, PLAIN_CPU) is None
    text = sample.path.read_text(encoding="utf-8")
    with caplog.at_level(logging.DEBUG, compiler.__name__):
        program = pocl.device.build(text, sample.flags())
    assert program.kernel(kernel.name).kernel.num_args == len(kernel.arguments(sample.params, sample.problem))
    messages = caplog.messages[-1].splitlines()
    assert [line for line in messages if "warning: " in line and not line.endswith(OF_THE_PROCESSOR)] == []


@over("sample", OF_NVIDIA)
def test_golden_texts_for_nvidia_are_of_legal_points(sample):
    """PoCL's compiler does not know their instructions; the devices that do take them."""
    kernel = kernels()[sample.kernel]
    assert kernel.refusal(sample.params, sample.problem, HOPPER) is None


def test_every_kernel_has_golden_texts():
    """A new kernel is not forgotten, and no file outlives its kernel."""
    assert {(s.kernel, s.label) for s in SAMPLES} >= set(
        itertools.product(kernels(), ("smallest", "production"))
    )
    assert set(GOLDEN.glob("*/*")) == {sample.path for sample in (*SAMPLES, *IN_FILES)}


def test_kernels_for_cpus_and_images_are_the_only_ones_without_texts_in_cuda():
    """Whatever else is added is compiled for NVIDIA's devices too."""
    missing = set(kernels()) - {sample.kernel for sample in CUDA_SAMPLES}
    assert missing == {"conv_panel", "conv_winograd", "gemm_panel", "texture"}


def test_texts_do_not_depend_on_the_process():
    """Same inputs, same bytes, whatever the hash seed: records and caches name texts by their hashes."""
    here = hash_of_samples()
    for seed in ("1", "4242"):
        there = subprocess.run(
            [
                sys.executable,
                "-c",
                "from support import golden_samples; print(golden_samples.hash_of_samples())",
            ],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here
