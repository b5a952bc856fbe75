"""The vocabulary for writing kernel text: words of a dialect, lines and blocks, scalars, operands, register tiles."""
