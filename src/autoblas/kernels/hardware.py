"""What OpenCL does not report of a device: the registers of a GPU, and the size of cache lines."""

__all__ = ["CACHE_LINE", "REGISTER_BYTES", "REGISTER_FILE"]

CACHE_LINE = 64
"""Bytes; where a device's lines are longer, some are prefetched twice."""

REGISTER_BYTES = 1024
"""A work-item's share of a register file at the occupancy that hides latency: 255 registers on NVIDIA."""

REGISTER_FILE = 65536
"""32-bit registers of a compute unit of NVIDIA's (CUDA C++ Programming Guide, technical specifications)."""
