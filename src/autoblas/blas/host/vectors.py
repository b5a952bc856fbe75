"""Operations on NumPy vectors by NumPy, from the same tables as kernels, for devices that no kernel computes them on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import multiple
from autoblas.problems.vector import extreme_indices, norms
from autoblas.problems.vector_operations import MAPS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.precision import Precision
    from autoblas.problems.vector_operations import ReduceOperation, Term
    from autoblas.problems.views import VectorView

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["map_sets_on_host", "reduction_on_host"]


def map_sets_on_host(
    operation: str,
    arrays: Mapping[str, Array],
    views: Mapping[str, VectorView],
    scalars: Mapping[str, Any],
    listed: Mapping[str, Array],
    offsets: Mapping[str, Array] | None,
    items: int,
    real: str,
) -> None:
    """Compute a map for every set of a batch, or for the only one there is.

    Args:
        operation: Its name among ``MAPS``.
        arrays: The vectors, stacks of them or vectors that all sets share; or what contains them, by name.
        views: The layouts of the vectors of a set.
        scalars: Numbers that all sets have.
        listed: Those that each set has its own of.
        offsets: Where the vectors of a set begin in their arrays, in elements; None where they are stacked.
        items: How many sets.
        real: The scalars that are real although elements are complex, parted by blanks.
    """
    for i in range(items):
        if offsets is None:
            vectors = {name: x[i] if x.ndim > 1 else x for name, x in arrays.items()}
        else:
            vectors = {name: _part(x, views[name], int(offsets[name][i])) for name, x in arrays.items()}
        numbers = {name: values[i].item() for name, values in listed.items()}
        _map(operation, vectors, {**scalars, **numbers}, next(iter(views.values())).precision.worked, real)


def _part(array: Array, view: VectorView, first: int) -> Array:
    """The vector that begins at an element of a dense one, which it lies within; of one that is repeated, a copy."""
    if view.step == 0:
        return np.repeat(array[first], view.length)
    stop = first + view.step * view.length
    return array[first : stop if stop >= 0 else None : view.step]


def _map(
    operation: str, vectors: Mapping[str, Array], scalars: Mapping[str, Any], worked: Precision, real: str
) -> None:
    """Compute a map, from the elements as they were before."""
    kind = MAPS[operation]
    gone = {name for name in kind.vanishing if scalars[name] == 0}
    values: dict[str, Any] = {name: vectors[name].astype(worked.dtype) for name in kind.read}
    values |= {
        name: (worked.real if name in real.split() else worked).scalar(scalars[name]) for name in kind.scalars
    }
    for name, terms in kind.outputs.items():
        products = [
            _product(values, term, worked, kind.scalars) for term in terms if not gone & set(term.factors)
        ]
        vectors[name][...] = sum(products[1:], products[0]) if products else 0


def _product(values: Mapping[str, Any], term: Term, worked: Precision, scalars: Sequence[str]) -> Any:
    """A term, multiplied from its end on."""
    factors = [np.conj(values[name]) if name in term.conjugate else values[name] for name in term.factors]
    *multipliers, product = factors
    for name, value in zip(reversed(term.factors[:-1]), reversed(multipliers), strict=True):
        product = multiple(value, product, worked) if name in scalars else value * product
    return product if term.sign > 0 else -product


def reduction_on_host(
    kind: ReduceOperation, vectors: Sequence[Array], accumulator: Precision, alpha: Any
) -> Any:
    """The number that a reduction makes of vectors, in the type that is summed in.

    Args:
        kind: The reduction.
        vectors: The vectors that it reads; of one alone, a stack of them along the first axis too.
        accumulator: That type.
        alpha: The number that is added to a sum.
    """
    widened = [vector.astype(accumulator.dtype, copy=False) for vector in vectors]
    x = widened[0]
    if kind.kind == "norm":
        return norms(np.abs(x))
    if kind.kind == "index":
        return extreme_indices(kind, x)
    if kind.logarithm:
        with np.errstate(all="ignore"):
            return 2 * np.sum(np.log(x.real))
    if kind.magnitude:
        return np.sum(np.abs(x.real) + np.abs(x.imag), axis=-1) + alpha
    x = np.conj(x) if kind.conjugate else x
    return (np.dot(x, widened[1]) if len(widened) > 1 else np.sum(x, axis=-1)) + alpha
