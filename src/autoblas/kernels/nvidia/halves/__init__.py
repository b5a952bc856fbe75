"""GEMM of halves and of bfloat16 on Hopper's matrix units, straight from A and B."""
