"""Kernels of convolutions: images as columns and back, and the convolution itself."""
