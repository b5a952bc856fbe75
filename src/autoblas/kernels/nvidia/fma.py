"""Shared parts of the kernels by multiply-adds for NVIDIA's devices: the shape of a sub-group's tile, rules, options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.dialect import CompilerOptions
from autoblas.kernels.costs import REGISTER_FILE
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = [
    "ADJACENT",
    "CHUNK",
    "COPIES_AHEAD",
    "FITS",
    "LANES",
    "REGISTERS_FIT",
    "RM",
    "SUB_GROUPS_DIVIDE",
    "attributes",
    "options",
]

CHUNK = 4
"""Adjacent elements that a work-item reads from local memory at once: 16 bytes."""

LANES = (4, 8)
"""Work-items of a sub-group along the rows and columns of C."""

RM = 8
"""Rows of C that a work-item computes."""

SUB_GROUPS_DIVIDE = Rule(
    "sub-groups of 4 by 8 work-items divide the tile", lambda p, q, f: p.tn % (LANES[1] * p.rn) == 0
)

FITS = Rule("the work-group fits the device", lambda p, q, f: p.items <= f.max_items)

REGISTERS_FIT = Rule(
    "the registers of a work-group fit the compute unit",
    lambda p, q, f: p.items * p.registers <= REGISTER_FILE,
)

ADJACENT = Rule(
    "each operand has adjacent elements, C along its rows",
    lambda p, q, f: "any" not in (q.a, q.b) and q.c == "row",
)
"""A requirement."""

COPIES_AHEAD = Rule(
    "the device is NVIDIA's, of compute capability 8.0 or later",
    lambda p, q, f: f.compute_capability >= (8, 0),
)
"""A requirement of asynchronous copies to local memory."""


def options(p: Any) -> CompilerOptions:
    """Fewer registers a work-item leave room for more work-groups; NVIDIA's own option."""
    return CompilerOptions(registers=p.registers) if p.registers < 255 else CompilerOptions()


def attributes(p: Any, d: Dialect) -> str:
    """Attribute of the kernel's text that bounds its registers; empty where all may be used."""
    return d.most_registers(p.registers) if p.registers < 255 else ""
