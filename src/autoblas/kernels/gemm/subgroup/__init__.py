"""GEMM by sub-groups, whose lanes pass elements of A around."""
