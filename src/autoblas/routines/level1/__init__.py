"""BLAS level 1: maps, reductions and rotations of vectors."""
