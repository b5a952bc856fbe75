"""Tunes problems: which points are tried on a device, and what of them is kept."""
