"""The routines on structured and general matrices, and the launches that they make, listed by the routines' own code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.arrays.unbacked import unbacked
from autoblas.blas.host.crossover import PRODUCTS, SOLUTIONS, STRUCTURED
from autoblas.blas.table.rows import ROUTINES as ROWS
from autoblas.cli.routines.arguments import launches, matrix_arguments
from autoblas.cli.routines.routine import HostWork, Routine, dtype_choice, letter, letter_options, size
from autoblas.errors import ArgumentError
from autoblas.plan import block_width
from autoblas.precision import precision_of
from autoblas.problems.matrix import MatrixCopy, Substitution

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import click

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.problems import Problem

__all__ = ["LEVEL3_ROUTINES", "RANKED", "SYMMETRIC", "TRIANGULAR", "result_shape"]

SYMMETRIC = ("symm", "hemm")
RANKED = ("gemmt", "syrk", "herk", "syr2k", "her2k")
TRIANGULAR = ("trmm", "trsm")

STEPS = {
    "symmetric_copy": "the copy of a symmetric matrix from one stored triangle, a step of symm",
    "triangular_copy": "the copy of a triangular matrix with zeros beside it, a step of trmm",
    "substitution": "the solution of a block of a triangular system, a step of trsm",
}
"""Titles of the steps of other routines."""


LETTERS = frozenset({"side", "uplo", "trans", "trans_a", "trans_b", "diag"})
"""Options that are BLAS's letters."""


def result_shape(name: str, values: Mapping[str, Any]) -> tuple[int, int]:
    """Rows and columns of the result of a product with, or of a system of, a matrix on the left."""
    other = values["m"] if name == "trsm" else values["k"]
    return values["n"], values["n"] if other is None else other


def _sided(name: str, facts: Facts, **values: Any) -> Sequence[Problem]:
    """The launches of a routine with a matrix on one side of another."""
    if name == "trsm" and values["n"] > MOST_UNKNOWNS:
        raise ArgumentError("-n", f"at most {MOST_UNKNOWNS} unknowns", str(values["n"]))
    shape = result_shape(name, values)
    sizes = dict(zip("mn", shape if values["side"] == "L" else shape[::-1], strict=True))
    items = values.get("items", 1)
    arguments = matrix_arguments(name, values["dtype"], sizes, _letters(values), items=items)
    return launches(name, facts, arguments, items=items)


def _ranked(name: str, facts: Facts, **values: Any) -> Sequence[Problem]:
    sizes = {"n": values["n"], "k": values["n"] if values["k"] is None else values["k"]}
    return launches(name, facts, matrix_arguments(name, values["dtype"], sizes, _letters(values)))


def _letters(values: Mapping[str, Any]) -> dict[str, str]:
    """The options that are BLAS's letters."""
    return {name: value for name, value in values.items() if name in LETTERS}


def _ranked_work(name: str, *, n: int, dtype: str, k: int | None, **_letters: Any) -> HostWork:
    kind, terms = precision_of(dtype), 2 if name.endswith("2k") else 1
    return HostWork(PRODUCTS, kind, (4 if kind.is_complex else 1) * n * (n + 1) * (k or n) * terms)


def _symmetric_work(name: str, **values: Any) -> HostWork:
    kind, (n, cols) = precision_of(values["dtype"]), result_shape(name, values)
    return HostWork(PRODUCTS, kind, (8 if kind.is_complex else 2) * n * n * cols)


MOST_UNKNOWNS = 1 << 18
"""Of a triangular system, whose launches are listed one by one: a matrix of 256 GiB in float32."""


def _triangular_work(name: str, **values: Any) -> HostWork:
    kind, (n, cols) = precision_of(values["dtype"]), result_shape(name, values)
    operations = (4 if kind.is_complex else 1) * n * n * cols * values.get("items", 1)
    return HostWork(SOLUTIONS if name == "trsm" else PRODUCTS, kind, operations)


def _copies(name: str, facts: Facts, **values: Any) -> Sequence[Problem]:
    kind, shape = precision_of(values["dtype"]).dtype, result_shape(name, values)
    trans = values.get("trans", "T")
    arguments: dict[str, Any] = {"a": unbacked(shape if trans == "N" else shape[::-1], kind), "trans": trans}
    if name == "omatcopy":
        arguments["b"] = unbacked(shape, kind)
    return launches(name, facts, arguments)


def _copies_work(name: str, **values: Any) -> HostWork:
    rows, cols = result_shape(name, values)
    return HostWork(STRUCTURED, precision_of(values["dtype"]), 2 * rows * cols)


def _step(name: str, _facts: Facts, *, n: int, dtype: str, k: int | None) -> Sequence[Problem]:
    kind: Precision = precision_of(dtype)
    if name == "substitution":
        return (Substitution(min(n, block_width.WIDTHS[-1]), k or n, kind, lower=False),)
    form: Any = name.partition("_")[0]
    return (MatrixCopy(n, n, kind, form=form, lower=False, scaled=kind.part == "half"),)


def _sizes(rows: str, columns: str, other: str = "-k") -> tuple[click.Option, ...]:
    """Sizes and type."""
    more = size(other, f"{columns}  [default: as -n]")
    return (size("-n", rows, required=True), more, dtype_choice())


def _rows() -> dict[str, Routine]:
    """All rows by their name."""
    routines: dict[str, Routine] = {}

    def row(
        level: Any, name: str, options: tuple[click.Option, ...], launches: Callable[..., Any],
        work: Callable[..., Any] | None = None, sizes: tuple[str, ...] = ("n", "k"), title: str = "",
    ) -> None:  # fmt: skip
        host = {} if work is None else {"host": partial(work, name)}
        title = title or ROWS[name].short_title
        routines[name] = Routine(name, level, title, options, partial(launches, name), **host, sizes=sizes)

    for name in SYMMETRIC:
        sizes = _sizes("Rows and columns of A.", "Columns of B, or its rows with --side R.")
        row("3", name, (*sizes, *letter_options(ROWS[name])), _sided, _symmetric_work, ("rows", "k"))
    for name in RANKED:
        sizes = _sizes("Rows and columns of the result.", "Terms of the sums.")
        row("3", name, (*sizes, *letter_options(ROWS[name])), _ranked, _ranked_work)
    sizes = _sizes("Rows and columns of A.", "Columns of B, or its rows with --side R.")
    row("3", "trmm", (*sizes, *letter_options(ROWS["trmm"])), _sided, _triangular_work, ("rows", "k"))
    sizes = _sizes("Unknowns of each right-hand side.", "Number of right-hand sides.", "-m")
    items = size("--items", "Systems of a batch, in the same launches.", 1)
    row("3", "trsm", (*sizes, *letter_options(ROWS["trsm"]), items), _sided, _triangular_work, ("rows", "m"))
    copied = _sizes("Rows of the result.", "Columns.")
    trans = letter("--trans", "TNC", "op(A): A's transpose (T), A (N) or its conjugate transpose (C).")
    row("extra", "omatcopy", (*copied, trans), _copies, _copies_work)
    row("extra", "imatcopy", copied, _copies, _copies_work)
    for name, title in STEPS.items():
        solved = name == "substitution"
        options = _sizes("Rows and columns.", "Right-hand sides." if solved else "As -n.")
        row("step", name, options, _step, sizes=("n", "k") if solved else ("n",), title=title)
    return routines


LEVEL3_ROUTINES = _rows()
"""The rows of level 3, of copies of matrices, and of the steps that can be tuned by themselves."""
