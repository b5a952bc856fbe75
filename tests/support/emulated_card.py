"""A card of CUDA whose kernels run on a device of OpenCL in the host's memory, so that calls on arrays there can be checked.

Streams, memory and everything above them are the back-end's own, with the driver of ``support.fake_driver``; its memory lies
in one block, which the other device has as a buffer. Kernels are those of the other device, in OpenCL C.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl as cl

from autoblas.devices.cuda import backend
from autoblas.devices.cuda.cards import CudaCard
from autoblas.devices.cuda.streams import TimedEvent
from autoblas.devices.device import Launch
from autoblas.emit.opencl_c import OPENCL_C
from support.fake_cuda import fake_cuda
from support.fake_driver import DeviceMemory, FakeDriver
from support.rig import Rig

BYTES = 96 << 20
"""Of the block, which is gone through again and again: what is alive at a time is much less."""


class Block:
    """The memory of the card."""

    def __init__(self, context: cl.Context) -> None:
        whole = np.zeros(BYTES + 8192, np.uint8)
        start = -whole.ctypes.data % 4096
        self._bytes, self._next = whole[start : start + BYTES], 0
        flags: Any = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
        self._buffer = cl.Buffer(context, flags, hostbuf=self._bytes)

    def place(self, nbytes: int) -> Any:
        """Bytes at an aligned address, of any content."""
        if self._next + nbytes > BYTES:
            self._next = 0
        start, self._next = self._next, -(-(self._next + nbytes) // 256) * 256
        return self._bytes[start : start + nbytes]

    def at(self, address: int) -> cl.Buffer:
        """The memory from an address on."""
        start = address - self._bytes.ctypes.data
        assert 0 <= start < BYTES, "an address of no memory of the card"
        assert start % 256 == 0, "kernels are given aligned addresses"
        return self._buffer.get_sub_region(start, BYTES - start, cl.mem_flags.READ_WRITE)


class Kernel:
    """A kernel of the other device, for addresses."""

    def __init__(self, kernel: Any, block: Block, queue: cl.CommandQueue) -> None:
        self.name, self._kernel, self._block, self._queue = kernel.name, kernel, block, queue
        self.most_items, self.least_items = kernel.most_items, kernel.least_items
        self.set_number = kernel.set_number

    def set_memory(self, index: int, memory: Any) -> None:
        """Let an argument be what lies at an address."""
        self._kernel.set_memory(index, self._block.at(getattr(memory, "pointer", memory)))

    def launch(self, queue: Any, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Run it to its end."""
        if wait_for:
            queue.wait_for(wait_for)
        began = queue.record_event() if queue.timed else None
        self._kernel.launch(self._queue, extent).wait()
        return queue.end if began is None else TimedEvent(queue, began, queue.record_event())


class Program:
    """A program of the other device."""

    def __init__(self, program: Any, block: Block, queue: cl.CommandQueue) -> None:
        self._program, self._block, self._queue = program, block, queue
        self.binary = program.binary

    def kernel(self, name: str) -> Kernel:
        """An entry point."""
        return Kernel(self._program.kernel(name), self._block, self._queue)


class EmulatedCard(backend.CudaDevice):
    """The card."""

    dialect: Any = OPENCL_C
    passed_selftest = True

    def __init__(self, card: CudaCard, rig: Rig, block: Block) -> None:
        super().__init__(card)
        own: dict[str, Any] = {
            "host_shared": False,
            "system_svm": False,
            "images": False,
            "sub_groups": False,
        }
        self.__dict__["facts"] = replace(rig.device.facts, **own, sub_group_sizes=())
        self._other, self._block = rig, block

    def build(self, text: str, options: tuple[str, ...]) -> Any:
        """A program of the other device."""
        return Program(self._other.device.build(text, options), self._block, self._other.queue)


@contextmanager
def emulated_card(rig: Rig) -> Iterator[FakeDriver]:
    """Let the first card be one that runs on a device in the host's memory."""
    block, before = Block(rig.queue.context), DeviceMemory.place
    with fake_cuda() as (driver, _):
        DeviceMemory.place = block.place
        backend._devices[0] = EmulatedCard(CudaCard(0, "emulated"), rig, block)
        try:
            yield driver
        finally:
            DeviceMemory.place = staticmethod(before)
