"""Arrays that host and device use by turns, on the same memory."""
