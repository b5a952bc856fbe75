"""The charts of a page: each draws a figure from what is known and hands its numbers out with it; they know matplotlib."""
