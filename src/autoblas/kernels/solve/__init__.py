"""Kernels of triangular systems, and of the inverses of triangular blocks."""
