"""Vocabulary of kernel texts: dialects, lines and blocks, expressions, scalars, vectors, operands."""
