"""Problems as records and journals name them, by family, class and sizes, with their operations and bytes."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.problems.blas.notation import class_and_size, written
from autoblas.problems.notation import problem_called, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.database import Record

__all__ = ["GROUPS", "ProblemWork", "work_called", "work_from_key", "work_of"]

GROUPS = {
    "gemm": "products",
    "convgemm": "convolutions",
    "matvec": "matrix and vectors",
    "rank_update": "matrix and vectors",
    "solve": "matrix and vectors",
    "map": "vectors",
    "reduce": "vectors",
}
"""Group in charts of each family that routines are made of; other families are helpers of these."""

ARITHMETIC = frozenset({"products", "convolutions"})
"""Kinds whose speed is told by operations; that of the others by bytes, since memory decides on it."""


@dataclass(frozen=True)
class ProblemWork:
    """A problem, as far as a page has to know it.

    Attributes:
        family: Its family, such as ``gemm``.
        signature: Its class: everything but the sizes.
        sizes: Its sizes.
        flops: Operations on real numbers; 0 where there are none, or it is not known.
        nbytes: Bytes that have to be read and written at least; 0 where that is not known.
    """

    family: str
    signature: str
    sizes: tuple[int, ...]
    flops: int = 0
    nbytes: int = 0

    @functools.cached_property
    def title(self) -> str:
        """The problem as people write it, ``sgemm NN 64x64x64``; in records' words where this version knows none such."""
        problem = problem_called(self.family, self.signature, self.sizes)
        return " ".join(filter(None, self._class_and_size)) if problem is None else written(problem)

    @property
    def class_name(self) -> str:
        """The class as people write it: ``sgemm NN``."""
        return self._class_and_size[0]

    @property
    def extent(self) -> str:
        """The sizes as people write them: ``64x64x64 items=16``."""
        return self._class_and_size[1]

    @functools.cached_property
    def _class_and_size(self) -> tuple[str, str]:
        problem = problem_called(self.family, self.signature, self.sizes)
        if problem is None:
            return f"{self.family} {self.signature}".strip(), "x".join(map(str, self.sizes))
        return class_and_size(problem)

    @property
    def search_text(self) -> str:
        """All its names, for searching: as people write it and by records' words."""
        return f"{self.title} {self.family} {self.signature} {'x'.join(map(str, self.sizes))}"

    @property
    def kind(self) -> tuple[str, str]:
        """The class by records' words: its family and its signature."""
        return self.family, self.signature

    @property
    def element_type(self) -> str:
        """The first word of the class."""
        return self.signature.partition(" ")[0]

    @property
    def group(self) -> str:
        """Group of its family in charts."""
        return GROUPS.get(self.family, "helpers")

    @property
    def helper(self) -> bool:
        """It is a launch that others need, and no routine is made of it alone."""
        return self.family not in GROUPS

    @property
    def sides(self) -> tuple[int, ...]:
        """The sizes without the number of items of a batch."""
        return self.sizes[:-1] if {"batched", "listed"} & set(self.signature.split()) else self.sizes

    @property
    def edge(self) -> float:
        """The geometric mean of the sides: n, where all of them are n."""
        return math.exp(math.fsum(math.log(max(size, 1)) for size in self.sides) / max(len(self.sides), 1))

    @property
    def regular(self) -> bool:
        """All sides are equal, and there is no batch, so that its size is one number."""
        return len(set(self.sizes)) == 1 and self.sides == self.sizes

    @property
    def intensity(self) -> float:
        """Operations a byte; 0 where either is not known."""
        return self.flops / self.nbytes if self.nbytes else 0.0

    @property
    def arithmetic(self) -> bool:
        """Operations tell its speed, rather than bytes."""
        return self.group in ARITHMETIC

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which lists are sorted: class by class, the smallest size first, helpers last."""
        return (self.helper, self.family, self.class_name, self.edge, self.sizes)

    def gflops(self, seconds: float) -> float:
        """Its rate in 1e9 operations a second."""
        return self.flops / seconds / 1e9

    def gbytes(self, seconds: float) -> float:
        """Its rate in 1e9 bytes a second."""
        return self.nbytes / seconds / 1e9


def work_called(family: str, signature: str, sizes: Sequence[int]) -> ProblemWork:
    """The work of a class of problems at some sizes; its amount is 0 where this version knows no such class."""
    problem = problem_called(family, signature, sizes)
    if problem is None:
        return ProblemWork(family, signature, tuple(sizes))
    return ProblemWork(family, signature, tuple(sizes), problem.flops(), problem.min_bytes())


def work_of(record: Record) -> ProblemWork:
    """Problem of a record."""
    return work_called(record.family, record.signature, record.sizes)


def work_from_key(key: str) -> ProblemWork:
    """Problem in the key of a journal: ``gemm m=64 n=64 k=64 float32 row*row=row``.

    Words that are none of a problem are a class without sizes.
    """
    return work_called(*words_of(key))
