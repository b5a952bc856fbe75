"""The routines on a matrix and vectors, and the problems that their calls consist of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.cli.routines.arguments import launches, matrix_arguments
from autoblas.cli.routines.routine import FLOATS, HostWork, Routine, dtype_choice, letter, size
from autoblas.precision import precision_of

if TYPE_CHECKING:
    import click

    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["MATRIX_ROUTINES"]

TITLES = {
    "gemv": "y = alpha op(A) x + beta y",
    "gbmv": "y = alpha op(A) x + beta y for a band matrix",
    "symv": "y = alpha A x + beta y for a symmetric matrix",
    "hemv": "y = alpha A x + beta y for a Hermitian matrix",
    "sbmv": "y = alpha A x + beta y for a symmetric band matrix",
    "hbmv": "y = alpha A x + beta y for a Hermitian band matrix",
    "spmv": "y = alpha A x + beta y for a packed symmetric matrix",
    "hpmv": "y = alpha A x + beta y for a packed Hermitian matrix",
    "trmv": "x = op(A) x for a triangular matrix",
    "tbmv": "x = op(A) x for a triangular band matrix",
    "tpmv": "x = op(A) x for a packed triangular matrix",
    "trsv": "the solution of op(A) x = b for a triangular matrix",
    "tbsv": "the solution of op(A) x = b for a triangular band matrix",
    "tpsv": "the solution of op(A) x = b for a packed triangular matrix",
    "ger": "A = alpha x y^T + A",
    "geru": "A = alpha x y^T + A for complex types",
    "gerc": "A = alpha x y^H + A for complex types",
    "syr": "A = alpha x x^T + A for a symmetric matrix",
    "her": "A = alpha x x^H + A for a Hermitian matrix",
    "spr": "A = alpha x x^T + A for a packed symmetric matrix",
    "hpr": "A = alpha x x^H + A for a packed Hermitian matrix",
    "syr2": "A = alpha (x y^T + y x^T) + A for a symmetric matrix",
    "her2": "A = alpha x y^H + conj(alpha) y x^H + A for a Hermitian matrix",
    "spr2": "A = alpha (x y^T + y x^T) + A for a packed symmetric matrix",
    "hpr2": "A = alpha x y^H + conj(alpha) y x^H + A for a packed Hermitian matrix",
}
"""The formula of every routine."""

COMPLEX_ONLY = ("geru", "gerc")


def _types(name: str) -> list[str]:
    """The types that a routine takes."""
    only_complex = name.startswith("h") or name in COMPLEX_ONLY
    return [kind for kind in FLOATS if precision_of(kind).is_complex or not only_complex]


def _launches(
    name: str, facts: Facts, *, n: int, dtype: str, m: int = 0, k: int = 0, **letters: str
) -> tuple[Problem, ...]:
    return launches(name, facts, matrix_arguments(name, dtype, {"m": m or n, "n": n, "k": k}, letters))


def _on_host(name: str, *, n: int, dtype: str, m: int = 0, k: int = 0, **_letters: Any) -> HostWork:
    precision, storage = precision_of(dtype), name[1]
    band = (2 * k + 1 if name == "gbmv" else k + 1) * n
    elements = {"b": band, "p": n * (n + 1) // 2}.get(storage, (m or n) * n)
    return HostWork(name, precision, elements * precision.size)


def _options(name: str) -> tuple[click.Option, ...]:
    """The options of a routine."""
    general = name.startswith("g")
    found = [size("-n", "Columns of the matrix.", required=True), dtype_choice(_types(name))]
    if general:
        found.append(size("-m", "Rows of the matrix.  [default: as -n]", 0, least=0))
    if name[1] == "b":
        found.append(size("-k", "Diagonals stored on each side of the main one.", 1, least=0))
    if not general:
        found.append(letter("--uplo", "UL", "Triangle that is stored: upper (U) or lower (L)."))
    if name in {"gemv", "gbmv"} or name.startswith("t"):
        found.append(
            letter("--trans", "NTC", "op(A): A (N), its transpose (T) or its conjugate transpose (C).")
        )
    if name.startswith("t"):
        found.append(letter("--diag", "NU", "U where the diagonal consists of ones."))
    return tuple(found)


def _sizes(name: str) -> tuple[str, ...]:
    """The options that are sizes, in BLAS's order."""
    return ("m", "n") if name.startswith("g") else ("n",)


MATRIX_ROUTINES = {
    name: Routine(
        name, "2", title, _options(name), partial(_launches, name), partial(_on_host, name), _sizes(name)
    )
    for name, title in TITLES.items()
}
"""The rows of level 2."""
