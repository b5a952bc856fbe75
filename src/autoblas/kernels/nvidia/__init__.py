"""Kernels of matrix products in the instructions of NVIDIA's devices."""
