"""GEMM through tiles in local memory."""
