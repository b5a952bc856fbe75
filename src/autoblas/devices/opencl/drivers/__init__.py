"""Drivers: which are known, where their libraries are, which of them can be loaded, and what they offer."""
