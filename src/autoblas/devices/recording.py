"""A device without hardware: it remembers what it was asked to build, for tests and for printing kernels."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from autoblas.devices.device import Facts
from autoblas.emit.opencl_c import OPENCL_C

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = [
    "AVX2_CPU",
    "HOPPER",
    "INTEL_GPU",
    "NEON_CPU",
    "PLAIN_CPU",
    "PLAIN_GPU",
    "SMALL_GPU",
    "SSE_CPU",
    "RecordedProgram",
    "RecordingDevice",
]

PLAIN_CPU = Facts(
    name="plain CPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="cpu",
    compute_units=8,
    clock_mhz=3000,
    max_items=4096,
    max_item_sizes=(4096, 4096, 4096),
    local_bytes=256 << 10,
    memory_bytes=16 << 30,
    max_alloc_bytes=4 << 30,
    fp64=True,
    fp16=False,
    images=True,
    max_image=(8192, 8192),
    sub_groups=False,
    host_shared=True,
    system_svm=False,
    extensions=("cl_khr_fp64",),
    vector_bytes=64,
    vector_registers=32,
)
"""A processor with AVX-512 that works in the host's memory."""

AVX2_CPU = replace(PLAIN_CPU, name="plain AVX2 CPU", vector_bytes=32, vector_registers=16)
NEON_CPU = replace(PLAIN_CPU, name="plain NEON CPU", vector_bytes=16, vector_registers=32)
SSE_CPU = replace(PLAIN_CPU, name="plain SSE CPU", vector_bytes=16, vector_registers=16)
"""The same with the vectors of other processors."""

PLAIN_GPU = Facts(
    name="plain GPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="gpu",
    compute_units=132,
    clock_mhz=1980,
    max_items=1024,
    max_item_sizes=(1024, 1024, 64),
    local_bytes=48 << 10,
    memory_bytes=80 << 30,
    max_alloc_bytes=20 << 30,
    fp64=True,
    fp16=False,
    images=True,
    max_image=(32768, 32768),
    sub_groups=False,
    host_shared=False,
    system_svm=False,
    extensions=("cl_khr_fp64",),
)
"""A graphics processor with memory of its own and the limits of NVIDIA's OpenCL."""

HOPPER = replace(PLAIN_GPU, name="plain Hopper", compute_capability=(9, 0))
"""The same with the instructions and the local memory of NVIDIA's architecture of 2022."""

SMALL_GPU = Facts(
    name="small GPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="gpu",
    compute_units=2,
    clock_mhz=600,
    max_items=256,
    max_item_sizes=(256, 8, 8),
    local_bytes=16 << 10,
    memory_bytes=1 << 30,
    max_alloc_bytes=256 << 20,
    fp64=False,
    fp16=True,
    images=False,
    max_image=(0, 0),
    sub_groups=False,
    host_shared=True,
    system_svm=False,
    extensions=("cl_khr_fp16",),
    failing_hints=("float", "float4"),
)
"""The least of devices: no doubles, little local memory, work-groups that are narrow along the second dimension, and a
compiler that stumbles at hints."""


INTEL_GPU = Facts(
    name="plain Intel GPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="gpu",
    compute_units=40,
    clock_mhz=1300,
    max_items=256,
    max_item_sizes=(256, 256, 256),
    local_bytes=64 << 10,
    memory_bytes=1 << 30,
    max_alloc_bytes=512 << 20,
    fp64=True,
    fp16=True,
    images=True,
    max_image=(16384, 16384),
    sub_groups=True,
    host_shared=True,
    system_svm=False,
    extensions=("cl_intel_required_subgroup_size", "cl_intel_subgroups", "cl_khr_fp16", "cl_khr_fp64"),
    sub_group_sizes=(8, 16, 32),
)
"""A graphics processor with the sub-groups, and the size, of Intel's 4th generation."""


@dataclass(frozen=True)
class RecordedProgram:
    """A text that was given to ``RecordingDevice.build``.

    Attributes:
        text: The text.
        options: The options for the compiler.
    """

    text: str
    options: tuple[str, ...]

    def binary(self) -> bytes:
        """A hash of text and options, so that equal programs have equal binaries."""
        return hashlib.sha256("\0".join((self.text, *self.options)).encode()).digest()


@dataclass(frozen=True)
class RecordingDevice:
    """A device that compiles nothing and remembers everything.

    Attributes:
        facts: What kernels and the database are to know it by.
        dialect: The words of the language it is to be given.
        builds: Every program in the order it was built.
    """

    facts: Facts
    dialect: Dialect = OPENCL_C
    builds: list[RecordedProgram] = field(default_factory=list)

    def build(self, text: str, options: tuple[str, ...]) -> RecordedProgram:
        """Remember ``text`` and ``options``; no compiler refuses them."""
        program = RecordedProgram(text, options)
        self.builds.append(program)
        return program
