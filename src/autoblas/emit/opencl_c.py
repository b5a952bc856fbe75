"""OpenCL C as a dialect of kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoblas.emit.dialect import Dialect
from autoblas.emit.expressions import dereferenced, enclosed, times

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from autoblas.emit.dialect import CompilerOptions, Part

__all__ = ["OPENCL_C", "OpenCLC", "opencl_for"]

PARTS = {"low": "lo", "high": "hi", "even": "even", "odd": "odd"}
READ = {"float": "read_imagef", "uint": "read_imageui"}
WRITE = {"float": "write_imagef", "uint": "write_imageui"}
FROM_LANE = {"intel": "intel_sub_group_shuffle", "broadcast": "sub_group_broadcast"}


@dataclass(frozen=True)
class OpenCLC(Dialect):
    """OpenCL C 1.2 with the extensions that kernels use where a device has them.

    Attributes:
        doubles: The extension for doubles.
    """

    name: str = "OpenCL C"
    extension: str = "cl"
    global_memory: str = "__global "
    local_memory: str = "__local "
    restrict: str = "restrict "
    function: str = ""
    inline: str = "inline "
    index: str = "size_t"
    offset: str = "ulong"
    long: str = "long"
    infinity: str = "INFINITY"
    nan: str = "NAN"
    barrier: str = "barrier(CLK_LOCAL_MEM_FENCE);"
    barrier_of_all: str = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
    begin: str = ""
    newest: str = "//@"  # a comment to the front end; ``devices/opencl/ptx`` lays the instruction open
    doubles: str = "cl_khr_fp64"

    def flags(self, options: CompilerOptions) -> tuple[str, ...]:
        """The compiler's flags for ``options``."""
        options_by_flag = (
            ("-cl-fast-relaxed-math", options.relaxed),
            ("-cl-mad-enable", options.contract),
            (f"-cl-nv-maxrregcount={options.registers}", options.registers),
            ("-cl-std=CL2.0", options.sub_groups),  # Khronos' came with it; Intel's extension is there before
        )
        return tuple(flag for flag, requested in options_by_flag if requested)

    def prelude(self, part: str) -> str:
        """The line that a text needs before it computes with a type; often empty."""
        extension = {"double": self.doubles, "half": "cl_khr_fp16"}.get(part)
        return f"#pragma OPENCL EXTENSION {extension} : enable" if extension else ""

    def entry_point(self, size: tuple[int, int], attributes: str = "") -> str:
        """The declaration before the name of a kernel with work-groups of this size."""
        x, y = size
        return f"{f'__kernel {attributes}'.strip()} __attribute__((reqd_work_group_size({x}, {y}, 1))) void"

    def vector_hint(self, kind: str) -> str:
        """Attribute of a kernel that mostly computes with vectors of a type."""
        return f"__attribute__((vec_type_hint({kind})))"

    def unroll(self, times: int = 0) -> str:
        """The pragma that unrolls the loop that follows, fully or by a factor."""
        return f"#pragma unroll {times}" if times else "#pragma unroll"

    def global_id(self, dimension: int) -> str:
        """A work-item's position in the launch."""
        return f"get_global_id({dimension})"

    def local_id(self, dimension: int) -> str:
        """Its position in the work-group."""
        return f"get_local_id({dimension})"

    def group_id(self, dimension: int) -> str:
        """The position of its work-group."""
        return f"get_group_id({dimension})"

    def group_count(self, dimension: int) -> str:
        """Work-groups of the launch."""
        return f"get_num_groups({dimension})"

    def local_array(self, kind: str, *declarators: str, align: int = 0) -> str:
        """The statement that declares memory of the work-group."""
        aligned = f" __attribute__((aligned({align})))" if align else ""
        return f"__local {kind} {', '.join(f'{declarator}{aligned}' for declarator in declarators)};"

    def local_address(self, pointer: str) -> str:
        """The 32-bit address of local memory, which a pointer to it holds."""
        return f"(uint)(size_t){enclosed(pointer)}"

    def load_anew(self, kind: str, pointer: str) -> str:
        """A volatile load of an element in global memory."""
        return f"*(volatile __global const {kind} *){enclosed(pointer)}"

    def count_up(self, pointer: str) -> str:
        """An atomic increment of an ``int`` in global memory; its value is the previous one."""
        return f"atomic_inc({pointer})"

    def prefetch(self, pointer: str) -> str:
        """The statement that prefetches a cache line for writing, as clang spells it."""
        return f"__builtin_prefetch({pointer}, 1);"

    def load(self, width: int, pointer: str) -> str:
        """The vector at ``pointer``, which need only be aligned to an element."""
        return dereferenced(pointer) if width == 1 else f"vload{width}(0, {pointer})"

    def store(self, width: int, value: str, pointer: str) -> str:
        """The statement that writes a vector to ``pointer``, which need only be aligned to an element."""
        return (
            f"{dereferenced(pointer)} = {value};" if width == 1 else f"vstore{width}({value}, 0, {pointer});"
        )

    def load_half(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` halves at ``pointer``."""
        return f"vload_half{'' if width == 1 else width}(0, {pointer})"

    def store_half(self, width: int, value: str, pointer: str) -> str:
        """The statement that rounds a vector of floats to nearest halves at ``pointer``.

        Sixteen go in two pieces: PoCL takes their second half to be aligned, whatever the pointer is.
        """
        if width == 16:
            pieces = ((f"({value}).lo", pointer), (f"({value}).hi", f"{pointer} + 8"))
            stores = (f"vstore_half8_rte({piece}, 0, {at})" for piece, at in pieces)
            return ", ".join(stores) + ";"  # one statement, which may follow an if
        return f"vstore_half{'' if width == 1 else width}_rte({value}, 0, {pointer});"

    def vector(self, ctype: str, width: int) -> str:
        """The type of ``width`` adjacent elements."""
        return ctype if width == 1 else f"{ctype}{width}"

    def wide(self, number: int) -> str:
        """A number as an ``ulong``."""
        return f"{number}ul"

    def construct(self, kind: str, *pieces: str) -> str:
        """A value of a type from its pieces in order."""
        return f"({kind})({', '.join(pieces)})"

    def lane(self, value: str, width: int, lane: int) -> str:
        """One lane of a vector."""
        return value if width == 1 else self.lanes(value, (lane,))

    def lanes(self, value: str, chosen: Sequence[int]) -> str:
        """The vector of these lanes of a vector."""
        return f"{value}.s{''.join(f'{lane:x}' for lane in chosen)}"

    def component(self, element: str, name: str) -> str:
        """The real or the imaginary part of a complex element; of two lanes of a vector, one of them."""
        vector, swizzle, lanes = element.rpartition(".s")
        if swizzle and len(lanes) == 2:
            return f"{vector}.s{lanes['xy'.index(name)]}"
        return super().component(element, name)

    def part(self, value: str, part: Part) -> str:
        """Half of the lanes of a vector."""
        return f"{value}.{PARTS[part]}"

    def set_part(self, vector: str, part: Part, value: str, operator: str = "") -> str:
        """The statement that assigns to half of the lanes of a vector."""
        return f"{vector}.{PARTS[part]} {operator}= {value};"

    def converted(self, ctype: str, width: int, value: str) -> str:
        """A vector converted to another type of element, lane by lane."""
        return f"convert_{self.vector(ctype, width)}({value})"

    def bits(self, kind: str, value: str) -> str:
        """The bits of a value as a type of the same size."""
        return f"as_{kind}({value})"

    def where(self, mask: str, value: str, otherwise: str) -> str:
        """``value`` where a comparison holds, elsewhere ``otherwise``."""
        return f"{mask} ? {value} : {otherwise}"

    def select(self, otherwise: str, value: str, mask: str) -> str:
        """``value`` where a mask's lanes are set, elsewhere ``otherwise``."""
        return f"select({otherwise}, {value}, {mask})"

    def all_lanes(self, mask: str) -> str:
        """The condition that a comparison of vectors is true in all lanes."""
        return f"all({mask})"

    def clamp(self, value: str, low: str | int, high: str | int) -> str:
        """The number between two that is nearest to ``value``."""
        return f"clamp({value}, {low}, {high})"

    def multiply_add(self, form: str, left: str, right: str, total: str) -> str:
        """``left * right + total``; the forms have the language's names."""
        return f"{form}({left}, {right}, {total})"

    def power_of_two(self, value: str) -> str:
        """2 to the power of a float: PoCL computes ``exp`` in vectors, and ``exp2`` in a tenth of the pace."""
        return f"exp({math.log(2):.8g}f * {enclosed(value)})"

    def rough_quotient(self, left: str, right: str) -> str:
        """A quotient of floats."""
        return f"{enclosed(left)} / {enclosed(right)}"

    def image_argument(self, name: str, *, const: bool) -> str:
        """An argument that is an image, which the kernel only reads, or only writes."""
        return f"{'__read_only' if const else '__write_only'} image2d_t {name}"

    @property
    def sampler(self) -> str:
        """The statement that declares how texels are read."""
        ways = "CLK_FILTER_NEAREST | CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE"
        return f"const sampler_t sampler = {ways};"

    def read_texel(self, channel: str, image: str, x: str, y: str) -> str:
        """The four channels of a texel."""
        return f"{READ[channel]}({image}, sampler, (int2)({x}, {y}))"

    def write_texel(self, channel: str, image: str, x: str, y: str, value: str) -> str:
        """The statement that writes a texel."""
        return f"{WRITE[channel]}({image}, (int2)({x}, {y}), {value});"

    def sub_group_size(self, width: int) -> str:
        """Attribute of a kernel that requires sub-groups of ``width`` work-items."""
        return f"__attribute__((intel_reqd_sub_group_size({width})))"

    @property
    def sub_group_id(self) -> str:
        """The position of a work-item's sub-group, broadcast, or compilers take it to differ from lane to lane."""
        return "sub_group_broadcast(get_sub_group_id(), 0)"

    @property
    def sub_group_lane(self) -> str:
        """A work-item's position in its sub-group."""
        return "get_sub_group_local_id()"

    def from_lane(self, form: str, value: str, lane: str | int) -> str:
        """The ``value`` that the work-item at a position of the sub-group has, by Intel's extension or by Khronos'."""
        return f"{FROM_LANE[form]}({value}, {lane})"

    def block_read(self, ctype: str, size: int, count: int, pointer: str) -> str:
        """Lane ``l`` of a sub-group gets ``count`` elements of ``size`` bytes at ``l``, ``l`` plus its width, and so on."""
        word, suffix = ("ulong", "_ul") if size == 8 else ("uint", "")
        many = "" if count == 1 else str(count)
        read = f"intel_sub_group_block_read{suffix}{many}((__global const {word} *){enclosed(pointer)})"
        return self.bits(self.vector(ctype, count), read)

    def block_read_image(self, ctype: str, count: int, image: str, x: str, y: str) -> str:
        """Lane ``l`` gets the texels of 4 bytes at column ``x + l`` of ``count`` rows that begin at ``y``."""
        many = "" if count == 1 else str(count)
        read = f"intel_sub_group_block_read{many}({image}, (int2)({times(x, 4)}, {y}))"
        return self.bits(self.vector(ctype, count), read)


OPENCL_C = OpenCLC()

AMD_DOUBLES = replace(OPENCL_C, doubles="cl_amd_fp64")
"""OpenCL C for devices of AMD with doubles by their maker's extension alone, as those of 2010."""


def opencl_for(extensions: Collection[str]) -> Dialect:
    """OpenCL C as a device with these extensions takes it."""
    amd_only = "cl_amd_fp64" in extensions and "cl_khr_fp64" not in extensions
    return AMD_DOUBLES if amd_only else OPENCL_C
