"""CUDA C++ as a dialect of kernels.

A text is compiled behind ``PRELUDE``, which ``program`` puts there; that defines vectors, masks and halves. Nothing is
included. NVRTC, of version 12.8 or later, compiles it to a cubin of one architecture, with the ``a`` of architectures that
have instructions of their own (``sm_90a``). Other options of the compiler than ``flags`` are in the text.

Shared memory of up to ``DECLARED`` bytes is static. If a kernel needs more, all
of it is dynamic: the text defines ``DYNAMIC_LOCAL_BYTES``, ``dynamic_bytes`` reads that number, and a back-end both
allows the kernel so much (``CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES``) and launches it with as much.

A launch of CUDA's has at most ``MOST_GROUPS`` work-groups along its second and third dimension. Every kernel therefore has
one more argument than it declares, the last: four ``uint``, which are zero of a single launch. Of a divided launch they
are the first work-group of this part along both dimensions, and the numbers of work-groups in the other parts.

From compute capability 9.0 on, a launch may begin while the one before in its stream ends. So every kernel begins with
``wait_for_earlier``, which waits until that one has ended and what it wrote can be read, and then lets the next begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from math import prod
from typing import TYPE_CHECKING

from autoblas.emit.dialect import Dialect
from autoblas.emit.expressions import dereferenced, enclosed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.dialect import CompilerOptions, LocalArray, Part

__all__ = [
    "CUDA_C",
    "DECLARED",
    "MOST_GROUPS",
    "PRELUDE",
    "PRELUDE_FILE",
    "CudaC",
    "begins_early",
    "dynamic_bytes",
    "large_clusters",
    "program",
]

PRELUDE_FILE = files("autoblas.emit") / "cuda_prelude.cuh"
"""The file of ``PRELUDE``."""

PRELUDE = PRELUDE_FILE.read_text(encoding="utf-8")
"""The prelude of every program."""

DECLARED = 48 << 10
"""Bytes of shared memory that a text may declare on every architecture."""

MOST_GROUPS = 65535
"""Work-groups of a launch along its second dimension, and along its third."""

DYNAMIC = "#define DYNAMIC_LOCAL_BYTES "
"""Prefix of the line with the bytes of dynamic shared memory of a launch."""

BEGIN = "wait_for_earlier();"
"""The first statement of every kernel; see ``begins_early``."""

CLUSTER = re.compile(r"__cluster_dims__\((\d+), (\d+), (\d+)\)")
"""The attribute of a kernel whose work-groups form clusters."""

PORTABLE = 8
"""Work-groups of the largest cluster that every card with clusters runs; larger ones need the kernel's attribute."""

ARITHMETIC = ("--std=c++17", "--prec-div=false", "--prec-sqrt=false")
"""Flags of every compilation."""

SIZES = {
    "signed char": 1,
    "uchar": 1,
    "half": 2,
    "short": 2,
    "ushort": 2,
    "int": 4,
    "uint": 4,
    "float": 4,
    "double": 8,
    "int64": 8,
    "ulong": 8,
}
"""Bytes of the element types of local arrays."""


@dataclass(frozen=True)
class CudaC(Dialect):
    """CUDA C++17 as NVRTC takes it, with the words of ``PRELUDE``."""

    name: str = "CUDA C++"
    extension: str = "cu"
    global_memory: str = ""
    local_memory: str = ""
    restrict: str = "__restrict__ "
    function: str = "__device__ __forceinline__ "
    inline: str = "__device__ __forceinline__ "
    index: str = "ulong"
    offset: str = "ulong"
    long: str = "int64"
    infinity: str = "__int_as_float(0x7f800000)"
    nan: str = "__int_as_float(0x7fffffff)"
    barrier: str = "__syncthreads();"
    barrier_of_all: str = "__syncthreads();"  # it makes all memory visible to the work-group
    newest: str = ""
    begin: str = BEGIN

    def flags(self, options: CompilerOptions) -> tuple[str, ...]:
        """The compiler's flags for ``options``.

        By default products and sums are contracted, and quotients and roots of floats may err by two
        units in the last place, as NVIDIA's OpenCL has it, whose error bounds kernels are checked with.
        """
        return (*ARITHMETIC, *(("--use_fast_math",) if options.relaxed else ()))

    def prelude(self, part: str) -> str:  # noqa: ARG002  # no type needs more than others
        """Empty: all texts have the same prelude."""
        return ""

    def entry_point(self, size: tuple[int, int], attributes: str = "") -> str:
        """The declaration before the name of a kernel with work-groups of this size.

        A limit of registers replaces the bounds: the compiler takes one or the other.
        """
        bounds = "" if "__maxnreg__" in attributes else f"__launch_bounds__({size[0] * size[1]})"
        return f'extern "C" __global__ void {f"{bounds} {attributes.strip()}".strip()}'

    def most_registers(self, count: int) -> str:
        """Attribute of a kernel whose work-items may have so many registers; options do not override bounds."""
        return f"__maxnreg__({count})"

    def cluster(self, count: int, dimension: int = 0) -> str:
        """Attribute of a kernel whose work-groups form clusters along a dimension; launches say nothing of it."""
        extent = [count if axis == dimension else 1 for axis in range(3)]
        return f"__cluster_dims__({', '.join(map(str, extent))})"

    def unroll(self, times: int = 0) -> str:
        """The pragma that unrolls the loop that follows, fully or by a factor."""
        return f"#pragma unroll {times}" if times else "#pragma unroll"

    @property
    def launched(self) -> str:
        """The parameter for this part of a launch that is divided into several."""
        return "const launch_part launched"

    def global_id(self, dimension: int) -> str:
        """A work-item's position in the launch, in 64 bits as the other positions."""
        axis = "xyz"[dimension]
        return f"({self.group_id(dimension)} * blockDim.{axis} + threadIdx.{axis})"

    def local_id(self, dimension: int) -> str:
        """Its position in the work-group."""
        return f"(ulong)threadIdx.{'xyz'[dimension]}"

    def group_id(self, dimension: int) -> str:
        """The position of its work-group."""
        axis = "xyz"[dimension]
        return f"(ulong)(blockIdx.{axis} + launched.first_{axis})" if dimension else "(ulong)blockIdx.x"

    def group_count(self, dimension: int) -> str:
        """Work-groups of the launch."""
        axis = "xyz"[dimension]
        return f"(ulong)(gridDim.{axis} + launched.more_{axis})" if dimension else "(ulong)gridDim.x"

    def local_array(self, kind: str, *declarators: str, align: int = 0) -> str:
        """The statement that declares memory of the work-group."""
        aligned = f"__align__({align}) " if align else ""
        return f"__shared__ {aligned}{kind} {', '.join(declarators)};"

    def local_arrays(self, arrays: Sequence[LocalArray]) -> tuple[str, list[str]]:
        """Arrays of more than ``DECLARED`` bytes together are references into dynamic shared memory."""
        at, statements = 0, []
        for array in arrays:
            references = []
            for declarator in array.declarators:
                name, nbytes, align, extent = _measured(array.kind, declarator)
                align = max(align, array.align)
                at = -(-at // align) * align
                references.append(f"auto &{name} = local_at<{array.kind}{extent}>({at});")
                at += nbytes
            statements.append(" ".join(references))
        if at <= DECLARED:
            return super().local_arrays(arrays)
        return f"{DYNAMIC}{at}", statements

    def local_address(self, pointer: str) -> str:
        """The 32-bit address of local memory."""
        return f"(uint)__cvta_generic_to_shared({pointer})"

    def load_anew(self, kind: str, pointer: str) -> str:
        """A volatile load of an element in global memory."""
        return f"load_anew((const {kind} *){enclosed(pointer)})"

    def count_up(self, pointer: str) -> str:
        """An atomic increment of an ``int`` in global memory; its value is the previous one."""
        return f"atomicAdd((int *){enclosed(pointer)}, 1)"

    def prefetch(self, pointer: str) -> str:
        """A statement without effect: stores need no prefetch, and the address need not exist."""
        return f"(void){enclosed(pointer)};"

    def load(self, width: int, pointer: str) -> str:
        """The vector at ``pointer``, which need only be aligned to an element."""
        return dereferenced(pointer) if width == 1 else f"load_lanes<{width}>({pointer})"

    def store(self, width: int, value: str, pointer: str) -> str:
        """The statement that writes a vector to ``pointer``, which need only be aligned to an element."""
        return f"{dereferenced(pointer)} = {value};" if width == 1 else f"store_lanes({pointer}, {value});"

    def load_half(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` halves at ``pointer``."""
        return f"load_halves<{width}>({pointer})"

    def store_half(self, width: int, value: str, pointer: str) -> str:  # noqa: ARG002  # the value has its width
        """The statement that rounds a vector of floats to nearest halves at ``pointer``."""
        return f"store_halves({pointer}, {value});"

    def vector(self, ctype: str, width: int) -> str:
        """The type of ``width`` adjacent elements."""
        # The sign of a plain char is the host's choice.
        element = {"long": self.long, "char": "signed char"}.get(ctype, ctype)
        return element if width == 1 else f"vec<{element},{width}>"

    def wide(self, number: int) -> str:
        """A number as an ``ulong``."""
        return f"{number}ull"

    def construct(self, kind: str, *pieces: str) -> str:
        """A value of a type from its pieces in order."""
        return f"{kind}({', '.join(pieces)})"

    def lane(self, value: str, width: int, lane: int) -> str:
        """One lane of a vector."""
        return value if width == 1 else f"{value}.s[{lane}]"

    def lanes(self, value: str, chosen: Sequence[int]) -> str:
        """The vector of these lanes of a vector."""
        if len(chosen) == 1:
            return f"{value}.s[{chosen[0]}]"
        return f"{value}.take<{', '.join(map(str, chosen))}>()"

    def component(self, element: str, name: str) -> str:
        """The real or the imaginary part of a complex element; of two lanes of a vector, one of them."""
        vector, taken, lanes = element.rpartition(".take<")
        if taken and lanes.endswith(">()"):
            return f"{vector}.s[{lanes.removesuffix('>()').split(', ')['xy'.index(name)]}]"
        return super().component(element, name)

    def part(self, value: str, part: Part) -> str:
        """Half of the lanes of a vector."""
        return f"{value}.{part}()"

    def set_part(self, vector: str, part: Part, value: str, operator: str = "") -> str:
        """The statement that assigns to half of the lanes of a vector."""
        value = f"{self.part(vector, part)} {operator} ({value})" if operator else value
        return f"{vector}.set_{part}({value});"

    def converted(self, ctype: str, width: int, value: str) -> str:
        """A vector converted to another type of element, lane by lane."""
        return f"convert<{self.vector(ctype, width)}>({value})"

    def bits(self, kind: str, value: str) -> str:
        """The bits of a value as a type of the same size."""
        return f"bits_of<{kind}>({value})"

    def where(self, mask: str, value: str, otherwise: str) -> str:
        """``value`` where a comparison holds, elsewhere ``otherwise``; both are computed."""
        return f"choose({mask}, {value}, {otherwise})"

    def select(self, otherwise: str, value: str, mask: str) -> str:
        """``value`` where a mask's lanes are set, elsewhere ``otherwise``."""
        return self.where(mask, value, otherwise)

    def all_lanes(self, mask: str) -> str:
        """The condition that a comparison of vectors is true in all lanes."""
        return f"every({mask})"

    def clamp(self, value: str, low: str | int, high: str | int) -> str:
        """The number between two that is nearest to ``value``."""
        return f"min(max({value}, {low}), {high})"

    def multiply_add(self, form: str, left: str, right: str, total: str) -> str:  # noqa: ARG002  # one serves all
        """``left * right + total``, rounded once whatever the form: that is the instruction."""
        return f"fma({left}, {right}, {total})"

    def power_of_two(self, value: str) -> str:
        """2 to the power of a float, by the instruction alone."""
        return f"power_of_two({value})"

    def rough_quotient(self, left: str, right: str) -> str:
        """A quotient of floats, by the reciprocal."""
        return f"rough_quotient({left}, {right})"


def _measured(kind: str, declarator: str) -> tuple[str, int, int, str]:
    """A declared name, its bytes, the bytes that it is aligned to, and its extents as they are written."""
    element, _, lanes = kind.removeprefix("vec<").removesuffix(">").partition(",")
    name, bracket, counts = declarator.partition("[")
    size = SIZES[element] * int(lanes or 1)
    count = prod(int(extent) for extent in counts.removesuffix("]").split("][")) if bracket else 1
    return name, size * count, size, bracket + counts


CUDA_C = CudaC()


def program(text: str) -> str:
    """The program for the text of a kernel, with the prelude."""
    return f'{PRELUDE}\n#line 1 "kernel.cu"\n{text}'


def dynamic_bytes(text: str) -> int:
    """Bytes of dynamic shared memory of a text's kernel; 0 if all of it is declared."""
    sizes = (line.removeprefix(DYNAMIC) for line in text.splitlines() if line.startswith(DYNAMIC))
    return max(map(int, sizes), default=0)


def begins_early(text: str) -> bool:
    """True if the kernels of a text wait for launches before theirs, so that they may be launched before those end."""
    return BEGIN in text


def large_clusters(text: str) -> bool:
    """True if clusters of a text's kernel have more work-groups than every card with clusters runs."""
    match = CLUSTER.search(text)
    return match is not None and prod(map(int, match.groups())) > PORTABLE
