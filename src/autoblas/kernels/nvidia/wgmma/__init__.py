"""GEMM on Hopper's matrix units, from blocks that the kernel ``split`` wrote."""
