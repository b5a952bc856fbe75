"""What the kernels for Hopper's matrix units share: the frame of a text, launches, how sums enter C."""
