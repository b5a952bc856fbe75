"""The product of a matrix of known numbers and a vector of variables as C."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.source import Source

__all__ = ["apply"]

Rows = Sequence[Sequence[Fraction]]

FormatNumber = Callable[[Fraction], str]
"""Writes a number as C."""

Declare = Callable[[str, str], str]
"""Declares a variable by the suffix of its name and its value, and returns its name."""


def apply(
    src: Source, matrix: Rows, ctype: str, inputs: Sequence[str], name: str, literal: FormatNumber
) -> list[str]:
    """Declare the product of a matrix and a vector of variables; terms that two rows or columns share are computed once.

    Args:
        src: Where the statements go.
        matrix: The matrix.
        ctype: Type of the variables.
        inputs: Their names.
        name: Prefix of the names of the product's elements; their indices follow.
        literal: A number as C.

    Returns:
        The names of the product's elements.
    """

    def declare(suffix: str, value: str) -> str:
        src(f"const {ctype} {name}{suffix} = {value};")
        return f"{name}{suffix}"

    columns = tuple(zip(*matrix, strict=True))
    twins = _twins(columns)
    if any(sum(map(bool, columns[j])) > 1 for j in twins):
        _by_columns(matrix, twins, inputs, declare, literal)
    else:
        _by_rows(matrix, inputs, declare, literal)
    return [f"{name}{i}" for i in range(len(matrix))]


def _by_columns(
    matrix: Rows, twins: dict[int, int], inputs: Sequence[str], declare: Declare, literal: FormatNumber
) -> None:
    """Declare sums and differences of paired inputs first, of which several rows have multiples."""
    names, reduced = list(inputs), [list(row) for row in matrix]
    for j, k in twins.items():
        names[j] = declare(f"{j}s", f"{inputs[j]} + {inputs[k]}")
        names[k] = declare(f"{j}d", f"{inputs[j]} - {inputs[k]}")
        for row in reduced:
            row[j], row[k] = (row[j], Fraction(0)) if row[j] == row[k] else (Fraction(0), row[j])
    for i, row in enumerate(reduced):
        declare(str(i), _sum(row, names, literal))


def _by_rows(matrix: Rows, inputs: Sequence[str], declare: Declare, literal: FormatNumber) -> None:
    """Declare the equal and the opposite part of two rows first: one row is their sum, the other their difference."""
    pairs = _twins(matrix)
    for i, row in enumerate(matrix):
        if i in pairs:
            elements = list(zip(row, matrix[pairs[i]], strict=True))
            equal, opposite = (
                [x if (x == y) is same else Fraction(0) for x, y in elements] for same in (True, False)
            )
            total = declare(f"{i}s", _sum(equal, inputs, literal))
            difference = declare(f"{i}d", _sum(opposite, inputs, literal))
            declare(str(i), f"{total} + {difference}")
            declare(f"{pairs[i]}", f"{total} - {difference}")
        elif i not in pairs.values():
            declare(str(i), _sum(row, inputs, literal))


def _twins(lines: Rows) -> dict[int, int]:
    """Pairs of lines with elements equal up to sign, some of them equal and some opposite."""
    pairs: dict[int, int] = {}
    for i, j in itertools.combinations(range(len(lines)), 2):
        element_pairs = list(zip(lines[i], lines[j], strict=True))
        alike = all(abs(x) == abs(y) for x, y in element_pairs)
        differ = any(x == y != 0 for x, y in element_pairs) and any(x == -y != 0 for x, y in element_pairs)
        if alike and differ and not {i, j} & {*pairs, *pairs.values()}:
            pairs[i] = j
    return pairs


def _sum(row: Sequence[Fraction], names: Sequence[str], literal: FormatNumber) -> str:
    """A sum of multiples as C; a common factor is taken out."""
    terms = [(factor, name) for factor, name in zip(row, names, strict=True) if factor]
    if not terms:
        return literal(Fraction(0))
    common = {abs(factor) for factor, _ in terms}
    if len(terms) > 1 and len(common) == 1 and common != {1}:
        (shared,) = common
        return f"{literal(shared)} * ({_sum([f / shared for f, _ in terms], [n for _, n in terms], literal)})"
    ordered = sorted(terms, key=lambda term: term[0] < 0)
    texts = []
    for number, (factor, name) in enumerate(ordered):
        sign = "-" if factor < 0 else "+"
        text = name if abs(factor) == 1 else f"{literal(abs(factor))} * {name}"
        texts.append(f" {sign} {text}" if number else f"{'-' if factor < 0 else ''}{text}")
    return "".join(texts)
