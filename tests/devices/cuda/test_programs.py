"""Programs are compiled once, kernels get their arguments, and launches go where they should; with a stand-in driver."""

import gc
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.streams import set_call_queue
from autoblas.devices.device import Launch
from autoblas.errors import DeviceError, LaunchError
from support.fake_cuda import fake_cuda

Enqueue = Callable[..., Any]

TEXT = 'extern "C" __global__ void nothing(float *x, float y, double2 z) {}'

EARLY = 'extern "C" __global__ void nothing(float *x) { wait_for_earlier(); }'

LARGE = f"#define DYNAMIC_LOCAL_BYTES 100000\n{TEXT}"


@pytest.fixture(name="fakes")
def fake_ones(tmp_path, monkeypatch):
    """A driver and a compiler, and a folder of their own for what is kept."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    with fake_cuda() as fakes:
        yield fakes


@pytest.fixture(name="enqueue", params=["launch", "launcher"])
def an_enqueue(request):
    """Both ways to launch: once, and with what does it again and again."""

    def enqueue(kernel, queue, extent, wait_for=None):
        if request.param == "launch":
            return kernel.launch(queue, extent, wait_for)
        return kernel.launcher(queue, extent)(wait_for)

    return enqueue


def test_programs_are_kept_on_disk(fakes, tmp_path):
    """By text, options, architecture and version: what differs in one of them is compiled anew, and damage is, too."""
    device, (_, nvrtc) = card_device(0), fakes
    first = device.build(TEXT, ("--std=c++17",))
    assert device.build(TEXT, ("--std=c++17",)).binary() == first.binary()
    assert len(nvrtc.compiled) == 1
    text, options = nvrtc.compiled[0]
    assert text.endswith(TEXT)
    assert options == ("--gpu-architecture=sm_90a", "-w", "--std=c++17")
    device.build(TEXT, ())
    device.build(f"{TEXT}\n", ())
    assert len(nvrtc.compiled) == 3
    files = sorted(tmp_path.glob("cubins/*.cubin"))
    assert len(files) == 3
    for path in files:
        path.write_bytes(b"damaged")
    device.build(TEXT, ())
    assert len(nvrtc.compiled) == 4
    nvrtc.version = (13, 1)
    device.build(TEXT, ())
    assert len(nvrtc.compiled) == 5


def test_an_empty_log_is_written_over_nothing_else(fakes):
    """Python has each of the bytes of one place only once: the end of a text of one byte would replace every blank."""
    card_device(0).build(TEXT, ())
    assert fakes[1].compiled
    assert bytes([ord(" ")])[0] == ord(" ")


def test_a_folder_that_cannot_be_written_is_no_fault(fakes, tmp_path):
    """Programs are compiled in every process then."""
    (tmp_path / "cubins").write_text("no folder", encoding="utf-8")
    for _ in range(2):
        assert card_device(0).build(TEXT, ()).binary()
    assert len(fakes[1].compiled) == 2


def test_arguments_and_extents_arrive(fakes, enqueue):
    """Addresses, numbers by their bytes, work-groups, and shared memory where a text asks for much."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(LARGE, ()).kernel("nothing")
    memory = device.allocate_copy(np.arange(3.0))
    kernel.set_memory(0, memory)
    kernel.set_number(1, np.float32(2))
    kernel.set_number(2, np.complex128(3 + 4j))
    enqueue(kernel, queue, Launch((64, 6), (32, 2)))
    kernel.set_memory(0, 4096)
    enqueue(kernel, queue, Launch((64,), (32,)))
    first, second = driver.launches
    assert first[:5] == ("nothing", (2, 3, 1), (32, 2, 1), 100000, queue.handle)
    assert first.words[:3] == (memory.pointer, 0x40000000, 0x4008000000000000)
    assert second[:3] == ("nothing", (2, 1, 1), (32, 1, 1))
    assert second.words[0] == 4096
    assert "cuFuncSetAttribute" in driver.calls
    assert driver.early == 0  # the text does not wait


def test_more_work_groups_than_a_launch_may_have_take_several(fakes, enqueue):
    """Each is told its first work-group along both dimensions, and how many more there are; a whole one is told nothing."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(LARGE, ()).kernel("nothing")
    enqueue(kernel, queue, Launch((32, 140000, 3), (32, 2, 1)))
    enqueue(kernel, queue, Launch((32, 2, 70000), (32, 2, 1)))
    enqueue(kernel, queue, Launch((32, 65535), (32, 1)))
    assert [launch.grid for launch in driver.launches] == [
        (1, 65535, 3), (1, 4465, 3), (1, 1, 65535), (1, 1, 4465), (1, 65535, 1)
    ]  # fmt: skip
    first = [launch.words[4] for launch in driver.launches]
    assert first == [0, 65535, 0, 65535 << 32, 0]
    timed = device.queue(timed=True)
    event = enqueue(kernel, timed, Launch((32, 140000), (32, 1)))
    assert device.times(event)[1] >= device.times(event)[0]
    assert len(driver.launches) == 8


def test_an_argument_that_no_kernel_has_is_refused(fakes):
    """No argument is written beyond the slots."""
    device = card_device(0)
    kernel = device.build(TEXT, ()).kernel("nothing")
    with pytest.raises(device.errors):
        kernel.set_number(99, np.float32(1))
    with pytest.raises(device.errors):
        kernel.set_memory(99, 4096)


def test_nothing_is_waited_for_or_recorded(fakes, enqueue):
    """Launches on one stream are in order as it is; what another queue was given is waited for by the card."""
    device, (driver, _) = card_device(0), fakes
    queue, second = device.queue(), device.queue()
    kernel = device.build(TEXT, ()).kernel("nothing")
    event = enqueue(kernel, queue, Launch((32,), (32,)))
    driver.calls.clear()
    enqueue(kernel, queue, Launch((32,), (32,)), [event])
    assert driver.calls == ["cuLaunchKernel"]
    enqueue(kernel, second, Launch((32,), (32,)), [event])
    assert "cuStreamWaitEvent" in driver.calls
    assert "cuStreamSynchronize" not in driver.calls
    event.wait()
    assert driver.calls.count("cuStreamSynchronize") == 1


def test_another_card_may_be_the_threads_own(fakes, enqueue):
    """The launch is made again in the context of the queue's card."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(TEXT, ()).kernel("nothing")
    contexts: list[list[int]] = []

    class Other(dict[str, int]):
        def __contains__(self, name):
            if name == "cuLaunchKernel":
                contexts.append(list(driver.current))
            return name == "cuLaunchKernel" and not driver.current

        def __getitem__(self, name):
            return 201

    driver.faults = Other()
    enqueue(kernel, queue, Launch((32,), (32,)))
    assert contexts == [[], [1000]]
    assert driver.current == []


def test_addresses_are_set_where_memory_is(fakes):
    """The setter of a caller's address does what ``set_memory`` does."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(TEXT, ()).kernel("nothing")
    for address in (1 << 40, (1 << 40) + 256):
        put, index = kernel.setter(0)
        put(index, address)
        kernel.launch(queue, Launch((32,), (32,)))
        kernel.set_memory(0, address)
        kernel.launch(queue, Launch((32,), (32,)))
        assert [launch.words[0] for launch in driver.launches[-2:]] == [address, address]


def test_what_launches_again_is_of_its_own_extent(fakes):
    """Launches in between do not matter, nor that another card is the thread's current one; a refusal names the kernel."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(TEXT, ()).kernel("nothing")
    again = kernel.launcher(queue, Launch((64,), (32,)))
    kernel.launch(queue, Launch((320,), (32,)))
    for code in (0, 201):
        driver.faults["cuLaunchKernel"] = code
        if code:
            with pytest.raises(LaunchError, match="refused kernel nothing"):
                again(None)
        else:
            again(None)
            assert driver.launches[-1].grid == (2, 1, 1)


def test_memory_goes_back(fakes):
    """With the last reference; not before the queue has come so far, which the driver sees to."""
    device, (driver, _) = card_device(0), fakes
    memory = device.allocate(1000)
    pointer = memory.pointer
    assert pointer in driver.memory
    del memory
    gc.collect()
    assert pointer not in driver.memory


def test_a_graph_keeps_the_memory_that_it_uses(fakes, enqueue):
    """Memory of ours that a captured launch has is never given to others; what an ordinary one had is."""
    device, (driver, _) = card_device(0), fakes
    queue, kernel = device.queue(), device.build(TEXT, ()).kernel("nothing")
    pointers = []
    for captured in (True, False):
        memory = device.allocate(100)
        pointers.append(memory.pointer)
        driver.capturing = {queue.handle} if captured else set()
        kernel.set_memory(0, memory)
        enqueue(kernel, queue, Launch((32,), (32,)))
        del memory
    gc.collect()
    assert pointers[0] in driver.memory
    assert pointers[1] not in driver.memory


def test_nothing_is_freed_in_a_capture(fakes):
    """It would end it; what came back meanwhile is freed by the next request after it."""
    device, (driver, _) = card_device(0), fakes
    queue = device.queue_for(77)
    memory = device.allocate(100)
    pointer = memory.pointer
    memory.used_on(queue)
    memory.used_on(device.queue_for(78))
    set_call_queue(queue)
    driver.capturing = {77}
    driver.calls.clear()
    del memory
    gc.collect()
    second = device.allocate(50)
    assert pointer in driver.memory
    assert not {"cuCtxSynchronize", "cuMemFree", "cuMemFreeAsync"} & {*driver.calls}
    driver.capturing.clear()
    assert device.allocate(50).pointer != second.pointer
    assert pointer not in driver.memory


def test_nothing_is_compiled_in_a_capture(fakes):
    """It would end it; the error says what to do. Memory can be had."""
    device, (driver, _) = card_device(0), fakes
    queue = device.queue_for(77)
    set_call_queue(queue)
    driver.capturing = {77}
    for forbidden in (lambda: device.build(TEXT, ()), device.queue):
        with pytest.raises(DeviceError, match="make the same call once before the capture begins"):
            forbidden()
    assert device.allocate(64).size == 64
    driver.capturing.clear()
    assert device.build(TEXT, ()).binary()


def test_memory_is_filled_in_a_capture(fakes):
    """In the driver's relaxed mode, in which copies on another stream do not end it; that of before is back then."""
    device, (driver, _) = card_device(0), fakes
    device.facts  # noqa: B018  # asked for before
    driver.calls.clear()
    device.allocate_copy(np.zeros(4))
    modes = [
        position for position, name in enumerate(driver.calls) if name == "cuThreadExchangeStreamCaptureMode"
    ]
    copied = driver.calls.index("cuMemcpyHtoDAsync")
    assert any(before < copied for before in modes)
    assert sum(before < copied for before in modes) % 2 == 1, "the mode was changed back before the copy"
    assert len(modes) % 2 == 0


def test_streams_are_handed_out_again(fakes):
    """None is destroyed, since the driver may be asked about it still; streams of callers are one queue each."""
    device, (driver, _) = card_device(0), fakes
    handle = device.queue().handle
    gc.collect()
    assert device.queue().handle == handle
    assert "cuStreamDestroy" not in driver.calls
    assert device.queue_for(5) is device.queue_for(5)
    assert device.queue_for(5) != device.queue_for(6)
    assert device.queue_for(5).__cuda_stream__() == (0, 5)


def test_two_threads_may_want_the_last_idle_stream(fakes):
    """The one that comes second makes another."""

    class TakenMeanwhile(list[Any]):
        def __bool__(self):
            self.clear()
            return True

    device = card_device(0)
    gc.collect()
    device.context.idle_streams = TakenMeanwhile([7])
    queues = device.queue(), device.queue(), device.main_queue
    assert len({queue.handle for queue in queues}) == 3


def test_kernels_that_wait_for_earlier_ones_are_launched_before_those_end(fakes, enqueue):
    """From compute capability 9.0 on, in one launch each, on queues whose commands are not timed one by one."""
    device, (driver, _) = card_device(0), fakes
    kernel, queues = device.build(EARLY, ()).kernel("nothing"), [device.queue(), device.queue()]
    kernel.set_memory(0, 4096)
    extents = Launch((64, 6), (32, 2)), Launch((96,), (32,))
    for queue, extent in itertools.product(queues, extents):
        enqueue(kernel, queue, extent)
        enqueue(kernel, queue, extent)
    assert driver.early == len(driver.launches) == 8
    launched = [(launch.grid, launch.block, launch.stream) for launch in driver.launches[::2]]
    sides = [((2, 3, 1), (32, 2, 1)), ((3, 1, 1), (32, 1, 1))]
    assert launched == [(*side, queue.handle) for queue in queues for side in sides]
    assert driver.launches[0].words[0] == 4096
    enqueue(kernel, device.queue(timed=True), extents[0])
    enqueue(kernel, queues[0], Launch((32, 70000), (32, 1)))
    assert driver.early == 8
    assert len(driver.launches) == 11


@pytest.mark.parametrize(
    ("groups", "early"),
    [
        (132, True),
        (133, True),
        (132 * 2, True),
        (132 * 2 + 1, False),
        (132 * 3 - 1, False),
        (132 * 3, True),
        (132 * 9, True),
    ],
)
def test_launches_that_would_crowd_do_not_begin_early(fakes, enqueue, groups, early):
    """Of work-groups of 512 the card holds four a multiprocessor; what two launches have must find room, or one fill it."""
    device, (driver, _) = card_device(0), fakes
    kernel = device.build(EARLY, ()).kernel("nothing")
    kernel.set_memory(0, 4096)
    enqueue(kernel, device.queue(), Launch((512 * groups,), (512,)))
    assert (driver.early, len(driver.launches)) == (int(early), 1)


def test_the_driver_is_asked_once_how_many_find_room(fakes, enqueue):
    """Whichever queues launches are on, and however many work-groups they have; none where few do."""
    device, (driver, _) = card_device(0), fakes
    kernel, queues = device.build(EARLY, ()).kernel("nothing"), [device.queue(), device.queue()]
    kernel.set_memory(0, 4096)
    enqueue(kernel, queues[0], Launch((512 * 132,), (512,)))
    asked = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
    assert asked not in driver.calls
    for groups, queue in itertools.product((300, 600), queues * 2):
        enqueue(kernel, queue, Launch((512 * groups,), (512,)))
    assert list(driver.calls).count(asked) == 1


def test_a_driver_that_does_not_say_refuses_the_launch(fakes, enqueue):
    """As one whose context was poisoned does, by the error of launches."""
    device, (driver, _) = card_device(0), fakes
    kernel = device.build(EARLY, ()).kernel("nothing")
    kernel.set_memory(0, 4096)
    driver.faults["cuOccupancyMaxActiveBlocksPerMultiprocessor"] = 700
    with pytest.raises(LaunchError, match="kernel nothing"):
        enqueue(kernel, device.queue(), Launch((512 * 300,), (512,)))


@pytest.mark.parametrize(("capability", "version"), [((8, 6), 13000), ((9, 0), 12020)])
def test_older_cards_and_drivers_launch_in_order(fakes, enqueue, capability, version):
    """The cards know nothing else, and the drivers not in graphs that are captured."""
    driver, compiler = fakes
    driver.capability, driver.version, compiler.version = capability, version, (12, 0)
    device = card_device(0)
    kernel = device.build(EARLY, ()).kernel("nothing")
    kernel.set_memory(0, 4096)
    enqueue(kernel, device.queue(), Launch((64,), (32,)))
    assert (driver.early, len(driver.launches)) == (0, 1)


@pytest.mark.parametrize(("count", "allowed"), [(8, False), (16, True)])
def test_large_clusters_are_allowed_to_a_kernel(fakes, count, allowed):
    """Drivers refuse more than eight work-groups otherwise."""
    text = TEXT.replace("void nothing", f"void __cluster_dims__(1, 1, {count}) nothing")
    card_device(0).build(text, ()).kernel("nothing")
    assert ("cuFuncSetAttribute" in fakes[0].calls) is allowed
