"""Intel's names of 21 GEMM kernels, as parameters and back: ``L3_SIMD_8x4_8x8_barrier``, ``block_read_32x2_1x8``.

L. Kong and R. Ioffe, "SGEMM for Intel Processor Graphics" (Intel, 2015), and the list that its sample accepts. A name is
``family_HxW_GxL``: a work-item computes a block of H rows and W columns of C, a work-group has G rows of L work-items.
``L3_SLM`` stages A in local memory; in ``L3_SIMD`` and ``block_read`` L is the width of a sub-group, and A comes from
lane to lane. ``naive`` computes an element a work-item.

The sample multiplies matrices stored by columns; that is the product of the exchanged operands stored by rows, which is
how a preset's problem states it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.contrib.presets import Preset
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.kernels.gemm.subgroup.params import exchanges
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts

__all__ = ["NAMES", "decode", "encode", "figures", "for_device", "hardware_threads", "misfit", "multiples"]

NAMES = (
    "naive",
    "L3_SLM_8x8_4x16",
    "L3_SLM_8x8_8x16",
    "L3_SLM_8x8_16x16",
    "L3_SIMD_32x2_1x8",
    "L3_SIMD_16x2_1x8",
    "L3_SIMD_16x2_4x8",
    "L3_SIMD_8x4_1x8",
    "L3_SIMD_8x4_8x8",
    "L3_SIMD_8x4_8x8_barrier",
    "block_read_32x2_1x8",
    "block_read_32x2_4x8",
    "block_read_32x2_8x8",
    "block_read_32x1_1x8",
    "block_read_16x2_1x8",
    "block_read_16x2_4x8",
    "block_read_16x2_8x8",
    "block_read_16x4_1x8",
    "block_read_16x4_4x8",
    "block_read_16x4_8x8",
    "block_read_4x1_1x8",
)
"""The kernels of the sample."""

GRAMMAR = re.compile(r"(L3_SLM|L3_SIMD|block_read)_(\d{1,18})x(\d{1,18})_(\d{1,18})x(\d{1,18})(_barrier)?")

SIZES = (1024, 1024, 1024)
"""Sizes of the article: m, n and k where none are given."""

LANES = 16
"""SIMD width that compilers for Intel's graphics gave the plain kernel in the article, as most without a requirement."""

LOADS = {"L3_SIMD": "plain", "block_read": "image"}
"""Loads of the families that exchange operands through lanes."""

NAIVE = {"gy": 16, "gx": 16, "rm": 1, "rn": 1, "rk": 1}
"""An element a work-item; the sample leaves the shape of the work-group to the driver."""

STAGED = {"rk": 1, "tk": 8, "a_way": "local", "vb": 4, "vc": 4, "statement": "vector"}
"""A in local memory, eight terms at a time, and B read directly."""


def decode(name: str, sizes: tuple[int, int, int] | None) -> Preset | None:
    """The preset of a name, made for Intel's graphics; None where the name is none of Intel's.

    Args:
        name: A name of the grammar, listed above or not.
        sizes: m, n and k; those of the article where not given.

    Raises:
        ArgumentError: the name asks for what the kernel does not have, or C has no room for a tile of blocks.
    """
    match = GRAMMAR.fullmatch(name)
    if match is None and name != "naive":
        return None
    problem = Matmul(*(sizes or SIZES), FLOAT32, pure=True)
    if match is None:
        return Preset(name, "gemm_block", NAIVE, problem)
    family, barrier = match[1], match[6] is not None
    rows, columns, groups, lanes = (int(number) for number in match.groups()[1:5])
    values: dict[str, Any] = {"rm": rows, "rn": columns}
    if family == "L3_SLM":
        kernel = "gemm_block"
        values |= {"gy": groups, "gx": lanes, **STAGED}
    else:
        kernel = "gemm_subgroup"
        values |= {"groups_m": groups, "width": lanes, "exchange": "intel", "load": LOADS[family]}
        values["barrier"] = barrier
    if barrier and (family == "L3_SLM" or groups == 1):
        raise ArgumentError("name", "a barrier only where several sub-groups make up a work-group", name)
    kernels()[kernel].space.point(values)
    if family == "block_read" and (problem.m < rows or problem.n < columns * lanes):
        least = f"at least {rows} rows and {columns * lanes} columns of C, a whole tile of {name}"
        raise ArgumentError("sizes", least, f"{problem.m} and {problem.n}")
    return Preset(name, kernel, values, problem)


def encode(preset: Preset) -> str:
    """The name of a preset, whichever exchange it has.

    Raises:
        ArgumentError: the preset is no point of Intel's families.
    """
    values = kernels()[preset.kernel].space.point(preset.parameters)
    if preset.kernel == "gemm_block" and _same(preset, NAIVE):
        return "naive"
    if preset.kernel == "gemm_block":
        shape = {name: getattr(values, name) for name in ("gy", "gx", "rm", "rn")}
        if _same(preset, STAGED | shape):
            return "L3_SLM_{rm}x{rn}_{gy}x{gx}".format(**shape)
    if preset.kernel == "gemm_subgroup":
        free = ("rm", "rn", "groups_m", "width", "exchange", "barrier")
        shape = {name: getattr(values, name) for name in free}
        for family, load in LOADS.items():
            if _same(preset, {**shape, "load": load}):
                barrier = "_barrier" if shape["barrier"] else ""
                return "{0}_{rm}x{rn}_{groups_m}x{width}{1}".format(family, barrier, **shape)
    raise ArgumentError("preset", "a point of naive, L3_SLM, L3_SIMD or block_read", str(preset.parameters))


def _same(preset: Preset, values: Mapping[str, Any]) -> bool:
    """The preset's parameters are these, and the others are at their defaults."""
    point = kernels()[preset.kernel].space.point
    return bool(point(preset.parameters) == point(values))


def for_device(preset: Preset, facts: Facts) -> Preset:
    """The preset with the exchange that a device has: Intel's own, Khronos' sub-groups, or local memory.

    The tile stays, and where there are images, so does the way it is read. A barrier that keeps sub-groups in step falls
    away where local memory has its own.
    """
    if preset.kernel != "gemm_subgroup":
        return preset
    width = preset.parameters["width"]
    certain = width in facts.sub_group_sizes
    exchange = next(candidate for candidate in exchanges(facts) if certain or candidate == "local")
    values = {**preset.parameters, "exchange": exchange}
    if exchange == "local":
        values["barrier"] = False
    if not facts.images:
        values["load"] = "plain"
    return replace(preset, parameters=values)


def multiples(name: str) -> tuple[int, int, int]:
    """Divisors that the sample's kernel of a name requires of m, n and k; the kernels here require none.

    Raises:
        ArgumentError: the name is none of Intel's.
    """
    match = GRAMMAR.fullmatch(name)
    if name == "naive":
        return (1, 1, 1)
    if match is None:
        raise ArgumentError("name", "one of Intel's, such as " + NAMES[4], name)
    rows, columns, groups, lanes = (int(number) for number in match.groups()[1:5])
    return (rows * groups, columns * lanes, 8)


def misfit(preset: Preset) -> str | None:
    """The sentence that says which sizes the sample would refuse, and by what they would have to be divisible."""
    problem, divisors = preset.problem, multiples(preset.name)
    wrong = [
        f"{size}={value} is not a multiple of {multiple}"
        for size, value, multiple in zip("mnk", (problem.m, problem.n, problem.k), divisors, strict=True)
        if value % multiple
    ]
    if not wrong:
        return None
    return (
        f"Intel's {preset.name} needs whole tiles, and {', '.join(wrong)}; here the edges are taken care of"
    )


def figures(preset: Preset) -> str:
    """The hardware threads that a launch of a preset takes on Intel's graphics."""
    lanes = int(preset.parameters.get("width", LANES))
    return f"{hardware_threads(preset, lanes)} hardware threads of {lanes} lanes on Intel's graphics"


def hardware_threads(preset: Preset, lanes: int) -> int:
    """Threads that Intel's graphics launch: work-items by the lanes that the kernel is compiled to.

    Args:
        preset: The preset that is launched.
        lanes: 8, 16 or 32; of a kernel that requires a width of sub-groups, that width.
    """
    kernel = kernels()[preset.kernel]
    launch = kernel.geometry(kernel.space.point(preset.parameters), preset.problem)
    items = 1
    for size in launch.global_size:
        items *= size
    return items // lanes
