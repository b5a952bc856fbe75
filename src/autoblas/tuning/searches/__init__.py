"""The searches: what each does with the points of a space."""
