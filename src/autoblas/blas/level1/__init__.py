"""BLAS level 1: maps, dot products, reductions and rotations of vectors."""
