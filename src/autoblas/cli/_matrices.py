"""The subcommands for routines on a matrix and vectors, and the problems that these routines pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.matvec_problems import Matvec, RankUpdate, Solve
from autoblas.precision import PRECISIONS, precision_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.matvec_problems import Form, Triangle

__all__ = ["MATRIX_ROUTINES", "matrix_command", "matrix_problem"]

MATRIX_ROUTINES = {
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
    "trsv": "op(A) x = b for a triangular matrix",
    "tbsv": "op(A) x = b for a triangular band matrix",
    "tpsv": "op(A) x = b for a packed triangular matrix",
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
"""The formula of every routine that has subcommands of its own, by name."""

COMPLEX_ONLY = ("geru", "gerc")


def _types(name: str) -> list[str]:
    """The types that a routine takes."""
    floats = [p for p in PRECISIONS.values() if p.kind != "integer"]
    only_complex = name.startswith("h") or name in COMPLEX_ONLY
    return [p.name for p in floats if p.is_complex or not only_complex]


def matrix_problem(
    name: str, n: int, dtype: str, m: int = 0, k: int = 1, trans: str = "N", uplo: str = "U", diag: str = "N"
) -> Matvec | RankUpdate | Solve:
    """What a routine computes for NumPy's usual arrays: full matrices by rows, bands and packed triangles by columns.

    Args:
        name: The routine.
        n: Columns of the matrix.
        dtype: Type of the elements.
        m: Rows, of gemv, gbmv and ger; as many as columns where it is 0.
        k: Diagonals of a band on each side of the main one that is stored.
        trans: What op(A) is.
        uplo: The triangle that is stored.
        diag: ``U`` for a diagonal of ones.
    """
    precision = precision_of(dtype)
    upper = uplo == "U"
    triangle: Triangle = "upper" if upper else "lower"
    other: Triangle = "lower" if upper else "upper"
    conjugate = trans == "C" and precision.is_complex
    if name == "gemv":
        return Matvec(m or n, n, precision, across=trans != "N", conjugate=conjugate)
    if name == "gbmv":
        across = trans == "N"
        return Matvec(n, m or n, precision, "general", "band", across=across, conjugate=conjugate, kl=k, ku=k)
    if name.startswith("ge"):
        return RankUpdate(m or n, n, precision, conjugate="cols" if name == "gerc" else "")
    form: Form = (
        "triangular" if name.startswith("t") else "hermitian" if name.startswith("h") else "symmetric"
    )
    banded, in_packs = name[1] == "b", name[1] == "p"
    kept: dict[str, Any] = {"form": form, "triangle": triangle}
    if banded:
        kept |= {"storage": "band", "triangle": other, "kl": k if upper else 0, "ku": 0 if upper else k}
    if in_packs:
        kept |= {"storage": "packed", "triangle": other}
    by_columns = banded or in_packs
    if form == "triangular":
        kept |= {"across": (trans != "N") != by_columns, "conjugate": conjugate, "unit": diag == "U"}
        return (
            Solve(n, n, precision, **kept)
            if name.endswith("sv")
            else Matvec(n, n, precision, in_place=True, **kept)
        )
    if name.endswith("mv"):
        return Matvec(n, n, precision, conjugate=form == "hermitian" and by_columns, **kept)
    side = ("rows" if by_columns else "cols") if form == "hermitian" else ""
    return RankUpdate(n, n, precision, rank=2 if name.endswith("2") else 1, conjugate=side, **kept)  # type: ignore[arg-type]  # one of its three words


def matrix_command(
    name: str,
    verb: str,
    options: Callable[[Callable[..., Any]], Callable[..., Any]],
    act: Callable[..., None],
) -> click.Command:
    """The subcommand that does something to the problem of one routine.

    Args:
        name: The routine.
        verb: What is done, the first word of the help text.
        options: The decorator that adds the options that ``act`` takes.
        act: Called with the problem and those options.
    """

    def run(n: int, dtype: str, **how: Any) -> None:
        said = {key: how.pop(key) for key in ("m", "k", "trans", "uplo", "diag") if key in how}
        act(matrix_problem(name, n, dtype, **said), **how)

    chosen: Callable[..., Any] = options(run)
    for option in reversed(_options(name)):
        chosen = option(chosen)
    return click.command(name, help=f"{verb} {MATRIX_ROUTINES[name]}.")(chosen)


def _options(name: str) -> list[Callable[..., Any]]:
    """What a routine's problem can be told."""
    general = name.startswith("g")
    types = _types(name)
    found = [
        click.option("-n", type=click.IntRange(min=1), required=True, help="Columns of the matrix."),
        click.option(
            "--dtype",
            type=click.Choice(types),
            default=types[0],
            show_default=True,
            help="Type of the elements.",
        ),
    ]
    if general:
        found.append(
            click.option("-m", type=click.IntRange(min=0), default=0, help="Its rows.  [default: as columns]")
        )
    if name[1] == "b":
        words = "Diagonals on each side of the main one that is stored."
        found.append(click.option("-k", type=click.IntRange(min=0), default=1, show_default=True, help=words))
    if name in {"gemv", "gbmv"} or name.startswith("t"):
        letters = click.Choice(["N", "T", "C"])
        found.append(
            click.option("--trans", type=letters, default="N", show_default=True, help="What op(A) is.")
        )
    if not general:
        words = "The triangle that is stored."
        found.append(
            click.option("--uplo", type=click.Choice(["U", "L"]), default="U", show_default=True, help=words)
        )
    if name.startswith("t"):
        words = "U for a diagonal of ones."
        found.append(
            click.option("--diag", type=click.Choice(["N", "U"]), default="N", show_default=True, help=words)
        )
    return found
