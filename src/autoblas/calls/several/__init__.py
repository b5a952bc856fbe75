"""Calls on NumPy arrays that several devices compute together: which devices, who computes what, and what becomes of faults."""
