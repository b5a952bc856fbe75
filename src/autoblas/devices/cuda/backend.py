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
from autoblas.devices.cuda.driver import CudaError, checked, driver, driver_version
from autoblas.devices.cuda.engines import CudaEngines
from autoblas.devices.cuda.loans import CudaLoan
from autoblas.devices.cuda.memory import CudaMemory, CudaPool
from autoblas.devices.cuda.programs import CudaProgram
from autoblas.devices.cuda.streams import CudaQueue, TimedEvent, pooled_stream, refuse_in_capture
from autoblas.devices.device import RESERVE_DIVISOR
from autoblas.devices.staging import PinnedStaging
from autoblas.emit.cuda_c import CUDA_C, program
from autoblas.errors import AllocationError, BuildError, DeviceError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CudaDevice", "card_device", "claims_of", "device_of", "device_on", "used_card", "used_devices"]

BUSY_CODES = frozenset({2, 46, 101})
"""The driver's codes for a card that other processes have filled, or have for themselves (``nvidia-smi -c``); an old driver
answers then as if there were no card."""

EARLY_CAPABILITY, EARLY_DRIVER = (9, 0), (12, 3)
"""First compute capability with programmatic dependent launch, by which a kernel begins before the one ahead of it in its
stream has ended, and first version of CUDA whose driver captures such launches in graphs."""

NO_WARNINGS = "-w"
"""NVRTC's option against warnings."""


class CudaDevice:
    """A card; ``Device`` documents methods that have no docstring here.

    Attributes:
        hardware: The card.
        dialect: CUDA C++.
        passed_selftest: It has passed its self-test; see ``devices.selftest``.
        context: The context that all libraries of the process share.
        pool: The allocator of its memory.
        main_queue: The queue of calls on arrays whose library has no current stream.
        streams: The queues of callers' streams, by handle; see ``queue_for``.
    """

    errors: tuple[type[Exception], ...] = (
        CudaError,
        IndexError,
    )  # IndexError: more arguments than any kernel has
    dialect = CUDA_C
    passed_selftest = False

    def __init__(self, card: CudaCard) -> None:
        self.hardware = card
        try:
            self.context = Context(card.ordinal)
            with self.context, Relaxed(driver()):
                self.pool = CudaPool(self.context)
        except CudaError as error:
            kind = UnavailableError if error.code in BUSY_CODES else DeviceError
            raise kind(f"{card.name} gives no context: {error}") from error
        self.streams: dict[int, CudaQueue] = {}
        handle, owner = pooled_stream(self.context)
        self.main_queue = CudaQueue(self, self.context, card.ordinal, handle, owner=owner)

    @cached_property
    def facts(self) -> Facts:
        """Facts about the card, without abilities that its self-test found broken."""
        return facts_of(self.hardware)

    def queue(self, *, timed: bool = False) -> CudaQueue:
        """A new stream; a ``timed`` one records when its commands begin and end."""
        refuse_in_capture()
        handle, owner = pooled_stream(self.context)
        return CudaQueue(self, self.context, self.hardware.ordinal, handle, owner=owner, timed=timed)

    def queue_for(self, handle: int, owner: object = None) -> CudaQueue:
        """The queue of a caller's stream, the same object for equal handles.

        Args:
            handle: The stream's handle.
            owner: The object that keeps the stream alive.
        """
        queue = self.streams.get(handle)
        if queue is None:
            if len(self.streams) >= STREAMS_CACHED:
                self.streams.clear()
            queue = CudaQueue(self, self.context, self.hardware.ordinal, handle, owner=owner)
            self.streams[handle] = queue
        return queue

    def in_order(self, queue: CudaQueue) -> bool:  # noqa: ARG002  # streams are
        """Commands on a queue run in the order in which they were enqueued."""
        return True

    def times(self, event: TimedEvent) -> tuple[float, float]:
        """Begin and end of a command on a timed queue, in seconds by the card's clock."""
        event.wait()
        return event.times()

    def allocate(self, nbytes: int) -> CudaMemory:
        """New memory of so many bytes, of any content.

        Raises:
            AllocationError: there is no room.
        """
        return self._allocated(self.pool, nbytes)

    def borrow(self, nbytes: int) -> CudaMemory:
        """Memory that returns to a pool for later requests; see ``Device.borrow``.

        Raises:
            AllocationError: there is no room.
        """
        return self._allocated(self.loan_pool, nbytes)

    def _allocated(self, pool: CudaPool, nbytes: int) -> CudaMemory:
        """Memory of a pool; if the card is full, a second attempt follows the release of ``loan_pool``."""
        try:
            try:
                return pool.take(nbytes)
            except CudaError:
                if "loan_pool" not in vars(self):
                    raise
                self.loan_pool.release()
                return pool.take(nbytes)
        except CudaError as error:
            message = f"{self.hardware.name} refused to allocate {nbytes} bytes: {error}"
            raise AllocationError(message) from error

    @cached_property
    def loan_pool(self) -> CudaPool:
        """The pool of ``borrow``."""
        with self.context, Relaxed(driver()):
            return CudaPool(self.context, self.facts.memory_bytes // RESERVE_DIVISOR)

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        """Refuse: CUDA has no images here, and no kernel with one is legal.

        Raises:
            AllocationError: always.
        """
        raise AllocationError(f"{self.facts.name} has no images here ({texels}, {channels} x {precision})")

    def allocate_copy(self, values: Array) -> CudaMemory:
        """New memory with the bytes of a NumPy array.

        Raises:
            AllocationError: there is no room.
        """
        memory = self.allocate(values.nbytes)
        with self.context, Relaxed(driver()):  # another stream may be captured meanwhile
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
            began = queue.record_event() if queue.timed else None
            if isinstance(source, np.ndarray):
                data = np.ascontiguousarray(source)
                self._use(target, queue)
                checked(cuda.cuMemcpyHtoDAsync, _address(target), data.ctypes.data, data.nbytes, queue.stream)
                checked(cuda.cuStreamSynchronize, queue.stream)
            elif isinstance(target, np.ndarray):
                checked(
                    cuda.cuMemcpyDtoHAsync, target.ctypes.data, _address(source), target.nbytes, queue.stream
                )
                checked(cuda.cuStreamSynchronize, queue.stream)
            else:
                self._use(target, queue)
                self._use(source, queue)
                nbytes = min(target.size, source.size)
                checked(cuda.cuMemcpyDtoDAsync, _address(target), _address(source), nbytes, queue.stream)
            return queue.end if began is None else TimedEvent(queue, began, queue.record_event())

    @staticmethod
    def _use(memory: Any, queue: CudaQueue) -> None:
        if isinstance(memory, CudaMemory):
            memory.used_on(queue)

    def lend(self, queue: CudaQueue, array: Array, *, read: bool, write: bool) -> CudaLoan:
        """Lend a NumPy array with at least one element, as a dense copy."""
        return CudaLoan(self, queue, array, read=read, write=write)

    @cached_property
    def staging(self) -> PinnedStaging:
        """Asynchronous copies of large NumPy arrays; see ``Device.staging``."""
        return PinnedStaging(CudaEngines(self.context, self.queue(), self.queue()))

    def release(self) -> None:
        """Return unused memory of the pools, and pinned memory of copies, to the driver."""
        for name in ("staging", "loan_pool"):
            if name in vars(self):
                getattr(self, name).release()
        self.pool.release()

    def build(self, text: str, options: tuple[str, ...]) -> CudaProgram:
        """Compile ``text``, or load the program from disk if it was compiled before.

        Raises:
            BuildError: the compiler refused it.
            DeviceError: there is no compiler for this card.
        """
        refuse_in_capture()
        claims = claims_of(self.hardware)
        capability = claims.compute_capability
        try:
            cubin = compiled(program(text), (NO_WARNINGS, *options), capability)
        except BuildError as error:
            raise BuildError(error.log, text) from error
        early = capability >= EARLY_CAPABILITY and driver_version() >= EARLY_DRIVER
        return CudaProgram(self.context, self.pool, cubin, text, early=claims.compute_units if early else 0)


STREAMS_CACHED = 256
"""Callers' streams that a card caches; libraries make a few dozen."""

_devices: dict[int, CudaDevice] = {}
used_card: Callable[[int], CudaDevice | None] = _devices.get
"""Device of a card by its number, if this process has used it; else None."""

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
    device = _devices.get(ordinal)
    return device if device is not None else device_on(cards()[ordinal])


def used_devices() -> list[CudaDevice]:
    """Cards that this process has used."""
    with _guard:
        return list(_devices.values())
