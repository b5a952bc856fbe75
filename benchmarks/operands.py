"""Operands of every case, the calls of autoblas on them, and those that CBLAS and cuBLAS take."""

from __future__ import annotations

import functools
import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.blas.host.rows import ROWS, Row
from autoblas.precision import default_result, precision_of
from benchmarks.convolution import POINTWISE, Layer, flops_of, shapes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from benchmarks.record import Case

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "BANDS", "GEMM", "MATRICES", "PRODUCTS", "SUMS", "VECTORS", "by_columns", "call_of", "numbers", "operands",
    "plain_name", "pool", "product_shapes", "words_of", "work_of", "written",
]  # fmt: skip

SUMS = ("asum", "dot", "iamax", "nrm2")
VECTORS = ("axpy", "scal", "copy", "swap", *SUMS)
MATRICES = (
    "gemv", "gemv-T", "symv", "trmv", "trmv-T", "trsv", "trsv-T", "ger", "syr", "syr2", "spmv", "tpmv", "tpsv"
)  # fmt: skip
BANDS = ("gbmv", "gbmv-T", "sbmv", "tbmv")
PRODUCTS = ("symm", "syrk", "syr2k", "trmm", "trsm")
GEMM = ("gemm", "gemm_batched")

BAND = 32
"""Diagonals of bands on each side of the main one."""

SMALL = 1e-3
"""The factor of what is added again and again: small enough to stay in range, large enough to show in the comparison."""

POOL = 4_194_319
"""Random numbers of which operands are made, again and again: a prime, so that rows and columns all differ."""

HERMITIAN = {"symv": "hemv", "sbmv": "hbmv", "spmv": "hpmv", "syr": "her", "syr2": "her2"}
"""The counterparts of routines for complex elements."""


def plain_name(case: Case) -> tuple[str, str]:
    """The routine that a case calls, and ``T`` or ``N`` for how its matrix enters."""
    base, _, trans = case.routine.partition("-")
    return (HERMITIAN.get(base, base) if case.dtype.startswith("complex") else base), trans or "N"


def by_columns(case: Case) -> bool:
    """True if matrices are stored by columns, as other libraries require; products and batches are stored by rows."""
    return case.routine not in GEMM


@functools.cache
def pool(seed: int, dtype: str, binades: float) -> Array:
    """Numbers that operands repeat."""
    rng = np.random.default_rng(seed)
    if "int" in dtype:
        span = np.iinfo(dtype)
        return rng.integers(span.min, span.max, POOL, dtype, endpoint=True)
    values: Any = rng.standard_normal(POOL)
    if binades:
        values = np.copysign(np.exp2((rng.random(POOL) - 0.5) * binades), values)
    if dtype.startswith("complex"):
        values = values + 1j * rng.standard_normal(POOL)
    return np.asarray(values.astype(precision_of(dtype).dtype))


def numbers(seed: int, shape: tuple[int, ...], dtype: str, binades: float = 0) -> Array:
    """Normal random numbers, or such with exponents that are uniform over so many binades."""
    values, count = pool(seed, dtype, binades), math.prod(shape)
    return values[:count].reshape(shape).copy() if count <= len(values) else np.resize(values, shape)


def product_shapes(case: Case) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The stored shapes of A, B and C of a product."""
    *batch, m, n, k = case.sizes
    a, b = ((m, k), (k, n))
    return (
        (*batch, *(a if case.trans[0] == "N" else a[::-1])),
        (*batch, *(b if case.trans[1] == "N" else b[::-1])),
        (*batch, m, n),
    )


def operands(case: Case) -> dict[str, Array]:
    """Random arrays for a case; matrices of systems are well conditioned."""
    if case.routine in GEMM:
        binades = float(case.kind.partition(" binades")[0]) if case.kind.endswith(" binades") else 0
        stored = precision_of(case.dtype)
        types = (stored, stored, default_result(stored, stored) or stored)
        shapes = zip("abc", product_shapes(case), types, strict=True)
        return {
            name: numbers(seed, shape, precision.name, binades)
            for seed, (name, shape, precision) in enumerate(shapes, 1)
        }
    if case.routine == "convgemm":
        layer = shapes_of(Layer(*case.sizes))
        return {name: numbers(seed, layer[name], case.dtype) for seed, name in enumerate(layer, 1)}
    n, *_ = case.sizes
    base = case.routine.partition("-")[0]
    x, y = (numbers(seed, (n,), case.dtype) for seed in (1, 2))
    if base in VECTORS:
        kind = np.dtype(case.dtype) if base not in {"nrm2", "asum"} else np.zeros(1, case.dtype).real.dtype
        return {"x": x, "y": y, "out": np.zeros(1, np.int64 if base == "iamax" else kind)}
    if case.routine in BANDS:
        rows = BAND + (1 if base in {"sbmv", "tbmv"} else 1 + BAND)
        bands = (numbers(3, (n, rows), case.dtype) / BAND).astype(case.dtype).T
        return {"a": bands, "x": x, "y": y}
    a = numbers(3, (n, n), case.dtype).T
    a /= n
    np.fill_diagonal(a, 1)
    if base in PRODUCTS:
        return {"a": a, "b": numbers(4, (n, n), case.dtype).T, "c": numbers(5, (n, n), case.dtype).T}
    if base in {"spmv", "tpmv", "tpsv"}:
        return {"ap": np.concatenate([a[j:, j] for j in range(n)]), "x": x, "y": y}
    return {"a": a, "x": x, "y": y}


def written(case: Case) -> tuple[str, ...]:
    """The arrays that a call writes."""
    base = case.routine.partition("-")[0]
    if base in {*SUMS, "convgemm"}:
        return ("out",)
    return tuple(word.partition(":")[0].rstrip("=") for word in _row(base).operands.split() if "=" in word)


def work_of(case: Case) -> tuple[float, float]:
    """Operations on real numbers of a product, 0 for others, and bytes that a call reads and writes; of a program's weights."""
    size = 2 if case.dtype == "bfloat16" else np.dtype(case.dtype).itemsize
    factor = 8 if case.dtype.startswith("complex") else 2
    base, n = case.routine.partition("-")[0], case.sizes[0]
    if case.group == "training":
        return 0.0, 4.0 * weights_of(case)
    if case.routine in GEMM:
        moved = sum(map(math.prod, product_shapes(case)))
        return float(factor * math.prod(case.sizes)), float(size * moved)
    if base == "convgemm":
        return flops_of(Layer(*case.sizes)), float(
            size * sum(map(math.prod, shapes_of(Layer(*case.sizes)).values()))
        )
    if base in PRODUCTS:
        whole = 2 if base in {"symm", "syr2k"} else 1
        return factor * n**3 * whole / 2, float(size * 3 * n * n)
    if base in VECTORS:
        return 0.0, float(size * n * {"axpy": 3, "scal": 2, "copy": 2, "swap": 4, "dot": 2}.get(base, 1))
    if case.routine in BANDS:
        return 0.0, float(size * n * (BAND + (1 if base in {"sbmv", "tbmv"} else 1 + BAND)))
    return 0.0, size * n * n * {"gemv": 1, "ger": 2}.get(base, 0.5)


def weights_of(case: Case) -> int:
    """Elements of a program's weights."""
    if case.routine == "resnet50":
        return sum(channels * kernels for channels, _, kernels in POINTWISE)
    first, width, third, *_, vocabulary, _ = case.sizes
    return (first + third) * width if case.routine == "mlp" else (12 * first * width + vocabulary) * width


def call_of(case: Case, v: Mapping[str, Any], **options: Any) -> Callable[[], Any]:
    """The call of autoblas on arrays, wherever they are: lower triangles, no unit diagonals.

    Args:
        case: The case.
        v: The arrays by name.
        **options: Further arguments of the routine.
    """
    base, trans = plain_name(case)
    row, call = _row(base), getattr(autoblas, base)
    names = [name for name in _names(row) if name not in {"alpha", "beta"}]
    arguments = [v[name] for name in names if name not in RESULTS]
    named: dict[str, Any] = {name: v[name] for name in names if name in RESULTS}
    if case.kind == "new result" or (base in SUMS and isinstance(v["x"], np.ndarray)):
        named = {}  # a call on NumPy arrays returns a number
    letters = {"uplo": "L", "trans": trans, "trans_a": case.trans[0], "trans_b": case.trans[1]}
    named |= {name: letters[name] for name in row.letters.split() if letters.get(name, "N") != "N"}
    named |= dict.fromkeys({"kl", "ku"} & set(row.sizes.split()), BAND)
    named |= {"alpha": FACTORS[base]} if base in FACTORS else {}
    named |= {"accuracy": case.accuracy} if case.accuracy != "standard" else {}
    keywords = named | options
    if case.kind == "new factor":
        factors = itertools.cycle((SMALL, -SMALL))
        del keywords["alpha"]
        return lambda: call(*arguments, alpha=next(factors), **keywords)
    return functools.partial(call, *arguments, **keywords)


VECTOR_WORDS = {"axpy": "alpha x y=", "scal": "alpha x=", **dict.fromkeys(SUMS, "x out"), "dot": "x y out"}
"""Arguments of routines on vectors behind their size, of which ``ROWS`` has none."""

RESULTS = ("c", "out")
"""Operands that calls of autoblas name."""

FACTORS = {"scal": 1.0 + 2**-20, **dict.fromkeys(("axpy", "ger", "syr", "her", "syr2", "her2"), SMALL)}
"""Factors that are not 1, with which results stay in range again and again."""


def _row(base: str) -> Row:
    """The arguments of a routine, as CBLAS orders them."""
    return ROWS.get("gemm" if base in GEMM else base, Row("", "n", VECTOR_WORDS.get(base, "")))


def _names(row: Row) -> list[str]:
    """Factors and arrays."""
    return [word.partition(":")[0].rstrip(".=") for word in row.operands.split()]


def words_of(case: Case) -> Iterator[tuple[str, Any]]:
    """The arguments of a case in CBLAS's order: a kind and a value.

    Kinds are an enumerator's name, ``size``, ``factor``, and ``array``, for an address and a step or leading dimension, or
    ``address`` alone.
    """
    base, trans = plain_name(case)
    row = _row(base)
    if not row.operands:
        return
    if base not in VECTORS:
        yield "layou", "C" if by_columns(case) else "R"
    letters = {"trans": trans, "trans_a": case.trans[0], "trans_b": case.trans[1], "diag": "N"}
    for name in row.letters.replace("order", "").split():
        yield name.replace("_", "")[:5], letters.get(name, "L")
    sizes = dict(zip("mnk", case.sizes[-3:], strict=True)) if base in GEMM else {}
    bands = dict.fromkeys(("k", "kl", "ku"), BAND) if case.routine in BANDS else {}
    for name in row.sizes.split():
        yield "size", {**sizes, **bands}.get(name, case.sizes[0])
    factors = {"alpha": FACTORS.get(base, 1.0), "beta": 0.0}
    for name in _names(row):
        if name in factors:
            yield "factor", factors[name]
        else:
            yield ("address" if name in {"ap", "out"} else "array"), name
