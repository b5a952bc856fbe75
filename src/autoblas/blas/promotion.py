"""Which types mix: the type that operands of several types meet in, and NumPy arrays that are converted to it.

One table says which types hold every value of another one. Operands meet in the first type that holds all of theirs, so
that their order does not matter and nothing is lost. Kernels of products read real types that differ as they are; for other
routines NumPy arrays are converted. Outputs are never converted, and neither are arrays in device memory, which may be large
and whose copies would need a queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.precision import FLOATING, MULTIPLIED, default_result, precision_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from autoblas.precision import Precision

__all__ = ["WIDER_TYPES", "common_type", "types_of", "wider"]

_FLOAT64 = ("float64", "complex128")
_FLOAT32 = ("float32", "complex64", *_FLOAT64)
_SMALL = ("float16", "int32", *_FLOAT32)

WIDER_TYPES: Mapping[str, tuple[str, ...]] = {
    "bool": ("uint32", "bfloat16", *_SMALL),
    "uint8": ("uint32", "bfloat16", *_SMALL),
    "int8": ("bfloat16", *_SMALL),
    "uint16": ("uint32", "int32", *_FLOAT32),
    "int16": ("int32", *_FLOAT32),
    "int32": _FLOAT64,
    "uint32": _FLOAT64,
    "float16": _FLOAT32,
    "bfloat16": _FLOAT32,
    "float32": ("complex64", *_FLOAT64),
    "float64": ("complex128",),
    "complex64": ("complex128",),
    "complex128": (),
}
"""By a type, the types that routines compute with and that hold all of its numbers."""

ORDER = ("int32", "uint32", "bfloat16", "float16", "float32", "float64", "complex64", "complex128")
"""The types that operands can meet in; the first that holds all of theirs is taken."""

WHOLE = frozenset({"bool", "uint8", "int8", "uint16", "int16", "int32", "uint32"})
"""Types that meet in one of their own, never in a floating-point type, unless an operand has one."""


TYPES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("gemm", "gemm_batched", "gemm_offsets", "gemv_batched", "gemv_offsets"), MULTIPLIED),
    **dict.fromkeys(("hemv", "hbmv", "hpmv", "her", "hpr", "her2", "hpr2"), ("complex64", "complex128")),
    **dict.fromkeys(("dsdot", "sdsdot"), ("float32",)),
    "rotm": ("float16", "float32", "float64"),
}
"""The types that kernels of a routine read, of routines that do not take all floating-point types and no others."""


def types_of(routine: str) -> tuple[str, ...]:
    """The element types that a routine takes; with NumPy's arithmetic some take bfloat16 too.

    Args:
        routine: Its name.
    """
    return TYPES.get(routine, FLOATING)


def common_type(names: Collection[str]) -> str | None:
    """The type that operands of these types meet in; None where nothing holds them all.

    Args:
        names: The types by NumPy's names.
    """
    choices = ORDER if set(names) - WHOLE else [name for name in ORDER if name in names]
    for choice in choices:
        if all(name == choice or choice in WIDER_TYPES.get(name, ()) for name in names):
            return choice
    return None


def wider(a: Precision, b: Precision) -> Precision:
    """The type of a product's result: that which its operands' types meet in, or the larger of the two.

    Integers meet in one of at least 32 bits, in which their products are summed.

    Args:
        a: The type of one operand.
        b: That of the other.
    """
    summed = default_result(a, b)
    if summed is not None:
        return summed
    name = common_type({a.name, b.name})
    return precision_of(name) if name else max(a, b, key=lambda precision: precision.size)
