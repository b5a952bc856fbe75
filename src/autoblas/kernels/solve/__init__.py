"""Kernels of triangular systems."""
