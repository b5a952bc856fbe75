"""Problems on vectors: maps from elements to elements, and reductions to one number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.precision import COMPLEX128, FLOAT32, FLOAT64, Precision
from autoblas.problems.base import IMPLIED, BaseProblem, Scratch, Uniform
from autoblas.problems.vector_operations import MAPS, REDUCTIONS, MapOperation, ReduceOperation, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "MAPS",
    "REDUCTIONS",
    "Finish",
    "Index",
    "Map",
    "MapOperation",
    "Reduce",
    "ReduceOperation",
    "Term",
    "extreme_indices",
    "norm_accumulator",
    "norms",
]

Index = Literal["int64", "uint32", "int32"]
"""The type of the index of an element."""

LONG = 1 << 22
"""Length above which vectors fill every device."""


@dataclass(frozen=True)
class Map(Uniform):
    """One of ``MAPS`` applied to vectors of ``n`` elements, or to many sets of them.

    Attributes:
        operation: Its name.
        n: Elements of each vector.
        precision: Element type of all vectors; halves are computed with as float32.
        strided: A vector's elements are not adjacent, so that each vector has an increment.
        real: The scalars, separated by blanks, that are real although the elements are complex.
        items: Sets of vectors, each as long.
        listed: Every set has offsets and scalars of its own, in lists in device memory; otherwise sets follow each
            other at a fixed step and have the same scalars.
    """

    operation: str
    n: int
    precision: Precision
    strided: bool = False
    real: str = ""
    items: int = 1
    listed: bool = False

    family = "map"
    extents = ("n",)
    saturated = LONG

    @property
    def kind(self) -> MapOperation:
        """The operation on each element."""
        return MAPS[self.operation]

    @property
    def factors(self) -> dict[str, Precision]:
        """The type of each scalar."""
        real = self.real.split()
        return {name: self.worked.real if name in real else self.worked for name in self.kind.scalars}

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.operation, *self._true("strided")]
        words += [f"real={self.real.replace(' ', ',')}"] if self.real else []
        return " ".join(words + self._batch_words)

    def flops(self) -> int:
        """Operations on real numbers: a complex product takes 6, one with a real factor 2, a complex sum 2."""
        terms = [term for terms_of_output in self.kind.outputs.values() for term in terms_of_output]
        sums = len(terms) - len(self.kind.outputs)
        parts = self.precision.parts
        products = sum(
            parts if parts == 1 or name in self.real.split() else 6
            for term in terms
            for name in term.factors[:-1]
        )
        return self.n * self.items * (products + sums * parts)

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        count = len(self.kind.read) + len(self.kind.outputs)
        return self.n * self.items * self.precision.size * count

    def reference(self, values: Mapping[str, Any]) -> tuple[dict[str, Array], dict[str, Array]]:
        """The outputs in higher precision, and the magnitudes of their error bounds.

        Args:
            values: The vectors before the call, of any shape, and the scalars, by name.
        """
        wide = np.clongdouble if self.precision.is_complex else np.longdouble
        operands = {name: np.asarray(value).astype(wide) for name, value in values.items()}
        zeros = {name for name in self.kind.vanishing if np.all(operands[name] == 0)}
        exact, size = {}, {}
        for output, terms in self.kind.outputs.items():
            remaining = [term for term in terms if not zeros & set(term.factors)]
            shape = operands[output].shape
            exact[output], size[output] = np.zeros(shape, wide), np.zeros(shape, np.longdouble)
            for term in remaining:
                factors = [np.conj(operands[x]) if x in term.conjugate else operands[x] for x in term.factors]
                product = math.prod(factors[1:], start=factors[0])
                exact[output] = exact[output] + term.sign * product
                size[output] = size[output] + np.abs(product)
        return exact, size

    @property
    def roundings(self) -> int:
        """Roundings of the longest chain of operations that an output element is the end of."""
        return max(
            len(terms) - 1 + max(len(t.factors) - 1 for t in terms) for terms in self.kind.outputs.values()
        )


def norm_accumulator(precision: Precision, *, doubles: bool) -> Precision:
    """The type of sums of squares: float64 for float32 if there are doubles, so that they stay in range."""
    if precision.part == "half":
        return FLOAT32
    if doubles and precision.real is FLOAT32:
        return COMPLEX128 if precision.is_complex else FLOAT64
    return precision


class _Reduction(BaseProblem):
    """Base class of a reduction and its last step."""

    operation: str
    precision: Precision
    accumulator: Precision
    result: Precision
    index: Index

    @property
    def kind(self) -> ReduceOperation:
        """The operation."""
        return REDUCTIONS[self.operation]

    @property
    def types(self) -> tuple[Precision, ...]:
        """The types of elements, of the result and of the accumulator."""
        return (self.precision, self.result, self.accumulator)

    @property
    def factors(self) -> dict[str, Precision]:
        """The type of each scalar."""
        return dict.fromkeys(self.kind.scalars, self.accumulator)

    @property
    def split(self) -> bool:
        """True if terms and sums are real: real and imaginary parts are separate terms, or one of them is none."""
        kind = self.kind
        return kind.kind == "norm" or (kind.kind == "sum" and (kind.magnitude or kind.logarithm))

    @property
    def summed(self) -> Precision:
        """The type of a partial sum, or of the keys of a search for an extreme."""
        real = self.split or self.kind.kind == "index"
        return self.accumulator.real if real else self.accumulator

    @property
    def guarded(self) -> bool:
        """True if squares may leave the accumulator's range, so that large, medium and small ones have sums of their own."""
        return self.kind.kind == "norm" and self.accumulator.real.size <= self.precision.real.size

    @property
    def state_bytes(self) -> int:
        """Bytes of a work-group's state."""
        if self.kind.kind == "index":
            return 8 + self.summed.size
        return (3 if self.guarded else 1) * self.summed.size

    @property
    def result_bytes(self) -> int:
        """Bytes of the result."""
        return np.dtype(self.index).itemsize if self.kind.kind == "index" else self.result.size

    @property
    def _words(self) -> list[str]:
        """The words of the signature before those of the batch."""
        words = [self.precision.name, self.operation]
        words += [f"in {self.accumulator.name}"] if self.accumulator is not self.precision.worked else []
        words += [f"to {self.result.name}"] if self.result is not _result_of(self) else []
        words += [f"index={self.index}"] if self.index != "int64" else []
        return words

    def __post_init__(self) -> None:
        self._imply(accumulator=self.precision.worked, result=_result_of(self))


def _result_of(q: _Reduction) -> Precision:
    """The type of a result by default: that of the elements, or of their parts."""
    return q.precision.real if q.split else q.precision


@dataclass(frozen=True)
class Reduce(_Reduction):
    """One of ``REDUCTIONS`` applied to vectors of ``n`` elements, or to many sets of them.

    Attributes:
        operation: Its name.
        n: Elements of each vector.
        precision: Element type of the vectors.
        accumulator: The type of sums; by default the element type, float32 for halves.
        result: Element type of the result; by default that of the elements, or of their parts.
        strided: A vector's elements are not adjacent, so that each vector has an increment.
        items: Sets of vectors; their results follow each other.
        listed: Every set has offsets of its own, in lists; otherwise sets follow each other at a fixed step.
        index: The type of an index.
        interleaved: The vectors of a batch lie side by side: first all first elements, then all second ones.
    """

    operation: str
    n: int
    precision: Precision
    accumulator: Precision = IMPLIED
    result: Precision = IMPLIED
    strided: bool = False
    items: int = 1
    listed: bool = False
    index: Index = "int64"
    interleaved: bool = False

    family = "reduce"
    extents = ("n",)
    saturated = LONG

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return " ".join(self._words + self._true("strided", "interleaved") + self._batch_words)

    def accepts(self, signature: str) -> bool:
        """True for records of searches if this is a search, else for records of sums: their states differ."""
        searches = {name for name, kind in REDUCTIONS.items() if kind.kind == "index"}
        return (self.kind.kind == "index") == bool(searches.intersection(signature.split()))

    def flops(self) -> int:
        """Operations on real numbers; of a search, comparisons."""
        parts = self.precision.parts
        per_element = parts * (2 if self.kind.kind == "norm" else 1)
        if len(self.kind.vectors) == 2:
            per_element = 8 if parts == 2 else 2
        return self.n * self.items * per_element

    def min_bytes(self) -> int:
        """Bytes read once, and the results."""
        elements = self.n * len(self.kind.vectors) * self.precision.size
        return self.items * (elements + self.result_bytes)

    def reference(self, *vectors: Array, alpha: complex = 0) -> tuple[Array, Array]:
        """The result for vectors along the last axis, in higher precision, and the magnitude of its error bound.

        Indices follow ``numpy.argmax``, but NaN is ignored, except in the first element.
        """
        wide = np.clongdouble if self.precision.is_complex else np.longdouble
        wide_vectors = [vector.astype(wide) for vector in vectors]
        x = wide_vectors[0]
        if self.kind.kind == "norm":
            norm = norms(np.abs(x))
            return norm, norm
        if self.kind.kind == "index":
            index = extreme_indices(self.kind, x)
            return index, np.zeros(index.shape)
        if self.kind.logarithm:
            terms = 2 * np.log(x.real)
            return terms.sum(axis=-1), np.abs(terms).sum(axis=-1)
        if self.kind.conjugate:
            x = np.conj(x)
        terms = (
            np.abs(x.real) + np.abs(x.imag) if self.kind.magnitude else math.prod(wide_vectors[1:], start=x)
        )
        return terms.sum(axis=-1) + alpha, np.abs(terms).sum(axis=-1) + abs(alpha)


@dataclass(frozen=True)
class Finish(_Reduction):
    """The last step of a reduction: one result from the states of ``parts`` work-groups.

    Attributes:
        operation: The reduction.
        parts: Work-groups.
        precision: Element type of the vectors.
        accumulator: The type of sums.
        result: Element type of the result.
        items: Results.
        index: The type of an index.
    """

    operation: str
    parts: int
    precision: Precision
    accumulator: Precision = IMPLIED
    result: Precision = IMPLIED
    items: int = 1
    index: Index = "int64"

    family = "finish"
    extents = ("parts",)
    listed = False

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return " ".join(self._words + self._batch_words)

    @property
    def scratch(self) -> Scratch:
        """The memory of the work-groups' states."""
        return Scratch(self.items * self.parts * self.state_bytes, None, self.summed)

    def flops(self) -> int:
        """An addition or a comparison a part."""
        return self.items * self.parts * self.summed.parts

    def min_bytes(self) -> int:
        """Bytes read once, and the results."""
        return self.scratch.nbytes + self.items * self.result_bytes


def norms(x: Array) -> Array:
    """Euclidean norms along the last axis, without leaving the range of the type."""
    largest = np.max(x, axis=-1, initial=0)
    scale = np.where((largest > 0) & np.isfinite(largest), largest, 1)
    norm: Array = scale * np.sqrt(np.sum((x / scale[..., None]) ** 2, axis=-1))
    return norm


def extreme_indices(kind: ReduceOperation, x: Array) -> Array:
    """Indices of the extreme elements along the last axis; -1 if there are no elements.

    Of the first zeros they count from 1, and are 0 if there are none.
    """
    if kind.zero:
        zeros = np.pad(x == 0, [(0, 0)] * (x.ndim - 1) + [(1, 0)])
        first: Array = np.argmax(zeros, axis=-1)
        return first
    if x.shape[-1] == 0:
        return np.full(x.shape[:-1], -1, np.int64)
    key = np.abs(x.real) + np.abs(x.imag) if kind.magnitude or x.dtype.kind == "c" else x
    key = -key if kind.least else key
    key = np.where(np.isnan(key), -np.inf, key)
    index = np.argmax(key, axis=-1)
    return np.where(np.isnan(np.abs(x[..., 0])), 0, index)
