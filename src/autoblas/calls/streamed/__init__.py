"""Products of NumPy arrays on devices with memory of their own, tile by tile, while operands and results travel."""
