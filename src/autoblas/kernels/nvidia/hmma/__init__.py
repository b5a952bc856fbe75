"""GEMM of halves and of bfloat16 in fragments of registers, for every shape and alignment."""
