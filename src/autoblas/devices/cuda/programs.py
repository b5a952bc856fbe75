"""Programs that were compiled for a card, and their kernels with arguments packed as the driver takes them."""

from __future__ import annotations

import ctypes
import itertools
import math
import struct
from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.driver import CudaError, checked, driver
from autoblas.devices.cuda.streams import TimedEvent
from autoblas.emit.cuda_c import MOST_GROUPS, begins_early, dynamic_bytes, large_clusters
from autoblas.errors import BuildError, LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.devices.cuda.context import Context
    from autoblas.devices.cuda.memory import CudaMemory, CudaPool
    from autoblas.devices.cuda.streams import CudaQueue
    from autoblas.devices.device import Launch

__all__ = ["CudaKernel", "CudaProgram"]

MOST_ARGUMENTS = 64
"""Arguments that a kernel may have; none has so many."""

CROWDED = (0.5, 0.75)
"""Launches of so many work-groups, as shares of those that are resident at once, do not begin early; see ``_begins_early``."""

SLOT_BYTES = 16
"""Bytes of an argument's slot: a complex number of two doubles."""


class CudaProgram:
    """A program in the context of a card; see ``Program``.

    Args:
        context: The context.
        pool: The allocator of the card's memory.
        cubin: Its machine code.
        text: Its source.
        early: Multiprocessors of a card that has programmatic dependent launch, by which a kernel begins before the one
            ahead of it has ended; 0 for other cards.

    Attributes:
        context: The context.
        pool: The allocator of the card's memory.
        text: Its source.
        dynamic_bytes: Dynamic shared memory of a launch.
        early: As the argument, but 0 where its kernels do not wait for those ahead of them by themselves.

    Raises:
        BuildError: the driver does not load it.
    """

    def __init__(self, context: Context, pool: CudaPool, cubin: bytes, text: str, *, early: int = 0) -> None:
        self.context, self.pool, self.text = context, pool, text
        self.dynamic_bytes, self.early = dynamic_bytes(text), early if begins_early(text) else 0
        self._cubin = cubin
        try:
            with context:
                self.module = checked(driver().cuModuleLoadData, cubin)
        except CudaError as error:
            raise BuildError(f"the driver does not load what was compiled: {error}", text) from error

    def binary(self) -> bytes:
        """Machine code from the compiler."""
        return self._cubin

    def kernel(self, name: str) -> CudaKernel:
        """A new kernel object, which has its arguments and so belongs to one thread.

        Raises:
            BuildError: there is no such entry point, or the card lacks a resource that it needs.
        """
        return CudaKernel(self, name)


class CudaKernel:
    """An entry point with arguments; see ``BuiltKernel``.

    Attributes:
        name: The entry point.

    Raises:
        BuildError: the program has no such entry point, or the card lacks a resource that it needs.
    """

    least_items = 32

    def __init__(self, program: CudaProgram, name: str) -> None:
        cuda = driver()
        self.name, self._program = name, program
        self._shared = program.dynamic_bytes
        attribute = cuda.CUfunction_attribute
        try:
            with program.context:
                self._function = checked(cuda.cuModuleGetFunction, program.module, name.encode())
                if self._shared:
                    allowed = attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                    checked(cuda.cuFuncSetAttribute, self._function, allowed, self._shared)
                if large_clusters(program.text):
                    checked(
                        cuda.cuFuncSetAttribute,
                        self._function,
                        attribute.CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
                        1,
                    )
                most = attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
                self.most_items = int(checked(cuda.cuFuncGetAttribute, most, self._function))
        except CudaError as error:
            raise BuildError(f"the driver gives no kernel {name}: {error}", program.text) from error
        self._resident: dict[int, int] = {}
        self._enqueue: Any = None
        self._call: tuple[Any, ...] = ()
        self._stream = -1
        self._slots = (ctypes.c_uint64 * (MOST_ARGUMENTS * SLOT_BYTES // 8))()
        self._start = ctypes.addressof(self._slots)
        self._pointers = (ctypes.c_void_p * MOST_ARGUMENTS)(
            *(self._start + SLOT_BYTES * index for index in range(MOST_ARGUMENTS))
        )
        self._arguments = ctypes.addressof(self._pointers)
        self._pooled: dict[int, CudaMemory] = {}
        self._extent: Launch | None = None
        self._head: tuple[Any, ...] = ()
        self._splits: list[tuple[tuple[Any, ...], bytes]] = []

    def set_memory(self, index: int, memory: CudaMemory | int) -> None:
        """Set an argument to memory: an address of a caller's, or memory of this package's pool."""
        if type(memory) is int:
            self._slots[2 * index] = memory
        else:
            self._slots[2 * index] = memory.pointer  # type: ignore[union-attr]
            self._pooled[index] = memory  # type: ignore[assignment]

    def set_number(self, index: int, number: Any) -> None:
        """Set an argument to a number, a NumPy scalar of the type that the kernel declares.

        Raises:
            IndexError: no kernel has so many arguments.
        """
        if index >= MOST_ARGUMENTS:
            raise IndexError(index)
        data = number.tobytes()
        ctypes.memmove(self._start + SLOT_BYTES * index, data, len(data))

    def launch(self, queue: CudaQueue, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueue the kernel, and return the end of its queue, or on a timed queue that of the kernel.

        Raises:
            LaunchError: the device refused it.
        """
        if extent is not self._extent:
            self._lay_out(extent)
        try:
            if wait_for:
                queue.wait_for(wait_for)
            if self._pooled:
                self._note_memory(queue)
            if queue.timed or self._splits:
                return self._launch_general(queue)
            if queue.handle != self._stream:
                self._enqueue, self._call = self._ready(queue)
                self._stream = queue.handle
            (code,) = self._enqueue(*self._call)
            if code:
                self._launch_in_context(self._enqueue, self._call, code)
        except CudaError as error:
            raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
        return queue.end

    def setter(self, index: int) -> tuple[Callable[[int, int], None], int]:
        """Function that sets an argument to a caller's address, and the index to call it with; see ``QuickKernel.setter``."""
        return self._slots.__setitem__, 2 * index

    def launcher(self, queue: CudaQueue, extent: Launch) -> Callable[[Sequence[Any] | None], Any]:
        """Function that launches again and again, with constant arguments prepared once; see ``QuickKernel.launcher``."""
        self._lay_out(extent)
        if queue.timed or self._splits:
            return partial(self.launch, queue, extent)
        pooled, end = self._pooled, queue.end
        enqueue, call = self._ready(queue)

        def launch(wait_for: Sequence[Any] | None) -> Any:
            try:
                if wait_for:
                    queue.wait_for(wait_for)
                if pooled:
                    self._note_memory(queue)
                (code,) = enqueue(*call)
                if code:
                    self._launch_in_context(enqueue, call, code)
            except CudaError as error:
                raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
            return end

        return launch

    def _lay_out(self, extent: Launch) -> None:
        """Compute the grid, in three dimensions; one that is larger than the driver allows is split into several launches."""
        padding = (1,) * (3 - len(extent.local_size))
        groups = (total // items for total, items in zip(extent.global_size, extent.local_size, strict=True))
        x, y, z = (*groups, *padding)
        trailing = (*extent.local_size, *padding, self._shared)
        self._head, self._splits = (self._function, x, y, z, *trailing), []
        if max(y, z) > MOST_GROUPS:
            for first_z, first_y in itertools.product(range(0, z, MOST_GROUPS), range(0, y, MOST_GROUPS)):
                size = min(y - first_y, MOST_GROUPS), min(z - first_z, MOST_GROUPS)
                offsets = struct.pack("4I", first_y, first_z, y - size[0], z - size[1])
                self._splits.append(((self._function, x, *size, *trailing), offsets))
        self._extent, self._stream = extent, -1

    def _ready(self, queue: CudaQueue) -> tuple[Any, tuple[Any, ...]]:
        """The driver's function that launches the kernel in one part, and its arguments.

        A kernel that itself waits for the one ahead of it may begin early, by programmatic dependent launch.
        """
        cuda = driver()
        if not self._begins_early():
            return cuda.cuLaunchKernel, (*self._head, queue.stream, self._arguments, 0)
        config, attribute = cuda.CUlaunchConfig(), cuda.CUlaunchAttribute()
        config.gridDimX, config.gridDimY, config.gridDimZ = self._head[1:4]
        config.blockDimX, config.blockDimY, config.blockDimZ = self._head[4:7]
        config.sharedMemBytes, config.hStream = self._shared, queue.stream
        attribute.id = cuda.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
        attribute.value.programmaticStreamSerializationAllowed = 1
        config.attrs, config.numAttrs = [attribute], 1
        return cuda.cuLaunchKernelEx, (config, self._function, self._arguments, 0)

    def _begins_early(self) -> bool:
        """True if launches begin early: not where their work-groups would crowd on the multiprocessors that are free first.

        On an idle card the work-groups of a launch are distributed evenly. Those of an early launch fill the free slots, and
        the rest go where work-groups of the launch ahead end first. If two launches are resident together, or one fills
        nearly all slots, they still spread evenly, and end a microsecond sooner. In between, 11 of 13 products on an H100
        took longer, up to a third (float64 of 1024 rows and columns: 256 work-groups, three of which are resident on a
        multiprocessor: 58 us and 44).
        """
        _, x, y, z, *items, _ = self._head
        units, groups = self._program.early, x * y * z
        if not units or groups <= units:
            return units > 0
        least, most = (share * units * self._resident_groups(math.prod(items)) for share in CROWDED)
        return not least < groups < most

    def _resident_groups(self, items: int) -> int:
        """Occupancy: work-groups of so many work-items that are resident on a multiprocessor at once; cached.

        Raises:
            LaunchError: the driver does not tell.
        """
        if items not in self._resident:
            ask = driver().cuOccupancyMaxActiveBlocksPerMultiprocessor
            try:
                with self._program.context:
                    self._resident[items] = int(checked(ask, self._function, items, self._shared))
            except CudaError as error:
                raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
        return self._resident[items]

    def _last_argument(self) -> int:
        """Address of the argument with the offsets of a split launch."""
        ask = driver().cuFuncGetParamInfo
        last = next(index for index in itertools.count(1) if ask(self._function, index)[0]) - 1
        return self._start + SLOT_BYTES * last

    def _note_memory(self, queue: CudaQueue) -> None:
        """Record the queue in memory of the pool; memory of a captured graph is retained."""
        captures = queue.captures
        for memory in self._pooled.values():
            memory.used_on(queue)
            if captures:
                self._program.pool.retain_for_graph(memory)
        self._pooled.clear()

    def _launch_general(self, queue: CudaQueue) -> Any:
        """Launch on a timed queue, or in several parts, never early."""
        launch = driver().cuLaunchKernel
        with self._program.context:
            start = queue.record_event() if queue.timed else None
            if not self._splits:
                checked(launch, *self._head, queue.stream, self._arguments, 0)
            else:
                last = self._last_argument()
                for head, offsets in self._splits:
                    ctypes.memmove(last, offsets, len(offsets))
                    checked(launch, *head, queue.stream, self._arguments, 0)
                ctypes.memset(last, 0, SLOT_BYTES)
            return queue.end if start is None else TimedEvent(queue, start, queue.record_event())

    def _launch_in_context(self, enqueue: Any, call: tuple[Any, ...], code: Any) -> None:
        """Launch again if the only fault was that another context, or none, is this thread's current one."""
        refused = CudaError(int(code), code.name)
        if not refused.of_context:
            raise refused
        with self._program.context:
            checked(enqueue, *call)
