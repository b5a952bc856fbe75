"""Integer expressions of C from numbers and names, without products by 1 and sums with 0."""

from __future__ import annotations

__all__ = [
    "ceil_div",
    "dereferenced",
    "enclosed",
    "minus",
    "plus",
    "quotient",
    "remainder",
    "strides",
    "times",
]

NUMERIC = frozenset("-0123456789")
"""First characters of numbers."""


def times(term: str | int, factor: int) -> str:
    """The product of a term and a number."""
    number = _number(term)
    if number is not None or factor == 0:
        return str((number or 0) * factor)
    return str(term) if factor == 1 else f"{enclosed(term)} * {factor}"


def quotient(term: str | int, divisor: int) -> str:
    """The quotient of a term that is not negative and a number, rounded down."""
    number = _number(term)
    if number is not None:
        return str(number // divisor)
    return str(term) if divisor == 1 else f"{enclosed(term)} / {divisor}"


def remainder(term: str, divisor: int) -> str:
    """The remainder of a term that is not negative divided by a number."""
    return "0" if divisor == 1 else f"{enclosed(term)} % {divisor}"


def ceil_div(term: str, divisor: int) -> str:
    """The quotient of a term that is not negative and a number, rounded up."""
    return quotient(plus(term, divisor - 1), divisor)


def plus(*terms: str | int) -> str:
    """The sum; its numbers are added up and come last."""
    constant, symbolic = 0, []
    for term in terms:
        number = _number(term)
        if number is None:
            symbolic.append(str(term))
        else:
            constant += number
    if constant or not symbolic:
        symbolic.append(str(constant))
    return " + ".join(symbolic)


def minus(left: str | int, right: str | int) -> str:
    """The difference of two terms."""
    numbers = _number(left), _number(right)
    if numbers[0] is not None and numbers[1] is not None:
        return str(numbers[0] - numbers[1])
    return str(left) if numbers[1] == 0 else f"{left} - {enclosed(right)}"


def strides(index: str, count: str | int, stride: str) -> str:
    """The distance of so many strides, computed in the type that addresses any element."""
    number = str(count)
    if number in {"0", "1"}:
        return stride if number == "1" else "0"
    return f"({index}){enclosed(number)} * {stride}"


def dereferenced(pointer: str) -> str:
    """The object that a pointer points to."""
    return f"*{enclosed(pointer)}"


def _number(term: str | int) -> int | None:
    """The value of a term that is a number."""
    if isinstance(term, int):
        return term
    return int(term) if term[:1] in NUMERIC and term.lstrip("-").isdecimal() else None


def enclosed(term: str | int) -> str:
    """The term as an operand: in parentheses where it is more than a name, a number or a call."""
    text, depth = str(term), 0
    if " " not in text:
        return text
    for character in text:
        depth += (character in "([") - (character in ")]")
        if depth == 0 and character == " ":
            return f"({text})"
    return text
