"""Batches of small products."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.record import Case

__all__ = ["BATCHES", "batches"]


def batches(choice: Choice) -> list[Case]:
    """Many small products in one call."""
    shapes: tuple[tuple[int, ...], ...] = (
        (1000, 32, 32, 32),
        (1000, 16, 16, 16),
        (256, 64, 64, 64),
        (500, 24, 40, 12),
    )
    if choice.card:
        shapes = (
            (4096, 16, 16, 16), (4096, 32, 32, 32), (4096, 64, 64, 64), (1000, 128, 128, 128), (500, 33, 65, 47),
            (64, 512, 512, 512),
        )  # fmt: skip
    dtypes = choice.dtypes or (("float32", "float64", "float16") if choice.card else ("float32", "float64"))
    return [Case("batches", "gemm_batched", dtype, sizes) for sizes in shapes for dtype in dtypes]


BATCHES = Group(
    "Batches", batches, ("autoblas-kernels", "autoblas-numpy", "numpy", "mkl", "pytorch-cpu"),
    ("autoblas-cuda", "cublas"), 0.7,
)  # fmt: skip
