"""BLAS level 2: routines on a matrix and vectors."""
