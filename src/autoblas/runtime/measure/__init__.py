"""Measurements beside tuning: calls in turns, peaks, widths of blocks."""
