"""Operands, references and bounds for the tests of routines on triangular and symmetric matrices."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import compare, gamma, product_bound, product_reference, reals
from autoblas.kernels import serving
from autoblas.kernels.kernel import Kernel
from autoblas.plan import candidates
from autoblas.plan.results import forget_plans
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.matrix import MatrixCopy
from support.layouts import Layout

TYPES = ("float32", "complex64", "float64", "complex128", "float16")

LAYOUTS = (
    Layout(),
    Layout(fortran=True, margin=2),
    Layout(margin=3),
    Layout(row_step=2, col_step=3, margin=1),
)
"""By rows, as a part of columns, as a part of rows, and with no adjacent elements."""


@contextmanager
def plain_products() -> Iterator[pytest.MonkeyPatch]:
    """Let products and copies be made by the texts that compile fastest; others have tests of their own."""

    def plain(family: type) -> tuple[Kernel, ...]:
        known = serving(family)
        if family is Matmul:
            return tuple(kernel for kernel in known if kernel.name == "gemm_direct")
        if family is MatrixCopy:
            return tuple(replace(kernel, suggestions=lambda q, f: ({"wx": 1, "wy": 1},)) for kernel in known)
        return known

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "serving", plain)
        patch.setattr(candidates, "matches_for", lambda *_: [])
        forget_plans()
        yield patch
    forget_plans()


def turns(dtype: str = "float32") -> Iterator[tuple[Layout, ...]]:
    """Layouts of three operands, so that each meets each other one; fewer where the type is not the usual one."""
    chosen = {"float32": LAYOUTS, "complex64": LAYOUTS[1:3]}.get(dtype, LAYOUTS[2:3])
    shifted = (chosen[i:] + chosen[:i] for i in range(3))
    return itertools.cycle(zip(*shifted, strict=True))


def cases(dtype: str, *choices: str) -> Iterator[tuple[str, ...]]:
    """Every combination of letters; for the types that differ from others only in their width, every fifth."""
    step = 1 if dtype in {"float32", "complex64"} else 5
    return itertools.islice(itertools.product(*choices), 0, None, step)


def operand(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Any:
    """A matrix of random numbers."""
    return reals(rng, shape, precision_of(dtype))


def kept(x: Any, uplo: str) -> Any:
    """The triangle that a letter names, with zeros elsewhere."""
    return np.tril(x) if uplo == "L" else np.triu(x)


def unread(x: Any, uplo: str, *, unit: bool = False, hermitian: bool = False) -> Any:
    """The same matrix with no numbers where none may be read."""
    x = x.copy()
    everything = np.ones(x.shape[-2:], bool)
    x[..., ~kept(everything, uplo)] = np.nan
    places = np.arange(x.shape[-1])
    if unit:
        x[..., places, places] = np.nan
    if hermitian and x.dtype.kind == "c":
        x.imag[..., places, places] = np.nan
    return x


def diagonal(x: Any, *, unit: bool = False, real: bool = False) -> Any:
    """The same matrix with ones on its diagonal, or only the real parts there."""
    x = x.copy()
    places = np.arange(x.shape[-1])
    if unit:
        x[..., places, places] = 1
    if real:
        x[..., places, places] = x[..., places, places].real
    return x


def mirrored(x: Any, uplo: str, *, hermitian: bool) -> Any:
    """The symmetric or Hermitian matrix whose triangle is given."""
    half = kept(x, uplo)
    other = half.conj().T if hermitian else half.T
    full = half + other
    np.fill_diagonal(full, np.diag(x).real if hermitian else np.diag(x))
    return full


def entering(x: Any, letter: str) -> Any:
    """op(X)."""
    return {"N": x, "T": x.swapaxes(-1, -2), "C": x.conj().swapaxes(-1, -2)}[letter]


def bounded(
    terms: list[tuple[Any, Any, Any]], beta: Any, c: Any, dtype: Any = None, *, launches: int = 1
) -> tuple[Any, Any]:
    """A sum of products plus beta C, and how far from it a result may be.

    Args:
        terms: Factor, left operand, right operand of each product.
        beta: Factor of C.
        c: The old C.
        dtype: The type of the result where there is no C.
        launches: How often the result is rounded to its type on the way.
    """
    kind = precision_of(c.dtype if dtype is None else dtype)
    exact: Any = 0
    size: Any = 0
    for i, (alpha, a, b) in enumerate(terms):
        value, magnitude = product_reference(a, b, alpha, beta if i == 0 else 0, c)
        exact, size = exact + value, size + magnitude
    k = sum(a.shape[-1] for _, a, _ in terms) + 4 * launches
    summed = precision_of("float32") if kind.name == "float16" else kind
    bound = product_bound(size, exact, k, kind, summed)
    return exact, bound + (launches - 1) * kind.roundoff * size * 2


def assert_close(placed: Any, reference: Any, bound: Any, label: object) -> None:
    """Every element lies within its bound, and nothing around the matrix changed."""
    verdict = compare(placed.values(), reference, bound)
    assert verdict.ok, f"{label}: {verdict}"
    assert placed.intact(), f"{label}: memory outside the output was written"


def assert_triangle(placed: Any, before: Any, reference: Any, bound: Any, uplo: str, label: object) -> None:
    """The same for a triangle, outside of which the output is as it was before."""
    inside = kept(np.ones(before.shape, bool), uplo)
    expected = np.where(inside, reference, before.astype(reference.dtype))
    assert_close(placed, expected, np.where(inside, bound, 0), label)


def system_matrix(rng: np.random.Generator, order: int, dtype: str) -> Any:
    """A matrix both of whose triangles are well conditioned, with ones on its diagonal or without."""
    a = operand(rng, (order, order), dtype) / np.asarray(2 * np.sqrt(order), dtype)
    places = np.arange(order)
    a[places, places] = (1.5 + places % 3) * (0.8 - 0.6j if a.dtype.kind == "c" else 1)
    return a.astype(dtype)


def assert_solved(matrix: Any, found: Any, known: Any, dtype: Any, label: object) -> None:
    """The residual of T X = B lies within the bound of substitution, a multiple of u |T| |X|, and of X's own rounding.

    N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, theorem 8.5; no inverse is in it.
    """
    kind = precision_of(dtype)
    summed = precision_of("float32") if kind.name == "float16" else kind
    wide = np.complex128 if kind.is_complex else np.float64
    matrix, found, known = (x.astype(wide) for x in (matrix, found, known))
    reach = np.abs(matrix) @ np.abs(found)
    error = gamma(8 * summed.parts * len(matrix) + 8, summed.roundoff)
    bound = error * (reach + np.abs(known)) + 2 * kind.roundoff * reach + kind.tiny
    residual = np.abs(matrix @ found - known)
    assert np.all(residual <= bound), f"{label}: {np.max(residual / bound)} times the bound"
