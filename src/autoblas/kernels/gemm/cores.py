"""Cost terms of the time models for processors: launches, copies of operands, memory, and cores that share work-groups.

The models of the kernels for products compare themselves by these. The constants were fitted to the processor time of 3250
points for 117 shapes on two cores of a Zen 4 with PoCL, beside other programs; half of them were within 16 %.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.kernels.costs import ModelMath
    from autoblas.problems import Combine, Pack

__all__ = [
    "COMBINED",
    "FAR",
    "LAUNCH",
    "MULTIPLY",
    "NEAR",
    "SCATTERED",
    "beyond_caches",
    "combine_seconds",
    "launch_seconds",
    "pack_seconds",
    "read_seconds",
]

LAUNCH = 12e-6
"""Seconds from one launch to the next."""

MULTIPLY = 5.1e-12
"""Seconds of a core for a multiply-add, each byte of the vector."""

NEAR = 1 << 20
"""Bytes of an operand up to which it stays in the second-level cache."""

FAR = 8 << 20
"""Bytes of an operand up to which it stays in the cache that cores share, at least."""

FROM_CACHE, FROM_MEMORY = 1.5e-11, 7e-11
"""Seconds of a core for each byte that is only read, from the cache that cores share and from memory."""

PANEL_SECONDS, TRANSPOSE_SECONDS = 1.2e-11, 5.5e-11
"""Seconds of a core for each byte that is copied to panels as it lies, or turned."""

TAIL, GROUP = 0.25, 2e-8
"""The part of a work-group that the core which ends last works on for, and seconds of a core to begin one."""

SCATTERED = 1e-9
"""Seconds of a core for an element of an operand that has no adjacent ones."""

COMBINED = 4e-11
"""Seconds of a core for each byte of the sums that slices leave."""


def read_seconds(
    nbytes: float, f: Facts, from_cache: float = FROM_CACHE, from_memory: float = FROM_MEMORY
) -> float:
    """Seconds of a core for each byte of an operand, by the cache level or memory that holds so many bytes.

    Args:
        nbytes: Bytes of the operand.
        f: The device.
        from_cache: Seconds for each byte that comes from the cache that cores share.
        from_memory: Seconds for each byte that comes from memory.
    """
    if nbytes <= NEAR:
        return 0.0
    return from_memory if beyond_caches(nbytes, f) else from_cache


def beyond_caches(nbytes: float, f: Facts) -> bool:
    """True if an operand of so many bytes comes from memory, because the cores' shared cache holds other data too."""
    return nbytes > max(f.cache_bytes // 4, FAR)


def pack_seconds(q: Pack, f: Facts) -> float:
    """Seconds of all cores for a packed copy."""
    elements = q.items * q.rows * q.depth
    nbytes = elements * q.to.size
    if q.order == "any":
        return LAUNCH + elements * SCATTERED / f.compute_units
    seconds_per_byte = (PANEL_SECONDS if q.order == "col" else TRANSPOSE_SECONDS) + read_seconds(
        nbytes, f, 3e-11, 1.3e-10
    )
    return LAUNCH + nbytes * seconds_per_byte / f.compute_units


def combine_seconds(q: Combine, f: Facts) -> float:
    """Seconds of all cores for bringing the sums of slices together."""
    nbytes = q.items * q.m * q.n * q.slices * q.accumulator.size
    return LAUNCH + nbytes * COMBINED / f.compute_units


def launch_seconds(work: Any, largest: Any, groups: Any, f: Facts, by: ModelMath) -> Any:
    """Seconds of a launch whose work-groups are spread over the cores.

    Cores take equal shares of the groups, as far as groups can be shared equally, and none ends before the largest. They
    do not begin together: the last to end works on for a part of a group.

    Args:
        work: Seconds of a core for all work-groups together, a number or an array.
        largest: Seconds of a core for the largest work-group.
        groups: Number of work-groups.
        f: The device.
        by: ModelMath of numbers or of arrays.
    """
    units = f.compute_units
    equal = by.most(largest, (work / groups + GROUP) * by.ceil(groups / units))
    return LAUNCH + equal + by.where(groups > 1, TAIL * largest, 0.0)
