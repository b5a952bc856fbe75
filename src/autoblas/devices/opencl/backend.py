"""OpenCL: compile, launch and time through pyopencl."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyopencl as cl

from autoblas.devices.opencl.compiler import built
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.pocl.processor import match_library
from autoblas.devices.opencl.ptx import for_one_architecture, needs_one_architecture
from autoblas.emit.opencl_c import dialect_for
from autoblas.errors import BuildError

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["OpenCLDevice", "OpenCLProgram", "device_of"]


class OpenCLProgram:
    """A program compiled for one device."""

    def __init__(self, program: cl.Program) -> None:
        self.program = program

    def binary(self) -> bytes:
        """What the compiler produced."""
        return bytes(self.program.binaries[0])

    def kernel(self, name: str) -> cl.Kernel:
        """A new kernel object, which carries its own arguments and so belongs to one thread."""
        return cl.Kernel(self.program, name)


class OpenCLDevice:
    """A device in a context: facts, compiler and the dialect it speaks.

    Attributes:
        proved: It is known to compute right numbers; see ``runtime.proof``.
    """

    proved = False

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        self.context, self.device = context, device
        self.dialect = dialect_for(device.extensions.split())
        match_library(device)

    @cached_property
    def facts(self) -> Facts:
        """What kernels and the database know the device by."""
        return facts_of(self.device)

    def build(self, text: str, options: tuple[str, ...]) -> OpenCLProgram:
        """Compile ``text``; pyopencl, or PoCL itself, keeps the result on disk.

        Raises:
            BuildError: the compiler refused it.
        """
        try:
            return OpenCLProgram(self._compiled(text, options))
        except cl.Error as error:
            raise BuildError(str(error), text) from error

    def _compiled(self, text: str, options: tuple[str, ...]) -> cl.Program:
        try:
            program = built(cl.Program(self.context, text), self.device, options)
        except KeyError:  # pyopencl stumbles so where its folder of compiled programs cannot be used
            program = built(cl.Program(self.context, text), self.device, options, cached=False)
        return self._assembled(program) if needs_one_architecture(text) else program

    def _assembled(self, program: cl.Program) -> cl.Program:
        """The program with the instructions that only the device's own architecture has."""
        ptx = for_one_architecture(bytes(program.binaries[0]))
        return built(cl.Program(self.context, [self.device], [ptx]), self.device)


_devices: dict[tuple[int, int], OpenCLDevice] = {}
_devices_lock = threading.Lock()


def device_of(context: cl.Context, device: Any) -> OpenCLDevice:
    """The one ``OpenCLDevice`` for a context and a device in it."""
    key = (context.int_ptr, device.int_ptr)
    with _devices_lock:
        if key not in _devices:
            _devices[key] = OpenCLDevice(context, device)
        return _devices[key]
