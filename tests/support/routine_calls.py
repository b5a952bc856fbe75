"""A call of a public routine with what must come of it, and the numbers that its operands are made of."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import autoblas
from autoblas.blas.cached_calls import plan_of
from autoblas.calls.complete import complete
from autoblas.checks.verify import gamma
from autoblas.precision import FLOAT16, FLOAT32, precision_of

Array = np.ndarray[Any, np.dtype[Any]]

RETURNED = "returned"
"""The key of what a call returns, among what is expected."""


class Case(NamedTuple):
    """A call.

    Attributes:
        arrays: The operands, by the name of their argument.
        options: The other arguments.
        expected: What the arrays that are written must hold afterwards, by name; or ``RETURNED``.
    """

    arrays: dict[str, Array]
    options: dict[str, Any]
    expected: dict[str, Any]

    @property
    def wanted(self) -> dict[str, Array]:
        """What the arrays, all of them, must hold after the call, if it has not been made yet, and what it must return."""
        return {name: np.array(value, copy=True) for name, value in {**self.arrays, **self.expected}.items()}

    def call(self, name: str, **more: Any) -> dict[str, Any]:
        """Make the call; the arrays afterwards, and what was returned."""
        returned = getattr(autoblas, name)(**self.arrays, **self.options, **more)
        return {**self.arrays, RETURNED: returned}


def unrepeated(name: str) -> Callable[..., Any]:
    """A routine that plans each of its calls anew, and has no short way on the host."""
    plan = plan_of(getattr(autoblas, name))
    return functools.wraps(plan)(lambda *args, **kwargs: complete(plan(*args, **kwargs)))


def wrong(wanted: dict[str, Array], found: dict[str, Any]) -> list[str]:
    """The names of what is not as it must be: whole numbers to the bit, and the rest within its bound.

    Sums of products of ``terms`` numbers are off by gamma_terms times the sum of the magnitudes at most, and that sum is
    at most ``terms`` times the largest element of operands or results here, whose elements are small.
    """
    terms = max((size for value in wanted.values() for size in np.shape(value)), default=1)
    return [name for name, value in wanted.items() if not _close(np.asarray(found[name]), value, terms)]


def _close(found: Array, wanted: Array, terms: int) -> bool:
    if found.shape != wanted.shape:
        return False
    if found.dtype.kind in "iu":
        return bool(np.array_equal(found, wanted))
    kind = precision_of(found.dtype)
    summed = FLOAT32 if kind is FLOAT16 else kind
    largest = max(np.max(np.abs(wanted), initial=1, where=np.isfinite(wanted)), 1)
    bound = kind.roundoff + gamma(8 * min(terms, SUMMED), summed.roundoff)
    return bool(np.allclose(found, wanted, 0, bound * largest, equal_nan=True))


SUMMED = 64
"""Terms of a sum that one work-item adds, of longer ones too."""

SMALL = 8
"""Rows of triangular matrices whose inverses grow little, whatever whole numbers they have; they double with each row."""


class Numbers:
    """Operands of one element type and size, and letters, drawn at random.

    Args:
        seed: What they are drawn from.
        dtype: The element type.
        n: Elements of a vector, rows and columns of a square matrix.
    """

    def __init__(self, seed: int, dtype: str, n: int = 6) -> None:
        self.rng, self.dtype, self.n = np.random.default_rng(seed), np.dtype(dtype), n
        self.is_complex = self.dtype.kind == "c"

    unread: float = 99
    """What lies where a routine does not read."""

    def of(self, dtype: str) -> Numbers:
        """Others, of another element type."""
        return Numbers(int(self.rng.integers(99)), dtype, self.n)

    def factor(self, usual: complex, *arrays: Array, real: bool = False) -> Any:
        """A factor of the product of some arrays, which nobody reads where it is zero.

        Args:
            usual: The one that is used here; other numbers may draw others.
            arrays: The arrays.
            real: It has no imaginary part.
        """
        del arrays, real
        return usual

    def solvable(self) -> Array:
        """A square matrix both triangles of which have inverses that are small and exact; large ones are mostly zeros."""
        a = self.array(self.n, self.n, largest=1).copy()
        if self.n > SMALL:
            a[self.rng.random(a.shape) > 2 / self.n] = 0
        a[np.arange(self.n), np.arange(self.n)] = self.rng.choice([1, 2, -2, 4], self.n)
        return a

    def array(self, *shape: int, largest: int = 2) -> Array:
        """Whole numbers in a dense array."""
        values: Any = self.rng.integers(-largest, largest + 1, shape)
        if self.is_complex:
            values = values + 1j * self.rng.integers(-largest, largest + 1, shape)
        return np.asarray(values.astype(self.dtype))

    def vector(self, n: int | None = None) -> Array:
        """A vector whose elements are adjacent, or not, in either direction."""
        n, step = self.n if n is None else n, int(self.rng.choice([1, 2, -1, -3]))
        return self.array(n * abs(step))[::step]

    def matrix(self, rows: int | None = None, cols: int | None = None) -> Array:
        """A matrix by rows or by columns, or with gaps between its elements."""
        rows, cols = (self.n if size is None else size for size in (rows, cols))
        kind = self.rng.integers(3)
        if kind == 0:
            return self.array(rows, cols)
        return self.array(cols, rows).T if kind == 1 else self.array(2 * rows, 3 * cols)[::-2, ::3]

    def letter(self, letters: str) -> str:
        """One of them."""
        return str(self.rng.choice(list(letters)))


def op(a: Array, trans: str) -> Array:
    """The matrix that a letter makes of one."""
    a = a.swapaxes(-1, -2) if trans in "TC" else a
    return a.conj() if trans in "CR" else a


def entering(rows: int, cols: int, trans: str) -> tuple[int, int]:
    """The shape of a matrix that a letter makes one of so many rows and columns."""
    return (rows, cols) if trans == "N" else (cols, rows)


def times(factor: Any, x: Any) -> Any:
    """A product in which a factor of zero makes zeros of NaN too, as in BLAS."""
    x = np.asarray(x)
    return np.zeros_like(x) if np.ndim(factor) == 0 and factor == 0 else factor * x


def wide(x: Any) -> Any:
    """Without rounding."""
    x = np.asarray(x)
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
