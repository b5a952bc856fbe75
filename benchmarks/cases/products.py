"""Products: squares, drawn shapes, and operands of wide magnitudes."""

from __future__ import annotations

import numpy as np

from benchmarks.cases.group import HOST_PEERS, Choice, Group
from benchmarks.operands import work_of
from benchmarks.record import Case

__all__ = [
    "CLASSES", "DRAWN", "INTEGERS", "SQUARES", "WHOLE", "WIDE", "drawn", "squares", "whole", "wide",
]  # fmt: skip

CLASSES = ("square", "narrow", "skinny", "shallow", "deep", "ragged")
"""Square; few columns or rows; few of both and many terms; few terms; more terms than rows and columns; no multiple of 8."""

INTEGERS = ("int8", "uint8", "int16", "int32", "int64")
"""Types of integers that are timed; NumPy sums them in the type that autoblas does."""

MOST, FEW = 14, 7
"""Sizes are below 2 to this power, and few are below 2 to this one."""

MOST_FLOPS, MOST_BYTES = 2e12, 2 << 30
"""Upper limit of a drawn product: larger ones would take most of the time."""

MOST_HOST_FLOPS = 4e9
"""Sizes of squares on a processor."""


def squares(choice: Choice) -> list[Case]:
    """Products of square matrices, the largest last."""
    sizes = choice.sizes or ((256, 512, 1024, 2048, 4096, 8192, 16384) if choice.card else (512, 1024, 2048))
    dtypes = choice.dtypes or (
        ("float32", "float64", "float16", "bfloat16") if choice.card else ("float32", "float64")
    )
    return [Case("squares", "gemm", dtype, (n, n, n)) for n in sizes for dtype in dtypes]


def whole(choice: Choice) -> list[Case]:
    """Products of square matrices of integers."""
    return [
        Case("whole", "gemm", dtype, (n, n, n))
        for n in choice.sizes or (512, 1000, 1024)
        for dtype in choice.dtypes or INTEGERS
    ]


def drawn(choice: Choice) -> list[Case]:
    """Products of drawn shapes, of all classes in turn, in each type."""
    dtypes = choice.dtypes or (("float32", "float64", "float16") if choice.card else ("float32", "float64"))
    cases: list[Case] = []
    rng = np.random.default_rng(choice.seed)
    kinds, count = choice.kinds or CLASSES, choice.count or 60
    most = MOST_FLOPS if choice.card else MOST_HOST_FLOPS
    least = 0 if choice.card else 2e6
    while len(cases) < count:
        kind = kinds[len(cases) % len(kinds)]
        sizes, trans = _shape(rng, kind)
        case = Case("drawn", "gemm", "float64", sizes, trans=trans, kind=kind)
        flops, nbytes = work_of(case)
        if least <= flops <= most and nbytes <= MOST_BYTES:
            cases.append(case)
    return [
        Case("drawn", "gemm", dtype, case.sizes, trans=case.trans, kind=case.kind)
        for case in cases
        for dtype in dtypes
    ]


def _shape(rng: np.random.Generator, kind: str) -> tuple[tuple[int, int, int], str]:
    """A shape of a class, of whatever size, and which operands are transposed."""

    def size(low: float, high: float) -> int:
        return max(1, round(2 ** rng.uniform(low, high)))

    if kind == "square":
        m = n = k = size(0, MOST)
    elif kind == "narrow":
        m, n, k = size(FEW, MOST), size(0, FEW), size(FEW, MOST)
    elif kind == "skinny":
        m, n, k = size(0, FEW), size(0, FEW), size(FEW, MOST)
    elif kind == "shallow":
        m, n, k = size(FEW, MOST), size(FEW, MOST), size(0, FEW)
    elif kind == "deep":
        m, n = size(0, MOST - 3), size(0, MOST - 3)
        k = min(1 << MOST, m + n + size(0, MOST))
    else:
        m, n, k = (x + (x % 8 == 0) for x in (size(0, MOST), size(0, MOST), size(0, MOST)))
    if kind == "narrow" and rng.integers(2):
        m, n = n, m
    return (m, n, k), "".join("NT"[int(rng.integers(4) == 0)] for _ in range(2))


def wide(choice: Choice) -> list[Case]:
    """Products of floats whose exponents spread over many binades, in both accuracies that bound errors."""
    sizes = choice.sizes or ((2048, 4096, 8192) if choice.card else (1024,))
    return [
        Case("wide", "gemm", "float32", (n, n, n), accuracy, kind=f"{binades} binades")
        for n in sizes
        for binades in (1, 30, 60, 90, 120)
        for accuracy in ("standard", "strict")
    ]


SQUARES = Group("Squares", squares, ("autoblas-kernels", *HOST_PEERS), ("autoblas-cuda", "cublas"), 1.2)
DRAWN = Group("Drawn shapes", drawn, ("autoblas-kernels", *HOST_PEERS), ("autoblas-cuda", "cublas"), 2.5)
WHOLE = Group("Integers", whole, ("autoblas-kernels", "numpy"), ())
WIDE = Group("Wide magnitudes", wide, ("autoblas-kernels", "openblas"), ("autoblas-cuda", "cublas"))
