"""Element types: their names in NumPy and C, their unit roundoffs, and the default accumulator of a mix of them."""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.errors import PrecisionError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "BFLOAT16",
    "COMPLEX64",
    "COMPLEX128",
    "FLOAT16",
    "FLOAT32",
    "FLOAT64",
    "FLOATING",
    "FORMATS",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "MULTIPLIED",
    "PRECISIONS",
    "TYPES",
    "UINT8",
    "UINT32",
    "Precision",
    "default_accumulator",
    "default_result",
    "listed",
    "precision_of",
]


@dataclass(frozen=True, eq=False)
class Precision:
    """One element type; there is one object for each, compared by identity because keys are made of them.

    Attributes:
        name: NumPy's name, which the command line and the database use too.
        size: Bytes an element takes.
        roundoff: Unit roundoff u of one operation, half the distance from 1 to the next number; 0 for integers.
        kind: Real or complex floating point, or integer.
        part: The type in C of the real and the imaginary part; that of the element where it is not complex. Integers that
            sums may have are ``uint`` or ``ulong`` whatever their sign, because sums and products of these wrap.
    """

    name: str
    size: int
    roundoff: float
    kind: Literal["real", "complex", "integer"]
    part: str

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Copies and pickles are the one object again."""
        return precision_of, (self.name,)

    def __repr__(self) -> str:
        return self.name

    @property
    def dtype(self) -> np.dtype[Any]:
        """The element type in NumPy; that of the package ml_dtypes where NumPy has none.

        Raises:
            PrecisionError: that package is not installed.
        """
        if self.part == "bfloat16":
            try:
                bfloat16: np.dtype[Any] = np.dtype(importlib.import_module("ml_dtypes").bfloat16)
            except ImportError as error:
                raise PrecisionError(
                    "dtype",
                    "the package ml_dtypes to be installed, which defines bfloat16",
                    "no such package",
                ) from error
            return bfloat16
        return np.dtype(self.name)

    @functools.cached_property
    def is_complex(self) -> bool:
        """True if an element has a real and an imaginary part."""
        return self.kind == "complex"

    @functools.cached_property
    def parts(self) -> int:
        """Real numbers of an element."""
        return 2 if self.is_complex else 1

    @functools.cached_property
    def double(self) -> bool:
        """True if it consists of doubles, which not every device has."""
        return self.part == "double"

    @functools.cached_property
    def real(self) -> Precision:
        """The precision of the parts: of a real or integer type, itself."""
        return {"float": FLOAT32, "double": FLOAT64}[self.part] if self.is_complex else self

    @functools.cached_property
    def worked(self) -> Precision:
        """The type that elements are computed in by default: float32 for float16."""
        return FLOAT32 if self.part == "half" else self

    @functools.cached_property
    def signed(self) -> bool:
        """True unless the type is one of whole numbers from 0 on."""
        return not self.name.startswith("uint")

    def represents(self, narrower: Precision) -> bool:
        """True if a type of integers has all numbers of another one."""
        return narrower is self or (self.size > narrower.size and (self.signed or not narrower.signed))

    def scalar(self, value: Any) -> Any:
        """A number as a NumPy scalar of this type; integers wrap, as their arithmetic does."""
        if self.kind != "integer":
            return self.dtype.type(value)
        bits = 8 * self.size
        return np.dtype(f"u{self.size}").type(int(value) % 2**bits).view(self.dtype)

    @property
    def tiny(self) -> float:
        """The smallest normal number, below which devices may flush to zero; 0 for integers."""
        if self.part == "bfloat16":
            return float(np.finfo(np.float32).tiny)  # it has a float's exponents
        return 0.0 if self.kind == "integer" else float(np.finfo(self.dtype).tiny)


FLOAT16 = Precision("float16", 2, 2.0**-11, "real", "half")
FLOAT32 = Precision("float32", 4, 2.0**-24, "real", "float")
FLOAT64 = Precision("float64", 8, 2.0**-53, "real", "double")
COMPLEX64 = Precision("complex64", 8, 2.0**-24, "complex", "float")
COMPLEX128 = Precision("complex128", 16, 2.0**-53, "complex", "double")
INT32 = Precision("int32", 4, 0.0, "integer", "uint")
UINT32 = Precision("uint32", 4, 0.0, "integer", "uint")
INT64 = Precision("int64", 8, 0.0, "integer", "ulong")

BFLOAT16 = Precision("bfloat16", 2, 2.0**-8, "real", "bfloat16")
"""The upper half of a float32: a format of matrices that ``gemm`` multiplies in float32, and of nothing else here."""

INT8 = Precision("int8", 1, 0.0, "integer", "char")
UINT8 = Precision("uint8", 1, 0.0, "integer", "uchar")
INT16 = Precision("int16", 2, 0.0, "integer", "short")
"""Formats of A and B alone: products are summed in a wider type, which is that of C."""

FORMATS = ("half", "bfloat16")
"""Parts of types that may be only a storage format, converted to float when they are read."""

PRECISIONS = {p.name: p for p in (FLOAT32, FLOAT64, FLOAT16, COMPLEX64, COMPLEX128, INT32, UINT32, INT64)}
"""The types that a C may have and that sums may have, by name."""

TYPES = PRECISIONS | {p.name: p for p in (BFLOAT16, INT8, UINT8, INT16)}
"""All types by name."""

SUMMED = (INT32, UINT32, INT64)
"""The types that integers are summed in; the first that holds those of A and B is the default."""

FLOATING = ("float16", "float32", "float64", "complex64", "complex128")
"""The types that most routines take."""

MULTIPLIED = (*FLOATING, "int8", "uint8", "int16", "int32", "uint32", "int64", "bfloat16")
"""The types of matrices that products take."""


def listed(names: Sequence[str]) -> str:
    """Choices as messages list them.

    Args:
        names: At least one.
    """
    *leading, last = names
    return f"{', '.join(leading)} or {last}" if leading else last


def precision_of(dtype: Any, argument: str = "dtype", among: Sequence[str] = MULTIPLIED) -> Precision:
    """The precision of a NumPy element type or of its name.

    Args:
        dtype: Anything ``numpy.dtype`` accepts.
        argument: The argument that an error names.
        among: The types that an error lists.

    Raises:
        PrecisionError: autoblas has no kernels for that type.
    """
    try:
        name = np.dtype(dtype).name
    except (
        TypeError,
        ValueError,
        SyntaxError,
        OverflowError,
        RecursionError,
    ):  # NumPy parses what has commas
        name = shown(dtype)
    if name not in TYPES:
        raise PrecisionError(argument, listed(among), name[:80])
    return TYPES[name]


def default_accumulator(a: Precision, b: Precision, c: Precision, output: str = "c") -> Precision:
    """The default type of sums of products: the widest of the three, but float32 for float16 and bfloat16.

    Integers are summed in the type of C, modulo 2^32 or 2^64, which holds the numbers of A and of B.

    Args:
        a: Element type of A.
        b: Element type of B.
        c: Element type of C.
        output: The argument that an error names for the type of C.

    Raises:
        PrecisionError: the three do not mix: only real types do, and integers with a C that holds them.
    """
    if a.kind == b.kind == "integer":
        choices = [p for p in SUMMED if p.represents(a) and p.represents(b)]
        if c not in choices:
            expected = f"{listed([p.name for p in choices])}, for sums of {a.name} by {b.name}"
            raise PrecisionError(output, expected, c.name)
        return c
    if a.kind == b.kind == c.kind == "real":
        return max(a, b, c, FLOAT32, key=lambda precision: precision.size)
    for argument, precision in (("b", b), (output, c)):
        if precision is not a:
            raise PrecisionError(
                argument, f"{a.name} like a, since only real types, or integers, mix", precision.name
            )
    return a


def default_result(a: Precision, b: Precision) -> Precision | None:
    """The type of a product of integers: the first of at least 32 bits that holds both; None of other types.

    Args:
        a: Element type of A.
        b: Element type of B.
    """
    if not a.kind == b.kind == "integer":
        return None
    return next(p for p in SUMMED if p.represents(a) and p.represents(b))
