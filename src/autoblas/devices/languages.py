"""The kernel language that a device takes, by the extensions it reports; CUDA is one of them here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.opencl_c import opencl_for

if TYPE_CHECKING:
    from collections.abc import Collection

    from autoblas.emit.dialect import Dialect

__all__ = ["CUDA", "dialect_for"]

CUDA = "cuda"
"""Extension of cards that are reached through CUDA."""


def dialect_for(extensions: Collection[str]) -> Dialect:
    """The language of a device with these extensions."""
    if CUDA not in extensions:
        return opencl_for(extensions)
    from autoblas.emit.cuda_c import CUDA_C  # noqa: PLC0415  # with a prelude that it reads

    return CUDA_C
