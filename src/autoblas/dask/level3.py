"""The rest of level 3 on matrices of Dask, block by block: new lazy arrays, where BLAS overwrites.

Of triangular, symmetric and Hermitian matrices only the blocks of the named triangle are used. Blocks on the diagonal go to
the routine itself, the others to products.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.blas.arguments import option
from autoblas.blas.level3.structured import factor_of
from autoblas.dask.graph import Builder, aligned, check, square
from autoblas.errors import PrecisionError, ShapeError
from autoblas.precision import precision_of

__all__ = ["gemmt", "hemm", "her2k", "herk", "symm", "syr2k", "syrk", "trmm", "trsm"]


def symm(a: Any, b: Any, *, alpha: complex = 1.0, side: str = "L", uplo: str = "U") -> Any:
    """Alpha A B for a symmetric A, or alpha B A with ``side="R"``.

    Args:
        a: Symmetric matrix of Dask of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one triangle is read.
        b: Matrix of Dask of shape ``(m, n)``, of the same floating-point type.
        alpha: The factor of the product.
        side: ``"L"`` for A B, ``"R"`` for B A.
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.

    Returns:
        A lazy matrix of shape ``(m, n)``.

    Raises:
        ArgumentError: an argument does not fit.
    """
    return _mirrored("symm", a, b, alpha, side, uplo)


def hemm(a: Any, b: Any, *, alpha: complex = 1.0, side: str = "L", uplo: str = "U") -> Any:
    """Alpha A B for a Hermitian A, or alpha B A with ``side="R"``; arguments, result and errors are those of ``symm``."""
    return _mirrored("hemm", a, b, alpha, side, uplo)


def _mirrored(name: str, a: Any, b: Any, alpha: Any, side: str, uplo: str) -> Any:
    left, lower = option("side", side, "LR") == "L", option("uplo", uplo, "UL") == "L"
    alpha = _check_floats({"a": a, "b": b}, alpha)
    a = square("a", a)
    a, b = _coupled(a, b, left)
    build = Builder(name, [a, b], {"alpha": alpha, "side": side, "uplo": uplo})
    turned = "C" if name == "hemm" else "T"
    size = a.dtype.itemsize
    for i, rows in enumerate(b.chunks[0]):
        for j, cols in enumerate(b.chunks[1]):
            place, across = (i, cols) if left else (j, rows)
            terms = []
            for number, length in enumerate(a.chunks[0]):
                other = (b.name, number, j) if left else (b.name, i, number)
                # A's block in the row and column that this sum goes through.
                row, col = (place, number) if left else (number, place)
                nbytes = size * length * (across + a.chunks[0][place])
                if row == col:
                    options = {"alpha": alpha, "side": side, "uplo": uplo}
                    terms.append((name, [(a.name, row, row), other], options, nbytes))
                    continue
                stored = (row > col) == lower
                key, letter = ((a.name, row, col), "N") if stored else ((a.name, col, row), turned)
                terms.append(_product(key, letter, other, "N", left, alpha, nbytes))
            build.block((i, j), terms)
    return build.array(b.chunks, b.dtype)


def trmm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
) -> Any:
    """Alpha op(A) B for a triangular A, or alpha B op(A) with ``side="R"``.

    Args:
        a: Triangular matrix of Dask of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``, of which one triangle is read.
        b: Matrix of Dask of shape ``(m, n)``, of the same floating-point type.
        alpha: The factor of the product.
        side: ``"L"`` for op(A) B, ``"R"`` for B op(A).
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.

    Returns:
        A lazy matrix of shape ``(m, n)``.

    Raises:
        ArgumentError: an argument does not fit.
    """
    return _triangular("trmm", a, b, alpha, side, uplo, trans, diag)


def trsm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
) -> Any:
    """Solve op(A) X = alpha B for a triangular A, or X op(A) = alpha B with ``side="R"``.

    Arguments, result and errors are those of ``trmm``. Blocks of X depend on those that are solved before them, so that as
    many workers have work as there are blocks across.
    """
    return _triangular("trsm", a, b, alpha, side, uplo, trans, diag)


def _triangular(name: str, a: Any, b: Any, alpha: Any, side: str, uplo: str, trans: str, diag: str) -> Any:
    left, lower = option("side", side, "LR") == "L", option("uplo", uplo, "UL") == "L"
    letter = option("trans", trans, "NTC")
    option("diag", diag, "NU")
    alpha = _check_floats({"a": a, "b": b}, alpha)
    a = square("a", a)
    a, b = _coupled(a, b, left)
    letters = {"side": side, "uplo": uplo, "trans": trans, "diag": diag}
    build = Builder(name, [a, b], {"alpha": alpha} | letters)
    below = lower == (letter == "N")  # the triangle of op(A)
    count, size = len(a.chunks[0]), a.dtype.itemsize
    for i, rows in enumerate(b.chunks[0]):
        for j, cols in enumerate(b.chunks[1]):
            place, across = (i, cols) if left else (j, rows)
            before = below == left  # the sum goes through earlier blocks
            through = range(place) if before else range(place + 1, count)
            diagonal = (a.name, place, place)
            known = build.name if name == "trsm" else b.name
            terms: list[Any] = []
            if name == "trsm":
                terms.append(("add", [(b.name, i, j)], {"factor": alpha}, 0))
            for number in through:
                other = (known, number, j) if left else (known, i, number)
                row, col = (place, number) if left else (number, place)
                key = (a.name, row, col) if letter == "N" else (a.name, col, row)
                nbytes = size * a.chunks[0][number] * (across + a.chunks[0][place])
                factor = -1.0 if name == "trsm" else alpha
                terms.append(_product(key, letter, other, "N", left, factor, nbytes))
            if name == "trsm":
                build.block((i, j), terms, (diagonal, letters))
            else:
                options = {"alpha": alpha} | letters
                terms.insert(0, ("trmm", [diagonal, (b.name, i, j)], options, 0))
                build.block((i, j), terms)
    return build.array(b.chunks, b.dtype)


def gemmt(
    a: Any, b: Any, *, alpha: complex = 1.0, uplo: str = "U", trans_a: str = "N", trans_b: str = "N"
) -> Any:
    """One triangle of alpha op(A) op(B), with zeros in the other.

    Args:
        a: Matrix of Dask of shape ``(n, k)``, or ``(k, n)`` where ``trans_a`` is not ``"N"``.
        b: Matrix of Dask of shape ``(k, n)``, or ``(n, k)`` where ``trans_b`` is not ``"N"``, of the same floating-point
            type.
        alpha: The factor of the product.
        uplo: ``"U"`` for the upper triangle, ``"L"`` for the lower one.
        trans_a: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        trans_b: op(B) likewise.

    Returns:
        A lazy matrix of shape ``(n, n)``.

    Raises:
        ArgumentError: an argument does not fit.
    """
    letters = option("trans_a", trans_a, "NTC"), option("trans_b", trans_b, "NTC")
    alpha = _check_floats({"a": a, "b": b}, alpha)
    lines, depth = (0, 1) if letters[0] == "N" else (1, 0)
    deep, across = (0, 1) if letters[1] == "N" else (1, 0)
    a, b = aligned(a, b, (depth, deep))
    a, b = aligned(a, b, (lines, across))
    return _update(
        "gemmt", {"a": a, "b": b}, [("a", letters[0], "b", letters[1], alpha)], alpha, uplo, letters
    )


def syrk(a: Any, *, alpha: complex = 1.0, uplo: str = "U", trans: str = "N") -> Any:
    """One triangle of alpha A A^T, or alpha A^T A with ``trans="T"``, with zeros in the other.

    Args:
        a: Matrix of Dask of shape ``(n, k)``, or ``(k, n)`` with ``trans="T"``, of a floating-point type.
        alpha: The factor of the product.
        uplo: ``"U"`` for the upper triangle, ``"L"`` for the lower one.
        trans: ``"N"`` or ``"T"``.

    Returns:
        A lazy matrix of shape ``(n, n)``.

    Raises:
        ArgumentError: an argument does not fit.
    """
    return _ranked("syrk", {"a": a}, alpha, uplo, trans)


def herk(a: Any, *, alpha: float = 1.0, uplo: str = "U", trans: str = "N") -> Any:
    """One triangle of alpha A A^H, or alpha A^H A with ``trans="C"``; otherwise like ``syrk``."""
    return _ranked("herk", {"a": a}, alpha, uplo, trans)


def syr2k(a: Any, b: Any, *, alpha: complex = 1.0, uplo: str = "U", trans: str = "N") -> Any:
    """One triangle of alpha (A B^T + B A^T), or alpha (A^T B + B^T A) with ``trans="T"``; otherwise like ``syrk``."""
    return _ranked("syr2k", {"a": a, "b": b}, alpha, uplo, trans)


def her2k(a: Any, b: Any, *, alpha: complex = 1.0, uplo: str = "U", trans: str = "N") -> Any:
    """One triangle of alpha A B^H + conj(alpha) B A^H, or with ``trans="C"`` of alpha A^H B + conj(alpha) B^H A."""
    return _ranked("her2k", {"a": a, "b": b}, alpha, uplo, trans)


def _ranked(name: str, arrays: dict[str, Any], alpha: Any, uplo: str, trans: str) -> Any:
    """The terms of an update of rank k, or 2k."""
    hermitian = name.startswith("her")
    flip = "C" if hermitian else "T"
    letter = option("trans", trans, "N" + flip)
    alpha = _check_floats(arrays, alpha, real=name == "herk")
    if "b" in arrays:
        a, b = arrays["a"], arrays["b"]
        if a.shape != b.shape:
            raise ShapeError("b", f"shape {a.shape}, like a", f"shape {b.shape}")
        arrays = {"a": a, "b": b.rechunk(a.chunks)}
    left, right = ("N", flip) if letter == "N" else (flip, "N")
    if "b" not in arrays:
        terms = [("a", left, "a", right, alpha)]
    else:
        other = np.conj(alpha).item() if name == "her2k" else alpha
        terms = [("a", left, "b", right, alpha), ("b", left, "a", right, other)]
    return _update(name, arrays, terms, alpha, uplo, (letter,))


def _update(
    name: str, arrays: dict[str, Any], terms: list[Any], alpha: Any, uplo: str, letters: tuple[str, ...]
) -> Any:
    """One triangle of a sum of products."""
    lower = option("uplo", uplo, "UL") == "L"
    a = arrays["a"]
    flipped = letters[0] != "N"
    lines, depths = (a.chunks[1], a.chunks[0]) if flipped else a.chunks
    words = {"trans": letters[0]} if len(letters) == 1 else {"trans_a": letters[0], "trans_b": letters[1]}
    build = Builder(name, list(arrays.values()), {"alpha": alpha, "uplo": uplo} | words)
    size = a.dtype.itemsize

    def key(operand: str, letter: str, line: int, depth: int, *, on_left: bool) -> Any:
        row_first = (letter == "N") == on_left
        return (arrays[operand].name, line, depth) if row_first else (arrays[operand].name, depth, line)

    for i, rows in enumerate(lines):
        for j, cols in enumerate(lines):
            if i != j and (i > j) != lower:
                build.zeros((i, j), (rows, cols), a.dtype, (a.name, 0, 0))
                continue
            found: list[Any] = []
            for number, depth in enumerate(depths):
                nbytes = size * depth * (rows + cols)
                if i == j:
                    x, how, y, other, _ = terms[0]
                    operands = [key(x, how, i, number, on_left=True)]
                    if len(arrays) > 1:
                        operands.append(key(y, other, i, number, on_left=False))
                    found.append((name, operands, {"alpha": alpha, "uplo": uplo} | words, nbytes))
                    continue
                for x, how, y, other, factor in terms:
                    left = key(x, how, i, number, on_left=True)
                    right = key(y, other, j, number, on_left=False)
                    found.append(_product(left, how, right, other, True, factor, nbytes))
            build.block((i, j), found)
    return build.array((lines, lines), a.dtype)


def _product(
    key: Any, letter: str, other: Any, other_letter: str, left: bool, alpha: Any, nbytes: int
) -> tuple[str, list[Any], dict[str, Any], int]:
    """A product of two blocks as a term."""
    pair = [(key, letter), (other, other_letter)]
    if not left:
        pair.reverse()
    options = {"alpha": alpha, "trans_a": pair[0][1], "trans_b": pair[1][1]}
    return "gemm", [pair[0][0], pair[1][0]], options, nbytes


def _coupled(a: Any, b: Any, left: bool) -> tuple[Any, Any]:
    """A, and B cut as A is along the side that A couples."""
    axis = 0 if left else 1
    if b.shape[axis] != a.shape[0]:
        raise ShapeError("b", f"{a.shape[0]} lines along axis {axis}, like a", f"shape {b.shape}")
    if b.chunks[axis] == a.chunks[0]:
        return a, b
    if a.nbytes < b.nbytes:
        return a.rechunk((b.chunks[axis], b.chunks[axis])), b
    return a, b.rechunk({axis: a.chunks[0]})


def _check_floats(arrays: dict[str, Any], alpha: Any, *, real: bool = False) -> Any:
    """The factor, rounded as it is used. See that operands are matrices of Dask, all of one floating-point type.

    Args:
        arrays: The operands by the names of their arguments.
        alpha: The factor.
        real: It must be real.

    Raises:
        ArgumentError: an operand is not, or the factor is none.
    """
    check(arrays)
    first, model = next(iter(arrays.items()))
    for name, array in arrays.items():
        kind = precision_of(array.dtype, name)
        if kind.kind == "integer":
            raise PrecisionError(name, "a floating-point type", kind.name)
        if array.dtype != model.dtype:
            raise PrecisionError(name, f"{precision_of(model.dtype).name} like {first}", kind.name)
    return factor_of(precision_of(model.dtype), "alpha", alpha, real=real).value
