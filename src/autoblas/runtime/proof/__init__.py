"""The self-test of a device before it serves (its proof): the cases, the process that runs them, and the verdict."""
