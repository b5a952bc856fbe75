"""Clusters: work-groups of NVIDIA's devices that run together, and reach each other's local memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.devices.languages import CUDA

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["CLUSTERS", "clusters_of"]

CLUSTERS = (2, 4, 8, 16)
"""Work-groups that may be a cluster."""

PORTABLE, LARGE, UNITS = 8, (9, 10), 132
"""The most that are on every card with clusters; the major compute capabilities that have the double of it, and from how many
multiprocessors on: smaller cards and parts of one may have too few beside each other (seen to run on an H200, of 132)."""

CLUSTERED = (9, 0)
"""The compute capability from which on there are clusters."""


def clusters_of(f: Facts) -> tuple[int, ...]:
    """The clusters of a device; none where it has none, or is not launched by what makes them."""
    if CUDA not in f.extensions or f.compute_capability < CLUSTERED:
        return ()
    large = f.compute_capability[0] in LARGE and f.compute_units >= UNITS
    return tuple(s for s in CLUSTERS if s <= (2 * PORTABLE if large else min(PORTABLE, f.compute_units)))
