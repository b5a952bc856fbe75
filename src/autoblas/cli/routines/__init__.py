"""What the command line knows of routines: their options, and the problems that they pose, by family."""
