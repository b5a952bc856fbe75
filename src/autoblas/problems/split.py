"""The record of a split: a matrix copied into the blocks of matrix units, its numbers split into terms of fewer digits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32, Precision
from autoblas.problems.base import BaseProblem, Scratch

if TYPE_CHECKING:
    from autoblas.problems.base import Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "ASIDE",
    "CHUNKS",
    "COMMON",
    "COMMON_SHIFT",
    "FAR",
    "FORMS",
    "GUARDED_ROWS",
    "GUARD_BYTES",
    "HALF_LOWERED",
    "LEAST_TOP",
    "LINE_BYTES",
    "LOW_SHIFT",
    "ROW_SCALED",
    "SAMPLE",
    "SCALED",
    "SPAN",
    "SPREAD",
    "TOP",
    "TOP_OF_SAMPLE",
    "UNSCALED",
    "Split",
    "SplitForm",
]

SplitForm = Literal["half3", "tf32x3", "tf32", "half", "half1"]
"""The terms of a number: two halves, two tf32 numbers, one tf32 number, the half or bfloat16 itself, or one half."""

FORMS: tuple[SplitForm, ...] = get_args(SplitForm)
"""All forms."""

LINE_BYTES = 128
"""Bytes of a row in a block: what the matrix units' widest swizzle permutes."""

CHUNKS = 8
"""Pieces of 16 bytes of such a row, which the swizzle moves as they are."""

GUARDED_ROWS = 64
"""Rows that a group of work-items multiplies together, whose factors therefore lie together."""

GUARD_BYTES = 512
"""Bytes of the factors and of the flag words of ``GUARDED_ROWS`` rows."""

TOP = 14
"""The largest number of a row in a block of halves is scaled to [2^14, 2^15) at most, the last binade but one of halves."""

SAMPLE = 16
"""Numbers at the beginning of a matrix, in its first row, whose largest determines the common scale of rows."""

TOP_OF_SAMPLE = 11
"""The largest number of the sample is scaled to [2^11, 2^12) in halves."""

LEAST_TOP = 7
"""Rows whose largest number the common factor scales to [2^7, 2^15) have that factor; others have one of their own."""

COMMON = (127 - 64, 127 + 64)
"""Biased exponents between which the sample's largest number determines the common factor; otherwise it counts as 1.

So sums of any length that lack both common factors have room between the smallest floats and the largest, and products of
such a sum with one factor as well.
"""

LOW_SHIFT = 12
"""Binades by which the second half is scaled up, to the exponent of the first, before it is rounded."""

SPAN = 28
"""Binades below the largest number that both halves of a number are normal in, but for one digit of the second."""

SCALED = (127 - 90, 127 + 100)
"""Biased exponents of a row's largest number between which factors neither overflow nor lose small products."""

UNSCALED = (127 - 100, 127 + 61)
"""Biased exponents of tf32 numbers whose parts are normal and whose products, and a few sums of them, are finite."""

HALF_LOWERED = 112
"""Binades between the smallest normal half and the smallest normal float."""

SPREAD = 1
"""Flag of a row whose smaller numbers have fewer digits than a float."""

ASIDE = 2
"""Flag of a row that the form cannot represent."""

FAR = 4
"""Additional flag of a row of halves that ``tf32x3`` cannot represent."""

ROW_SCALED = 8
"""Additional flag of a row of halves with a factor of its own."""

COMMON_SHIFT = 8
"""Bit of a row's flag word at which the biased exponent of the common factor of halves begins."""


@dataclass(frozen=True)
class Split(BaseProblem):
    """Copy a matrix X[rows, depth] into blocks of ``width`` rows by 128 bytes of the depth, padded with zeros.

    Blocks follow each other along the depth, one row of blocks after the other. A block consists of planes: in each, the
    128 bytes of a row follow those of the row before. Chunk c of 16 bytes in row r is at position ``c ^ (r % 8)``, the
    swizzle of the matrix units. Two planes contain the two terms of each number.

    ``half3``: x = s (h + 2^-12 l), where the halves h and l have 22 of x's 24 digits, and s is a power of two for each row
    of ``joint`` blocks. Mostly s is the common factor of the matrix, which follows from the largest of its first numbers.
    Where that does not scale the row's largest number to [2^7, 2^15), the row has a factor of its own (``ROW_SCALED``),
    which scales it to [2^14, 2^15). ``tf32x3``: x = h + l with tf32 numbers.

    In both forms the planes are followed, for each 64 rows, by the rows' factors s as float32 (1 for ``tf32x3``, 0 for a
    row of zeros), and by a word for each row with its flags and the common factor. The flags:

    - 0: the terms of each number add up to it, to 22 digits.
    - ``SPREAD``: they do so to 2^-37 s where that is more, because some numbers are below 2^-14 s. A row with a factor of
      its own has this flag if its magnitudes span more than 28 binades.
    - ``ASIDE``: the form cannot represent the row, its terms are zeros, and X itself is to be multiplied. Such rows have
      infinities or NaN, in ``half3`` a largest number beyond 2^-90 and 2^101, in ``tf32x3`` numbers beyond 2^-100 and 2^62.
    - ``FAR``, besides the others: a row of ``half3`` has numbers that ``tf32x3`` could not represent.

    ``half1``: x = s h, which is ``half3`` without its second plane. Flag 0 means that h is x / s to 11 digits, ``SPREAD``
    that it is so to 2^-25 where that is more.

    ``tf32``: X rounded to tf32. ``half``: X itself, of halves or bfloat16.

    Attributes:
        rows: Rows of X.
        depth: Columns of X, the direction that a product sums over.
        width: Rows of a block, a multiple of 64.
        form: The terms of a number.
        precision: Element type of X.
        order: Storage order of X.
        joint: Blocks along the depth with the same s and flags; 1 where there is no s.
        items: Matrices of a batch, copied one after the other.
        listed: Each has an offset of its own, in a list; otherwise they follow each other at a fixed step.
    """

    rows: int
    depth: int
    width: int
    form: SplitForm = "half3"
    precision: Precision = FLOAT32
    order: Order = "row"
    joint: int = 1
    items: int = 1
    listed: bool = False

    family = "split"
    extents = ("rows", "depth")

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.order, f"width={self.width}", f"form={self.form}"]
        words += [f"joint={self.joint}"] if self.joint > 1 else []
        return " ".join(words + self._batch_words)

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element type of X, and the type in which its elements are split."""
        return (self.precision, FLOAT32)

    @property
    def form_type(self) -> Precision:
        """The element type of the form; of ``half``, either type of two bytes."""
        half = BFLOAT16 if self.precision is BFLOAT16 else FLOAT16
        return half if self.form == "half" else FLOAT32

    @property
    def part_bytes(self) -> int:
        """Bytes of a part of a number."""
        return 4 if self.form in {"tf32x3", "tf32"} else 2

    @property
    def guarded(self) -> bool:
        """True if rows have factors and flags."""
        return self.scaled or self.form == "tf32x3"

    @property
    def scaled(self) -> bool:
        """True if rows are multiplied by their factors."""
        return self.form in {"half3", "half1"}

    @property
    def planes(self) -> int:
        """Parts of a number."""
        return 2 if self.form in {"half3", "tf32x3"} else 1

    @property
    def step(self) -> int:
        """Depth of a block."""
        return LINE_BYTES // self.part_bytes

    @property
    def steps(self) -> int:
        """Blocks along the depth."""
        return math.ceil(self.depth / self.step)

    @property
    def tiles(self) -> int:
        """Blocks along the rows."""
        return math.ceil(self.rows / self.width)

    @property
    def plane_bytes(self) -> int:
        """Bytes of a plane."""
        return self.width * LINE_BYTES

    @property
    def block_bytes(self) -> int:
        """Bytes of a block."""
        factors = self.width // GUARDED_ROWS * GUARD_BYTES if self.guarded else 0
        return self.planes * self.plane_bytes + factors

    @property
    def matrix_bytes(self) -> int:
        """Bytes of the blocks of one matrix."""
        return self.tiles * self.steps * self.block_bytes

    @property
    def scratch(self) -> Scratch:
        """The memory of the blocks."""
        return Scratch(self.items * self.matrix_bytes, None, self.precision)

    def flops(self) -> int:
        """None: numbers are moved and split."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        return self.items * (self.rows * self.depth * self.precision.size + self.matrix_bytes)

    def reference(self, x: Array) -> Array:
        """The blocks of ``x``, of shape (rows, depth), as 32-bit words."""
        groups = math.ceil(self.steps / self.joint)
        padded = np.zeros((self.tiles * self.width, groups * self.joint * self.step), self.precision.dtype)
        padded[: self.rows, : self.depth] = x
        joint = padded.reshape(self.tiles, self.width, groups, -1).transpose(0, 2, 1, 3)
        planes, guards = _PARTS[self.form](np.ascontiguousarray(joint))
        words = np.zeros((self.tiles, self.steps, self.block_bytes // 4), np.uint32)
        size = self.plane_bytes // 4
        for number, plane in enumerate(planes):
            blocks = plane.reshape(self.tiles, groups, self.width, self.joint, self.step).transpose(
                0, 1, 3, 2, 4
            )
            blocks = blocks.reshape(self.tiles, -1, self.width, self.step)[:, : self.steps]
            words[:, :, number * size : (number + 1) * size] = self._swizzled(np.ascontiguousarray(blocks))
        if guards:
            stacked = np.stack(
                [word.reshape(self.tiles, groups, -1, GUARDED_ROWS) for word in guards], axis=3
            )
            repeated = np.repeat(stacked.reshape(self.tiles, groups, -1), self.joint, axis=1)
            words[:, :, len(planes) * size :] = repeated[:, : self.steps]
        return words.reshape(-1)

    def _swizzled(self, blocks: Array) -> Array:
        """The words of a plane of each block, of shape (tiles, steps, width, step), with its chunks permuted."""
        row, chunk = np.arange(self.width)[:, None], np.arange(CHUNKS)
        index = (row * CHUNKS + (chunk ^ row % CHUNKS)).reshape(-1)
        chunks = blocks.view(np.uint32).reshape(self.tiles, self.steps, -1, 4)
        swizzled = np.empty_like(chunks)
        swizzled[:, :, index] = chunks
        return swizzled.reshape(self.tiles, self.steps, -1)


def _extremes(x: Array) -> tuple[Array, Array]:
    """Biased exponents of the largest number of each row and of the smallest that is not zero; of a row of zeros, 0.

    Infinities and NaN have 255.
    """
    sizes = x.view(np.uint32) & np.uint32(0x7FFFFFFF)
    smallest = (sizes - np.uint32(1)).min(axis=-1) + np.uint32(1)  # of a zero, the largest size there is
    return (sizes.max(axis=-1) >> 23).astype(np.int64), (smallest >> 23).astype(np.int64)


def _common_lift(sample: Array) -> int:
    """The biased exponent of the common factor, from the first numbers of a matrix."""
    top = int(_extremes(np.ascontiguousarray(sample)[None])[0][0])
    return 2 * 127 + TOP_OF_SAMPLE - (top if COMMON[0] <= top <= COMMON[1] else 127)


def _halves(x: Array) -> tuple[list[Array], tuple[Array, Array]]:
    """Two halves for each number, and the factors and flags of the rows."""
    common = _common_lift(x[0, 0, 0, :SAMPLE])
    top, low = _extremes(x)
    nonzero = np.any(x != 0, axis=-1)
    aside = nonzero & ((top < SCALED[0]) | (top > SCALED[1]))
    row_scaled = nonzero & ~aside & ((top + common < 2 * 127 + LEAST_TOP) | (top + common > 2 * 127 + TOP))
    lift = np.where(row_scaled, 2 * 127 + TOP - top, np.where(nonzero & ~aside, common, 127)).astype(
        np.uint32
    )
    lifted = np.where(aside[..., None], np.float32(0), x) * (lift << 23).view(np.float32)[..., None]
    first, value = _half_bits(lifted)
    second, _ = _half_bits((lifted - value) * np.float32(2**LOW_SHIFT))
    factors = np.where(nonzero & ~aside, (np.uint32(254) - lift) << 23, np.uint32(0))
    spread = nonzero & (low + lift < 2 * 127 + TOP - SPAN)
    flags = np.where(aside, ASIDE, np.where(spread, SPREAD, 0)).astype(np.uint32)
    flags |= np.where(nonzero & ((low < UNSCALED[0]) | (top > UNSCALED[1])), FAR, 0).astype(np.uint32)
    flags |= np.where(row_scaled, ROW_SCALED, 0).astype(np.uint32) | np.uint32((254 - common) << COMMON_SHIFT)
    return [first, second], (factors, flags)


def _half_bits(x: Array) -> tuple[Array, Array]:
    """Numbers as halves, rounded to nearest, away from zero between two: their bits, and their values as floats.

    These are the bits of floats 112 binades lower, without the last 13.
    """
    lowered = (x * np.float32(2.0**-HALF_LOWERED)).view(np.uint32) + np.uint32(0x1000)
    bits = (lowered >> 16 & np.uint32(0x8000)) | (lowered >> 13 & np.uint32(0x7FFF))
    value = (lowered & np.uint32(0xFFFFE000)).view(np.float32) * np.float32(2.0**HALF_LOWERED)
    return bits.astype(np.uint16), value


def _tf32_pairs(x: Array) -> tuple[list[Array], tuple[Array, Array]]:
    """Two tf32 numbers for each number, and the factors, which are 1, and flags of the rows."""
    top, low = _extremes(x)
    aside = np.any(x != 0, axis=-1) & ((low < UNSCALED[0]) | (top > UNSCALED[1]))
    represented = np.where(aside[..., None], np.float32(0), x)
    first = _tf32_bits(represented)
    second = _tf32_bits(represented - first.view(np.float32))
    flags = np.where(aside, np.uint32(ASIDE), np.uint32(0))
    return [first, second], (np.full_like(flags, 0x3F800000), flags)


def _tf32_bits(x: Array) -> Array:
    """Numbers rounded to tf32, away from zero between two; finite ones stay finite, and NaN stays NaN."""
    bits = x.view(np.uint32)
    sizes = bits & np.uint32(0x7FFFFFFF)
    rounding = np.where(sizes < np.uint32(0x7F7FF000), np.uint32(0x1000), np.uint32(0))
    quiet = np.where(sizes > np.uint32(0x7F800000), np.uint32(0x400000), np.uint32(0))
    return ((bits + rounding) & np.uint32(0xFFFFE000)) | quiet


def _first_halves(x: Array) -> tuple[list[Array], tuple[Array, Array]]:
    """One half for each number, and the factors and flags of the rows."""
    (first, _), guards = _halves(x)
    return [first], guards


_PARTS: dict[str, Any] = {
    "half3": _halves,
    "half1": _first_halves,
    "tf32x3": _tf32_pairs,
    "tf32": lambda x: ([_tf32_bits(x)], ()),
    "half": lambda x: ([x], ()),
}
