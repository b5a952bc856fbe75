"""What follows the sum of a product before it is rounded: a vector is added, and a function is applied.

A kernel that applies them has ``arguments(q)`` behind its own, ``functions(d, q)`` before its entry point, and writes
``finished(...)`` of a sum. Other kernels have the requirement ``SUMS_ONLY``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, offsets
from autoblas.emit.expressions import enclosed
from autoblas.emit.scalars import read
from autoblas.space import Rule

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.problems import Matmul

__all__ = ["SUMS_ONLY", "arguments", "bias_element", "finished", "functions"]

SUMS_ONLY = Rule(
    "the product has neither a bias nor an activation", lambda p, q, f: not q.bias and not q.activation
)
"""A requirement of kernels that write sums as they are."""


def arguments(q: Matmul) -> tuple[Argument, ...]:
    """The arguments that the vector takes, if there is one; its increment may be 0, or negative and wrap."""
    return (buffer("bias", q.precision), *offsets("bias_offset", "bias_inc")) if q.bias else ()


def bias_element(d: Dialect, q: Matmul, row: str, col: str) -> str:
    """The element of the vector that is added to element (row, col) of C, in the accumulator's type."""
    place = f"({d.index}){enclosed(row if q.bias == 'rows' else col)} * bias_inc"
    return read(d, q.precision, q.accumulator, 1, f"bias + bias_offset + {place}")


def functions(d: Dialect, q: Matmul) -> list[str]:
    """The lines of the function that is applied; none where there is none. Halves are computed with as floats."""
    if not q.activation:
        return []
    kind = "double" if q.accumulator.double else "float"
    number = {name: f"{value!r}{'f' * (kind == 'float')}" for name, value in CONSTANTS.items()}
    body = {
        "relu": "x < 0 ? 0 : x",
        "gelu": "{half} * x * (1 + erf({root_half} * x))",
        "gelu_tanh": "x / (1 + exp({slope} * (x + {cubic} * x * x * x)))",  # 1 + tanh y = 2 / (1 + exp(-2 y))
        "silu": "x / (1 + exp(-x))",
    }[q.activation].format(**number)
    return [f"{d.function}{kind} activation(const {kind} x) {{ return {body}; }}"]


CONSTANTS = {
    "half": 0.5,
    "root_half": math.sqrt(0.5),
    "slope": -2 * math.sqrt(2 / math.pi),
    "cubic": 0.044715,
}
"""Numbers of the functions: those of ``problems.activation``."""


def finished(d: Dialect, q: Matmul, value: str, row: str, col: str) -> str:
    """The element of C that becomes of a sum.

    Args:
        d: The language.
        q: The problem.
        value: alpha A B + beta C, in the accumulator's type.
        row: Its row in C.
        col: Its column.
    """
    if q.bias:
        value = f"{enclosed(value)} + {bias_element(d, q, row, col)}"
    if not q.activation:
        return value
    half = q.accumulator.part == "half"
    result = f"activation({d.converted('float', 1, value) if half else value})"
    return d.converted("half", 1, result) if half else result
