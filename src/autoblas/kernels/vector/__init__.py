"""Kernels on vectors: maps and reductions."""
