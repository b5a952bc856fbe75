"""Arithmetic on scalars and vectors: the forms that a multiplication followed by an addition can take."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["MULTIPLY_FORMS", "multiply_add"]

MULTIPLY_FORMS = ("plain", "mad", "fma")
"""``plain`` leaves contraction to the compiler, ``mad`` allows any rounding, ``fma`` demands a single one."""


def multiply_add(d: Dialect, form: str, ctype: str, width: int, acc: str, scalar: str, vector: str) -> str:
    """The statement ``acc += scalar * vector`` over ``width`` lanes, written in one of ``MULTIPLY_FORMS``."""
    if form == "plain":
        return f"{acc} += {scalar} * {vector};"
    return f"{acc} = {form}({d.splat(ctype, width, scalar)}, {vector}, {acc});"
