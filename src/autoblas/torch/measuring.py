"""Products of common models, to be timed on a card: ``python -m autoblas.torch --measure FILE``."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

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
"""Rows that go through them."""

SQUARES = (1024, 1536, 2048, 3000, 4096, 8192)

DRAWN = 60

STACKS = ((96, 1024, 64, 1024), (96, 1024, 1024, 64), (32, 512, 512, 512))
"""Items, rows, terms and columns: attention, and one more."""

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
        bias: Whether a bias is added to each row.
    """

    dtype: str
    items: int
    rows: int
    terms: int
    columns: int
    form: str
    bias: bool = False


def cases() -> Iterator[Case]:
    """Forward and backward of linear layers, squares, stacks, and sizes that are drawn, always the same."""
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

    Args:
        seconds: How long.
        device: Where.

    Returns:
        The products that were computed.
    """
    torch: Any = sys.modules["torch"]
    end, count = time.monotonic() + seconds, 0
    for count, case in enumerate(cases()):
        if time.monotonic() > end:
            return count
        a, b = (
            torch.rand(*[case.items] * bool(case.items), *sizes[:: -1 if letter == "t" else 1], device=device)
            .sub_(0.5)
            .to(getattr(torch, case.dtype))
            for letter, sizes in zip(
                case.form, ((case.rows, case.terms), (case.terms, case.columns)), strict=True
            )
        )
        a, b = (x.mT if letter == "t" else x for letter, x in zip(case.form, (a, b), strict=True))
        for _ in range(SIGHTINGS):
            if case.bias:
                torch.addmm(a.new_zeros(case.columns), a, b)
            else:
                torch.matmul(a, b)
    return count + 1
