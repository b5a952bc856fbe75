"""Adapters from calls of SciPy's wrappers of levels 2 and 3 to routines of autoblas.

An adapter takes the arguments of a call as a ``Frame`` and returns what SciPy returns. A function here that takes a
routine returns an adapter to that routine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas import routines
from autoblas.compat._scipy_vectors import unshared

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.compat._f2py import Frame

__all__ = [
    "gbmv",
    "gemm",
    "gemv",
    "outer_product",
    "rank_k",
    "symmetric_matmul",
    "symmetric_matvec",
    "triangle_update",
    "triangular_matmul",
    "triangular_matvec",
]

LETTERS = "NTC"


def _uplo(f: Frame) -> str:
    return "L" if f.flag("lower") else "U"


def _product(f: Frame, routine: Callable[..., Any], a: Any, rows: int, cols: int, **options: Any) -> Any:
    """Compute y = alpha op(A) x + beta y by a routine; op(A) has ``rows`` and ``cols``."""
    x, _ = f.vector("x", f.array("x", 1), cols)
    step, start = abs(f.integer("incy", 1)), f.integer("offy", 0)
    result, flat = f.output("y", (1 + start + (rows - 1) * step,))
    y, _ = f.vector("y", flat, rows)
    factors = {"alpha": f.number("alpha"), "beta": f.number("beta")}
    routine(unshared(a, y), unshared(x, y), y, **factors, **options)
    return result


def gemv(f: Frame) -> Any:
    """Compute y = alpha op(A) x + beta y."""
    a, trans = f.array("a", 2), f.flag("trans", 2)
    rows, cols = a.shape if trans == 0 else a.shape[::-1]
    return _product(f, routines.gemv, a, rows, cols, trans=LETTERS[trans])


def gbmv(f: Frame) -> Any:
    """Compute y = alpha op(A) x + beta y for a band matrix A."""
    a, trans = f.array("a", 2), f.flag("trans", 2)
    kl, ku = (f.integer(name, 0, lambda k: k >= 0) for name in ("kl", "ku"))
    m = f.integer("m", 0, lambda size: size >= ku + kl + 1)
    n = f.integer("n", 0, lambda size: size == a.shape[1])
    rows, cols = (m, n) if trans == 0 else (n, m)
    if a.shape[0] < kl + ku + 1:  # Netlib refuses it
        return _product(f, _leave_unchanged, a, rows, cols)
    band, letter = a[: kl + ku + 1], LETTERS[trans]
    return _product(f, routines.gbmv, band, rows, cols, kl=kl, ku=ku, shape=(m, n), trans=letter)


def _leave_unchanged(*_operands: Any, **_options: Any) -> None:
    """Compute nothing, as Netlib does where it refuses its arguments."""


def _square(f: Frame) -> Any:
    a = f.array("a", 2)
    f.check(a.shape[0] == a.shape[1], "shape(a,0)==shape(a,1)")
    return a


def _band(f: Frame) -> tuple[Any, int]:
    """The diagonals of a triangle up to number k, and the order of the matrix."""
    a = f.array("a", 2)
    k = f.integer("k", 0, lambda count: 0 <= count <= a.shape[0] - 1)
    return a[: k + 1], a.shape[1]


def _stored(f: Frame, storage: str) -> tuple[Any, int]:
    """A matrix that is only read, in its storage (``full``, ``band`` or ``packed``), and its order."""
    if storage == "full":
        a = _square(f)
        return a, a.shape[0]
    if storage == "band":
        return _band(f)
    ap = f.array("ap", 1)
    n = f.integer("n", 0, lambda size: size >= 0)
    f.check(ap.size >= n * (n + 1) // 2, "len(ap)>=(n*(n+1)/2)")
    return ap[: n * (n + 1) // 2], n


def symmetric_matvec(routine: Callable[..., Any], storage: str) -> Callable[[Frame], Any]:
    """An adapter for y = alpha A x + beta y with a symmetric or Hermitian A."""

    def compute(f: Frame) -> Any:
        a, n = _stored(f, storage)
        return _product(f, routine, a, n, n, uplo=_uplo(f))

    return compute


def triangular_matvec(routine: Callable[..., Any], storage: str) -> Callable[[Frame], Any]:
    """An adapter for x = op(A) x, or the solution of op(A) x = b, with a triangular A."""

    def compute(f: Frame) -> Any:
        a, n = _stored(f, storage)
        uplo, trans, diag = _uplo(f), LETTERS[f.flag("trans", 2)], "NU"[f.flag("diag")]
        result, flat = f.output("x")
        x, _ = f.vector("x", flat, n)
        routine(unshared(a, x), x, uplo=uplo, trans=trans, diag=diag)
        return result

    return compute


def outer_product(routine: Callable[..., Any]) -> Callable[[Frame], Any]:
    """An adapter for A = alpha x y' + A."""

    def compute(f: Frame) -> Any:
        x, y = f.array("x", 1), f.array("y", 1)
        steps = [f.integer(f"inc{name}", 1, lambda step: step in {1, -1}) for name in "xy"]
        result, a = f.output("a", (x.size, y.size), rank=2)
        operands = unshared(x[:: steps[0]], a), unshared(y[:: steps[1]], a)
        routine(*operands, a, alpha=f.number("alpha"))
        return result

    return compute


def _ranked(f: Frame, names: str) -> int:
    """The order of a matrix that vectors update: n, by default the smaller length of the vectors."""
    sizes = []
    for name in names:
        array = f.array(name, 1)
        step = abs(f.integer(f"inc{name}", 1)) or 1
        sizes.append((array.size - 1 - f.integer(f"off{name}", 0)) // step + 1)
    return f.integer("n", min(sizes), lambda size: size >= 0)


def triangle_update(
    routine: Callable[..., Any], storage: str, names: str, *, real: bool = False
) -> Callable[[Frame], Any]:
    """An adapter that adds alpha times a product of vectors to a triangle of a matrix."""

    def compute(f: Frame) -> Any:
        uplo, alpha = _uplo(f), f.number("alpha", real=real)
        n = f.integer("n", 0, lambda size: size >= 0) if storage == "packed" else _ranked(f, names)
        vectors = [f.vector(name, f.array(name, 1), n)[0] for name in names]
        if storage == "packed":
            result, target = f.output("ap")
            f.check(target.size >= n * (n + 1) // 2, "len(ap)>=(n*(n+1)/2)")
            target = target[: n * (n + 1) // 2]
        else:
            result, target = f.output("a", (n, n), rank=2)
        vectors = [unshared(x, result) for x in vectors]
        routine(*vectors, target, alpha=alpha, uplo=uplo)
        return result

    return compute


def gemm(f: Frame) -> Any:
    """Compute C = alpha op(A) op(B) + beta C."""
    a, b = f.array("a", 2), f.array("b", 2)
    flips = f.flag("trans_a", 2), f.flag("trans_b", 2)
    (m, k), (depth, n) = (x.shape[::-1] if flip else x.shape for x, flip in zip((a, b), flips, strict=True))
    f.check(depth == k, "trans_b?kb==k:ldb==k")
    result, c = f.output("c", (m, n), rank=2)
    letters: dict[str, Any] = {"trans_a": LETTERS[flips[0]], "trans_b": LETTERS[flips[1]]}
    operands = unshared(a, c), unshared(b, c)
    routines.gemm(*operands, c=c, alpha=f.number("alpha"), beta=f.number("beta"), **letters)
    return result


def symmetric_matmul(routine: Callable[..., Any]) -> Callable[[Frame], Any]:
    """An adapter for C = alpha A B + beta C, or alpha B A + beta C, with a symmetric or Hermitian A."""

    def compute(f: Frame) -> Any:
        a, b = f.array("a", 2), f.array("b", 2)
        side, uplo = f.flag("side"), _uplo(f)
        m, n = (b.shape[0], a.shape[1]) if side else (a.shape[0], b.shape[1])
        f.check(b.shape[1] == a.shape[0] if side else a.shape[1] == b.shape[0], "side? kb==lda : ka==ldb")
        result, c = f.output("c", (m, n), rank=2)
        order, rows = (m, b.shape[0]) if side == 0 else (n, a.shape[0])
        if rows < order:  # Netlib refuses it
            return result
        a, b = a[:order, :order], b[:, :order] if side else b[:order]
        factors = {"alpha": f.number("alpha"), "beta": f.number("beta")}
        routine(unshared(a, c), unshared(b, c), c=c, **factors, side="LR"[side], uplo=uplo)
        return result

    return compute


def rank_k(
    routine: Callable[..., Any], *, pair: bool = False, hermitian: bool = False
) -> Callable[[Frame], Any]:
    """An adapter for a triangle of C = alpha A A' + beta C; options that BLAS does not define leave C unchanged."""

    def compute(f: Frame) -> Any:
        trans, uplo = f.flag("trans", 2), _uplo(f)
        operands = [f.array(name, 2) for name in ("a", "b")[: 1 + pair]]
        row_axis, depth_axis = (1, 0) if trans else (0, 1)
        n = operands[0].shape[row_axis]
        f.check(len({x.shape[depth_axis] for x in operands}) == 1, "trans ? lda==ldb: ka==kb")
        result, c = f.output("c", (n, n), rank=2)
        letter = LETTERS[trans]
        undefined = f.dtype.kind == "c" and letter == ("T" if hermitian else "C")
        if undefined or operands[-1].shape[row_axis] < n:
            return result
        operands = [x[:, :n] if trans else x[:n] for x in operands]
        letter = "T" if letter == "C" and not hermitian else letter
        alpha = f.number("alpha", real=hermitian and not pair)
        factors = {"alpha": alpha, "beta": f.number("beta", real=hermitian)}
        routine(*(unshared(x, c) for x in operands), c=c, **factors, trans=letter, uplo=uplo)
        return result

    return compute


def triangular_matmul(routine: Callable[..., Any], *, solves: bool = False) -> Callable[[Frame], Any]:
    """An adapter for B = alpha op(A) B or B = alpha B op(A), or the solutions of such systems, with a triangular A."""

    def compute(f: Frame) -> Any:
        a, (result, b) = f.array("a", 2), f.output("b", rank=2)
        side, uplo = f.flag("side"), _uplo(f)
        trans, diag = LETTERS[f.flag("trans_a", 2)], "NU"[f.flag("diag")]
        n = b.shape[1 if side else 0]
        if solves:
            f.check(a.shape == (n, n), "shape(a,0)==(side?n:m) && shape(a,0)==shape(a,1)")
        else:
            f.check(n <= a.shape[1] <= a.shape[0], "k>=(side?n:m) && k<=shape(a, 0)")
        letters = {"side": "LR"[side], "uplo": uplo, "trans": trans, "diag": diag}
        routine(unshared(a[:n, :n], b), b, alpha=f.number("alpha"), **letters)
        return result

    return compute
