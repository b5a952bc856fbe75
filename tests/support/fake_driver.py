"""A driver of CUDA without a card: it keeps memory in the host's, remembers launches, and fails where planted.

Kernels compute nothing; what they are given can be read.
"""

import ctypes
import enum
import types
from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np


class FakeLaunch(NamedTuple):
    """A launch that was asked for.

    Attributes:
        kernel: The entry point.
        grid: Work-groups.
        block: Work-items of each.
        shared: Dynamic shared memory.
        stream: Where.
        words: The first eight bytes of each argument.
    """

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    stream: int
    words: tuple[int, ...]


class Code(int):
    """A result of the driver with its name."""

    name: str

    def __new__(cls, value: int) -> Self:
        """Of a number."""
        made = super().__new__(cls, value)
        made.name = "CUDA_SUCCESS" if value == 0 else f"CUDA_ERROR_{value}"
        return made


class _Names:
    """An enumeration all of whose names there are."""

    def __getattr__(self, name: str) -> str:
        return name


class CaptureStatus(enum.IntEnum):
    """Whether a stream is captured."""

    NONE = 0
    ACTIVE = 1


ATTRIBUTES = {
    "MULTIPROCESSOR_COUNT": 132,
    "CLOCK_RATE": 1_980_000,
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_SHARED_MEMORY_PER_BLOCK": 48 << 10,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 << 10,
    "L2_CACHE_SIZE": 60 << 20,
    "MEMORY_POOLS_SUPPORTED": 1,
}
"""A card like an H200."""


def _block(nbytes: int) -> Any:
    """New bytes at an aligned address."""
    block = np.zeros(nbytes + 512, np.uint8)
    start = -block.ctypes.data % 256
    return block[start : start + nbytes]


class DeviceMemory:
    """Bytes that stand for memory of a card, aligned as such.

    Attributes:
        place: Gives the bytes.
        pointer: Their address.
        values: The bytes.
    """

    place: Any = staticmethod(_block)

    def __init__(self, nbytes: int) -> None:
        self.values = self.place(nbytes)
        self.pointer = self.values.ctypes.data


class FakeDriver(types.ModuleType):
    """Stands for ``cuda.bindings.driver``.

    Attributes:
        launches: What was launched.
        early: How many of them may begin before what is ahead of them has ended.
        calls: The names of the functions that were called.
        faults: By name of a function, the code that it returns from now on.
        version: What the driver says it knows.
        capability: That of the card.
        capturing: The streams that are captured.
        count: The cards.
        current: The contexts that were made current, the last one last.
        memory: What was allocated, by address.
    """

    CUdevice_attribute: Any = _Names()
    CUstreamCaptureMode: Any = _Names()
    CUevent_flags: Any = _Names()
    CUstream_flags: Any = _Names()
    CUmemAllocationType: Any = _Names()
    CUmemAllocationHandleType: Any = _Names()
    CUmemLocationType: Any = _Names()
    CUmemorytype: Any = _Names()
    CUDA_MEMCPY2D = types.SimpleNamespace
    CUmemPool_attribute: Any = _Names()
    CUfunction_attribute: Any = _Names()
    CUlaunchAttributeID: Any = _Names()
    CUpointer_attribute: Any = _Names()
    CUstream = CUevent = cuuint64_t = int

    def __init__(self) -> None:
        super().__init__("cuda.bindings.driver")
        self.launches: list[FakeLaunch] = []
        self.early = 0
        self.calls: list[str] = []
        self.faults: dict[str, int] = {}
        self.version, self.capability, self.count = 13000, (9, 0), 1
        self.capturing: set[int] = set()
        self.current: list[int] = []
        self.memory: dict[int, DeviceMemory] = {}
        self._handles = 100
        self._texts: dict[int, str] = {}
        self._kernels: dict[int, str] = {}

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return self._watched(name, found) if name.startswith("cu") and name[2:3].isupper() else found

    def _watched(self, name: str, function: Callable[..., tuple[Any, ...]]) -> Any:
        def call(*arguments: Any) -> tuple[Any, ...]:
            self.calls.append(name)
            if name in self.faults:
                return (Code(self.faults[name]), *(None,) * (len(function(*arguments)) - 1))
            code, *found = function(*arguments)
            return (Code(code), *found)

        return call

    def _new(self) -> int:
        self._handles += 1
        return self._handles

    def CUmemPoolProps(self) -> Any:  # noqa: N802  # the names are the driver's, here and below
        """Properties of a pool."""
        return types.SimpleNamespace(location=types.SimpleNamespace())

    def cuInit(self, flags: int) -> tuple[Any, ...]:  # noqa: N802
        """Begin."""
        return (flags,)

    def cuDriverGetVersion(self) -> tuple[Any, ...]:  # noqa: N802
        """Its version."""
        return 0, self.version

    def cuDeviceGetCount(self) -> tuple[Any, ...]:  # noqa: N802
        """Its cards."""
        return 0, self.count

    def cuDeviceGet(self, ordinal: int) -> tuple[Any, ...]:  # noqa: N802
        """A card."""
        return 0, ordinal

    def cuDeviceGetName(self, length: int, device: int) -> tuple[Any, ...]:  # noqa: N802
        """Its name."""
        return 0, f"NVIDIA H200 no. {device}".encode().ljust(length, b"\0")

    def cuDeviceTotalMem(self, device: int) -> tuple[Any, ...]:  # noqa: N802
        """Its memory."""
        return 0, (140 << 30) + 0 * device

    def cuDeviceGetAttribute(self, attribute: str, device: int) -> tuple[Any, ...]:  # noqa: N802
        """What is known of it."""
        name = attribute.removeprefix("CU_DEVICE_ATTRIBUTE_")
        known = {
            **ATTRIBUTES,
            **dict(
                zip(("COMPUTE_CAPABILITY_MAJOR", "COMPUTE_CAPABILITY_MINOR"), self.capability, strict=True)
            ),
        }
        return 0, known[name] + 0 * device

    def cuDevicePrimaryCtxRetain(self, device: int) -> tuple[Any, ...]:  # noqa: N802
        """Its context."""
        return 0, 1000 + device

    def cuCtxPushCurrent(self, context: int) -> tuple[Any, ...]:  # noqa: N802
        """Make a context current."""
        self.current.append(context)
        return (0,)

    def cuCtxPopCurrent(self) -> tuple[Any, ...]:  # noqa: N802
        """Go back to the one before."""
        return 0, self.current.pop()

    def cuCtxSynchronize(self) -> tuple[Any, ...]:  # noqa: N802
        """Wait for all."""
        return (0,)

    def cuThreadExchangeStreamCaptureMode(self, mode: str) -> tuple[Any, ...]:  # noqa: N802
        """Another mode."""
        return 0, mode

    def cuStreamCreate(self, flags: str) -> tuple[Any, ...]:  # noqa: N802
        """A stream."""
        del flags
        return 0, self._new()

    cuEventCreate = cuMemPoolCreate = cuStreamCreate  # noqa: N815

    def cuStreamDestroy(self, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del stream
        return (0,)

    cuStreamSynchronize = cuEventDestroy = cuEventSynchronize = cuStreamDestroy  # noqa: N815
    cuEventQuery = cuModuleUnload = cuStreamDestroy  # noqa: N815

    def cuStreamIsCapturing(self, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Whether it is captured."""
        return 0, CaptureStatus(int(stream) in self.capturing)

    def cuEventRecord(self, event: int, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del event, stream
        return (0,)

    def cuStreamWaitEvent(self, stream: int, event: int, flags: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del stream, event, flags
        return (0,)

    def cuEventElapsedTime(self, start: int, end: int) -> tuple[Any, ...]:  # noqa: N802
        """Milliseconds: as far as events were created one after the other."""
        return 0, float(end - start)

    def cuMemPoolSetAttribute(self, pool: int, attribute: str, value: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del pool, attribute, value
        return (0,)

    def cuMemPoolTrimTo(self, pool: int, kept: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del pool, kept
        return (0,)

    def cuMemAlloc(self, nbytes: int) -> tuple[Any, ...]:  # noqa: N802
        """Memory."""
        made = DeviceMemory(nbytes)
        self.memory[made.pointer] = made
        return 0, made.pointer

    cuMemAllocHost = cuMemAlloc  # noqa: N815

    def cuMemAllocFromPoolAsync(self, nbytes: int, pool: int, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Memory."""
        del pool, stream
        return self.cuMemAlloc(nbytes)

    def cuMemFreeAsync(self, pointer: int, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Gone."""
        del stream
        del self.memory[pointer]
        return (0,)

    def cuMemFree(self, pointer: int) -> tuple[Any, ...]:  # noqa: N802
        """Gone."""
        return self.cuMemFreeAsync(pointer, 0)

    cuMemFreeHost = cuMemFree  # noqa: N815

    def cuMemcpyHtoDAsync(self, target: int, source: int, nbytes: int, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Copy."""
        del stream
        ctypes.memmove(target, source, nbytes)
        return (0,)

    cuMemcpyDtoHAsync = cuMemcpyDtoDAsync = cuMemcpyHtoDAsync  # noqa: N815

    def cuMemcpy2DAsync(self, copy: Any, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Copy lines."""
        del stream
        host = copy.srcMemoryType == "CU_MEMORYTYPE_HOST"
        source, target = (copy.srcHost, copy.dstDevice) if host else (copy.srcDevice, copy.dstHost)
        for line in range(copy.Height):
            ctypes.memmove(target + line * copy.dstPitch, source + line * copy.srcPitch, copy.WidthInBytes)
        return (0,)

    def cuMemsetD8Async(self, target: int, value: int, nbytes: int, stream: int) -> tuple[Any, ...]:  # noqa: N802
        """Fill."""
        del stream
        ctypes.memset(target, value, nbytes)
        return (0,)

    def cuPointerGetAttribute(self, attribute: str, pointer: int) -> tuple[Any, ...]:  # noqa: N802
        """The card: the first."""
        del attribute, pointer
        return 0, 0

    def cuPointerGetAttributes(self, count: int, attributes: list[str], pointer: int) -> tuple[Any, ...]:  # noqa: N802
        """Where the allocation begins and how many bytes it has; zeros for memory that the driver did not give."""
        del count, attributes
        for start, made in self.memory.items():
            if start <= pointer < start + made.values.nbytes:
                return 0, [start, made.values.nbytes]
        return 0, [0, 0]

    def cuModuleLoadData(self, image: bytes) -> tuple[Any, ...]:  # noqa: N802
        """A module."""
        handle = self._new()
        self._texts[handle] = image.decode(errors="replace")
        return 0, handle

    def cuModuleGetFunction(self, module: int, name: bytes) -> tuple[Any, ...]:  # noqa: N802
        """A kernel."""
        handle = self._new()
        self._kernels[handle] = name.decode()
        return 0, handle

    def cuFuncSetAttribute(self, function: int, attribute: str, value: int) -> tuple[Any, ...]:  # noqa: N802
        """Nothing."""
        del function, attribute, value
        return (0,)

    def cuFuncGetAttribute(self, attribute: str, function: int) -> tuple[Any, ...]:  # noqa: N802
        """Work-items."""
        del attribute, function
        return 0, 1024

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(  # noqa: N802
        self, function: int, items: int, shared: int
    ) -> tuple[Any, ...]:
        """As many as have work-items and local memory."""
        del function
        return 0, min(2048 // items, 233472 // (shared + 1024))

    def cuFuncGetParamInfo(self, function: int, index: int) -> tuple[Any, ...]:  # noqa: N802
        """Where each of five arguments lies, and its bytes."""
        del function
        return int(index >= 5), 16 * index, 16

    def CUlaunchConfig(self) -> types.SimpleNamespace:  # noqa: N802
        """How a kernel is to be launched."""
        return types.SimpleNamespace()

    def CUlaunchAttribute(self) -> types.SimpleNamespace:  # noqa: N802
        """One thing more that is said of a launch."""
        return types.SimpleNamespace(value=types.SimpleNamespace())

    def cuLaunchKernelEx(self, config: Any, function: int, arguments: int, extra: int) -> tuple[Any, ...]:  # noqa: N802
        """Remember a launch that may begin before the one ahead of it has ended."""
        (attribute,) = config.attrs
        assert attribute.id == "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION"
        assert attribute.value.programmaticStreamSerializationAllowed == config.numAttrs == 1
        grid, block = ([getattr(config, f"{part}Dim{axis}") for axis in "XYZ"] for part in ("grid", "block"))
        self.early += 1
        return self.cuLaunchKernel(
            function, *grid, *block, config.sharedMemBytes, config.hStream, arguments, extra
        )

    def cuLaunchKernel(self, function: int, *given: Any) -> tuple[Any, ...]:  # noqa: N802
        """Remember a launch."""
        *extent, shared, stream, arguments, _ = given
        places = (ctypes.c_void_p * 8).from_address(arguments)
        words = tuple(ctypes.c_uint64.from_address(place or 0).value for place in places)
        grid, block = tuple(extent[:3]), tuple(extent[3:])
        self.launches.append(FakeLaunch(self._kernels[function], grid, block, shared, int(stream), words))
        return (0,)
