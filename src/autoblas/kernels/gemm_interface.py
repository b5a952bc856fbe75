"""What all GEMM kernels share: their arguments and how a result enters C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.operands import Matrix

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.problems import Matmul

__all__ = ["ARGUMENTS", "declarations", "operands", "options", "scaled"]


def options(p: Any) -> tuple[str, ...]:
    """Options for the compiler: a plain multiply-add may be contracted, which the error bound allows."""
    return ("-cl-mad-enable",) if p.multiply == "plain" else ()


def operands(q: Matmul) -> tuple[Matrix, Matrix, Matrix]:
    """A, B and C as kernel arguments."""
    ctype = q.precision.ctype
    return Matrix("a", ctype, q.a), Matrix("b", ctype, q.b), Matrix("c", ctype, q.c, const=False)


def declarations(q: Matmul, d: Dialect) -> list[str]:
    """The argument list of a GEMM kernel: sizes, scalars, then pointer, offset and strides of each matrix."""
    ctype = q.precision.ctype
    scalars = [f"const {ctype} alpha", f"const {ctype} beta"]
    matrices = [text for matrix in operands(q) for text in matrix.declare(d)]
    return ["const int m", "const int n", "const int k", *scalars, *matrices]


ARGUMENTS = (
    "m",
    "n",
    "k",
    "alpha",
    "beta",
    *(f"{x}{part}" for x in "abc" for part in ("", "_offset", "_row", "_col")),
)


def scaled(acc: str, old: str) -> str:
    """The new element of C from the sum of products and the old element, which beta = 0 never reads."""
    return f"(beta == 0 ? alpha * {acc} : alpha * {acc} + beta * {old})"
