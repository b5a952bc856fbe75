"""Builds arrays of Dask whose blocks are recipes: long sums in groups, and blocks of operands in agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.highlevelgraph import HighLevelGraph

from autoblas.arrays.adapter import adapter_of
from autoblas.blas.arguments import on_host
from autoblas.dask.recipe import Recipe, Term
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Builder", "Summand", "aligned", "check", "square"]

TASK_BYTES = 1 << 30
"""Upper limit of the operands' bytes in a task: longer sums are computed in groups, whose results are added."""


def check(arrays: Mapping[str, Any]) -> None:
    """Check that operands are matrices of Dask, of element types of ``gemm``, with blocks of known sizes and kinds.

    Raises:
        ArgumentError: one is not, or its blocks are of another library, have a mask, or their bytes are swapped.
    """
    precisions = {}
    for name, array in arrays.items():
        if not isinstance(array, da.Array):
            raise ArgumentError(name, "an array of Dask", type(array).__name__)
        if array.ndim != 2:
            raise ShapeError(name, "a matrix (two axes)", f"shape {array.shape}")
        if any(np.isnan(size) for size in array.shape):
            message = "blocks of unknown sizes; compute_chunk_sizes() finds them"
            raise ShapeError(name, "blocks of known sizes", message)
        precisions[name] = precision_of(array.dtype, name)
        if not array.dtype.isnative:
            raise ArgumentError(name, "elements in the machine's byte order", array.dtype.str)
        block = array._meta  # noqa: SLF001  # an empty array of the class of its blocks
        if adapter_of(block) is None:
            on_host({name: block})
    first_name, first = next(iter(precisions.items()))
    for name, precision in precisions.items():
        if precision is not first and not (precision.kind == first.kind != "complex"):
            raise PrecisionError(name, f"{first.name} like {first_name}", precision.name)


def aligned(x: Any, y: Any, axes: tuple[int, int]) -> tuple[Any, Any]:
    """Two arrays whose blocks agree along one axis of each array: the smaller array is cut like the larger one.

    Raises:
        ShapeError: the axes have different lengths.
    """
    i, j = axes
    if x.shape[i] != y.shape[j]:
        raise ShapeError("b", f"{x.shape[i]} lines along axis {j}, like axis {i} of a", f"shape {y.shape}")
    if x.chunks[i] == y.chunks[j]:
        return x, y
    if x.nbytes < y.nbytes:
        return x.rechunk({i: y.chunks[j]}), y
    return x, y.rechunk({j: x.chunks[i]})


def square(name: str, x: Any) -> Any:
    """A square matrix whose rows are cut as its columns are.

    Raises:
        ShapeError: it is not square.
    """
    if x.shape[0] != x.shape[1]:
        raise ShapeError(name, "a square matrix", f"shape {x.shape}")
    return x if x.chunks[0] == x.chunks[1] else x.rechunk((x.chunks[0], x.chunks[0]))


class Summand(NamedTuple):
    """A term of the sum that is a block of a result.

    Attributes:
        routine: Its name in ``autoblas``; ``"add"`` for a block itself.
        keys: Dask's keys of its operands.
        options: Its other arguments.
        nbytes: Bytes of its operands.
    """

    routine: str
    keys: Sequence[Any]
    options: Mapping[str, Any]
    nbytes: int


class Builder:
    """An array that is built block by block.

    Args:
        routine: The name of the tasks in Dask's dashboard.
        operands: The arrays whose blocks are used; their names and all options make the name of the result.
        options: Other values that the result depends on.
    """

    def __init__(self, routine: str, operands: Sequence[Any], options: Mapping[str, Any]) -> None:
        self._operands = operands
        token = tokenize(routine, [x.name for x in operands], sorted(options.items(), key=str))
        self.name = f"autoblas-{routine}-{token}"
        self._partial = f"autoblas-{routine}-part-{token}"
        self._tasks: dict[Any, Any] = {}

    def block(
        self,
        index: tuple[int, int],
        summands: Sequence[Summand],
        solve: tuple[Any, Mapping[str, Any]] | None = None,
    ) -> None:
        """Let a block be a sum, or the solution of a triangular system whose right side is that sum.

        Args:
            index: The block.
            summands: The terms of the sum.
            solve: The key of a triangular matrix, and the other arguments of ``trsm``.
        """
        groups: list[list[Summand]] = [[]]
        group_bytes = 0
        for summand in summands:
            if groups[-1] and group_bytes + summand.nbytes > TASK_BYTES:
                groups.append([])
                group_bytes = 0
            groups[-1].append(summand)
            group_bytes += summand.nbytes
        final = list(groups[0])
        for number, group in enumerate(groups[1:]):
            key = (self._partial, *index, number)
            self._tasks[key] = _task(group, None)
            final.append(Summand("add", [key], {"factor": 1}, 0))
        self._tasks[self.name, *index] = _task(final, solve)

    def zeros(self, index: tuple[int, int], shape: tuple[int, int], dtype: Any, like: Any) -> None:
        """Let a block be zeros, of the array class of another block."""
        self._tasks[self.name, *index] = (_Zeros(shape, dtype), like)

    def array(self, chunks: Any, dtype: Any) -> Any:
        """The array."""
        graph = HighLevelGraph.from_collections(self.name, self._tasks, dependencies=self._operands)
        meta = np.zeros_like(self._operands[0]._meta, shape=(0, 0), dtype=dtype)  # noqa: SLF001  # an empty array of the class of its blocks
        return da.Array(graph, self.name, chunks, meta=meta)


class _Zeros:
    """A function that makes a block of zeros."""

    def __init__(self, shape: tuple[int, int], dtype: Any) -> None:
        self.shape, self.dtype = shape, dtype

    def __call__(self, like: Any) -> Any:
        return np.zeros_like(like, shape=self.shape, dtype=self.dtype)


def _task(summands: Sequence[Summand], solve: tuple[Any, Mapping[str, Any]] | None) -> tuple[Any, ...]:
    """A recipe with the keys of its blocks, each key once."""
    positions: dict[Any, int] = {}
    terms = []
    for summand in summands:
        operands = tuple(positions.setdefault(key, len(positions)) for key in summand.keys)
        terms.append(Term(summand.routine, operands, dict(summand.options)))
    if solve is None:
        return (Recipe(tuple(terms)), *positions)
    matrix, options = solve
    return (Recipe(tuple(terms), dict(options)), *positions, matrix)
