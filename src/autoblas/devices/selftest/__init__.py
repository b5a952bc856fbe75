"""A device proves itself in a process of its own before it serves."""
