"""A row of the table of routines, and the words that rows share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "ACCUMULATOR_OF_PRODUCTS",
    "ACCUMULATOR_OF_SUMS",
    "ANY_STRIDES",
    "BAND_ORDER",
    "COMPLETE_TYPES",
    "COMPLEX",
    "DEVICES",
    "DIAG",
    "EVERY",
    "FLOATS",
    "HERMITIAN",
    "IN_MEMORY",
    "PACKED_ORDER",
    "SCALAR",
    "Argument",
    "Level",
    "Routine",
    "argument",
    "factor",
    "offsets",
    "option",
    "result",
    "side",
    "trans",
    "uplo",
    "vector",
]

Level = Literal[1, 2, 3, "lapack", "extra"]

FLOATS = "float16, float32, float64, complex64 or complex128"
COMPLETE_TYPES = "float32, float64, complex64 or complex128"
COMPLEX = "complex64 or complex128"
EVERY = (
    "float16, float32, float64, complex64, complex128, int8, uint8, int16, int32, uint32 or int64, or of bfloat16 from "
    "the package ml_dtypes"
)

ANY_STRIDES = (
    "Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, "
    "unless ``queue`` is given."
)
IN_MEMORY = "It may be a device array of one element."
"""Last sentence on a factor."""
HERMITIAN = "Of complex types, which this routine is for: four multiplications and four additions a term."
SCALAR = "A NumPy scalar; for device arrays ``out`` or a new array of shape ``(1,)``"
"""The result of a reduction."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a routine.

    Attributes:
        name: Its name.
        doc: What it is.
        default: Its default, as the signature has it; empty where it must be given.
        keyword: It is given by name only.
        annotation: Its type, as the signature has it.
        letters: Of a letter of BLAS, its choices as capitals.
    """

    name: str
    doc: str
    default: str = ""
    keyword: bool = False
    annotation: str = "Any"
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Routine:
    """A public function on arrays.

    Attributes:
        name: Its name.
        level: Its level of BLAS.
        formula: What it computes, as a formula.
        summary: The same as a sentence, the first of its docstring.
        arguments: Its arguments; ``queue`` and ``wait_for`` follow.
        returns: What it returns, without when it is complete.
        example: A doctest.
        plan: The function that makes plans of its calls: module below ``autoblas.blas``, and name.
        operations: Operations on real numbers, an expression in sizes.
        nbytes: Bytes that are read and written once, an expression in sizes and ``s``, the bytes of an element.
        sizes: What the names in the expressions mean.
        cost: What else there is to say of the cost.
        title: What it computes in few words, after a verb; by default the summary.
        types: The element types: all floating-point types, those of LAPACK, or the complex, real or float32 ones alone.
        notes: Paragraphs behind the summary.
        lacking: What a device may lack besides a kernel.
        within: The arguments describe items of a batch, which have to lie within their arrays.
        raises: The errors of a function of numbers, which the host computes.
        failure: The error of a NumPy array for which there is no result.
        short: The function of ``blas.host.expressions`` that computes usual calls on NumPy arrays at once.
        result: The type of the result, where it is no array.
    """

    name: str
    level: Level
    formula: str
    summary: str
    arguments: tuple[Argument, ...]
    returns: str
    example: str
    plan: str
    operations: str
    nbytes: str
    sizes: str
    cost: str = ""
    title: str = ""
    types: Literal["floats", "full", "complex", "real", "single"] = "floats"
    notes: tuple[str, ...] = ()
    lacking: str = ""
    within: bool = False
    raises: tuple[str, ...] = ()
    failure: str = ""
    short: str = ""
    result: str = ""

    @property
    def short_title(self) -> str:
        """The title, or the summary without its verb."""
        return self.title or self.summary.removeprefix("Compute ").removesuffix(".")

    @property
    def on_device(self) -> bool:
        """True of routines that kernels compute."""
        return not self.raises


def argument(name: str, doc: str, default: str = "") -> Argument:
    """An argument that may be given by position."""
    return Argument(name, doc, default)


def option(
    name: str, doc: str, default: str = "None", annotation: str = "Any", letters: str = ""
) -> Argument:
    """An argument that is given by name."""
    return Argument(name, doc, default, keyword=True, annotation=annotation, letters=letters)


def vector(
    name: str, length: str, kinds: str = "", *, like: str = "", written: bool = False, new: bool = False
) -> Argument:
    """A vector.

    Args:
        name: Its name.
        length: Its length.
        kinds: Its types, where they follow from no other argument.
        like: The argument whose type it has.
        written: It is overwritten.
        new: It may be left out; then it is a new vector.
    """
    stride = "" if like else " and any stride"
    kind = f"of the same type and kind of memory as ``{like}``" if like else f"an array of {kinds}"
    output = ", overwritten; by default a new vector" if new else ", overwritten" if written else ""
    return Argument(
        name, f"Vector of shape ``({length},)``{stride}, {kind}{output}.", default="None" if new else ""
    )


def factor(name: str, doc: str, default: str = "1.0", annotation: str = "Factor") -> Argument:
    """A factor."""
    return option(name, doc if annotation == "Factors" else f"{doc} {IN_MEMORY}", default, annotation)


def trans(name: str, matrix: str) -> Argument:
    """The letter that transposes a matrix."""
    doc = f'op({matrix}) is {matrix} (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).'
    return option(name, doc, "'N'", "Op", "NTC")


def uplo(matrix: str, use: str) -> Argument:
    """The letter of a triangle."""
    doc = f'``"U"`` for the upper triangle of {matrix}, ``"L"`` for the lower one: the one that is {use}.'
    return option("uplo", doc, "'U'", "Triangle", "UL")


def side(left: str, right: str) -> Argument:
    """The letter of the side that a matrix stands on."""
    return option("side", f'``"L"`` for {left}, ``"R"`` for {right}.', "'L'", "Side", "LR")


def result(kind: str = "", *, along: bool = False) -> Argument:
    """The output of a reduction, of an element type; of one along an axis, too."""
    doc = f"Device array of one {kind}{' ' if kind else ''}element for the result, by default a new one; None with NumPy arrays."
    doc += " With ``axis``, a dense vector in the memory of ``x``." if along else ""
    return option("out", doc)


def offsets(name: str, *, output: bool = False) -> Argument:
    """The first elements of the items of an operand."""
    item = f"{name}_i"
    if output:
        doc = f"Where each {item} begins, in elements; its length is the number of items. The {item} must not overlap."
    else:
        doc = f"Where each {item} begins, in elements: a vector of whole numbers, or one number that all items share."
    return Argument(f"{name.lower()}_offsets", doc, annotation="Offsets")


DIAG = option(
    "diag",
    '``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.',
    "'N'",
    "Diagonal",
    "NU",
)
BAND_ORDER = option(
    "order",
    '``"F"`` for Netlib\'s band storage, a diagonal in each row; ``"C"`` for that of CBLAS by rows, a diagonal in each '
    "column.",
    "'F'",
    "Order",
)
PACKED_ORDER = option(
    "order",
    '``"F"`` where the columns of the triangle follow each other, ``"C"`` where its rows do.',
    "'F'",
    "Order",
)
ACCUMULATOR_OF_SUMS = option(
    "accumulator", "The type to sum in; by default the type of the elements, float32 for float16."
)
ACCUMULATOR_OF_PRODUCTS = option(
    "accumulator",
    "The type that products are summed in; by default the widest type of A, B and C, but float32 for float16 and "
    "bfloat16, and of integers that of C.",
)
DEVICES = option(
    "devices",
    "Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only, and "
    "without ``queue``.",
)
