"""Convolution for CPUs: one work-item a work-group multiplies gathered panels of patches."""
