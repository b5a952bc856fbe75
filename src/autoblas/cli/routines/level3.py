"""The routines on structured and general matrices, and the launches that they make, listed by the routines' own code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.extra.copies import add_copy_in_place
from autoblas.blas.host.crossover import PRODUCTS, SOLUTIONS, STRUCTURED
from autoblas.blas.level3.listing import Listing, dense
from autoblas.blas.level3.symmetric import add_symmetric_product
from autoblas.blas.level3.triangular import Call
from autoblas.blas.level3.trmm import add_triangular_product
from autoblas.blas.level3.trsm import add_solution
from autoblas.blas.level3.updates import add_ranked, terms_of
from autoblas.cli.routines.routine import HostWork, Routine, dtype_choice, letter, size
from autoblas.errors import ArgumentError
from autoblas.plan import block_width
from autoblas.precision import precision_of
from autoblas.problems.matrix import MatrixCopy, Substitution

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import click

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.problems import Problem, Triangle

__all__ = ["LEVEL3_ROUTINES", "RANKED", "SYMMETRIC", "TRIANGULAR", "result_shape"]

SYMMETRIC = ("symm", "hemm")
RANKED = ("gemmt", "syrk", "herk", "syr2k", "her2k")
TRIANGULAR = ("trmm", "trsm")

TITLES = {
    "symm": "the product of a symmetric A and B",
    "hemm": "the product of a Hermitian A and B",
    "gemmt": "one triangle of the product A B",
    "syrk": "one triangle of A A^T",
    "herk": "one triangle of A A^H",
    "syr2k": "one triangle of A B^T + B A^T",
    "her2k": "one triangle of A B^H + B A^H",
    "trmm": "the product of a triangular A and B",
    "trsm": "the solution of a triangular system with many right-hand sides",
}
"""What every routine of level 3 but gemm computes."""

EXTRAS = {"omatcopy": "the transpose or copy of a matrix", "imatcopy": "the transpose of a matrix, in place"}

STEPS = {
    "symmetric_copy": "the copy of a symmetric matrix from one stored triangle, a step of symm",
    "triangular_copy": "the copy of a triangular matrix with zeros beside it, a step of trmm",
    "substitution": "the solution of a block of a triangular system, a step of trsm",
}
"""What the steps of other routines compute."""


def _triangle(uplo: str) -> Triangle:
    return "upper" if uplo == "U" else "lower"


def result_shape(name: str, said: Mapping[str, Any]) -> tuple[int, int]:
    """Rows and columns of the result of a product with, or of a system of, a matrix on the left."""
    other = said["m"] if name == "trsm" else said["k"]
    return said["n"], said["n"] if other is None else other


def _symmetric(name: str, facts: Facts, **said: Any) -> Sequence[Problem]:
    kind, (n, cols) = precision_of(said["dtype"]), result_shape(name, said)
    left, steps = said["side"] == "L", Listing(facts)
    shape = (n, cols) if left else (cols, n)
    operands = {"a": dense(kind, n, n), "b": dense(kind, *shape), "c": dense(kind, *shape)}
    form: Any = "hermitian" if name == "hemm" and kind.is_complex else "symmetric"
    add_symmetric_product(steps, operands, form, _triangle(said["uplo"]), left=left)
    return steps.problems


def _ranked(name: str, facts: Facts, **said: Any) -> Sequence[Problem]:
    kind, n, k = precision_of(said["dtype"]), said["n"], said["n"] if said["k"] is None else said["k"]
    if name == "gemmt":
        letters: tuple[str, ...] = said["trans_a"], said["trans_b"]
        shapes = {
            "a": (n, k) if said["trans_a"] == "N" else (k, n),
            "b": (k, n) if said["trans_b"] == "N" else (n, k),
        }
    else:
        letters = (said["trans"],)
        shapes = dict.fromkeys("ab", (n, k) if said["trans"] == "N" else (k, n))
    operands = {x: dense(kind, *shape) for x, shape in {**shapes, "c": (n, n)}.items()}
    steps, part = Listing(facts), _triangle(said["uplo"])
    add_ranked(
        steps, operands, terms_of(name, letters, kind), beta=0.0, part=part, hermitian=name.startswith("her")
    )
    return steps.problems


def _ranked_work(name: str, *, n: int, dtype: str, k: int | None, **_letters: Any) -> HostWork:
    kind, terms = precision_of(dtype), 2 if name.endswith("2k") else 1
    return HostWork(PRODUCTS, kind, (4 if kind.is_complex else 1) * n * (n + 1) * (k or n) * terms)


def _symmetric_work(name: str, **said: Any) -> HostWork:
    kind, (n, cols) = precision_of(said["dtype"]), result_shape(name, said)
    return HostWork(PRODUCTS, kind, (8 if kind.is_complex else 2) * n * n * cols)


def _triangular_call(name: str, said: dict[str, Any]) -> Call:
    """The checked arguments of a call on dense matrices."""
    kind, (n, cols) = precision_of(said["dtype"]), result_shape(name, said)
    left, items = said["side"] == "L", said.get("items", 1)
    a, b = dense(kind, n, n, items), dense(kind, *((n, cols) if left else (cols, n)), items)
    trans = said["trans"]
    conjugated = trans == "C" and kind.is_complex
    stored = _triangle(said["uplo"])
    return Call(a.view, b.view, 1.0, left, stored, trans != "N", conjugated, said["diag"] == "U")


MOST_UNKNOWNS = 1 << 18
"""Of a triangular system, whose launches are listed one by one: a matrix of 256 GiB in float32."""


def _triangular(name: str, facts: Facts, **said: Any) -> Sequence[Problem]:
    call, steps = _triangular_call(name, said), Listing(facts)
    if name == "trsm" and said["n"] > MOST_UNKNOWNS:
        raise ArgumentError("-n", f"at most {MOST_UNKNOWNS} unknowns", str(said["n"]))
    add = add_triangular_product if name == "trmm" else add_solution
    a, b = (dense(kind.precision, kind.rows, kind.cols, kind.items) for kind in (call.a, call.b))
    add(steps, call, a, b)
    return steps.problems


def _triangular_work(name: str, **said: Any) -> HostWork:
    call = _triangular_call(name, said)
    return HostWork(SOLUTIONS if name == "trsm" else PRODUCTS, call.b.precision, call.operations)


def _copies(name: str, facts: Facts, **said: Any) -> Sequence[Problem]:
    kind, (rows, cols), steps = precision_of(said["dtype"]), result_shape(name, said), Listing(facts)
    if name == "omatcopy":
        trans = said["trans"]
        x = dense(kind, rows, cols) if trans == "N" else dense(kind, cols, rows).transposed
        steps.copy(x, dense(kind, rows, cols), conjugate=trans == "C")
    else:
        add_copy_in_place(steps, dense(kind, cols, rows), 1.0, flipped=True, conjugated=False)
    return steps.problems


def _copies_work(name: str, **said: Any) -> HostWork:
    rows, cols = result_shape(name, said)
    return HostWork(STRUCTURED, precision_of(said["dtype"]), 2 * rows * cols)


def _step(name: str, _facts: Facts, *, n: int, dtype: str, k: int | None) -> Sequence[Problem]:
    kind: Precision = precision_of(dtype)
    if name == "substitution":
        return (Substitution(min(n, block_width.WIDTHS[-1]), k or n, kind, lower=False),)
    form: Any = name.partition("_")[0]
    return (MatrixCopy(n, n, kind, form=form, lower=False, scaled=kind.part == "half"),)


SIDE = letter("--side", "LR", "L: A on the left, R: A on the right.")
UPLO = letter("--uplo", "UL", "Triangle that is read or written: upper (U) or lower (L).")
TRANS = letter("--trans", "NTC", "op(A): A (N), its transpose (T) or its conjugate transpose (C).")
DIAG = letter("--diag", "NU", "U where the diagonal consists of ones.")


def _sizes(rows: str, columns: str, other: str = "-k") -> tuple[click.Option, ...]:
    """Sizes and type."""
    more = size(other, f"{columns}  [default: as -n]")
    return (size("-n", rows, required=True), more, dtype_choice())


def _rows() -> dict[str, Routine]:
    """All rows by their name."""
    found: dict[str, Routine] = {}

    def row(
        level: Any, name: str, title: str, options: tuple[click.Option, ...],
        launches: Callable[..., Any], work: Callable[..., Any] | None = None,
        sizes: tuple[str, ...] = ("n", "k"),
    ) -> None:  # fmt: skip
        host = {} if work is None else {"host": partial(work, name)}
        found[name] = Routine(name, level, title, options, partial(launches, name), **host, sizes=sizes)

    summed = _sizes("Rows and columns of the result.", "Terms of the sums.")
    for name in SYMMETRIC:
        options = (*_sizes("Rows and columns of A.", "Columns of B, or its rows with --side R."), SIDE, UPLO)
        row("3", name, TITLES[name], options, _symmetric, _symmetric_work, ("rows", "k"))
    for name in RANKED:
        hermitian = "NC" if name.startswith("her") else "NT"
        letters = [letter("--trans", hermitian, "N where A has shape (n, k), else it has shape (k, n).")]
        if name == "gemmt":
            letters = [
                letter(
                    f"--trans-{x}",
                    "NTC",
                    f"op({x.upper()}): {x.upper()} (N), its transpose (T) or its conjugate transpose (C).",
                )
                for x in "ab"
            ]
        row("3", name, TITLES[name], (*summed, UPLO, *letters), _ranked, _ranked_work)
    for name in TRIANGULAR:
        solved = name == "trsm"
        sizes = _sizes("Unknowns of each right-hand side." if solved else "Rows and columns of A.",
                       "Number of right-hand sides." if solved else "Columns of B, or its rows with --side R.", "-m" if solved else "-k")  # fmt: skip
        items = (size("--items", "Systems of a batch, in the same launches.", 1),) if solved else ()
        options = (*sizes, SIDE, UPLO, TRANS, DIAG, *items)
        sides = ("rows", "m" if solved else "k")
        row("3", name, TITLES[name], options, _triangular, _triangular_work, sides)
    for name, title in EXTRAS.items():
        options = _sizes("Rows of the result.", "Columns.")
        if name == "omatcopy":
            options += (
                letter("--trans", "TNC", "op(A): A's transpose (T), A (N) or its conjugate transpose (C)."),
            )
        row("extra", name, title, options, _copies, _copies_work)
    for name, title in STEPS.items():
        solved = name == "substitution"
        options = _sizes("Rows and columns.", "Right-hand sides." if solved else "As -n.")
        row("step", name, title, options, _step, sizes=("n", "k") if solved else ("n",))
    return found


LEVEL3_ROUTINES = _rows()
"""The rows of level 3, of copies of matrices, and of the steps that can be tuned by themselves."""
