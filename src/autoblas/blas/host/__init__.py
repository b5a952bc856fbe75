"""Calls on NumPy arrays that the host's own BLAS computes."""
