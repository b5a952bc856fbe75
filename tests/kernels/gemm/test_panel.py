"""The register tile at C's edges: B read in place beyond its rows, and C written by vectors as far as it goes."""

from typing import Any

import numpy as np
import pyopencl as cl
import pytest

from autoblas.kernels import kernels
from autoblas.plan.bound import BoundPlan
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.kernel_cases import choice_of
from support.rig import Rig

KERNEL = kernels()["gemm_panel"]

SMALL: dict[str, Any] = {"rm": 4, "lanes": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2}
"""A tile of 4 rows and 8 columns."""


def run(
    rig: Rig, values: dict[str, Any], problem: Matmul, b: np.ndarray[Any, Any], step: int, first: int
) -> Any:
    """C, two columns wider than it is, after a product whose B is in place: rows ``step`` apart in ``b`` from ``first``."""
    m, n, k = problem.sizes
    rng = np.random.default_rng(m + n + k)
    a = rng.integers(-4, 5, (m, k)).astype(np.float32)
    c = rng.integers(-4, 5, (m, n + 2)).astype(np.float32)
    strides = {"a_row": k, "a_col": 1, "b_row": step, "b_col": 1, "c_row": n + 2, "c_col": 1}
    choice = choice_of(KERNEL, KERNEL.space.point(values), problem, rig.device.facts)
    plan = BoundPlan(rig.device, rig.queue, choice, {"m": m, "n": n, "k": k, **strides})
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    memory = {
        name: cl.Buffer(rig.queue.context, flags, hostbuf=x) for name, x in (("a", a), ("b", b), ("c", c))
    }
    plan({"alpha": 2.0, "beta": -1.0, "a_offset": 0, "b_offset": first, "c_offset": 0, **memory}).wait()
    cl.enqueue_copy(rig.queue, got := np.empty_like(c), memory["c"])
    rows = np.stack([b[first + l * step :][:n] for l in range(k)])
    expected = c.copy()
    expected[:, :n] = 2 * (a @ rows) - c[:, :n]
    return got, expected


@pytest.mark.parametrize("pack_a", [False, True])
@pytest.mark.parametrize("slices", [1, 2])
@pytest.mark.parametrize("step", [13, 14, 24, 5, 1, 0, -13, -20])
def test_b_that_is_not_packed_needs_no_whole_tiles(any_device, step, slices, pack_a):
    """Thirteen columns and tiles of eight, whatever lies between the rows of B and however they follow each other."""
    n, k = 13, 300
    first = 0 if step >= 0 else -step * (k - 1)
    b = np.full(abs(step) * (k - 1) + n, np.nan, np.float32)
    rng = np.random.default_rng(step + 100)
    for l in range(k):
        at = first + l * step
        b[at : at + n] = rng.integers(-4, 5, n)
    values = SMALL | {"pack_a": pack_a, "pack_b": False, "slices": slices}
    for m in (3, 9):
        got, expected = run(any_device, values, Matmul(m, n, k, FLOAT32), b, step, first)
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("lanes", [4, 8])
@pytest.mark.parametrize("n", [1, 3, 4, 5, 7, 8, 12, 15, 16, 17, 23])
def test_the_edge_of_c_is_written_by_vectors_and_elements(any_device, n, lanes):
    """Every width beside whole tiles; what lies beside C stays as it was."""
    values = SMALL | {"lanes": lanes, "pack_b": True}
    b = np.arange(40 * n, dtype=np.float32) % 7
    got, expected = run(any_device, values, Matmul(6, n, 40, FLOAT32), b, n, 0)
    np.testing.assert_array_equal(got, expected)
