"""The problems that ``autoblas tune all`` tunes: every family of routines at a usual size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.cli._convolutions import convolution_problem
from autoblas.cli._level3 import level3_problem
from autoblas.cli._matrices import matrix_problem
from autoblas.cli._vectors import vector_problem
from autoblas.precision import default_accumulator, precision_of
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.problems import Problem

__all__ = ["usual_problems"]

LONG = 1_000_000
SIDE = 1024


def usual_problems(dtype: str, *, doubles: bool) -> list[Problem]:
    """The problems for one type; what others need beside their own launches is tuned with them.

    Args:
        dtype: Type of the elements.
        doubles: The device has doubles.
    """
    precision = precision_of(dtype)
    summed = default_accumulator(precision, precision, precision)
    found: list[Problem] = [
        Matmul(SIDE, SIDE, SIDE, precision, accumulator=summed),
        Matmul(SIDE, SIDE, SIDE, precision, "row", "col", accumulator=summed),
        Matmul(64, 64, 64, precision, accumulator=summed, items=64),
    ]
    found += [
        vector_problem(name, LONG, dtype, strided=False, doubles=doubles)
        for name in ("axpy", "scal", "copy", "swap", "rot", "had", "dot", "asum", "nrm2", "iamax", "sum")
    ]
    ranked = "herk" if precision.is_complex else "syrk"
    found += [
        level3_problem(name, SIDE, None, dtype) for name in (ranked, "trmm", "symmetric_copy", "invert")
    ]
    found += [matrix_problem("gemv", SIDE, dtype, trans=trans) for trans in "NT"]
    symmetric = "he" if precision.is_complex else "sy"
    found += [
        matrix_problem(name, SIDE, dtype)
        for name in (
            f"{symmetric}mv",
            "trmv",
            "trsv",
            "gerc" if precision.is_complex else "ger",
            f"{symmetric}r",
        )
    ]
    found += [
        convolution_problem("convgemm", 64, 56, dtype),
        convolution_problem("convgemm", 256, 14, dtype, kernels=256),
    ]
    found += [convolution_problem(name, 64, 56, dtype) for name in ("im2col", "col2im")]
    return found
