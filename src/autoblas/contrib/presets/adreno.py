"""Qualcomm's kernel for Adreno by name: ``adreno_8x4``, or ``adreno_8x4_16x32`` with the work-group's rows and columns.

A work-item computes 8 rows and 4 columns of C, four terms at a time. A comes as vectors of four from a buffer, B through
the texture units from an image, so that both ways to memory are used; nothing is shared between work-items.

V. Shimanskiy, "Matrix Multiply on Adreno GPUs, Part 2: Host Code and Kernel", Qualcomm, 2016. There m is a multiple of 8
and n and k are multiples of 4; here other sizes get guards, and are right too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.contrib.presets import Preset
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.block.kernel import free_group
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["NAMES", "decode", "encode", "for_device"]

NAMES = ("adreno_8x4",)

GRAMMAR = re.compile(r"adreno_8x4(?:_(\d{1,18})x(\d{1,18}))?")

GROUP = (16, 16)
"""Rows and columns of the work-group where a name says nothing and no device is known."""

ITEMS = 256
"""Work-items of a group at most, where a name says nothing: the text advises large groups and asks the driver how large;
so many are allowed by every GPU of the time."""

SIZES = (1024, 1024, 1024)

BLOCK: dict[str, Any] = {
    "rm": 8,
    "rn": 4,
    "rk": 4,
    "va": 4,
    "vc": 4,
    "b_memory": "image",
    "statement": "sum",
    "unroll": False,
    "flags": "relaxed",
}


def decode(name: str, sizes: tuple[int, int, int] | None) -> Preset | None:
    """The preset of a name; None where the name is not Adreno's.

    Args:
        name: The name.
        sizes: m, n and k; 1024 each where not given.

    Raises:
        ArgumentError: no work-group is like that.
    """
    match = GRAMMAR.fullmatch(name)
    if match is None:
        if name.startswith("adreno"):
            raise ArgumentError("name", "adreno_8x4 or adreno_8x4_HEIGHTxWIDTH", name)
        return None
    gy, gx = (int(match[1]), int(match[2])) if match[1] else GROUP
    values = {"gy": gy, "gx": gx, **BLOCK}
    kernels()["gemm_block"].space.point(values)
    return Preset(name, "gemm_block", values, Matmul(*(sizes or SIZES), FLOAT32, pure=True, b_in="image"))


def for_device(preset: Preset, facts: Facts) -> Preset:
    """The preset with the work-group that leaves the fewest work-items idle on a device, where its name has none."""
    if preset.name != NAMES[0]:
        return preset
    group = free_group(preset.problem, facts, ITEMS, (BLOCK["rm"], BLOCK["rn"]))
    return replace(preset, parameters={**preset.parameters, **group})


def encode(preset: Preset) -> str:
    """The name of a preset.

    Raises:
        ArgumentError: it is another kernel than Adreno's.
    """
    q = preset.problem
    group = tuple(preset.parameters.get(name) for name in ("gy", "gx"))
    name = NAMES[0] if group == GROUP else f"{NAMES[0]}_{group[0]}x{group[1]}"
    decoded = decode(name, (q.m, q.n, q.k)) if None not in group else None
    if decoded is None or (decoded.parameters, decoded.problem) != (preset.parameters, q):
        raise ArgumentError("preset", "the kernel adreno_8x4", str(preset.parameters))
    return name
