"""Cost terms of the time models for processors: launches, copies of operands, memory, and cores that share work-groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.kernels.models.coefficients import coefficients

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.kernels.costs import ModelMath
    from autoblas.problems import Combine, Pack

__all__ = [
    "FAR",
    "NEAR",
    "beyond_caches",
    "combine_seconds",
    "launch_seconds",
    "pack_seconds",
    "read_seconds",
]

NEAR = 1 << 20
"""Bytes of an operand up to which it stays in the second-level cache."""

FAR = 8 << 20
"""Bytes of an operand up to which it stays in the cache that cores share, at least."""


def read_seconds(nbytes: float, f: Facts, *, packed: bool = False) -> float:
    """Seconds of a core for each byte of an operand that is read, or packed, by what holds so many bytes: a cache or memory."""
    if nbytes <= NEAR:
        return 0.0
    c = coefficients("cores", f)
    if packed:
        return float(c.packed_from_memory if beyond_caches(nbytes, f) else c.packed_from_cache)
    return float(c.from_memory if beyond_caches(nbytes, f) else c.from_cache)


def beyond_caches(nbytes: float, f: Facts) -> bool:
    """True if an operand of so many bytes comes from memory, because the cores' shared cache holds other data too."""
    return nbytes > max(f.cache_bytes // 4, FAR)


def pack_seconds(q: Pack, f: Facts) -> float:
    """Seconds of all cores for a packed copy."""
    c = coefficients("cores", f)
    elements = q.items * q.rows * q.depth
    nbytes = elements * q.to.size
    if q.order == "any":
        return float(c.launch + elements * c.scattered / f.compute_units)
    seconds_per_byte = (c.panel if q.order == "col" else c.transposed) + read_seconds(nbytes, f, packed=True)
    return float(c.launch + nbytes * seconds_per_byte / f.compute_units)


def combine_seconds(q: Combine, f: Facts) -> float:
    """Seconds of all cores for bringing the sums of slices together."""
    c = coefficients("cores", f)
    nbytes = q.items * q.m * q.n * q.slices * q.accumulator.size
    return float(c.launch + nbytes * c.combined / f.compute_units)


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
    c, units = coefficients("cores", f), f.compute_units
    equal = by.most(largest, (work / groups + c.group) * by.ceil(groups / units))
    return c.launch + equal + by.where(groups > 1, c.tail * largest, 0.0)
