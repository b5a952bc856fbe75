"""How a device proves itself before it serves: what it must compute, the process that tries it, and what is kept."""
