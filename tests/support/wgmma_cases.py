"""The kernel ``gemm_wgmma`` for its tests: large products and its text."""

from dataclasses import replace
from typing import Any

from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems import Matmul
from autoblas.testing.checks import unwrapped

KERNEL = kernels()["gemm_wgmma"]

LARGE = Matmul(4096, 4096, 4096, FLOAT32)

HALVES = replace(LARGE, precision=FLOAT16, type_a=FLOAT16, type_b=FLOAT16)


def text_of(values: dict[str, Any], problem: Matmul) -> str:
    """The text at a point, a statement a line."""
    return unwrapped(KERNEL.source(KERNEL.space.point(values), problem, OPENCL_C))
