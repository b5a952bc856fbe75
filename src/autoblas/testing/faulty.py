"""Fault injection: a back-end around another whose devices fail at the n-th build, allocation, copy, launch or return.

``faulty()`` puts it in the place of a back-end, so that routines on arrays of every kind go through it. Queues, events and
memory stay those of the back-end within, which callers may bring and get, so what is done with them directly cannot be
made to fail here: ``Queue.finish``, ``Event.wait``, and what arrays of other libraries allocate themselves.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from autoblas.devices.backends import replaced_backend
from autoblas.plan.results import forget_plans
from autoblas.plan.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from autoblas.devices.device import Device, Facts, Launch, Program, Transfer
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["KINDS", "FaultyBackend", "FaultyDevice", "Kind", "faulty"]

Kind = Literal["build", "kernel", "allocate", "copy", "lend", "argument", "launch", "return"]
"""Operations that can fail: a compilation, a kernel object of a program, memory or an image, a copy, the loan of a NumPy array, an
argument of a kernel, a launch, and the end of a loan that was written, which waits for all work."""

KINDS: tuple[Kind, ...] = ("build", "kernel", "allocate", "copy", "lend", "argument", "launch", "return")


class _Fault(NamedTuple):
    """A planned failure; see ``FaultyBackend.arm``."""

    kind: str
    n: int
    error: Callable[[], BaseException]
    after: bool
    lasting: bool


class FaultyBackend:
    """A back-end whose devices do what those of another do, but for one fault.

    A text is compiled once, however often its build is asked for, so that caches can be forgotten between faults.

    Args:
        inner: The other one, with the functions of ``devices.backends.BACKENDS``.

    Attributes:
        counts: Operations of each kind since the last ``fresh`` or ``arm``.
        fired: The fault has happened.
        last: The event of the last launch that was enqueued since then, or None.
        poisoned: Memory that is allocated is filled with NaN, or for integers with -1.
    """

    def __init__(self, inner: Any) -> None:
        self.counts: Counter[str] = Counter()
        self.fired = self.poisoned = False
        self.last: Any = None
        self._inner = inner
        self._fault: _Fault | None = None
        self._devices: dict[Any, FaultyDevice] = {}
        self._programs: dict[tuple[Any, ...], Program] = {}
        self._counting = threading.Lock()

    def device_of(self, queue: Any) -> FaultyDevice:
        """The device of a queue, with faults."""
        return self._around(self._inner.device_of(queue))

    def device_on(self, hardware: Any) -> FaultyDevice:
        """The device of a piece of hardware, with faults."""
        return self._around(self._inner.device_on(hardware))

    def claims_of(self, hardware: Any) -> Facts:
        """Facts that a piece of hardware claims before its self-test."""
        claims: Facts = self._inner.claims_of(hardware)
        return claims

    def used_devices(self) -> list[FaultyDevice]:
        """The devices that were asked for, with faults."""
        return list(self._devices.values())

    def _around(self, device: Device) -> FaultyDevice:
        if device not in self._devices:
            self._devices[device] = FaultyDevice(self, device)
        return self._devices[device]

    def fresh(self) -> None:
        """Let no fault happen, count from zero, and forget plans, programs and shared memory: the next call is a first one."""
        self._fault = None
        self._restart()
        self._devices.clear()  # programs are known by their device
        forget_plans()
        WORKSPACE.release()

    def arm(
        self,
        kind: str,
        n: int,
        error: Callable[[], BaseException],
        *,
        after: bool = False,
        lasting: bool = False,
    ) -> None:
        """Let something fail, counted from now on.

        Args:
            kind: A ``Kind``, or another kind that a test passes to ``asked``.
            n: Its number, from 1 on.
            error: Makes what is raised.
            after: It is done before the error is raised, as where Ctrl-C comes between.
            lasting: All that follow it fail too.
        """
        self._fault = _Fault(kind, n, error, after, lasting)
        self._restart()

    def disarm(self) -> None:
        """Let no fault happen any more."""
        self._fault = None

    def _restart(self) -> None:
        self.counts.clear()
        self.fired, self.last = False, None

    def asked(self, kind: str, action: Callable[[], Any]) -> Any:
        """Count an operation and perform it, unless it is the one to fail; tests may add kinds of their own."""
        with self._counting:  # several devices of a call ask at once
            self.counts[kind] += 1
            fault, n = self._fault, self.counts[kind]
        if fault is None or fault.kind != kind or not (n == fault.n or (fault.lasting and n > fault.n)):
            return action()
        self.fired = True
        if fault.after:
            action()
        raise fault.error()

    def program(self, device: Device, text: str, options: tuple[str, ...]) -> Program:
        """A program of the device within, compiled once."""
        key = (device, text, options)
        if key not in self._programs:
            self._programs[key] = device.build(text, options)
        return self._programs[key]


@contextmanager
def faulty(package: str = "pyopencl") -> Iterator[FaultyBackend]:
    """Put faults between autoblas and the back-end that has a package's queues; see ``devices.backends.replaced_backend``.

    Yields:
        The back-end, which a test arms with a fault; without one everything works as before.
    """
    with replaced_backend(package, FaultyBackend) as backend:
        backend.fresh()
        try:
            yield backend
        finally:
            backend.fresh()


class _Wrapper:
    """An object that performs some operations through a back-end with faults, and all others as the object within does."""

    def __init__(self, backend: FaultyBackend, inner: Any) -> None:
        self._backend, self._inner = backend, inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class FaultyDevice(_Wrapper):
    """A device that fails where its back-end says; see ``Device``."""

    @property
    def staging(self) -> FaultyStaging:
        """Copies of large arrays, which may fail."""
        return FaultyStaging(self._backend, self._inner.staging)

    def build(self, text: str, options: tuple[str, ...]) -> FaultyProgram:
        """Compile ``text``, or fail."""
        backend, inner = self._backend, self._inner
        program = backend.asked("build", lambda: backend.program(inner, text, options))
        return FaultyProgram(backend, program)

    def allocate(self, nbytes: int) -> Any:
        """New memory, or a failure."""
        make = (lambda: self._inner.allocate_copy(_nan(nbytes))) if self._backend.poisoned else None
        return self._backend.asked("allocate", make or (lambda: self._inner.allocate(nbytes)))

    def borrow(self, nbytes: int) -> Any:
        """New memory, or a failure."""
        return self.allocate(nbytes)

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        """A new image, or a failure."""
        return self._backend.asked("allocate", lambda: self._image(texels, channels, precision))

    def _image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        image = self._inner.image(texels, channels, precision)
        if self._backend.poisoned:
            width, height = texels
            rows = _nan(width * height * channels * min(precision.real.size, 4)).reshape(height, -1)
            self._inner.copy(self._inner.queue(), image, rows).wait()
        return image

    def allocate_copy(self, values: Array) -> Any:
        """New memory with these bytes, or a failure."""
        return self._backend.asked("allocate", lambda: self._inner.allocate_copy(values))

    def copy(self, queue: Any, target: Any, source: Any, wait_for: Sequence[Any] | None = None) -> Any:
        """Copy, or fail."""
        return self._backend.asked("copy", lambda: self._inner.copy(queue, target, source, wait_for))

    def lend(self, queue: Any, array: Array, *, read: bool, write: bool) -> FaultyLoan:
        """Lend an array, or fail."""
        backend, inner = self._backend, self._inner
        loan = backend.asked("lend", lambda: inner.lend(queue, array, read=read, write=write))
        return FaultyLoan(backend, loan)


class FaultyStaging(_Wrapper):
    """Copies of large arrays that may fail to begin; see ``Staging``."""

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host, or a failure."""
        memory: Array = self._backend.asked("allocate", lambda: self._inner.pinned(nbytes))
        return memory

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> Transfer:
        """Begin to copy an array to memory, or fail."""
        transfer: Transfer = self._backend.asked("copy", lambda: self._inner.upload(array, memory, wait_for))
        return transfer

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> Transfer:
        """Begin to copy memory to an array, or fail."""
        transfer: Transfer = self._backend.asked(
            "copy", lambda: self._inner.download(memory, array, wait_for)
        )
        return transfer


def _nan(nbytes: int) -> Array:
    """Bytes that are NaN as floating-point numbers of every size."""
    return np.full(nbytes, 0xFF, np.uint8)


class FaultyLoan(_Wrapper):
    """A loan whose end may fail; see ``Loan``."""

    def return_after(self, event: Any) -> None:
        """Wait for the device's work and see to it that the host's array holds the result, or fail."""
        self._backend.asked("return", lambda: self._inner.return_after(event))


class FaultyProgram(_Wrapper):
    """A program whose kernels may fail; see ``Program``."""

    def kernel(self, name: str) -> FaultyKernel:
        """A new kernel object of an entry point, or a failure."""
        kernel = self._backend.asked("kernel", lambda: self._inner.kernel(name))
        return FaultyKernel(self._backend, kernel)


class FaultyKernel(_Wrapper):
    """A kernel whose launches may fail; see ``BuiltKernel``."""

    def set_memory(self, index: int, memory: Any) -> None:
        """Let an argument be memory of the device, or fail."""
        self._backend.asked("argument", lambda: self._inner.set_memory(index, memory))

    def set_number(self, index: int, number: Any) -> None:
        """Let an argument be a number, or fail."""
        self._backend.asked("argument", lambda: self._inner.set_number(index, number))

    def launch(self, queue: Any, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueue the kernel, or fail."""
        return self._backend.asked("launch", lambda: self._launched(queue, extent, wait_for))

    def _launched(self, queue: Any, extent: Launch, wait_for: Sequence[Any] | None) -> Any:
        self._backend.last = event = self._inner.launch(queue, extent, wait_for)
        return event

    # The faster methods of the kernel within would pass the back-end by.

    def launcher(self, queue: Any, extent: Launch) -> Callable[[Sequence[Any] | None], Any]:
        """Function of the events to wait for that does what ``launch`` does, or fails."""
        return partial(self.launch, queue, extent)

    def setter(self, index: int) -> tuple[Callable[[int, Any], None], int]:
        """``set_memory``, which may fail, and the index to call it with."""
        return self.set_memory, index
