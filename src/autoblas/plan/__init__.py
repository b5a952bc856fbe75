"""Which kernels serve a problem on a device, and their launches with constant arguments bound."""
