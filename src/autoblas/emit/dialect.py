"""The words in which kernel languages differ; the instances live with the devices that speak them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import times

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.precision import Precision

__all__ = ["Dialect"]


@dataclass(frozen=True)
class Dialect:
    """One kernel language.

    Attributes:
        name: What the language is called; file names of printed kernels end in ``extension``.
        extension: File extension, without the dot.
        kernel: What precedes the name of an entry point.
        global_memory: Qualifier of a pointer to global memory, with a trailing space.
        local_memory: Qualifier of a work-group's shared memory, with a trailing space.
        restrict: Says that a pointer is the only way to its memory.
        barrier: Waits for the work-group, with local memory made visible.
        barrier_of_all: The same with global memory made visible too.
        count_up: Adds 1 to the integer at ``{pointer}``, as all work-groups see it; its value is what was there before.
        index: The type that addresses any element.
        offset: The type of an argument that holds such an index.
        group_size: Attribute that fixes the work-group, with ``{x}`` and ``{y}``.
        global_id: A work-item's position in the launch, with ``{d}`` for the dimension.
        local_id: Its position in the work-group.
        group_id: The position of its work-group.
        prefetch: Brings the cache line at ``{pointer}`` near, to be written; not every compiler knows the word.
        preludes: What a text must say before it computes with a type of C, by that type.
        convert: The type that ``{value}`` is converted to, element by element, with ``{type}``.
        function: What precedes the result type of a function that kernels call, with a trailing space.
        group_count: Work-groups of the launch along a dimension.
        unroll: Asks the compiler to write out the loop that follows.
        vector_hint: Attribute that names the ``{type}`` a kernel mostly computes with.
        reinterpret: The bits of ``{value}`` as a ``{type}`` of the same size.
        image_in: Qualifier of an image that a kernel reads, with a trailing space.
        image_out: Qualifier of an image that a kernel writes, with a trailing space.
        sampler: Declares ``sampler``, which reads a texel by its position, the nearest one beyond the edge.
        texel_read: The texel at ``{x}``, ``{y}`` of an ``{image}``, by the type of its channels.
        texel_write: The statement that writes it, likewise.
        sub_group_size: Attribute that requires sub-groups of ``{width}`` work-items.
        sub_group_id: The position of a work-item's sub-group in its work-group.
        sub_group_lane: Its position in its sub-group.
        from_lane: The ``{value}`` that the work-item at position ``{lane}`` of the sub-group has, by whose extension.
    """

    name: str
    extension: str
    kernel: str
    global_memory: str
    local_memory: str
    restrict: str
    barrier: str
    barrier_of_all: str
    count_up: str
    index: str
    offset: str
    group_size: str
    global_id: str
    local_id: str
    group_id: str
    preludes: Mapping[str, str]
    prefetch: str
    convert: str
    function: str
    group_count: str
    unroll: str
    vector_hint: str
    reinterpret: str
    image_in: str
    image_out: str
    sampler: str
    texel_read: Mapping[str, str]
    texel_write: Mapping[str, str]
    sub_group_size: str
    sub_group_id: str
    sub_group_lane: str
    from_lane: Mapping[str, str]

    def prelude(self, precision: Precision) -> str:
        """What a text must say before it computes in ``precision``; often nothing."""
        return self.preludes.get(precision.part, "")

    def converted(self, ctype: str, width: int, value: str) -> str:
        """A vector converted to another type of element, lane by lane."""
        return self.convert.format(type=self.vector(ctype, width), value=value)

    def load_half(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` halves at ``pointer``, which need only be aligned to an element."""
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

    def load_bfloat16(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` bfloat16 numbers at ``pointer``: the upper halves of their bits."""
        bits = f"{self.converted('uint', width, self.load(width, pointer))} << 16"
        return self.reinterpret.format(type=self.vector("float", width), value=bits)

    def store_bfloat16(self, width: int, value: str, pointer: str) -> str:
        """The statement that rounds a vector of floats to nearest bfloat16 numbers at ``pointer``, to even between two."""
        words = self.vector("uint", width)
        bits = self.reinterpret.format(type=words, value=value)
        rounded = "(wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16"
        narrow = f"(wide & 0x7fffffffu) > 0x7f800000u ? ({words})(0x7fc0u) : {rounded}"
        store = self.store(width, self.converted("ushort", width, narrow), pointer)
        return f"{{ const {words} wide = {bits}; {store} }}"

    def block_read(self, ctype: str, size: int, count: int, pointer: str) -> str:
        """Lane ``l`` of a sub-group gets ``count`` elements of ``size`` bytes at ``l``, ``l`` plus its width, and so on."""
        word, suffix = ("ulong", "_ul") if size == 8 else ("uint", "")
        many = "" if count == 1 else str(count)
        pointer = f"({self.global_memory}const {word} *)({pointer})"
        return f"as_{ctype}{many}(intel_sub_group_block_read{suffix}{many}({pointer}))"

    def block_read_image(self, ctype: str, count: int, image: str, x: str, y: str) -> str:
        """Lane ``l`` gets the texels of 4 bytes at column ``x + l`` of ``count`` rows that begin at ``y``."""
        many = "" if count == 1 else str(count)
        return f"as_{ctype}{many}(intel_sub_group_block_read{many}({image}, (int2)({times(x, 4)}, {y})))"

    def vector(self, ctype: str, width: int) -> str:
        """The type of ``width`` adjacent elements."""
        return ctype if width == 1 else f"{ctype}{width}"

    def splat(self, ctype: str, width: int, value: str) -> str:
        """A vector whose lanes all hold ``value``."""
        return value if width == 1 else f"({self.vector(ctype, width)})({value})"

    def load(self, width: int, pointer: str) -> str:
        """The vector at ``pointer``, which need only be aligned to an element."""
        return f"*({pointer})" if width == 1 else f"vload{width}(0, {pointer})"

    def store(self, width: int, value: str, pointer: str) -> str:
        """The statement that writes a vector to ``pointer``, which need only be aligned to an element."""
        return f"*({pointer}) = {value};" if width == 1 else f"vstore{width}({value}, 0, {pointer});"

    def load_aligned(self, ctype: str, width: int, pointer: str, memory: str) -> str:
        """The vector at ``pointer``, which is aligned to the whole vector; ``memory`` is its qualifier."""
        return f"*({pointer})" if width == 1 else f"*({memory}const {self.vector(ctype, width)} *)({pointer})"

    def store_aligned(self, ctype: str, width: int, value: str, pointer: str, memory: str) -> str:
        """The statement that writes a vector to ``pointer``, which is aligned to the whole vector."""
        if width == 1:
            return f"*({pointer}) = {value};"
        return f"*({memory}{self.vector(ctype, width)} *)({pointer}) = {value};"

    def lane(self, value: str, width: int, lane: int) -> str:
        """One lane of a vector."""
        return value if width == 1 else f"{value}.s{lane:x}"
