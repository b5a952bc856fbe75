"""The matrix product as a problem: sizes, precisions, storage orders, batches, and structure of its operands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from autoblas.precision import Precision, default_accumulator
from autoblas.problems.base import IMPLIED, Accuracy, BaseProblem, Order, Scratch

if TYPE_CHECKING:
    from autoblas.problems.matvec import Triangle

__all__ = [
    "EXCHANGED",
    "FLIPPED",
    "INVARIANT_ROWS",
    "OPPOSITE",
    "Activation",
    "Bias",
    "Matmul",
    "Memory",
    "Zeros",
    "exchanged_names",
]


Activation = Literal["", "relu", "gelu", "gelu_tanh", "silu"]
"""The function of C's elements before they are rounded; ``gelu`` has the error function, ``gelu_tanh`` its usual
approximation."""


Bias = Literal["", "rows", "cols"]
"""The size of C that the bias has as its length, hence one number for each row or for each column; empty without a bias."""


Memory = Literal["buffer", "image"]
"""The kind of an operand's memory: plain, or an image whose texels run along the adjacent elements."""


Zeros = Literal["", "a_lower", "a_upper", "b_lower", "b_upper"]
"""The operand and the triangle of it, without its diagonal, that consists of zeros."""


FLIPPED: dict[Order, Order] = {"row": "col", "col": "row", "any": "any"}
"""The storage order of the transpose."""


OPPOSITE: dict[Triangle, Triangle] = {"": "", "lower": "upper", "upper": "lower"}
"""The triangle of the transpose."""


EXCHANGED: dict[Zeros, Zeros] = {
    "": "",
    "a_lower": "b_upper",
    "a_upper": "b_lower",
    "b_lower": "a_upper",
    "b_upper": "a_lower",
}
"""Zero parts of operands, by those of the transposed product."""


_EXCHANGE = str.maketrans("ab", "ba")


INVARIANT_ROWS = 64
"""Rows that a product with invariant rows has at least, so that kernels with tiles are legal for it; fewer are copied."""


def exchanged_names(names: str) -> str:
    """Names of operands, sorted, in the transposed product."""
    return names and "".join(sorted(names.translate(_EXCHANGE)))


@dataclass(frozen=True)
class Matmul(BaseProblem):
    """C[m, n] = alpha A[m, k] B[k, n] + beta C[m, n], with transposes already folded into the orders; or many of them.

    A vector may be added and a function applied, both before C is rounded: C = f(alpha A B + beta C + bias).

    Attributes:
        m: Rows of C.
        n: Columns of C.
        k: Columns of A and rows of B.
        precision: Element type of C.
        a: Storage order of A as it enters the product; a transposed row-major matrix is ``col``.
        b: Storage order of B.
        c: Storage order of C; ``col`` where the transposed product is computed.
        type_a: Element type of A; by default that of C.
        type_b: Element type of B; by default that of C.
        accumulator: The type of sums of products, and of alpha and beta; by default that of
            ``default_accumulator``.
        conjugate: The operands whose complex conjugates enter: ``""``, ``"a"``, ``"b"`` or ``"ab"``.
        items: Products of the batch, 1 where there is no batch.
        listed: Every item has offsets, alpha and beta of its own, in lists in device memory; otherwise items follow
            each other at a fixed step and have the same alpha and beta.
        shared: The operands that all items have in common: ``a``, ``b``, ``ab`` or none.
        a_in: Memory of A.
        b_in: Memory of B.
        c_in: Memory of C; an image only if beta is known to be 0.
        pure: Alpha is known to be 1 and beta 0, so that neither is an argument and C is never read.
        accuracy: The arithmetic that may replace the accumulator's.
        part: The triangle of C that is computed; elements outside of it are neither read nor written.
        hermitian: The imaginary parts of C's diagonal are not read and become zero.
        zeros: The triangle of A or B that is known to be zero, so that its products need not be computed.
        spread: C is that product, to which zeros of A or B may have spread infinities or NaN; if the row or column of C that
            depends on all of the other operand has one, C is computed again, without those products.
        bias: The size of C that a vector of C's type runs along, which is added to every column or row; none where empty.
        activation: The function that is applied to the sum; none where empty.
        invariant: Kernel and parameters do not depend on the number of rows, ``INVARIANT_ROWS`` or more, so that a row of C
            has the same bits however many there are.
    """

    m: int
    n: int
    k: int
    precision: Precision
    a: Order = "row"
    b: Order = "row"
    c: Order = "row"
    type_a: Precision = IMPLIED
    type_b: Precision = IMPLIED
    accumulator: Precision = IMPLIED
    conjugate: str = ""
    items: int = 1
    listed: bool = False
    shared: str = ""
    a_in: Memory = "buffer"
    b_in: Memory = "buffer"
    c_in: Memory = "buffer"
    pure: bool = False
    accuracy: Accuracy = "standard"
    part: Triangle = ""
    hermitian: bool = False
    zeros: Zeros = ""
    spread: bool = False
    bias: Bias = ""
    activation: Activation = ""
    invariant: bool = False

    family = "gemm"
    extents = ("m", "n", "k")

    def __post_init__(self) -> None:
        self._imply(type_a=self.precision, type_b=self.precision)
        if self.accumulator is IMPLIED:  # types without a common one need an explicit accumulator
            self._imply(accumulator=default_accumulator(self.type_a, self.type_b, self.precision))

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of A, B, C, and the accumulator."""
        return (self.type_a, self.type_b, self.precision, self.accumulator)

    @property
    def uniform(self) -> bool:
        """True if all three matrices and the accumulator have one type."""
        return len(set(self.types)) == 1

    @property
    def in_buffers(self) -> bool:
        """True if no operand is in an image."""
        return self.a_in == self.b_in == self.c_in == "buffer"

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        a, b, c, accumulator = (precision.name for precision in self.types)
        types = c
        if not self.uniform:
            types = f"{a}*{b}={c} in {accumulator}" if len({a, b, c}) > 1 else f"{c} in {accumulator}"
        words = [types, f"{self.a}*{self.b}={self.c}"]
        words += [f"conjugate={self.conjugate}"] if self.conjugate else []
        words += self._batch_words
        words += [f"shared={self.shared}"] if self.shared else []
        words += [f"{x}=image" for x in "abc" if getattr(self, f"{x}_in") == "image"]
        words += self._true("pure")
        words += [f"accuracy={self.accuracy}"] if self.accuracy != "standard" else []
        words += [f"part={self.part}"] if self.part else []
        words += self._true("hermitian")
        words += [f"zeros={self.zeros}"] if self.zeros else []
        words += self._true("spread")
        words += [f"{name}={getattr(self, name)}" for name in ("bias", "activation") if getattr(self, name)]
        words += self._true("invariant")
        return " ".join(words)

    @property
    def scratch(self) -> Scratch:
        """The memory of the product as a helper of a launch that follows."""
        return Scratch(self.m * self.n * self.precision.size, None, self.precision)

    @property
    def transposed(self) -> Matmul:
        """The product C' = B' A', which holds the same numbers in the same memory."""
        biases: dict[Bias, Bias] = {"": "", "rows": "cols", "cols": "rows"}
        return replace(
            self,
            m=self.n,
            n=self.m,
            a=FLIPPED[self.b],
            b=FLIPPED[self.a],
            c=FLIPPED[self.c],
            type_a=self.type_b,
            type_b=self.type_a,
            conjugate=exchanged_names(self.conjugate),
            shared=exchanged_names(self.shared),
            a_in=self.b_in,
            b_in=self.a_in,
            part=OPPOSITE[self.part],
            zeros=EXCHANGED[self.zeros],
            bias=biases[self.bias],
        )

    @property
    def related(self) -> tuple[Matmul, ...]:
        """The problems whose tuning records may serve this one: itself, at standard accuracy, the bare product, all of C."""
        candidates = [self, replace(self, accuracy="standard")]
        candidates += [replace(candidate, bias="", activation="") for candidate in candidates]
        candidates += [
            replace(candidate, part="", hermitian=False, zeros="", spread=False) for candidate in candidates
        ]
        return tuple(dict.fromkeys(candidates))

    def flops(self) -> int:
        """Operations on real numbers: a multiplication and an addition a term, four of each in complex ones.

        Of a triangle, and of a product with one, those that the definition has: about half.
        """
        per_term = 8 if self.accumulator.is_complex else 2
        terms = self.m * self.n * self.k
        if self.part:
            terms = self._in_triangle(self.m, self.n, self.part) * self.k
        elif self.zeros:
            operand, triangle = self.zeros.split("_")
            rows, cols, extent = (self.m, self.k, self.n) if operand == "a" else (self.k, self.n, self.m)
            terms = self._in_triangle(rows, cols, "lower" if triangle == "upper" else "upper") * extent
        return per_term * terms * self.items

    @staticmethod
    def _in_triangle(rows: int, cols: int, triangle: str) -> int:
        """Elements of a triangle with its diagonal; of a matrix that is not square, of the trapezoid."""
        if triangle == "upper":
            rows, cols = cols, rows
        short = min(rows, cols)
        return short * (short + 1) // 2 + max(rows - cols, 0) * cols

    def min_bytes(self) -> int:
        """Bytes that must cross the memory interface at least once: A, B, C and the vector."""
        a, b, c, _ = (precision.size for precision in self.types)
        count_a, count_b = (1 if x in self.shared else self.items for x in "ab")
        outputs = self._in_triangle(self.m, self.n, self.part) if self.part else self.m * self.n
        size_a, size_b = self.m * self.k * a * count_a, self.k * self.n * b * count_b
        if self.zeros:  # half of the operand need not be read
            size_a, size_b = (size_a // 2, size_b) if self.zeros[0] == "a" else (size_a, size_b // 2)
        vector = {"rows": self.m, "cols": self.n}.get(self.bias, 0)
        return size_a + size_b + (outputs * self.items + vector) * c
