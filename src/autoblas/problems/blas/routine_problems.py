"""Problems of the routines of levels 1 and 2, for arrays as NumPy stores them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.precision import FLOAT32, FLOAT64, precision_of
from autoblas.problems.matvec import Matvec, RankUpdate, Solve
from autoblas.problems.vector import MAPS, Map, Reduce, norm_accumulator

if TYPE_CHECKING:
    from autoblas.problems.base import MatrixForm
    from autoblas.problems.matvec import Triangle

__all__ = ["matrix_problem", "vector_problem"]


def vector_problem(
    name: str, n: int, dtype: str, *, strided: bool = False, doubles: bool, items: int = 1
) -> Map | Reduce:
    """The problem of a routine for vectors of one length.

    Args:
        name: The routine.
        n: Elements of a vector.
        dtype: Their type.
        strided: They are not adjacent.
        doubles: The device computes in float64.
        items: Sets of vectors, of a map.
    """
    precision = precision_of(dtype)
    if name in MAPS:
        return Map(name, n, precision, strided, items=items)
    if name == "nrm2":
        return Reduce(name, n, precision, norm_accumulator(precision, doubles=doubles), strided=strided)
    if name == "sdsdot":
        return Reduce(name, n, FLOAT32, FLOAT64, strided=strided)
    if name == "dsdot":
        return Reduce("dot", n, FLOAT32, FLOAT64, FLOAT64, strided=strided)
    if name == "dotu" or (name == "dotc" and not precision.is_complex):
        name = "dot"
    return Reduce(name, n, precision, strided=strided)


def matrix_problem(
    name: str, n: int, dtype: str, m: int = 0, k: int = 1, trans: str = "N", uplo: str = "U", diag: str = "N",
    ku: int | None = None,
) -> Matvec | RankUpdate | Solve:  # fmt: skip
    """The problem of a routine for NumPy's usual arrays: full matrices by rows, bands and packed triangles by columns.

    Args:
        name: The routine.
        n: Columns of the matrix.
        dtype: Type of the elements.
        m: Rows, of gemv, gbmv and ger; as many as columns where it is 0.
        k: Diagonals stored on each side of the main one, of a band; of gbmv those below it.
        trans: op(A) is A (``N``), its transpose (``T``) or its conjugate transpose (``C``).
        uplo: The triangle that is stored.
        diag: ``U`` for a diagonal of ones.
        ku: Diagonals above the main one, of gbmv; as many as below where it is not given.
    """
    precision = precision_of(dtype)
    upper = uplo == "U"
    triangle: Triangle = "upper" if upper else "lower"
    opposite: Triangle = "lower" if upper else "upper"
    conjugate = trans == "C" and precision.is_complex
    if name == "gemv":
        return Matvec(m or n, n, precision, across=trans != "N", conjugate=conjugate)
    if name == "gbmv":
        across = trans == "N"
        return Matvec(n, m or n, precision, "general", "band", across=across, conjugate=conjugate,
                      kl=k if ku is None else ku, ku=k)  # fmt: skip
    if name.startswith("ge"):
        return RankUpdate(m or n, n, precision, conjugate="cols" if name == "gerc" else "")
    form: MatrixForm = (
        "triangular" if name.startswith("t") else "hermitian" if name.startswith("h") else "symmetric"
    )
    banded, in_packs = name[1] == "b", name[1] == "p"
    options: dict[str, Any] = {"form": form, "triangle": triangle}
    if banded:
        options |= {"storage": "band", "triangle": opposite, "kl": k if upper else 0, "ku": 0 if upper else k}
    if in_packs:
        options |= {"storage": "packed", "triangle": opposite}
    by_columns = banded or in_packs
    if form == "triangular":
        options |= {"across": (trans != "N") != by_columns, "conjugate": conjugate, "unit": diag == "U"}
        return (
            Solve(n, n, precision, **options)
            if name.endswith("sv")
            else Matvec(n, n, precision, in_place=True, **options)
        )
    if name.endswith("mv"):
        return Matvec(n, n, precision, conjugate=form == "hermitian" and by_columns, **options)
    side = ("rows" if by_columns else "cols") if form == "hermitian" else ""
    return RankUpdate(n, n, precision, rank=2 if name.endswith("2") else 1, conjugate=side, **options)  # type: ignore[arg-type]  # one of its three words
