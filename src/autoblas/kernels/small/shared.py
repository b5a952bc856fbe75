"""The operands of kernels of many small matrices and systems, and which those are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import buffer, integers, offsets, scalar
from autoblas.emit.operands import Matrix
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Access, Argument
    from autoblas.problems.factorization import Factorization
    from autoblas.problems.matrix import Substitution

__all__ = [
    "LARGEST",
    "SQUARE",
    "arguments",
    "in_registers",
    "many_small",
    "operands",
    "system_arguments",
    "system_operands",
]

LARGEST = 64
"""Rows of the largest matrices."""

REGISTER_BYTES = 288
"""Bytes of the largest matrices that a work-item of a GPU has in registers: 6 rows of float64.

On an H200 getrf of 6 rows of float64 took 0.11 ms there and 0.16 by teams, of 12 rows of float32 0.33 and 0.18.
"""

SQUARE = (
    Rule("the matrices are square and have at most 64 rows", lambda p, q, f: q.m == q.n <= LARGEST),
    Rule("inverses are those of LU", lambda p, q, f: q.task != "inverse" or q.method == "lu"),
)
"""Requirements of such kernels."""


def operands(q: Factorization) -> dict[str, Matrix]:
    """The matrices in memory, by name."""
    a = Matrix("a", q.precision, q.a, const=q.task == "solve", worked=q.worked)
    solved = q.task in {"solve", "both"}
    return {"a": a} | ({"b": Matrix("b", q.precision, q.b, const=False, worked=q.worked)} if solved else {})


def arguments(_p: Any, q: Factorization) -> tuple[Argument, ...]:
    """The matrices, the right-hand sides, pivots, numbers of failing rows, and the distances between items."""
    pivots = q.method == "lu" and q.task != "inverse"
    access: Access = "read" if q.task == "solve" else "both"
    matrices = operands(q)
    values = [x for name, matrix in matrices.items() for x in (*matrix.arguments, *offsets(f"{name}_step"))]
    values += integers("rhs") if "b" in matrices else ()
    values += (buffer("pivots", "int", access), *offsets("pivots_offset", "pivots_step")) if pivots else ()
    values += (buffer("info", "int", "both"), *offsets("info_offset")) if q.task != "solve" else ()
    values += integers("first") if pivots or q.task != "solve" else ()
    return (*values, *integers("items"))


def many_small(rows: int, items: int, f: Facts) -> bool:
    """True of batches that such kernels are made for."""
    return items >= 4 * f.compute_units and rows <= LARGEST // 2


def in_registers(q: Factorization) -> bool:
    """True of matrices that the registers of one work-item have room for."""
    return q.n * q.n * q.worked.size <= REGISTER_BYTES


def system_operands(q: Substitution) -> dict[str, Matrix]:
    """The triangle, and the right-hand sides that become the solutions."""
    return {
        "a": Matrix("a", q.type_a, q.a, worked=q.worked),
        "b": Matrix("b", q.precision, q.b, const=False, worked=q.worked),
    }


def system_arguments(_p: Any, q: Substitution) -> tuple[Argument, ...]:
    """Right-hand sides, both matrices, the factor, and the items with the distances between them."""
    a, b = system_operands(q).values()
    steps = offsets("a_step", "b_step")
    return (*integers("n"), *a.arguments, *b.arguments, scalar("alpha", q.worked), *integers("items"), *steps)
