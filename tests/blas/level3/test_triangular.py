"""Products with triangular matrices and triangular systems: in blocks, large, and what is wrong with calls."""

# mypy: disable-error-code="arg-type"
# Arguments that do not fit, and letters out of lists.

from dataclasses import replace

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.level2 import blocks as block_solution
from autoblas.blas.level3 import trsm as triangular_systems
from support.as_written import compiled_together
from support.budget import examples
from support.level3_cases import assert_solved, operand, plain_products, system_matrix
from support.routine_calls import wrong
from support.samples import laid_out, relaid

pytestmark = pytest.mark.usefixtures("all_as_written")


@pytest.mark.parametrize("routine", ["trsv", "trmm", "trsm", "trsm_batched"])
def test_matrices_in_blocks(any_device, monkeypatch, routine):
    """Many blocks, the last one smaller: every letter, in all layouts and types, as on devices with many groups."""
    facts = replace(any_device.device.facts, kind="gpu", compute_units=8)
    monkeypatch.setitem(any_device.device.__dict__, "facts", facts)
    monkeypatch.setattr(triangular_systems, "block_width", lambda *_: 16)
    monkeypatch.setattr(block_solution, "BLOCK", 16)
    rows = [(sample._replace(n=53), layout) for sample, layout in laid_out(routine, examples(5))]

    def make_calls():
        for sample, layout in rows:
            relaid(sample.case(), layout)[0].call(routine, queue=any_device.queue)

    with plain_products(), compiled_together(make_calls):
        for sample, layout in rows:
            case, memory = relaid(sample.case(), layout)
            assert wrong(case.wanted, case.call(routine, queue=any_device.queue)) == [], (sample, layout)
            assert all(allocation.intact() for allocation in memory.values()), (sample, layout)


@pytest.mark.budget(6)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_larger_systems_by_whatever_kernel_is_chosen(any_device, dtype):
    """Several blocks of the width that is served, the last one smaller, with every kernel as it is chosen."""
    rng = np.random.default_rng(2)
    order = 400
    a, b = system_matrix(rng, order, dtype), operand(rng, (order, 70), dtype)
    for uplo in "UL":
        on_device = cl_array.to_device(any_device.queue, b)
        autoblas.trsm(cl_array.to_device(any_device.queue, a), on_device, alpha=2.0, uplo=uplo)
        assert_solved((np.triu if uplo == "U" else np.tril)(a), on_device.get(), 2.0 * b, dtype, uplo)


def test_extreme_pivots_neither_overflow_nor_underflow(pocl):
    """Complex numbers whose squares no float holds are divided by all the same."""
    a = np.diag(np.array([3e25 + 4e25j, 3e-25 - 4e-25j, 1e20j], np.complex64))
    b = np.array([[5e25], [5e-25], [1e20]], np.complex64)
    found = autoblas.trsm(a, b.copy(), queue=pocl.queue)[:, 0]
    np.testing.assert_allclose(found, [0.6 - 0.8j, 0.6 + 0.8j, -1j], rtol=1e-5)
