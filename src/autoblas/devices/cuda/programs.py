"""Programs that were compiled for a card, and their kernels with arguments packed as the driver takes them."""

from __future__ import annotations

import ctypes
import itertools
import math
import struct
from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.driver import CudaError, asked, driver
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

ARGUMENTS = 64
"""Arguments that a kernel may have: more than any."""

CROWDED = (0.5, 0.75)
"""Shares of the work-groups that the card holds at once between which a launch is not to begin early; see ``_begins_early``."""

PLACE = 16
"""Bytes of the place of an argument: a number of two doubles."""


class CudaProgram:
    """A program in the context of a card; see ``Program``.

    Args:
        context: The context.
        pool: Where the card's memory comes from.
        cubin: What was compiled.
        text: What it was compiled from.
        early: Multiprocessors of a card that lets kernels begin before those ahead of them in their stream have ended; 0 of
            others.

    Attributes:
        context: The context.
        pool: Where the card's memory comes from.
        text: What it was compiled from.
        dynamic_bytes: Shared memory that a launch gives.
        early: The same, and 0 where its kernels do not wait themselves for those ahead of them.

    Raises:
        BuildError: the driver does not load it.
    """

    def __init__(self, context: Context, pool: CudaPool, cubin: bytes, text: str, *, early: int = 0) -> None:
        self.context, self.pool, self.text = context, pool, text
        self.dynamic_bytes, self.early = dynamic_bytes(text), early if begins_early(text) else 0
        self._cubin = cubin
        try:
            with context:
                self.module = asked(driver().cuModuleLoadData, cubin)
        except CudaError as error:
            raise BuildError(f"the driver does not load what was compiled: {error}", text) from error

    def binary(self) -> bytes:
        """What the compiler produced."""
        return self._cubin

    def kernel(self, name: str) -> CudaKernel:
        """A new kernel object, which carries its own arguments and so belongs to one thread.

        Raises:
            BuildError: there is no such entry point, or the card has not what it needs.
        """
        return CudaKernel(self, name)


class CudaKernel:
    """An entry point with arguments; see ``BuiltKernel``.

    Attributes:
        name: The entry point.

    Raises:
        BuildError: the program has no such entry point, or the card has not what it needs.
    """

    least_items = 32

    def __init__(self, program: CudaProgram, name: str) -> None:
        cuda = driver()
        self.name, self._program = name, program
        self._shared = program.dynamic_bytes
        attribute = cuda.CUfunction_attribute
        try:
            with program.context:
                self._function = asked(cuda.cuModuleGetFunction, program.module, name.encode())
                if self._shared:
                    allowed = attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                    asked(cuda.cuFuncSetAttribute, self._function, allowed, self._shared)
                if large_clusters(program.text):
                    asked(
                        cuda.cuFuncSetAttribute,
                        self._function,
                        attribute.CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
                        1,
                    )
                most = attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
                self.most_items = int(asked(cuda.cuFuncGetAttribute, most, self._function))
        except CudaError as error:
            raise BuildError(f"the driver gives no kernel {name}: {error}", program.text) from error
        self._room: dict[int, int] = {}
        self._enqueue: Any = None
        self._whole: tuple[Any, ...] = ()
        self._stream = -1
        self._slots = (ctypes.c_uint64 * (ARGUMENTS * PLACE // 8))()
        self._start = ctypes.addressof(self._slots)
        self._places = (ctypes.c_void_p * ARGUMENTS)(*(self._start + PLACE * at for at in range(ARGUMENTS)))
        self._arguments = ctypes.addressof(self._places)
        self._own: dict[int, CudaMemory] = {}
        self._extent: Launch | None = None
        self._head: tuple[Any, ...] = ()
        self._parts: list[tuple[tuple[Any, ...], bytes]] = []

    def set_memory(self, index: int, memory: CudaMemory | int) -> None:
        """Let an argument be memory: an address of a caller's, or memory of our own."""
        if type(memory) is int:
            self._slots[2 * index] = memory
        else:
            self._slots[2 * index] = memory.pointer  # type: ignore[union-attr]
            self._own[index] = memory  # type: ignore[assignment]

    def set_number(self, index: int, number: Any) -> None:
        """Let an argument be a number, a NumPy scalar of the type that the kernel declares.

        Raises:
            IndexError: no kernel has so many arguments.
        """
        if index >= ARGUMENTS:
            raise IndexError(index)
        data = number.tobytes()
        ctypes.memmove(self._start + PLACE * index, data, len(data))

    def launch(self, queue: CudaQueue, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueue the kernel; the end of its queue, or on a timed queue its own.

        Raises:
            LaunchError: the device refused it.
        """
        if extent is not self._extent:
            self._lay_out(extent)
        try:
            if wait_for:
                queue.wait_for(wait_for)
            if self._own:
                self._note_memory(queue)
            if queue.timed or self._parts:
                return self._launch_apart(queue)
            if queue.handle != self._stream:
                self._enqueue, self._whole = self._ready(queue)
                self._stream = queue.handle
            (code,) = self._enqueue(*self._whole)
            if code:
                self._launch_in_context(self._enqueue, self._whole, code)
        except CudaError as error:
            raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
        return queue.end

    def setter(self, index: int) -> tuple[Callable[[int, int], None], int]:
        """What sets an argument to an address of a caller's, and the index that it takes; see ``BuiltKernel.setter``."""
        return self._slots.__setitem__, 2 * index

    def launcher(self, queue: CudaQueue, extent: Launch) -> Callable[[Sequence[Any] | None], Any]:
        """``launch`` again and again, with what is the same each time put together once; see ``BuiltKernel.launcher``."""
        self._lay_out(extent)
        if queue.timed or self._parts:
            return partial(self.launch, queue, extent)
        own, end = self._own, queue.end
        enqueue, whole = self._ready(queue)

        def launch(wait_for: Sequence[Any] | None) -> Any:
            try:
                if wait_for:
                    queue.wait_for(wait_for)
                if own:
                    self._note_memory(queue)
                (code,) = enqueue(*whole)
                if code:
                    self._launch_in_context(enqueue, whole, code)
            except CudaError as error:
                raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
            return end

        return launch

    def _lay_out(self, extent: Launch) -> None:
        """Count work-groups, in three dimensions; where one launch cannot have them all, divide them."""
        ones = (1,) * (3 - len(extent.local_size))
        groups = (total // items for total, items in zip(extent.global_size, extent.local_size, strict=True))
        x, y, z = (*groups, *ones)
        behind = (*extent.local_size, *ones, self._shared)
        self._head, self._parts = (self._function, x, y, z, *behind), []
        if max(y, z) > MOST_GROUPS:
            for first_z, first_y in itertools.product(range(0, z, MOST_GROUPS), range(0, y, MOST_GROUPS)):
                own = min(y - first_y, MOST_GROUPS), min(z - first_z, MOST_GROUPS)
                place = struct.pack("4I", first_y, first_z, y - own[0], z - own[1])
                self._parts.append(((self._function, x, *own, *behind), place))
        self._extent, self._stream = extent, -1

    def _ready(self, queue: CudaQueue) -> tuple[Any, tuple[Any, ...]]:
        """The driver's function that launches the kernel in one part, and what it is called with.

        Where the kernel waits itself for what is ahead of it in its stream, it may begin before that has ended.
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
        """Whether launches do: not where they would crowd on the multiprocessors that the launch ahead leaves first.

        A launch that finds the card empty has its work-groups dealt evenly. Of one that begins early so many begin at once
        as there is room for, and the others where work-groups of the launch ahead end first. If two launches find room
        together, or one fills nearly all that there is, it is dealt evenly still, and ends a microsecond sooner. Between
        that, 11 of 13 products on an H100 took longer, up to a third (float64 of 1024 rows and columns: 256 work-groups,
        three of which a multiprocessor holds: 58 us and 44).
        """
        _, x, y, z, *items, _ = self._head
        units, groups = self._program.early, x * y * z
        if not units or groups <= units:
            return units > 0
        least, most = (share * units * self._held(math.prod(items)) for share in CROWDED)
        return not least < groups < most

    def _held(self, items: int) -> int:
        """Work-groups of so many work-items that a multiprocessor holds at once, as the driver says when it is asked first.

        Raises:
            LaunchError: the driver does not say.
        """
        if items not in self._room:
            ask = driver().cuOccupancyMaxActiveBlocksPerMultiprocessor
            try:
                with self._program.context:
                    self._room[items] = int(asked(ask, self._function, items, self._shared))
            except CudaError as error:
                raise LaunchError(f"the device refused kernel {self.name}: {error}") from error
        return self._room[items]

    def _last_argument(self) -> int:
        """The address of the argument that says where a launch stands among those that are one."""
        ask = driver().cuFuncGetParamInfo
        last = next(index for index in itertools.count(1) if ask(self._function, index)[0]) - 1
        return self._start + PLACE * last

    def _note_memory(self, queue: CudaQueue) -> None:
        """Tell memory of our own where it is used; what a captured graph uses stays."""
        captures = queue.captures
        for memory in self._own.values():
            memory.used_on(queue)
            if captures:
                self._program.pool.hold(memory)
        self._own.clear()

    def _launch_apart(self, queue: CudaQueue) -> Any:
        """Launch on a timed queue, or in several parts, when all that is ahead has ended."""
        launch = driver().cuLaunchKernel
        with self._program.context:
            began = queue.marked() if queue.timed else None
            if not self._parts:
                asked(launch, *self._head, queue.stream, self._arguments, 0)
            else:
                last = self._last_argument()
                for head, place in self._parts:
                    ctypes.memmove(last, place, len(place))
                    asked(launch, *head, queue.stream, self._arguments, 0)
                ctypes.memset(last, 0, PLACE)
            return queue.end if began is None else TimedEvent(queue, began, queue.marked())

    def _launch_in_context(self, enqueue: Any, whole: tuple[Any, ...], code: Any) -> None:
        """Launch again where all that was wrong is that another card was this thread's, or none."""
        refused = CudaError(int(code), code.name)
        if not refused.of_context:
            raise refused
        with self._program.context:
            asked(enqueue, *whole)
