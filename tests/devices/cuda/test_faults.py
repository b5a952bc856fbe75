"""A driver that is missing, too old, full or broken is reported in one sentence with its cure; the faults are planted."""

import re
import sys

import numpy as np
import pytest

from autoblas.devices.cuda import compiler
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.cards import card_named, cards
from autoblas.devices.cuda.driver import SENTENCES, CudaError, driver, sentence_of
from autoblas.devices.device import Launch
from autoblas.errors import AllocationError, BuildError, DeviceError, LaunchError, NoDeviceError
from support.fake_cuda import fake_cuda

TEXT = 'extern "C" __global__ void nothing(float *x) {}'


@pytest.fixture(name="fakes")
def fake_ones(tmp_path, monkeypatch):
    """A driver and a compiler, and a folder of their own for what is kept."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    with fake_cuda() as fakes:
        yield fakes


def test_the_package_is_missing(monkeypatch):
    """The extra that brings it is named."""
    with fake_cuda(), monkeypatch.context() as patch:  # undone before the stand-ins go
        patch.setitem(sys.modules, "cuda.bindings", None)
        with pytest.raises(NoDeviceError, match=r'cuda-bindings is missing.*pip install "autoblas\[cuda\]"'):
            driver()


def test_there_is_no_driver():
    """The message names the command that lists cards."""
    with (
        fake_cuda(driver=False),
        pytest.raises(NoDeviceError, match=r"no driver of NVIDIA was found.*nvidia-smi"),
    ):
        cards()


def test_the_driver_is_old(fakes):
    """Both versions are named."""
    fakes[0].version = 11080
    with pytest.raises(NoDeviceError, match=r"knows CUDA 11\.8, and 12\.0 is the oldest.*update it"):
        cards()


def test_there_is_no_card(fakes):
    """The driver says so."""
    fakes[0].faults["cuInit"] = 100
    with pytest.raises(NoDeviceError, match=r"sees no card.*CUDA_VISIBLE_DEVICES"):
        cards()


@pytest.mark.parametrize("choice", ["cuda", "cuda:0", "CUDA0"])
def test_a_card_is_named(fakes, choice):
    """By its number, or as the first."""
    card = card_named(choice)
    assert card is not None
    assert card.ordinal == 0


def test_a_card_that_is_not_there_is_named(fakes):
    """Those that are there are listed; other words name no card."""
    with pytest.raises(
        NoDeviceError, match=r"'cuda:3' matches no card; the cards are cuda:0: NVIDIA H200 no. 0"
    ):
        card_named("cuda:3")
    assert card_named("nvidia") is None


def test_the_compiler_is_missing(fakes, monkeypatch):
    """The extra that brings it is named."""

    def missing():
        raise RuntimeError("libnvrtc.so.13 was not found")

    monkeypatch.setattr(fakes[1], "nvrtcVersion", missing)
    with pytest.raises(DeviceError, match=r'NVRTC.* was not found; pip install "autoblas\[cuda\]" brings it'):
        card_device(0).build(TEXT, ())


def test_the_compiler_is_newer_than_the_driver(fakes):
    """Programs of the next generation are not loaded by this one; a newer minor version is."""
    fakes[1].version = (13, 5)
    assert card_device(0).build(TEXT, ()).kernel("nothing").name == "nothing"
    compiler._nvrtc.cache_clear()
    fakes[1].version = (14, 0)
    with pytest.raises(DeviceError, match=r"NVRTC 14\.0.*knows CUDA 13\.0; update the driver"):
        compiler.compiler_version()


@pytest.mark.parametrize(
    ("capability", "expected"),
    [((9, 0), "sm_90a"), ((8, 6), "sm_86"), ((8, 8), "sm_87"), ((12, 1), "sm_120"), ((7, 5), "sm_75")],
)
def test_an_architecture_is_compiled_for(fakes, capability, expected):
    """The card's own, with the instructions that it alone has, else an older one of its generation."""
    fakes[1].known = [75, 80, 86, 87, 90, 100, 120]
    assert compiler.architecture_for(capability) == expected


@pytest.mark.parametrize(
    ("capability", "cure"), [((6, 1), "too old.*begins at 7.5"), ((13, 0), "newer than NVRTC")]
)
def test_an_architecture_is_unknown(fakes, capability, cure):
    """The card is too old, or too new."""
    fakes[0].capability = capability
    with pytest.raises(DeviceError, match=cure):
        card_device(0).build(TEXT, ())


def test_the_compiler_refuses_a_text(fakes):
    """The error has its words, and the text without what is put before it."""
    fakes[1].refuses = "kernel.cu(1): error: nobody knows this"
    with pytest.raises(BuildError, match="nobody knows this") as refused:
        card_device(0).build(TEXT, ())
    assert refused.value.source == TEXT


def test_the_driver_does_not_load_a_program(fakes):
    """That is a text that cannot be built, too."""
    device = card_device(0)
    fakes[0].faults["cuModuleLoadData"] = 209
    with pytest.raises(BuildError, match="another architecture; remove the folder cubins"):
        device.build(TEXT, ())


def test_the_card_is_full(fakes):
    """After what the pool keeps was given back and the driver asked again."""
    device = card_device(0)
    fakes[0].faults["cuMemAllocFromPoolAsync"] = 2
    with pytest.raises(
        AllocationError, match="refused to allocate 4096 bytes: the card has no memory left; free"
    ):
        device.allocate(4096)
    assert fakes[0].calls.count("cuMemAllocFromPoolAsync") == 2
    assert "cuMemPoolTrimTo" in fakes[0].calls
    del fakes[0].faults["cuMemAllocFromPoolAsync"]
    assert device.allocate(4096).size == 4096


@pytest.mark.parametrize("code", [700, 716, 719])
def test_a_kernel_has_faulted(fakes, code):
    """Whoever waits hears of it, and whoever launches next: that the process is lost, and how to find the kernel."""
    device = card_device(0)
    queue, kernel = device.queue(), device.build(TEXT, ()).kernel("nothing")
    lost = "this process can use the card no more; start it again.*compute-sanitizer"
    fakes[0].faults |= {"cuStreamSynchronize": code, "cuLaunchKernel": code}
    with pytest.raises(CudaError, match=lost):
        queue.finish()
    with pytest.raises(LaunchError, match=f"kernel nothing: .*{lost}"):
        kernel.launch(queue, Launch((32,), (32,)))


def test_a_loan_is_not_returned(fakes):
    """A kernel faulted while it worked with it."""
    device = card_device(0)
    queue = device.queue()
    loan = device.lend(queue, np.zeros(4, np.float32), read=True, write=True)
    fakes[0].faults["cuMemcpyDtoHAsync"] = 700
    with pytest.raises(LaunchError, match="did not return an array that it computed: a kernel read or wrote"):
        loan.return_after(queue.end)


def test_codes_have_sentences():
    """Known ones say what helps; others their number."""
    assert all(len(sentence) > 30 for sentence in SENTENCES.values())
    assert not any(re.search(r"CUDA_ERROR", sentence) for sentence in SENTENCES.values())
    assert sentence_of(4711) == "the driver refused with code 4711"
