"""From the layout of arrays to the problem that serves them, a module a family of problems."""
