"""BLAS: front ends by level, which check arguments and read layouts, and what the host's own BLAS computes."""
