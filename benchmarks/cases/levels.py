"""Routines of levels 1 to 3."""

from __future__ import annotations

from benchmarks.cases.group import Choice, Group
from benchmarks.operands import BANDS, MATRICES, PRODUCTS, VECTORS
from benchmarks.record import Case

__all__ = ["LEVELS", "LEVEL_2", "levels"]

LEVEL_2 = (*MATRICES, *BANDS)

HOST_SIZES = {
    VECTORS: (1 << 20, 20_000_000),
    MATRICES: (512, 2048, 6000),
    BANDS: (8192, 1 << 18),
    PRODUCTS: (1024,),
}
CARD_SIZES = {
    VECTORS: (1 << 20, 1 << 24),
    MATRICES: (2048, 8192),
    BANDS: (8192, 1 << 18),
    PRODUCTS: (1024, 4096),
}


def levels(choice: Choice) -> list[Case]:
    """Every routine at its sizes, in each type; vectors have as many elements as matrices of a given size."""
    table = CARD_SIZES if choice.card else HOST_SIZES
    return [
        Case("levels", name, dtype, (n,))
        for names, sizes in (
            (MATRICES, table[MATRICES]),
            *((x, table[x]) for x in (PRODUCTS, VECTORS, BANDS)),
        )
        for n in ([n * n for n in choice.sizes] if names is VECTORS else choice.sizes) or sizes
        for name in names
        if not choice.routines or name in choice.routines
        for dtype in choice.dtypes or ("float32", "float64")
    ]


LEVELS = Group(
    "Levels 1 to 3", levels, ("autoblas-chained", "openblas", "mkl", "blis"), ("autoblas-cuda", "cublas"), 1.5
)
