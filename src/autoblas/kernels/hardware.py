"""What no device can be asked for: sizes of registers and cache lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

__all__ = ["CACHE_LINE", "REGISTER_BYTES", "REGISTER_FILE", "vector_registers"]

CACHE_LINE = 64
"""Bytes; where a device's lines are longer some are asked for twice."""

REGISTER_BYTES = 1024
"""A work-item's share of a register file at the occupancy that hides latency: 255 registers on NVIDIA."""

REGISTER_FILE = 65536
"""32-bit registers of a compute unit of NVIDIA's (CUDA C++ Programming Guide, technical specifications)."""


def vector_registers(f: Facts) -> int:
    """Those of a processor: 16 with AVX, whose vectors have 32 bytes; 32 with AVX-512 and NEON."""
    return 16 if f.vector_bytes == 32 else 32
