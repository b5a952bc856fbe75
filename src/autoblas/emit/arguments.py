"""The arguments of a kernel as data, for its text, the plan of a call and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from autoblas.precision import Precision

__all__ = ["Access", "Argument", "Integer", "buffer", "integers", "offsets", "scalar", "scalars"]

Access = Literal["read", "write", "both"]
"""A kernel's access to memory."""

Integer = Literal["int", "offset", "uint", "long"]
"""Types of numbers that are no elements: ``offset`` holds any index, 64 bits without a sign that wrap as such."""


@dataclass(frozen=True)
class Argument:
    """One argument of an entry point.

    Attributes:
        name: Its name.
        kind: A number, or memory: a buffer or an image.
        type: The number's type, or that of the elements in memory.
        access: The kernel's access to the memory; numbers are read.
        width: Elements of a buffer side by side in the vectors that the kernel sees it as.
        shared: Work-groups change the buffer while others read it.
    """

    name: str
    kind: Literal["scalar", "buffer", "image"]
    type: Precision | Integer
    access: Access = "read"
    width: int = 1
    shared: bool = False


def scalar(name: str, kind: Precision | Integer) -> Argument:
    """A number."""
    return Argument(name, "scalar", kind)


def scalars(kind: Precision | Integer, *names: str) -> tuple[Argument, ...]:
    """Numbers of one type."""
    return tuple(scalar(name, kind) for name in names)


def integers(*names: str) -> tuple[Argument, ...]:
    """Sizes and distances of 32 bits."""
    return scalars("int", *names)


def offsets(*names: str) -> tuple[Argument, ...]:
    """Indices and distances of 64 bits."""
    return scalars("offset", *names)


def buffer(name: str, kind: Precision | Integer, access: Access = "read", width: int = 1) -> Argument:
    """A buffer."""
    return Argument(name, "buffer", kind, access, width)
