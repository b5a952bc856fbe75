"""Facts, the order of the listing, and what a user's words choose: with made-up devices, without OpenCL."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pyopencl as cl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.device import Facts
from autoblas.devices.languages import dialect_for
from autoblas.devices.opencl import selection
from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import fitting, pick, preference
from autoblas.errors import DeviceError, NoDeviceError
from autoblas.kernels import kernels
from autoblas.plan.results import place_of
from autoblas.precision import FLOAT64
from autoblas.problems import Matmul

UNKNOWN_QUESTION = cl.LogicError(cl._cl._ErrorRecord(routine="clGetDeviceInfo", code=-30, msg=""))

CPU = Facts(
    name="Zen 3",
    vendor="AMD",
    platform="Portable Computing Language",
    driver="3.0",
    kind="cpu",
    compute_units=8,
    clock_mhz=3000,
    max_items=4096,
    max_item_sizes=(4096, 4096, 4096),
    local_bytes=1 << 20,
    memory_bytes=1 << 34,
    max_alloc_bytes=1 << 32,
    fp64=True,
    fp16=False,
    images=True,
    max_image=(8192, 8192),
    sub_groups=False,
    host_shared=True,
    system_svm=False,
)
INTEL = replace(CPU, platform="Intel(R) OpenCL")
LARGE = replace(INTEL, compute_units=64)
GPU = replace(
    CPU, kind="gpu", platform="NVIDIA CUDA", name="NVIDIA H200", compute_units=132, host_shared=False
)
WIDE = replace(GPU, name="UHD", platform="Intel(R) Graphics", compute_units=512, host_shared=True)
ACC = replace(CPU, kind="acc", platform="FPGA", name="Stratix", host_shared=False)

SHOWN = [GPU, replace(GPU, name="NVIDIA H100"), ACC, CPU, INTEL]


class OldDevice:
    """A device of OpenCL 1.0: questions of later versions are errors."""

    name = "  Old\tGPU \0"
    vendor = "Vendor  Inc."
    platform = SimpleNamespace(name=" A  Platform ", version="OpenCL 1.0")
    driver_version = " 1.0 "
    type = cl.device_type.GPU | cl.device_type.DEFAULT
    max_compute_units = 4
    max_work_group_size = 256
    max_work_item_sizes = (256, 256, 64)
    local_mem_size = 16384
    global_mem_size = 1 << 30
    max_mem_alloc_size = 1 << 28
    image_support = 0
    extensions = "cl_khr_icd  cl_khr_fp64 "

    def __getattr__(self, question: str) -> Any:
        raise UNKNOWN_QUESTION


def _new_device(**answers: Any) -> Any:
    device = OldDevice()
    for question, answer in answers.items():
        setattr(device, question, answer)
    return device


def test_facts_of_an_old_driver():
    """Queries that an old driver lacks have the most cautious fallback, and blanks in names are folded."""
    facts = facts_of(_new_device())
    assert (facts.name, facts.vendor, facts.platform) == ("Old GPU", "Vendor Inc.", "A Platform")
    assert (facts.driver, facts.kind, facts.clock_mhz) == ("1.0", "gpu", 0)
    assert (facts.images, facts.max_image) == (False, (0, 0))
    assert (facts.sub_groups, facts.host_shared, facts.system_svm) == (False, False, False)
    assert facts.extensions == ("cl_khr_fp64", "cl_khr_icd")
    assert (facts.fp64, facts.fp16) == (True, False)


def test_facts_of_a_new_driver():
    """Answers of later versions are used where there are any."""
    svm = cl.device_svm_capabilities
    facts = facts_of(
        _new_device(
            extensions="cl_khr_fp16",
            double_fp_config=63,
            max_clock_frequency=1500,
            image_support=1,
            image2d_max_width=100,
            image2d_max_height=50,
            host_unified_memory=1,
            svm_capabilities=svm.COARSE_GRAIN_BUFFER | svm.FINE_GRAIN_SYSTEM,
            max_num_sub_groups=32,
        )
    )
    assert (facts.fp64, facts.fp16, facts.clock_mhz, facts.max_image) == (True, True, 1500, (100, 50))
    assert (facts.sub_groups, facts.host_shared, facts.system_svm) == (True, True, True)


@pytest.mark.parametrize(
    ("machine", "width", "vectors"),
    [
        ("x86_64", 4, (16, 16)),
        ("AMD64", 8, (16, 32)),
        ("x86_64", 16, (32, 64)),
        ("aarch64", 4, (32, 16)),
        ("arm64", 4, (32, 16)),
        ("unheard of", 8, (16, 32)),
    ],
)
def test_vectors_of_a_processor(machine, width, vectors: tuple[int, int], monkeypatch):
    """Their length is the driver's to say, the number of registers follows from it and from the architecture."""
    monkeypatch.setattr("platform.machine", lambda: machine)
    device = _new_device(
        type=cl.device_type.CPU, native_vector_width_float=width, global_mem_cache_size=1 << 20
    )
    facts = facts_of(device)
    assert (facts.vector_registers, facts.vector_bytes, facts.cache_bytes) == (*vectors, 1 << 20)
    assert place_of(facts).vectors == vectors
    assert place_of(facts).cache_bytes == 1 << 20


def test_a_place_of_a_graphics_processor_says_nothing_of_vectors():
    """Its name tells it apart, and records that were measured before places had them remain its own."""
    locality = place_of(facts_of(_new_device(native_vector_width_float=4, global_mem_cache_size=1 << 20)))
    assert (*locality.vectors, locality.cache_bytes) == (0, 0, 0)


@pytest.mark.parametrize(
    ("extensions", "named"),
    [("cl_amd_fp64", "cl_amd_fp64"), ("cl_amd_fp64 cl_khr_fp64", "cl_khr_fp64"), ("", "cl_khr_fp64")],
)
def test_doubles_by_the_extension_that_a_device_has(extensions, named):
    """The standard's where it is there, AMD's own where only that is; kernels enable the one that they use."""
    assert facts_of(_new_device(extensions=extensions)).fp64 == bool(extensions)
    dialect = dialect_for(extensions.split())
    kernel = kernels()["gemm_direct"]
    text = kernel.source(kernel.space.point({}), Matmul(8, 8, 8, FLOAT64), dialect)
    assert text.startswith(f"#pragma OPENCL EXTENSION {named} : enable\n")


@pytest.mark.parametrize("extension", ["cl_khr_subgroups", "cl_intel_subgroups"])
def test_sub_groups_by_extension(extension):
    """Before OpenCL 3, an extension tells that sub-groups are there."""
    assert facts_of(_new_device(extensions=extension)).sub_groups


@pytest.mark.parametrize(
    ("extensions", "answers", "sizes"),
    [
        ("cl_khr_subgroups", {"wavefront_width_amd": 64}, (64,)),
        ("cl_khr_subgroups", {}, ()),
        ("", {"wavefront_width_amd": 64}, ()),
        ("cl_khr_subgroups cl_intel_required_subgroup_size", {"wavefront_width_amd": 64}, ()),
    ],
    ids=["AMD's only one", "unknown", "no sub-groups", "a driver that no loader can ask"],
)
def test_widths_of_sub_groups(extensions, answers, sizes):
    """Sizes that can be required, or the only one; a driver without a dispatch table is not queried through one."""
    device = _new_device(extensions=extensions, **answers)
    device.platform = SimpleNamespace(name="platform", version="OpenCL 1.0", extensions="cl_khr_fp64")
    assert facts_of(device).sub_group_sizes == sizes


@pytest.mark.parametrize(
    ("bits", "kind"),
    [
        (cl.device_type.CPU, "cpu"),
        (cl.device_type.GPU | cl.device_type.CPU, "gpu"),
        (cl.device_type.ACCELERATOR, "acc"),
        (cl.device_type.CUSTOM, "acc"),
    ],
)
def test_kind(bits, kind):
    """Every combination of type bits has a kind, and a CPU always works in the host's memory."""
    facts = facts_of(_new_device(type=bits))
    assert facts.kind == kind
    assert facts.host_shared == (kind == "cpu")


def test_other_errors_of_a_driver_are_not_hidden():
    """Only "I do not know the question" has a fallback."""

    class Broken(OldDevice):
        def __getattr__(self, question):
            raise cl.RuntimeError(cl._cl._ErrorRecord(routine="clGetDeviceInfo", code=-5, msg=""))

    with pytest.raises(cl.RuntimeError):
        facts_of(Broken())  # type: ignore[arg-type] # a stand-in


def test_preference():
    """GPUs with memory of their own, other GPUs, accelerators, then CPUs by size, PoCL before its equals."""
    small = replace(GPU, compute_units=10)
    order = [GPU, small, WIDE, ACC, LARGE, CPU, INTEL]
    assert sorted([INTEL, CPU, LARGE, ACC, WIDE, small, GPU], key=preference) == order


@pytest.mark.parametrize(
    ("choice", "index"),
    [
        (None, 0),
        ("0", 0),
        ("4", 4),
        ("gpu", 0),
        ("GPU1", 1),
        ("acc", 2),
        ("cpu", 3),
        ("cpu0", 3),
        ("cpu1", 4),
        ("h100", 1),
        ("stratix", 2),
        ("cuda nvidia h200", 0),
        ("Portable", 3),
        ("(r) opencl zen", 4),
    ],
)
def test_pick(choice, index):
    """An index, a kind with or without a number, and unique text each name one device."""
    assert pick(choice, SHOWN) == index


def test_a_kind_with_a_number_is_one_device():
    """Only a kind without one leaves more than one to choose from."""
    assert [fitting(word, SHOWN) for word in ("gpu", "gpu0", "gpu1", "cpu", "cpu0")] == [
        [0, 1],
        [0],
        [1],
        [3, 4],
        [3],
    ]


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        ("5", "matches no device"),
        ("-1", "matches no device"),
        ("gpu2", "matches no device"),
        ("acc1", "matches no device"),
        ("radeon", "matches no device"),
        ("nvidia", "matches 2 devices"),
        ("zen 3", "matches 2 devices"),
        ("", "matches 5 devices"),
    ],
)
def test_a_choice_that_does_not_name_one_device(choice, problem):
    """The message blames the origin of the choice and lists every device with its index."""
    with pytest.raises(NoDeviceError) as caught:
        pick(choice, SHOWN, "AUTOBLAS_DEVICE")
    message = str(caught.value)
    assert message.startswith(f"AUTOBLAS_DEVICE {choice!r} {problem}; the devices are ")
    for i, facts in enumerate(SHOWN):
        assert f"{i}: {facts.platform} {facts.name}" in message


@given(st.text(min_size=1), st.lists(st.sampled_from(SHOWN), min_size=1, max_size=4))
def test_any_text_is_an_index_or_an_error(choice, devices):
    """No text chooses a device that is not there, and no text fails in another way."""
    try:
        assert 0 <= pick(choice, devices) < len(devices)
    except NoDeviceError as error:
        assert repr(choice) in str(error)  # noqa: PT017 -- either outcome is right


@pytest.mark.parametrize("choice", [None, "0", "cpu", "text"])
def test_no_device_at_all(choice):
    """The message names the doctor and a cure."""
    with pytest.raises(NoDeviceError, match=r'"autoblas doctor".*(pip install|install the OpenCL driver)'):
        pick(choice, [])


def _platform(name: str, *units: int) -> Any:
    platform = SimpleNamespace(name=name, version="OpenCL 1.0")
    common = {"type": cl.device_type.CPU, "platform": platform}
    devices = [_new_device(name=f"{name} {n}", max_compute_units=n, **common) for n in units]
    platform.get_devices = lambda: devices
    return platform


@pytest.fixture
def show(monkeypatch):
    """Make platforms the only ones there are."""
    monkeypatch.delenv("AUTOBLAS_DEVICE", raising=False)
    return lambda *platforms: monkeypatch.setattr(runtimes, "platforms", lambda: list(platforms))


def test_listing_is_sorted_and_stable(show):
    """Devices of all platforms come by preference, equals as the loader lists them."""
    show(_platform("A", 2, 8), _platform("Portable Computing Language", 8), _platform("B", 8, 2))
    names = [device.name for device in selection.listing()]
    assert names == ["Portable Computing Language 8", "A 8", "B 8", "A 2", "B 2"]


def test_choose_reads_the_environment_last(show, monkeypatch):
    """An argument wins over AUTOBLAS_DEVICE, which wins over the first device; blanks are no choice."""
    show(_platform("A", 8, 4, 2))
    assert selection.choose().name == "A 8"
    assert selection.choose(" ").name == "A 8"
    monkeypatch.setenv("AUTOBLAS_DEVICE", "cpu2")
    assert selection.choose().name == "A 2"
    assert selection.choose("1").name == "A 4"
    monkeypatch.setenv("AUTOBLAS_DEVICE", "gpu")
    with pytest.raises(NoDeviceError, match="AUTOBLAS_DEVICE 'gpu' matches no device"):
        selection.choose()


def test_a_broken_driver_does_not_hide_the_others(show, caplog):
    """A platform that fails to list its devices is left out and logged."""

    def fail():
        raise UNKNOWN_QUESTION

    show(SimpleNamespace(name="Broken", get_devices=fail), _platform("A", 8))
    assert [device.name for device in selection.listing()] == ["A 8"]
    assert "driver of Broken does not list its devices" in caplog.text


def test_an_error_of_the_loader_is_told(monkeypatch):
    """A loader that fails, unlike one that finds nothing, is an error."""

    def fail(code):
        raise cl.LogicError(cl._cl._ErrorRecord(routine="clGetPlatformIDs", code=code, msg=""))

    monkeypatch.setattr(cl, "get_platforms", lambda: fail(-1001))
    assert runtimes.loader_platforms() == []
    monkeypatch.setattr(cl, "get_platforms", lambda: fail(-6))
    with pytest.raises(DeviceError, match="OUT_OF_HOST_MEMORY"):
        runtimes.loader_platforms()
