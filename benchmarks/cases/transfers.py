"""Products of NumPy arrays on a device with memory of its own, copies included."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.record import Case

__all__ = ["TRANSFERS", "transfers"]


def transfers(choice: Choice) -> list[Case]:
    """Square products of operands on the host; products that do not fit on the device are streamed."""
    sizes = choice.sizes or ((2048, 8192, 16384) if choice.card else (1024, 2048))
    return [
        Case("transfers", "gemm", dtype, (n, n, n)) for n in sizes for dtype in choice.dtypes or ("float32",)
    ]


TRANSFERS = Group(
    "Transfers", transfers, ("autoblas-kernels", "autoblas-pinned", "autoblas-mapped", "autoblas-device", "copies"),
    ("autoblas-kernels", "autoblas-pinned", "autoblas-mapped", "copies", "pytorch-copying"),
)  # fmt: skip
