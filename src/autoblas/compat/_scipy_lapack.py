"""Adapters from calls of SciPy's wrappers of LAPACK to routines of autoblas.

An adapter takes the arguments of a call as a ``Frame`` and returns what SciPy returns, ``info`` last. Where ``info`` is
not 0, right-hand sides are as they were. A number of a row that is no pivot counts from 1, as in LAPACK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas import routines

if TYPE_CHECKING:
    from autoblas.compat._f2py import Frame

__all__ = [
    "geqrf",
    "gesv",
    "getrf",
    "getrs",
    "orgqr",
    "ormqr",
    "posv",
    "potrf",
    "potri",
    "potrs",
    "trtri",
    "trtrs",
]

TRANS: Any = "NTC"
DIAG: Any = "NU"
"""The letters of BLAS for the numbers of options."""


def _uplo(f: Frame) -> Any:
    return "L" if f.flag("lower") else "U"


def _overwritten(f: Frame, name: str) -> Any:
    """A square matrix for the result: the argument where it may be overwritten, else a copy."""
    a, _ = f.output(name, rank=2)
    f.check(a.ndim == 2 and a.shape[0] == a.shape[1], f"shape({name},0)==shape({name},1)")
    return a


def _read(f: Frame, name: str) -> Any:
    """A square matrix that is only read."""
    a = f.array(name, 2)
    f.check(a.shape[0] == a.shape[1], f"shape({name},0)==shape({name},1)")
    return a


def _sides(f: Frame, a: Any, name: str) -> tuple[Any, Any]:
    """Right-hand sides, as the call returns them and as a matrix; ``name`` is that of the matrix before them."""
    result, b = f.output("b", rank=2)
    f.check(b.shape[0] == a.shape[0], f"shape({name},0)==shape(b,0)")
    return result, b


def _pivots(f: Frame, a: Any) -> Any:
    """The rows that rows were exchanged with."""
    pivots = np.ascontiguousarray(np.ravel(f.value("piv")), np.int32)
    f.check(len(pivots) == a.shape[0], "len(piv)==n")
    f.check(bool(np.all((pivots >= 0) & (pivots < max(len(pivots), 1)))), "0<=piv[i]<n")
    return pivots


def _factor(a: Any, uplo: Any) -> int:
    """Put Cholesky's factor in a triangle of A."""
    info = np.zeros(1, np.int32)
    routines.potrf(a, uplo=uplo, info=info)
    return int(info[0])


def _factor_lu(a: Any) -> tuple[Any, int]:
    """Put the factors L and U in the place of A."""
    info = np.zeros(1, np.int32)
    _, pivots = routines.getrf(a, info=info)
    return pivots, int(info[0])


def potrf(f: Frame) -> Any:
    """Cholesky's factor; the other triangle becomes zero where ``clean`` is not 0."""
    a, uplo, clean = _overwritten(f, "a"), _uplo(f), f.integer("clean", 1, lambda value: value in {0, 1})
    info = _factor(a, uplo)
    if clean:
        rows, cols = np.tril_indices(len(a), -1) if uplo == "U" else np.triu_indices(len(a), 1)
        a[rows, cols] = 0
    return a, info


def potrs(f: Frame) -> Any:
    """Solutions of systems from Cholesky's factor."""
    c = _read(f, "c")
    result, b = _sides(f, c, "c")
    routines.potrs(c, b, uplo=_uplo(f))
    return result, 0


def posv(f: Frame) -> Any:
    """Cholesky's factor, and solutions of systems."""
    a, uplo = _overwritten(f, "a"), _uplo(f)
    result, b = _sides(f, a, "a")
    info = _factor(a, uplo)
    if info == 0:
        routines.potrs(a, b, uplo=uplo)
    return a, result, info


def potri(f: Frame) -> Any:
    """A triangle of the inverse, from Cholesky's factor."""
    c, uplo = _overwritten(f, "c"), _uplo(f)
    info = _zero_on_diagonal(c)
    if info == 0:
        routines.potri(c, uplo=uplo)
    return c, info


def trtri(f: Frame) -> Any:
    """The inverse of a triangle."""
    c, uplo, unit = _overwritten(f, "c"), _uplo(f), f.flag("unitdiag")
    info = 0 if unit else _zero_on_diagonal(c)
    if info == 0:
        routines.trtri(c, uplo=uplo, diag=DIAG[unit])
    return c, info


def trtrs(f: Frame) -> Any:
    """Solutions of systems with a triangle."""
    a, uplo, trans, unit = _read(f, "a"), _uplo(f), f.flag("trans", 2), f.flag("unitdiag")
    result, b = _sides(f, a, "a")
    info = 0 if unit else _zero_on_diagonal(a)
    if info == 0:
        routines.trsm(a, b, uplo=uplo, trans=TRANS[trans], diag=DIAG[unit])
    return result, info


def getrf(f: Frame) -> Any:
    """The factors L and U with exchanged rows."""
    a, _ = f.output("a", rank=2)
    pivots, info = _factor_lu(a)
    return a, pivots, info


def getrs(f: Frame) -> Any:
    """Solutions of systems from the factors L and U."""
    a, trans = _read(f, "lu"), f.flag("trans", 2)
    pivots = _pivots(f, a)
    result, b = _sides(f, a, "lu")
    routines.getrs(a, pivots, b, trans=TRANS[trans])
    return result, 0


def gesv(f: Frame) -> Any:
    """The factors L and U, and solutions of systems."""
    a = _overwritten(f, "a")
    result, b = _sides(f, a, "a")
    pivots, info = _factor_lu(a)
    if info == 0:
        routines.getrs(a, pivots, b)
    return a, pivots, result, info


def geqrf(f: Frame) -> Any:
    """Householder's factors Q and R."""
    a, _ = f.output("a", rank=2)
    tau = np.zeros(min(a.shape), f.dtype)
    work, queried = _work(f, a.shape[1])
    if not queried:
        routines.geqrf(a, tau)
    return a, tau, work, 0


def orgqr(f: Frame) -> Any:
    """Q of Householder's factors, with as many columns as these."""
    a, _ = f.output("a", rank=2)
    tau = f.array("tau", 1)
    work, queried = _work(f, a.shape[1])
    info = -2 if a.shape[0] < a.shape[1] else -3 if len(tau) > a.shape[1] else 0
    if not info and not queried:
        routines.orgqr(a, np.ascontiguousarray(tau))
    return a, work, info


def ormqr(f: Frame) -> Any:
    """Products with Q of Householder's factors, of as many rows as C has along Q."""
    adjoint = "C" if f.dtype.kind == "c" else "T"
    side, trans = (_letter(f, *words) for words in (("side", "LR"), ("trans", f"N{adjoint}")))
    a, tau = f.array("a", 2), f.array("tau", 1)
    f.check(len(tau) == a.shape[1], "len(tau)==shape(a,1)")
    result, c = f.output("c", rank=2)
    rows, least = c.shape if side == "L" else c.shape[::-1]
    f.check(len(tau) <= rows <= a.shape[0], "k<=m<=shape(a,0)")
    work, queried = _work(f, least)
    if not queried:
        routines.ormqr(a[:rows], np.ascontiguousarray(tau), c, side=side, trans=trans)
    return result, work, 0


def _letter(f: Frame, name: str, letters: str) -> Any:
    """An option that is one of some letters, as text or bytes."""
    value = f.value(name)
    letter = value.decode() if isinstance(value, bytes) else value
    f.check(letter in tuple(letters), f"{name} in {letters}")
    return letter


def _work(f: Frame, least: int) -> tuple[Any, bool]:
    """LAPACK's working memory, whose first element says how much is needed, and whether that alone is asked for."""
    size = f.integer("lwork", max(3 * least, 1))
    f.check(size >= least or size == -1, f"lwork>={least}||lwork==-1")
    work = np.zeros(max(size, 1), f.dtype)
    work[0] = max(least, 1)
    return work, size == -1


def _zero_on_diagonal(a: Any) -> int:
    """The first zero on the diagonal, from 1, or 0."""
    zeros = np.flatnonzero(np.diagonal(a) == 0)
    return int(zeros[0]) + 1 if len(zeros) else 0
