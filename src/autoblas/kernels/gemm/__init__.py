"""Kernels of matrix products for any device, and what all of them share."""
