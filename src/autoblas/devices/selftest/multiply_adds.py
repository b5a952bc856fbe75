"""A kernel of multiply-adds in registers alone, whose results prove that no turn was left out.

Each work-item holds vectors in registers and takes them through ``x = (x * a + b) * c + d`` over and over. With random
integers for x and b, a = 2 or -2, c = 1 / a and a d that leaves one unit of difference to -b c, every number is exact in
every precision, fused or not, and each turn moves x by that unit. Integers wrap, so theirs may be any numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.emit.arguments import buffer, integers
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "CROWDED",
    "MOST_LANES",
    "STARTS",
    "Variant",
    "compiler_flags",
    "kernels_text",
    "numbers",
    "turned",
    "variants",
]

MOST_LANES = 16
"""The widest vector of OpenCL C."""

STARTS = 16
"""Work-items that differ in their numbers; the next ones repeat them."""

CROWDED = 1.2
"""Ratio of the shortest launch on a CPU to the threads' CPU time divided by the cores, above which other programs kept cores
busy all the time."""


class Variant(NamedTuple):
    """One form of the kernel.

    Attributes:
        lanes: Numbers in a vector.
        accumulators: Vectors of a work-item, which do not depend on each other.
        form: The notation of a multiply-add: ``plain`` or ``mad``.
    """

    lanes: int
    accumulators: int
    form: str

    @property
    def name(self) -> str:
        """The entry point."""
        return f"multiply_add_{self.lanes}x{self.accumulators}_{self.form}"

    @property
    def numbers(self) -> int:
        """Numbers of a work-item."""
        return self.lanes * self.accumulators


def variants(facts: Facts, number: Precision) -> tuple[Variant, ...]:
    """Variants worth a test, the likeliest first.

    A multiply-add takes about four cycles on processors that begin two of them a cycle, so at least eight vectors must
    be in flight; more where there are 32 registers. On a GPU other work-items help, and vectors serve those that pack
    short numbers in pairs. There a multiply-add is also written as ``mad``, which PoCL only compiles to slower code.
    """
    if facts.kind == "cpu":
        full = max(min(facts.vector_bytes // number.size, MOST_LANES), 1)
        counts = (10, 20) if facts.vector_registers < 32 else (20, 10)
        shapes = [(lanes, count) for lanes in dict.fromkeys((full, max(full // 2, 1))) for count in counts]
    else:
        shapes = [(1, 16), (2, 8), (4, 8)]
    forms = ("plain",) if facts.kind == "cpu" or number.dtype.kind in "iu" else ("plain", "mad")
    return tuple(Variant(*shape, form) for form in forms for shape in shapes)


def numbers(number: Precision, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """The steps a, b, c, d of shape (4, ``MOST_LANES``), and ``count`` numbers to start from."""
    if number.dtype.kind in "iu":
        span = np.iinfo(number.dtype)
        random_numbers = rng.integers(span.min, span.max, 4 * MOST_LANES + count, number.dtype, endpoint=True)
        return random_numbers[count:].reshape(4, MOST_LANES) | 1, random_numbers[:count]
    reach = 2 ** np.finfo(number.dtype).nmant // 4  # with the way that the turns make, 2 x + b stays exact
    a = rng.choice([-2.0, 2.0], MOST_LANES)
    b = 2.0 * rng.integers(-reach // 2, reach // 2, MOST_LANES, endpoint=True)
    d = rng.choice([-1.0, 1.0], MOST_LANES) - b / a
    starts = rng.integers(-reach, reach, count, endpoint=True)
    return np.stack([a, b, 1 / a, d]).astype(number.dtype), starts.astype(number.dtype)


def turned(x: Array, steps: Array, turns: int) -> Array:
    """Result of ``turns`` turns on x, whose last axis is that of the lanes, by repeated squaring of the affine map."""
    a, b, c, d = steps
    scale, shift = a * c, b * c + d
    for _ in range(turns.bit_length() - 1):
        shift, scale = scale * shift + shift, scale * scale
    return np.asarray(x * scale + shift)


def kernels_text(shapes: Sequence[Variant], number: Precision, d: Dialect, group: int, unroll: int) -> str:
    """The text with one entry point for each variant.

    Args:
        shapes: The variants.
        number: Type of the computation.
        d: The dialect.
        group: Work-items of a work-group.
        unroll: Turns written one after the other, so that counting them costs little.
    """
    src = Source(d)
    arguments = (
        *integers("rounds"),
        buffer("steps", number),
        buffer("starts", number),
        buffer("out", number, "write"),
    )
    for variant in shapes:
        vector = d.vector(number.part, variant.lanes)
        with src.kernel(variant.name, arguments, (group, 1), number):
            src(f"const {d.index} id = {d.global_id(0)};")
            for row, name in enumerate("abcd"):
                src(f"const {vector} {name} = {d.load(variant.lanes, f'steps + {row * MOST_LANES}')};")
            for i in range(variant.accumulators):
                address = f"starts + id % {STARTS} + {i * variant.lanes}"
                src(f"{vector} x{i} = {d.load(variant.lanes, address)};")
            with src.loop("round", 0, "rounds"):
                for scale, shift in ("ab", "cd") * unroll:
                    for i in range(variant.accumulators):
                        plain = f"x{i} * {scale} + {shift}"
                        mad = d.multiply_add("mad", f"x{i}", scale, shift)
                        src(f"x{i} = {mad if variant.form == 'mad' else plain};")
            for i in range(variant.accumulators):
                src(d.store(variant.lanes, f"x{i}", f"out + id * {variant.numbers} + {i * variant.lanes}"))
    return str(src)


def compiler_flags(d: Dialect) -> tuple[str, ...]:
    """The flags of its program: multiplications and additions may be contracted."""
    return d.flags(CompilerOptions(contract=True))
