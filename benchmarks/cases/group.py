"""What a group of cases consists of."""

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
    """What a run takes of a group; empty for the group's own.

    Attributes:
        card: Whether arrays are on a card, through CUDA.
        dtypes: Element types.
        sizes: Sizes of squares, matrices and vectors.
        routines: Routines.
        kinds: Classes of drawn shapes, or variants.
        count: Shapes that are drawn, of each type, or steps whose losses are compared.
        seed: Of what is drawn.
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
        title: What they are.
        rows: Its cases.
        host: Libraries on a processor.
        card: Libraries on a card.
        share: Its part of a run's time, relative to other groups.
        host_cost: Whether what calls cost the host is timed, not their work.
        measure: Times a case by itself: seconds by library.
        side: Tells which side computes a call on NumPy arrays.
    """

    title: str
    rows: Callable[[Choice], list[Case]]
    host: tuple[str, ...]
    card: tuple[str, ...]
    share: float = 1.0
    host_cost: bool = False
    measure: Callable[[Case, list[str], int], dict[str, list[float]]] | None = None
    side: Callable[[Case], str] | None = None
