"""The convolutions of ResNet-50, whose downsampling blocks have their stride in the window of 3 x 3.

K. He et al., "Deep residual learning for image recognition", CVPR 2016.
"""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.record import Case

__all__ = ["CONVOLUTION", "convolution"]

LAYERS = (
    (1, 3, 224, 64, 7, 2), (1, 64, 56, 64, 1, 1), (3, 64, 56, 64, 3, 1), (4, 64, 56, 256, 1, 1), (2, 256, 56, 64, 1, 1),
    (1, 256, 56, 128, 1, 1), (1, 128, 56, 128, 3, 2), (4, 128, 28, 512, 1, 1), (1, 256, 56, 512, 1, 2),
    (3, 512, 28, 128, 1, 1), (3, 128, 28, 128, 3, 1), (1, 512, 28, 256, 1, 1), (1, 256, 28, 256, 3, 2),
    (6, 256, 14, 1024, 1, 1), (1, 512, 28, 1024, 1, 2), (5, 1024, 14, 256, 1, 1), (5, 256, 14, 256, 3, 1),
    (1, 1024, 14, 512, 1, 1), (1, 512, 14, 512, 3, 2), (3, 512, 7, 2048, 1, 1), (1, 1024, 14, 2048, 1, 2),
    (2, 2048, 7, 512, 1, 1), (2, 512, 7, 512, 3, 1),
)  # fmt: skip
"""How often a layer occurs, its channels and size, its kernels, their window and stride."""


def convolution(choice: Choice) -> list[Case]:
    """Each layer with so many images; in accuracy ``fast`` too where a window of 3 x 3 moves by one."""
    found = []
    for items in choice.sizes or (1,):
        for times, channels, size, kernels, window, stride in LAYERS:
            sizes = (items, channels, size, kernels, window, stride, times)
            accuracies = ("standard", "fast") if (window, stride) == (3, 1) else ("standard",)
            found += [Case("convolution", "convgemm", "float32", sizes, accuracy) for accuracy in accuracies]
    return found


CONVOLUTION = Group("Convolutions", convolution, ("autoblas-kernels", "autoblas-device", "numpy"), (), 1.0)
