"""Images as operands of a kernel: reading, converting and writing the elements of a texel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import Argument
from autoblas.emit.scalars import convert
from autoblas.precision import FLOAT32
from autoblas.problems import texel_elements

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

__all__ = ["Image"]


@dataclass(frozen=True)
class Image:
    """An image argument whose texels hold adjacent elements.

    Floats and halves are read as floats, which the hardware converts; integers as integers; the bits of doubles as
    two integers each.

    Attributes:
        name: The argument.
        stored: Element type in the image.
        worked: The compute type: elements are converted to it when they are read, and from it when they are written.
        const: The kernel only reads it; otherwise it only writes it.
        channels: Channels of a texel: four, or one, which then holds one element.
    """

    name: str
    stored: Precision
    worked: Precision
    const: bool = True
    channels: int = 4

    @property
    def elements(self) -> int:
        """Elements of a texel."""
        return 1 if self.channels == 1 else texel_elements(self.stored)

    @property
    def texel_type(self) -> Precision:
        """The type of the elements that a texel is read as: halves become floats."""
        return FLOAT32 if self.stored.part == "half" else self.stored

    @property
    def channel(self) -> str:
        """The type of the channels as they are read and written."""
        return "float" if self.texel_type.part == "float" else "uint"

    @property
    def argument(self) -> Argument:
        """The kernel argument that holds the image."""
        return Argument(self.name, "image", self.stored, "read" if self.const else "write")

    def read(self, d: Dialect, x: str, y: str) -> str:
        """The elements of a texel as a vector, converted."""
        value = d.read_texel(self.channel, self.name, x, y)
        if self.texel_type.double:
            value = d.bits(d.vector("double", 2), value)
        if self.channels == 1:
            value = d.lane(value, 4, 0)
        return convert(d, self.texel_type, self.worked, self.elements, value)

    def write(self, d: Dialect, x: str, y: str, value: str) -> str:
        """The statement that writes a texel from a vector of its elements, rounded to the type in the image."""
        value = convert(d, self.worked, self.texel_type, self.elements, value)
        if self.texel_type.double:
            value = d.bits(d.vector("uint", 4), value)
        if self.channels == 1:
            value = d.splat(self.channel, 4, value)
        return d.write_texel(self.channel, self.name, x, y, value)
