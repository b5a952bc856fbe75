"""Kernels of many small systems: Cholesky and LU, solutions, inverses and triangular systems."""
