"""Devices: what they offer, how they are found and chosen, and one file for each backend."""
