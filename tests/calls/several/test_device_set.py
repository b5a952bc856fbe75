"""Which devices words name together, and what a schedule expects of them."""

import pyopencl as cl
import pytest

import autoblas
from autoblas.calls.several import members, prediction
from autoblas.calls.several.device_set import DeviceSet, device_set
from autoblas.calls.several.members import Member
from autoblas.calls.several.prediction import kernel_speed
from autoblas.devices.opencl.selection import listing
from autoblas.devices.recording import HOPPER
from autoblas.devices.selftest_results import SelfTestResult
from support.memories import copying
from support.rig import Rig


def fake_speeds(monkeypatch: pytest.MonkeyPatch, device_set: DeviceSet, gflops: list[float]) -> None:
    """Let the devices be so fast, and nothing have been measured."""
    for member, speed in zip(device_set, gflops, strict=True):
        monkeypatch.setattr(member, "_gflops", speed)
        monkeypatch.setattr(member, "_speeds", {})


def two_queues(rig: Rig) -> DeviceSet:
    """A set of two queues on one device."""
    return autoblas.devices(rig.queue, cl.CommandQueue(rig.device.context, rig.device.hardware))


def test_words_and_queues(any_device):
    """A part of a name, a number, a queue; equal words give the same set, and repeated ones no second member."""
    name = any_device.device.facts.platform
    chosen = autoblas.devices(name)
    assert len(chosen) == 1
    assert autoblas.devices(name) is chosen
    assert device_set(name) is chosen
    assert device_set(chosen) is chosen
    place = next(
        i for i, device in enumerate(listing()) if device.platform.name == any_device.device.facts.platform
    )
    assert len(autoblas.devices(name, place, f"{name},{place}")) == 1
    assert len(autoblas.devices(f"{place},{place},{name}")) == 1
    assert len(device_set([any_device.queue, any_device.queue])) == 1
    assert len(two_queues(any_device)) == 2
    assert name in repr(chosen)


def test_a_processor_counts_once(monkeypatch):
    """Of its runtimes the fastest serves, where none is named; all that are named do."""
    processors = [device for device in listing() if device.type == cl.device_type.CPU]
    verdicts = {device: SelfTestResult(gflops=10.0 * (1 + i)) for i, device in enumerate(listing())}
    monkeypatch.setattr(members, "selftest_result", verdicts.__getitem__)
    monkeypatch.setattr("autoblas.calls.several.device_set._sets", {})
    device_set = autoblas.devices("cpu")
    assert [device.identity for device in device_set] == [processors[-1]]
    assert len(device_set.left_out) == len(processors) - 1
    assert all("same processor" in sentence for sentence in device_set.left_out)
    assert len(autoblas.devices(*range(len(listing())))) == len(listing())


def test_a_device_that_failed_its_self_test_gets_nothing(monkeypatch):
    """It is no member, and where all failed, that is an error."""
    failed = SelfTestResult(failures={"int": "computes wrong numbers"})
    first = listing()[0]
    monkeypatch.setattr("autoblas.calls.several.device_set._sets", {})
    monkeypatch.setattr(
        members, "selftest_result", lambda device: failed if device == first else SelfTestResult()
    )
    with pytest.raises(autoblas.DeviceError, match="failed its self-test: it computes wrong numbers"):
        autoblas.devices(0)
    if len(listing()) > 1:
        device_set = autoblas.devices(0, 1)
        assert [device.identity for device in device_set] == [listing()[1]]
        assert "failed its self-test" in device_set.left_out[0]


@pytest.mark.parametrize("choice", [None, 2.5, True, object()], ids=["None", "float", "bool", "object"])
def test_what_names_no_device(choice):
    """Neither words nor queues."""
    with pytest.raises(autoblas.ArgumentError, match="words for devices"):
        autoblas.devices(choice)


@pytest.mark.parametrize("choice", [[], (), "0,,0", ",", "0,", ", 0"], ids=repr)
def test_no_word_means_no_device(choice):
    """A list of nothing, and what is empty between commas, do not mean all devices."""
    with pytest.raises(autoblas.ArgumentError, match=r"at least one device|between commas"):
        device_set(choice)


def test_devices_that_are_not_there():
    """The message lists those that are."""
    with pytest.raises(autoblas.NoDeviceError, match="matches no device; the devices are 0: "):
        autoblas.devices("no such device")


def test_the_package_stays_one():
    """It can be called, and its modules are found."""
    from autoblas import devices

    assert devices is autoblas.devices
    assert autoblas.devices.opencl.selection.listing is listing  # type: ignore[attr-defined]  # a package too


def test_a_schedule_says_who_computes_what(any_device, monkeypatch):
    """Equal devices share; a slow one is left out; a small product is computed by one."""
    monkeypatch.setattr("os.cpu_count", lambda: 4 * any_device.device.facts.compute_units)
    device_set = two_queues(any_device)
    fake_speeds(monkeypatch, device_set, [100.0, 100.0])
    equal = device_set.schedule(8192, 8192, 8192)
    assert equal.together
    assert equal.shares == (0.5, 0.5)
    assert equal.seconds / equal.alone == pytest.approx(0.5, abs=0.02)
    assert "50%" in str(equal)
    fake_speeds(monkeypatch, device_set, [1000.0, 1.0])
    alone = device_set.schedule(8192, 8192, 8192)
    assert not alone.together
    assert alone.shares == (1.0, 0.0)
    assert "not expected to be faster" in str(alone)
    assert not device_set.schedule(64, 64, 64).together
    assert device_set.schedule(0, 64, 64).shares in {(1.0, 0.0), (0.0, 1.0)}
    fake_speeds(monkeypatch, device_set, [100.0, 100.0])
    deep = device_set.schedule(64, 64, 1 << 20)
    assert deep.cut is not None
    assert deep.cut.depth < 1 << 20
    with pytest.raises(autoblas.ArgumentError, match="size of 0 or more"):
        device_set.schedule(1, 1, -1)


def test_processors_share_their_cores(any_device, monkeypatch):
    """Two devices that are one processor are not expected to be faster together, and the schedule says why."""
    monkeypatch.setattr("os.cpu_count", lambda: any_device.device.facts.compute_units)
    device_set = two_queues(any_device)
    fake_speeds(monkeypatch, device_set, [100.0, 100.0])
    expected = device_set.schedule(8192, 8192, 8192)
    assert not expected.together
    assert "share its cores" in str(expected)


def test_the_bus_counts(any_device, monkeypatch):
    """Two devices behind slow buses gain less, and nothing where tiles do not fit."""
    monkeypatch.setattr("os.cpu_count", lambda: 4 * any_device.device.facts.compute_units)
    copying(any_device, monkeypatch)
    monkeypatch.setattr(prediction, "kernel_speed", lambda *_: None)
    device_set = two_queues(any_device)
    fake_speeds(monkeypatch, device_set, [1e5, 1e5])
    fast = device_set.schedule(16384, 16384, 16384)
    monkeypatch.setattr(prediction, "BUS", 1e9)
    slow = device_set.schedule(16384, 16384, 16384)
    assert fast.together
    assert slow.seconds > 2 * fast.seconds
    monkeypatch.setenv("AUTOBLAS_DEVICE_MEMORY", "1e6")
    assert not device_set.schedule(16384, 16384, 16384).together


def test_kernels_count_where_operands_travel(any_device, monkeypatch):
    """What devices with memory of their own did in earlier calls has waits in it; so their kernels' times are believed."""
    monkeypatch.setattr("os.cpu_count", lambda: 4 * any_device.device.facts.compute_units)
    copying(any_device, monkeypatch)
    device_set, asked = two_queues(any_device), []

    def speed(*sizes):
        asked.append(sizes[1:])
        return 100e12

    monkeypatch.setattr(prediction, "kernel_speed", speed)
    fake_speeds(monkeypatch, device_set, [1.0, 1.0])
    assert device_set.schedule(16384, 16384, 16384).alone < 1.0
    assert set(asked) == {(16384, 16384, 16384, "float32")}


def test_speeds_of_kernels():
    """By the model of what serves: more than plain arithmetic where matrix units split floats, and nothing of integers."""
    floats, doubles = (2 * (kernel_speed(HOPPER, *(9000,) * 3, name) or 0) for name in ("float32", "float64"))
    assert 100e12 < floats < 400e12
    assert 20e12 < doubles < 70e12
    assert kernel_speed(HOPPER, 0, 5, 5, "float32") is None
    assert kernel_speed(HOPPER, 5, 5, 5, "no type") is None


def test_speeds_are_kept(any_device):
    """What was measured counts from then on, for its own routine and type, as much as what was known before."""
    member = Member(None, any_device.queue, 50.0)
    assert member.speed("gemm float64", double=True) == 25e9
    member.measured("gemm float64", 1e9)
    assert member.speed("gemm float64", double=True) == 1e9
    member.measured("gemm float64", 3e9)
    assert member.speed("gemm float64", double=True) == 2e9
    assert member.speed("gemm float32", double=False) == 50e9
