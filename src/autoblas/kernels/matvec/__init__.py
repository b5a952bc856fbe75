"""Kernels on a matrix and vectors: products, updates of low rank, and the sum of partial results."""
