"""Kernels' texts by their hashes: what is known of how each computed on a device."""
