"""The rest of level 3 on matrices of Dask, block by block: new lazy arrays, where BLAS overwrites.

Of triangular, symmetric and Hermitian matrices only the blocks of the named triangle are used. Blocks on the diagonal go to
the routine itself, the others to products.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.blas.arguments import option
from autoblas.blas.level3.structured import factor_of
from autoblas.dask.graph import Builder, Summand, aligned, check, square
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
    """The product of a symmetric or Hermitian matrix, whose unread triangle is the transpose of the other one."""
    left, lower = option("side", side, "LR") == "L", option("uplo", uplo, "UL") == "L"
    alpha = _check_floats({"a": a, "b": b}, alpha)
    a = square("a", a)
    a, b = _coupled(a, b, left)
    options = {"alpha": alpha, "side": side, "uplo": uplo}
    build = Builder(name, [a, b], options)
    mirrored = "C" if name == "hemm" else "T"
    size = a.dtype.itemsize
    for i, rows in enumerate(b.chunks[0]):
        for j, cols in enumerate(b.chunks[1]):
            outer, width = (i, cols) if left else (j, rows)
            summands = []
            for inner, length in enumerate(a.chunks[0]):
                key_b = (b.name, inner, j) if left else (b.name, i, inner)
                row, col = (outer, inner) if left else (inner, outer)
                nbytes = size * length * (width + a.chunks[0][outer])
                if row == col:
                    summands.append(Summand(name, [(a.name, row, row), key_b], options, nbytes))
                    continue
                stored = (row > col) == lower
                key_a, letter = ((a.name, row, col), "N") if stored else ((a.name, col, row), mirrored)
                summands.append(_product(key_a, letter, key_b, left, alpha, nbytes))
            build.block((i, j), summands)
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
    """The product of a triangular matrix, or the solution of its system by substitution over blocks."""
    left, lower = option("side", side, "LR") == "L", option("uplo", uplo, "UL") == "L"
    letter = option("trans", trans, "NTC")
    option("diag", diag, "NU")
    alpha = _check_floats({"a": a, "b": b}, alpha)
    a = square("a", a)
    a, b = _coupled(a, b, left)
    letters = {"side": side, "uplo": uplo, "trans": trans, "diag": diag}
    build = Builder(name, [a, b], {"alpha": alpha} | letters)
    solves = name == "trsm"
    name_b = build.name if solves else b.name  # substitution multiplies blocks that are solved already
    factor = -1.0 if solves else alpha
    below = lower == (letter == "N")  # the triangle of op(A)
    forward = below == left  # the sum goes over earlier blocks
    count, size = len(a.chunks[0]), a.dtype.itemsize
    for i, rows in enumerate(b.chunks[0]):
        for j, cols in enumerate(b.chunks[1]):
            outer, width = (i, cols) if left else (j, rows)
            diagonal = (a.name, outer, outer)
            if solves:
                summands = [Summand("add", [(b.name, i, j)], {"factor": alpha}, 0)]
            else:
                summands = [Summand("trmm", [diagonal, (b.name, i, j)], {"alpha": alpha} | letters, 0)]
            for inner in range(outer) if forward else range(outer + 1, count):
                key_b = (name_b, inner, j) if left else (name_b, i, inner)
                row, col = (outer, inner) if left else (inner, outer)
                key_a = (a.name, row, col) if letter == "N" else (a.name, col, row)
                nbytes = size * a.chunks[0][inner] * (width + a.chunks[0][outer])
                summands.append(_product(key_a, letter, key_b, left, factor, nbytes))
            build.block((i, j), summands, (diagonal, letters) if solves else None)
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
        trans_b: op(B), by the same letters.

    Returns:
        A lazy matrix of shape ``(n, n)``.

    Raises:
        ArgumentError: an argument does not fit.
    """
    letters = option("trans_a", trans_a, "NTC"), option("trans_b", trans_b, "NTC")
    alpha = _check_floats({"a": a, "b": b}, alpha)
    rows, depth_a = (0, 1) if letters[0] == "N" else (1, 0)
    depth_b, columns = (0, 1) if letters[1] == "N" else (1, 0)
    a, b = aligned(a, b, (depth_a, depth_b))
    a, b = aligned(a, b, (rows, columns))
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
        swapped = np.conj(alpha).item() if name == "her2k" else alpha
        terms = [("a", left, "b", right, alpha), ("b", left, "a", right, swapped)]
    return _update(name, arrays, terms, alpha, uplo, (letter,))


def _update(
    name: str, arrays: dict[str, Any], terms: list[Any], alpha: Any, uplo: str, letters: tuple[str, ...]
) -> Any:
    """One triangle of a sum of products.

    Args:
        name: The routine, which computes the blocks on the diagonal.
        arrays: The operands by the names of their arguments.
        terms: The products: left operand and its letter, right operand and its letter, factor.
        alpha: The factor of the routine.
        uplo: The triangle.
        letters: The letters of the routine: ``trans``, or ``trans_a`` and ``trans_b``.
    """
    lower = option("uplo", uplo, "UL") == "L"
    a = arrays["a"]
    lines, depths = a.chunks if letters[0] == "N" else reversed(a.chunks)
    names = ("trans",) if len(letters) == 1 else ("trans_a", "trans_b")
    options = {"alpha": alpha, "uplo": uplo} | dict(zip(names, letters, strict=True))
    build = Builder(name, list(arrays.values()), options)
    size = a.dtype.itemsize

    def left_key(operand: str, letter: str, row: int, inner: int) -> Any:
        return (arrays[operand].name, *((row, inner) if letter == "N" else (inner, row)))

    def right_key(operand: str, letter: str, column: int, inner: int) -> Any:
        return (arrays[operand].name, *((inner, column) if letter == "N" else (column, inner)))

    for i, rows in enumerate(lines):
        for j, cols in enumerate(lines):
            if i != j and (i > j) != lower:
                build.zeros((i, j), (rows, cols), a.dtype, (a.name, 0, 0))
                continue
            summands: list[Summand] = []
            for inner, depth in enumerate(depths):
                nbytes = size * depth * (rows + cols)
                if i == j:
                    x, letter_x, y, letter_y, _ = terms[0]
                    keys = [left_key(x, letter_x, i, inner), right_key(y, letter_y, i, inner)]
                    summands.append(Summand(name, keys[: len(arrays)], options, nbytes))
                    continue
                for x, letter_x, y, letter_y, factor in terms:
                    keys = [left_key(x, letter_x, i, inner), right_key(y, letter_y, j, inner)]
                    product = {"alpha": factor, "trans_a": letter_x, "trans_b": letter_y}
                    summands.append(Summand("gemm", keys, product, nbytes))
            build.block((i, j), summands)
    return build.array((lines, lines), a.dtype)


def _product(key_a: Any, letter: str, key_b: Any, left: bool, alpha: Any, nbytes: int) -> Summand:
    """The product of a block of A, at the left or right, and a block of B."""
    if left:
        return Summand("gemm", [key_a, key_b], {"alpha": alpha, "trans_a": letter, "trans_b": "N"}, nbytes)
    return Summand("gemm", [key_b, key_a], {"alpha": alpha, "trans_a": "N", "trans_b": letter}, nbytes)


def _coupled(a: Any, b: Any, left: bool) -> tuple[Any, Any]:
    """A and B, with equal blocks along the axis over which their product sums."""
    axis = 0 if left else 1
    if b.shape[axis] != a.shape[0]:
        raise ShapeError("b", f"{a.shape[0]} lines along axis {axis}, like a", f"shape {b.shape}")
    if b.chunks[axis] == a.chunks[0]:
        return a, b
    if a.nbytes < b.nbytes:
        return a.rechunk((b.chunks[axis], b.chunks[axis])), b
    return a, b.rechunk({axis: a.chunks[0]})


def _check_floats(arrays: dict[str, Any], alpha: Any, *, real: bool = False) -> Any:
    """The factor in the operands' type, once they are checked: matrices of Dask, all of one floating-point type.

    Args:
        arrays: The operands by the names of their arguments.
        alpha: The factor.
        real: It must be real.

    Raises:
        ArgumentError: an operand is not, or the factor is none.
    """
    check(arrays)
    first_name, first = next(iter(arrays.items()))
    for name, array in arrays.items():
        precision = precision_of(array.dtype, name)
        if precision.kind == "integer":
            raise PrecisionError(name, "a floating-point type", precision.name)
        if array.dtype != first.dtype:
            raise PrecisionError(name, f"{precision_of(first.dtype).name} like {first_name}", precision.name)
    return factor_of(precision_of(first.dtype), "alpha", alpha, real=real).value
