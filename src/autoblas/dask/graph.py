"""Builds arrays of Dask whose blocks are recipes: long sums in groups, and blocks of operands in agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

__all__ = ["Builder", "aligned", "check", "square"]

TASK_BYTES = 1 << 30
"""Of the operands of one task: longer sums are computed in groups, whose results are added."""


def check(arrays: Mapping[str, Any]) -> None:
    """See that operands are matrices of Dask, of types that products know, with blocks of known sizes and kinds.

    Raises:
        ArgumentError: one is not, or its blocks are of another library, have a mask, or their bytes are swapped.
    """
    kinds = {}
    for name, array in arrays.items():
        if not isinstance(array, da.Array):
            raise ArgumentError(name, "an array of Dask", type(array).__name__)
        if array.ndim != 2:
            raise ShapeError(name, "a matrix (two axes)", f"shape {array.shape}")
        if any(np.isnan(size) for size in array.shape):
            message = "blocks of unknown sizes; compute_chunk_sizes() finds them"
            raise ShapeError(name, "blocks of known sizes", message)
        kinds[name] = precision_of(array.dtype, name)
        if not array.dtype.isnative:
            raise ArgumentError(name, "elements in the machine's byte order", array.dtype.str)
        block = array._meta  # noqa: SLF001  # Dask's way to say the kind of array
        if adapter_of(block) is None:
            on_host({name: block})
    first, model = next(iter(kinds.items()))
    for name, kind in kinds.items():
        if kind is not model and not (kind.kind == model.kind == "real"):
            raise PrecisionError(name, f"{model.name} like {first}", kind.name)


def aligned(x: Any, y: Any, axes: tuple[int, int]) -> tuple[Any, Any]:
    """Two arrays whose blocks agree along an axis of each: those of the smaller array are cut like the other's.

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


class Builder:
    """An array that is built block by block.

    Args:
        routine: What the tasks are called in Dask's dashboard.
        operands: The arrays whose blocks are used; their names and all options make the name of the result.
        options: What else the result depends on.
    """

    def __init__(self, routine: str, operands: Sequence[Any], options: Mapping[str, Any]) -> None:
        self._operands = operands
        token = tokenize(routine, [x.name for x in operands], sorted(options.items(), key=str))
        self.name = f"autoblas-{routine}-{token}"
        self._partial = f"autoblas-{routine}-part-{token}"
        self._tasks: dict[Any, Any] = {}

    def block(
        self,
        place: tuple[int, int],
        terms: Sequence[tuple[str, Sequence[Any], Mapping[str, Any], int]],
        solve: tuple[Any, Mapping[str, Any]] | None = None,
    ) -> None:
        """Let a block be the sum of terms, or what solves for it.

        Args:
            place: The block.
            terms: Routine, keys of operands, other arguments, and bytes of the operands.
            solve: The key of a triangular matrix, and the other arguments of ``trsm``.
        """
        groups: list[list[tuple[str, Sequence[Any], Mapping[str, Any], int]]] = [[]]
        held = 0
        for term in terms:
            if groups[-1] and held + term[3] > TASK_BYTES:
                groups.append([])
                held = 0
            groups[-1].append(term)
            held += term[3]
        parts = list(groups[0])
        for number, group in enumerate(groups[1:]):
            key = (self._partial, *place, number)
            self._tasks[key] = _task(group, None)
            parts.append(("add", [key], {"factor": 1}, 0))
        self._tasks[self.name, *place] = _task(parts, solve)

    def zeros(self, place: tuple[int, int], shape: tuple[int, int], dtype: Any, like: Any) -> None:
        """Let a block be zeros of the kind of array that another block is."""
        self._tasks[self.name, *place] = (_Zeros(shape, dtype), like)

    def array(self, chunks: Any, dtype: Any) -> Any:
        """The array."""
        graph = HighLevelGraph.from_collections(self.name, self._tasks, dependencies=self._operands)
        meta = np.zeros_like(self._operands[0]._meta, shape=(0, 0), dtype=dtype)  # noqa: SLF001  # Dask's way to say the kind of array
        return da.Array(graph, self.name, chunks, meta=meta)


class _Zeros:
    """Makes a block of zeros."""

    def __init__(self, shape: tuple[int, int], dtype: Any) -> None:
        self.shape, self.dtype = shape, dtype

    def __call__(self, like: Any) -> Any:
        return np.zeros_like(like, shape=self.shape, dtype=self.dtype)


def _task(
    terms: Sequence[tuple[str, Sequence[Any], Mapping[str, Any], int]],
    solve: tuple[Any, Mapping[str, Any]] | None,
) -> tuple[Any, ...]:
    """A recipe with the keys of its blocks, each once."""
    keys: dict[Any, int] = {}
    found = []
    for routine, operands, options, _ in terms:
        places = tuple(keys.setdefault(key, len(keys)) for key in operands)
        found.append(Term(routine, places, dict(options)))
    wanted = list(keys)
    if solve is None:
        return (Recipe(tuple(found)), *wanted)
    return (Recipe(tuple(found), dict(solve[1])), *wanted, solve[0])
