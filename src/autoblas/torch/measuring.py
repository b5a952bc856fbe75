"""Products of common models, to be timed on a card: ``python -m autoblas.torch --measure FILE``."""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import islice, repeat
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.errors import AutoblasError
from autoblas.torch.products import Product
from autoblas.torch.switch import SIGHTINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Case", "cases", "measure"]

LINEAR = (
    *((768, 2304), (768, 768), (768, 3072), (3072, 768), (768, 50257)),  # GPT-2
    *((4096, 4096), (4096, 11008), (11008, 4096)),  # Llama of 7 billion parameters
    *((2048, 8192), (8192, 2048), (1024, 1024)),
)
"""Widths of linear layers: in and out."""

ROWS = (8192, 2048, 512)
"""Rows of their inputs."""

SQUARES = (1024, 1536, 2048, 3000, 4096, 8192)

DRAWN = 60

STACKS = ((96, 1024, 64, 1024), (96, 1024, 1024, 64), (32, 512, 512, 512))
"""Items, rows, terms and columns: attention, and a stack of squares."""

MOST_PROCESSES = 12
"""Upper limit of processes that build kernels: each needs a context on the card."""

DTYPES = ("float32", "bfloat16", "float16")


class Case(NamedTuple):
    """One product.

    Attributes:
        dtype: Element type.
        items: Items of a stack; 0 for matrices.
        rows: Rows of the result.
        terms: Terms of each sum.
        columns: Columns of the result.
        form: Two letters, ``"t"`` for an operand that is stored transposed.
        bias: Add a bias to the rows.
    """

    dtype: str
    items: int
    rows: int
    terms: int
    columns: int
    form: str
    bias: bool = False

    def tensors(self, device: str) -> tuple[Any, ...]:
        """The bias, where there is one, and operands of numbers between -1/2 and 1/2."""
        torch: Any = sys.modules["torch"]
        dtype, stack = getattr(torch, self.dtype), [self.items] * bool(self.items)
        operands = []
        for letter, sizes in zip(
            self.form, ((self.rows, self.terms), (self.terms, self.columns)), strict=True
        ):
            stored = sizes if letter == "n" else sizes[::-1]
            tensor = torch.rand(*stack, *stored, device=device).sub_(0.5).to(dtype)
            operands.append(tensor if letter == "n" else tensor.mT)
        return (operands[0].new_zeros(self.columns), *operands) if self.bias else tuple(operands)


def cases() -> Iterator[Case]:
    """Forward and backward passes of linear layers, squares, stacks, and sizes from a seeded generator."""
    draw = random.Random(0)  # noqa: S311  # of sizes
    for dtype in DTYPES:
        for rows in ROWS:
            for inner, outer in LINEAR:
                yield Case(dtype, 0, rows, inner, outer, "nt")
                yield Case(dtype, 0, rows, inner, outer, "nt", bias=True)
                yield Case(dtype, 0, rows, outer, inner, "nn")
                yield Case(dtype, 0, outer, rows, inner, "tn")
        for size in SQUARES:
            yield Case(dtype, 0, size, size, size, "nn")
        for items, rows, terms, columns in STACKS:
            yield Case(dtype, items, rows, terms, columns, "nn")
            yield Case(dtype, items, rows, terms, columns, "nt")
        for _ in range(DRAWN):
            step = draw.choice((1, 8, 64))
            rows, terms, columns = (step * round(2 ** draw.uniform(6, 13) / step) for _ in range(3))
            yield Case(dtype, 0, rows, terms, columns, draw.choice(("nn", "nt", "tn")))


def measure(seconds: float, device: str = "cuda") -> int:
    """Compute products while layouts are timed, until so many seconds have gone by.

    Kernels are built before, for half of that time at most, by as many processes as there are processors.

    Args:
        seconds: The limit of time.
        device: The device.

    Returns:
        The number of products that were computed.
    """
    torch: Any = sys.modules["torch"]
    begin, computed = time.monotonic(), 0
    if device == "cuda":
        parts = min(os.cpu_count() or 1, MOST_PROCESSES)
        with ProcessPoolExecutor(parts, get_context("spawn")) as pool:
            list(pool.map(build, range(parts), repeat(parts), repeat(begin + seconds / 2), repeat(device)))
    for case in cases():
        if time.monotonic() > begin + seconds:
            break
        tensors = case.tensors(device)
        for _ in range(SIGHTINGS):
            torch.addmm(*tensors) if case.bias else torch.matmul(*tensors)
        computed += 1
    return computed


def build(part: int, parts: int, end: float, device: str) -> None:
    """Compute some of the products once, in a process of its own: their kernels are on disk afterwards.

    Args:
        part: The number of this part of the products.
        parts: The number of parts.
        end: The time to stop, on the monotonic clock.
        device: The device.
    """
    importlib.import_module("torch")
    for case in islice(cases(), part, None, parts):
        if time.monotonic() > end:
            break
        tensors = case.tensors(device)
        with suppress(AutoblasError, RuntimeError):  # the report has it, when it is measured
            Product("standard", tensors, None, (1, 1)).compute(tensors, None)
