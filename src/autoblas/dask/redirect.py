"""Lets Dask's own products of matrices be autoblas's for a while."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import dask.array
import dask.array.routines

from autoblas.dask.product import matmul
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["serving"]


@contextmanager
def serving(**options: Any) -> Iterator[None]:
    """Let ``dask.array.matmul`` and ``x @ y`` be ``autoblas.dask.matmul`` in all threads of this process.

    What it does not multiply stays Dask's: stacks, vectors, other types, blocks of unknown sizes. Arrays that were made
    inside stay autoblas's when they are computed later.

    Args:
        options: What ``matmul`` takes beside the matrices.
    """
    original = dask.array.matmul

    @functools.wraps(original)
    def redirected(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
        if not args and not kwargs:
            try:
                return matmul(a, b, **options)
            except ArgumentError:
                pass  # Dask says what is wrong, where anything is
        return original(a, b, *args, **kwargs)

    places = (dask.array, dask.array.routines)
    before = [place.matmul for place in places]
    for place in places:
        place.matmul = redirected
    try:
        yield
    finally:
        for place, function in zip(places, before, strict=True):
            place.matmul = function
