"""The convolutions of ResNet-50."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.convolution import LAYERS
from benchmarks.record import Case

__all__ = ["CONVOLUTION", "convolution"]


def convolution(choice: Choice) -> list[Case]:
    """Each layer with so many images; in accuracy ``fast`` too where a window of 3 x 3 moves by one."""
    cases = []
    for items in choice.sizes or (1,):
        for times, channels, size, kernels, window, stride in LAYERS:
            sizes = (items, channels, size, kernels, window, stride, times)
            accuracies = ("standard", "fast") if (window, stride) == (3, 1) else ("standard",)
            cases += [Case("convolution", "convgemm", "float32", sizes, accuracy) for accuracy in accuracies]
    return cases


CONVOLUTION = Group("Convolutions", convolution, ("autoblas-kernels", "autoblas-device", "numpy"), (), 1.0)
