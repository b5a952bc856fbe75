"""Calls that were recorded, and results in files that leave this machine or come from elsewhere."""
