"""The arguments of a kernel as data, for its text, the plan of a call and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.precision import Precision

__all__ = [
    "Access",
    "Argument",
    "Integer",
    "ScalarMemory",
    "buffer",
    "integers",
    "offsets",
    "passed",
    "scalar",
    "scalars",
]

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


class ScalarMemory(NamedTuple):
    """A number that a launch reads from memory, rather than getting its value.

    Attributes:
        name: The argument of the kernel.
        stored: Its type in memory.
        conjugate: The complex conjugate of it is meant.
    """

    name: str
    stored: Precision
    conjugate: bool = False


def passed(argument: Argument, in_memory: Sequence[ScalarMemory]) -> tuple[Argument, ...]:
    """An argument as an entry point declares it: of a number in memory, a pointer and an offset.

    Args:
        argument: The argument.
        in_memory: The numbers in memory.
    """
    for number in in_memory:
        if number.name == argument.name:
            return (buffer(f"{number.name}_memory", number.stored), scalar(f"{number.name}_offset", "offset"))
    return (argument,)
