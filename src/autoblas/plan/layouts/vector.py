"""How the vectors of a map or a reduction lie: what its plan depends on, and the arguments that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from autoblas.problems.vector import MAPS, REDUCTIONS, Map, Reduce

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems.vector import Index
    from autoblas.problems.views import VectorView

__all__ = ["MapLayout", "ReduceLayout"]


class MapLayout(NamedTuple):
    """The vectors of a map.

    Attributes:
        operation: Its name among ``MAPS``.
        views: The layouts of its vectors, in the order of their names.
        real: The scalars, parted by blanks, that are real although the elements are complex.
        items: Sets of a batch.
        listed: Sets have offsets and scalars of their own.
    """

    operation: str
    views: tuple[VectorView, ...]
    real: str = ""
    items: int = 1
    listed: bool = False

    @property
    def problem(self) -> Map:
        """The problem to be computed."""
        first = self.views[0]
        return Map(
            self.operation,
            first.length,
            first.precision,
            strided=any(view.step != 1 for view in self.views),
            real=self.real if first.precision.is_complex else "",
            items=self.items,
            listed=self.listed,
        )

    @property
    def constants(self) -> dict[str, np.uint64]:
        """The kernel arguments that follow from the layouts alone."""
        return _constants(MAPS[self.operation].vectors, self.views)


class ReduceLayout(NamedTuple):
    """The vectors of a reduction.

    Attributes:
        operation: Its name among ``REDUCTIONS``.
        views: The layouts of its vectors.
        accumulator: What is summed in.
        result: Element type of the result.
        items: Sets of a batch.
        listed: Sets have offsets of their own.
        index_type: The type that a place is written in.
    """

    operation: str
    views: tuple[VectorView, ...]
    accumulator: Precision
    result: Precision
    items: int = 1
    listed: bool = False
    index_type: Index = "int64"

    @property
    def problem(self) -> Reduce:
        """The problem to be computed."""
        first = self.views[0]
        return Reduce(
            self.operation,
            first.length,
            first.precision,
            self.accumulator,
            self.result,
            strided=any(view.step != 1 for view in self.views),
            items=self.items,
            listed=self.listed,
            index=self.index_type,
            interleaved=not self.listed and all(view.interleaved for view in self.views),
        )

    @property
    def constants(self) -> dict[str, np.uint64]:
        """The kernel arguments that follow from the layouts alone."""
        return _constants(REDUCTIONS[self.operation].vectors, self.views)


def _constants(names: tuple[str, ...], views: tuple[VectorView, ...]) -> dict[str, np.uint64]:
    """Lengths and strides of 64 bits; negative ones wrap, as the kernel's sums do."""
    values = {"n": np.uint64(views[0].length), "sets": np.uint64(views[0].items)}
    for name, view in zip(names, views, strict=True):
        values[f"{name}_inc"] = np.uint64(view.step % 2**64)
        values[f"{name}_step"] = np.uint64(view.distance % 2**64)
    return values
