"""Checks of kernels: on data that depend on positions, within derived error bounds."""
