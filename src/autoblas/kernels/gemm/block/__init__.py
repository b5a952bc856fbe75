"""GEMM in blocks of registers: the kernels of GATLAS, Chai and Adreno, and Intel's plain ones."""
