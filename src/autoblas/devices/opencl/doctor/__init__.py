"""What is wrong where OpenCL does not work: probes, a diagnosis, and what to do about it."""
