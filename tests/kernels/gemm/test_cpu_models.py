"""The models of products on processors: near what was measured elsewhere, sensible everywhere, and followed by choices."""

import collections
import dataclasses
import math
import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.devices.recording import AVX2_CPU, NEON_CPU, PLAIN_CPU, SSE_CPU
from autoblas.kernels import kernels, serving
from autoblas.plan.candidates import SUGGESTED
from autoblas.plan.choose import choose
from autoblas.plan.results import shipped_results, user_results
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64
from autoblas.problems import Matmul
from autoblas.problems.notation import problem_called
from support.database_cases import record_at

CPUS = (PLAIN_CPU, AVX2_CPU, NEON_CPU, SSE_CPU)

TWO = dataclasses.replace(PLAIN_CPU, compute_units=2, cache_bytes=32 << 20)
"""Two cores with vectors of 64 bytes, as those that the models were fitted on."""


def test_models_are_near_what_ships():
    """Of every processor the same factor, its own arithmetic, within a factor of two for most and of four for all."""
    ratios: dict[Any, list[float]] = collections.defaultdict(list)
    for record in shipped_results().records():
        device = record.place
        if device.kind != "cpu" or record.family != "gemm":
            continue
        problem = problem_called(record.family, record.signature, record.sizes)
        facts = dataclasses.replace(
            PLAIN_CPU,
            compute_units=device.compute_units or 2,
            cache_bytes=device.cache_bytes,
            vector_bytes=device.vector_bytes,
            vector_registers=device.vector_registers,
        )
        kernel = kernels()[record.kernel]
        expected = kernel.expected(kernel.space.point(record.parameters), problem, facts)
        assert expected is not None
        ratios[device.device, device.platform, device.vectors].append(record.seconds / expected)
    assert len(ratios) >= 4
    for device_ratios in ratios.values():
        mean = math.exp(statistics.fmean(map(math.log, device_ratios)))
        assert 0.4 < mean < 1.3
        assert statistics.median(max(ratio / mean, mean / ratio) for ratio in device_ratios) < 2
        assert max(max(ratio / mean, mean / ratio) for ratio in device_ratios) < 4


sizes = st.integers(1, 5000)
types = st.sampled_from((FLOAT32, FLOAT64, FLOAT16, COMPLEX64, COMPLEX128))
orders = st.sampled_from(("row", "col", "any"))
products = st.builds(Matmul, sizes, sizes, sizes, types, orders, orders, items=st.integers(1, 9))


@given(problem=products, facts=st.sampled_from(CPUS))
def test_what_is_predicted_is_a_time(problem, facts):
    """Longer than a launch, for every legal suggestion; four times the terms never take less."""
    deeper = dataclasses.replace(problem, k=4 * problem.k)
    for kernel in serving(Matmul):
        if kernel.name not in {"gemm_panel", "gemm_skinny", "gemm_direct"}:
            continue
        for params in kernel.legal_suggestions(problem, facts):
            seconds, longer = (kernel.expected(params, q, facts) for q in (problem, deeper))
            assert seconds is not None
            assert longer is not None
            assert 1e-6 < seconds < math.inf
            assert longer >= seconds or longer == pytest.approx(seconds)


@given(problem=products, facts=st.sampled_from(CPUS))
def test_suggestions_of_panels_come_in_the_order_of_their_predictions(problem, facts):
    """The arrays that points are compared in say what a single prediction says."""
    kernel = kernels()["gemm_panel"]
    times = [kernel.expected(params, problem, facts) for params in kernel.legal_suggestions(problem, facts)]
    assert None not in times
    assert times == sorted(filter(None, times))


@pytest.mark.usefixtures("nothing_shipped", "own_results")
@pytest.mark.parametrize(
    ("shape", "kernel", "values"),
    [
        (
            (300, 40, 9000),
            "gemm_panel",
            {"pack_a": False, "vectors": 3},
        ),  # what is best at 1024 served this once
        ((1000, 1000, 1000), "gemm_panel", {"pack_a": False, "pack_b": True}),
        ((14721, 9, 5), "gemm_panel", {"vectors": 1, "pack_b": False}),  # one launch instead of two
        ((5518, 3, 549), "gemm_skinny", {}),
        ((1, 560, 565), "gemm_skinny", {}),
        ((1232, 11484, 2), "gemm_panel", {"inner": "n"}),  # all that takes time is writing C
        ((54, 48, 1240), "gemm_panel", {"pack_a": False, "pack_b": False}),
    ],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_choices_follow_the_shape(shape: tuple[int, int, int], kernel, values):
    """Points are those that were best for drawn shapes on a Zen 4."""
    choice = choose(Matmul(*shape, FLOAT32), TWO)
    assert choice.origin == SUGGESTED
    assert choice.kernel.name == kernel
    assert {name: getattr(choice.params, name) for name in values} == values


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_a_deep_sum_of_few_elements_is_cut():
    """Or one core would have nothing to do."""
    assert choose(Matmul(10, 20, 60000, FLOAT32), TWO).params.slices > 1
    assert choose(Matmul(1000, 1000, 60000, FLOAT32), TWO).params.slices == 1


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_records_serve_near_by_despite_models():
    """No rival was faster where a search made a record, so it is not believed to be a little farther on."""
    here, near, far = (
        Matmul(512, 512, 512, FLOAT32),
        Matmul(520, 500, 512, FLOAT32),
        Matmul(512, 130, 512, FLOAT32),
    )
    kernel = kernels()["gemm_direct"]
    point = {"wx": 1, "wy": 1, "rm": 4, "rn": 8}
    expected = kernel.expected(kernel.space.point(point), here, TWO)
    assert expected is not None
    user_results().add([record_at(TWO, here, "gemm_direct", 0.05 * expected, **point)])
    for problem in (here, near, far):
        assert choose(problem, TWO).kernel.name == "gemm_direct"
    assert choose(dataclasses.replace(here, precision=FLOAT64), TWO).kernel.name == "gemm_panel"


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_a_record_of_another_shape_yields():
    """Blocks that were best for a square leave a narrow product's second core without work."""
    square, narrow = Matmul(512, 512, 512, FLOAT32), Matmul(96, 130, 512, FLOAT32)
    point = {"rm": 6, "lanes": 16, "vectors": 4, "depth": 512, "block_m": 16, "block_n": 2, "pack_a": False}
    user_results().add([record_at(TWO, square, "gemm_panel", 8e-4, **point)])
    assert choose(square, TWO).params.block_m == 16
    assert choose(Matmul(500, 512, 512, FLOAT32), TWO).params.block_m == 16
    assert choose(narrow, TWO).params.block_m < 16
