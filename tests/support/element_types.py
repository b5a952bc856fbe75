"""Element types that several walks through problems take in turn."""

from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64

FLOATS = (FLOAT32, COMPLEX64, FLOAT64, FLOAT16, COMPLEX128)
"""All in which routines of vectors and matrices compute, in an order in which neighbours differ in kind."""
