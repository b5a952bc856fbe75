"""Factorizations, solutions of systems and inverses, by the names of LAPACK."""
