"""Arithmetic on scalars and vectors of every precision, and reading, converting and writing their values.

Complex numbers are held in two ways. As elements they are vectors of two parts, which the functions ``times`` and
``conj`` multiply and conjugate. Where many are summed they are split: one vector of real parts, one of imaginary ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed
from autoblas.precision import FORMATS, INT32

if TYPE_CHECKING:
    from autoblas.emit.arguments import ScalarMemory
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

__all__ = [
    "MULTIPLY_FORMS",
    "convert",
    "from_memory",
    "is_zero",
    "multiple",
    "multiply_add",
    "one",
    "product",
    "product_sum",
    "read",
    "write",
    "zero",
]

MULTIPLY_FORMS = ("plain", "mad", "fma")
"""``plain`` leaves contraction to the compiler, ``mad`` allows any rounding, ``fma`` demands a single one."""


def multiply_add(d: Dialect, form: str, ctype: str, width: int, acc: str, scalar: str, vector: str) -> str:
    """The statement ``acc += scalar * vector`` over ``width`` lanes, written in one of ``MULTIPLY_FORMS``."""
    if form == "plain":
        return f"{acc} += {scalar} * {vector};"
    return f"{acc} = {d.multiply_add(form, d.splat(ctype, width, scalar), vector, acc)};"


def product_sum(d: Dialect, form: str, precision: Precision, acc: str, left: str, right: str) -> str:
    """The statement ``acc += left * right`` on elements of one precision, complex ones part by part."""
    if not precision.is_complex:
        return multiply_add(d, form, d.element(precision), 1, acc, left, right)
    parts = (("x", "x", "x"), ("x", "-y", "y"), ("y", "x", "y"), ("y", "y", "x"))
    return " ".join(
        multiply_add(
            d,
            form,
            precision.part,
            1,
            d.component(acc, to),
            f"-{d.component(left, a[1:])}" if a.startswith("-") else d.component(left, a),
            d.component(right, b),
        )
        for to, a, b in parts
    )


def product(precision: Precision, left: str, right: str) -> str:
    """The product of two elements."""
    return f"times({left}, {right})" if precision.is_complex else f"{left} * {right}"


def multiple(precision: Precision, factor: str, value: str) -> str:
    """The product of a factor that many elements share and one of them: a real factor multiplies each part."""
    return f"scale({factor}, {value})" if precision.is_complex else f"{factor} * {value}"


def zero(d: Dialect, precision: Precision) -> str:
    """The element 0."""
    return d.construct(d.element(precision), "0") if precision.is_complex else "0"


def one(d: Dialect, precision: Precision) -> str:
    """The element 1."""
    return d.construct(d.element(precision), "1", "0") if precision.is_complex else "1"


def is_zero(precision: Precision, value: str) -> str:
    """The condition that an element is zero."""
    return f"({value}.x == 0 && {value}.y == 0)" if precision.is_complex else f"{value} == 0"


def convert(d: Dialect, source: Precision, target: Precision, width: int, value: str) -> str:
    """A vector of elements of ``source`` as one of ``target``, rounded to nearest; of equal types, as it is.

    Integers keep their value modulo that type's range: those with a sign are extended by it.
    """
    if source.part == target.part:
        return value
    if not (source.kind == target.kind == "integer" and source.signed):
        return d.converted(target.part, width * target.parts, value)
    if source is INT32:  # held as ``uint``
        value = d.bits(d.vector("int", width), value)
    extended = d.converted("long" if target.size == 8 else "int", width, value)
    return d.bits(d.vector(target.part, width), extended)


def read(d: Dialect, stored: Precision, target: Precision, width: int, pointer: str, memory: str = "") -> str:
    """``width`` adjacent elements at a pointer, converted from the type stored to ``target``.

    Args:
        d: The dialect.
        stored: The type in memory; one of ``FORMATS`` is only a format there unless ``target`` is the same.
        target: The type of the result.
        width: Elements; complex ones have two lanes each.
        pointer: A pointer to the first.
        memory: The qualifier of the memory if the pointer is aligned to the whole vector; empty if only to an element.
    """
    if stored.part in FORMATS and stored.part != target.part:
        loaded = d.load_half(width, pointer) if stored.part == "half" else d.load_bfloat16(width, pointer)
        return loaded if target.part == "float" else d.converted(target.part, width, loaded)
    if stored.is_complex and width > 1 and not memory:
        loaded = d.load(width * 2, f"({d.global_memory}const {stored.part} *){enclosed(pointer)}")
    elif memory:
        loaded = d.load_aligned(stored.part, width * stored.parts, pointer, memory)
    else:
        loaded = d.load(width, pointer)
    return convert(d, stored, target, width, loaded)


def write(
    d: Dialect, stored: Precision, source: Precision, width: int, value: str, pointer: str, memory: str = ""
) -> str:
    """The statement that stores ``width`` adjacent elements of ``source``; the counterpart of ``read``."""
    if stored.part in FORMATS and stored.part != source.part:
        value = value if source.part == "float" else d.converted("float", width, value)
        return (d.store_half if stored.part == "half" else d.store_bfloat16)(width, value, pointer)
    value = convert(d, source, stored, width, value)
    if stored.is_complex and width > 1 and not memory:
        return d.store(width * 2, value, f"({d.global_memory}{stored.part} *){enclosed(pointer)}")
    if memory:
        return d.store_aligned(stored.part, width * stored.parts, value, pointer, memory)
    return d.store(width, value, pointer)


def from_memory(d: Dialect, number: ScalarMemory, target: Precision) -> str:
    """A number that an entry point reads from memory; a real one in memory may be a complex number of the kernel."""
    memory, offset = f"{number.name}_memory", f"{number.name}_offset"
    if not target.is_complex or (number.stored.is_complex and not number.conjugate):
        return read(d, number.stored, target, 1, f"{memory} + {offset}")
    value = f"{memory}[{offset}]"
    parts = (f"{value}.x", f"-{value}.y") if number.stored.is_complex else (value, "0")
    return d.construct(d.element(target), *parts)
