"""What a preset is: a kernel, its parameters and the problem that a name of another project stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.problems import Matmul

__all__ = ["Preset", "numbers", "require"]


@dataclass(frozen=True)
class Preset:
    """A named point.

    Attributes:
        name: The name as it was given.
        kernel: The kernel that it is a point of.
        parameters: The parameters that are not at their defaults.
        problem: What it computes.
    """

    name: str
    kernel: str
    parameters: Mapping[str, Any]
    problem: Matmul


def require(argument: str, holds: bool, expected: str, got: str) -> None:
    """Refuse a name in which a condition does not hold.

    Raises:
        ArgumentError: it does not hold.
    """
    if not holds:
        raise ArgumentError(argument, expected, got)


def numbers(text: str) -> list[int]:
    """The numbers in a name, in order."""
    return [int(word) for word in re.findall(r"\d+", text)]
