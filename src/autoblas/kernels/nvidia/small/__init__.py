"""GEMM in float32 for small matrices, one at a time or in batches."""
