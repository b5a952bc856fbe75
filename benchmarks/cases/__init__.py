"""Case files: rows of what is timed, by group."""

from __future__ import annotations

from benchmarks.cases import (
    batches,
    calls,
    convolution,
    first_calls,
    levels,
    numpy_calls,
    products,
    scale,
    training,
    transfers,
)
from benchmarks.cases.group import Choice, Group

__all__ = ["GROUPS", "Choice", "Group"]

GROUPS: dict[str, Group] = {
    "squares": products.SQUARES,
    "drawn": products.DRAWN,
    "wide": products.WIDE,
    "whole": products.WHOLE,
    "levels": levels.LEVELS,
    "batches": batches.BATCHES,
    "calls": calls.CALLS,
    "numpy_calls": numpy_calls.NUMPY_CALLS,
    "first_calls": first_calls.FIRST_CALLS,
    "transfers": transfers.TRANSFERS,
    "convolution": convolution.CONVOLUTION,
    "scale": scale.SCALE,
    "training": training.TRAINING,
}
"""Groups by the name that ``run`` takes."""
