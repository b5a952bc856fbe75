"""A call of every public routine on small whole numbers, with what NumPy says must come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CASES", "RETURNED", "Case", "Numbers", "uncounted", "wrong"]

RETURNED = "returned"
"""The key of what a call returns, among what is expected."""


class Case(NamedTuple):
    """A call.

    Attributes:
        arrays: The operands, by the name of their argument.
        options: The other arguments.
        expected: What the arrays that are written must hold afterwards, by name; or ``RETURNED``.
    """

    arrays: dict[str, Array]
    options: dict[str, Any]
    expected: dict[str, Any]

    @property
    def wanted(self) -> dict[str, Array]:
        """What the arrays, all of them, must hold after the call, if it has not been made yet, and what it must return."""
        return {name: np.array(value, copy=True) for name, value in {**self.arrays, **self.expected}.items()}

    def call(self, name: str, **more: Any) -> dict[str, Any]:
        """Make the call; the arrays afterwards, and what was returned."""
        returned = uncounted(getattr(autoblas, name))(**self.arrays, **self.options, **more)
        return {**self.arrays, RETURNED: returned}


def uncounted(routine: Any) -> Any:
    """A routine without what counts its calls for ``--coverage-matrix``, which would be the caller that warnings name."""
    return getattr(routine, "uncounted", routine)


def wrong(wanted: dict[str, Array], found: dict[str, Any]) -> list[str]:
    """The names of what is not as it must be."""
    return [name for name, value in wanted.items() if not _close(np.asarray(found[name]), value)]


def _close(found: Array, wanted: Array) -> bool:
    digits = 2e-3 if found.dtype == np.float16 else 1e-5
    return found.shape == wanted.shape and bool(np.allclose(found, wanted, digits, digits, equal_nan=True))


class Numbers:
    """Operands of one element type and size, and letters, drawn at random.

    Args:
        seed: What they are drawn from.
        dtype: The element type.
        n: Elements of a vector, rows and columns of a square matrix.
    """

    def __init__(self, seed: int, dtype: str, n: int = 6) -> None:
        self.rng, self.dtype, self.n = np.random.default_rng(seed), np.dtype(dtype), n
        self.is_complex = self.dtype.kind == "c"

    def array(self, *shape: int, largest: int = 2) -> Array:
        """Whole numbers in a dense array."""
        values: Any = self.rng.integers(-largest, largest + 1, shape)
        if self.is_complex:
            values = values + 1j * self.rng.integers(-largest, largest + 1, shape)
        return np.asarray(values.astype(self.dtype))

    def vector(self, n: int = 0) -> Array:
        """A vector whose elements are adjacent, or not, in either direction."""
        n, step = n or self.n, int(self.rng.choice([1, 2, -1, -3]))
        return self.array(n * abs(step))[::step]

    def matrix(self, rows: int = 0, cols: int = 0) -> Array:
        """A matrix by rows or by columns, or with gaps between its elements."""
        rows, cols = rows or self.n, cols or self.n
        kind = self.rng.integers(3)
        if kind == 0:
            return self.array(rows, cols)
        return self.array(cols, rows).T if kind == 1 else self.array(2 * rows, 3 * cols)[::-2, ::3]

    def letter(self, letters: str) -> str:
        """One of them."""
        return str(self.rng.choice(list(letters)))


def _op(a: Array, trans: str) -> Array:
    """The matrix that a letter makes of one."""
    a = a.swapaxes(-1, -2) if trans in "TC" else a
    return a.conj() if trans in "CR" else a


def _wide(x: Any) -> Any:
    """Without rounding."""
    x = np.asarray(x)
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


# Vectors.


def _map(names: str, result: Callable[..., dict[str, Any]], **options: Any) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        arrays = {name: d.vector() for name in names}
        return Case(arrays, options, result(**{name: _wide(x) for name, x in arrays.items()}))

    return make


def _rot(d: Numbers) -> Case:
    x, y, s = d.vector(), d.vector(), 3 - 1j if d.is_complex else 3
    return Case({"x": x, "y": y}, {"c": 2.0, "s": s}, {"x": 2 * x + s * y, "y": 2 * y - np.conj(s) * x})


def _rotm(d: Numbers) -> Case:
    d = Numbers(1, "float64" if d.dtype.itemsize > 8 else "float32", d.n) if d.is_complex else d
    x, y = d.vector(), d.vector()
    return Case({"x": x, "y": y}, {"param": [0.0, 9.0, 2.0, 3.0, 9.0]}, {"x": x + 3 * y, "y": 2 * x + y})


def _reduction(names: str, result: Callable[..., Any], **options: Any) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        arrays = {name: d.vector() for name in names}
        return Case(arrays, options, {RETURNED: result(*(_wide(x) for x in arrays.values()))})

    return make


def _singles(**options: Any) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        return _reduction("xy", lambda x, y: x @ y + options.get("alpha", 0), **options)(
            Numbers(int(d.rng.integers(99)), "float32", d.n)
        )

    return make


def _size(x: Array) -> Array:
    return np.asarray(np.abs(x.real) + np.abs(x.imag))


def _plain(x: Array) -> Array:
    return _size(x) if x.dtype.kind == "c" else x


def _axpy_batched(d: Numbers) -> Case:
    x, y = d.matrix(3, d.n), d.matrix(3, d.n)
    return Case({"x": x, "y": y}, {"alpha": [2, 0, -1]}, {"y": y + np.array([[2], [0], [-1]]) * x})


def _axpy_offsets(d: Numbers) -> Case:
    n, x, y = d.n, d.array(3 * d.n), d.array(6 * d.n)
    expected = y.copy()
    expected[4 * n : 6 * n : 2] += 2 * x[n : 2 * n][::-1]
    expected[: 2 * n : 2] -= x[:n][::-1]
    options = {
        "x_offsets": [2 * n - 1, n - 1], "y_offsets": [4 * n, 0], "n": n, "x_step": -1, "y_step": 2,
        "alpha": [2, -1],
    }  # fmt: skip
    return Case({"x": x, "y": y}, options, {"y": expected})


VECTORS: dict[str, Callable[[Numbers], Case]] = {
    "swap": _map("xy", lambda x, y: {"x": y, "y": x}),
    "scal": _map("x", lambda x: {"x": -2 * x}, alpha=-2),
    "copy": _map("xy", lambda x, y: {"y": x + 0 * y}),
    "axpy": _map("xy", lambda x, y: {"y": 2 * x + y}, alpha=2),
    "axpby": _map("xy", lambda x, y: {"y": 2 * x - y}, alpha=2, beta=-1),
    "had": _map("xyz", lambda x, y, z: {"z": 2 * x * y - z}, alpha=2, beta=-1),
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
    "iamax": _reduction("x", lambda x: np.argmax(_size(x))),
    "iamin": _reduction("x", lambda x: np.argmin(_size(x))),
    "imax": _reduction("x", lambda x: np.argmax(_plain(x))),
    "imin": _reduction("x", lambda x: np.argmin(_plain(x))),
    "axpy_batched": _axpy_batched,
    "axpy_offsets": _axpy_offsets,
}


# Matrices and vectors.


def _stored(d: Numbers, matrix: Array, kind: str, uplo: str = "") -> tuple[dict[str, Array], dict[str, Any]]:
    """A square matrix, or a triangle of it, as an argument; what is not stored holds 99.

    Args:
        d: Where the order of storage comes from.
        matrix: Zero beside its band, of which two diagonals on each side of the main one are stored.
        kind: ``full``, ``band`` or ``packed``.
        uplo: The triangle.
    """
    n, order = len(matrix), d.letter("FC")
    everything = np.ones((n, n), bool)
    kept = {"U": np.triu(everything), "L": np.tril(everything), "": everything}[uplo]
    if kind == "full":
        held = d.matrix(n, n)
        held[...] = np.where(kept, matrix, 99)
        return {"a": held}, {"uplo": uplo} if uplo else {}
    if kind == "packed":
        upper = (uplo == "U") == (order == "C")
        rows, cols = np.triu_indices(n) if upper else np.tril_indices(n)
        source = matrix if order == "C" else matrix.T
        ap = d.vector(rows.size)
        ap[...] = source[rows, cols]
        return {"ap": ap}, {"uplo": uplo, "order": order}
    kl, ku = {"U": (0, 2), "L": (2, 0), "": (2, 2)}[uplo]
    held = d.matrix(kl + ku + 1, n) if order == "F" else d.matrix(n, kl + ku + 1)
    held[...] = 99
    for i, j in np.ndindex(n, n):
        if -kl <= j - i <= ku:
            place = (ku + i - j, j) if order == "F" else (i, kl + j - i)
            held[place] = matrix[i, j]
    return {"a": held}, {"uplo": uplo, "order": order} if uplo else {"order": order, "kl": kl, "ku": ku}


def _banded(matrix: Array, kind: str) -> Array:
    return np.tril(np.triu(matrix, -2), 2) if kind == "band" else matrix


def _gemv(d: Numbers) -> Case:
    a, trans = d.matrix(d.n, d.n + 3), d.letter("NTC")
    y, x = (d.vector(size) for size in _op(a, trans).shape)
    return Case(
        {"a": a, "x": x, "y": y}, {"trans": trans, "alpha": 2, "beta": -1}, {"y": 2 * (_op(a, trans) @ x) - y}
    )


def _gbmv(d: Numbers) -> Case:
    matrix, trans = _banded(d.array(d.n, d.n), "band"), d.letter("NTC")
    arrays, options = _stored(d, matrix, "band")
    x, y = d.vector(), d.vector()
    expected = 2 * (_op(matrix, trans) @ x) - y
    return Case(
        {**arrays, "x": x, "y": y}, {**options, "trans": trans, "alpha": 2, "beta": -1}, {"y": expected}
    )


def _mirrored(kind: str, *, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        d = Numbers(int(d.rng.integers(99)), "complex64", d.n) if hermitian and not d.is_complex else d
        matrix = _symmetric(_banded(d.array(d.n, d.n), kind), hermitian=hermitian)
        arrays, options = _stored(d, matrix, kind, d.letter("UL"))
        x, y = d.vector(), d.vector()
        expected = 2 * (matrix @ x) - y
        return Case({**arrays, "x": x, "y": y}, {**options, "alpha": 2, "beta": -1}, {"y": expected})

    return make


def _symmetric(matrix: Array, *, hermitian: bool) -> Array:
    lower = np.tril(matrix)
    strict = np.tril(matrix, -1)
    whole = lower + (strict.conj() if hermitian else strict).T
    if hermitian and whole.dtype.kind == "c":
        np.fill_diagonal(whole, whole.diagonal().real)
    return whole


def _triangle(d: Numbers, uplo: str, diag: str, kind: str = "full") -> tuple[Array, Array]:
    """A triangular matrix, and the same with a diagonal of ones where that is what the letter means.

    Quotients by its diagonal are exact.
    """
    a = d.array(d.n, d.n, largest=1)
    a[np.arange(d.n), np.arange(d.n)] = d.rng.choice([1, 2, -2, 4], d.n)
    a = _banded((np.triu if uplo == "U" else np.tril)(a), kind)
    whole = a.copy()
    if diag == "U":
        whole[np.arange(d.n), np.arange(d.n)] = 1
    return a, whole


def _in_place(kind: str, *, solve: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        uplo, trans, diag = d.letter("UL"), d.letter("NTC"), d.letter("NU")
        stored, whole = _triangle(d, uplo, diag, kind)
        arrays, options = _stored(d, stored, kind, uplo)
        x, matrix = d.vector(), _wide(_op(whole, trans))
        expected = np.linalg.solve(matrix, _wide(x)) if solve else matrix @ _wide(x)
        return Case({**arrays, "x": x}, {**options, "trans": trans, "diag": diag}, {"x": expected})

    return make


def _ger(d: Numbers, *, conjugate: bool = False) -> Case:
    x, y, a = d.vector(d.n), d.vector(d.n + 3), d.matrix(d.n, d.n + 3)
    return Case(
        {"x": x, "y": y, "a": a}, {"alpha": 2}, {"a": a + 2 * np.outer(x, y.conj() if conjugate else y)}
    )


def _updated(kind: str, rank: int, *, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        d = Numbers(int(d.rng.integers(99)), "complex64", d.n) if hermitian and not d.is_complex else d
        old = _symmetric(d.array(d.n, d.n), hermitian=hermitian)
        vectors = {name: d.vector() for name in "xy"[:rank]}
        right = {name: x.conj() if hermitian else x for name, x in vectors.items()}
        alpha: Any = 2 - 1j if d.is_complex and rank == 2 else 2
        first, last = "x", "xy"[rank - 1]
        new = old + alpha * np.outer(vectors[first], right[last])
        if rank == 2:
            other = np.conj(alpha) if hermitian else alpha
            new = new + other * np.outer(vectors[last], right[first])
        uplo, state = d.letter("UL"), d.rng.bit_generator.state
        arrays, options = _stored(d, old, kind, uplo)
        d.rng.bit_generator.state = state  # so that it is stored alike
        expected, _ = _stored(d, new.astype(d.dtype), kind, uplo)
        return Case({**vectors, **arrays}, {**options, "alpha": alpha}, expected)

    return make


def _gemv_batched(d: Numbers) -> Case:
    a, x, y = d.array(3, d.n, d.n), d.array(3, d.n), d.array(3, d.n)
    alpha, beta = np.array([[2], [0], [1]]), np.array([[1], [3], [0]])
    expected = alpha * np.einsum("ijk,ik->ij", a, x) + beta * y
    return Case({"a": a, "x": x, "y": y}, {"alpha": [2, 0, 1], "beta": [1, 3, 0]}, {"y": expected})


def _gemv_offsets(d: Numbers) -> Case:
    n = d.n
    a, x, y = d.array(2 * n * n), d.array(2 * n), d.array(3 * n)
    expected = y.copy()
    expected[2 * n :] = a[n * n :].reshape(n, n) @ x[:n]
    expected[:n] = a[: n * n].reshape(n, n) @ x[n:]
    options = {"a_offsets": [n * n, 0], "x_offsets": [0, n], "y_offsets": [2 * n, 0], "m": n, "n": n}
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


# Matrices.


def _gemm(d: Numbers) -> Case:
    a, b, c = d.matrix(d.n, d.n + 3), d.matrix(d.n + 1, d.n), d.matrix(d.n + 3, d.n + 1)
    expected = 2 * (_op(a, "C") @ b.T) - c
    options = {"alpha": 2, "beta": -1, "trans_a": "C", "trans_b": "T"}
    return Case({"a": a, "b": b, "c": c}, options, {"c": expected})


def _gemm_batched(d: Numbers) -> Case:
    a, b, c = d.array(3, d.n, d.n), d.array(d.n, d.n), d.array(3, d.n, d.n)
    alpha, beta = np.array([[[2]], [[0]], [[1]]]), np.array([[[1]], [[3]], [[0]]])
    return Case(
        {"a": a, "b": b, "c": c}, {"alpha": [2, 0, 1], "beta": [1, 3, 0]}, {"c": alpha * (a @ b) + beta * c}
    )


def _gemm_offsets(d: Numbers) -> Case:
    n = d.n
    a, b, c = d.array(2 * n * n), d.array(n * n), d.array(3 * n * n)
    expected = c.copy().reshape(3, n, n)
    items, right = a.reshape(2, n, n), b.reshape(n, n)
    expected[2], expected[0] = items[1] @ right, items[0] @ right
    places = {"a_offsets": [n * n, 0], "b_offsets": 0, "c_offsets": [2 * n * n, 0]}
    return Case({"a": a, "b": b, "c": c}, {**places, "m": n, "n": n, "k": n}, {"c": expected.ravel()})


def _expanded(*, hermitian: bool) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        side, uplo = d.letter("LR"), d.letter("UL")
        whole = _symmetric(d.array(d.n, d.n), hermitian=hermitian)
        arrays, options = _stored(d, whole, "full", uplo)
        b, c = d.matrix(), d.matrix()
        product = whole @ b if side == "L" else b @ whole
        options |= {"side": side, "alpha": 2, "beta": -1}
        return Case({**arrays, "b": b, "c": c}, options, {"c": 2 * product - c})

    return make


def _ranked(name: str) -> Callable[[Numbers], Case]:
    hermitian, two = name.startswith("her"), name.endswith("2k")

    def make(d: Numbers) -> Case:
        uplo, n, trans = d.letter("UL"), d.n, d.letter("NC" if hermitian else "NT")
        shape = (n, n + 2) if trans == "N" else (n + 2, n)
        arrays = {x: d.matrix(*shape) for x in "ab"[: 2 if two else 1]}
        left = {x: _op(y, trans) for x, y in arrays.items()}
        right = {x: (y.conj() if hermitian else y).T for x, y in left.items()}
        alpha: Any = 2 - 1j if d.is_complex and name != "herk" else 2
        last = "b" if two else "a"
        product = alpha * (left["a"] @ right[last])
        if two:
            product = product + (np.conj(alpha) if hermitian else alpha) * (left["b"] @ right["a"])
        old, kept = d.matrix(), (np.triu if uplo == "U" else np.tril)(np.ones((n, n), bool))
        if hermitian and d.is_complex:
            old[np.arange(n), np.arange(n)] = old.diagonal().real
        options = {"uplo": uplo, "trans": trans, "alpha": alpha, "beta": -1}
        return Case({**arrays, "c": old}, options, {"c": np.where(kept, product - old, old)})

    return make


def _gemmt(d: Numbers) -> Case:
    a, b, c, uplo = d.matrix(d.n, d.n + 2), d.matrix(d.n + 2, d.n), d.matrix(), d.letter("UL")
    kept = (np.triu if uplo == "U" else np.tril)(np.ones((d.n, d.n), bool))
    expected = np.where(kept, 2 * (a @ b) - c, c)
    return Case({"a": a, "b": b, "c": c}, {"uplo": uplo, "alpha": 2, "beta": -1}, {"c": expected})


def _beside(*, solve: bool, items: int = 0) -> Callable[[Numbers], Case]:
    def make(d: Numbers) -> Case:
        side, uplo, trans, diag = (d.letter(letters) for letters in ("LR", "UL", "NTC", "NU"))
        stored, whole = _triangle(d, uplo, diag)
        arrays, options = _stored(d, stored, "full", uplo)
        matrix, b = _wide(_op(whole, trans)), d.array(items, d.n, d.n) if items else d.matrix()
        factor = np.linalg.inv(matrix) if solve else matrix
        product = factor @ _wide(b) if side == "L" else _wide(b) @ factor
        options |= {"side": side, "trans": trans, "diag": diag, "alpha": 2}
        return Case({**arrays, "b": b}, options, {"b": 2 * product})

    return make


def _omatcopy(d: Numbers) -> Case:
    a, trans = d.matrix(d.n, d.n + 2), d.letter("NTCR")
    expected = 2 * _op(a, trans)
    return Case({"a": a, "b": d.matrix(*expected.shape)}, {"trans": trans, "alpha": 2}, {"b": expected})


def _imatcopy(d: Numbers) -> Case:
    a, trans = d.matrix(), d.letter("NTCR")
    return Case({"a": a}, {"trans": trans, "alpha": 2}, {"a": 2 * _op(a, trans)})


LEVEL3: dict[str, Callable[[Numbers], Case]] = {
    "gemm": _gemm,
    "gemm_batched": _gemm_batched,
    "gemm_offsets": _gemm_offsets,
    "gemmt": _gemmt,
    "symm": _expanded(hermitian=False),
    "hemm": _expanded(hermitian=True),
    **{name: _ranked(name) for name in ("syrk", "herk", "syr2k", "her2k")},
    "trmm": _beside(solve=False),
    "trsm": _beside(solve=True),
    "trsm_batched": _beside(solve=True, items=3),
    "omatcopy": _omatcopy,
    "imatcopy": _imatcopy,
}


# Images.


def _seen(image: Array, kernel: tuple[int, int], *, flipped: bool) -> Array:
    """What each tap of a window that is padded by (1, 0) and moves by (2, 1) sees, of shape (items, channels, taps, places)."""
    padded = np.pad(image, ((0, 0), (0, 0), (1, 1), (0, 0)))
    rows = range(0, padded.shape[2] - kernel[0] + 1, 2)
    cols = range(padded.shape[3] - kernel[1] + 1)
    windows = np.stack(
        [padded[:, :, y : y + kernel[0], x : x + kernel[1]] for y in rows for x in cols], axis=-1
    )
    windows = windows[:, :, ::-1, ::-1] if flipped else windows
    return windows.reshape(*image.shape[:2], kernel[0] * kernel[1], -1)


WINDOW: dict[str, Any] = {"pad": (1, 0), "stride": (2, 1), "mode": "convolution"}


def _image(d: Numbers) -> Array:
    return d.array(2, 3, 2 * d.n, d.n)[:, :, ::-2]


def _im2col(d: Numbers) -> Case:
    image = _image(d)
    seen = _seen(image, (3, 2), flipped=True)
    patches = seen.reshape(2, -1, seen.shape[-1])
    out = np.full_like(patches, 99)
    return Case({"image": image, "out": out}, {**WINDOW, "kernel": (3, 2)}, {"out": patches})


def _col2im(d: Numbers) -> Case:
    image = _image(d)
    numbered = np.arange(1, image.size + 1, dtype=np.float64).reshape(image.shape)
    places = _seen(numbered, (3, 2), flipped=True).reshape(2, -1)
    patches = d.array(*places.shape)
    expected = _wide(image).ravel()
    for item in range(2):
        inside = places[item] > 0
        np.add.at(expected, places[item][inside].astype(int) - 1, patches[item][inside])
    shaped = patches.reshape(2, 18, -1)
    return Case(
        {"patches": shaped, "image": image},
        {**WINDOW, "kernel": (3, 2)},
        {"image": expected.reshape(image.shape)},
    )


def _convgemm(d: Numbers) -> Case:
    image, kernels = _image(d), d.array(4, 3, 3, 2)
    seen = _seen(image, (3, 2), flipped=True)
    product = np.einsum("kct,ictp->ikp", kernels.reshape(4, 3, 6), seen)
    height = (d.n + 2 - 3) // 2 + 1
    expected = product.reshape(2, 4, height, -1)
    return Case(
        {"image": image, "kernels": kernels, "out": np.full_like(expected, 99)}, WINDOW, {"out": expected}
    )


CASES: dict[str, Callable[[Numbers], Case]] = {
    **VECTORS, **MATRICES, **LEVEL3, "im2col": _im2col, "col2im": _col2im, "convgemm": _convgemm,
}  # fmt: skip
"""By the name of the routine."""
