"""GEMM in float32 by multiply-adds, through tiles in local memory."""
