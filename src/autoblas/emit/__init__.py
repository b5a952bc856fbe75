"""What kernel text is written with: dialects, lines and blocks, expressions, scalars, vectors, operands."""
