"""Shared parts of the kernels for Hopper's matrix units: the frame of a text, launches, how sums enter C."""
