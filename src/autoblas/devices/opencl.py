"""OpenCL: compile, launch and time through pyopencl, and the words of OpenCL C."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyopencl as cl

from autoblas.devices.compiler import built
from autoblas.devices.facts import facts_of
from autoblas.devices.ptx import for_one_architecture, needs_one_architecture
from autoblas.devices.unknown_cpu import name_unknown_cpu
from autoblas.emit.dialect import Dialect
from autoblas.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Collection

    from autoblas.devices.device import Facts

__all__ = ["OPENCL_C", "OpenCLDevice", "OpenCLProgram", "device_of", "dialect_for"]

OPENCL_C = Dialect(
    name="OpenCL C",
    extension="cl",
    kernel="__kernel",
    global_memory="__global ",
    local_memory="__local ",
    restrict="restrict ",
    barrier="barrier(CLK_LOCAL_MEM_FENCE);",
    barrier_of_all="barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    count_up="atomic_inc({pointer})",
    index="size_t",
    offset="ulong",
    group_size="__attribute__((reqd_work_group_size({x}, {y}, 1))) void",
    global_id="get_global_id({d})",
    local_id="get_local_id({d})",
    group_id="get_group_id({d})",
    prefetch="__builtin_prefetch({pointer}, 1);",
    preludes={
        "double": "#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
        "half": "#pragma OPENCL EXTENSION cl_khr_fp16 : enable",
    },
    convert="convert_{type}({value})",
    function="",
    group_count="get_num_groups({d})",
    unroll="#pragma unroll",
    vector_hint="__attribute__((vec_type_hint({type})))",
    reinterpret="as_{type}({value})",
    image_in="__read_only image2d_t ",
    image_out="__write_only image2d_t ",
    sampler="const sampler_t sampler = CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;",
    texel_read={
        "float": "read_imagef({image}, sampler, (int2)({x}, {y}))",
        "uint": "read_imageui({image}, sampler, (int2)({x}, {y}))",
    },
    texel_write={
        "float": "write_imagef({image}, (int2)({x}, {y}), {value});",
        "uint": "write_imageui({image}, (int2)({x}, {y}), {value});",
    },
    sub_group_size="__attribute__((intel_reqd_sub_group_size({width})))",
    sub_group_id="sub_group_broadcast(get_sub_group_id(), 0)",  # or compilers take it to differ from lane to lane
    sub_group_lane="get_sub_group_local_id()",
    from_lane={
        "intel": "intel_sub_group_shuffle({value}, {lane})",
        "broadcast": "sub_group_broadcast({value}, {lane})",
    },
)


AMD_DOUBLES = replace(
    OPENCL_C, preludes={**OPENCL_C.preludes, "double": "#pragma OPENCL EXTENSION cl_amd_fp64 : enable"}
)
"""The same for devices of AMD that have doubles by their maker's extension alone, as those of 2010 had."""


def dialect_for(extensions: Collection[str]) -> Dialect:
    """OpenCL C as a device with these extensions takes it."""
    own = "cl_amd_fp64" in extensions and "cl_khr_fp64" not in extensions
    return AMD_DOUBLES if own else OPENCL_C


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
    """A device in a context: facts, compiler and the dialect it speaks."""

    dialect = OPENCL_C

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        self.context, self.device = context, device
        self.dialect = dialect_for(device.extensions.split())
        name_unknown_cpu(device)

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
