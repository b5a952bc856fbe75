"""The kernel ``gemm_block`` for its tests: points, sizes, and its text."""

from typing import Any

from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import unwrapped

KERNEL = kernels()["gemm_block"]

SMALL = {"gy": 2, "gx": 4, "tk": 4}
"""A work-group that leaves several of them in a small matrix, rows other than columns."""

VECTORS = {"va": 4, "vb": 4, "vc": 4}
STAGED = {"a_way": "local", "b_way": "local", "pad": 1}

RAGGED = Matmul(37, 41, 47, FLOAT32)
"""Sizes that no block divides, so that every size up to three smaller has the same text."""


def text_of(problem: Matmul, **values: Any) -> str:
    """The text at a point."""
    return unwrapped(KERNEL.source(KERNEL.space.point(values), problem, OPENCL_C))
