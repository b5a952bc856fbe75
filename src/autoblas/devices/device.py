"""What every device offers: its facts, a compiler, and programs whose kernels can be launched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["Device", "Facts", "Launch", "Program"]


@dataclass(frozen=True)
class Facts:
    """What a kernel may ask about a device; sizes in bytes, counts in work-items unless named otherwise.

    Attributes:
        name: As the driver reports it, white space folded.
        vendor: As the driver reports it.
        platform: Name of the OpenCL platform.
        driver: Version of the driver.
        kind: What it is.
        compute_units: Parallel compute units (cores of a CPU, multiprocessors of a GPU).
        clock_mhz: Highest clock, 0 where unknown.
        max_items: Work-items a work-group may have.
        max_item_sizes: Work-items a work-group may have along each dimension.
        local_bytes: Local memory of a work-group.
        memory_bytes: Global memory.
        max_alloc_bytes: Largest single allocation.
        fp64: Doubles are supported.
        fp16: Half-precision arithmetic is supported.
        images: Images are supported.
        max_image: Largest width and height of a 2-D image, in texels.
        sub_groups: Sub-groups (warps, wavefronts) can be addressed from a kernel.
        host_shared: The device works in the host's own memory, so host arrays need no copy.
        system_svm: Kernels may be given any host pointer.
        extensions: Names of the extensions it reports.
        compute_capability: Major and minor number of an NVIDIA device's architecture; (0, 0) for others.
        vector_bytes: Bytes of the vectors that its instructions work on; the widest, where it has several.
        vector_registers: Registers that a CPU has for such vectors.
        cache_bytes: Of the cache that the driver reports, 0 where unknown; which level that is differs between platforms.
        sub_group_sizes: Widths of sub-groups that a kernel may require, or else the only one that the device has;
            empty where neither is known, so that a kernel cannot be sure of any.
        failing_hints: Types of vectors, by their names in C, at whose hint the compiler was found to fail; empty where
            it was never tried.
        failing_vectors: Types of vectors, by their names in C, with which the device was found to compute wrong numbers, to
            crash or to hang; integers by the unsigned name. No kernel whose text has one of them is served.
    """

    name: str
    vendor: str
    platform: str
    driver: str
    kind: Literal["cpu", "gpu", "acc"]
    compute_units: int
    clock_mhz: int
    max_items: int
    max_item_sizes: tuple[int, ...]
    local_bytes: int
    memory_bytes: int
    max_alloc_bytes: int
    fp64: bool
    fp16: bool
    images: bool
    max_image: tuple[int, int]
    sub_groups: bool
    host_shared: bool
    system_svm: bool
    extensions: tuple[str, ...] = ()
    vector_bytes: int = 16
    vector_registers: int = 16
    cache_bytes: int = 0
    compute_capability: tuple[int, int] = (0, 0)
    sub_group_sizes: tuple[int, ...] = ()
    failing_hints: tuple[str, ...] = ()
    failing_vectors: tuple[str, ...] = ()

    @property
    def groups_may_wait(self) -> bool:
        """A work-group that has begun goes on while others wait for it.

        OpenCL promises no such thing; NVIDIA does since compute capability 7.0 (CUDA C++ Programming Guide,
        "Independent Thread Scheduling").
        """
        return self.compute_capability >= (7, 0)

    @property
    def declared_local_bytes(self) -> int:
        """Local memory that a kernel may declare as arrays of its own.

        NVIDIA's OpenCL reports, and grants to arguments, what every device since 2010 has; arrays declared in the text
        may be larger: found on compute capability 9.0, where the compiler's own message names the limit.
        """
        return {(9, 0): 232448}.get(self.compute_capability, self.local_bytes)


@dataclass(frozen=True)
class Launch:
    """The extent of one kernel launch, in work-items.

    Attributes:
        global_size: Work-items along each dimension; a multiple of ``local_size``.
        local_size: Work-items a work-group along each dimension.
    """

    global_size: tuple[int, ...]
    local_size: tuple[int, ...]


class Program(Protocol):
    """A compiled text."""

    def binary(self) -> bytes:
        """What the compiler produced, to tell equal programs apart from different ones."""


class Device(Protocol):
    """A device of one backend."""

    @property
    def facts(self) -> Facts:
        """What kernels and the database know it by."""

    @property
    def dialect(self) -> Dialect:
        """The words of its kernel language."""

    def build(self, text: str, options: tuple[str, ...]) -> Program:
        """Compile ``text``.

        Raises:
            BuildError: the compiler refused it.
        """
