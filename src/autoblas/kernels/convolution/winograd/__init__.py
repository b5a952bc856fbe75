"""Convolution with windows of 3 x 3 by Winograd's minimal filtering, for CPUs and for any device."""
