"""Operands, plain kernels and bounds of residuals for the tests of routines on triangular and symmetric matrices."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import gamma, reals
from autoblas.kernels import serving
from autoblas.kernels.kernel import Kernel
from autoblas.plan import candidates
from autoblas.plan.results import forget_plans
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.problems.matrix import MatrixCopy
from support.layouts import Layout

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


def operand(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Any:
    """A matrix of random numbers."""
    return reals(rng, shape, precision_of(dtype))


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
