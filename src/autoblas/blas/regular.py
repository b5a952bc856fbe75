"""Calls on NumPy arrays that kernels and the host's BLAS do not take: of other classes, or with steps of parts of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.refusals import after_refusal
from autoblas.errors import ArgumentError, StrideError
from autoblas.problems.views import share_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["regular_call"]


def regular_call(
    routine: Callable[..., Any],
    positions: Sequence[str],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    refusal: ArgumentError,
) -> Any:
    """Make a call that was refused with regular arrays, if it was not yet; what the routine returns of the caller's arrays.

    Arrays of other classes are seen as NumPy's own, whose operators are its own, too. Where one has steps of parts of
    elements, as fields of packed records have, all are copied, and what the call changed is copied back. So what a call
    writes need not be known here, and a refused one changes nothing. Arrays of several types meet in one that holds them.

    Args:
        routine: The routine itself.
        positions: The names of its arguments that may be given by position.
        args: The arguments that were.
        kwargs: The others.
        refusal: Why it was refused.

    Raises:
        ArgumentError: an argument does not fit, or what the call writes shares memory.
    """
    named = {**dict(zip(positions, args, strict=False)), **kwargs}
    arrays = {name: x for name, x in named.items() if isinstance(x, np.ndarray) and not _has_mask(x)}
    copied = any(map(_has_odd_steps, arrays.values()))
    if not copied and all(type(x) is np.ndarray for x in arrays.values()):
        try:
            return after_refusal(routine, named, refusal)
        finally:
            del refusal  # its traceback leads here: arrays are not to wait for the garbage collector
    regular = {id(x): _copy(x) if copied else np.asarray(x) for x in arrays.values()}
    named |= {name: regular[id(x)] for name, x in arrays.items()}
    try:
        result = routine(**named)
    except ArgumentError as error:
        result = after_refusal(routine, named, error)
    originals = {id(regular[id(x)]): x for x in arrays.values()}
    results = result if isinstance(result, tuple) else (result,)
    if copied:
        _copy_back(arrays, regular, results)
    results = tuple(originals.get(id(x), x) for x in results)
    return results if isinstance(result, tuple) else results[0]


def _has_mask(array: Array) -> bool:
    """Routines refuse it in words of their own."""
    return isinstance(array, np.ma.MaskedArray)


def _has_odd_steps(array: Array) -> bool:
    """Elements lie apart by a part of an element."""
    size = array.itemsize
    return any(n > 1 and step % size for n, step in zip(array.shape, array.strides, strict=True) if size)


def _copy(array: Array) -> Array:
    """A dense, aligned copy, which can be written where the array can."""
    copy = np.array(array, order="K", subok=False)
    copy.flags.writeable = array.flags.writeable
    return copy


def _copy_back(arrays: Mapping[str, Array], copies: Mapping[int, Array], results: Sequence[Any]) -> None:
    """Copy what a call changed to the arrays of its caller.

    Raises:
        ArgumentError: the elements of one of these share memory with each other or with another operand.
    """
    changed = {name: x for name, x in arrays.items() if _bytes_of(x) != _bytes_of(copies[id(x)])}
    for name, array in changed.items():
        if _overlaps_itself(array):
            expected = "an output whose elements lie apart"
            raise StrideError(name, expected, f"strides of {tuple(array.strides)} bytes")
        copy = copies[id(array)]
        if any(x is not copy and isinstance(x, np.ndarray) and share_memory(x, copy) for x in results):
            raise StrideError(name, "a matrix without gaps", f"strides of {tuple(array.strides)} bytes")
        for neighbour_name, neighbour in arrays.items():
            if neighbour is not array and share_memory(array, neighbour):
                expected = f"memory that {neighbour_name} does not use"
                raise ArgumentError(name, expected, f"an array that overlaps {neighbour_name}")
    for array in changed.values():
        array[...] = copies[id(array)]


def _bytes_of(array: Array) -> bytes:
    """All bits of its elements, which tell NaN from NaN and 0 from -0."""
    return array.tobytes()


def _overlaps_itself(array: Array) -> bool:
    """Two of its elements may share memory."""
    reach = array.itemsize - 1
    for step, n in sorted(
        (abs(step), n) for step, n in zip(array.strides, array.shape, strict=True) if n > 1
    ):
        if step <= reach:
            return True
        reach += step * (n - 1)
    return False
