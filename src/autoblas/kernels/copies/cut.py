"""Functions of a kernel that cut numbers into parts, on their bits, so that every device finds the same parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.problems.split import HALF_LOWERED

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["functions_of_halves", "functions_of_tf32"]


def functions_of_halves(d: Dialect, count: int) -> list[str]:
    """The functions that cut a piece of so many floats into halves, on their bits.

    The scaled numbers are so small that the first three bits of their exponents are 0.
    """
    words, numbers, pairs = d.vector("uint", count), d.vector("float", count), d.vector("uint", count // 2)
    scaled = d.bits(words, f"x * {2.0**-HALF_LOWERED!r}f")
    return [
        f"{d.function}{words} lowered(const {numbers} x)",
        "{",
        f"  return {scaled} + 0x1000u;",
        "}",
        f"{d.function}{numbers} raised(const {words} x)",
        "{",
        f"  return {d.bits(numbers, 'x & 0xffffe000u')} * {2.0**HALF_LOWERED!r}f;",
        "}",
        f"{d.function}{pairs} two_halves(const {words} x)",
        "{",
        f"  const {words} bits = (x & 0x80000000u) | ((x << 3) & 0x7fffffffu);",
        f"  return ({d.part('bits', 'even')} >> 16) | ({d.part('bits', 'odd')} & 0xffff0000u);",
        "}",
    ]


def functions_of_tf32(d: Dialect) -> list[str]:
    """The function that rounds a chunk of floats to tf32, on their bits."""
    words = d.vector("uint", 4)

    def where(condition: str, value: str) -> str:
        return d.where(condition, d.construct(words, value), d.construct(words, "0u"))

    return [
        f"{d.function}{words} tf32_bits(const {d.vector('float', 4)} x)",
        "{",
        f"  const {words} size = {d.bits(words, 'x')} & 0x7fffffffu;",
        f"  const {words} more = {where('size < 0x7f7ff000u', '0x1000u')};",
        f"  const {words} quiet = {where('size > 0x7f800000u', '0x400000u')};",
        f"  return (({d.bits(words, 'x')} + more) & 0xffffe000u) | quiet;",
        "}",
    ]
