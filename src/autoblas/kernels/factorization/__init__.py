"""Kernels that factor matrices, exchange their rows and solve systems from factors."""
