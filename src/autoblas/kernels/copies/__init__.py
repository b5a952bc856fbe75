"""Kernels that copy matrices: packed, into images, in parts of fewer digits, transposed or mirrored."""
