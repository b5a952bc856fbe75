"""Coefficients of the kernels' time models: data, with what they were fitted to and their meanings."""
