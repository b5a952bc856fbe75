"""Whether results of kernels are right: on data that depend on positions, within derived bounds."""
