"""Problems on a matrix and vectors for the tests of kernels."""

from typing import Any

from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from support.element_types import FLOATS

MATRIX_FAMILIES = (Matvec, RankUpdate, Solve, VectorSum)

KINDS: tuple[tuple[Any, ...], ...] = (
    ("general", "full", ""),
    ("symmetric", "full", "upper"),
    ("triangular", "full", "lower"),
    ("hermitian", "packed", "lower"),
    ("general", "band", ""),
    ("symmetric", "packed", "upper"),
    ("triangular", "packed", "upper"),
    ("hermitian", "full", "lower"),
    ("triangular", "band", "upper"),
    ("symmetric", "band", "lower"),
    ("triangular", "band", "lower"),
)
"""Forms, storages and triangles."""

UPDATED = tuple(kind for kind in KINDS if kind[0] != "triangular" and kind[1] != "band")
SOLVED = tuple(
    ("triangular", storage, well_conditioned)
    for storage, well_conditioned in (
        ("full", "lower"), ("packed", "upper"), ("band", "lower"), ("full", "upper"), ("packed", "lower"),
        ("band", "upper"), ("full", "lower"),
    )
)  # fmt: skip


def walk_matrices(family: type[Any], index: int) -> Any:
    """A small problem that no vector, block or work-group divides.

    ``index`` walks through precisions, forms, orders and the rest at once; their numbers have few common divisors.
    """
    precision = FLOATS[index % len(FLOATS)]
    strided, unit = index % 3 == 2, index % 4 == 3
    if family is VectorSum:
        return VectorSum(1003, (3, 0, 1, 17)[index % 4], precision, strided)
    kinds = KINDS if family is Matvec else UPDATED if family is RankUpdate else SOLVED
    form, storage, well_conditioned = kinds[index % len(kinds)]
    if form == "hermitian" and not precision.is_complex:
        form = "symmetric"
    conjugate = precision.is_complex and index // 2 % 2 == 1
    given: dict[str, Any] = {"storage": storage, "triangle": well_conditioned, "strided": strided}
    given["order"] = "any" if index % 7 == 3 else "row"
    if storage == "band":
        given |= {
            "kl": 0 if well_conditioned == "upper" else 5,
            "ku": 0 if well_conditioned == "lower" else 9,
        }
    if family is RankUpdate:
        side = ("rows", "cols")[index % 2] if form == "hermitian" or conjugate else ""
        side = "" if form == "symmetric" else side
        rank = 1 if form == "general" else 1 + index // 3 % 2
        return RankUpdate(41, 75, precision, form, rank=rank, conjugate=side, **given)  # type: ignore[arg-type]  # one of its three words
    given |= {"unit": unit and form == "triangular", "conjugate": conjugate, "across": index % 2 == 1}
    if family is Solve:
        return Solve(75, 75, precision, **given)
    if form in {"symmetric", "hermitian"}:
        given["across"] = False
    return Matvec(41, 75, precision, form, in_place=form == "triangular", **given)
