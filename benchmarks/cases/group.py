"""The parts of a group of cases, and the options of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.record import Case

__all__ = ["HOST_PEERS", "Choice", "Group"]

HOST_PEERS = ("openblas", "mkl", "blis", "onednn", "pytorch-cpu")
"""Peers of products on a processor; those that are not installed are left out."""


@dataclass(frozen=True)
class Choice:
    """The cases that a run selects of a group; empty for the group's own.

    Attributes:
        card: True if arrays are on a card, through CUDA.
        dtypes: Element types.
        sizes: Sizes of squares, matrices and vectors.
        routines: Routines.
        kinds: Classes of drawn shapes, or variants.
        count: Shapes that are drawn, of each type, or steps whose losses are compared.
        seed: The seed of drawn shapes.
    """

    card: bool = False
    dtypes: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    routines: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    count: int = 0
    seed: int = 1


class Group(NamedTuple):
    """Cases that belong together.

    Attributes:
        title: Their name on pages.
        rows: Its cases.
        host: Libraries on a processor.
        card: Libraries on a card.
        share: Its part of a run's time, relative to other groups.
        host_cost: Time the host's part of calls, not their work.
        measure: A function that times a case by itself and returns seconds by library.
        side: A function that returns the side that computes a call on NumPy arrays.
    """

    title: str
    rows: Callable[[Choice], list[Case]]
    host: tuple[str, ...]
    card: tuple[str, ...]
    share: float = 1.0
    host_cost: bool = False
    measure: Callable[[Case, list[str], int], dict[str, list[float]]] | None = None
    side: Callable[[Case], str] | None = None
