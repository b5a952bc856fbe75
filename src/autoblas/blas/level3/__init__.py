"""BLAS level 3: matrix products, and systems with many right-hand sides."""
