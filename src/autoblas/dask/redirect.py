"""Lets Dask's own products of matrices be autoblas's for a while."""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import dask.array
import dask.array.routines

from autoblas.dask.product import check_options, matmul
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.problems import Accuracy

__all__ = ["serving"]


@contextmanager
def serving(*, accuracy: Accuracy = "standard", chunks: Any = None) -> Iterator[None]:
    """Let ``dask.array.matmul`` and ``x @ y`` be ``autoblas.dask.matmul`` in all threads of this process.

    What it does not multiply stays Dask's: stacks, vectors, other types, blocks of unknown sizes, with masks or of other
    libraries. Arrays that were made inside stay autoblas's when they are computed later.

    Args:
        accuracy: As in ``matmul``.
        chunks: As in ``matmul``.

    Raises:
        ArgumentError: one of them is not what ``matmul`` takes.
    """
    check_options(accuracy, chunks)
    original = dask.array.matmul

    @functools.wraps(original)
    def redirected(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
        if not args and not kwargs:
            try:
                return matmul(a, b, accuracy=accuracy, chunks=chunks)
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
