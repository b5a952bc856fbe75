"""Routines beyond BLAS: convolutions and copies of matrices."""
