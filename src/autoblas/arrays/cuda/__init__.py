"""The adapter of arrays in CUDA memory: of PyTorch, CuPy, JAX, Numba, and of all that DLPack or CUDA's array interface show."""
