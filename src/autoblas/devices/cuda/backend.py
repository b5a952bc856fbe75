"""CUDA through cuda-bindings: memory, streams, programs and launches of NVIDIA's cards."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.access import refuse_after_fork
from autoblas.devices.cuda.cards import CudaCard, cards, claims_of, facts_of
from autoblas.devices.cuda.compiler import compiled
from autoblas.devices.cuda.context import Context, Relaxed
from autoblas.devices.cuda.driver import CudaError, asked, driver, driver_version
from autoblas.devices.cuda.engines import CudaEngines
from autoblas.devices.cuda.loans import CudaLoan
from autoblas.devices.cuda.memory import CudaMemory, CudaPool
from autoblas.devices.cuda.programs import CudaProgram
from autoblas.devices.cuda.streams import CudaQueue, TimedEvent, own_stream, refuse_in_capture
from autoblas.devices.device import KEPT_SHARE
from autoblas.devices.staging import Staging
from autoblas.emit.cuda_c import CUDA_C, program
from autoblas.errors import AllocationError, BuildError, DeviceError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CudaDevice", "card_device", "claims_of", "device_of", "device_on", "devices_known", "used_card"]

TAKEN = frozenset({2, 46, 101})
"""What the driver answers where others have all of the memory, or the card for themselves (``nvidia-smi -c``), with an old
driver as if there were none."""

EARLY, EARLY_DRIVER = (9, 0), (12, 3)
"""The compute capability from which on a kernel may begin before the one ahead of it in its stream has ended, and the version
of CUDA from which on the driver knows such launches in graphs that are captured too."""

CLEAN = "-w"
"""Asks NVRTC for no warnings."""


class CudaDevice:
    """A card; see ``Device``, whose sentences hold for all that has none here.

    Attributes:
        hardware: The card.
        dialect: CUDA C++.
        proved: It is known to compute right numbers; see ``devices.selftest``.
        context: The context that all libraries of the process share.
        pool: Where its memory comes from.
        main_queue: The queue of calls on arrays whose library has no current stream.
        streams: The queues of streams that callers brought, by their numbers; see ``queue_for``.
    """

    errors: tuple[type[Exception], ...] = (
        CudaError,
        IndexError,
    )  # the latter of arguments that no kernel has
    dialect = CUDA_C
    proved = False

    def __init__(self, card: CudaCard) -> None:
        self.hardware = card
        try:
            self.context = Context(card.ordinal)
            with self.context, Relaxed(driver()):
                self.pool = CudaPool(self.context)
        except CudaError as error:
            kind = UnavailableError if error.code in TAKEN else DeviceError
            raise kind(f"{card.name} gives no context: {error}") from error
        self.streams: dict[int, CudaQueue] = {}
        handle, owner = own_stream(self.context)
        self.main_queue = CudaQueue(self, self.context, card.ordinal, handle, owner=owner)

    @cached_property
    def facts(self) -> Facts:
        """What kernels and the database know the card by."""
        return facts_of(self.hardware)

    def queue(self, *, timed: bool = False) -> CudaQueue:
        """A new stream, of whose commands the times can be asked where it is ``timed``."""
        refuse_in_capture()
        handle, owner = own_stream(self.context)
        return CudaQueue(self, self.context, self.hardware.ordinal, handle, owner=owner, timed=timed)

    def queue_for(self, handle: int, owner: object = None) -> CudaQueue:
        """The queue of a stream that a caller brings, by its number: the same object every time.

        Args:
            handle: The number.
            owner: What keeps the stream alive.
        """
        found = self.streams.get(handle)
        if found is None:
            if len(self.streams) >= STREAMS_KEPT:
                self.streams.clear()
            found = CudaQueue(self, self.context, self.hardware.ordinal, handle, owner=owner)
            self.streams[handle] = found
        return found

    def in_order(self, queue: CudaQueue) -> bool:  # noqa: ARG002  # streams are
        """Commands on a queue run in the order in which they were enqueued."""
        return True

    def times(self, event: TimedEvent) -> tuple[float, float]:
        """When a command on a timed queue began and ended, in seconds by the card's clock."""
        event.wait()
        return event.times()

    def allocate(self, nbytes: int) -> CudaMemory:
        """New memory of so many bytes, of any content.

        Raises:
            AllocationError: there is no room.
        """
        return self._taken(self.pool, nbytes)

    def borrow(self, nbytes: int) -> CudaMemory:
        """Memory that is kept for later requests; see ``Device.borrow``.

        Raises:
            AllocationError: there is no room.
        """
        return self._taken(self.lent, nbytes)

    def _taken(self, pool: CudaPool, nbytes: int) -> CudaMemory:
        """Memory of a pool; where there is no room, once more without what is kept."""
        try:
            try:
                return pool.take(nbytes)
            except CudaError:
                if "lent" not in vars(self):
                    raise
                self.lent.release()
                return pool.take(nbytes)
        except CudaError as error:
            message = f"{self.hardware.name} refused to allocate {nbytes} bytes: {error}"
            raise AllocationError(message) from error

    @cached_property
    def lent(self) -> CudaPool:
        """Where ``borrow`` has its memory from."""
        with self.context, Relaxed(driver()):
            return CudaPool(self.context, self.facts.memory_bytes // KEPT_SHARE)

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        """There are none; no kernel that asks for one is legal here.

        Raises:
            AllocationError: always.
        """
        raise AllocationError(f"{self.facts.name} has no images here ({texels}, {channels} x {precision})")

    def holding(self, values: Array) -> CudaMemory:
        """New memory with the bytes of a NumPy array.

        Raises:
            AllocationError: there is no room.
        """
        memory = self.allocate(values.nbytes)
        with self.context, Relaxed(driver()):  # the stream is another than the one that is captured, maybe
            self.copy(self.main_queue, memory, values)
        return memory

    def copy(self, queue: CudaQueue, target: Any, source: Any, wait_for: Sequence[Any] | None = None) -> Any:
        """Copy between memory and a NumPy array, or between memories; see ``Device.copy``.

        Raises:
            CudaError: the driver refused, or earlier work failed.
        """
        cuda = driver()
        with self.context:
            if wait_for:
                queue.wait_for(wait_for)
            began = queue.marked() if queue.timed else None
            if isinstance(source, np.ndarray):
                data = np.ascontiguousarray(source)
                self._use(target, queue)
                asked(cuda.cuMemcpyHtoDAsync, _address(target), data.ctypes.data, data.nbytes, queue.stream)
                asked(cuda.cuStreamSynchronize, queue.stream)
            elif isinstance(target, np.ndarray):
                asked(
                    cuda.cuMemcpyDtoHAsync, target.ctypes.data, _address(source), target.nbytes, queue.stream
                )
                asked(cuda.cuStreamSynchronize, queue.stream)
            else:
                self._use(target, queue)
                self._use(source, queue)
                nbytes = min(target.size, source.size)
                asked(cuda.cuMemcpyDtoDAsync, _address(target), _address(source), nbytes, queue.stream)
            return queue.end if began is None else TimedEvent(queue, began, queue.marked())

    @staticmethod
    def _use(memory: Any, queue: CudaQueue) -> None:
        if isinstance(memory, CudaMemory):
            memory.used_on(queue)

    def lend(self, queue: CudaQueue, array: Array, *, read: bool, write: bool) -> CudaLoan:
        """Lend a NumPy array with at least one element, as a dense copy."""
        return CudaLoan(self, queue, array, read=read, write=write)

    @cached_property
    def staging(self) -> Staging:
        """What copies large NumPy arrays while this thread does other things; see ``Device.staging``."""
        return Staging(CudaEngines(self.context, self.queue(), self.queue()))

    def release(self) -> None:
        """Give back memory that the pool keeps for later requests, and pinned memory that copies go through."""
        for name in ("staging", "lent"):
            if name in vars(self):
                getattr(self, name).release()
        self.pool.release()

    def build(self, text: str, options: tuple[str, ...]) -> CudaProgram:
        """Compile ``text``, or take what was compiled before from disk.

        Raises:
            BuildError: the compiler refused it.
            DeviceError: there is no compiler for this card.
        """
        refuse_in_capture()
        claims = claims_of(self.hardware)
        capability = claims.compute_capability
        try:
            cubin = compiled(program(text), (CLEAN, *options), capability)
        except BuildError as error:
            raise BuildError(error.log, text) from error
        early = capability >= EARLY and driver_version() >= EARLY_DRIVER
        return CudaProgram(self.context, self.pool, cubin, text, early=claims.compute_units if early else 0)


STREAMS_KEPT = 256
"""Streams of callers that a card remembers; libraries make a few dozen."""

_devices: dict[int, CudaDevice] = {}
used_card: Callable[[int], CudaDevice | None] = _devices.get
"""The device of a card by its number, if it was used before."""

_guard = threading.Lock()


def _address(memory: Any) -> int:
    return memory if isinstance(memory, int) else int(memory.pointer)


def device_of(queue: CudaQueue) -> CudaDevice:
    """The device of a queue."""
    return queue.device  # type: ignore[return-value]  # it was made here


def device_on(card: CudaCard) -> CudaDevice:
    """The one ``CudaDevice`` of a card.

    Raises:
        DeviceError: the driver refuses, or this process was forked from one that used it.
    """
    refuse_after_fork()
    with _guard:
        if card.ordinal not in _devices:
            _devices[card.ordinal] = CudaDevice(card)
        return _devices[card.ordinal]


def card_device(ordinal: int) -> CudaDevice:
    """The device of a card by its number.

    Raises:
        DeviceError: the driver refuses, or there is no such card.
    """
    found = _devices.get(ordinal)
    return found if found is not None else device_on(cards()[ordinal])


def devices_known() -> list[CudaDevice]:
    """The cards that this process has used."""
    with _guard:
        return list(_devices.values())
