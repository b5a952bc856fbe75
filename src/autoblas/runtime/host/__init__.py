"""The host's part: arrays lent to a device, the BLAS of NumPy, and the size below which it is faster."""
