"""Calls of autoblas's routines of levels 1 to 3 on one set of operands, for the benchmarks that time them beside others."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "BAND",
    "BANDS",
    "MATRICES",
    "PRODUCTS",
    "SMALL",
    "SUMS",
    "VECTORS",
    "axpy_with_new_factors",
    "microseconds",
    "operands",
    "ours",
    "plain_name",
    "written",
]

SUMS = {"dot", "nrm2", "asum", "iamax"}
VECTORS = ("axpy", "scal", "copy", "swap", *sorted(SUMS))
MATRICES = (
    "gemv",
    "gemv-T",
    "symv",
    "trmv",
    "trmv-T",
    "trsv",
    "trsv-T",
    "ger",
    "syr",
    "syr2",
    "spmv",
    "tpmv",
    "tpsv",
)
BANDS = ("gbmv", "gbmv-T", "sbmv", "tbmv")
PRODUCTS = ("gemm", "symm", "syrk", "syr2k", "trmm", "trsm")

CALLS = 60
"""Calls in a row that are timed together."""

BAND = 32
"""Diagonals of bands on each side of the main one."""

HERMITIAN = {"symv": "hemv", "sbmv": "hbmv", "spmv": "hpmv", "syr": "her", "syr2": "her2"}
"""What stands for a routine where elements are complex."""

SMALL = 1e-3
"""The factor of what is added again and again: small enough to stay in range, large enough to show in the comparison."""


def plain_name(name: str, dtype: Any) -> tuple[str, str]:
    """The routine that a name stands for with elements of a type, and ``T`` or ``N`` for how its matrix enters."""
    base, _, trans = name.partition("-")
    return (HERMITIAN.get(base, base) if "complex" in str(dtype) else base), trans or "N"


def operands(name: str, n: int, dtype: str, *, order: str = "F") -> dict[str, Array]:
    """Random arrays for a routine; matrices by columns or by rows (``C``), those of systems well conditioned.

    Args:
        name: The routine, with ``-T`` behind it where the transpose enters.
        n: Elements of vectors, rows and columns of matrices.
        dtype: Element type.
        order: ``F`` or ``C``.
    """
    rng = np.random.default_rng(0)

    def drawn(*shape: int) -> Array:
        values: Any = rng.standard_normal(shape, np.float32 if n > 2**22 else np.float64)
        if dtype.startswith("complex"):
            values = values + 1j * rng.standard_normal(shape)
        return np.asarray(values.astype(dtype), order="F" if order == "F" else "C")

    if name in VECTORS:
        kind = np.zeros(1, dtype).real.dtype if name in {"nrm2", "asum"} else np.dtype(dtype)
        out = np.zeros(1, np.int64 if name == "iamax" else kind)
        return {"x": drawn(n), "y": drawn(n), "out": out}
    if name in BANDS:
        diagonals = drawn((1 if name in {"sbmv", "tbmv"} else 1 + BAND) + BAND, n) / BAND
        return {"a": diagonals.astype(dtype), "x": drawn(n), "y": drawn(n)}
    a = drawn(n, n) / n
    a[np.arange(n), np.arange(n)] = 1
    if name in PRODUCTS:
        return {"a": a, "b": drawn(n, n), "c": drawn(n, n)}
    packed = np.concatenate([a[j:, j] for j in range(n)]) if name in {"spmv", "tpmv", "tpsv"} else drawn(1)
    return {"a": a, "x": drawn(n), "y": drawn(n), "ap": packed}


def written(name: str) -> str:
    """The array that a routine writes."""
    if name in SUMS:
        return "out"
    base = name.partition("-")[0]
    places = {
        "x": {"scal", "trmv", "trsv", "tbmv", "tpmv", "tpsv"},
        "a": {"ger", "syr", "syr2"},
        "b": {"trmm", "trsm"},
    }
    return next((place for place, names in places.items() if base in names), "c" if name in PRODUCTS else "y")


def ours(name: str, v: Mapping[str, Any]) -> Callable[[], Any]:
    """The call of a routine on arrays that ``operands`` made, wherever they are now; lower triangles, no unit diagonals."""
    a, b, c, x, y, out, ap = (v.get(key) for key in ("a", "b", "c", "x", "y", "out", "ap"))
    base, trans = plain_name(name, v["x" if "x" in v else "a"].dtype)
    table: dict[str, Callable[[], Any]] = {
        "axpy": lambda: autoblas.axpy(x, y, alpha=SMALL),
        "scal": lambda: autoblas.scal(x, alpha=1.0 + 2**-20),
        "copy": lambda: autoblas.copy(x, y),
        "swap": lambda: autoblas.swap(x, y),
        "dot": lambda: autoblas.dot(x, y, out=out),
        "nrm2": lambda: autoblas.nrm2(x, out=out),
        "asum": lambda: autoblas.asum(x, out=out),
        "iamax": lambda: autoblas.iamax(x, out=out),
        "gemv": lambda: autoblas.gemv(a, x, y, trans=trans),
        "symv": lambda: autoblas.symv(a, x, y, uplo="L"),
        "trmv": lambda: autoblas.trmv(a, x, uplo="L", trans=trans),
        "trsv": lambda: autoblas.trsv(a, x, uplo="L", trans=trans),
        "ger": lambda: autoblas.ger(x, y, a, alpha=SMALL),
        "syr": lambda: autoblas.syr(x, a, alpha=SMALL, uplo="L"),
        "syr2": lambda: autoblas.syr2(x, y, a, alpha=SMALL, uplo="L"),
        "spmv": lambda: autoblas.spmv(ap, x, y, uplo="L"),
        "hemv": lambda: autoblas.hemv(a, x, y, uplo="L"),
        "hpmv": lambda: autoblas.hpmv(ap, x, y, uplo="L"),
        "her": lambda: autoblas.her(x, a, alpha=SMALL, uplo="L"),
        "her2": lambda: autoblas.her2(x, y, a, alpha=SMALL, uplo="L"),
        "gbmv": lambda: autoblas.gbmv(a, x, y, kl=BAND, ku=BAND, trans=trans),
        "sbmv": lambda: autoblas.sbmv(a, x, y, uplo="L"),
        "hbmv": lambda: autoblas.hbmv(a, x, y, uplo="L"),
        "tbmv": lambda: autoblas.tbmv(a, x, uplo="L"),
        "tpmv": lambda: autoblas.tpmv(ap, x, uplo="L"),
        "tpsv": lambda: autoblas.tpsv(ap, x, uplo="L"),
        "gemm": lambda: autoblas.gemm(a, b, c=c),
        "symm": lambda: autoblas.symm(a, b, c=c, uplo="L"),
        "syrk": lambda: autoblas.syrk(a, c=c, uplo="L"),
        "syr2k": lambda: autoblas.syr2k(a, b, c=c, uplo="L"),
        "trmm": lambda: autoblas.trmm(a, b, uplo="L"),
        "trsm": lambda: autoblas.trsm(a, b, uplo="L"),
    }
    return table[base]


def axpy_with_new_factors(x: Any, y: Any, **_: Any) -> Callable[[], Any]:
    """A call of axpy whose factor is never that of the call before."""
    factors = itertools.cycle((SMALL, -SMALL))
    return lambda: autoblas.axpy(x, y, alpha=next(factors))


def microseconds(
    calls: Mapping[str, Callable[[], Any]], turns: int, finish: Callable[[], object]
) -> dict[str, list[float]]:
    """What calls take in a row of many, one figure a turn, in which all have theirs.

    Args:
        calls: What is timed, by name.
        turns: How many turns there are.
        finish: Waits until what was enqueued has ended, which is not counted.
    """
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(turns):
        for name, call in calls.items():
            for _ in range(20 if turn == 0 else 2):
                call()
            finish()
            start = time.perf_counter()
            for _ in range(CALLS):
                call()
            taken[name].append((time.perf_counter() - start) / CALLS * 1e6)
            finish()
    return taken
