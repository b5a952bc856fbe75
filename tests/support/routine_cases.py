"""A call of every public routine on small whole numbers, with what NumPy says must come of it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from support.routine_calls import RETURNED, Case, Numbers, op, times, wide
from support.routine_cases_lapack import LAPACK
from support.routine_cases_level3 import IMAGES, LEVEL3
from support.stored_cases import banded, store, stored_as, symmetric, triangle, with_unread_parts

Array = np.ndarray[Any, np.dtype[Any]]

# Vectors.


def _map(
    names: str, result: Callable[..., dict[str, Any]], **options: tuple[complex, str]
) -> Callable[[Numbers], Case]:
    """A case of vectors; each factor with the vectors that are not read where it is zero."""

    def make(d: Numbers) -> Case:
        arrays = {name: d.vector() for name in names}
        factors = {
            name: d.factor(usual, *(arrays[x] for x in read)) for name, (usual, read) in options.items()
        }
        return Case(arrays, factors, result(**{name: wide(x) for name, x in arrays.items()}, **factors))

    return make


def _rot(d: Numbers) -> Case:
    x, y, s = d.vector(), d.vector(), 3 - 1j if d.is_complex and d.letter("RC") == "C" else 3
    return Case({"x": x, "y": y}, {"c": 2.0, "s": s}, {"x": 2 * x + s * y, "y": 2 * y - np.conj(s) * x})


def _rotm(d: Numbers) -> Case:
    d = d.of("float64" if d.dtype.itemsize > 8 else "float32") if d.is_complex else d
    x, y = d.vector(), d.vector()
    return Case({"x": x, "y": y}, {"param": [-1.0, 2.0, 3.0, -1.0, 1.0]}, {"x": 2 * x - y, "y": 3 * x + y})


def _reduction(names: str, result: Callable[..., Any], **options: Any) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        arrays = {name: d.vector() for name in names}
        return Case(arrays, options, {RETURNED: result(*(wide(x) for x in arrays.values()))})

    return make


def _singles(**options: Any) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        return _reduction("xy", lambda x, y: x @ y + options.get("alpha", 0), **options)(d.of("float32"))

    return make


def _size(x: Array) -> Array:
    return np.asarray(np.abs(x.real) + np.abs(x.imag))


def _plain(x: Array) -> Array:
    return _size(x) if x.dtype.kind == "c" else x


def _axpy_batched(d: Numbers) -> Case:
    x, y = d.vector() if d.letter("1N") == "1" else d.matrix(3, d.n), d.matrix(3, d.n)
    alpha: Any = d.factor(2, x) if d.letter("1N") == "1" else [2, 0, -1]
    factors = np.reshape(alpha, (-1, 1)) if isinstance(alpha, list) else alpha
    return Case({"x": x, "y": y}, {"alpha": alpha}, {"y": y + times(factors, x)})


def _axpy_offsets(d: Numbers) -> Case:
    n, step = d.n, int(d.letter("0123")) - 1
    x, y = d.array(4 * n), d.array(6 * n)
    first = max(n - 1, 0) if step < 0 else 0
    expected, indices = y.copy(), first + step * np.arange(n)
    expected[4 * n : 6 * n : 2] += 2 * x[2 * n + indices]
    expected[: 2 * n : 2] -= x[indices]
    options = {
        "x_offsets": [2 * n + first, first], "y_offsets": [4 * n, 0], "n": n, "x_step": step, "y_step": 2,
        "alpha": [2, -1],
    }  # fmt: skip
    return Case({"x": x, "y": y}, options, {"y": expected})


VECTORS: dict[str, Callable[[Numbers], Case]] = {
    "swap": _map("xy", lambda x, y: {"x": y, "y": x}),
    "scal": _map("x", lambda x, alpha: {"x": alpha * x}, alpha=(-2, "")),
    "copy": _map("xy", lambda x, y: {"y": x.astype(y.dtype)}),
    "axpy": _map("xy", lambda x, y, alpha: {"y": times(alpha, x) + y}, alpha=(2, "x")),
    "axpby": _map(
        "xy",
        lambda x, y, alpha, beta: {"y": times(alpha, x) + times(beta, y)},
        alpha=(2, "x"),
        beta=(-1, "y"),
    ),
    "had": _map(
        "xyz",
        lambda x, y, z, alpha, beta: {"z": times(alpha, x * y) + times(beta, z)},
        alpha=(2, "xy"),
        beta=(-1, "z"),
    ),
    "rot": _rot,
    "rotm": _rotm,
    "dot": _reduction("xy", lambda x, y: x @ y),
    "dotu": _reduction("xy", lambda x, y: x @ y),
    "dotc": _reduction("xy", lambda x, y: x.conj() @ y),
    "dsdot": _singles(),
    "sdsdot": _singles(alpha=3.0),
    "sum": _reduction("x", np.sum),
    "asum": _reduction("x", lambda x: np.sum(_size(x))),
    "nrm2": _reduction("x", np.linalg.norm),
    "iamax": _reduction("x", lambda x: np.argmax(_size(x)) if x.size else -1),
    "iamin": _reduction("x", lambda x: np.argmin(_size(x)) if x.size else -1),
    "imax": _reduction("x", lambda x: np.argmax(_plain(x)) if x.size else -1),
    "imin": _reduction("x", lambda x: np.argmin(_plain(x)) if x.size else -1),
    "axpy_batched": _axpy_batched,
    "axpy_offsets": _axpy_offsets,
}


# Matrices and vectors.


def _gemv(d: Numbers) -> Case:
    a, trans = d.matrix(d.n, d.n + 3), d.letter("NTC")
    y, x = (d.vector(size) for size in op(a, trans).shape)
    alpha, beta = d.factor(2, a, x), d.factor(-1, y)
    expected = times(alpha, op(a, trans) @ x) + times(beta, y) if a.size else y
    return Case({"a": a, "x": x, "y": y}, {"trans": trans, "alpha": alpha, "beta": beta}, {"y": expected})


def _gbmv(d: Numbers) -> Case:
    matrix, trans = np.triu(banded(d.array(d.n, d.n + 2), "band"), -1), d.letter("NTC")
    arrays, options = stored_as(d, matrix, "band")
    y, x = (d.vector(size) for size in op(matrix, trans).shape)
    alpha, beta = d.factor(2, arrays["a"], x), d.factor(-1, y)
    expected = times(alpha, op(matrix, trans) @ x) + times(beta, y) if matrix.size else y
    options |= {"trans": trans, "alpha": alpha, "beta": beta}
    return Case({**arrays, "x": x, "y": y}, options, {"y": expected})


def _mirrored(kind: str, *, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        d = d.of("complex64") if hermitian and not d.is_complex else d
        matrix = symmetric(banded(d.array(d.n, d.n), kind), hermitian=hermitian)
        stored = with_unread_parts(d, matrix) if hermitian else matrix
        arrays, options = stored_as(d, stored, kind, d.letter("UL"))
        x, y = d.vector(), d.vector()
        alpha, beta = d.factor(2, *arrays.values(), x), d.factor(-1, y)
        expected = times(alpha, matrix @ x) + times(beta, y)
        return Case({**arrays, "x": x, "y": y}, {**options, "alpha": alpha, "beta": beta}, {"y": expected})

    return make


def _in_place(kind: str, *, solve: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        uplo, trans, diag = d.letter("UL"), d.letter("NTC"), d.letter("NU")
        stored, whole = triangle(d, uplo, diag, kind)
        arrays, options = stored_as(d, stored, kind, uplo)
        x, matrix = d.vector(), wide(op(whole, trans))
        expected = np.linalg.solve(matrix, wide(x)) if solve else matrix @ wide(x)
        return Case({**arrays, "x": x}, {**options, "trans": trans, "diag": diag}, {"x": expected})

    return make


def _ger(d: Numbers, *, conjugate: bool = False) -> Case:
    x, y, a = d.vector(d.n), d.vector(d.n + 3), d.matrix(d.n, d.n + 3)
    alpha = d.factor(2, x, y)
    expected = a + times(alpha, np.outer(x, y.conj() if conjugate else y))
    return Case({"x": x, "y": y, "a": a}, {"alpha": alpha}, {"a": expected})


def _updated(kind: str, rank: int, *, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        d = d.of("complex64") if hermitian and not d.is_complex else d
        old = symmetric(d.array(d.n, d.n), hermitian=hermitian)
        vectors = {name: d.vector() for name in "xy"[:rank]}
        uplo = d.letter("UL")
        usual = 2 - 1j if d.is_complex and rank == 2 else 2
        alpha: Any = d.factor(usual, *vectors.values(), real=hermitian and rank == 1)
        arrays, options = stored_as(d, with_unread_parts(d, old) if hermitian and alpha else old, kind, uplo)
        first, last = vectors["x"], vectors["xy"[rank - 1]]
        new = old + times(alpha, np.outer(first, last.conj() if hermitian else last))
        if rank == 2:
            other = np.conj(alpha) if hermitian else alpha
            new = new + times(other, np.outer(last, first.conj() if hermitian else first))
        expected = {name: np.empty_like(held) for name, held in arrays.items()}
        for held in expected.values():
            store(held, new.astype(d.dtype), kind, uplo, options.get("order", "F"), d.unread)
        return Case({**vectors, **arrays}, {**options, "alpha": alpha}, expected)

    return make


def _gemv_batched(d: Numbers) -> Case:
    shared, trans = d.letter("axn"), d.letter("NTC")
    items = {name: () if name == shared else (3,) for name in "ax"}
    a = d.array(*items["a"], d.n, d.n + 2)
    rows, terms = op(a, trans).shape[-2:]
    x, y = d.array(*items["x"], terms), d.array(3, rows)
    alpha, beta = np.array([[2], [0], [1]]), np.array([[1], [3], [0]])
    expected = alpha * (op(a, trans) @ x[..., None])[..., 0] + beta * y
    options = {"alpha": [2, 0, 1], "beta": [1, 3, 0], "trans": trans}
    return Case({"a": a, "x": x, "y": y}, options, {"y": expected})


def _gemv_offsets(d: Numbers) -> Case:
    n, pitch, trans = d.n, d.n + 2, d.letter("NTC")
    a, x, y = d.array(2 * n * pitch), d.array(4 * n), d.array(6 * n)
    first, second = op(a.reshape(2, n, pitch)[:, :, :n], trans)
    expected = y.copy()
    expected[3 * n :: 3] = second @ x[: 2 * n : 2]
    expected[: 3 * n : 3] = first @ x[2 * n :: 2]
    options = {
        "a_offsets": [n * pitch, 0], "x_offsets": [0, 2 * n], "y_offsets": [3 * n, 0], "m": n, "n": n,
        "lda": pitch, "x_step": 2, "y_step": 3, "trans": trans,
    }  # fmt: skip
    return Case({"a": a, "x": x, "y": y}, options, {"y": expected})


MATRICES: dict[str, Callable[[Numbers], Case]] = {
    "gemv": _gemv,
    "gbmv": _gbmv,
    "symv": _mirrored("full", hermitian=False),
    "sbmv": _mirrored("band", hermitian=False),
    "spmv": _mirrored("packed", hermitian=False),
    "hemv": _mirrored("full", hermitian=True),
    "hbmv": _mirrored("band", hermitian=True),
    "hpmv": _mirrored("packed", hermitian=True),
    "trmv": _in_place("full", solve=False),
    "tbmv": _in_place("band", solve=False),
    "tpmv": _in_place("packed", solve=False),
    "trsv": _in_place("full", solve=True),
    "tbsv": _in_place("band", solve=True),
    "tpsv": _in_place("packed", solve=True),
    "ger": _ger,
    "geru": _ger,
    "gerc": lambda d: _ger(d, conjugate=True),
    "syr": _updated("full", 1, hermitian=False),
    "spr": _updated("packed", 1, hermitian=False),
    "her": _updated("full", 1, hermitian=True),
    "hpr": _updated("packed", 1, hermitian=True),
    "syr2": _updated("full", 2, hermitian=False),
    "spr2": _updated("packed", 2, hermitian=False),
    "her2": _updated("full", 2, hermitian=True),
    "hpr2": _updated("packed", 2, hermitian=True),
    "gemv_batched": _gemv_batched,
    "gemv_offsets": _gemv_offsets,
}


CASES: dict[str, Callable[[Numbers], Case]] = {**VECTORS, **MATRICES, **LEVEL3, **LAPACK, **IMAGES}
"""By the name of the routine."""
