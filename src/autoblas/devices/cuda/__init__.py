"""CUDA: NVIDIA's cards through their own driver, for arrays of PyTorch, CuPy, JAX, Numba and others that live there."""
