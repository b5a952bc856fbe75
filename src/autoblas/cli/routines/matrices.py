"""The routines on a matrix and vectors, and the problems that their calls consist of."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.table.matrices import MATRICES
from autoblas.cli.routines.arguments import launches, matrix_arguments
from autoblas.cli.routines.routine import HostWork, Routine, dtype_choice, letter_options, size, types_of
from autoblas.precision import precision_of

if TYPE_CHECKING:
    import click

    from autoblas.blas.table.routine import Routine as Row
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = ["MATRIX_ROUTINES"]


def _launches(
    name: str, facts: Facts, *, n: int, dtype: str, m: int = 0, k: int = 0, **letters: str
) -> tuple[Problem, ...]:
    return launches(name, facts, matrix_arguments(name, dtype, {"m": m or n, "n": n, "k": k}, letters))


def _on_host(name: str, *, n: int, dtype: str, m: int = 0, k: int = 0, **_letters: Any) -> HostWork:
    precision, storage = precision_of(dtype), name[1]
    band = (2 * k + 1 if name == "gbmv" else k + 1) * n
    elements = {"b": band, "p": n * (n + 1) // 2}.get(storage, (m or n) * n)
    return HostWork(name, precision, elements * precision.size)


def _options(row: Row) -> tuple[click.Option, ...]:
    """The options of a routine."""
    options = [size("-n", "Columns of the matrix.", required=True), dtype_choice(types_of(row))]
    if row.name.startswith("g"):
        options.append(size("-m", "Rows of the matrix.  [default: as -n]", 0, least=0))
    if row.name[1] == "b":
        options.append(size("-k", "Diagonals stored on each side of the main one.", 1, least=0))
    return (*options, *letter_options(row))


def _sizes(name: str) -> tuple[str, ...]:
    """The options that are sizes, in BLAS's order."""
    return ("m", "n") if name.startswith("g") else ("n",)


MATRIX_ROUTINES = {
    row.name: Routine(
        row.name,
        "2",
        row.short_title,
        _options(row),
        partial(_launches, row.name),
        partial(_on_host, row.name),
        _sizes(row.name),
    )
    for row in MATRICES
    if "_" not in row.name  # batches are options, or of no command
}
"""The rows of level 2."""
