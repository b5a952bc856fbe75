"""Which problems are searched, at which points, and for how long."""
