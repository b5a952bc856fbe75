"""Tuning: the choice of problems and points to search, the time for each, and the storing of results."""
