"""What ``nvidia.py`` measures: groups of cases, each with the ratio that it is to reach."""

from __future__ import annotations

import importlib.util
import math
from dataclasses import dataclass

import numpy as np

__all__ = ["GROUPS", "Case", "Group"]


@dataclass(frozen=True)
class Case:
    """One call.

    Attributes:
        routine: ``gemm``, ``batched``, ``gemv``, ``axpy``, ``dot`` or ``nrm2``.
        dtype: Element type.
        sizes: Rows, columns and depth of a product; items of a batch stand before them; elements of a vector.
        accuracy: What autoblas may do; ``fast`` lets cuBLAS use tf32 too.
        trans: ``N`` or ``T`` for A and for B.
    """

    routine: str
    dtype: str
    sizes: tuple[int, ...]
    accuracy: str = "standard"
    trans: str = "NN"

    @property
    def title(self) -> str:
        """The case in a few words."""
        words = [self.routine, "x".join(map(str, self.sizes)), self.dtype]
        words += [self.accuracy] if self.accuracy != "standard" else []
        words += [self.trans] if self.trans != "NN" else []
        return " ".join(words)

    @property
    def flops(self) -> int:
        """Operations on real numbers; 0 where bytes count."""
        if self.routine not in {"gemm", "batched"}:
            return 0
        return (8 if self.dtype.startswith("complex") else 2) * math.prod(self.sizes)

    @property
    def nbytes(self) -> int:
        """Bytes that must cross the memory interface."""
        size = 2 if self.dtype == "bfloat16" else np.dtype(self.dtype).itemsize
        if self.routine == "gemv":
            m, n = self.sizes
            return (m * n + m + n) * size
        if self.routine in {"axpy", "dot", "nrm2"}:
            return {"axpy": 3, "dot": 2, "nrm2": 1}[self.routine] * self.sizes[0] * size
        items, m, n, k = (1, *self.sizes)[-4:]
        return items * (m * k + k * n + m * n) * size


@dataclass(frozen=True)
class Group:
    """Cases that belong together.

    Attributes:
        title: What they are.
        goal: The ratio to cuBLAS that they are to reach, or the share of a copy's bytes a second.
        cases: The cases.
    """

    title: str
    goal: float
    cases: tuple[Case, ...]


def squares(dtype: str, *sizes: int, accuracy: str = "standard") -> tuple[Case, ...]:
    """Products of square matrices."""
    return tuple(Case("gemm", dtype, (n, n, n), accuracy) for n in sizes)


KINDS = {
    "s": ("float32", "standard"),
    "x": ("float32", "strict"),
    "f": ("float32", "fast"),
    "d": ("float64", "standard"),
    "h": ("float16", "standard"),
    "c": ("complex64", "standard"),
    "z": ("complex128", "standard"),
}
"""Element type and accuracy by letter."""

UNTUNED = """
s 1000 1000 1000 NN    x 1023 1021 1019 NN   d 1000 1000 1000 NT    h 1536 1000 3000 NN   c 700 900 800 NN
s 3000 3000 3000 NN    x 3000 3000 3000 TN   d 2500 2500 2500 NN    h 5000 5000 5000 NN   z 1111 777 999 NN
s 4097 4095 4099 NT    x 5000 5000 5000 NN   d 4095 4097 4099 TN    h 3000 3000 3000 TN   c 2900 3100 1700 TN
s 777 3333 1234 TN     f 3000 3000 3000 NN   d 6000 1500 2500 NN    h 9000 700 1100 NT    z 1500 1500 1500 TN
s 64 8192 4096 NN      x 8192 96 2048 NN     d 64 10000 3000 NT     h 128 12000 4096 NN   c 48 6000 5000 NN
s 16 4096 4096 NN      x 4096 16 4096 NN     d 8 8192 8192 NN       h 4096 32 4096 NT     z 5000 24 3000 NN
s 700 900 20000 NN     x 500 520 17000 NN    d 300 400 30000 TN     f 700 900 20000 NN    c 200 300 40000 NT
s 100 100 100000 NN    x 256 384 50000 TN    d 12000 11000 100 NN   h 640 720 24000 NN    z 130 140 20000 NN
"""
"""Letter, m, n, k and which operands are stored transposed; none of them is a size that results ship for."""


def untuned() -> tuple[Case, ...]:
    """The cases of ``UNTUNED``."""
    words = UNTUNED.split()
    return tuple(
        Case("gemm", KINDS[kind][0], (int(m), int(n), int(k)), KINDS[kind][1], trans)
        for kind, m, n, k, trans in zip(*(words[i::5] for i in range(5)), strict=True)
    )


LONG = 1 << 26

GROUPS: dict[str, Group] = {
    "strict": Group("SGEMM strict", 0.97, squares("float32", 2048, 4096, 8192, accuracy="strict")),
    "standard": Group("SGEMM standard", 1.2, squares("float32", 2048, 4096, 8192)),
    "fast": Group("SGEMM fast, beside tf32", 0.6, squares("float32", 4096, 8192, accuracy="fast")),
    "double": Group("DGEMM", 0.9, squares("float64", 2048, 4096, 8192)),
    "half": Group("HGEMM, sums in float", 0.6, squares("float16", 4096, 8192)),
    "bfloat16": Group("bfloat16, sums in float", 0.6, squares("bfloat16", 4096, 8192)),
    "complex64": Group("CGEMM", 0.9, squares("complex64", 2048, 4096)),
    "complex128": Group("ZGEMM", 0.9, squares("complex128", 2048, 4096)),
    "untuned": Group("40 shapes that were not tuned", 0.8, untuned()),
    "vectors": Group(
        "2^26 elements, share of a copy",
        0.93,
        (
            *(Case(name, "float32", (LONG,)) for name in ("axpy", "dot", "nrm2")),
            *(Case("gemv", "float32", (8192, 8192), trans=trans) for trans in ("NN", "TN")),
            *(Case(name, "float64", (LONG,)) for name in ("axpy", "dot", "nrm2")),
            *(Case("gemv", "float64", (8192, 8192), trans=trans) for trans in ("NN", "TN")),
        ),
    ),
    "batched": Group(
        "batched SGEMM, 4096 items", 1.0, tuple(Case("batched", "float32", (4096, n, n, n)) for n in (32, 64))
    ),
    "clblast": Group("SGEMM beside CLBlast", 2.3, squares("float32", 4096)),
}
"""Groups by the name that ``--only`` takes."""

if importlib.util.find_spec("ml_dtypes") is None:  # which holds the type
    del GROUPS["bfloat16"]
