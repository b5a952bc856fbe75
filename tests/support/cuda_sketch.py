"""A second kernel language for tests: C++ with vectors as a template, as CUDA has it, and no word of OpenCL C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.dialect import Options, Part

__all__ = ["CUDA_SKETCH", "CudaSketch"]


@dataclass(frozen=True)
class CudaSketch(Dialect):
    """Spelled as CUDA C++ would be, with functions and a template ``vec`` that a prelude would define."""

    name: str = "CUDA C++"
    extension: str = "cu"
    global_memory: str = ""
    local_memory: str = ""
    restrict: str = "__restrict__ "
    function: str = "__device__ "
    index: str = "unsigned_index"
    offset: str = "unsigned_offset"
    long: str = "wide_int"
    infinity: str = "__int_as_float(0x7f800000)"
    nan: str = "__int_as_float(0x7fffffff)"
    barrier: str = "__syncthreads();"
    barrier_of_all: str = "__threadfence(); __syncthreads();"
    newest: str = ""

    def flags(self, options: Options) -> tuple[str, ...]:
        """What the compiler is given for ``options``."""
        given = (
            ("--use_fast_math", options.relaxed),
            (f"--fmad={str(options.contract or options.relaxed).lower()}", True),
            (f"--maxrregcount={options.registers}", options.registers),
        )
        return tuple(flag for flag, wanted in given if wanted)

    def prelude(self, part: str) -> str:
        """What a text must say before it computes with a type."""
        return "#include <cuda_fp16.h>" if part == "half" else ""

    def entry_point(self, size: tuple[int, int], attributes: str = "") -> str:
        """What precedes the name of a kernel whose work-groups have this size."""
        return f'extern "C" __global__ {attributes} void __launch_bounds__({size[0] * size[1]})'

    def unroll(self, times: int = 0) -> str:
        """Asks the compiler to write out the loop that follows."""
        return f"#pragma nv_unroll {times or ''}"

    def global_id(self, dimension: int) -> str:
        """A work-item's position in the launch."""
        axis = "xyz"[dimension]
        return f"(blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis})"

    def local_id(self, dimension: int) -> str:
        """Its position in the work-group."""
        return f"threadIdx.{'xyz'[dimension]}"

    def group_id(self, dimension: int) -> str:
        """The position of its work-group."""
        return f"blockIdx.{'xyz'[dimension]}"

    def group_count(self, dimension: int) -> str:
        """Work-groups of the launch."""
        return f"gridDim.{'xyz'[dimension]}"

    def local_array(self, kind: str, *declarators: str, align: int = 0) -> str:
        """The statement that declares memory of the work-group."""
        aligned = f"__align__({align}) " if align else ""
        return f"__shared__ {aligned}{kind} {', '.join(declarators)};"

    def local_address(self, pointer: str) -> str:
        """The 32-bit address of local memory."""
        return f"(uint)__cvta_generic_to_shared({pointer})"

    def load_anew(self, kind: str, pointer: str) -> str:
        """The element in global memory as it is now."""
        return f"__ldcg((const {kind} *)({pointer}))"

    def count_up(self, pointer: str) -> str:
        """Adds 1 to an ``int`` in global memory; its value is what was there before."""
        return f"atomicAdd({pointer}, 1)"

    def prefetch(self, pointer: str) -> str:
        """The statement that brings a cache line near."""
        return f"prefetch_line({pointer});"

    def load(self, width: int, pointer: str) -> str:
        """The vector at ``pointer``."""
        return f"*({pointer})" if width == 1 else f"load_lanes<{width}>({pointer})"

    def store(self, width: int, value: str, pointer: str) -> str:
        """The statement that writes a vector to ``pointer``."""
        return f"*({pointer}) = {value};" if width == 1 else f"store_lanes({pointer}, {value});"

    def load_half(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` halves at ``pointer``."""
        return f"load_halves<{width}>({pointer})"

    def store_half(self, width: int, value: str, pointer: str) -> str:
        """The statement that rounds a vector of floats to nearest halves at ``pointer``."""
        return f"store_halves<{width}>({pointer}, {value});"

    def vector(self, ctype: str, width: int) -> str:
        """The type of ``width`` adjacent elements."""
        return ctype if width == 1 else f"vec<{ctype}, {width}>"

    def construct(self, kind: str, *pieces: str) -> str:
        """A value of a type from its pieces in order."""
        return f"{kind}{{{', '.join(pieces)}}}"

    def lane(self, value: str, width: int, lane: int) -> str:
        """One lane of a vector."""
        return value if width == 1 else f"{value}[{lane}]"

    def lanes(self, value: str, chosen: Sequence[int]) -> str:
        """The vector of these lanes of a vector."""
        return f"{value}.take<{', '.join(map(str, chosen))}>()"

    def part(self, value: str, part: Part) -> str:
        """Half of the lanes of a vector."""
        return f"{part}_lanes({value})"

    def set_part(self, vector: str, part: Part, value: str, operator: str = "") -> str:
        """The statement that assigns to half of the lanes of a vector."""
        value = f"{self.part(vector, part)} {operator} ({value})" if operator else value
        return f"set_{part}_lanes({vector}, {value});"

    def converted(self, ctype: str, width: int, value: str) -> str:
        """A vector converted to another type of element."""
        return f"to<{self.vector(ctype, width)}>({value})"

    def bits(self, kind: str, value: str) -> str:
        """The bits of a value as a type of the same size."""
        return f"bits_of<{kind}>({value})"

    def where(self, mask: str, value: str, otherwise: str) -> str:
        """``value`` where a comparison holds, elsewhere ``otherwise``."""
        return f"where({mask}, {value}, {otherwise})"

    def select(self, otherwise: str, value: str, mask: str) -> str:
        """The same for vectors and a mask that was kept."""
        return f"where({mask}, {value}, {otherwise})"

    def every(self, mask: str) -> str:
        """Whether a comparison of vectors holds in all lanes."""
        return f"every({mask})"

    def clamp(self, value: str, low: str | int, high: str | int) -> str:
        """The number between two that is nearest to ``value``."""
        return f"min(max({value}, {low}), {high})"

    def multiply_add(self, form: str, left: str, right: str, total: str) -> str:
        """``left * right + total``."""
        return f"fma({left}, {right}, {total})" if form == "fma" else f"({left} * {right} + {total})"


CUDA_SKETCH = CudaSketch()
