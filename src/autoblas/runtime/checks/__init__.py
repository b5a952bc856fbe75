"""Test data and checks of every problem on a device: what a candidate must pass before it is timed."""
