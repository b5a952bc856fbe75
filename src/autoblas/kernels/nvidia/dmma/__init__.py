"""GEMM in doubles on NVIDIA's matrix units."""
