"""What a device can do at most: the formula, the table, the measured multiply-add peak, and hardware threads."""

import dataclasses
import time

import numpy as np
import pytest

from autoblas.cli.commands import devices
from autoblas.database import write_shipped
from autoblas.devices.device import Facts, Launch
from autoblas.devices.peak import ARCHITECTURES, hardware_threads, peak_gflops, tabulated_peak
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, RecordingDevice
from autoblas.devices.selftest.multiply_adds import MOST_LANES, kernels_text, numbers, turned, variants
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import DatabaseWarning, PrecisionError, VerificationError
from autoblas.plan.results import user_results
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64, PRECISIONS
from autoblas.tune import peak as module
from autoblas.tune.peak import FAMILY, Load, measured_peak, peak_of
from support import nvrtc
from support.cuda_samples import CARD
from support.nvrtc import needs_nvrtc

NUMBERS = [precision for precision in PRECISIONS.values() if not precision.is_complex]


def _facts(name: str, platform: str, units: int, mhz: int) -> Facts:
    return dataclasses.replace(PLAIN_GPU, name=name, platform=platform, compute_units=units, clock_mhz=mhz)


# Formula, table and threads


@pytest.mark.parametrize(("units", "ghz", "gflops"), [(40, 1.3, 832.0), (23, 0.9, 331.2), (47, 1.15, 864.8)])
def test_formula(units, ghz, gflops):
    """Execution units of Intel's graphics have two FPUs of four lanes."""
    assert peak_gflops(4, 2, units, ghz) == pytest.approx(gflops)


NV, AMD, INTEL = "NVIDIA CUDA", "AMD Accelerated Parallel Processing", "Intel(R) OpenCL Graphics"


@pytest.mark.parametrize(
    ("name", "platform", "units", "mhz", "single", "double"),
    [
        ("Tesla V100-SXM2-16GB", NV, 80, 1530, 15.7, 7.8),
        ("Tesla T4", NV, 40, 1590, 8.1, 0.25),
        ("NVIDIA A100-SXM4-40GB", NV, 108, 1410, 19.5, 9.7),
        ("NVIDIA GeForce RTX 3090", NV, 82, 1695, 35.6, 0.56),
        ("NVIDIA GeForce RTX 4090", NV, 128, 2520, 82.6, 1.29),
        ("NVIDIA H100 80GB HBM3", NV, 132, 1980, 66.9, 33.5),
        ("NVIDIA H200", NV, 132, 1980, 66.9, 33.5),
        ("Ellesmere", AMD, 36, 1266, 5.8, 0.36),
        ("gfx900:xnack-", AMD, 64, 1500, 12.3, 0.77),
        ("gfx906:sramecc+:xnack-", AMD, 60, 1725, 13.3, None),
        ("gfx908:sramecc+:xnack-", AMD, 120, 1502, 23.1, 11.5),
        ("gfx90a:sramecc+:xnack-", AMD, 104, 1700, 45.3, 22.6),
        ("gfx942:sramecc+:xnack-", AMD, 304, 2100, 163.4, 81.7),
        ("gfx1030", AMD, 40, 2250, 23.0, 1.44),
        ("gfx1100", AMD, 48, 2500, 61.4, 1.92),
        ("Intel(R) Iris(TM) Pro Graphics 5200", "Intel(R) OpenCL", 40, 1300, 0.832, None),
        ("Intel(R) HD Graphics 530", "Intel(R) OpenCL HD Graphics", 24, 1150, 0.442, 0.110),
        ("Intel(R) Iris(R) Xe Graphics", INTEL, 96, 1350, 2.07, None),
        ("Intel(R) Arc(TM) A770 Graphics", INTEL, 512, 2400, 19.7, None),
        ("Intel(R) Arc(TM) B580 Graphics", INTEL, 160, 2670, 13.7, None),
        ("Intel(R) Data Center GPU Max 1550", INTEL, 1024, 1600, 52.4, 52.4),
        ("Mali-G76 r0p0", "ARM Platform", 12, 720, 0.415, None),
        ("Mali-G78 r1p1", "ARM Platform", 24, 848, 1.30, None),
    ],
)
def test_known_peaks(name, platform, units, mhz, single, double):
    """TFLOP/s as the vendors state them, to the digits they give."""
    facts = _facts(name, platform, units, mhz)
    assert tabulated_peak(facts, FLOAT32) == pytest.approx(single * 1e3, rel=0.01)
    peak = tabulated_peak(facts, FLOAT64)
    assert peak == (None if double is None else pytest.approx(double * 1e3, rel=0.03))


@pytest.mark.parametrize(
    ("name", "platform", "mhz"),
    [
        ("AMD EPYC", "Intel(R) OpenCL", 3000),
        ("QUALCOMM Adreno(TM) 740", "QUALCOMM Snapdragon(TM)", 680),
        ("Mali-G52 r1p0", "ARM Platform", 850),
        ("Mali-G76 r0p0", "ARM Platform", 5),
        ("NVIDIA H100 80GB HBM3", "Portable Computing Language", 1980),
        ("NVIDIA GeForce RTX 2050", NV, 1477),
        ("NVIDIA H20", NV, 1980),
        ("Intel(R) Arc(TM) Graphics", INTEL, 2200),
        ("Intel(R) HD Graphics 530", "Intel Gen OCL Driver", 1150),
        ("plain GPU", "no platform", 1980),
    ],
)
def test_unknown_peaks(name, platform, mhz):
    """No figure rather than a guess: other names, other drivers, and clocks that are placeholders."""
    assert tabulated_peak(_facts(name, platform, 8, mhz), FLOAT32) is None


def test_processors_are_not_known():
    """A processor's name tells nothing of its clock under load, even on a platform that has GPUs in the table."""
    facts = _facts("Intel(R) HD Graphics 530", "Intel(R) OpenCL", 24, 1150)
    assert tabulated_peak(facts, FLOAT32) is not None
    assert tabulated_peak(dataclasses.replace(facts, kind="cpu"), FLOAT32) is None


def test_complex_numbers_count_as_their_parts():
    """A vector of two floats is computed with floats, and the table speaks of types of C that there are."""
    facts = _facts("NVIDIA H200", NV, 132, 1980)
    assert tabulated_peak(facts, COMPLEX64) == tabulated_peak(facts, FLOAT32)
    assert {ctype for row in ARCHITECTURES for ctype in row.multiply_adds} <= {
        "half",
        "float",
        "double",
        "uint",
    }


def test_devices_show_known_peaks():
    """``autoblas devices`` names what facts give, and says where they give nothing."""
    graphics = _facts("Intel(R) HD Graphics 530", "Intel(R) OpenCL HD Graphics", 24, 1150)
    assert devices._rates(devices._peaks(graphics)) == "442 GFLOP/s float32, 110 GFLOP/s float64"
    assert devices._rates(devices._peaks(PLAIN_CPU)) == "not known"


@pytest.mark.parametrize(
    ("launch", "width", "threads"),
    [
        (Launch((1024, 1024), (16, 16)), 16, 65536),  # an element a work-item, compiled for 16 lanes
        (Launch((512, 32), (8, 1)), 8, 2048),  # tiles of 32 x 2 of a C of 1024 x 1024
        (Launch((24, 10), (12, 1)), 32, 20),  # half-empty threads
        (Launch((64,), (64,)), 32, 2),
    ],
)
def test_hardware_threads(launch, width, threads):
    """As many as the global size divided by the width, where work-groups fill their threads."""
    assert hardware_threads(launch, width) == threads


# The measured peak


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number.name)
def test_turns_are_exact(number):
    """Turns joined two by two, one by one, and in wider arithmetic give the same numbers, and none stands still."""
    turns = module.turns_of(number)
    steps, starts = numbers(number, 64, np.random.default_rng(7))
    x = starts[: 4 * MOST_LANES].reshape(4, -1)
    wide = np.dtype(np.uint64) if number.dtype.kind in "iu" else np.dtype(np.longdouble)
    one_by_one, wider, (a, b, c, d) = x, x.astype(wide), steps
    for _ in range(turns):
        one_by_one = (one_by_one * a + b) * c + d
        wider = (wider * a.astype(wide) + b.astype(wide)) * c.astype(wide) + d.astype(wide)
    result = turned(x, steps, turns)
    np.testing.assert_array_equal(result, one_by_one)
    np.testing.assert_array_equal(result, wider.astype(number.dtype))
    assert np.all(result != turned(x, steps, turns // 2))


def test_text_asks_for_the_work_that_is_counted():
    """Each round of a variant has two multiply-adds a turn and vector, in the form that it names."""
    gpu = dataclasses.replace(PLAIN_GPU, fp16=True)
    for variant in (*variants(PLAIN_CPU, FLOAT32), *variants(gpu, FLOAT64)):
        text = kernels_text([variant], FLOAT32, OPENCL_C, 64, 4)
        form = "= mad(" if variant.form == "mad" else " * "
        body = text[text.index("for (") :]
        body = body[: body.index("}")]
        assert body.count(form) == 2 * 4 * variant.accumulators
        assert all(f"x{i} =" in body for i in range(variant.accumulators))


@needs_nvrtc
@pytest.mark.cuda
@pytest.mark.parametrize("number", [FLOAT32, FLOAT64, PRECISIONS["uint32"]], ids=str)
def test_a_card_that_is_not_known_can_be_measured(number):
    """NVIDIA's compiler takes the text, with the options that belong to its language."""
    device = RecordingDevice(CARD, CUDA_C)
    Load(device, device.queue(), number)
    (build,) = device.builds
    nvrtc.checked(build.text, build.options)


def test_measures_and_remembers(any_device, monkeypatch, tmp_path):
    """Every variant computes the right numbers; the figure is plausible, quick to get, and measured once."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(module, "CROWDED", 1e9)  # in spite of other programs on this machine
    started = time.perf_counter()
    first = peak_of(any_device.queue, FLOAT32)
    elapsed = time.perf_counter() - started
    assert first.origin.startswith("measured on 20")
    (record,) = user_results().records(family=FAMILY)
    units = any_device.device.facts.compute_units
    assert record.sizes[0] == units
    per_unit = first.gflops / units
    assert 0.5 < per_unit < 2 * 64 * 6  # between a slow scalar core and four 512-bit FPUs at 6 GHz
    assert elapsed < 10  # 3 s on a machine that does nothing else
    assert write_shipped([record], tmp_path) == []
    monkeypatch.setattr(module, "measured_peak", lambda *_: pytest.fail("measured again"))
    assert peak_of(any_device.queue, FLOAT32) == first
    fewer = dataclasses.replace(any_device.device.facts, compute_units=units + 1)
    assert module.recorded(fewer, FLOAT32) is None
    assert module.recorded(any_device.device.facts, FLOAT64) is None


def test_every_variant_is_right_and_a_wrong_one_is_seen(pocl, monkeypatch):
    """Doubles too; and where a turn is missing, the numbers tell, and nothing is measured."""
    load = Load(pocl.device, pocl.queue, FLOAT64)
    assert [load.fault(variant) for variant in load.variants] == [None] * len(load.variants)
    load.turns -= load.unroll
    right = turned
    monkeypatch.setattr(module, "turned", lambda x, steps, turns: right(x, steps, 4096))
    fault = load.fault(load.variants[0])
    assert fault is not None
    assert "in work-item 0 where" in fault
    monkeypatch.setattr(module, "Load", lambda *_: load)
    with pytest.raises(VerificationError, match=r"cannot be measured: multiply_add_.* computed"):
        measured_peak(pocl.device, pocl.queue, FLOAT64)


def test_a_crowded_machine_is_not_remembered(pocl, monkeypatch, tmp_path):
    """Where launches take longer than their threads' time on all cores, the figure is given with a warning only."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(module, "LAST_REPEAT", 0.0)
    monkeypatch.setattr(module, "FINAL_SECONDS", 0.02)
    monkeypatch.setattr("time.process_time", lambda: 0.0)  # threads that never had a core
    peak = peak_of(pocl.queue, FLOAT32)
    assert peak.origin == "measured now, never on all cores at once, and not kept"
    assert user_results().records() == []


def test_results_that_cannot_be_written(pocl, monkeypatch, tmp_path):
    """The figure is given all the same, with a warning that it is not kept."""
    monkeypatch.setattr(module, "CROWDED", 1e9)
    monkeypatch.setattr(module, "FINAL_SECONDS", 0.02)
    (tmp_path / "file").touch()
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "file" / "folder"))
    with pytest.warns(DatabaseWarning, match="the measured peak is not kept"):
        assert peak_of(pocl.queue, FLOAT32).gflops > 0


def test_a_given_peak_and_a_known_one_need_no_measurement(pocl, monkeypatch):
    """What the user says counts first, then what facts tell."""
    monkeypatch.setattr(module, "measured_peak", lambda *_: pytest.fail("measured"))
    assert peak_of(pocl.queue, FLOAT32, 123.5) == (123.5, "given")
    monkeypatch.setattr(module, "tabulated_peak", lambda *_: 832.0)
    assert peak_of(pocl.queue, FLOAT32) == (832.0, "from the device's facts")


def test_a_precision_that_the_device_lacks(pocl, monkeypatch):
    """It is said before anything is built."""
    facts = dataclasses.replace(pocl.device.facts, fp64=False)
    monkeypatch.setattr(pocl.device, "facts", facts)
    monkeypatch.setattr(pocl.device, "build", lambda *_: pytest.fail("built"))
    with pytest.raises(PrecisionError, match=r"precision: expected a type that .* computes in; got float64"):
        measured_peak(pocl.device, pocl.queue, FLOAT64)
