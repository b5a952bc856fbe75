"""Other projects' names for kernels, as points of autoblas's own and back: a grammar a module.

A module here that defines ``NAMES`` is a grammar: ``decode`` reads a name, ``encode`` writes one. It may also define
``for_device``, which fits a preset to what a device has, ``misfit``, a remark on sizes that the original refuses, and
``figures``, what the original's author would count.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul

__all__ = ["Preset", "figures", "fitted", "names", "numbers", "parse", "remark", "require"]


@dataclass(frozen=True)
class Preset:
    """A named point.

    Attributes:
        name: The name as it was given.
        kernel: The kernel that it is a point of.
        parameters: The parameters that are not at their defaults.
        problem: Its problem.
    """

    name: str
    kernel: str
    parameters: Mapping[str, Any]
    problem: Matmul


def require(argument: str, condition: bool, expected: str, got: str) -> None:
    """Refuse a name in which a condition does not hold.

    Raises:
        ArgumentError: it does not hold.
    """
    if not condition:
        raise ArgumentError(argument, expected, got)


def numbers(text: str) -> list[int]:
    """The numbers in a name, in order."""
    return [int(word) for word in re.findall(r"\d+", text)]


@functools.cache
def _grammars() -> tuple[Any, ...]:
    """The modules that know names."""
    modules = (importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__))
    return tuple(module for module in modules if hasattr(module, "NAMES"))


def names() -> tuple[str, ...]:
    """The names that are known by heart; grammars have more."""
    return tuple(name for grammar in _grammars() for name in grammar.NAMES)


def parse(name: str, sizes: tuple[int, int, int] | None = None) -> Preset:
    """The kernel, parameters and problem that a name stands for.

    Args:
        name: A name of any grammar.
        sizes: m, n and k, instead of those in the name or where it has none.

    Raises:
        ArgumentError: no grammar has such a name, or the one that has it finds something wrong with it.
    """
    return _decoded(name, sizes)[1]


def _decoded(name: str, sizes: tuple[int, int, int] | None = None) -> tuple[Any, Preset]:
    for grammar in _grammars():
        preset = grammar.decode(name, sizes)
        if preset is not None:
            return grammar, preset
    raise ArgumentError(
        "preset", f"a name like {', '.join(grammar.NAMES[0] for grammar in _grammars())}", name
    )


def _optional(preset: Preset, function: str, *arguments: object) -> Any:
    """Result of a function that the preset's grammar may have; None where it has none."""
    grammar, _ = _decoded(preset.name)
    return getattr(grammar, function)(preset, *arguments) if hasattr(grammar, function) else None


def fitted(preset: Preset, facts: Facts) -> Preset:
    """The preset as a device can run it, where its grammar knows more than one way."""
    fit: Preset | None = _optional(preset, "for_device", facts)
    return fit or preset


def remark(preset: Preset) -> str | None:
    """The original's objection to these sizes; None where it has none."""
    sentence: str | None = _optional(preset, "misfit")
    return sentence


def figures(preset: Preset) -> str | None:
    """Operations or threads as the original's author would count them; None where that is unknown."""
    sentence: str | None = _optional(preset, "figures")
    return sentence
