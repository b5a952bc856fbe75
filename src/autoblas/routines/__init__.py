"""What BLAS means: arguments checked, turned into problems, and served."""
