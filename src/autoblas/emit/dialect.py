"""The interface of kernel languages: methods for all constructs that differ; every language is a subclass.

All languages share C: statements and expressions, scalar types and casts, ``uint``, ``ulong`` and their like
for unsigned types, ``min`` and ``max`` of numbers, functions of ``math.h`` by the names that C has for every type
(``fabs``, ``fma``, ``sqrt``, ``isfinite``), ``x`` and ``y`` as the parts of a complex element and ``x`` to ``w`` as
lanes of a vector of four, comparisons and arithmetic on vectors lane by lane, and ``asm`` statements on devices
whose instructions are written so. A language that lacks one of these declares it in its prelude.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from autoblas.emit.expressions import dereferenced, enclosed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.arguments import Argument, Integer, ScalarMemory
    from autoblas.precision import Precision

__all__ = ["COMPLEX_PARTS", "CompilerOptions", "Dialect", "LocalArray", "Part"]

Part = Literal["low", "high", "even", "odd"]
"""Half of the lanes of a vector: the first or the second half of them, or every second one."""

COMPLEX_PARTS: tuple[Part, Part] = ("even", "odd")
"""The halves of a vector of complex elements that are their real and their imaginary parts."""


@dataclass(frozen=True)
class CompilerOptions:
    """Options of the compiler.

    Attributes:
        contract: A product and a sum may be rounded once.
        relaxed: Arithmetic may be transformed as if it were exact and unbounded.
        registers: Registers that a work-item may have; 0 leaves it to the compiler.
        sub_groups: The language's own functions on sub-groups must be available.
    """

    contract: bool = False
    relaxed: bool = False
    registers: int = 0
    sub_groups: bool = False


@dataclass(frozen=True)
class LocalArray:
    """Memory of a work-group that a kernel declares.

    Attributes:
        kind: The type of the elements.
        declarators: Names, each with its extents as C has them.
        align: Bytes that each begins at a multiple of; 0 leaves it to the type.
    """

    kind: str
    declarators: tuple[str, ...]
    align: int = 0


@dataclass(frozen=True)
class Dialect(ABC):
    """One kernel language.

    Attributes:
        name: What the language is called; file names of printed kernels end in ``extension``.
        extension: File extension, without the dot.
        global_memory: Qualifier of a pointer to global memory, with a trailing space, or empty.
        local_memory: Qualifier of a pointer to a work-group's shared memory, with a trailing space, or empty;
            ``local_array`` declares such memory.
        restrict: Qualifier of a pointer without aliases, with a trailing space.
        function: Qualifiers before the result type of a function that kernels call, with a trailing space, or empty.
        inline: Such qualifiers of functions that compilers are asked to inline.
        index: The type that addresses any element.
        offset: The type of an argument that holds such an index.
        long: The signed type of 64 bits.
        infinity: The number.
        nan: A value that is not a number.
        barrier: Statement that waits for the work-group, with local memory made visible.
        barrier_of_all: Statement that waits for the work-group, with local and global memory made visible.
        newest: Prefix of instructions that exist on one architecture of NVIDIA's alone.
        begin: The statement that every kernel begins with, or empty.
        in_memory: The numbers that entry points read from memory; most get them by value.
    """

    name: str
    extension: str
    global_memory: str
    local_memory: str
    restrict: str
    function: str
    inline: str
    index: str
    offset: str
    long: str
    infinity: str
    nan: str
    barrier: str
    barrier_of_all: str
    newest: str
    begin: str
    in_memory: tuple[ScalarMemory, ...] = field(default=(), kw_only=True)

    # Programs and entry points.

    @abstractmethod
    def flags(self, options: CompilerOptions) -> tuple[str, ...]:
        """The compiler's flags for ``options``."""

    @abstractmethod
    def prelude(self, part: str) -> str:
        """The line that a text needs before it computes with a type, the ``part`` of a precision; often empty."""

    @abstractmethod
    def entry_point(self, size: tuple[int, int], attributes: str = "") -> str:
        """The declaration before the name of a kernel with work-groups of this size; ``attributes`` come from other methods."""

    def vector_hint(self, kind: str) -> str:  # noqa: ARG002  # languages that have the attribute use it
        """Attribute of a kernel that mostly computes with vectors of a type; empty where the language has none."""
        return ""

    def most_registers(self, count: int) -> str:  # noqa: ARG002  # for languages that declare it in the text
        """Attribute of a kernel with so many registers a work-item; empty where only ``CompilerOptions`` limit them."""
        return ""

    def cluster(self, count: int, dimension: int = 0) -> str:  # noqa: ARG002  # languages that have clusters use it
        """Attribute of a kernel of which so many neighbouring work-groups run at once and reach each other's local memory."""
        raise self._lacks("clusters of work-groups", count)

    @abstractmethod
    def unroll(self, times: int = 0) -> str:
        """The pragma that unrolls the loop that follows, fully or by a factor."""

    def declare(self, argument: Argument) -> str:
        """The declaration of an argument."""
        name, kind, const = argument.name, self.type(argument.type), argument.access == "read"
        if argument.kind == "image":
            return self.image_argument(name, const=const)
        if argument.kind == "scalar":
            return f"const {kind} {name}"
        pointer = f"{self.global_memory}{'const ' if const else ''}{self.vector(kind, argument.width)} *"
        return f"volatile {pointer}{name}" if argument.shared else f"{pointer}{self.restrict}{name}"

    # The launch.

    @property
    def launched(self) -> str:
        """The declaration of an argument that every launch adds as the last one; mostly empty."""
        return ""

    @abstractmethod
    def global_id(self, dimension: int) -> str:
        """A work-item's position in the launch."""

    @abstractmethod
    def local_id(self, dimension: int) -> str:
        """Its position in the work-group."""

    @abstractmethod
    def group_id(self, dimension: int) -> str:
        """The position of its work-group."""

    @abstractmethod
    def group_count(self, dimension: int) -> str:
        """Work-groups of the launch."""

    # Memory.

    @abstractmethod
    def local_array(self, kind: str, *declarators: str, align: int = 0) -> str:
        """The statement that declares memory of the work-group: arrays or variables, aligned to so many bytes."""

    def local_arrays(self, arrays: Sequence[LocalArray]) -> tuple[str, list[str]]:
        """All local memory of a kernel, once it is known: a line before the entry point, and each array's statement.

        The line is empty where the language needs none.
        """
        return "", [self.local_array(array.kind, *array.declarators, align=array.align) for array in arrays]

    @abstractmethod
    def local_address(self, pointer: str) -> str:
        """The 32-bit address of local memory that instructions of NVIDIA's devices take, from a pointer."""

    @abstractmethod
    def load_anew(self, kind: str, pointer: str) -> str:
        """A volatile load of an element in global memory."""

    @abstractmethod
    def count_up(self, pointer: str) -> str:
        """An atomic increment of an ``int`` in global memory; its value is the previous one."""

    @abstractmethod
    def prefetch(self, pointer: str) -> str:
        """The statement that prefetches a cache line for writing; not every compiler knows it."""

    @abstractmethod
    def load(self, width: int, pointer: str) -> str:
        """The vector at ``pointer``, which need only be aligned to an element."""

    @abstractmethod
    def store(self, width: int, value: str, pointer: str) -> str:
        """The statement that writes a vector to ``pointer``, which need only be aligned to an element."""

    @abstractmethod
    def load_half(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` halves at ``pointer``, which need only be aligned to an element."""

    @abstractmethod
    def store_half(self, width: int, value: str, pointer: str) -> str:
        """The statement that rounds a vector of floats to nearest halves at ``pointer``."""

    def load_bfloat16(self, width: int, pointer: str) -> str:
        """The vector of floats from ``width`` bfloat16 numbers at ``pointer``: the upper halves of their bits."""
        return self.bits(
            self.vector("float", width), f"{self.converted('uint', width, self.load(width, pointer))} << 16"
        )

    def store_bfloat16(self, width: int, value: str, pointer: str) -> str:
        """The statement that rounds a vector of floats to nearest bfloat16 numbers at ``pointer``, ties to even."""
        words = self.vector("uint", width)
        rounded = "(wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16"
        nan = self.construct(words, "0x7fc0u")
        narrow = self.where("(wide & 0x7fffffffu) > 0x7f800000u", nan, rounded)
        store = self.store(width, self.converted("ushort", width, narrow), pointer)
        return f"{{ const {words} wide = {self.bits(words, value)}; {store} }}"

    def load_aligned(self, ctype: str, width: int, pointer: str, memory: str) -> str:
        """The vector at ``pointer``, which is aligned to the whole vector; ``memory`` is its qualifier."""
        if width == 1:
            return dereferenced(pointer)
        return f"*({memory}const {self.vector(ctype, width)} *){enclosed(pointer)}"

    def store_aligned(self, ctype: str, width: int, value: str, pointer: str, memory: str) -> str:
        """The statement that writes a vector to ``pointer``, which is aligned to the whole vector."""
        if width == 1:
            return f"{dereferenced(pointer)} = {value};"
        return f"*({memory}{self.vector(ctype, width)} *){enclosed(pointer)} = {value};"

    # Types and values.

    @abstractmethod
    def vector(self, ctype: str, width: int) -> str:
        """The type of ``width`` adjacent elements; of one, the type itself."""

    def type(self, kind: Precision | Integer) -> str:
        """The type of an argument, or of the elements of memory."""
        if not isinstance(kind, str):
            return self.element(kind)
        return {"offset": self.offset, "long": self.long}.get(kind, kind)

    def element(self, precision: Precision) -> str:
        """The type of an element in memory: of a complex one two lanes, of bfloat16 its bits."""
        if precision.part == "bfloat16":
            return self.vector("ushort", 1)
        return self.vector(precision.part, precision.parts)

    @abstractmethod
    def wide(self, number: int) -> str:
        """A number as an ``ulong``."""

    @abstractmethod
    def construct(self, kind: str, *pieces: str) -> str:
        """A value of a type from its pieces in order, lanes or shorter vectors; one lane alone fills all lanes."""

    def splat(self, ctype: str, width: int, value: str) -> str:
        """A vector whose lanes all hold ``value``."""
        return value if width == 1 else self.construct(self.vector(ctype, width), value)

    @abstractmethod
    def lane(self, value: str, width: int, lane: int) -> str:
        """One lane of a vector, which may be assigned to."""

    @abstractmethod
    def lanes(self, value: str, chosen: Sequence[int]) -> str:
        """The vector of these lanes of a vector, in this order."""

    def component(self, element: str, name: str) -> str:
        """The real part ``x`` or the imaginary part ``y`` of a complex element, which may be two lanes of a vector."""
        return f"{element}.{name}"

    @abstractmethod
    def part(self, value: str, part: Part) -> str:
        """Half of the lanes of a vector."""

    @abstractmethod
    def set_part(self, vector: str, part: Part, value: str, operator: str = "") -> str:
        """The statement that assigns to half of the lanes; with an operator, what that makes of them and ``value``."""

    @abstractmethod
    def converted(self, ctype: str, width: int, value: str) -> str:
        """A vector converted to another type of element, lane by lane."""

    @abstractmethod
    def bits(self, kind: str, value: str) -> str:
        """The bits of a value as a type of the same size."""

    @abstractmethod
    def where(self, mask: str, value: str, otherwise: str) -> str:
        """``value`` where a comparison of numbers, or of vectors lane by lane, holds; elsewhere ``otherwise``."""

    @abstractmethod
    def select(self, otherwise: str, value: str, mask: str) -> str:
        """``value`` where a mask's lanes are set, elsewhere ``otherwise``; its integers are as wide as the vectors' elements."""

    @abstractmethod
    def all_lanes(self, mask: str) -> str:
        """The condition that a comparison of vectors is true in all lanes."""

    @abstractmethod
    def clamp(self, value: str, low: str | int, high: str | int) -> str:
        """The number between ``low`` and ``high`` that is nearest to ``value``."""

    @abstractmethod
    def multiply_add(self, form: str, left: str, right: str, total: str) -> str:
        """``left * right + total``, rounded as a form of ``MULTIPLY_FORMS`` says: ``mad`` in any way, ``fma`` once."""

    @abstractmethod
    def power_of_two(self, value: str) -> str:
        """2 to the power of a float, within three units in the last place, and a rounding or two of its argument.

        Zero may stand for subnormal numbers.
        """

    @abstractmethod
    def rough_quotient(self, left: str, right: str) -> str:
        """A quotient of floats, within three units in the last place; zero where the divisor exceeds 2^126."""

    # Images and sub-groups, of which a language may have none.

    def image_argument(self, name: str, *, const: bool) -> str:
        """An argument that is an image, which the kernel only reads, or only writes."""
        raise self._lacks("images", name, const)

    @property
    def sampler(self) -> str:
        """The statement that declares how texels are read: by position, the nearest one beyond the edge."""
        raise self._lacks("images")

    def read_texel(self, channel: str, image: str, x: str, y: str) -> str:
        """The four channels of a texel, as ``float`` or as ``uint``."""
        raise self._lacks("images", channel, image, x, y)

    def write_texel(self, channel: str, image: str, x: str, y: str, value: str) -> str:
        """The statement that writes a texel."""
        raise self._lacks("images", channel, image, x, y, value)

    def sub_group_size(self, width: int) -> str:
        """Attribute of a kernel that requires sub-groups of ``width`` work-items."""
        raise self._lacks("sub-groups", width)

    @property
    def sub_group_id(self) -> str:
        """The position of a work-item's sub-group in its work-group."""
        raise self._lacks("sub-groups")

    @property
    def sub_group_lane(self) -> str:
        """Its position in its sub-group."""
        raise self._lacks("sub-groups")

    def from_lane(self, form: str, value: str, lane: str | int) -> str:
        """The ``value`` that the work-item at a position of the sub-group has; ``form`` says by whose extension."""
        raise self._lacks("sub-groups", form, value, lane)

    def block_read(self, ctype: str, size: int, count: int, pointer: str) -> str:
        """Lane ``l`` of a sub-group gets ``count`` elements of ``size`` bytes at ``l``, ``l`` plus its width, and so on."""
        raise self._lacks("sub-groups", ctype, size, count, pointer)

    def block_read_image(self, ctype: str, count: int, image: str, x: str, y: str) -> str:
        """Lane ``l`` gets the texels of 4 bytes at column ``x + l`` of ``count`` rows that begin at ``y``."""
        raise self._lacks("sub-groups", ctype, count, image, x, y)

    def _lacks(self, feature: str, *_arguments: object) -> NotImplementedError:
        return NotImplementedError(f"{self.name} has no {feature} here")
