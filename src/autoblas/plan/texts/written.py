"""The text of a kernel at a point, with the hash that identifies it: written once for all who ask in the same call."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.kernels.kernel import source_hash

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.emit.dialect import CompilerOptions, Dialect
    from autoblas.kernels.kernel import Kernel

__all__ = ["Text", "source_of", "written"]


class Text(NamedTuple):
    """What a compiler is given.

    Attributes:
        source: The program.
        flags: What it is compiled with.
        digest: A SHA-256 of both in hexadecimal.
    """

    source: str
    flags: tuple[str, ...]
    digest: str


def written(kernel: Kernel, params: Any, problem: Any, d: Dialect) -> Text:
    """The text of a kernel.

    Args:
        kernel: The kernel.
        params: Its parameters.
        problem: What it computes.
        d: The language.
    """
    return _written(kernel.source, kernel.options, params, problem, d)


@functools.lru_cache(maxsize=16)  # a first call asks whether a text was checked, and then builds it
def _written(
    source: Callable[[Any, Any, Dialect], str],
    options: Callable[[Any], CompilerOptions],
    params: Any,
    problem: Any,
    d: Dialect,
) -> Text:
    text, flags = source(params, problem, d), d.flags(options(params))
    return Text(text, flags, source_hash(text, flags))


def source_of(kernel: Kernel, params: Any, problem: Any, d: Dialect) -> str:
    """What identifies a launch to the journal: a hash of the kernel's text, its flags, and the extent."""
    text, flags = kernel.written(params, problem, d)
    return source_hash(text, (*flags, repr(kernel.geometry(params, problem))))
