"""Functions in a kernel's text for vectors that cross an edge: they touch only the elements that exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.scalars import read, write, zero
from autoblas.emit.vectors import lanes_of

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.precision import Precision

__all__ = ["load_function", "store_function", "truncate_function"]


def load_function(d: Dialect, name: str, x: Matrix, width: int) -> list[str]:
    """``name(pointer, count)``: the first ``count`` of ``width`` adjacent elements, zeros for the others.

    Args:
        d: The dialect.
        name: The function's name.
        x: The operand.
        width: Elements of the vector.
    """
    vector = read(d, x.stored, x.target, width, "x")
    elements = [read(d, x.stored, x.target, 1, f"x + {s}" if s else "x") for s in range(width - 1)]
    return [
        *_head(d, x.target, width, name, f"{d.global_memory}const {d.element(x.stored)} *x, int count"),
        f"  if (count >= {width}) return {vector};",
        f"  return {_existing(d, x.target, elements, width)};",
        "}",
    ]


def truncate_function(d: Dialect, name: str, precision: Precision, width: int) -> list[str]:
    """``name(vector, count)``: the first ``count`` elements of a vector, zeros for the others."""
    elements = [lanes_of(d, precision, "x", width, s) for s in range(width)]
    return [
        *_head(
            d, precision, width, name, f"{d.vector(precision.part, width * precision.parts)} x, int count"
        ),
        f"  return {_existing(d, precision, elements, width)};",
        "}",
    ]


def store_function(d: Dialect, name: str, x: Matrix, width: int) -> list[str]:
    """``name(pointer, vector, count)``: store the first ``count`` of ``width`` adjacent elements."""
    vector = d.vector(x.target.part, width * x.target.parts)
    lines = [
        f"{d.function}void {name}({d.global_memory}{d.element(x.stored)} *x, {vector} value, int count)",
        "{",
    ]
    lines += [f"  if (count >= {width}) {write(d, x.stored, x.target, width, 'value', 'x')}", "  else {"]
    for s in range(width - 1):
        element = lanes_of(d, x.target, "value", width, s)
        at = f"x + {s}" if s else "x"
        lines.append(f"    if (count > {s}) {write(d, x.stored, x.target, 1, element, at)}")
    return [*lines, "  }", "}"]


def _head(d: Dialect, precision: Precision, width: int, name: str, arguments: str) -> tuple[str, str]:
    return f"{d.function}{d.vector(precision.part, width * precision.parts)} {name}({arguments})", "{"


def _existing(d: Dialect, precision: Precision, elements: list[str], width: int) -> str:
    """The vector of these elements, those from ``count`` on replaced by zeros."""
    chosen = [f"count > {s} ? {element} : {zero(d, precision)}" for s, element in enumerate(elements)]
    chosen += [zero(d, precision)] * (width - len(elements))
    return d.construct(d.vector(precision.part, width * precision.parts), *chosen)
