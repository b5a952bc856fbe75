"""Calls of the routines of LAPACK, whose factors are small whole numbers, so that results are exact."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from support.routine_calls import RETURNED, Case, Numbers, op, wide
from support.stored_cases import triangle

Array = np.ndarray[Any, np.dtype[Any]]


def _factor(d: Numbers, items: int = 0) -> Array:
    """Lower triangles with a positive diagonal; one, or a stack of them."""
    shape = (items, d.n, d.n) if items else (d.n, d.n)
    left = np.tril(d.array(*shape, largest=1))
    index = np.arange(d.n)
    left[..., index, index] = d.rng.choice([1, 2, 4], shape[:-1])
    return left


def _potrf(d: Numbers) -> Case:
    left, uplo, a = _factor(d), d.letter("UL"), d.matrix()
    right = left.conj().T
    inside = (np.triu if uplo == "U" else np.tril)(np.ones((d.n, d.n), bool))
    a[...] = np.where(inside, left @ right, d.unread)
    expected = np.where(inside, right if uplo == "U" else left, d.unread)
    return Case({"a": a}, {"uplo": uplo}, {"a": expected.astype(a.dtype)})


def _systems(d: Numbers, *, factored: bool) -> Case:
    left, uplo, a = _factor(d), d.letter("UL"), d.matrix()
    right = left.conj().T
    inside = (np.triu if uplo == "U" else np.tril)(np.ones((d.n, d.n), bool))
    stored = np.where(inside, right if uplo == "U" else left, d.unread).astype(a.dtype)
    a[...] = stored if factored else np.where(inside, left @ right, d.unread)
    x = d.vector() if d.letter("VM") == "V" else d.matrix(d.n, d.n + 1)
    b = np.empty_like(x)
    b[...] = left @ (right @ x)
    return Case({"a": a, "b": b}, {"uplo": uplo}, {"b": x} | ({} if factored else {"a": stored}))


def _triangle_inverse(d: Numbers) -> Case:
    uplo, diag, a = d.letter("UL"), d.letter("NU"), d.matrix()
    stored, whole = triangle(d, uplo, diag)
    inside = np.tri(d.n, k=-1 if diag == "U" else 0, dtype=bool)
    inside = inside.T if uplo == "U" else inside
    main = np.eye(d.n, dtype=bool) & (diag == "U")
    a[...] = np.where(inside | main, stored, d.unread)
    expected = np.where(inside, np.linalg.inv(wide(whole)), a)
    return Case({"a": a}, {"uplo": uplo, "diag": diag}, {"a": expected.astype(a.dtype)})


def _definite_inverse(d: Numbers) -> Case:
    uplo, a = d.letter("UL"), d.matrix()
    stored = triangle(d, uplo, "N")[0]
    main = np.arange(d.n)
    stored[main, main] = np.abs(stored[main, main])
    inside = stored if uplo == "L" else stored.conj().T
    inverse = np.linalg.inv(wide(inside))
    kept = np.tri(d.n, dtype=bool) if uplo == "L" else np.tri(d.n, dtype=bool).T
    a[...] = np.where(kept, stored, d.unread)
    expected = np.where(kept, inverse.conj().T @ inverse, a)
    return Case({"a": a}, {"uplo": uplo}, {"a": expected.astype(a.dtype)})


def _logdet(d: Numbers) -> Case:
    a = d.matrix()
    a[np.arange(d.n), np.arange(d.n)] = d.rng.choice([1, 2, 4], d.n)
    return Case({"a": a}, {}, {RETURNED: 2 * np.sum(np.log(wide(np.diagonal(a)).real))})


def _orthogonal(d: Numbers) -> tuple[Array, Array, Array]:
    """A, Q and R: columns of a reflected and permuted unit matrix, and a triangle with a positive diagonal."""
    m, r, main = d.n + 2, np.triu(d.solvable()), np.arange(d.n)
    r[main, main] = np.abs(r[main, main])
    vector = (np.arange(m) < 3).astype(float)
    mirror = np.eye(m) - 2 * np.outer(vector, vector) / (vector @ vector)
    q = mirror[d.rng.permutation(m), : d.n]
    return (q @ r).astype(d.dtype), q.astype(d.dtype), r.astype(d.dtype)


def _qr(d: Numbers) -> Case:
    matrix, q, r = _orthogonal(d)
    a = d.matrix(d.n + 2, d.n)
    a[...] = matrix
    return Case({"a": a, "q": d.matrix(d.n + 2, d.n), "r": d.matrix()}, {}, {"q": q, "r": r})


def _reflectors(d: Numbers, *choices: int) -> tuple[Array, Array, Array]:
    """Factors whose reflectors change a sign (tau = 2), exchange two rows (1) or do nothing, tau, and Q."""
    m, n = d.n + 2, d.n
    v, tau, q = np.eye(m, n), d.rng.choice(choices, n), np.eye(m)
    for k in range(n):
        if tau[k] == 1:
            v[d.rng.integers(k + 1, m), k] = d.rng.choice([-1, 1])
        q = q @ (np.eye(m) - tau[k] * np.outer(v[:, k], v[:, k]))
    upper = np.triu(d.array(m, n, largest=1), 1)
    upper[np.arange(n), np.arange(n)] = d.rng.choice([1, 2, 4], n) * np.where(tau == 1, -1, 1)
    return (upper + np.tril(v, -1)).astype(d.dtype), tau.astype(d.dtype), q


def _geqrf(d: Numbers) -> Case:
    factors, tau, q = _reflectors(d, 0, 1)
    a = d.matrix(d.n + 2, d.n)
    a[...] = q @ np.triu(factors) + 0.0  # no zero is negative: its sign would be that of R's diagonal
    return Case({"a": a, "tau": np.zeros_like(tau)}, {}, {"a": factors, "tau": tau})


def _multiplied(d: Numbers) -> Case:
    factors, tau, q = _reflectors(d, 0, 1, 2)
    a, side, trans = d.matrix(d.n + 2, d.n), d.letter("LR"), d.letter("NC")
    a[...] = factors
    c = d.matrix(*((d.n + 2, 3) if side == "L" else (3, d.n + 2)))
    operator = q if trans == "N" else q.T
    expected = operator @ c if side == "L" else c @ operator
    return Case({"a": a, "tau": tau, "c": c}, {"side": side, "trans": trans}, {"c": expected.astype(d.dtype)})


def _orgqr(d: Numbers) -> Case:
    factors, tau, q = _reflectors(d, 0, 1, 2)
    a = d.matrix(d.n + 2, d.n)
    a[...] = factors
    return Case({"a": a, "tau": tau}, {}, {"a": q[:, : d.n].astype(d.dtype)})


def _gels(d: Numbers) -> Case:
    matrix, q, _ = _orthogonal(d)
    a, x = d.matrix(d.n + 2, d.n), d.vector() if d.letter("VM") == "V" else d.matrix(d.n, d.n + 1)
    a[...] = matrix
    beside = d.array(d.n + 2, *x.shape[1:])
    b = np.ascontiguousarray(matrix @ x + beside - q @ (np.conj(q.T) @ beside)).astype(d.dtype)
    return Case({"a": a, "b": b, "x": np.zeros_like(x)}, {}, {"x": x})


def _exchanged(d: Numbers) -> tuple[Array, Array, Array]:
    """L and U as they are stored, the matrix that has them as its only factors by partial pivoting, and its pivots.

    Elements of L have half the size of a pivot, or none.
    """
    n, units = d.n, [0.5, -0.5, 0.5j, -0.5j] if d.is_complex else [0.5, -0.5]
    lower = np.tril(d.rng.choice([0, *units], (n, n)), -1)
    upper = np.triu(d.array(n, n, largest=1))
    upper[np.arange(n), np.arange(n)] = d.rng.choice([1, 2, 4], n)
    order, pivots = d.rng.permutation(n), np.zeros(n, np.int32)
    matrix, current = ((lower + np.eye(n)) @ upper)[order], list(order)
    for k in range(n):
        at = pivots[k] = current.index(k)
        current[k], current[at] = current[at], current[k]
    return (lower + upper).astype(d.dtype), matrix.astype(d.dtype), pivots


def _getrf(d: Numbers) -> Case:
    stored, matrix, pivots = _exchanged(d)
    a = d.matrix()
    a[...] = matrix
    return Case({"a": a, "pivots": np.zeros_like(pivots)}, {}, {"a": stored, "pivots": pivots})


def _general(d: Numbers, *, factored: bool) -> Case:
    stored, matrix, pivots = _exchanged(d)
    a, trans = d.matrix(), d.letter("NTC") if factored else "N"
    a[...] = stored if factored else matrix
    x = d.vector() if d.letter("VM") == "V" else d.matrix(d.n, d.n + 1)
    b = np.empty_like(x)
    b[...] = op(matrix, trans) @ x
    if factored:
        return Case({"a": a, "pivots": pivots, "b": b}, {"trans": trans}, {"b": x})
    return Case({"a": a, "b": b}, {}, {"a": stored, "b": x})


ITEMS = 17
"""Matrices of a stack: as many as one launch factors and solves, and one."""


def _definite_stack(d: Numbers, task: str) -> Case:
    """Positive definite matrices that are factored, or systems with them or with their factors."""
    left, uplo = _factor(d, ITEMS), d.letter("UL")
    right = np.conj(left.swapaxes(-1, -2))
    inside = (np.triu if uplo == "U" else np.tril)(np.ones((d.n, d.n), bool))
    stored = np.where(inside, right if uplo == "U" else left, d.unread).astype(d.dtype)
    a = stored.copy() if task == "solve" else np.where(inside, left @ right, d.unread).astype(d.dtype)
    arrays, expected = {"a": a}, {} if task == "solve" else {"a": stored}
    if task != "factor":
        x = d.array(ITEMS, d.n, 2)
        b = (left @ (right @ x)).astype(d.dtype)
        arrays, expected = arrays | {"b": b}, expected | {"b": x}
    return Case(arrays, {"uplo": uplo}, expected)


def _general_stack(d: Numbers, task: str) -> Case:
    """Matrices that are factored by LU, systems with them or with their factors, or inverses."""
    stored, matrix, pivots = (np.stack(x) for x in zip(*(_exchanged(d) for _ in range(ITEMS)), strict=True))
    if task == "inverse":
        return Case({"a": matrix.copy()}, {}, {"a": np.linalg.inv(wide(matrix)).astype(d.dtype)})
    a = (stored if task == "solve" else matrix).copy()
    rows = pivots.copy() if task == "solve" else np.zeros_like(pivots)
    arrays: dict[str, Array] = {"a": a, "pivots": rows}
    options, expected = {"trans": d.letter("NTC")} if task == "solve" else {}, {}
    if task != "factor":
        x = d.array(ITEMS, d.n, 2)[..., 0]
        arrays["b"] = (op(matrix, options.get("trans", "N")) @ x[..., None])[..., 0].astype(d.dtype)
        expected["b"] = x
    if task != "solve":
        expected |= {"a": stored, "pivots": pivots}
    return Case(arrays, options, expected)


def _full(make: Callable[[Numbers], Case]) -> Callable[[Numbers], Case]:
    """A case in float32 where halves were asked for, which LAPACK has no routines of."""
    return lambda d: make(d.of("float32") if d.dtype.char == "e" else d)


LAPACK: dict[str, Callable[[Numbers], Case]] = {
    "potrf": _full(_potrf),
    "getrf": _full(_getrf),
    "getrs": _full(partial(_general, factored=True)),
    "gesv": _full(partial(_general, factored=False)),
    "potrs": _full(partial(_systems, factored=True)),
    "qr": _full(_qr),
    "gels": _full(_gels),
    "geqrf": _full(_geqrf),
    "ormqr": _full(_multiplied),
    "orgqr": _full(_orgqr),
    "trtri": _full(_triangle_inverse),
    "potri": _full(_definite_inverse),
    "logdet": _full(_logdet),
    "posv": _full(partial(_systems, factored=False)),
    "potrf_batched": _full(partial(_definite_stack, task="factor")),
    "potrs_batched": _full(partial(_definite_stack, task="solve")),
    "posv_batched": _full(partial(_definite_stack, task="both")),
    "getrf_batched": _full(partial(_general_stack, task="factor")),
    "getrs_batched": _full(partial(_general_stack, task="solve")),
    "gesv_batched": _full(partial(_general_stack, task="both")),
    "inv_batched": _full(partial(_general_stack, task="inverse")),
}
"""By the name of the routine."""
