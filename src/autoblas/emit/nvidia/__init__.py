"""Instructions of NVIDIA's devices, written as assembly in a kernel's text."""
