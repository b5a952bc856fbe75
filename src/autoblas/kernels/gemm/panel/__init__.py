"""GEMM for CPUs, from packed panels."""
