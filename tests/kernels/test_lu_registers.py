"""What work-groups of a cluster send each other for a column of LU, which runs on cards alone."""

import re

import pytest

from autoblas.emit.cuda_c import CUDA_C
from autoblas.kernels.factorization.lu_registers import KERNEL, LuRegistersParams
from autoblas.kernels.factorization.lu_registers_text import BLOCK, CHUNK
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, Precision
from autoblas.problems.factorization import Factorization

CLUSTER = LuRegistersParams(items=128, rows=1, cluster=8, sub_groups=True)


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64, COMPLEX128])
@pytest.mark.parametrize("n", [*range(1, 10), 13, 27, 32])
def test_all_columns_that_remain_are_sent(precision: Precision, n: int):
    """The chunks behind the header are those from a step's first column to the last one, in each block of columns."""
    text = KERNEL.source(CLUSTER, Factorization(900, n, 0, precision, "lu"), CUDA_C)
    steps = re.findall(r"const int chunks = (.*);", text)
    assert len(steps) == min(n, BLOCK)
    for step, expression in enumerate(steps):
        for start in range(0, n - step, BLOCK):
            chunks = eval(expression.replace("/", "//"), {"start": start})
            first = step * precision.size // CHUNK * CHUNK
            assert first + chunks * CHUNK >= (n - start) * precision.size
