"""Devices: what they offer, how they are found and chosen, and one folder for each back-end."""
