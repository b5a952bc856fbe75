"""The kernel for narrow products: its two structures, what it reads and writes, what it suggests, how fast it is."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

from autoblas import gemm, gemm_batched
from autoblas.checks.product import trial_for
from autoblas.checks.verify import integers
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.kernels import kernels
from autoblas.kernels.gemm.skinny.params import NARROW, shape_of, tile_of
from autoblas.plan.choose import choose
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul, Pack
from autoblas.tune.compare import side_by_side
from support.kernel_cases import choice_of
from support.layouts import LAYOUTS, place

KERNEL = kernels()["gemm_skinny"]

FORMS: dict[str, dict[str, Any]] = {
    "strip": {"lanes": 4, "each": 2, "tiles": 1, "unroll": 2},
    "strip, held in parts": {"lanes": 2, "tiles": 1, "held": 4, "unroll": 1},
    "waiting": {"lanes": 4, "each": 2, "tiles": 8, "unroll": 2, "prefetch": True},
    "group": {"lanes": 2, "tiles": 1, "items": 8, "deep": 8, "unroll": 2},
    "scalars in slices": {"lanes": 1, "tiles": 1, "unroll": 2, "slices": 2},
    "deep group in slices": {"lanes": 1, "tiles": 1, "deep": 32, "unroll": 1, "slices": 2},
}
"""Points that show each way through the text, whatever the layout."""

FLAT = Matmul(7, 131, 301, FLOAT32)
ROWS = Matmul(131, 7, 301, FLOAT32, "row", "col")
CASES = (
    ("strip", FLAT),
    ("strip, held in parts", Matmul(5, 130, 299, COMPLEX64, "col", "row", "any", conjugate="ab")),
    ("strip, held in parts", Matmul(130, 9, 299, FLOAT16)),
    ("waiting", FLAT),
    ("waiting", ROWS),
    ("waiting", Matmul(3, 130, 299, COMPLEX64, conjugate="b")),
    ("group", FLAT),
    ("group", Matmul(131, 7, 301, FLOAT32)),  # the small operand is turned first
    ("scalars in slices", Matmul(1, 70, 600, FLOAT64)),  # which Intel's compiler has got wrong
    ("deep group in slices", Matmul(5, 130, 299, COMPLEX128, "row", "col", conjugate="a")),
    ("deep group in slices", ROWS),
)


@pytest.mark.budget(one_in=9)
@pytest.mark.parametrize(("form", "problem"), CASES, ids=[f"{form}: {problem}" for form, problem in CASES])
def test_all_forms_compute_the_right_result(any_device, form, problem):
    """Along the long side or along the depth, in registers or waiting, alone or in groups."""
    choice = choice_of(KERNEL, KERNEL.space.point(FORMS[form]), problem, any_device.device.facts)
    assert KERNEL.refusal(choice.params, problem, any_device.device.facts) is None
    assert trial_for(any_device.device, any_device.queue, problem).check(choice) is None


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("transposed", [False, True])
def test_vectors_of_any_layout(any_device, layout, transposed):
    """A matrix times a vector, and a vector times a matrix, wherever their elements are, into any C."""
    queue, rng = any_device.queue, np.random.default_rng(len(layout))
    matrix, vector, old = (integers(rng, shape, FLOAT32) for shape in ((61, 150), (150, 1), (61, 1)))
    expected = 2 * (matrix @ vector) - old
    if transposed:
        matrix, vector, old, expected = (np.ascontiguousarray(x.T) for x in (matrix, vector, old, expected))
    for on in (None, queue):
        operands = [place(x, LAYOUTS[layout], on) for x in (matrix, vector, old)]
        x, y, c = (operand.view for operand in operands)
        gemm(*((y, x) if transposed else (x, y)), alpha=2, beta=-1, c=c, queue=queue)
        assert np.array_equal(operands[2].values(), expected)
        assert operands[2].intact()
        dense = place(np.full_like(old, np.nan), LAYOUTS["dense"], on)
        gemm(*((y, x) if transposed else (x, y)), c=dense.view, queue=queue)
        assert np.array_equal(dense.values(), (expected + old) / 2)


@pytest.mark.budget(3)
def test_batches_of_vectors(any_device):
    """A matrix that all items share, or one for each, times as many vectors."""
    rng, queue = np.random.default_rng(3), any_device.queue
    a, x = integers(rng, (5, 40, 90), FLOAT64), integers(rng, (5, 90, 1), FLOAT64)
    assert np.array_equal(gemm_batched(a, x, queue=queue), a @ x)
    assert np.array_equal(gemm_batched(a[0], x, queue=queue), a[0] @ x)
    on = [cl_array.to_device(queue, array) for array in (a, x)]
    result = gemm_batched(*on, alpha=np.arange(5.0))
    assert np.array_equal(result.get(), np.arange(5.0)[:, None, None] * (a @ x))


def test_a_text_serves_all_lengths():
    """Only the narrow side is written into it, so that lengths that come and go compile nothing new."""
    params = KERNEL.space.point({})
    for rows, order in ((3, "row"), (16, "col")):
        sizes = ((rows, 4096, 77), (rows, 93, 5000))
        texts = {KERNEL.source(params, Matmul(*size, FLOAT32, "row", order), OPENCL_C) for size in sizes}  # type: ignore[arg-type]  # a tuple loses Literal
        assert len(texts) == 1


@pytest.mark.parametrize("facts", [PLAIN_CPU, PLAIN_GPU], ids=lambda f: f.kind)
@pytest.mark.parametrize("sizes", [(1, 8192, 8192), (8192, 1, 8192), (16, 4096, 2048), (4096, 16, 2048)])
@pytest.mark.parametrize("order", ["row", "col"])
def test_what_is_suggested_reads_the_large_operand_once(sizes: tuple[int, int, int], order, facts):
    """Everything else together stays well below it, except on GPUs, whose work-groups share only few rows."""
    problem = Matmul(*sizes, FLOAT32, *(("row", order) if sizes[0] < sizes[1] else (order, "row")))
    params = KERNEL.suggested(problem, facts)
    assert KERNEL.refusal(params, problem, facts) is None
    least = problem.min_bytes()
    assert least <= KERNEL.traffic(params, problem) <= least * (2 if facts.kind == "cpu" else 4)


@pytest.mark.parametrize("units", [2, 16, 128])
@pytest.mark.parametrize("sizes", [(1, 4096, 4096), (4, 512, 4096), (16, 4096, 512), (2, 64, 100_000)])
@pytest.mark.parametrize("order", ["row", "col"])
def test_suggestions_leave_no_core_idle(sizes: tuple[int, int, int], order, units):
    """There is a work-group for every core wherever the problem has some kilobytes for each."""
    facts = replace(PLAIN_CPU, compute_units=units)
    problem = Matmul(*sizes, FLOAT32, "row", order)
    params = KERNEL.suggested(problem, facts)
    launch = KERNEL.geometry(params, problem)
    groups = math.prod(launch.global_size) // math.prod(launch.local_size)
    enough = problem.min_bytes() // units >= 1 << 18
    assert groups >= (units if enough else 1)
    assert params.lanes * FLOAT32.size in {facts.vector_bytes, 32}


@pytest.mark.parametrize("facts", [PLAIN_GPU, SMALL_GPU], ids=lambda f: f.name)
def test_on_a_gpu_neighbours_read_neighbours(facts):
    """Vectors of 16 bytes side by side, in groups that fit the smallest device; nothing is packed there."""
    for order in ("row", "col", "any"):
        for small in ("row", "col", "any"):
            problem = Matmul(2, 4096, 4096, FLOAT32, small, order)
            params = KERNEL.suggested(problem, facts)
            assert 32 <= params.group <= facts.max_items
            assert not any(isinstance(h.problem, Pack) for h in KERNEL.helpers(params, problem))
            adjacent = order == "row" or (order == "col" and small == "row")
            assert params.lanes == (4 if adjacent else 1)


def test_the_small_operand_is_turned_only_for_vectors_along_the_depth():
    """Its elements lie along the depth already, or are read one by one, or are turned by a packing of width 1."""
    lies, does_not = Matmul(100, 4, 300, FLOAT32, "row", "col"), Matmul(100, 4, 300, FLOAT32)
    vectors, scalars = (KERNEL.space.point({"lanes": lanes}) for lanes in (8, 1))
    (turned,) = KERNEL.helpers(vectors, does_not)
    assert turned.problem == Pack(4, 300, 1, FLOAT32, "col")
    assert KERNEL.helpers(scalars, does_not) == KERNEL.helpers(vectors, lies) == ()
    assert KERNEL.helpers(vectors, Matmul(4, 100, 300, FLOAT32)) == ()


def test_the_narrow_side_is_the_shorter_side():
    """Sixteen is narrow, seventeen is not; of two narrow sides the shorter is held in registers."""
    for sizes, narrow, rows in (((16, 900, 9), 16, True), ((900, 16, 9), 16, False), ((3, 2, 9), 2, False)):
        shape = shape_of(Matmul(*sizes, FLOAT32))
        assert (shape.narrow, shape.rows) == (narrow, rows)
    assert KERNEL.space.unmet(Matmul(NARROW, 900, 9, FLOAT32), PLAIN_CPU) is None
    assert "at most 16" in str(KERNEL.space.unmet(Matmul(NARROW + 1, NARROW + 1, 9, FLOAT32), PLAIN_CPU))


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize(
    "problem", [Matmul(1, 4096, 4096, FLOAT32), Matmul(16, 4096, 4096, FLOAT64, "row", "col")]
)
def test_the_space_can_be_enumerated(problem):
    """Fewer than 20 000 points, so that an exhaustive search ends."""
    count = sum(1 for _ in KERNEL.space.points(problem, PLAIN_CPU, {"multiply": "plain"}))
    assert 100 < count * len(KERNEL.space.choices()["multiply"]) < 20_000


def test_the_last_work_group_ends_where_c_does(any_device):
    """A length that no tile divides: the last tile is moved back, and what it shares is written once."""
    facts = any_device.device.facts
    params = KERNEL.space.point({"lanes": 4, "each": 1, "tiles": 8, "unroll": 2})
    for extra in (0, 1, 31):
        problem = Matmul(2, 2 * tile_of(params, FLAT) + extra, 40, FLOAT32)
        choice = choice_of(KERNEL, params, problem, facts)
        assert trial_for(any_device.device, any_device.queue, problem).check(choice) is None


@pytest.mark.quiet  # times are compared: the machine must have nothing else to do
@pytest.mark.parametrize(("m", "n", "trans_b"), [(1, 1024, "N"), (4, 1024, "T")])
def test_it_is_not_slower_than_the_general_kernels(any_device, m, n, trans_b):
    """Chosen without tuning, it multiplies faster than what serves all shapes at its own suggestion."""
    device, queue = any_device.device, any_device.queue
    facts, problem = device.facts, Matmul(m, n, 1024, FLOAT32, "row", "col" if trans_b == "T" else "row")
    assert choose(problem, facts).kernel is KERNEL
    trial, runs = trial_for(device, queue, problem), {}
    for name in ("gemm_skinny", "gemm_panel"):
        params = kernels()[name].suggested(problem, facts)
        run = trial.timed(choice_of(kernels()[name], params, problem, facts))
        runs[name] = lambda run=run: run()[-1].wait()
    timings = side_by_side(runs, rounds=2, seconds=0.05)
    assert timings["gemm_skinny"].best < timings["gemm_panel"].best
