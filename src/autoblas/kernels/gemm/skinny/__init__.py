"""GEMM for a C of few rows or columns."""
