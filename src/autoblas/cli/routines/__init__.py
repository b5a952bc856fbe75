"""Routines of the command line: their options, and the problems that their calls consist of, by family."""
