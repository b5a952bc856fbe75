"""The OpenCL back-end: the devices, their facts, how runtimes are found and devices are chosen."""
