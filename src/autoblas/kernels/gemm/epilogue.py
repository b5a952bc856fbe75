"""Epilogue of a product, before its sums are rounded: a bias vector is added, and an activation is applied.

A kernel that applies them has ``arguments(q)`` behind its own, ``functions(d, q)`` before its entry point, and writes
``with_epilogue(...)`` of a sum, or ``with_activation(...)`` of a sum and an element that it has read. It requires
``WHOLE_PRODUCT``. Other kernels require ``SUMS_ONLY``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, offsets
from autoblas.emit.expressions import enclosed
from autoblas.emit.scalars import read
from autoblas.kernels.space import Rule
from autoblas.problems.activation import CUBIC, SLOPE

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.problems import Matmul

__all__ = [
    "SUMS_ONLY",
    "WHOLE_PRODUCT",
    "arguments",
    "bias_pointer",
    "functions",
    "has_epilogue",
    "with_activation",
    "with_epilogue",
]


def has_epilogue(q: Matmul) -> bool:
    """True if a bias or an activation follows the sums."""
    return bool(q.bias or q.activation)


SUMS_ONLY = Rule("the product has neither a bias nor an activation", lambda p, q, f: not has_epilogue(q))
"""A requirement of kernels that write sums as they are."""

WHOLE_PRODUCT = Rule(
    "a bias or an activation is of one product that is wanted whole, in plain memory",
    lambda p, q, f: (
        not has_epilogue(q)
        or (q.c_in == "buffer" and not (q.batched or q.part or q.hermitian or q.zeros or q.spread))
    ),
)
"""A requirement of kernels that apply them."""


def arguments(q: Matmul) -> tuple[Argument, ...]:
    """The arguments that the vector takes, if there is one; its increment may be 0, or negative and wrap."""
    return (buffer("bias", q.precision), *offsets("bias_offset", "bias_inc")) if q.bias else ()


def bias_pointer(d: Dialect, q: Matmul, row: str, col: str) -> str:
    """Where the element of the vector lies that is added to element (row, col) of C."""
    return f"bias + bias_offset + ({d.index}){enclosed(row if q.bias == 'rows' else col)} * bias_inc"


def functions(d: Dialect, q: Matmul) -> list[str]:
    """The lines of the function that is applied; none where there is none. Halves are computed with as floats."""
    if not q.activation:
        return []
    kind = "double" if q.accumulator.double else "float"
    lines = {"relu": ["return x < 0 ? 0 : x;"]} | (_in_doubles() if kind == "double" else _in_floats(d))
    return [
        f"{d.inline}{kind} activation(const {kind} x)",
        "{",
        *(f"  {line}" for line in lines[q.activation]),
        "}",
    ]


def _in_doubles() -> dict[str, list[str]]:
    """The statements of each function as it is defined, but for 1 + tanh u = 2 / (1 + exp(-2 u))."""
    return {
        "gelu": [f"return 0.5 * x * (1 + erf({math.sqrt(0.5)!r} * x));"],
        "gelu_tanh": [f"return x / (1 + exp({-2 * SLOPE!r} * (x + {CUBIC!r} * x * x * x)));"],
        "silu": ["return x / (1 + exp(-x));"],
    }


def _in_floats(d: Dialect) -> dict[str, list[str]]:
    """The statements of each function in few instructions, within some units in the last place of its argument.

    GELU is (x + |x|) / 2 - |x| Q(|x|) with the tail Q of the normal distribution.
    """
    *powers, highest = TAIL[1:]
    tail = [f"power = power * t + {value!r}f;" for value in reversed([TAIL[0], *powers])]
    log2_e = 1 / math.log(2)
    slope = -2 * log2_e * SLOPE
    tanh, silu = (
        d.rough_quotient("x", f"1 + {d.power_of_two(exponent)}")
        for exponent in (f"x * ({slope!r}f + {slope * CUBIC!r}f * x * x)", f"{-log2_e!r}f * x")
    )
    return {
        "gelu": [
            "const float t = fmin(fabs(x), 16.0f);",
            f"float power = {highest!r}f;",
            *(" ".join(tail[start : start + 4]) for start in range(0, len(tail), 4)),
            f"return 0.5f * x + 0.5f * fabs(x) - t * {d.power_of_two('power')};",
        ],
        "gelu_tanh": [f"return {tanh};"],
        "silu": [f"return {silu};"],
    }


TAIL = (
    -1.0,
    -1.1511052,
    -0.4592082,
    -0.05249618,
    0.00706342,
    -0.00013693648,
    -0.00018618018,
    3.9377675e-05,
    -2.8349112e-06,
)
"""Coefficients of the polynomial whose power of 2 is Q(t), the probability of more than t, for t from 0 on: with an error of
8e-9, and less than 1e-9 beyond 6. It was fitted with weights Q(t), so that these errors are equal, by iterated least squares.
"""


def with_epilogue(d: Dialect, q: Matmul, value: str, row: str, col: str) -> str:
    """The element of C that becomes of a sum.

    Args:
        d: The language.
        q: The problem.
        value: alpha A B + beta C, in the accumulator's type.
        row: Its row in C.
        col: Its column.
    """
    pointer = bias_pointer(d, q, row, col) if q.bias else ""
    return with_activation(d, q, value, read(d, q.precision, q.accumulator, 1, pointer) if q.bias else "")


def with_activation(d: Dialect, q: Matmul, value: str, added: str) -> str:
    """The element of C from a sum and an element of the bias, in the accumulator's type; ``added`` is empty without one."""
    if added:
        value = f"{enclosed(value)} + {added}"
    if not q.activation:
        return value
    half = q.accumulator.part == "half"
    result = f"activation({d.converted('float', 1, value) if half else value})"
    return d.converted("half", 1, result) if half else result
